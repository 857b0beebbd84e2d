"""A hand, looked at as melds see it."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING

from engine.actions import Discard
from engine.cards import FACES, JOKER_RANK, RANK, TWO, of_rank
from engine.sequences import lines_of, masks_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from engine.cards import Card, Rank
    from engine.ruleset import RuleSet

    Cards: TypeAlias = tuple[Card, ...]

_WIDTH = 5
"""Bits that a rank has in a hand's number: enough to count its cards, and to carry into the last of them."""
_COUNTS = [1 << _WIDTH * rank for rank in RANK]
_FIELD = (1 << _WIDTH) - 1
FIELDS = [_FIELD << _WIDTH * rank for rank in range(JOKER_RANK + 1)]
"""The bits that count the cards of each rank."""
_CARRIES = sum(1 << _WIDTH * rank + _WIDTH - 1 for rank in range(JOKER_RANK) if rank != TWO)
"""The last bit of each natural rank."""
_WILDS = FIELDS[TWO] | FIELDS[JOKER_RANK]
_DISCARDS = [Discard(face) for face in FACES]
"""One value of each discard."""
# Looked up in lists by their methods, a hand is gone through without a loop of Python's own.
_count, _discard = _COUNTS.__getitem__, _DISCARDS.__getitem__


class Holding:
    """A hand as melds see it.

    ``counts`` is a number that counts the cards of each rank in its `FIELDS`. ``lines`` has the masks of all
    suits in another, where there are sequences: see `engine.sequences`. Of wilds, ``wilds`` has no more of a
    kind than a meld can hold.
    """

    __slots__ = ("counts", "hand", "lines", "wilds")

    def __init__(self, rules: RuleSet, hand: Sequence[Card]) -> None:
        self.hand = hand
        self.counts = counts = sum(map(_count, hand))
        self.wilds: Cards = ()
        if counts & _WILDS:
            most = rules.wild.max_per_meld
            self.wilds = of_rank(hand, TWO)[:most] + of_rank(hand, JOKER_RANK)[:most]
        self.lines = lines_of(dict.fromkeys(hand)) if rules.meld.sequences else 0

    @property
    def discards(self) -> list[Discard]:
        """The discard of each face."""
        return list(map(_discard, dict.fromkeys(self.hand)))

    @property
    def masks(self) -> list[int]:
        """The mask of each suit."""
        return masks_in(self.lines)

    def alike(self, fewest: int) -> tuple[Rank, ...]:
        """Return the ranks of which there are ``fewest`` naturals or more, the lowest first."""
        return _ranks(self.counts + _CARRIES - fewest * (_CARRIES >> _WIDTH - 1) & _CARRIES)

    def count(self, rank: Rank) -> int:
        """Return how many cards there are of one rank."""
        return self.counts >> _WIDTH * rank & _FIELD

    def of_rank(self, rank: Rank) -> Cards:
        """Return the cards of one rank; the hand must be sorted."""
        count = self.counts >> _WIDTH * rank & _FIELD
        if not count:
            return ()
        begin = bisect_left(self.hand, 4 * rank)
        return tuple(self.hand[begin : begin + count])


@cache
def _ranks(carries: int) -> tuple[Rank, ...]:
    return tuple(rank for rank in range(JOKER_RANK) if carries >> _WIDTH * rank + _WIDTH - 1 & 1)
