"""Chosen cards as several melds at once."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from engine.actions import Lay
from engine.cards import FOUR, IS_WILD, RANK, SUIT, without
from engine.melds import sequence_fault, set_fault, wild_limit
from engine.sequences import faces, mask_of, runs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.cards import Card
    from engine.ruleset import RuleSet

_PATIENCE = 2000
"""Ways to begin that are looked at; choices that people make need a few dozen."""


def divide(rules: RuleSet, cards: Sequence[Card]) -> tuple[Lay, ...] | None:
    """Return all of ``cards`` as new melds, large ones first where one can choose; None if they are none."""
    naturals = tuple(sorted(card for card in cards if not IS_WILD[card]))
    wilds = tuple(sorted(card for card in cards if IS_WILD[card]))
    return _Division(rules).of(naturals, wilds)


class _Division:
    """Takes melds off the cards, each with the lowest natural that is left, and never fails twice alike."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._failed: set[tuple[tuple[Card, ...], int]] = set()

    def of(self, naturals: tuple[Card, ...], wilds: tuple[Card, ...]) -> tuple[Lay, ...] | None:
        if not naturals:
            return None if wilds else ()
        begun = naturals, len(wilds)
        if begun in self._failed or len(self._failed) > _PATIENCE:
            return None
        melds = {*self._sets(naturals, wilds), *self._sequences(naturals, wilds)}
        for meld in sorted(melds, key=lambda meld: (-len(meld), meld)):
            used = [card for card in meld if not IS_WILD[card]]
            rest = self.of(without(naturals, used), wilds[len(meld) - len(used) :])
            if rest is not None:
                return (Lay(meld), *rest)
        self._failed.add(begun)
        return None

    def _sets(self, naturals: tuple[Card, ...], wilds: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        first, rules = naturals[0], self._rules
        others = [card for card in naturals[1:] if RANK[card] == RANK[first]]
        for count in [len(others)] if rules.meld.one_per_rank else range(len(others) + 1):
            for helpers in range(min(len(wilds), wild_limit(rules, RANK[first])) + 1):
                if set_fault(rules, RANK[first], 1 + count, helpers) is None:
                    for chosen in combinations(others, count):
                        yield (first, *chosen, *wilds[:helpers])

    def _sequences(self, naturals: tuple[Card, ...], wilds: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        first, rules = naturals[0], self._rules
        if not rules.meld.sequences or RANK[first] < FOUR:
            return
        held = mask_of(card for card in naturals if SUIT[card] == SUIT[first])
        for helpers in range(min(len(wilds), rules.wild.max_per_meld) + 1):
            for run in runs(mask_of([first]), held, helpers):
                if sequence_fault(rules, run, helpers) is None:
                    yield (*faces(run, SUIT[first]), *wilds[:helpers])
