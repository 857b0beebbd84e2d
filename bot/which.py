"""Which table a command means: the one named, the only one of the person, or the one of the channel."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.refusals import Refusal
from bot.render.text import plain_name
from bot.ui.layout import LABEL_LIMIT, OPTION_LIMIT, shorten
from storage.model import TableId

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from bot.desk import Desk
    from bot.i18n import Texts
    from bot.tables import OpenTable

TABLE_ID = re.compile(r"[a-z0-9]{6,10}")
"""What a table's id looks like, which is its match's as well."""


async def table_meant(desk: Desk, interaction: discord.Interaction, named: str | None) -> OpenTable:
    """Return the table that a person with a seat means. Raises Refusal where there is none, or a choice."""
    found = await _meant(desk, interaction, named)
    if interaction.type is discord.InteractionType.application_command:
        desk.whereabouts.visited(found, interaction)
    return found


async def _meant(desk: Desk, interaction: discord.Interaction, named: str | None) -> OpenTable:
    guild_id = interaction.guild_id
    if named is not None:
        if not TABLE_ID.fullmatch(named):
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
    """Return the table that a person means who need not have a seat: else the only one of the channel."""
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
        if may_end_any and await desk.tables.in_guild(interaction.guild_id):
            raise Refusal(_any) from None
        raise


async def table_choices(desk: Desk, interaction: discord.Interaction) -> list[app_commands.Choice[str]]:
    """Return the person's tables for autocomplete; none where the only one is set aside."""
    return await _choices(desk.tables.of_person(interaction.guild_id, interaction.user.id))


async def choices_to_end(
    desk: Desk, interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """Return for autocomplete what the person may want to end: a moderator, any table of the server."""
    if not interaction.permissions.manage_messages:
        return await table_choices(desk, interaction)
    return await _choices(desk.tables.in_guild(interaction.guild_id), typed.casefold())


async def _choices(tables: Awaitable[Sequence[OpenTable]], part: str = "") -> list[app_commands.Choice[str]]:
    """Return those of the tables whose people have ``part`` in their names."""
    try:
        named = [(_people(table), table.info.id) for table in await tables]
    except Refusal:
        return []
    found = [(people, table_id) for people, table_id in named if part in people.casefold()]
    return [
        app_commands.Choice(name=shorten(people, LABEL_LIMIT), value=table_id)
        for people, table_id in found[:OPTION_LIMIT]
    ]


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


def _people(table: OpenTable) -> str:
    return ", ".join(plain_name(seat.name) for seat in table.info.seats if seat.name)
