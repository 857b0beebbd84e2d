"""Views tell nothing of hidden cards: exchanging those leaves what a seat sees, and may do, as it was."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.apply import apply, check
from engine.cards import IS_WILD, RANK, THREE
from engine.codec import encode_view
from engine.deal import deal, shuffled_deck
from engine.errors import IllegalAction
from engine.legal import legal_actions
from engine.state import Phase, State
from engine.view import View, view_for
from tests.positions import can, position
from tests.properties.chance import HOUSES, any_action, rounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.actions import Action
    from engine.state import Seat

HAND = 6


def with_hidden_exchanged(random: Random, state: State, seat: Seat | None) -> State:
    """A position in which the stock and the other hands hold each other's cards."""
    other = state.copy()
    others = [hand for owner, hand in enumerate(other.hands) if owner != seat]
    hidden = [card for cards in (other.stock, *others) for card in cards]
    random.shuffle(hidden)
    for cards in (other.stock, *others):
        cards[:] = [hidden.pop() for _ in cards]
    for hand in others:
        hand.sort()
    return other


def with_pile_exchanged(random: Random, state: State) -> State:
    """A position with other cards under the pile's top, but for those that freeze it."""
    other = state.copy()
    deep = [place for place, card in enumerate(other.pile[:-1]) if not IS_WILD[card] and RANK[card] != THREE]
    stock = [place for place, card in enumerate(other.stock) if not IS_WILD[card] and RANK[card] != THREE]
    hidden = [other.pile[place] for place in deep] + [other.stock[place] for place in stock]
    random.shuffle(hidden)
    for cards, places in ((other.pile, deep), (other.stock, stock)):
        for place in places:
            cards[place] = hidden.pop()
    return other


def some_positions(count: int) -> Iterator[tuple[Random, State]]:
    """Positions from everywhere in deals, a few of each."""
    for seed in rounds(count):
        random = Random(seed)
        rules = HOUSES[seed % len(HOUSES)]
        state, _ = deal(rules, seed % 4, shuffled_deck(rules, random), (0, 0), 4)
        while state.phase is not Phase.OVER:
            if random.random() < 0.2:
                yield random, state
            apply(state, state.seat, random.choice(legal_actions(state)))
        yield random, state


def refusal(state: State, action: Action) -> tuple[object, ...] | None:
    try:
        check(state, state.seat, action)
    except IllegalAction as refused:
        return refused.reason, refused.clause, refused.params
    return None


def test_a_view_is_the_same_whatever_the_hidden_cards_are() -> None:
    for random, state in some_positions(40):
        for seat in (0, 1, 2, 3, None):
            view = view_for(state, seat)
            other = view_for(with_hidden_exchanged(random, state, seat), seat)
            assert view == other
            assert encode_view(view) == encode_view(other)


def test_a_verdict_is_the_same_whatever_the_hidden_cards_are() -> None:
    for random, state in some_positions(40):
        other = with_hidden_exchanged(random, state, state.seat)
        for _ in range(5):
            action = any_action(random, state)
            assert refusal(state, action) == refusal(other, action)


def test_a_view_is_the_same_whatever_lies_under_the_top() -> None:
    for random, state in some_positions(40):
        other = with_pile_exchanged(random, state)
        for seat in (0, 1, 2, 3, None):
            view, same = view_for(state, seat), view_for(other, seat)
            assert without_legal(view) == without_legal(same)
            if seat != state.seat or can_always_discard(state):
                assert view == same


def can_always_discard(state: State) -> bool:
    """Whether the seat to act can end its turn whatever the pile brings (a wild may take black threes)."""
    wild_top = bool(state.pile) and IS_WILD[state.pile[-1]]
    return len(state.hands[state.seat]) >= HAND and not wild_top


def without_legal(view: View) -> dict[str, object]:
    return {name: getattr(view, name) for name in View.__slots__ if name != "legal"}


@pytest.mark.parametrize(("under", "legal"), [("AS", True), ("5C", False)])
def test_only_keep_a_card_looks_under_the_top(under: str, legal: bool) -> None:  # noqa: FBT001
    # X-3 is judged before the take, with what the take brings; everybody saw these cards discarded.
    state = position(f"draw: 9C 9D; pile: {under} 9S; table: AC AC AD AD AH AH")
    assert can(state, "take 9S 9C 9D") is legal
