"""X-3: an action after which the turn could not end is refused, and none besides."""

from __future__ import annotations

import pytest

from engine.errors import Reason
from engine.legal import legal_actions
from tests.positions import action, allowed, can, position, refused

CLEAN = "AC AC AD AD AH AH AS"
DIRTY = "KC KC KD KD KH KH 2C"


def test_x3_the_last_but_one_card_is_kept_without_a_canasta() -> None:
    state = position("play: 9C 9D 9H 5S")
    refused(state, "meld 9C 9D 9H", Reason.NO_WAY_TO_END, "X-3")
    assert legal_actions(state) == [action(f"discard {card}") for card in ("5S", "9C", "9D", "9H")]


def test_x3_two_cards_left_are_enough() -> None:
    assert can(position("play: 9C 9D 9H 5S 5D"), "meld 9C 9D 9H")


def test_x3_one_card_left_is_enough_with_a_canasta() -> None:
    state = position(f"play: 9C 9D 9H 5S; table: {CLEAN}")
    allowed(state, "meld 9C 9D 9H", "discard 5S")
    assert state.closed_by == 0


@pytest.mark.parametrize("kept", ["9S", "2D", "JK"])
def test_x3_one_card_that_completes_a_canasta_when_laid_off(kept: str) -> None:
    state = position(f"play: KC KD KH {kept}; table: 9C 9C 9D 9D 9H 9H")
    allowed(state, "meld KC KD KH", f"meld {kept} on 0")
    assert state.closed_by == 0


@pytest.mark.parametrize("kept", ["5S", "KS"])
def test_x3_one_card_that_completes_nothing(kept: str) -> None:
    state = position(f"play: KC KD KH {kept}; table: 9C 9C 9D 9D 9H 9H")
    refused(state, "meld KC KD KH", Reason.NO_WAY_TO_END, "X-3")


def test_x3_a_wild_that_no_meld_has_room_for() -> None:
    # Six nines with three wilds; the kings have three too. The last wild cannot be laid off on either.
    state = position("play: 5C 5D 5H JK; table: 9C 9D 9H 2C 2D 2H, KC KD KH 2S JK JK")
    assert can(state, "meld 5C 5D 5H") is False
    # It could be laid on the fives, but makes no canasta there; with seven nines the discard closes.
    state = position("play: 5C 5D 5H JK; table: 9C 9D 9H 9S 2C 2D 2H")
    allowed(state, "meld 5C 5D 5H", "discard JK")
    assert state.closed_by == 0


def test_x3_melding_everything_without_a_canasta() -> None:
    refused(position("play: 9C 9D 9H"), "meld 9C 9D 9H", Reason.NEEDS_CANASTA, "I-12")


def test_x3_discarding_the_last_card_without_a_canasta() -> None:
    refused(position("play: 9C; table: KC KD KH"), "discard 9C", Reason.NEEDS_CANASTA, "I-12")


def test_x3_the_discard_of_a_card_may_leave_one() -> None:
    assert can(position("play: 9C 5H"), "discard 9C")


def test_x3_only_clean_canastas_count_where_the_house_says_so() -> None:
    options = {"going_out.canasta": "clean"}
    state = position(f"play: 9C 9D 9H 5S; table: {DIRTY}", options)
    refused(state, "meld 9C 9D 9H", Reason.NO_WAY_TO_END, "X-3")
    refused(position(f"play: 5S; table: {DIRTY}", options), "discard 5S", Reason.NEEDS_CANASTA, "I-12")
    assert can(position(f"play: 9C 9D 9H 5S; table: {CLEAN}", options), "meld 9C 9D 9H")


def test_x3_a_wild_must_not_spoil_the_one_clean_canasta() -> None:
    options = {"going_out.canasta": "clean"}
    state = position(f"play: JK 5S; table: {CLEAN}", options)
    refused(state, "meld JK on 0", Reason.NO_WAY_TO_END, "X-3")
    assert can(position(f"play: JK 5S 7S; table: {CLEAN}", options), "meld JK on 0"), "there is a discard"
    assert can(position(f"play: JK 5S; table: {CLEAN}"), "meld JK on 0"), "where any canasta will do"


def test_x3_the_wild_goes_elsewhere_when_a_clean_canasta_is_needed() -> None:
    options = {"going_out.canasta": "clean"}
    state = position(f"play: 9C 9D JK 5S; table: {CLEAN}", options)
    allowed(state, "meld 9C 9D JK", "discard 5S")
    assert state.closed_by == 0


def test_x3_a_clean_canasta_completed_by_the_card_kept() -> None:
    options = {"going_out.canasta": "clean"}
    table = "AC AC AD AD AH AH, KC KC KD KD KH JK"
    assert can(position(f"play: 9C 9D 9H AS; table: {table}", options), "meld 9C 9D 9H")
    for kept in ("2C", "KS"):
        state = position(f"play: 9C 9D 9H {kept}; table: {table}", options)
        refused(state, "meld 9C 9D 9H", Reason.NO_WAY_TO_END, "X-3")


def test_x3_canastas_of_six() -> None:
    options = {"canasta.min_size": 6}
    assert can(position("play: KC KD KH 9S; table: 9C 9C 9D 9D 9H", options), "meld KC KD KH")
    assert not can(position("play: KC KD KH 9S; table: 9C 9C 9D 9D", options), "meld KC KD KH")
    assert not can(position("play: KC KD KH 9S; table: 9C 9D 2C 2D JK", {}), "meld KC KD KH")
    assert can(position("play: KC KD KH 9S; table: 9C 9D 9H 2C 2D", options), "meld KC KD KH")
    assert not can(position("play: KC KD KH 2H; table: 9C 9D 9H 2C 2D", options), "meld KC KD KH")


def test_x3_a_canasta_with_too_few_naturals_is_none() -> None:
    # Seven cards need four naturals (I-11); three naturals and three wilds are six cards at most.
    state = position("play: KC KD KH 9S; table: 9C 9D 9H 2C 2D 2H")
    allowed(state, "meld KC KD KH", "meld 9S on 0")
    assert state.closed_by == 0
    state = position("play: KC KD KH JK; table: 9C 9D 9H 9S 2C 2D 2H")
    assert can(state, "meld KC KD KH"), "a canasta stands: the joker may be discarded"


def test_x3_taking_the_pile_is_under_the_same_check() -> None:
    state = position("draw: 9C 9D; pile: 9S")
    refused(state, "take 9S 9C 9D", Reason.NEEDS_CANASTA, "I-12")
    state = position("draw: 9C 9D 5S; pile: 9S")
    refused(state, "take 9S 9C 9D", Reason.NO_WAY_TO_END, "X-3")
    state = position("draw: 9C 9D; pile: 5S 9S")
    refused(state, "take 9S 9C 9D", Reason.NO_WAY_TO_END, "X-3")


def test_x3_cards_from_under_the_top_help_the_turn_to_end() -> None:
    assert can(position("draw: 9C 9D; pile: 4C 5S 9S"), "take 9S 9C 9D")
    assert can(position("draw: 9C 9D 7C; pile: 5S 9S"), "take 9S 9C 9D")


def test_x3_red_threes_under_the_top_do_not() -> None:
    state = position("draw: 9C 9D 7C; pile: 3D 3H 9S")
    refused(state, "take 9S 9C 9D", Reason.NO_WAY_TO_END, "X-3")
    state = position("draw: 9C 9D; pile: 3D 9S")
    refused(state, "take 9S 9C 9D", Reason.NEEDS_CANASTA, "I-12")


def test_x3_the_one_card_under_the_top_may_complete_a_canasta() -> None:
    state = position("draw: 9C 9D; pile: AS 9S; table: AC AC AD AD AH AH")
    allowed(state, "take 9S 9C 9D", "meld AS on 0")
    assert state.closed_by == 0


def test_x3_taking_by_a_lay_off_with_the_last_cards() -> None:
    refused(position("draw: 5S; pile: 9S; table: 9C 9D 9H"), "take 9S on 0", Reason.NO_WAY_TO_END, "X-3")
    state = position("draw: 5S; pile: 9S; table: 9C 9C 9D 9D 9H 9H")
    allowed(state, "take 9S on 0", "discard 5S")
    assert state.closed_by == 0


def test_x3_a_take_may_close_at_once() -> None:
    state = position(f"draw: 9C 9D; pile: 9S; table: {CLEAN}")
    allowed(state, "take 9S 9C 9D")
    assert state.closed_by == 0


def test_x3_a_take_with_later_lays_is_judged_at_its_end() -> None:
    state = position("draw: 9C 9D 5C 5D 5H; pile: 9S")
    refused(state, "take 9S 9C 9D, 5C 5D 5H", Reason.NEEDS_CANASTA, "I-12")
    assert can(state, "take 9S 9C 9D")


# Black threes are laid by an action after which the turn can only end by closing (I-10).


def test_x3_black_threes_with_one_card_to_discard() -> None:
    state = position(f"play: 3C 3C 3S 5H; table: {CLEAN}")
    allowed(state, "meld 3C 3C 3S", "discard 5H")
    assert state.closed_by == 0


def test_x3_black_threes_and_everything_else_melds() -> None:
    state = position(f"play: 3C 3C 3S 5H 5D 5S KS 7C; table: {CLEAN}, KC KD KH")
    allowed(state, "meld 3C 3C 3S")
    for discard in ("5H", "KS", "7C"):
        refused(state, f"discard {discard}", Reason.BLACK_THREES_CLOSE, "I-10")
    allowed(state, "meld KS on 1", "meld 5H 5D 5S", "discard 7C")
    assert state.closed_by == 0


def test_x3_after_black_threes_every_step_must_leave_a_way_to_close() -> None:
    # The joker is needed: with 5H 5D only it makes a meld of them.
    state = position(f"play: 3C 3C 3S 5H 5D JK 7C; table: {CLEAN}")
    allowed(state, "meld 3C 3C 3S")
    refused(state, "meld JK on 0", Reason.BLACK_THREES_CLOSE, "I-10")
    refused(state, "meld JK on 1", Reason.BLACK_THREES_CLOSE, "I-10")
    assert set(legal_actions(state)) == {action("meld 5D 5H JK")}


@pytest.mark.parametrize("rest", ["5H 7C", "5H 5D", "5H 5D 7C", "5H 5D 7C JK QS"])
def test_x3_black_threes_with_cards_that_cannot_all_go(rest: str) -> None:
    state = position(f"play: 3C 3C 3S {rest}; table: {CLEAN}")
    refused(state, "meld 3C 3C 3S", Reason.BLACK_THREES_CLOSE, "I-10")


def test_x3_wilds_are_shared_out_so_that_every_pair_gets_one() -> None:
    pairs = "3C 3S 5H 5D 8C 8D"
    assert can(position(f"play: {pairs} JK JK 2C 7C; table: {CLEAN}"), "meld 3C 3S JK")
    assert not can(position(f"play: {pairs} JK JK 7C; table: {CLEAN}"), "meld 3C 3S JK")
    assert not can(position(f"play: {pairs} JK JK 2C 7C; table: {CLEAN}"), "meld 3C 3S JK JK")


def test_x3_wilds_left_over_need_room() -> None:
    # Two wilds too many: one is laid off on the kings (room for one), the other is the discard.
    table = f"{CLEAN} 2D 2D 2H, KC KD KH 2S JK"
    assert can(position(f"play: 3C 3S JK JK 2C 2H JK; table: {table}"), "meld 3C 3S JK JK 2C")
    assert not can(position(f"play: 3C 3S JK JK 2C 2H JK 2S; table: {table}"), "meld 3C 3S JK JK 2C")


def test_x3_a_second_pair_of_black_threes_is_laid_off() -> None:
    state = position(f"play: 3C 3C 3S 3S 5H; table: {CLEAN}")
    allowed(state, "meld 3C 3C 3S", "meld 3S on 1", "discard 5H")
    assert state.closed_by == 0
    state = position(f"play: 3C 3C 3S 3S 5H 7H; table: {CLEAN}")
    refused(state, "meld 3C 3C 3S", Reason.BLACK_THREES_CLOSE, "I-10")


def test_x3_a_black_three_may_be_the_last_discard() -> None:
    state = position(f"play: 3C 3C 3S 3S; table: {CLEAN}")
    allowed(state, "meld 3C 3C 3S", "discard 3S")
    assert state.closed_by == 0


def test_x3_black_threes_need_a_canasta_that_the_turn_can_still_make() -> None:
    refused(position("play: 3C 3C 3S 5H"), "meld 3C 3C 3S", Reason.BLACK_THREES_CLOSE, "I-10")
    state = position("play: 3C 3C 3S 9S 5H; table: 9C 9C 9D 9D 9H 9H")
    allowed(state, "meld 3C 3C 3S")
    refused(state, "discard 9S", Reason.BLACK_THREES_CLOSE, "I-10")
    allowed(state, "meld 9S on 0", "discard 5H")
    assert state.closed_by == 0


def test_x3_one_wild_makes_a_canasta_where_it_lacks_one_card() -> None:
    state = position("play: 3C 3C 3S JK 5H; table: 9C 9D 9H 9S 2C, KC KC KD KD KH KH")
    allowed(state, "meld 3C 3C 3S", "meld JK on 1", "discard 5H")
    assert state.closed_by == 0


def test_x3_black_threes_where_a_clean_canasta_is_needed() -> None:
    options = {"going_out.canasta": "clean"}
    state = position(f"play: 3C 3C 3S JK 5H; table: {CLEAN}", options)
    allowed(state, "meld 3C 3C 3S")
    refused(state, "meld JK on 0", Reason.BLACK_THREES_CLOSE, "I-10")
    allowed(state, "meld JK on 1", "discard 5H")
    assert state.closed_by == 0
    no_wilds = options | {"black_three.wilds": False}
    assert not can(position(f"play: 3C 3C 3S JK 5H; table: {CLEAN}", no_wilds), "meld 3C 3C 3S")
    assert can(position(f"play: 3C 3C 3S JK; table: {CLEAN}", no_wilds), "meld 3C 3C 3S")


def test_x3_a_take_brings_what_the_black_threes_after_it_must_clear() -> None:
    hand = "9C 9D 3C 3C 3S"
    state = position(f"draw: {hand}; pile: 5H 9S; table: {CLEAN}")
    allowed(state, "take 9S 9C 9D, 3C 3C 3S", "discard 5H")
    assert state.closed_by == 0
    state = position(f"draw: {hand}; pile: 5H 7C 9S; table: {CLEAN}")
    refused(state, "take 9S 9C 9D, 3C 3C 3S", Reason.BLACK_THREES_CLOSE, "I-10")
    assert can(state, "take 9S 9C 9D")
