"""The turn and its end: X-1, X-2, X-7, I-3, I-16, I-17."""

from __future__ import annotations

import pytest

from engine.apply import apply, check
from engine.cards import codes, parse_card
from engine.errors import IllegalAction, Reason
from engine.events import DealEnded, Discarded, Drew, RedThreeLaid
from engine.legal import legal_actions
from engine.state import Ending, Phase, PileState
from tests.positions import action, allowed, can, position, refused


def test_x1_a_card_that_is_not_held_cannot_be_played() -> None:
    state = position("play: 9C 9D 5H 5S; partner: 9H")
    refused(state, "meld 9C 9D 9H", Reason.CARD_NOT_HELD, "X-1")
    refused(state, "discard 9H", Reason.CARD_NOT_HELD, "X-1")


def test_x1_a_card_held_once_cannot_be_played_twice() -> None:
    state = position("play: 9C 9D 5H 5S")
    refused(state, "meld 9C 9C 9D", Reason.CARD_NOT_HELD, "X-1")
    state = position("play: 9C 9D 9H 5H 5S")
    refused(state, "meld 9C 9D 9H, 9C 5H 5S", Reason.CARD_NOT_HELD, "X-1")


def test_x1_a_take_uses_the_top_once_and_hand_cards_only() -> None:
    state = position("draw: 9C 9D 5H 5S; pile: KC 9S")
    refused(state, "take 9S 9S 9C", Reason.CARD_NOT_HELD, "X-1")
    refused(state, "take 9S 9C 9D, 5H 5S KC", Reason.CARD_NOT_HELD, "X-1")


def test_x1_cards_move_from_place_to_place_and_none_is_lost() -> None:
    state = position("draw: 9C 9D 5H 5S; pile: KC 9S; stock: 8D")
    allowed(state, "take 9S 9C 9D")
    assert codes(state.hands[0]) == ["5H", "5S", "KC"]
    assert [codes(meld.cards) for meld in state.sides[0].melds] == [["9C", "9D", "9S"]]
    assert state.pile == []
    allowed(state, "discard KC")
    assert codes(state.hands[0]) == ["5H", "5S"]
    assert codes(state.pile) == ["KC"]


def test_x2_a_turn_is_drawing_then_melding_then_a_discard() -> None:
    state = position("draw: 9C 9D 5H 5S; stock: 9H 8C")
    for early in ("meld 9C 9D 9H", "discard 5H"):
        refused(state, early, Reason.DRAW_FIRST, "X-2")
    allowed(state, "draw", "meld 9C 9D 9H")
    for late in ("draw", "take 4S 5H 5S"):
        refused(state, late, Reason.ALREADY_DRAWN, "X-2")
    assert allowed(state, "discard 5H") == [Discarded(0, parse_card("5H"))]
    assert (state.seat, state.phase) == (1, Phase.DRAW)


def test_x2_only_the_seat_to_act_plays() -> None:
    state = position("draw: 9C 9D 5H; seat: 2")
    for other in (0, 1, 3):
        for judge in (check, apply):
            with pytest.raises(IllegalAction) as refusal:
                judge(state, other, action("draw"))
            assert (refusal.value.reason, refusal.value.clause) == (Reason.NOT_YOUR_TURN, "X-2")


def test_x2_laying_nothing_is_no_action() -> None:
    state = position("play: 9C 9D 5H")
    refused(state, "meld", Reason.NOTHING_LAID, "X-2")
    state = position("play: 9C 9D 9H 5H 5S 5C; table: KC KD KH")
    for lays in ("meld 9C 9D 9H,  on 0", "meld  on 0"):
        refused(state, lays, Reason.NOTHING_LAID, "X-2")


def test_x2_nothing_is_played_in_a_deal_that_is_over() -> None:
    state = position("draw: 9C 9D 5H; stock: ; pile: 4S")
    allowed(state, "draw")
    for late in ("draw", "take 4S", "discard 5H", "meld 9C 9D 5H"):
        refused(state, late, Reason.DEAL_OVER, "X-2")
    assert legal_actions(state) == []


def test_x2_asking_is_not_part_of_italian() -> None:
    state = position("play: 9C 9D 5H")
    for talk in ("ask", "answer yes", "answer no"):
        refused(state, talk, Reason.NOT_OFFERED, "X-2")


def test_x2_the_turn_passes_to_the_left() -> None:
    state = position("draw: 9C 9D; stock: 5C 5D 5H 5S 7C")
    order = []
    for card in ("5C", "5D", "5H", "5S"):
        order.append(state.seat)
        allowed(state, "draw", f"discard {card}")
    assert (order, state.seat) == ([0, 1, 2, 3], 0)


def test_x7_a_refused_action_changes_nothing_and_names_its_clause() -> None:
    # `refused` holds both for every refusal in these tests; here for a joint lay of which the last part fails
    # and for a take that fails only when the hand after it is known.
    state = position("play: 9C 9D 9H 8C 8D 8H 5C 5D 7C; table: KC KD KH")
    refused(state, "meld 9C 9D 9H, 8C 8D 8H, 5C 5D 7C", Reason.MIXED_RANKS, "I-4")
    refused(state, "meld 9C 9D 9H, 7C on 0", Reason.MIXED_RANKS, "I-4")
    state = position("draw: 9C 9D; pile: 5H 9S")
    refused(state, "take 9S 9C 9D", Reason.NO_WAY_TO_END, "X-3")


def test_i3_one_card_is_drawn_and_one_discarded_face_up() -> None:
    state = position("draw: 9C 9D 5H; stock: 8C 7C; pile: 4S")
    assert allowed(state, "draw") == [Drew(0, parse_card("8C"))]
    assert codes(state.hands[0]) == ["5H", "8C", "9C", "9D"]
    allowed(state, "discard 8C")
    assert codes(state.pile) == ["4S", "8C"]
    assert codes(state.stock) == ["7C"]


def test_i3_the_card_just_drawn_and_any_other_may_be_discarded() -> None:
    state = position("play: 9C JK 3S 2D 5H")
    for card in ("9C", "JK", "3S", "2D", "5H"):
        assert can(state, f"discard {card}")


def test_i16_on_an_empty_stock_drawing_ends_the_deal() -> None:
    state = position("draw: 9C 9D 5H; stock: ; pile: 4S")
    assert allowed(state, "draw") == [DealEnded(Ending.STOCK, None, concealed=False)]
    assert (state.phase, state.ended, state.closed_by) == (Phase.OVER, Ending.STOCK, None)


def test_i16_on_an_empty_stock_the_pile_may_be_taken_and_play_goes_on() -> None:
    state = position("draw: 9C 9D 5H 5D 7C; stock: ; pile: KC 9S; left: KD KH 8C 8D")
    allowed(state, "take 9S 9C 9D", "discard KC")
    assert (state.seat, state.phase) == (1, Phase.DRAW)
    allowed(state, "take KC KD KH", "discard 8C")
    assert state.ended is None


def test_i16_taking_is_never_forced() -> None:
    state = position("draw: 9C 9D 5H 5D; stock: ; pile: KC 9S")
    assert action("draw") in legal_actions(state)
    allowed(state, "draw")
    assert state.ended is Ending.STOCK


def test_i16_the_last_card_of_the_stock_is_played_out() -> None:
    state = position("draw: 9C 9D 5H; stock: 8C")
    allowed(state, "draw", "discard 8C")
    assert (state.phase, state.seat) == (Phase.DRAW, 1)


def test_i16_a_red_three_drawn_last_is_shown_and_ends_the_deal() -> None:
    state = position("draw: 9C 9D 5H; stock: 3D")
    red = parse_card("3D")
    assert allowed(state, "draw") == [
        Drew(0, red),
        RedThreeLaid(0, red),
        DealEnded(Ending.STOCK, None, concealed=False),
    ]
    assert state.sides[0].red_threes == [red]
    assert codes(state.hands[0]) == ["5H", "9C", "9D"]


def test_i16_two_red_threes_drawn_last_are_both_shown() -> None:
    state = position("draw: 9C 9D 5H; stock: 3D 3D; seat: 1")
    allowed(state, "draw")
    assert codes(state.sides[1].red_threes) == ["3D", "3D"]
    assert state.ended is Ending.STOCK


def test_i17_a_first_meld_needs_no_minimum() -> None:
    assert can(position("play: 4C 4D 4H 5S 7S"), "meld 4C 4D 4H")


def test_i17_the_pile_is_not_frozen_before_the_first_meld() -> None:
    state = position("draw: 9C 2D 5S 7S; pile: KC 9S")
    assert state.pile_state is PileState.OPEN
    assert can(state, "take 9S 9C 2D")


def test_i17_one_card_in_hand_may_take_a_pile_of_one_card() -> None:
    state = position("draw: 5S; pile: 9S; table: 9C 9D 9H, KC KC KD KD KH KH KS")
    allowed(state, "take 9S on 0", "discard 5S")
    assert state.closed_by == 0
