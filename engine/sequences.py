"""Sequences as bit masks: which cards of one suit, with so many wilds, are consecutive.

Bit 0 of a mask is the four, bit 10 the ace. A wild has no place of its own in a sequence (X-10), so a mask of
naturals with some wilds is a sequence when a window of as many ranks as it has cards holds all its naturals.
Rules: X-10, T-3, T-5.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from engine.cards import ACE, FACES, FOUR, RANK, SUIT, SUIT_CODES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards import Card, Suit

LONGEST = ACE - FOUR + 1
"""Cards in the longest sequence, four to ace."""
_WHOLE = (1 << LONGEST) - 1
SUITS = range(len(SUIT_CODES))

BIT: tuple[int, ...] = tuple(1 << (rank - FOUR) if FOUR <= rank <= ACE else 0 for rank in RANK)
"""The bit of each face in the mask of its suit; 0 for what is in no sequence."""
LINE_WIDTH = 16
"""Bits of a suit where the masks of all suits stand in one number: room for the neighbors of its cards."""
_LINES = [BIT[face] << LINE_WIDTH * SUIT[face] for face in FACES]
"""The bits of each face there."""
_line = _LINES.__getitem__


def lines_of(faces: Iterable[Card]) -> int:
    """Return the masks of all suits of the naturals among different ``faces``, side by side in a number."""
    return sum(map(_line, faces))


def mask_in(lines: int, suit: Suit) -> int:
    """Return the mask of one suit out of ``lines``."""
    return lines >> LINE_WIDTH * suit & _WHOLE


def masks_in(lines: int) -> list[int]:
    """Return the mask of each suit out of ``lines``."""
    return [mask_in(lines, suit) for suit in SUITS]


def suit_masks(cards: Iterable[Card]) -> list[int]:
    """Return the mask of each suit of the naturals among ``cards``."""
    return masks_in(lines_of(dict.fromkeys(cards)))


def mask_of(cards: Iterable[Card]) -> int:
    """Return the mask of naturals of one suit."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


@cache
def faces(mask: int, suit: Suit) -> tuple[Card, ...]:
    """Return the naturals of ``mask`` in ``suit``, in rank order; the inverse of `mask_of`."""
    return tuple(4 * (FOUR + bit) + suit for bit in range(LONGEST) if mask >> bit & 1)


@cache
def is_run(mask: int, wilds: int) -> bool:
    """Tell whether the naturals of ``mask`` with ``wilds`` wild cards are consecutive. Rules: X-10, T-5."""
    size = mask.bit_count() + wilds
    span = mask.bit_length() - (mask & -mask).bit_length() + 1
    return span <= size <= LONGEST


def neighbors(mask: int, wilds: int) -> int:
    """Return the ranks that ``wilds`` wilds, or fewer, can join to a card of ``mask``, or of lines."""
    found = 0
    for step in range(1, wilds + 2):
        found |= mask << step | mask >> step
    return found


near = cache(neighbors)
"""`neighbors` of one mask."""


@lru_cache(maxsize=1 << 14)
def within_reach(mask: int, extra: int, wilds: int) -> int:
    """Return the cards of ``extra`` that could be in one run with ``mask``; the others need no thought."""
    reached = mask
    while more := near(reached, wilds) & extra & ~reached:
        reached |= more
    return reached & ~mask


@lru_cache(maxsize=1 << 14)
def runs(base: int, extra: int, wilds: int) -> tuple[int, ...]:
    """Return the masks that hold ``base``, add cards of ``extra`` only, and with ``wilds`` wilds are runs.

    The smallest addition comes first, which is none where ``base`` is a run by itself.
    """
    every, free = _all_runs(wilds), extra & ~base
    if 1 << free.bit_count() < len(every):
        masks = [base | added for added in _parts_of(free)]
        return tuple([mask for mask in masks if mask and is_run(mask, wilds)])
    missing = ~(base | extra)
    return tuple([run for run in every if not run & missing and run & base == base])


@lru_cache(maxsize=1 << 10)
def _parts_of(mask: int) -> tuple[int, ...]:
    """Return every mask of some of the bits of ``mask``, the fewest bits first."""
    found = [0]
    for bit in range(mask.bit_length()):
        if mask >> bit & 1:
            found += [part | 1 << bit for part in found]
    return tuple(sorted(found, key=lambda part: (part.bit_count(), part)))


@cache
def _all_runs(wilds: int) -> tuple[int, ...]:
    """Return the masks that with ``wilds`` wilds are runs, the fewest naturals first."""
    found = [mask for mask in range(1, 1 << LONGEST) if is_run(mask, wilds)]
    return tuple(sorted(found, key=lambda mask: (mask.bit_count(), mask)))
