"""The commands round a match: open a table, look at it, read the rules, end it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import ending, seating
from bot.choices import Choices, choices_to_end, table_choices
from bot.lookup import WHICH_TABLE, table_here, table_meant, table_to_end
from bot.opening import open_lobby
from bot.places import require_channel, require_permissions
from bot.refusals import Refusal
from bot.tables import table_id_of
from bot.ui.help_panel import help_panel
from bot.ui.rules_panel import rules_panel
from engine.errors import InvalidInput
from engine.rulebook import load_book, load_rules, rule_set_names
from storage.errors import MatchExists
from storage.model import Pace, SeatInfo, SeatKind, Status, TableInfo

if TYPE_CHECKING:
    from bot.desk import Desk
    from bot.reply import Reply
    from engine.ruleset import RuleSet

_BOOKS = [load_book(name) for name in rule_set_names()]
_RULES = [app_commands.Choice(name=book.rules.title, value=book.rules.name) for book in _BOOKS]
_PLAYERS = [
    app_commands.Choice(name=str(players), value=players)
    for players in sorted({players for book in _BOOKS for players in book.rules.deal.players})
]
_PACES = [
    app_commands.Choice(name="live: 60 seconds a turn", value=Pace.LIVE.value),
    app_commands.Choice(name="relaxed: 5 minutes a turn", value=Pace.RELAXED.value),
    app_commands.Choice(name="correspondence: 24 hours a turn", value=Pace.CORRESPONDENCE.value),
    app_commands.Choice(name="none", value=Pace.NONE.value),
]


class Canasta(commands.Cog):
    """Commands that play no card."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="canasta", description="Open a table for a match of Canasta")
    @app_commands.describe(
        rules="The rules to play by",
        players="How many play",
        target="The points that win the match",
        clock="How long a turn may take; without it, as long as one likes",
        ranked="Whether it counts for the leaderboard; then the rules are played as they are",
    )
    @app_commands.choices(rules=_RULES)
    @app_commands.choices(players=_PLAYERS)
    @app_commands.choices(clock=_PACES)
    async def canasta(  # noqa: PLR0913, PLR0917  # the command's options
        self,
        interaction: discord.Interaction,
        rules: str | None = None,
        players: int | None = None,
        target: app_commands.Range[int, 500, 20000] | None = None,
        clock: str = Pace.NONE.value,
        ranked: bool = False,  # noqa: FBT001, FBT002  # an option of the command
    ) -> None:
        """Open a lobby in this channel, its host seated."""
        async with self._desk.answering(interaction) as reply:
            require_permissions(interaction)
            server = self._desk.preferences.server(interaction.guild_id or 0)
            require_channel(interaction, server.channels)
            chosen = _rules(rules or server.rules, target)
            if players is not None and players not in chosen.deal.players:
                raise Refusal(lambda t: t("These rules are not for that many players."))
            if ranked and chosen.options:
                raise Refusal(lambda t: t("A ranked match is played by the rules as they are."))
            lobby = self._lobby(reply, chosen, players or chosen.deal.players[0])
            try:
                await open_lobby(self._desk, reply, replace(lobby, pace=_pace(clock), ranked=ranked))
            except MatchExists:  # the command was delivered twice
                reply.leave()

    def _lobby(self, reply: Reply, rules: RuleSet, players: int) -> TableInfo:
        """Return a new table in this channel, its host seated. Raises Refusal outside servers."""
        interaction = reply.interaction
        if interaction.guild_id is None or interaction.channel_id is None:
            raise Refusal(lambda t: t("Canasta is played on a server, not in private messages."))
        lobby = TableInfo(
            id=table_id_of(f"command {interaction.id}"),
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            message_id=None,
            host_id=reply.user.id,
            status=Status.LOBBY,
            rules=rules,
            players=players,
            seats=(SeatInfo(SeatKind.EMPTY),) * players,
        )
        return seating.sit(lobby, reply.user.id, reply.user.display_name, side=0)

    @app_commands.command(name="hand", description="Show your cards, to nobody but you")
    @app_commands.describe(table=WHICH_TABLE)
    async def hand(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Open the hand panel."""
        async with self._desk.answering(interaction) as reply:
            await self._desk.hands.show(reply, await table_meant(self._desk, interaction, table))

    @app_commands.command(name="table", description="Show the table again, and go on with it here")
    @app_commands.describe(table=WHICH_TABLE)
    async def table(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Move the table message to the end of this channel."""
        async with self._desk.answering(interaction) as reply:
            require_permissions(interaction)
            found = await table_meant(self._desk, interaction, table)
            seating.require_seat(found.info, interaction.user.id)
            await self._desk.redraw.post(reply, found)

    @app_commands.command(name="rules", description="Read the rules as numbered clauses")
    @app_commands.describe(rules="Which rules; without it, those of your table")
    @app_commands.choices(rules=_RULES)
    async def rules(self, interaction: discord.Interaction, rules: str | None = None) -> None:
        """Show the first page of the rules."""
        async with self._desk.answering(interaction) as reply:
            if rules is not None:
                await reply.show(rules_panel(_rules(rules, None), reply.t))
            else:
                await self._rules_here(reply)

    async def _rules_here(self, reply: Reply) -> None:
        try:
            info = (await table_here(self._desk, reply.interaction, None)).info
        except Refusal:
            server = self._desk.preferences.server(reply.interaction.guild_id or 0)
            await reply.show(rules_panel(load_rules(server.rules), reply.t))
        else:
            await reply.show(rules_panel(info.rules, reply.t, table=info.id))

    @app_commands.command(name="end", description="End the match before it is over")
    @app_commands.describe(table=WHICH_TABLE)
    async def end(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """End the match, or ask those who play whether to."""
        async with self._desk.answering(interaction) as reply:
            await ending.end_or_offer(self._desk, reply, await table_to_end(self._desk, interaction, table))

    @app_commands.command(name="help", description="How to play here")
    async def help(self, interaction: discord.Interaction) -> None:
        """Show the help."""
        async with self._desk.answering(interaction) as reply:
            await reply.show(help_panel(reply.t))

    @hand.autocomplete("table")
    @table.autocomplete("table")
    async def _tables(
        self,
        interaction: discord.Interaction,
        current: str,  # noqa: ARG002  # a person's tables are few
    ) -> Choices:
        return await table_choices(self._desk, interaction)

    @end.autocomplete("table")
    async def _tables_to_end(self, interaction: discord.Interaction, current: str) -> Choices:
        return await choices_to_end(self._desk, interaction, current)


def _rules(name: str, target: int | None) -> RuleSet:
    try:
        return load_rules(name, None, {} if target is None else {"match.target": target})
    except InvalidInput:
        raise Refusal(lambda t: t("These rules cannot be played like that.")) from None


def _pace(name: str) -> Pace:
    try:
        return Pace(name)
    except ValueError:
        raise Refusal(lambda t: t("There is no such clock.")) from None
