"""The commands about fair deals: the cut before, the check after."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.choices import match_choices, table_choices
from bot.cutting import cut
from bot.lookup import WHICH_MATCH, WHICH_TABLE, match_meant, table_meant

if TYPE_CHECKING:
    from bot.choices import Choices
    from bot.desk import Desk


class Fair(commands.Cog):
    """Commands about where the cards come from."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="cut", description="Cut the deck, when it is your turn to")
    @app_commands.describe(number="How many cards go from the top to the bottom", table=WHICH_TABLE)
    async def cut(
        self,
        interaction: discord.Interaction,
        number: app_commands.Range[int, 0, 199],
        table: str | None = None,
    ) -> None:
        """Cut the deck that waits for it."""
        async with self._desk.answering(interaction) as reply:
            found = await table_meant(self._desk, interaction, table)
            await cut(self._desk, found, interaction.user.id, str(number))
            await reply.explain(reply.t("You cut the deck at {number}.", number=number))

    @app_commands.command(name="verify", description="Check that a deal came from the deck committed to")
    @app_commands.describe(match=WHICH_MATCH, deal="The number of the deal; without it, the last one")
    async def verify(
        self,
        interaction: discord.Interaction,
        match: str | None = None,
        deal: app_commands.Range[int, 1, 999] | None = None,
    ) -> None:
        """Show how a finished deal came about, and whether it agrees; or what binds the running one."""
        async with self._desk.answering(interaction) as reply:
            match_id = await match_meant(self._desk, interaction, match, sealed=True)
            await reply.show(await self._desk.archive.verify(match_id, deal, reply.user.id, reply.t))

    @cut.autocomplete("table")
    async def _tables(
        self,
        interaction: discord.Interaction,
        current: str,  # noqa: ARG002  # a person's tables are few
    ) -> Choices:
        return await table_choices(self._desk, interaction)

    @verify.autocomplete("match")
    async def _matches(self, interaction: discord.Interaction, current: str) -> Choices:
        return await match_choices(self._desk, interaction, current)
