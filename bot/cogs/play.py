"""The commands that play cards: everything that the buttons do, typed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.i18n import texts_for
from bot.refusals import Refusal
from bot.render.text import NO_BREAK, action_label, ranks_text
from bot.seating import seat_of
from bot.typed import discard_action, layoff_action, meld_action, own_melds, take_action
from bot.ui.ids import action_code
from bot.ui.plays import worth
from bot.which import table_choices, table_meant
from engine.actions import Discard, Draw, LayDown, TakePile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.desk import Desk
    from engine.actions import Action
    from engine.view import View

_CHOICES = 25
_NAME_LIMIT = 100
_WHICH = "Which table, if you sit at several"
Choices = list[app_commands.Choice[str]]


class Play(commands.Cog):
    """Commands of the person whose turn it is. Each is answered with the hand panel as it is then."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="draw", description="Draw a card from the stock")
    @app_commands.describe(table=_WHICH)
    async def draw(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Draw."""
        await self._play(interaction, table, lambda _: Draw())

    @app_commands.command(name="take", description="Take the pile")
    @app_commands.describe(cards="The cards of your hand that you take it with", table=_WHICH)
    async def take(
        self, interaction: discord.Interaction, cards: str | None = None, table: str | None = None
    ) -> None:
        """Take the pile."""
        await self._play(interaction, table, partial(take_action, cards))

    @app_commands.command(name="meld", description="Lay a new meld")
    @app_commands.describe(cards="The cards, like 7H 7D 2S", table=_WHICH)
    async def meld(self, interaction: discord.Interaction, cards: str, table: str | None = None) -> None:
        """Lay a new meld."""
        await self._play(interaction, table, partial(meld_action, cards))

    @app_commands.command(name="layoff", description="Lay cards on a meld of your side")
    @app_commands.describe(
        cards="The cards, like KH 2S", onto="The meld, where the cards fit several", table=_WHICH
    )
    async def layoff(
        self, interaction: discord.Interaction, cards: str, onto: str | None = None, table: str | None = None
    ) -> None:
        """Lay off."""
        await self._play(interaction, table, partial(layoff_action, cards, onto))

    @app_commands.command(name="discard", description="Discard a card, which ends your turn")
    @app_commands.describe(card="The card, like 4S", table=_WHICH)
    async def discard(self, interaction: discord.Interaction, card: str, table: str | None = None) -> None:
        """Discard."""
        await self._play(interaction, table, partial(discard_action, card))

    @app_commands.command(name="undo", description="Take back what you did last in this turn")
    @app_commands.describe(table=_WHICH)
    async def undo(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Take the last action back."""
        async with self._desk.answering(interaction) as reply:
            found = await table_meant(self._desk, interaction, table)
            await play.undo(self._desk, reply, found, found.table.version)
            await self._desk.hands.show(reply, found)

    async def _play(
        self, interaction: discord.Interaction, table: str | None, meant: Callable[[View], Action]
    ) -> None:
        """Play the action that is meant at the table that is meant, as both stand now."""
        async with self._desk.answering(interaction) as reply:
            found = await table_meant(self._desk, interaction, table)
            seat = play.require_player(found, interaction.user.id)
            action = meant(found.table.view(seat))
            await play.make(self._desk, reply, found, action, found.table.version)
            await self._desk.hands.show(reply, found)

    @take.autocomplete("cards")
    async def _ways_to_take(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._choices(interaction, current, lambda action: isinstance(action, TakePile))

    @meld.autocomplete("cards")
    async def _new_melds(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._choices(interaction, current, lambda action: _lay_of(action, onto=False))

    @layoff.autocomplete("cards")
    async def _lay_offs(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._choices(interaction, current, lambda action: _lay_of(action, onto=True))

    @discard.autocomplete("card")
    async def _discards(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._choices(interaction, current, lambda action: isinstance(action, Discard))

    @layoff.autocomplete("onto")
    async def _own_melds(self, interaction: discord.Interaction, current: str) -> Choices:
        view, t = await self._view(interaction), texts_for(str(interaction.locale.value))
        melds = () if view is None else own_melds(view)
        return _matching(current, ((ranks_text(meld.rank, t), f"#{i}") for i, meld in enumerate(melds)))

    @draw.autocomplete("table")
    @take.autocomplete("table")
    @meld.autocomplete("table")
    @layoff.autocomplete("table")
    @discard.autocomplete("table")
    @undo.autocomplete("table")
    async def _tables(
        self,
        interaction: discord.Interaction,
        current: str,  # noqa: ARG002  # a person's tables are few
    ) -> Choices:
        return await table_choices(self._desk, interaction)

    async def _choices(
        self, interaction: discord.Interaction, current: str, wanted: Callable[[Action], bool]
    ) -> Choices:
        """Return the person's legal plays of one kind that fit what was typed so far, the best first."""
        view, t = await self._view(interaction), texts_for(str(interaction.locale.value))
        if view is None:
            return []
        plays = filter(wanted, sorted(view.legal, key=partial(worth, view), reverse=True))
        return _matching(current, ((action_label(action, view, t), action_code(action)) for action in plays))

    async def _view(self, interaction: discord.Interaction) -> View | None:
        """Return what the person may know of the table that is meant, None for one without a hand."""
        try:
            found = await table_meant(self._desk, interaction, interaction.namespace.table)
        except Refusal:
            return None
        seat = seat_of(found.info, interaction.user.id)
        return None if seat is None or found.match.state is None else found.table.view(seat)


def _lay_of(action: Action, *, onto: bool) -> bool:
    """Tell whether an action is a single lay: a lay-off, or else a new meld."""
    return isinstance(action, LayDown) and len(action.lays) == 1 and (action.lays[0].meld is not None) == onto


def _matching(current: str, named: Iterable[tuple[str, str]]) -> Choices:
    typed = _searched(current)
    return [
        app_commands.Choice(name=name[:_NAME_LIMIT], value=value)
        for name, value in named
        if typed in _searched(name) or typed in _searched(value)
    ][:_CHOICES]


def _searched(words: str) -> str:
    return words.replace(NO_BREAK, " ").casefold()
