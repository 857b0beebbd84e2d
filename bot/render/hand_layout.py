"""Where the cards in the picture of a hand go: in rows, each card whole, as large as the hand allows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.render.faces import INK, SIZES, face_name
from bot.render.hand import RowSize, hand_rows
from bot.render.layout import AMBER, SMALLEST, WIDTH, Area, Face, Layout, fitting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.render.hand_scene import HandScene
    from bot.render.layout import Box, Item
    from engine.cards import Card

_MARGIN, _GAP, _GROUP_GAP = 14, 8, 12
_RAISED, _HALO = 12, 4
"""How far a chosen card stands out of its row, and the edge round it."""
_BADGE, _BELOW = 34, 4
"""Height of the mark of a new card, and how far it reaches over the card's lower edge."""
_COLUMNS, _MOST = (5, 6, 7, 8), 9
"""Cards in a row; with the most of them they are still readable on a phone."""
_TALLEST = 560
"""Above this height, a picture of smaller cards is better."""


def lay_out_hand(scene: HandScene) -> Layout:
    """Return the picture of a hand: each suit in rows of its own, or as many ranks in a row as fit."""
    for columns in _COLUMNS:
        layout = _laid_out(scene, columns)
        if layout.height <= _TALLEST:
            return layout
    return _laid_out(scene, _MOST)


def _laid_out(scene: HandScene, columns: int) -> Layout:
    width = (WIDTH - 2 * _MARGIN + _GAP) // columns - _GAP
    layout = Layout()
    marks = _Marks(scene)
    height = width * SIZES["large"][1] // SIZES["large"][0]
    size = RowSize(WIDTH - 2 * _MARGIN + _GAP, width + _GAP, _GROUP_GAP)
    for row in hand_rows(scene.hand, size, by_suit=scene.by_suit):
        layout.height += _RAISED
        x = float(_MARGIN)
        for group in row:
            for card in group:
                layout.items += marks.card(card, (x, layout.height, x + width, layout.height + height))
                x += width + _GAP
            x += _GROUP_GAP
        layout.height += height + _BELOW + _GAP
    return layout


class _Marks:
    """Tells which of equal cards are chosen, from the first on, and which are new, up to the last."""

    def __init__(self, scene: HandScene) -> None:
        self._scene = scene
        self._left = Counter(scene.hand)
        self._chosen = Counter(scene.chosen)
        self._drawn = Counter(scene.drawn)

    def card(self, card: Card, box: Box) -> Iterator[Item]:
        """Yield the next such card; a chosen one stands out of its row, a new one has the word for it."""
        left, top, right, bottom = box
        if self._chosen[card]:
            top, bottom = top - _RAISED + _HALO, bottom - _RAISED + _HALO
            yield Area((left - _HALO, top - _HALO, right + _HALO, bottom + _HALO), AMBER)
        yield Face((left, top, right, bottom), face_name(card, self._scene.style))
        if self._left[card] <= self._drawn[card]:
            yield from _badge(self._scene.word, left, right, bottom)
        self._chosen[card] -= self._chosen[card] > 0
        self._left[card] -= 1


def _badge(word: str, left: float, right: float, bottom: float) -> Iterator[Item]:
    """Yield a word on the lower edge of a card, as wide as the card at most."""
    letters = fitting(word, 0, 0, right - left, (SMALLEST, INK))
    width = letters.box[2]
    x, baseline = (left + right - width) / 2, bottom + _BELOW - 8
    ground = x - 4, bottom + _BELOW - _BADGE, x + width + 4, bottom + _BELOW
    yield Area(ground, AMBER)
    yield fitting(word, x, baseline, right - left, (SMALLEST, INK))
