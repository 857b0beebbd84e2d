"""Panels of nothing but words, or a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.ui import File

from bot.render.text import shorten
from bot.ui.layout import TEXT_LIMIT, panel, text

if TYPE_CHECKING:
    import discord
    from discord.ui import LayoutView


def plain_panel(words: str) -> LayoutView:
    """Return ``words``, markdown in the reader's language, as a message."""
    return panel(text(shorten(words, TEXT_LIMIT)))


def file_panel(words: str, file: discord.File) -> LayoutView:
    """Return ``words`` and a file, which is sent along, as a message."""
    return panel(text(shorten(words, TEXT_LIMIT)), File(file))
