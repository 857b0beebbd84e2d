"""A hand, looked at as melds see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Discard
from engine.cards import FACES, JOKER_RANK, RANK, TWO, of_rank
from engine.sequences import lines_of, masks_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from engine.cards import Card
    from engine.ruleset import RuleSet

    Cards: TypeAlias = tuple[Card, ...]

_RANK_BIT = tuple(1 << rank for rank in RANK)
_WILD_RANKS = 1 << TWO | 1 << JOKER_RANK
_NATURAL_RANKS = ~_WILD_RANKS
_DISCARDS = tuple(Discard(face) for face in FACES)
"""One value of each discard."""


class Holding:
    """A sorted hand as melds see it.

    Bit r of ``ranks`` tells that naturals of rank r are held, of ``pairs`` that there are two or more, of
    ``triples`` three or more. ``lines`` has the masks of all suits in a number, where there are sequences:
    see `engine.sequences`. Of wilds, ``wilds`` has no more of a kind than a meld can hold. ``discards`` has
    one of each face.
    """

    __slots__ = ("discards", "hand", "lines", "pairs", "ranks", "triples", "wilds")

    def __init__(self, rules: RuleSet, hand: Sequence[Card]) -> None:
        ranks = pairs = triples = last = 0
        discards: list[Discard] = []
        for card in hand:  # the busiest loop of the engine
            bit = _RANK_BIT[card]
            if ranks & bit:
                triples |= pairs & bit
                pairs |= bit
                if card == last:
                    continue
            ranks |= bit
            last = card
            discards.append(_DISCARDS[card])
        self.hand = hand
        self.discards = discards
        self.wilds: Cards = ()
        if ranks & _WILD_RANKS:
            most = rules.wild.max_per_meld
            self.wilds = of_rank(hand, TWO)[:most] + of_rank(hand, JOKER_RANK)[:most]
            ranks &= _NATURAL_RANKS
            pairs &= _NATURAL_RANKS
            triples &= _NATURAL_RANKS
        self.ranks = ranks
        self.pairs = pairs
        self.triples = triples
        self.lines = lines_of(hand) if rules.meld.sequences else 0

    @property
    def masks(self) -> list[int]:
        """The mask of each suit."""
        return masks_in(self.lines)
