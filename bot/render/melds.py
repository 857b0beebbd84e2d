"""Melds in words: as tiles for the table, and by name where one of several is meant."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.render.text import (
    NO_BREAK,
    SUITS,
    TIMES,
    canasta_word,
    rank_text,
    ranks_text,
    suit_text,
)
from engine.cards import IS_WILD, RANK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.i18n import Texts
    from engine.cards import Card, Rank
    from engine.view import MeldView

DASH, WILD = "\N{EN DASH}\N{WORD JOINER}", "•"
"""Between the ends of a sequence, so that a line does not break there; for a wild."""


def meld_tiles(melds: Sequence[MeldView], t: Texts, bold: str = "**") -> list[str]:
    """Return one side's melds as tiles, canastas between ``bold``: sets by rank, then sequences by suit."""
    marked = sorted(zip(melds, _marks(melds, t), strict=True), key=lambda pair: _shown_order(pair[0]))
    tiles = [(meld, meld_text(meld, t) + mark) for meld, mark in marked]
    return [f"{bold}{tile}{bold}" if meld.canasta else tile for meld, tile in tiles]


def melds_said(melds: Sequence[MeldView], t: Texts) -> list[str]:
    """Return one side's melds in words to be read aloud, in the order of the tiles."""
    marked = sorted(zip(melds, _marks(melds, t), strict=True), key=lambda pair: _shown_order(pair[0]))
    return [_said(meld, mark, t) for meld, mark in marked]


def _said(meld: MeldView, mark: str, t: Texts) -> str:
    """Return a meld as ``sevens: 4 cards, 1 wild`` or ``hearts 4 to 9: 7 cards, clean canasta``."""
    name = kind_text(meld, t)
    if meld.rank is None:
        low, high = run_ends(meld)
        name = t("{suit} {low} to {high}", suit=name, low=rank_text(low, t), high=rank_text(high, t))
    parts = [t.n("{count} card", "{count} cards", len(meld.cards))]
    if meld.wilds:
        parts.append(t.n("{count} wild", "{count} wilds", meld.wilds))
    if meld.canasta is not None:
        parts.append(t("{kind} canasta", kind=canasta_word(meld.canasta, t)))
    return t("{meld}: {what}", meld=name + mark, what=", ".join(parts))


def meld_text(meld: MeldView, t: Texts) -> str:
    """Return a meld as a tile: its rank and count, or its run, its wilds, and the kind of canasta it is.

    Each wild is a dot; after the run of a sequence those that fill gaps, and after a plus those at its ends.
    """
    if meld.rank is None:
        tile = run_text(meld, t)
    else:
        tile = f"{rank_text(meld.rank, t)}{TIMES}{len(meld.cards)}{WILD * meld.wilds}"
    return tile if meld.canasta is None else f"{tile}{NO_BREAK}{canasta_word(meld.canasta, t)}"


def run_text(meld: MeldView, t: Texts) -> str:
    """Return a sequence as its run, the wilds after it: those that fill gaps, and those at either end."""
    low, high = run_ends(meld)
    inside = high - low + 1 - meld.naturals
    outside = meld.wilds - inside
    run = f"{rank_text(low, t)}{DASH}{rank_text(high, t)}{SUITS[meld.suit or 0]}{WILD * inside}"
    return f"{run}+{WILD * outside}" if outside else run


def run_ends(meld: MeldView) -> tuple[Rank, Rank]:
    """Return the lowest and the highest natural of a sequence."""
    naturals = [card for card in meld.cards if not IS_WILD[card]]
    return RANK[naturals[0]], RANK[naturals[-1]]


def meld_names(melds: Sequence[MeldView], t: Texts) -> list[str]:
    """Return what each of one side's melds is called: ``sevens``, or a sequence by its run.

    Melds of the same name are numbered in the order in which they were laid: ``sevens (2)``.
    """
    return [_name(meld, t) + mark for meld, mark in zip(melds, _marks(melds, t), strict=True)]


def in_order(melds: Sequence[MeldView], t: Texts) -> list[tuple[str, MeldView]]:
    """Return one side's melds with their names, in the order of the tiles."""
    named = zip(meld_names(melds, t), melds, strict=True)
    return sorted(named, key=lambda pair: _shown_order(pair[1]))


def kind_text(meld: MeldView, t: Texts) -> str:
    """Return what a meld is of, which stays the same however it grows: ``sevens`` or ``hearts``."""
    return suit_text(meld.suit or 0, t) if meld.rank is None else ranks_text(meld.rank, t)


def _name(meld: MeldView, t: Texts) -> str:
    return run_text(meld, t) if meld.rank is None else ranks_text(meld.rank, t)


def _marks(melds: Sequence[MeldView], t: Texts) -> list[str]:
    """Return the number that tells each meld from others of its name; nothing where there is one."""
    names = [_name(meld, t) for meld in melds]
    count, seen, marks = Counter(names), Counter[str](), []
    for name in names:
        seen[name] += 1
        marks.append(f"{NO_BREAK}({seen[name]})" if count[name] > 1 else "")
    return marks


def _shown_order(meld: MeldView) -> tuple[bool, int, Card]:
    """Return where a meld stands among those of its side; those of one rank stay as they were laid."""
    if meld.rank is not None:
        return False, meld.rank, 0
    return True, meld.suit or 0, meld.cards[0]
