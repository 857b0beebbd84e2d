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
from engine.opening import minimum_to_open
from engine.state import Phase, State
from engine.view import view_for
from tests.positions import can, position
from tests.properties.chance import TABLES, any_action, rounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.actions import Action
    from engine.state import Seat
    from engine.view import View

HAND = 6


def with_hidden_exchanged(random: Random, state: State, seat: Seat | None) -> State:
    """A position in which the stock, the feet and the other hands hold each other's cards."""
    other = state.copy()
    others = [hand for owner, hand in enumerate(other.hands) if owner != seat]
    feet = [side.foot for side in other.sides if side.foot is not None]
    hidden = [card for cards in (other.stock, *others, *feet) for card in cards]
    random.shuffle(hidden)
    for cards in (other.stock, *others):
        cards[:] = [hidden.pop() for _ in cards]
    for side in other.sides:  # copies share a foot's list
        side.foot = None if side.foot is None else [hidden.pop() for _ in side.foot]
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
        rules, players = TABLES[seed % len(TABLES)]
        state, _ = deal(rules, seed % players, shuffled_deck(rules, random), (0, 0), players)
        while state.phase is not Phase.OVER:
            if random.random() < 0.2:
                yield random, state
            apply(state, state.awaited, random.choice(legal_actions(state)))
        yield random, state


def refusal(state: State, action: Action) -> tuple[object, ...] | None:
    try:
        check(state, state.awaited, action)
    except IllegalAction as refused:
        return refused.reason, refused.clause, refused.params
    return None


def test_a_view_is_the_same_whatever_the_hidden_cards_are() -> None:
    for random, state in some_positions(60):
        for seat in (*range(state.players), None):
            view = view_for(state, seat)
            other = view_for(with_hidden_exchanged(random, state, seat), seat)
            assert view == other
            assert encode_view(view) == encode_view(other)


def test_a_verdict_is_the_same_whatever_the_hidden_cards_are() -> None:
    for random, state in some_positions(60):
        other = with_hidden_exchanged(random, state, state.awaited)
        for _ in range(5):
            action = any_action(random, state)
            assert refusal(state, action) == refusal(other, action)


def test_a_view_is_the_same_whatever_lies_under_the_top() -> None:
    for random, state in some_positions(60):
        other = with_pile_exchanged(random, state)
        for seat in (*range(state.players), None):
            view, same = view_for(state, seat), view_for(other, seat)
            assert without_legal(view) == without_legal(same)
            if seat != state.seat or can_always_discard(state):
                assert view == same


def can_always_discard(state: State) -> bool:
    """Whether the seat to act can end its turn whatever the pile brings.

    A wild may take black threes, and opening may take many cards.
    """
    wild_top = bool(state.pile) and IS_WILD[state.pile[-1]]
    return len(state.hands[state.seat]) >= HAND and not wild_top and not minimum_to_open(state)


def without_legal(view: View) -> View:
    return view._replace(legal=())


@pytest.mark.parametrize(("under", "legal"), [("AS", True), ("5C", False)])
def test_only_keep_a_card_looks_under_the_top(under: str, legal: bool) -> None:  # noqa: FBT001
    # X-3 is judged before the take, with what the take brings; everybody saw these cards discarded.
    state = position(f"draw: 9C 9D; pile: {under} 9S; table: AC AC AD AD AH AH")
    assert can(state, "take 9S 9C 9D") is legal
