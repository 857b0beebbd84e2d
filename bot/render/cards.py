"""Cards as one reader sees them: application emojis where there are any, else ``7♡``."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from bot.render.text import NO_BREAK, card_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from discord import PartialEmoji

    from bot.i18n import Texts
    from engine.cards import Card


class CardStyle(Enum):
    """How suits are colored; their shapes always differ."""

    FOUR_COLORS = "four"
    TWO_COLORS = "two"


@dataclass(frozen=True, slots=True)
class Cards:
    """Writes cards for one reader, in the language of ``t``; without ``emojis`` always as text.

    `bot.emojis.Emojis.cards` makes one of a style. Labels of buttons and options cannot hold an emoji in
    their text: they have a place of their own for one, and `card_text` is for what stands beside it.
    """

    t: Texts
    emojis: Mapping[Card, PartialEmoji] = field(default_factory=dict)
    back: str = ""
    """A card from behind, for a text of markdown; empty where there is no emoji of it."""

    def emoji(self, card: Card) -> PartialEmoji | None:
        """Return the emoji of a card, for a button or an option; None while it is not on Discord."""
        return self.emojis.get(card)

    def text(self, card: Card) -> str:
        """Return a card for a text of markdown."""
        emoji = self.emojis.get(card)
        return card_text(card, self.t) if emoji is None else str(emoji)

    def line(self, cards: Iterable[Card]) -> str:
        """Return cards in their order for a text of markdown, so joined that no line breaks between them."""
        return NO_BREAK.join(map(self.text, cards))
