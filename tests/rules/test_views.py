"""What a view holds: X-13."""

from __future__ import annotations

import pytest

from engine.cards import codes, parse_cards
from engine.state import PileState
from engine.view import view_for
from tests.positions import allowed, position

FULL = (
    "draw: 9C 9D 5H; left: 8C 8D; partner: 7C 7D 7H 7S; right: 4D; pile: KC QD 9S; stock: AC AD; "
    "table: JC JD JH; theirs: TC TD 2C; red threes: 3D; their red threes: 3H; score: 120 -40"
)


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_x13_the_pile_shows_its_top_its_size_and_its_state(seat: int | None) -> None:
    pile = view_for(position(FULL), seat).pile
    assert (pile.top, pile.count, pile.state, pile.cause) == (parse_cards("9S")[0], 3, PileState.OPEN, None)


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_x13_no_card_below_the_top(seat: int | None) -> None:
    for below in ("KC QD", "KS AH", "4C 4C"):
        view = view_for(position(FULL.replace("KC QD", below)), seat)
        assert view == view_for(position(FULL), seat)


@pytest.mark.parametrize(
    ("card", "cause"),
    [
        ("3D", "red_three"),
        ("3H", "red_three"),
        ("JK", "wild"),
        ("2S", "wild"),
        ("3C", "black_three"),
        ("3S", "black_three"),
    ],
)
def test_x13_why_the_pile_is_frozen(card: str, cause: str) -> None:
    for pile in (card, f"4C {card}", f"{card} 4C", f"5C {card} 4C"):
        view = view_for(position(f"draw: 9C 9D; pile: {pile}"), 1)
        assert (view.pile.state, view.pile.cause) == (PileState.FROZEN, cause)


def test_x13_a_pile_that_is_said_to_be_frozen_or_blocked_without_a_cause() -> None:
    pile = view_for(position("draw: 9C 9D; frozen pile: 4C"), 1).pile
    assert (pile.state, pile.cause) == (PileState.FROZEN, None)
    state = position("draw: 9C 9D; pile: ", rules="tranca")
    state.pile_state = PileState.BLOCKED
    assert view_for(state, 1).pile.cause is None


def test_x13_an_empty_pile() -> None:
    pile = view_for(position("draw: 9C 9D; pile: "), 1).pile
    assert (pile.top, pile.count, pile.state, pile.cause) == (None, 0, PileState.OPEN, None)


def test_x13_what_lies_on_the_table_is_seen_by_all() -> None:
    for seat in (0, 1, 2, 3, None):
        view = view_for(position(FULL), seat)
        assert view.hand_counts == (3, 2, 4, 1)
        assert view.stock_count == 2
        assert [[codes(meld.cards) for meld in side.melds] for side in view.sides] == [
            [["JC", "JD", "JH"]],
            [["TC", "TD", "2C"]],
        ]
        assert [codes(side.red_threes) for side in view.sides] == [["3D"], ["3H"]]
        assert [side.score for side in view.sides] == [120, -40]
        assert (view.to_act, view.dealer, view.seat) == (0, 3, seat)


def test_x13_only_the_own_hand_is_seen() -> None:
    state = position(FULL)
    for seat in range(4):
        assert view_for(state, seat).hand == tuple(state.hands[seat])
    assert view_for(state, None).hand is None


def test_x13_only_the_seat_to_act_has_legal_actions() -> None:
    state = position(FULL)
    assert view_for(state, 0).legal
    for seat in (1, 2, 3, None):
        assert view_for(state, seat).legal == ()


def test_x13_nobody_acts_in_a_deal_that_is_over() -> None:
    state = position("draw: 9C 9D; stock: ")
    allowed(state, "draw")
    for seat in (0, 1, 2, 3, None):
        view = view_for(state, seat)
        assert (view.to_act, view.legal) == (None, ())


def test_x13_a_view_stays_as_it_was_when_play_goes_on() -> None:
    state = position(FULL)
    view, same = view_for(state, 2), view_for(state, 2)
    allowed(state, "take 9S 9C 9D", "discard 5H")
    assert view == same
    assert view != view_for(state, 2)
