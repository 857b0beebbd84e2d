"""What autocomplete offers: a person's own legal plays, and the melds of their side."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from discord import app_commands

from bot.lookup import Choices, table_meant
from bot.refusals import Refusal
from bot.render.melds import DASH, meld_names
from bot.render.plays import action_label, own_side
from bot.render.text import NO_BREAK, shorten
from bot.seating import seat_of
from bot.ui.ids import action_code
from bot.ui.layout import LABEL_LIMIT, OPTION_LIMIT
from bot.ui.plays import worth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import discord

    from bot.desk import Desk
    from engine.actions import Action
    from engine.view import View


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


async def _view(desk: Desk, interaction: discord.Interaction) -> View | None:
    """Return what the person may know of the table that is meant, None for one without a hand."""
    try:
        found = await table_meant(desk, interaction, interaction.namespace.table)
    except Refusal:
        return None
    seat = seat_of(found.info, interaction.user.id)
    return None if seat is None or found.match.state is None else found.table.view(seat)


def _matching(current: str, named: Iterable[tuple[str, str]]) -> Choices:
    typed = _searched(current)
    return [
        app_commands.Choice(name=shorten(name, LABEL_LIMIT), value=value)
        for name, value in named
        if len(value) <= LABEL_LIMIT and (typed in _searched(name) or typed in _searched(value))
    ][:OPTION_LIMIT]


def _searched(words: str) -> str:
    return words.replace(NO_BREAK, " ").replace(DASH, "-").replace("\N{EN DASH}", "-").casefold()
