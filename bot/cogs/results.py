"""The commands about finished matches: leaderboard, numbers, history, record, replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.choices import match_choices
from bot.lookup import WHICH_MATCH, match_meant
from bot.places import require_channel, require_permissions
from bot.refusals import Refusal
from bot.ui.boards import Period, board_asked
from engine.rulebook import load_book, load_rules, rule_set_names
from storage.standings import Measure

if TYPE_CHECKING:
    from bot.choices import Choices
    from bot.desk import Desk

_BOOKS = [load_book(name) for name in rule_set_names()]
_BOARDS = [
    app_commands.Choice(name=f"{book.rules.title}, {players}", value=f"{book.rules.name} {players}")
    for book in _BOOKS
    for players in book.rules.deal.players
]
_MEASURES = [
    app_commands.Choice(name=name, value=measure.value)
    for name, measure in (
        ("rating", Measure.RATING),
        ("matches won", Measure.WINS),
        ("share of matches won", Measure.WIN_RATE),
        ("points a deal", Measure.POINTS),
        ("margin a match", Measure.MARGIN),
    )
]
_PERIODS = [
    app_commands.Choice(name=name, value=period.value)
    for name, period in (
        ("all time", Period.ALL),
        ("the last 30 days", Period.MONTH),
        ("the last 7 days", Period.WEEK),
    )
]


class Results(commands.Cog):
    """Commands that look back."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="leaderboard", description="Who plays best on this server")
    @app_commands.describe(
        board="Which rules, for how many; without it, those of the last match",
        by="What it is ordered by",
        period="Which matches count",
    )
    @app_commands.choices(board=_BOARDS, by=_MEASURES, period=_PERIODS)
    async def leaderboard(
        self,
        interaction: discord.Interaction,
        board: str | None = None,
        by: str = Measure.RATING,
        period: str = Period.ALL,
    ) -> None:
        """Show the first page of a leaderboard."""
        async with self._desk.answering(interaction) as reply:
            guild_id, viewer = interaction.guild_id or 0, interaction.user.id
            named = board or await self._last_board(guild_id, viewer)
            asked = board_asked(f"{named.replace(' ', '.')}.{by}.{period}.0")
            if asked is None:
                raise Refusal(lambda t: t("There is no such leaderboard."))
            await reply.show(await self._desk.archive.leaderboard(asked, guild_id, viewer, reply.t))

    async def _last_board(self, guild_id: int, viewer: int) -> str:
        """Return the rules and the number of players, as in a choice, of the last match or of the next."""
        for finished in await self._desk.archive.last_finished(guild_id, viewer, 1):
            return f"{finished.rules_name} {finished.players}"
        rules_name = self._desk.preferences.server(guild_id).rules
        return f"{rules_name} {load_rules(rules_name).deal.players[0]}"

    @app_commands.command(name="stats", description="What somebody's matches on this server come to")
    @app_commands.describe(member="Whose; without it, yours")
    async def stats(self, interaction: discord.Interaction, member: discord.User | None = None) -> None:
        """Show a person's numbers."""
        async with self._desk.answering(interaction) as reply:
            viewer = interaction.user.id
            asked = viewer if member is None else member.id
            guild_id = interaction.guild_id or 0
            await reply.show(await self._desk.archive.stats(guild_id, asked, viewer, reply.t))

    @app_commands.command(name="history", description="The last matches of this server")
    async def history(self, interaction: discord.Interaction) -> None:
        """Show the first page of the finished matches."""
        async with self._desk.answering(interaction) as reply:
            guild_id, viewer = interaction.guild_id or 0, interaction.user.id
            await reply.show(await self._desk.archive.history(guild_id, 0, viewer, reply.t))

    @app_commands.command(name="record", description="A match as a file, deal by deal")
    @app_commands.describe(match=WHICH_MATCH)
    async def record(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Send the finished deals of a match as a file."""
        async with self._desk.answering(interaction) as reply:
            match_id = await match_meant(self._desk, interaction, match)
            file = await self._desk.archive.record(match_id, interaction.user.id, reply.t)
            await reply.send_file(reply.t("Every finished deal of this match, card by card."), file)

    @app_commands.command(name="replay", description="Go through a finished deal, with all hands open")
    @app_commands.describe(
        match=WHICH_MATCH,
        deal="The number of the deal; without it, the last one",
        public="Show it to the whole channel, once the match is over",
    )
    async def replay(
        self,
        interaction: discord.Interaction,
        match: str | None = None,
        deal: app_commands.Range[int, 1, 999] | None = None,
        public: bool = False,  # noqa: FBT001, FBT002  # an option of the command
    ) -> None:
        """Show the deal as it was dealt, with buttons that go on."""
        async with self._desk.answering(interaction) as reply:
            match_id, archive = await match_meant(self._desk, interaction, match), self._desk.archive
            if not public:
                cards = await self._desk.cards_for(reply)
                await reply.show(await archive.replay(match_id, deal, 0, interaction.user.id, cards))
                return
            require_permissions(interaction)
            require_channel(interaction, self._desk.preferences.server(match_id.guild_id).channels)
            cards, name = self._desk.redraw.cards(match_id), interaction.user.display_name
            await reply.post(await archive.public_replay(match_id, deal, 0, name, cards))

    @record.autocomplete("match")
    @replay.autocomplete("match")
    async def _matches(self, interaction: discord.Interaction, current: str) -> Choices:
        return await match_choices(self._desk, interaction, current)
