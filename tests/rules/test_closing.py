"""Black threes, going out, concealed: I-10, I-12, I-13."""

from __future__ import annotations

import pytest

from engine.errors import Reason
from engine.events import DealEnded
from engine.legal import legal_actions
from engine.scoring import ScoreKind, score_side
from engine.state import Canasta, Ending, Phase
from tests.positions import action, allowed, can, position, refused

CLEAN = "AC AC AD AD AH AH AS"
DIRTY = "KC KC KD KD KH KH 2C"


def test_i10_black_threes_are_melded_only_to_close() -> None:
    state = position(f"play: 3C 3C 3S 5H 7H; table: {CLEAN}")
    refused(state, "meld 3C 3C 3S", Reason.BLACK_THREES_CLOSE, "I-10")
    assert action("meld 3C 3C 3S") not in legal_actions(state)


@pytest.mark.parametrize("cards", ["3C 3C 3S", "3C 3S JK", "3C 3S JK 2C 2D", "3C 3C 3S 3S JK"])
def test_i10_three_cards_two_of_them_natural(cards: str) -> None:
    state = position(f"play: {cards} 5H; table: {CLEAN}")
    allowed(state, f"meld {cards}", "discard 5H")
    assert state.closed_by == 0


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("3C 3S", Reason.MELD_TOO_SMALL),
        ("3C JK 2D", Reason.TOO_FEW_NATURALS),
        ("3C 3S 2C 2D 2H JK", Reason.TOO_MANY_WILDS),
    ],
)
def test_i10_what_is_no_meld_of_black_threes(cards: str, reason: Reason) -> None:
    refused(position(f"play: {cards} 5H; table: {CLEAN}"), f"meld {cards}", reason, "I-4")


def test_i10_without_wilds_where_the_house_says_so() -> None:
    options = {"black_three.wilds": False}
    for cards in ("3C 3S JK", "3C 3C 3S 2C"):
        state = position(f"play: {cards} 5H; table: {CLEAN}", options)
        refused(state, f"meld {cards}", Reason.BLACK_THREE_WILDS, "I-10")
    state = position(f"play: 3C 3C 3S JK 5H; table: {CLEAN}", options)
    allowed(state, "meld 3C 3C 3S")
    refused(state, "meld JK on 1", Reason.BLACK_THREE_WILDS, "I-10")
    allowed(state, "meld JK on 0", "discard 5H")


def test_i10_four_black_threes_and_three_wilds_are_a_canasta_that_closes() -> None:
    state = position("play: 3C 3C 3S 3S 2C 2D JK 5H; partner: ")
    (laid,) = allowed(state, "meld 3C 3C 3S 3S 2C 2D JK")
    assert laid.canasta is Canasta.DIRTY  # type: ignore[union-attr]
    allowed(state, "discard 5H")
    assert state.closed_by == 0
    items = {item.kind: item.points for item in score_side(state, 0)}
    assert items == {ScoreKind.DIRTY_CANASTA: 300 + 4 * 5 + 2 * 20 + 50, ScoreKind.CONCEALED: 100}


def test_i10_black_threes_may_be_all_there_is_to_lay() -> None:
    state = position("play: 3C 3C 3S 3S 2C 2D JK")
    assert action("meld 3C 3C 3S 3S 2C 2D JK") in legal_actions(state)
    allowed(state, "meld 3C 3C 3S 3S 2C 2D JK")
    assert (state.closed_by, state.concealed) == (0, True)


def test_i10_black_threes_with_too_few_cards_for_a_canasta_do_not_close() -> None:
    refused(
        position("play: 3C 3C 3S 3S 2C 2D 5H"), "meld 3C 3C 3S 3S 2C 2D", Reason.BLACK_THREES_CLOSE, "I-10"
    )
    assert can(position("play: 3C 3C 3S 3S 2C 2D 5H", {"canasta.min_size": 6}), "meld 3C 3C 3S 3S 2C 2D")


def test_i12_by_discarding_the_last_card() -> None:
    state = position(f"play: 5H; table: {CLEAN}; seat: 1")
    assert allowed(state, "discard 5H")[-1] == DealEnded(Ending.CLOSED, 1, concealed=True)
    assert (state.phase, state.ended, state.closed_by, state.pile[-1]) == (
        Phase.OVER,
        Ending.CLOSED,
        1,
        action("discard 5H").card,  # type: ignore[union-attr]
    )


def test_i12_by_melding_everything() -> None:
    state = position(f"play: 5H 5D 5C; table: {CLEAN}")
    assert allowed(state, "meld 5H 5D 5C")[-1] == DealEnded(Ending.CLOSED, 0, concealed=True)
    state = position(f"play: AS; table: {CLEAN}; laid before: 0")
    assert allowed(state, "meld AS on 0")[-1] == DealEnded(Ending.CLOSED, 0, concealed=False)


@pytest.mark.parametrize("table", [CLEAN, DIRTY])
def test_i12_any_canasta_will_do(table: str) -> None:
    assert can(position(f"play: 5H; table: {table}"), "discard 5H")


@pytest.mark.parametrize("table", ["", "9C 9C 9D 9D 9H 9H", "9C 9D 9H 2C 2D JK"])
def test_i12_not_without_a_canasta(table: str) -> None:
    refused(position(f"play: 5H; table: {table}"), "discard 5H", Reason.NEEDS_CANASTA, "I-12")


def test_i12_the_other_sides_canasta_does_not_count() -> None:
    refused(position(f"play: 5H; theirs: {CLEAN}"), "discard 5H", Reason.NEEDS_CANASTA, "I-12")


def test_i12_one_completed_in_the_same_turn_counts() -> None:
    state = position("play: 9S 5H; table: 9C 9C 9D 9D 9H 9H")
    allowed(state, "meld 9S on 0", "discard 5H")
    assert state.closed_by == 0
    state = position("play: 9S; table: 9C 9C 9D 9D 9H 9H")
    allowed(state, "meld 9S on 0")
    assert state.closed_by == 0


def test_i12_clean_where_the_house_says_so() -> None:
    options = {"going_out.canasta": "clean"}
    refused(position(f"play: 5H; table: {DIRTY}", options), "discard 5H", Reason.NEEDS_CANASTA, "I-12")
    assert can(position(f"play: 5H; table: {DIRTY}, {CLEAN}", options), "discard 5H")
    refused(
        position(f"play: 5H 5D 5C; table: {DIRTY}", options), "meld 5H 5D 5C", Reason.NEEDS_CANASTA, "I-12"
    )


def test_i12_nobody_is_forced_to_close() -> None:
    state = position(f"play: 5H 7H; table: {CLEAN}")
    allowed(state, "discard 5H")
    assert state.ended is None


def concealed(text: str, *actions: str) -> bool:
    state = position(text)
    ended = allowed(state, *actions)[-1]
    assert isinstance(ended, DealEnded)
    assert ended.concealed is state.concealed
    return state.concealed


def test_i13_the_whole_hand_in_one_turn() -> None:
    hand = "9C 9C 9D 9D 9H 9H 9S 5C 5D 5H"
    assert concealed(f"play: {hand} 7C", "meld 9C 9C 9D 9D 9H 9H 9S", "meld 5C 5D 5H", "discard 7C")
    assert concealed(f"play: {hand}", "meld 9C 9C 9D 9D 9H 9H 9S, 5C 5D 5H")


def test_i13_not_after_laying_in_an_earlier_turn() -> None:
    assert not concealed(f"play: 5H; table: {CLEAN}; laid before: 0", "discard 5H")


def test_i13_the_partners_melds_do_not_spoil_it() -> None:
    assert concealed(f"play: 5H 5D 5C; table: {CLEAN}; laid before: 2", "meld 5H 5D 5C")


def test_i13_lay_offs_on_the_partners_melds_do_not_spoil_it() -> None:
    assert concealed(f"play: AS 5H; table: {CLEAN}; laid before: 2", "meld AS on 0", "discard 5H")


def test_i13_taking_the_pile_does_not_spoil_it() -> None:
    assert concealed(f"draw: 9C 9D 5H; pile: 9S; table: {CLEAN}", "take 9S 9C 9D", "discard 5H")


def test_i13_red_threes_do_not_spoil_it() -> None:
    assert concealed(f"draw: 5H 5D 5C; stock: 3D 7C; table: {CLEAN}", "draw", "meld 5H 5D 5C", "discard 7C")


def test_i13_a_meld_laid_in_an_earlier_turn_is_remembered() -> None:
    state = position(f"play: 9C 9D 9H 5S 5D; table: {CLEAN}; stock: 4C 4D 4H 7C")
    allowed(state, "meld 9C 9D 9H", "discard 5S")
    for card in ("4C", "4D", "4H"):
        allowed(state, "draw", f"discard {card}")
    allowed(state, "draw", "discard 7C")
    assert (state.seat, state.laid_before) == (1, [True, False, False, False])


@pytest.mark.parametrize("bonus", [0, 100, 200])
def test_i13_no_other_bonus_but_the_houses(bonus: int) -> None:
    for laid_before, in_all in (("", bonus + 100), ("0", bonus)):
        state = position(f"play: 5H; table: {CLEAN}; laid before: {laid_before}", {"going_out.bonus": bonus})
        allowed(state, "discard 5H")
        bonuses = [
            item for item in score_side(state, 0) if item.kind in (ScoreKind.GOING_OUT, ScoreKind.CONCEALED)
        ]
        assert sum(item.points for item in bonuses) == in_all
        assert all((item.clause, item.count) == ("I-13", 1) for item in bonuses)
        assert not [
            item for item in score_side(state, 1) if item.kind in (ScoreKind.GOING_OUT, ScoreKind.CONCEALED)
        ]
