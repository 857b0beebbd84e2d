"""``/settings``: how cards look to a person, and what a server's managers decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.ext import commands

from bot.presses.settings import SettingsPresses
from bot.render.cards import CardStyle
from bot.ui.settings_panel import AS_THE_GAME, HAND_TOO, PICTURES, TEXT, Page, Setting

if TYPE_CHECKING:
    from bot.desk import Desk

_SORTS = [
    Choice(name=locale_str("as fits the rules"), value=AS_THE_GAME),
    Choice(name=locale_str("by rank"), value="rank"),
    Choice(name=locale_str("by suit"), value="suit"),
]
_SHOWS = [
    Choice(name=locale_str("pictures and emojis"), value=PICTURES),
    Choice(name=locale_str("pictures and emojis, also of my hand"), value=HAND_TOO),
    Choice(name=locale_str("text only"), value=TEXT),
]
_COLORS = [
    Choice(name=locale_str("four colors"), value=CardStyle.FOUR_COLORS.value),
    Choice(name=locale_str("two colors"), value=CardStyle.TWO_COLORS.value),
]


class Settings(commands.Cog):
    """The command that shows and changes a person's settings; `bot.presses.settings` knows how."""

    def __init__(self, desk: Desk) -> None:
        self._presses = SettingsPresses(desk)
        self._desk = desk

    @app_commands.command(
        name="settings", description="How cards are shown to you; for managers, the settings of this server"
    )
    @app_commands.describe(
        sort="How your hand is sorted", show="How cards are shown to you", colors="The colors of the suits"
    )
    @app_commands.choices(sort=_SORTS, show=_SHOWS, colors=_COLORS)
    async def settings(
        self,
        interaction: discord.Interaction,
        sort: str | None = None,
        show: str | None = None,
        colors: str | None = None,
    ) -> None:
        """Change what is named, and show the person's settings."""
        async with self._desk.answering(interaction) as reply:
            named = {Setting.SORT: sort, Setting.SHOW: show, Setting.STYLE: colors}
            for setting, word in named.items():
                if word is not None:
                    await self._presses.choose(reply, setting, (word,))
            await reply.show(await self._presses.panel(reply, Page.MINE))
