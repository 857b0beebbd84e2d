"""Which table or match a command means.

A table: the one named, the person's only one, or that of the channel. A match: the one named, that of the
person's table, or the last one of the server.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.archive import no_such_match
from bot.refusals import Refusal
from engine.ports import MatchId
from storage.model import TableId

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.desk import Desk
    from bot.i18n import Texts
    from bot.tables import OpenTable

WHICH_TABLE = "Which table, if you sit at several"
WHICH_MATCH = "The match; without it, that of your table, or the last one of this server"
_ID = re.compile(r"[a-z0-9]{6,10}")
"""What the id of a table looks like, which is that of its match as well."""


async def table_meant(desk: Desk, interaction: discord.Interaction, named: str | None) -> OpenTable:
    """Return the table that a person with a seat means. Raises Refusal where there is none, or a choice."""
    found = await _meant(desk, interaction, named)
    if interaction.type is discord.InteractionType.application_command:
        desk.pauses.visited(found, interaction)
    return found


async def _meant(desk: Desk, interaction: discord.Interaction, named: str | None) -> OpenTable:
    guild_id = interaction.guild_id
    if named is not None:
        if not _ID.fullmatch(named):
            raise Refusal(lambda t: t("This table does not exist any more."))
        return await desk.tables.find(guild_id, TableId(named))
    tables = await desk.tables.of_person(guild_id, interaction.user.id)
    here = [table for table in tables if table.info.channel_id == interaction.channel_id]
    for found in (tables, here):
        if len(found) == 1:
            return found[0]
    if tables:
        raise Refusal(partial(_several, here or tables))
    raise Refusal(lambda t: t("You do not sit at any table here. `/canasta` opens one."))


async def table_here(desk: Desk, interaction: discord.Interaction, named: str | None) -> OpenTable:
    """Return the table that a person means; without a seat anywhere, the only one of the channel."""
    try:
        return await table_meant(desk, interaction, named)
    except Refusal:
        tables = await desk.tables.in_channel(interaction.guild_id, interaction.channel_id)
        if named is None and len(tables) == 1:
            return tables[0]
        raise


async def table_to_end(desk: Desk, interaction: discord.Interaction, named: str | None) -> OpenTable:
    """Return the table that a person wants to end; a moderator, who may end any, is told how to name it."""
    try:
        return await table_here(desk, interaction, named)
    except Refusal:
        may_end_any = named is None and interaction.permissions.manage_messages
        if may_end_any and await desk.tables.in_guild(interaction.guild_id, most=1):
            raise Refusal(_any) from None
        raise


async def match_meant(
    desk: Desk, interaction: discord.Interaction, named: str | None, *, sealed: bool = False
) -> MatchId:
    """Return the match that a person names, or their own table's, or the server's last one.

    Their own table counts once a deal is over or, with ``sealed``, once a deck is sealed. Whether a match
    that is named exists is found out later. Raises Refusal where there is none.
    """
    guild_id = interaction.guild_id or 0
    if named is not None:
        if not _ID.fullmatch(named):
            raise no_such_match()
        return MatchId(guild_id, named)
    for table in await desk.tables.of_person(guild_id, interaction.user.id):
        if table.match.deals or (sealed and table.table.pledge is not None):
            return MatchId(guild_id, table.info.id)
    for finished in await desk.archive.last_finished(guild_id, interaction.user.id, 1):
        return MatchId(guild_id, finished.match_id)
    raise Refusal(lambda t: t("No match has been finished on this server yet."))


def _several(tables: Sequence[OpenTable], t: Texts) -> str:
    places = ", ".join(f"<#{table.info.channel_id}>" for table in tables)
    return t(
        "You sit at several tables ({places}): say which with the option *{option}*.",
        places=places,
        option=t.name("table"),
    )


def _any(t: Texts) -> str:
    return t(
        "Say which table to end with the option *{option}*: it offers all that are open on this server.",
        option=t.name("table"),
    )
