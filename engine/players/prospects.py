"""What a meld may become: the chance of a canasta, counted from the cards that are still to be had."""

from __future__ import annotations

from functools import lru_cache
from math import comb, prod
from typing import TYPE_CHECKING

from engine.cards import FOUR
from engine.closing import side_may_close
from engine.melds import wild_limit
from engine.sequences import LONGEST

if TYPE_CHECKING:
    from engine.cards import Suit
    from engine.players.knowledge import Knowledge
    from engine.state import Meld

FIRST_CANASTA = 150
"""Worth of a canasta that the side needs for going out, beside its bonus."""
IN_HAND = 0.5
"""Worth of a card in the hand to its meld, next to one on the table: what is laid early brings more with it,
since the partner can add to it and it takes piles.
"""
WILD_PLACE = 1
"""A set with free places for wilds is helped as if so many more of its cards were to be had."""


class Prospects:
    """What the melds of the own side have, or can hope for, in points beside their cards."""

    def __init__(self, known: Knowledge) -> None:
        self._known = known
        self._rules = known.rules
        self._way_out = 0 if side_may_close(known.rules, known.players, known.own.melds) else FIRST_CANASTA
        self._swing = 0
        red_three = known.rules.red_three
        if red_three.favor == "canasta" and not any(meld.canasta for meld in known.own.melds):
            self._swing = 2 * red_three.value * len(known.own.red_threes)
        self._memory: dict[tuple[object, ...], float] = {}

    def of(self, meld: Meld) -> float:
        """Return the bonus that a meld has, or can hope for, and what it does for going out."""
        key = (meld.rank, meld.suit, meld.mask, meld.naturals, meld.wilds)
        if key not in self._memory:
            self._memory[key] = self._hope(meld)
        return self._memory[key]

    def _hope(self, meld: Meld) -> float:
        canasta, size = self._rules.canasta, self._rules.canasta.min_size
        free = wild_limit(self._rules, meld.rank) - meld.wilds
        dirty = self._chance(meld, free, size)
        clean = 0.0 if meld.wilds else self._chance(meld, 0, size)
        worth = dirty * (canasta.dirty + self._swing) + clean * (canasta.clean - canasta.dirty)
        match self._rules.going_out.canasta:
            case "any":
                return worth + dirty * self._way_out
            case "clean":
                return worth + clean * self._way_out
            case "royal":
                royal = 0.0 if meld.suit is None else self._chance(meld, free, LONGEST)
                return worth + royal * self._way_out

    def _chance(self, meld: Meld, free: int, size: int) -> float:
        """Return how likely a meld grows to ``size`` cards with at most ``free`` further wilds."""
        if meld.suit is None:
            return self._chance_of_set(meld, free, size)
        line = self._line(meld.suit)
        windows = [((1 << size) - 1) << start for start in range(LONGEST - size + 1)]
        return max(
            [
                self._chance_of_window(meld, free, line, window & ~meld.mask)
                for window in windows
                if not meld.mask & ~window
            ],
            default=1.0,
        )

    def _chance_of_set(self, meld: Meld, free: int, size: int) -> float:
        known = self._known
        lacking = max(size - meld.naturals - meld.wilds, self._rules.canasta.min_naturals - meld.naturals, 0)
        held = min(lacking, known.held[meld.rank or 0])
        others = known.unseen_of_rank(meld.rank or 0) + min(free, WILD_PLACE)
        return IN_HAND**held * at_least(lacking - held, others, known.reach)

    def _line(self, suit: Suit) -> list[float]:
        """Return for each rank of a suit, from four up, how likely its card comes to the table."""
        known = self._known
        cards = range(4 * FOUR + suit, 4 * (FOUR + LONGEST), 4)
        return [
            IN_HAND if card in known.hand else 1 - (1 - known.reach) ** known.unseen[card] for card in cards
        ]

    def _chance_of_window(self, meld: Meld, free: int, line: list[float], missing: int) -> float:
        """Return how likely the missing ranks of a sequence come; wilds stand for those that hardly will."""
        chances = sorted([chance for bit, chance in enumerate(line) if missing >> bit & 1])[meld.wilds :]
        if free and chances:
            wild = IN_HAND if self._known.wilds else self._known.reach
            chances[0] = max(chances[0], wild)
        return prod(chances)


@lru_cache(1 << 14)
def at_least(wanted: int, cards: int, chance: float) -> float:
    """Return how likely at least ``wanted`` of so many ``cards`` come, each with the same ``chance``."""
    if wanted <= 0:
        return 1.0
    return sum(
        [
            comb(cards, count) * chance**count * (1 - chance) ** (cards - count)
            for count in range(wanted, cards + 1)
        ]
    )
