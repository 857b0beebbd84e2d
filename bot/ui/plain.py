"""A panel of nothing but words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.layout import TEXT_LIMIT, panel, shorten, text

if TYPE_CHECKING:
    from discord.ui import LayoutView


def plain_panel(words: str) -> LayoutView:
    """Return ``words``, markdown in the reader's language, as a message."""
    return panel(text(shorten(words, TEXT_LIMIT)))
