"""Short public messages about a table, said in whatever way still works."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, NamedTuple

import discord

from bot.outages import UNREACHABLE, reason
from bot.ui.notes import turn_note

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from typing import Any

    from discord.ui import LayoutView

    from bot.i18n import Texts
    from bot.redraw import Redraw
    from bot.tables import OpenTable

_LOOKS, _LOOK_SECONDS = 50, 0.02
"""How often, and after how long each time, it is looked whether a play was answered."""
log = logging.getLogger(__name__)


class Posted(NamedTuple):
    """Where a message stands."""

    channel_id: int
    message_id: int


class Notices:
    """Says things where a table is played, or as near to it as can be."""

    def __init__(self, client: discord.Client, redraw: Redraw) -> None:
        self._client = client
        self._redraw = redraw

    async def mention(self, table: OpenTable, user_id: int) -> Posted:
        """Mention the person whose action is awaited; a follow-up on the last play where that can be."""
        channel_id, t = table.info.channel_id, self._redraw.texts(table.info)
        note = turn_note(table.info, user_id, table.asker, table.deadline, t)
        mentions = discord.AllowedMentions(users=[discord.Object(user_id)])
        last = await self._answered_play(table)
        if last is not None and last.channel_id == channel_id:
            try:
                follow_up = last.followup.send(view=note, allowed_mentions=mentions, wait=True)
                with self._redraw.doubting(table, channel_id):
                    message = await self._redraw.ways.in_time(follow_up)
            except UNREACHABLE as error:
                log.info("table %s: no follow-up on the last play (%s)", table.info.id, reason(error))
            else:
                return Posted(channel_id, message.id)
        channel = self._client.get_partial_messageable(channel_id)
        with self._redraw.doubting(table, channel_id):
            return Posted(channel_id, (await channel.send(view=note, allowed_mentions=mentions)).id)

    async def _answered_play(self, table: OpenTable) -> discord.Interaction | None:
        """Return the last play, if one can follow on it; one made just now is answered first."""
        ways = self._redraw.ways
        for _ in range(_LOOKS):
            if not ways.is_being_answered(table.info.id):
                break
            await asyncio.sleep(_LOOK_SECONDS)
        return ways.last_play(table.info.id)

    async def take_away(self, posted: Posted) -> None:
        """Delete a message that is of no use any more."""
        await self._redraw.remove(*posted)

    async def say(
        self, table: OpenTable, note: Callable[[Texts], LayoutView], near: int | None = None
    ) -> None:
        """Post a note at the table, else in the channel of its thread, else as a follow-up on the last play.

        ``near`` is that channel, where the thread itself is not known any more.
        """
        view = note(self._redraw.texts(table.info))
        async for way in self._ways(table, view, near):
            try:
                await way
            except UNREACHABLE as error:
                log.info("table %s: a notice did not get through (%s)", table.info.id, reason(error))
            else:
                return
        log.warning("table %s: nobody could be told", table.info.id)

    async def _ways(
        self, table: OpenTable, view: LayoutView, near: int | None
    ) -> AsyncIterator[Awaitable[Any]]:
        channel_id = table.info.channel_id
        yield self._client.get_partial_messageable(channel_id).send(view=view)
        parent_id = await self._parent_of(channel_id) if near is None else near
        if parent_id is not None:
            yield self._client.get_partial_messageable(parent_id).send(view=view)
        last = self._redraw.ways.last_play(table.info.id)
        if last is not None:
            yield self._redraw.ways.in_time(last.followup.send(view=view))

    async def _parent_of(self, channel_id: int) -> int | None:
        """Return the channel of a thread; Discord is asked about one that was closed, and so forgotten."""
        try:
            channel = self._client.get_channel(channel_id) or await self._client.fetch_channel(channel_id)
        except (*UNREACHABLE, discord.InvalidData) as error:
            log.info("channel %s is not to be found (%s)", channel_id, reason(error))
            return None
        return channel.parent_id if isinstance(channel, discord.Thread) else None
