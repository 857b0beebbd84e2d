"""Legal plays of a side that must reach its opening minimum: single lays, else joint ones that do.

Rules: C-2, X-5.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.actions import Lay, LayDown, TakePile
from engine.apply import check
from engine.errors import IllegalAction
from engine.lays import Holding, new_melds
from engine.opening import minimum_to_open, worth

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.actions import Action
    from engine.cards import Card
    from engine.state import State

MOST_LAYS = 5
"""Most melds tried together: five melds of three cards are more than any minimum needs."""


def opening_lays(state: State, melds: Sequence[Lay]) -> Iterator[Action]:
    """Yield each single lay of ``melds`` that opens, or else one joint lay that does, if there is one."""
    singles = [LayDown((lay,)) for lay in melds if _accepted(state, LayDown((lay,)))]
    if singles:
        yield from singles
        return
    for lays in _joint_lays(state, melds, state.hands[state.seat], minimum_to_open(state)):
        if _accepted(state, LayDown(lays)):
            yield LayDown(lays)
            return


def opening_takes(state: State, firsts: Sequence[Lay]) -> list[Action]:
    """Return, for each first lay that takes the pile, one take with the fewest further melds that opens.

    A larger first lay is tried only where the least one cannot open; two may need the same larger one.
    """
    found: dict[Action, None] = {}
    for first in firsts:
        take = _opening_take(state, first)
        if take is None:
            larger = (
                take for lay in _larger(state, first) if (take := _opening_take(state, lay)) is not None
            )
            take = next(larger, None)
        if take is not None:
            found[take] = None
    return list(found)


def _opening_take(state: State, first: Lay) -> TakePile | None:
    if _accepted(state, TakePile((first,))):
        return TakePile((first,))
    hand = state.hands[state.seat].copy()
    for card in first.cards[1:]:
        hand.remove(card)
    further = _singles(state, hand)
    missing = minimum_to_open(state) - worth(state, (first,))
    for lays in _joint_lays(state, further, hand, missing, fewest=1):
        if _accepted(state, TakePile((first, *lays))):
            return TakePile((first, *lays))
    return None


def _larger(state: State, first: Lay) -> Iterator[Lay]:
    """Yield new melds that hold ``first`` and more cards from the hand, the smallest first."""
    top, hand = first.cards[0], state.hands[state.seat]
    needed = Counter(first.cards)
    for lay in sorted(_singles(state, sorted([*hand, top])), key=lambda lay: len(lay.cards)):
        if len(lay.cards) > len(first.cards) and needed <= Counter(lay.cards):
            rest = list(lay.cards)
            rest.remove(top)
            yield Lay((top, *rest))


def _singles(state: State, hand: Sequence[Card]) -> list[Lay]:
    plays = new_melds(state.rules, (), Holding(state.rules, hand))
    return [play.lays[0] for together in plays for play in together]


def _joint_lays(
    state: State, melds: Sequence[Lay], hand: Sequence[Card], least: int, fewest: int = 2
) -> Iterator[tuple[Lay, ...]]:
    """Yield the ways to lay several of ``melds`` out of ``hand`` for ``least`` points, the fewest first."""
    ranked = sorted(((worth(state, (lay,)), lay) for lay in melds), key=lambda pair: -pair[0])
    for count in range(fewest, MOST_LAYS + 1):
        yield from _choose(ranked, Counter(hand), least, count)


def _choose(
    ranked: Sequence[tuple[int, Lay]], hand: Counter[Card], least: int, count: int
) -> Iterator[tuple[Lay, ...]]:
    for index, (points, lay) in enumerate(ranked):
        if points * count < least:
            return  # the rest are worth no more
        left = hand - Counter(lay.cards)
        if left.total() != hand.total() - len(lay.cards):
            continue
        if count == 1:
            yield (lay,)
            continue
        for others in _choose(ranked[index + 1 :], left, least - points, count - 1):
            yield (lay, *others)


def _accepted(state: State, action: Action) -> bool:
    try:
        check(state, state.awaited, action)
    except IllegalAction:
        return False
    return True
