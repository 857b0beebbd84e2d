"""A hand, looked at as melds see it: one number that counts its cards.

From its lowest bit on the number has five bits for each rank, twos first and jokers last, then three for each
face. So the number of a hand is the sum of those of its cards, a mask takes out the cards of a rank, and one
addition finds the ranks that are held often enough. Why: docs/decisions/0007.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Discard
from engine.cards import FACES, JOKER_RANK, RANK, TWO
from engine.memory import Memory
from engine.sequences import lines_of, masks_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from engine.cards import Card, Rank
    from engine.ruleset import RuleSet

    Cards: TypeAlias = tuple[Card, ...]

_WIDTH = 5
"""Bits that a rank has in a hand's number: enough to count its cards, and to carry into the last of them."""
_FACE_WIDTH = 3
"""Bits that a face has in it, above those of the ranks."""
_FACES_FROM = _WIDTH * (JOKER_RANK + 1)
_NUMBERS = [1 << _WIDTH * RANK[face] | 1 << _FACES_FROM + _FACE_WIDTH * face for face in FACES]
RANK_COUNTS = (1 << _FACES_FROM) - 1
"""The bits of a number that count ranks; what differs in suits alone has the same there."""
_FIELD, _FACE_FIELD = (1 << _WIDTH) - 1, (1 << _FACE_WIDTH) - 1
FIELDS = [
    _FIELD << _WIDTH * rank
    | sum(_FACE_FIELD << _FACES_FROM + _FACE_WIDTH * face for face in FACES if RANK[face] == rank)
    for rank in range(JOKER_RANK + 1)
]
"""The bits that count the cards and the faces of each rank."""
FIELDS_IF_ANY: dict[Rank | None, int] = {None: 0, **dict(enumerate(FIELDS))}
"""The `FIELDS` of a rank; no bits for None."""
_CARRIES = sum(1 << _WIDTH * rank + _WIDTH - 1 for rank in range(JOKER_RANK) if rank != TWO)
"""The last bit of each natural rank, which no count reaches: see `_TO_CARRY`."""
_WILDS = FIELDS[TWO] | FIELDS[JOKER_RANK]
_DISCARDS = [Discard(face) for face in FACES]
"""One value of each discard."""
# Looked up in lists by their methods, a hand is gone through without a loop of Python's own.
_number, _discard = _NUMBERS.__getitem__, _DISCARDS.__getitem__


class Holding:
    """A hand as melds see it.

    ``number`` counts the cards of each rank, and those of each face, in its `FIELDS`. ``lines`` has the masks
    of all suits in another number, where there are sequences: see `engine.sequences`. Of wilds, ``wilds`` has
    no more of a kind than a meld can hold, and ``wild_number`` is their number.
    """

    __slots__ = ("hand", "lines", "number", "wild_number", "wilds")

    def __init__(self, rules: RuleSet, hand: Sequence[Card]) -> None:
        self.hand = hand
        self.number = number = sum(map(_number, hand))
        self.wilds, self.wild_number = _USABLE_WILDS[number & _WILDS, rules.wild.max_per_meld]
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
        return _RANKS[self.number + _TO_CARRY[fewest] & _CARRIES]

    @property
    def counts(self) -> int:
        """The bits of the number that count ranks."""
        return self.number & RANK_COUNTS

    def count(self, rank: Rank) -> int:
        """Return how many cards there are of one rank."""
        return self.number >> _WIDTH * rank & _FIELD

    def of_rank(self, rank: Rank) -> Cards:
        """Return the cards of one rank."""
        return CARDS_IN[self.number & FIELDS[rank]]


def naturals_and_wilds(number: int) -> tuple[dict[Rank, int], int]:
    """Return how many naturals of each rank, and how many wilds, a number counts."""
    counts = {rank: number >> _WIDTH * rank & _FIELD for rank in range(JOKER_RANK + 1)}
    wilds = counts.pop(TWO) + counts.pop(JOKER_RANK)
    return {rank: count for rank, count in counts.items() if count}, wilds


def natural_in(number: int) -> tuple[Rank, int]:
    """Return the rank of the naturals that a number counts, all of one rank, and how many there are.

    Without any they are no cards of the joker's rank.
    """
    counts, _ = naturals_and_wilds(number)
    return next(iter(counts.items()), (JOKER_RANK, 0))


def wilds_in(number: int) -> tuple[int, int]:
    """Return how many twos and how many jokers a number counts."""
    return number >> _WIDTH * TWO & _FIELD, number >> _WIDTH * JOKER_RANK & _FIELD


def divided(number: int) -> tuple[Cards, Cards]:
    """Return the naturals and the wilds of a number."""
    return CARDS_IN[number & ~_WILDS], CARDS_IN[number & _WILDS]


def _cards_in(number: int) -> Cards:
    counts = [number >> _FACES_FROM + _FACE_WIDTH * face & _FACE_FIELD for face in FACES]
    return tuple(face for face in FACES for _ in range(counts[face]))


def _usable_wilds(key: tuple[int, int]) -> tuple[Cards, int]:
    """Return no more than ``most`` of the twos and of the jokers of a number, and their own number."""
    number, most = key
    cards = CARDS_IN[number & FIELDS[TWO]][:most] + CARDS_IN[number & FIELDS[JOKER_RANK]][:most]
    return cards, sum(map(_number, cards))


def _ranks(carries: int) -> tuple[Rank, ...]:
    """Return the ranks of the bits of ``carries``: that of the lowest, then the others."""
    if not carries:
        return ()
    lowest = carries & -carries
    return (lowest.bit_length() // _WIDTH - 1, *_RANKS[carries ^ lowest])


CARDS_IN = Memory(_cards_in)
"""The cards that a number, or some fields of one, counts; sorted."""
_USABLE_WILDS = Memory(_usable_wilds)
_RANKS: Memory[int, tuple[Rank, ...]] = Memory(_ranks)
_TO_CARRY = [_CARRIES - fewest * (_CARRIES >> _WIDTH - 1) for fewest in range(1 << _WIDTH - 1)]
"""Added to a hand's number, entry n sets the last bit of each natural rank that is held n times or more."""
