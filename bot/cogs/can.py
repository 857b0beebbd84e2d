"""``/can``: "may I …?", answered by the referee. It changes nothing, and nobody else sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.choices import Choices, meld_choices, table_choices
from bot.lookup import WHICH_TABLE, table_meant
from bot.questions import answer_text, may_discard, may_go_out, may_lay_off, may_meld, may_take
from bot.referee import Case
from bot.refusals import Refusal
from bot.seating import require_seat

if TYPE_CHECKING:
    from bot.desk import Desk
    from bot.questions import Question


class Can(commands.Cog):
    """Questions about one's own seat, in one's own turn or as if it were."""

    can = app_commands.Group(name="can", description='Ask the referee "may I …?"; only you see the answer')

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @can.command(name="take", description="May I take the pile?")
    @app_commands.describe(
        cards="The cards of your hand to take it with; without them, any", table=WHICH_TABLE
    )
    async def take(
        self, interaction: discord.Interaction, cards: str | None = None, table: str | None = None
    ) -> None:
        """Judge taking the pile."""
        await self._answer(interaction, table, may_take(cards))

    @can.command(name="meld", description="May I meld these cards?")
    @app_commands.describe(cards="The cards, like 7H 7D 2S; a / between two melds", table=WHICH_TABLE)
    async def meld(self, interaction: discord.Interaction, cards: str, table: str | None = None) -> None:
        """Judge new melds."""
        await self._answer(interaction, table, may_meld(cards))

    @can.command(name="layoff", description="May I lay these cards on a meld of my side?")
    @app_commands.describe(
        cards="The cards, like KH 2S", onto="The meld, where the cards fit several", table=WHICH_TABLE
    )
    async def layoff(
        self, interaction: discord.Interaction, cards: str, onto: str | None = None, table: str | None = None
    ) -> None:
        """Judge a lay-off."""
        await self._answer(interaction, table, may_lay_off(cards, onto))

    @can.command(name="discard", description="May I discard this card?")
    @app_commands.describe(card="The card, like 4S", table=WHICH_TABLE)
    async def discard(self, interaction: discord.Interaction, card: str, table: str | None = None) -> None:
        """Judge a discard."""
        await self._answer(interaction, table, may_discard(card))

    @can.command(name="goout", description="May I go out?")
    @app_commands.describe(table=WHICH_TABLE)
    async def goout(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Judge going out."""
        await self._answer(interaction, table, may_go_out())

    async def _answer(self, interaction: discord.Interaction, table: str | None, question: Question) -> None:
        """Answer about the person's seat at the table that is meant, as it stands for that seat."""
        async with self._desk.answering(interaction) as reply:
            found = await table_meant(self._desk, interaction, table)
            seat = require_seat(found.info, interaction.user.id)
            if found.match.state is None:
                raise Refusal(lambda t: t("The match has not started yet."))
            case = Case(found.table.state_for(seat), seat)
            await reply.explain(answer_text(case, question, reply.t))

    @take.autocomplete("table")
    @meld.autocomplete("table")
    @layoff.autocomplete("table")
    @discard.autocomplete("table")
    @goout.autocomplete("table")
    async def _tables(
        self,
        interaction: discord.Interaction,
        current: str,  # noqa: ARG002  # a person's tables are few
    ) -> Choices:
        return await table_choices(self._desk, interaction)

    @layoff.autocomplete("onto")
    async def _own_melds(self, interaction: discord.Interaction, current: str) -> Choices:
        return await meld_choices(self._desk, interaction, current)
