"""Legal plays of a side that must reach its opening minimum: single lays, else joint ones that do.

Rules: C-2, X-5.
"""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING

from engine.actions import Lay, LayDown, TakePile
from engine.apply import check
from engine.cards import FOUR, IS_WILD, RANK, SUIT
from engine.closing import closing_lays
from engine.errors import IllegalAction
from engine.holding import Holding
from engine.lays import wild_choices
from engine.melds import set_fault, wild_limit
from engine.opening import minimum_to_open, worth
from engine.sequences import faces, mask_of, runs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.actions import Action
    from engine.cards import Card
    from engine.ruleset import RuleSet
    from engine.state import State


def opening_lays(state: State, melds: Sequence[Lay]) -> Iterator[Action]:
    """Yield each single lay of ``melds`` that opens, or else one joint lay that does, if there is one."""
    singles = [LayDown((lay,)) for lay in melds if _accepted(state, LayDown((lay,)))]
    if singles:
        yield from singles
        return
    for lays in _joint_lays(state):
        if _accepted(state, LayDown(lays)):
            yield LayDown(lays)
            return


def opening_takes(state: State, firsts: Sequence[Lay]) -> list[Action]:
    """Return, for each first lay that takes the pile, one take with the fewest further melds that opens.

    A larger first lay is tried only where the least one cannot open; two may need the same larger one.
    """
    search = _Search(state.rules)
    found: dict[Action, None] = {}
    for first in firsts:
        least = [first, *_with_other_faces(state, first)]
        larger = (lay for same in least for lay in _larger(state, same))
        takes = (_opening_take(state, search, lay) for lay in chain(least, larger))
        take = next((take for take in takes if take is not None), None)
        if take is not None:
            found[take] = None
    return list(found)


def _joint_lays(state: State) -> Iterator[tuple[Lay, ...]]:
    """Yield joint lays that may open: the one that goes out, which needs no minimum, then by their worth."""
    hand = state.hands[state.seat]
    closing = closing_lays(state.rules, state.players, (), hand)
    if closing:
        yield closing
    if state.turn.asked is not True:
        yield from _Search(state.rules).ways(hand, minimum_to_open(state))


def _opening_take(state: State, search: _Search, first: Lay) -> TakePile | None:
    if _accepted(state, TakePile((first,))):
        return TakePile((first,))
    hand = state.hands[state.seat].copy()
    for card in first.cards[1:]:
        hand.remove(card)
    for lays in search.ways(hand, minimum_to_open(state) - worth(state, (first,))):
        if _accepted(state, TakePile((first, *lays))):
            return TakePile((first, *lays))
    return None


def _with_other_faces(state: State, first: Lay) -> Iterator[Lay]:
    """Yield the first lay of a set with other faces from the hand, where a sequence may want those it has."""
    top, *helpers = first.cards
    own = tuple(card for card in helpers if not IS_WILD[card])
    ranks = {RANK[card] for card in first.cards if not IS_WILD[card]}
    if not state.rules.meld.sequences or first.meld is not None or len(ranks) > 1:
        return
    wilds = [card for card in helpers if IS_WILD[card]]
    held = [card for card in state.hands[state.seat] if RANK[card] in ranks]
    for others in sorted(set(combinations(held, len(own))) - {own}):
        yield Lay((top, *others, *wilds))


def _larger(state: State, first: Lay) -> list[Lay]:
    """Return the new melds that hold ``first``, top card first, and more of the hand, the smallest first."""
    top, hand = first.cards[0], list(state.hands[state.seat])
    for card in first.cards[1:]:
        hand.remove(card)
    helpers = tuple(card for card in hand if IS_WILD[card])
    naturals = [card for card in first.cards if not IS_WILD[card]]
    if RANK[naturals[0]] == RANK[naturals[-1]]:
        more = [card for card in hand if RANK[card] == RANK[naturals[0]]]
        grown = [tuple(more[:count]) for count in range(len(more) + 1)]
    else:
        suit, base = SUIT[naturals[0]], mask_of(naturals)
        held = Holding(state.rules, hand).masks[suit]
        most = state.rules.pile.max_wilds
        masks = {run for wilds in range(most + 1) for run in runs(base, held, wilds)}
        grown = [faces(run & ~base, suit) for run in masks]
    lays = [
        Lay((top, *first.cards[1:], *cards, *choice))
        for cards in grown
        for choice in wild_choices(helpers, state.rules.pile.max_wilds)
        if cards or choice
    ]
    return sorted(lays, key=lambda lay: len(lay.cards))


class _Search:
    """Finds joint lays of new melds by their worth, for a side that has laid nothing.

    The hand is gone through card by card: each meld tried holds the lowest natural that is left, which is
    otherwise passed over. What the cards that are left can be worth at most is remembered.
    """

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._most: dict[tuple[tuple[Card, ...], tuple[Card, ...], int], int] = {}

    def ways(self, hand: Sequence[Card], least: int) -> Iterator[tuple[Lay, ...]]:
        """Yield ways to lay melds out of ``hand`` for at least ``least`` points, the fewest melds first."""
        naturals = tuple(card for card in hand if not IS_WILD[card])
        wilds = tuple(card for card in hand if IS_WILD[card])
        for count in range(1, len(hand) // self._rules.meld.min_size + 1):
            yield from self._ways(naturals, wilds, least, count)

    def _ways(
        self, naturals: tuple[Card, ...], wilds: tuple[Card, ...], least: int, count: int
    ) -> Iterator[tuple[Lay, ...]]:
        if count == 0:
            if least <= 0:
                yield ()
            return
        if self._best(naturals, wilds, count) < least:
            return
        for lay, points in self._melds_with_first(naturals, wilds):
            left = self._without(naturals, wilds, lay)
            for others in self._ways(*left, least - points, count - 1):
                yield (lay, *others)
        if naturals:
            yield from self._ways(self._passing_first(naturals), wilds, least, count)

    def _best(self, naturals: tuple[Card, ...], wilds: tuple[Card, ...], count: int) -> int:
        """Return the most points of ``count`` melds; a very low number when there are not so many."""
        if count == 0:
            return 0
        if not naturals:
            return _NEVER
        key = (naturals, wilds, count)
        if key not in self._most:
            laid = [
                points + self._best(*self._without(naturals, wilds, lay), count - 1)
                for lay, points in self._melds_with_first(naturals, wilds)
            ]
            passed = self._best(self._passing_first(naturals), wilds, count)
            self._most[key] = max([passed, *laid])
        return self._most[key]

    def _melds_with_first(
        self, naturals: tuple[Card, ...], wilds: tuple[Card, ...]
    ) -> Iterator[tuple[Lay, int]]:
        if not naturals:
            return
        value = self._rules.card_points
        for cards in (*self._sets(naturals, wilds), *self._sequences(naturals, wilds)):
            yield Lay(cards), sum(value[card] for card in cards)

    def _sets(self, naturals: tuple[Card, ...], wilds: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        rules, rank = self._rules, RANK[naturals[0]]
        others = [card for card in naturals[1:] if RANK[card] == rank]
        for count in range(len(others), -1, -1):
            # where sequences may want a face it matters which are laid
            choices = set(combinations(others, count)) if rules.meld.sequences else {tuple(others[:count])}
            for choice in sorted(choices):
                for helpers in wild_choices(wilds, wild_limit(rules, rank)):
                    if set_fault(rules, rank, 1 + count, len(helpers)) is None:
                        yield (naturals[0], *choice, *helpers)

    def _sequences(self, naturals: tuple[Card, ...], wilds: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        rules, suit = self._rules, SUIT[naturals[0]]
        if not rules.meld.sequences or RANK[naturals[0]] < FOUR:
            return
        held = Holding(rules, naturals).masks[suit]
        for helpers in wild_choices(wilds, rules.wild.max_per_meld):
            for run in runs(mask_of(naturals[:1]), held, len(helpers)):
                long_enough = run.bit_count() + len(helpers) >= rules.meld.min_size
                if run.bit_count() >= rules.wild.min_naturals and long_enough:
                    yield (*faces(run, suit), *helpers)

    def _passing_first(self, naturals: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the naturals that are left when the first one, or with sets alone its rank, is not laid."""
        if self._rules.meld.sequences:
            return naturals[1:]
        return tuple(card for card in naturals if RANK[card] != RANK[naturals[0]])

    def _without(
        self, naturals: tuple[Card, ...], wilds: tuple[Card, ...], lay: Lay
    ) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        left_naturals, left_wilds = list(naturals), list(wilds)
        for card in lay.cards:
            (left_wilds if IS_WILD[card] else left_naturals).remove(card)
        if not self._rules.meld.sequences:
            return self._passing_first(naturals), tuple(left_wilds)
        return tuple(left_naturals), tuple(left_wilds)


_NEVER = -1_000_000


def _accepted(state: State, action: Action) -> bool:
    try:
        check(state, state.awaited, action)
    except IllegalAction:
        return False
    return True
