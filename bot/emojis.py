"""The card faces as emojis of the application."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.cards import Cards, CardStyle

if TYPE_CHECKING:
    from discord import PartialEmoji

    from bot.i18n import Texts
    from engine.cards import Card


class Emojis:
    """The faces that are on Discord, by style."""

    def __init__(self) -> None:
        self._there: dict[CardStyle, dict[Card, PartialEmoji]] = {style: {} for style in CardStyle}

    def cards(self, t: Texts, style: CardStyle = CardStyle.FOUR_COLORS) -> Cards:
        """Return how a reader of this style sees cards, now and as more emojis come to be there."""
        return Cards(t, self._there[style])
