"""Ending a match early: at once by a moderator or, unless it is ranked, its host; else if all agree."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot import seating
from bot.play import require_player
from bot.public import seats_of
from bot.render.text import safe_name
from bot.ui.answers import end_vote_panel
from bot.ui.plain import plain_panel
from storage.model import Status

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.desk import Desk
    from bot.reply import Reply
    from bot.tables import OpenTable


async def end_or_offer(desk: Desk, reply: Reply, table: OpenTable) -> None:
    """End the table for its host or a moderator, else ask everybody who plays.

    A ranked match that has begun is not the host's to end: it might be one that the host is losing.
    """
    info = table.info
    is_ranked_match = info.ranked and info.status is Status.PLAYING
    may_end = reply.user.id == info.host_id and not is_ranked_match
    if not may_end and not reply.interaction.permissions.manage_messages:
        await offer(desk, reply, table)
        return
    await desk.tables.change(table, seating.end)
    t = desk.redraw.texts(table.info)
    name = safe_name(reply.user.display_name)
    await reply.post(plain_panel(t("The table was closed by {name}.", name=name)))


async def offer(desk: Desk, reply: Reply, table: OpenTable) -> None:
    """Ask everybody, in the person's name, whether to end the match."""
    await reply.post(await _count_yes(desk, reply, table))


async def agree(desk: Desk, reply: Reply, table: OpenTable) -> None:
    """Count a person's yes."""
    await reply.replace(await _count_yes(desk, reply, table))


async def decline(desk: Desk, reply: Reply, table: OpenTable) -> None:
    """Drop the question: the match goes on."""
    require_player(table, reply.user.id)
    await desk.tables.change(table, partial(replace, votes=frozenset()))
    t = desk.redraw.texts(table.info)
    name = safe_name(reply.user.display_name)
    await reply.replace(plain_panel(t("{name} wants to play on: the match is not ended.", name=name)))


async def _count_yes(desk: Desk, reply: Reply, table: OpenTable) -> LayoutView:
    """Add a person's yes, with the last one end the match; return what everybody sees of it."""
    require_player(table, reply.user.id)
    vote = partial(seating.vote_to_end, user_id=reply.user.id)
    await desk.tables.change(table, vote)
    if await _some_left(desk, table):
        await desk.tables.change(table, vote)  # counted anew, without them
    t = desk.redraw.texts(table.info)
    if table.info.status is Status.PLAYING:
        return end_vote_panel(table.info, seats_of(table, table.info.votes), t)
    return plain_panel(t("Everybody agreed: the match was ended early."))


async def _some_left(desk: Desk, table: OpenTable) -> bool:
    """Find out whether people whose yes is missing have left the server; the computer sits in for those."""
    missing = [
        user_id
        for seat in seating.seats_that_vote(table.info)
        if (user_id := table.info.seats[seat].user_id) is not None and user_id not in table.info.votes
    ]
    gone = [await desk.absences.has_left(table, user_id) for user_id in missing]
    return any(gone) and table.info.status is Status.PLAYING
