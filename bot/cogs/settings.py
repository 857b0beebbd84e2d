"""``/settings``: how cards look to a person, and what a server's managers decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.i18n import language_names
from bot.presses.settings import SettingsPresses
from bot.render.cards import CardStyle
from bot.ui.settings_panel import AS_DISCORD, AS_THE_GAME, HAND_TOO, PICTURES, TEXT, Page, Setting

if TYPE_CHECKING:
    from bot.desk import Desk

_LANGUAGES = [
    Choice(name="as in my Discord", value=AS_DISCORD),
    *(Choice(name=name, value=locale) for locale, name in language_names().items()),
]
_SORTS = [
    Choice(name="as fits the rules", value=AS_THE_GAME),
    Choice(name="by rank", value="rank"),
    Choice(name="by suit", value="suit"),
]
_SHOWS = [
    Choice(name="pictures and emojis", value=PICTURES),
    Choice(name="pictures and emojis, also of my hand", value=HAND_TOO),
    Choice(name="text only", value=TEXT),
]
_COLORS = [
    Choice(name="four colors", value=CardStyle.FOUR_COLORS.value),
    Choice(name="two colors", value=CardStyle.TWO_COLORS.value),
]


class Settings(commands.Cog):
    """The command that shows and changes a person's settings; `bot.presses.settings` knows how."""

    def __init__(self, desk: Desk) -> None:
        self._presses = SettingsPresses(desk)
        self._desk = desk

    @app_commands.command(
        name="settings",
        description="Your language, and how cards are shown to you; "
        "for managers, also this server's settings",
    )
    @app_commands.describe(
        language="The language of what only you see",
        sort="How your hand is sorted",
        show="How cards are shown to you",
        colors="The colors of the suits",
    )
    @app_commands.choices(language=_LANGUAGES)
    @app_commands.choices(sort=_SORTS, show=_SHOWS, colors=_COLORS)
    async def settings(
        self,
        interaction: discord.Interaction,
        language: str | None = None,
        sort: str | None = None,
        show: str | None = None,
        colors: str | None = None,
    ) -> None:
        """Change what is named, and show the person's settings."""
        async with self._desk.answering(interaction) as reply:
            named = {
                Setting.LANGUAGE: language,
                Setting.SORT: sort,
                Setting.SHOW: show,
                Setting.STYLE: colors,
            }
            for setting, word in named.items():
                if word is not None:
                    await self._presses.choose(reply, setting, (word,))
            await reply.show(await self._presses.panel(reply, Page.MINE))
