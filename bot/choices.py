"""What autocomplete offers: legal plays, melds, tables and matches."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from discord import app_commands

from bot.lookup import table_meant
from bot.refusals import Refusal
from bot.render.melds import DASH, meld_names
from bot.render.plays import action_label, own_side
from bot.render.text import NO_BREAK, plain_name, shorten
from bot.seating import seat_of
from bot.ui.boards import match_label
from bot.ui.ids import action_code
from bot.ui.layout import LABEL_LIMIT, OPTION_LIMIT
from bot.ui.plays import worth

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    import discord

    from bot.desk import Desk
    from bot.tables import OpenTable
    from engine.actions import Action
    from engine.view import View

Choices: TypeAlias = list[app_commands.Choice[str]]


async def play_choices(
    desk: Desk, interaction: discord.Interaction, current: str, wanted: Callable[[Action], bool]
) -> Choices:
    """Return the person's legal plays of one kind that fit what was typed so far, the best first."""
    view, t = await _view(desk, interaction), desk.preferences.texts(interaction)
    if view is None:
        return []
    plays = filter(wanted, sorted(view.legal, key=partial(worth, view), reverse=True))
    return _matching(current, ((action_label(action, view, t), action_code(action)) for action in plays))


async def meld_choices(desk: Desk, interaction: discord.Interaction, current: str) -> Choices:
    """Return the melds of the person's side that fit what was typed so far."""
    view, t = await _view(desk, interaction), desk.preferences.texts(interaction)
    names = [] if view is None else meld_names(own_side(view).melds, t)
    return _matching(current, ((name, f"#{number}") for number, name in enumerate(names)))


async def table_choices(desk: Desk, interaction: discord.Interaction) -> Choices:
    """Return the person's tables; none where the only one is set aside."""
    return await _tables(desk.tables.of_person(interaction.guild_id, interaction.user.id))


async def choices_to_end(desk: Desk, interaction: discord.Interaction, typed: str) -> Choices:
    """Return what the person may want to end: a moderator, any table of the server."""
    if not interaction.permissions.manage_messages:
        return await table_choices(desk, interaction)
    return await _tables(desk.tables.in_guild(interaction.guild_id), typed)


async def match_choices(desk: Desk, interaction: discord.Interaction, typed: str) -> Choices:
    """Return the server's last matches whose labels hold what was typed so far."""
    guild_id, viewer = interaction.guild_id or 0, interaction.user.id
    found = await desk.archive.last_finished(guild_id, viewer, OPTION_LIMIT)
    t = desk.preferences.texts(interaction)
    return _named(typed, ((match_label(finished, t), finished.match_id) for finished in found))


async def _view(desk: Desk, interaction: discord.Interaction) -> View | None:
    """Return what the person may know of the table that is meant, None for one without a hand."""
    try:
        found = await table_meant(desk, interaction, interaction.namespace.table)
    except Refusal:
        return None
    seat = seat_of(found.info, interaction.user.id)
    return None if seat is None or found.match.state is None else found.table.view(seat)


async def _tables(tables: Awaitable[Sequence[OpenTable]], typed: str = "") -> Choices:
    """Return those of the tables whose people have in their names what was typed so far."""
    try:
        return _named(typed, [(_people(table), table.info.id) for table in await tables])
    except Refusal:
        return []


def _people(table: OpenTable) -> str:
    return ", ".join(plain_name(seat.name) for seat in table.info.seats if seat.name)


def _named(typed: str, named: Iterable[tuple[str, str]]) -> Choices:
    return _offered((name, value) for name, value in named if typed.casefold() in name.casefold())


def _matching(typed: str, named: Iterable[tuple[str, str]]) -> Choices:
    """Return those that are called like what was typed, or stand for it; a value too long cannot be sent."""
    part = _searched(typed)
    return _offered(
        (name, value)
        for name, value in named
        if len(value) <= LABEL_LIMIT and (part in _searched(name) or part in _searched(value))
    )


def _offered(named: Iterable[tuple[str, str]]) -> Choices:
    """Return as many as Discord takes."""
    return [
        app_commands.Choice(name=shorten(name, LABEL_LIMIT), value=value)
        for name, value in islice(named, OPTION_LIMIT)
    ]


def _searched(words: str) -> str:
    return words.replace(NO_BREAK, " ").replace(DASH, "-").replace("\N{EN DASH}", "-").casefold()
