"""What the picture of a hand shows, as plain data with its words. It is for one person's eyes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.render.hand import hand_groups
from bot.render.text import DOT, as_alt_text, cards_text

if TYPE_CHECKING:
    from bot.i18n import Texts
    from bot.render.cards import CardStyle
    from engine.cards import Card


@dataclass(frozen=True, slots=True)
class HandScene:
    """A hand, sorted as its person wants it; ``word`` marks the cards in ``drawn``, which came last."""

    hand: tuple[Card, ...]
    drawn: tuple[Card, ...]
    chosen: tuple[Card, ...]
    by_suit: bool
    style: CardStyle
    word: str


def hand_alt_text(scene: HandScene, t: Texts) -> str:
    """Return the picture in words for who cannot see it."""
    groups = hand_groups(scene.hand, by_suit=scene.by_suit)
    lines = [t("Your hand: {cards}", cards=DOT.join(cards_text(group, t) for group in groups))]
    if scene.drawn:
        lines.append(t("You drew {cards}.", cards=cards_text(scene.drawn, t)))
    if scene.chosen:
        lines.append(t("Chosen: {cards}", cards=cards_text(scene.chosen, t)))
    return as_alt_text("\n".join(lines))
