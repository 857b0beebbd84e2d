"""What the table picture shows: both sides' melds and the pile, as plain data with its words.

Two tables that show the same have equal scenes. What changes with every action is not in it: whose turn it
is, the stock, the sizes of the hands, the scores. Of names only those of who plays alone are in it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.render.cards import CardStyle
from bot.render.melds import in_order, meld_tiles, run_ends
from bot.render.table import (
    foot_text,
    nothing_yet,
    obstacles,
    pile_count,
    red_threes_text,
    side_number,
)
from bot.render.text import DOT, as_alt_text, canasta_word, card_text, plain_name, rank_text
from engine.match import SIDES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.i18n import Texts
    from engine.cards import Card, Suit
    from engine.state import Canasta, Side
    from engine.view import MeldView, View

_DIGEST_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Tile:
    """A meld: ``ranks`` is its one rank or its run; ``count`` is 0 and ``suit`` set for a sequence."""

    ranks: str
    count: int
    suit: Suit | None
    wilds: int
    canasta: Canasta | None
    word: str


@dataclass(frozen=True, slots=True)
class SideScene:
    """One side: its label, its red threes and foot in words, its melds or words for having none.

    ``face_down`` tells whether its foot lies there.
    """

    label: str
    notes: tuple[str, ...]
    face_down: bool
    tiles: tuple[Tile, ...]
    empty: str


@dataclass(frozen=True, slots=True)
class Scene:
    """All that the picture shows; ``top`` is the pile's, ``pile`` what is said of it."""

    style: CardStyle
    sides: tuple[SideScene, ...]
    top: Card | None
    pile: tuple[str, ...]

    @property
    def digest(self) -> str:
        """A short text that differs where the scene does, the same in every process."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:_DIGEST_LENGTH]


def scene_of(view: View, names: Sequence[str], t: Texts, style: CardStyle = CardStyle.FOUR_COLORS) -> Scene:
    """Return what the picture of a table shows; ``view`` is a spectator's, ``names`` are the seats'."""
    sides = tuple(_side(view, side, _label(names, side, t), t) for side in range(SIDES))
    return Scene(style, sides, view.pile.top, (pile_count(view, t), *obstacles(view, t)))


def alt_text(view: View, names: Sequence[str], t: Texts) -> str:
    """Return the picture in words for who cannot see it, compact enough for Discord."""
    lines = [
        f"{_label(names, side, t)}: {DOT.join([*_tiles(view, side, t), *_notes(view, side, t)])}"
        for side in range(SIDES)
    ]
    top = [] if view.pile.top is None else [card_text(view.pile.top, t)]
    return as_alt_text("\n".join([*lines, DOT.join([pile_count(view, t), *top, *obstacles(view, t)])]))


def _label(names: Sequence[str], side: Side, t: Texts) -> str:
    """Return what a side is called where a text is no markdown."""
    return plain_name(names[side]) if len(names) == SIDES else side_number(side, t)


def _tiles(view: View, side: Side, t: Texts) -> list[str]:
    return meld_tiles(view.sides[side].melds, t, bold="") or [nothing_yet(view, side, t)]


def _side(view: View, side: Side, label: str, t: Texts) -> SideScene:
    tiles = tuple(_tile(meld, t) for _, meld in in_order(view.sides[side].melds, t))
    empty = "" if tiles else nothing_yet(view, side, t)
    face_down = view.sides[side].foot == "untaken"
    return SideScene(label, tuple(_notes(view, side, t)), face_down, tiles, empty)


def _notes(view: View, side: Side, t: Texts) -> list[str]:
    shown = view.sides[side]
    notes = [red_threes_text(len(shown.red_threes), t)] if shown.red_threes else []
    return [*notes, foot_text(shown.foot, t)] if shown.foot is not None else notes


def _tile(meld: MeldView, t: Texts) -> Tile:
    word = "" if meld.canasta is None else canasta_word(meld.canasta, t)
    if meld.rank is not None:
        ranks, count = rank_text(meld.rank, t), len(meld.cards)
    else:
        low, high = run_ends(meld)
        ranks, count = f"{rank_text(low, t)}–{rank_text(high, t)}", 0  # noqa: RUF001  # an en dash
    return Tile(ranks, count, meld.suit, meld.wilds, meld.canasta, word)
