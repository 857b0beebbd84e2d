"""Worked cases with right answers, K-19 to K-31."""

from __future__ import annotations

from engine.cards import codes
from engine.errors import Reason
from engine.match import new_match, play
from engine.scoring import ScoreKind, score_side, total
from engine.state import Canasta, Ending, PileState
from tests.positions import action, allowed, can, italian, position, refused


def test_k19_two_naturals_and_three_wilds_and_no_fourth() -> None:
    state = position("play: 8C 8D 2S 2D JK 2H 5C 7D")
    refused(state, "meld 8C 8D 2S 2D JK 2H", Reason.TOO_MANY_WILDS, "I-4")
    allowed(state, "meld 8C 8D 2S 2D JK")
    refused(state, "meld 2H on 0", Reason.TOO_MANY_WILDS, "I-4")


def test_k20_one_natural_is_no_meld() -> None:
    refused(position("play: 8C 2D JK 5C 7D"), "meld 8C 2D JK", Reason.TOO_FEW_NATURALS, "I-4")


def test_k21_an_open_pile_with_natural_and_wild_but_not_two_wilds() -> None:
    assert can(position("draw: 9H JK 5C 7D; pile: 9S"), "take 9S 9H JK")
    refused(position("draw: JK 2C 5C 7D; pile: 9S"), "take 9S JK 2C", Reason.TOO_FEW_NATURALS, "I-4")


def test_k22_a_frozen_pile_with_a_pair_or_an_own_meld() -> None:
    refused(position("draw: 9H JK 5C 7D; frozen pile: 9S"), "take 9S 9H JK", Reason.PILE_FROZEN, "I-8")
    assert can(position("draw: 9H 9D 5C 7D; frozen pile: 9S"), "take 9S 9H 9D")
    assert can(position("draw: 5C 7D; frozen pile: 9S; table: 9C 9D 9H"), "take 9S on 0")


def test_k23_a_black_three_freezes_for_good() -> None:
    state = position("play: 3C 5C 7D; pile: 4S; left: KD 8C 8D; stock: 6C; partner: KH 2C KC 5D")
    allowed(state, "discard 3C", "draw", "discard KD")
    assert codes(state.pile) == ["4S", "3C", "KD"]
    refused(state, "take KD KH 2C", Reason.PILE_FROZEN, "I-8")
    assert can(state, "take KD KH KC")


def test_k24_a_red_three_turned_up_goes_to_who_takes_the_pile() -> None:
    state = position("play: KS 5C 7D; pile: 3D; left: KH KD 9C 9D; stock: 8C")
    assert state.pile_state is PileState.FROZEN
    allowed(state, "discard KS", "take KS KH KD")
    assert [codes(side.red_threes) for side in state.sides] == [[], ["3D"]]
    assert codes(state.hands[1]) == ["9C", "9D"]
    assert codes(state.stock) == ["8C"], "no replacement"
    assert [item.points for item in score_side(state, 1) if item.kind is ScoreKind.RED_THREES] == [100]


def test_k25_a_red_three_as_the_last_stock_card_ends_the_deal() -> None:
    state = position("draw: 9C 9D; stock: 3H")
    allowed(state, "draw")
    assert codes(state.sides[0].red_threes) == ["3H"]
    assert (state.ended, state.closed_by) == (Ending.STOCK, None)


def test_k26_a_meld_that_leaves_one_card_without_a_canasta() -> None:
    refused(position("play: 9C 9D 9H 5C"), "meld 9C 9D 9H", Reason.NO_WAY_TO_END, "X-3")
    assert can(position("play: 9C 9D 9H 5C 7D"), "meld 9C 9D 9H")


def test_k27_the_seventh_nine_closes() -> None:
    state = position("play: 9S 5C; table: 9C 9C 9D 9D 9H 9H")
    allowed(state, "meld 9S on 0", "discard 5C")
    assert (state.ended, state.closed_by) == (Ending.CLOSED, 0)


def test_k28_the_score_of_the_closing_side() -> None:
    state = position(
        "play: AC AD AH; partner: QC 9C JK 2C; red threes: 3D 3D 3H; laid before: 0; "
        "table: KC KC KD KD KH KH KS, 7C 7C 7D 7D 7H JK 2D"
    )
    allowed(state, "meld AC AD AH")
    assert not state.concealed
    items = score_side(state, 0)
    assert [item.points for item in items] == [500 + 70, 300 + 95, 60, 300, -90]
    assert total(items) == 1235


def test_k29_the_score_of_a_side_without_melds() -> None:
    state = position("draw: KC 9C 5C JK 2C AC; partner: ; red threes: 3D 3D 3H 3H; stock: ")
    allowed(state, "draw")
    assert [item.points for item in score_side(state, 0)] == [800, -115]
    assert total(score_side(state, 0)) == 685


def test_k30_the_score_of_a_concealed_closing() -> None:
    state = position("play: 9C 9C 9D 9D 9H 9H 9S 5C 5D 5H; partner: ")
    (first, *_) = allowed(state, "meld 9C 9C 9D 9D 9H 9H 9S, 5C 5D 5H")
    assert first.canasta is Canasta.CLEAN  # type: ignore[union-attr]
    assert state.concealed
    assert total(score_side(state, 0)) == 500 + 70 + 15 + 100 == 685


def test_k31_both_sides_past_the_target() -> None:
    # X wins 410 in the deal (535 + 25 melded, 150 in hand), Y 300 (its red threes).
    match = new_match(italian(), 4)
    match.state = position(
        "draw: JK JK JK; partner: ; right: ; left: ; stock: ; score: 4870 4905; "
        "table: 4C 4C 4D 4D 4H 4H 4S, 5C 5D 5H 5S 5S; their red threes: 3D 3D 3H"
    )
    play(match, 0, action("draw"))
    assert [total(items) for items in match.deals[-1].scores] == [410, 300]
    assert match.totals == (5280, 5205)
    assert (match.winner, match.margin) == (0, 75)
