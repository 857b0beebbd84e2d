"""The commands that play cards: everything that the buttons do, typed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import play
from bot.choices import Choices, meld_choices, play_choices, table_choices
from bot.lookup import WHICH_TABLE, table_meant
from bot.referee import Case
from bot.typed import discard_action, layoff_action, meld_action, take_action
from engine.actions import Answer, Ask, Discard, Draw, LayDown, TakePile

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.desk import Desk
    from engine.actions import Action


class Play(commands.Cog):
    """Commands of the person whose turn it is. Each is answered with the hand panel as it is then."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="draw", description="Draw a card from the stock")
    @app_commands.describe(table=WHICH_TABLE)
    async def draw(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Draw."""
        await self._play(interaction, table, lambda _: Draw())

    @app_commands.command(name="take", description="Take the pile")
    @app_commands.describe(
        cards="The cards of your hand that you take it with; further melds after a /", table=WHICH_TABLE
    )
    async def take(
        self, interaction: discord.Interaction, cards: str | None = None, table: str | None = None
    ) -> None:
        """Take the pile."""
        await self._play(interaction, table, partial(take_action, cards))

    @app_commands.command(name="meld", description="Lay a new meld, or several together")
    @app_commands.describe(cards="The cards, like 7H 7D 2S; a / between two melds", table=WHICH_TABLE)
    async def meld(self, interaction: discord.Interaction, cards: str, table: str | None = None) -> None:
        """Lay new melds."""
        await self._play(interaction, table, lambda case: meld_action(cards, case.view))

    @app_commands.command(name="layoff", description="Lay cards on a meld of your side")
    @app_commands.describe(
        cards="The cards, like KH 2S", onto="The meld, where the cards fit several", table=WHICH_TABLE
    )
    async def layoff(
        self, interaction: discord.Interaction, cards: str, onto: str | None = None, table: str | None = None
    ) -> None:
        """Lay off."""
        await self._play(interaction, table, partial(layoff_action, cards, onto))

    @app_commands.command(name="discard", description="Discard a card, which ends your turn")
    @app_commands.describe(card="The card, like 4S", table=WHICH_TABLE)
    async def discard(self, interaction: discord.Interaction, card: str, table: str | None = None) -> None:
        """Discard."""
        await self._play(interaction, table, lambda case: discard_action(card, case.view))

    @app_commands.command(name="ask", description='Ask your partner "may I go out?"')
    @app_commands.describe(table=WHICH_TABLE)
    async def ask(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Ask the partner."""
        await self._play(interaction, table, lambda _: Ask())

    @app_commands.command(name="answer", description="Answer your partner who asks to go out")
    @app_commands.describe(yes="Whether your partner may go out", table=WHICH_TABLE)
    async def answer(self, interaction: discord.Interaction, yes: bool, table: str | None = None) -> None:  # noqa: FBT001  # Discord passes the option like that
        """Answer the partner."""
        await self._play(interaction, table, lambda _: Answer(yes))

    @app_commands.command(name="undo", description="Take back what you did last in this turn")
    @app_commands.describe(table=WHICH_TABLE)
    async def undo(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Take the last action back."""
        async with self._desk.answering(interaction) as reply:
            found = await table_meant(self._desk, interaction, table)
            await play.undo(self._desk, reply, found, found.table.version)
            await self._desk.hands.show(reply, found)

    async def _play(
        self, interaction: discord.Interaction, table: str | None, meant: Callable[[Case], Action]
    ) -> None:
        """Play the action that is meant at the table that is meant, as both stand now."""
        async with self._desk.answering(interaction) as reply:
            found = await table_meant(self._desk, interaction, table)
            seat = play.require_player(found, interaction.user.id)
            action = meant(Case(found.table.state_for(seat), seat))
            news = await play.make(self._desk, reply, found, action, found.table.version)
            await self._desk.hands.show(reply, found, news)

    @take.autocomplete("cards")
    async def _ways_to_take(self, interaction: discord.Interaction, current: str) -> Choices:
        return await play_choices(
            self._desk, interaction, current, lambda action: isinstance(action, TakePile)
        )

    @meld.autocomplete("cards")
    async def _new_melds(self, interaction: discord.Interaction, current: str) -> Choices:
        return await play_choices(self._desk, interaction, current, partial(_lays, onto=False))

    @layoff.autocomplete("cards")
    async def _lay_offs(self, interaction: discord.Interaction, current: str) -> Choices:
        return await play_choices(self._desk, interaction, current, partial(_lays, onto=True))

    @discard.autocomplete("card")
    async def _discards(self, interaction: discord.Interaction, current: str) -> Choices:
        return await play_choices(
            self._desk, interaction, current, lambda action: isinstance(action, Discard)
        )

    @layoff.autocomplete("onto")
    async def _own_melds(self, interaction: discord.Interaction, current: str) -> Choices:
        return await meld_choices(self._desk, interaction, current)

    @draw.autocomplete("table")
    @take.autocomplete("table")
    @meld.autocomplete("table")
    @layoff.autocomplete("table")
    @discard.autocomplete("table")
    @undo.autocomplete("table")
    @ask.autocomplete("table")
    @answer.autocomplete("table")
    async def _tables(
        self,
        interaction: discord.Interaction,
        current: str,  # noqa: ARG002  # a person's tables are few
    ) -> Choices:
        return await table_choices(self._desk, interaction)


def _lays(action: Action, *, onto: bool) -> bool:
    """Tell whether an action is a lay-off, or else whether it lays new melds."""
    return isinstance(action, LayDown) and (action.lays[0].meld is not None) == onto
