"""Where a table can be played: what the bot needs there, and a thread of the table's own."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Literal

import discord

from bot.outages import UNREACHABLE, reason
from bot.refusals import Refusal
from bot.render.text import plain_name, shorten
from bot.seating import humans

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.desk import Desk
    from bot.i18n import Texts
    from storage.model import TableInfo

_THREAD_EXISTS = 160004
_NAME_LIMIT = 100
_WEEK_MINUTES: Literal[10080] = 10080
log = logging.getLogger(__name__)


def require_permissions(interaction: discord.Interaction) -> None:
    """Raise Refusal that names what the bot lacks in the channel to show everybody something there."""
    have = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    missing = [] if have.view_channel else ["view"]
    if not (have.send_messages_in_threads if in_thread else have.send_messages):
        missing.append("threads" if in_thread else "send")
    if missing:
        raise Refusal(partial(_lacking, missing))


def _lacking(missing: list[str], t: Texts) -> str:
    names = {
        "view": t("View Channel"),
        "send": t("Send Messages"),
        "threads": t("Send Messages in Threads"),
    }
    return t(
        "I cannot do that here: I lack these permissions in this channel: {permissions}.",
        permissions=", ".join(names[permission] for permission in missing),
    )


def require_channel(interaction: discord.Interaction, channels: Collection[int]) -> None:
    """Raise Refusal where Canasta is not at home; ``channels`` are where it is, none for everywhere."""
    here = {interaction.channel_id}
    if isinstance(interaction.channel, discord.Thread):
        here.add(interaction.channel.parent_id)
    if channels and here.isdisjoint(channels):
        where = ", ".join(f"<#{channel}>" for channel in channels)
        raise Refusal(lambda t: t("On this server Canasta is played in {channels}.", channels=where))


async def open_thread(interaction: discord.Interaction, info: TableInfo, t: Texts) -> int | None:
    """Open a thread on the lobby message that was pressed; return its id, None where it cannot be done."""
    message, have = interaction.message, interaction.app_permissions
    if message is None or not isinstance(interaction.channel, discord.TextChannel):
        return None
    if not (have.create_public_threads and have.send_messages_in_threads):
        return None
    # A bot that died while it started the match left the thread, which has the message's id.
    if interaction.guild is not None and interaction.guild.get_thread(message.id) is not None:
        return message.id
    people = ", ".join(plain_name(seat.name) for seat in info.seats)
    name = shorten(f"{t(info.rules.title)}: {people}", _NAME_LIMIT)
    try:
        return (await message.create_thread(name=name, auto_archive_duration=_WEEK_MINUTES)).id
    except UNREACHABLE as error:
        if isinstance(error, discord.HTTPException) and error.code == _THREAD_EXISTS:
            return message.id  # of two presses at once the other was faster
        log.warning("table %s: no thread could be opened (%s)", info.id, reason(error))
        return None


async def invite(desk: Desk, info: TableInfo) -> None:
    """Add the people of a table to its thread, so that they find it."""
    channel = desk.client.get_channel(info.channel_id)
    if not isinstance(channel, discord.Thread):
        return
    for user_id in humans(info):
        try:
            await channel.add_user(discord.Object(user_id))
        except UNREACHABLE as error:
            log.info("table %s: somebody could not be added to the thread (%s)", info.id, reason(error))
