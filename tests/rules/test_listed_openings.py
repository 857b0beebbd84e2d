"""Which openings are listed as legal: C-2, and the same options in Italian (I-17) and Tranca (T-15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.cards import codes
from engine.errors import Reason
from engine.legal import legal_actions
from tests.positions import action, allowed, can, listed_lays, position, refused

if TYPE_CHECKING:
    from engine.state import State

SPARE = "4C 5D QS KD"
CONCEALED = "4C 4C 4D 4D 4H 4H 4S 5C 5D 5H"


def at(text: str, minimum: str = "brackets", rules: str = "classic") -> State:
    return position(text, {"opening.minimum": minimum}, rules)


def test_c2_every_single_lay_that_opens_is_listed_and_no_joint_one() -> None:
    state = at("play: KC KD KH KS JK AC AD AH 5S 7S; score: 0 0")
    assert listed_lays(state) == {
        *("JK KC KD", "JK KC KD KH", "JK KC KD KH KS", "AC AD JK", "AC AD AH", "AC AD AH JK"),
    }


def test_c2_a_pair_and_a_wild_that_open_are_listed() -> None:
    assert listed_lays(at("play: AC AD 2H 5H 7S 9C; score: 0 0")) == {"2H AC AD"}


def test_c2_a_joint_lay_where_no_single_one_opens() -> None:
    state = at("play: KC KD KH 9C 9D 9H 5S 7S; score: 0 0")
    (joint,) = listed_lays(state)
    assert sorted(joint.split(", ")) == ["9C 9D 9H", "KC KD KH"]
    state = at("play: KC KD KH 9C 9D 9H 8C 8D 8H 5S 7S; score: 1500 0")
    (joint,) = listed_lays(state)
    assert sorted(joint.split(", ")) == ["8C 8D 8H", "9C 9D 9H", "KC KD KH"]


def test_c2_nothing_is_listed_where_nothing_opens() -> None:
    assert listed_lays(at("play: KC KD KH 9C 9D 5S 7S; score: 0 0")) == set()
    for hand, pile, rules in (
        ("KC KD 9C 9D 5S 7S", "4C KS", "classic"),
        ("KC KD QC QD QH", "KS", "classic"),  # worth enough, but nothing would be left to discard
        ("KC 2C 5S 5D 5H", "4C KS", "italian"),
        ("5S 6S 8H 9H KC KD", "4C 7S", "tranca"),
    ):
        state = at(f"draw: {hand}; pile: {pile}", "fifty", rules)
        assert legal_actions(state) == [action("draw")]


@pytest.mark.parametrize("rules", ["classic", "italian"])
def test_c2_a_waived_closing_is_listed(rules: str) -> None:
    state = at(f"play: {CONCEALED} KC; score: 1500 0", rules=rules)
    (joint,) = listed_lays(state)
    assert sorted(joint.split(", ")) == ["4C 4C 4D 4D 4H 4H 4S", "5C 5D 5H"]
    if rules == "classic":
        allowed(state, "ask", "answer yes")
        assert len(legal_actions(state)) == 1


def test_c2_a_waived_closing_with_one_canasta_and_no_more_is_listed() -> None:
    assert listed_lays(at("play: 4C 4C 4D 4D 4H 4H 4S; score: 0 0")) == {"4C 4C 4D 4D 4H 4H 4S"}


def test_c2_an_opening_of_six_melds_is_listed() -> None:
    hand = " ".join(f"{rank}C {rank}D {rank}H" for rank in "456789")
    state = at(f"play: {hand} KC QC; score: 3000 0; seats: 2; left: JC; stock: JD")
    (joint,) = listed_lays(state)
    assert joint.count(",") == 5
    take = at(
        f"draw: {hand.replace('9H', 'TD')} KC QC; pile: 5S 9S; score: 3000 0; seats: 2; left: JC; stock: JD"
    )
    assert len(listed_lays(take)) == 1


def test_c2_a_take_has_the_fewest_further_melds_that_open() -> None:
    state = at("draw: KC KD KH 2C 9C 9D 9H AC AD AH 5S 7S; pile: 4C KS; score: 0 0")
    (take,) = listed_lays(state)
    first, *further = take.split(", ")
    assert first == "KC KD KS"
    assert len(further) == 1
    state = at("draw: KC KD 9C 9D 9H QC QD QH 4D 5D 5S; pile: 4C KS; score: 1500 0")
    (take,) = listed_lays(state)
    assert sorted(take.split(", ")) == ["9C 9D 9H", "KC KD KS", "QC QD QH"]


@pytest.mark.parametrize("seat", range(4))
def test_c2_takes_are_listed_by_what_the_own_side_has_melded(seat: int) -> None:
    around = f"seat: {seat}; score: 0 0"
    assert listed_lays(at(f"draw: 9C 9D 5H 6D; pile: 4C 9S; table: KC KD KH; {around}")) == {"9C 9D 9S"}
    assert listed_lays(at(f"draw: 9C 9D 5H 6D; pile: 4C 9S; theirs: KC KD KH; {around}")) == set()


def test_c2_a_larger_first_lay_only_where_it_cannot_open_otherwise() -> None:
    state = at("draw: KC KD 2C 9C 8D 7H 5S; pile: 4C KS; score: 0 0")
    assert listed_lays(state) == {"2C KC KD KS"}
    state = at("draw: KC KC KD KH 2C 5S 7S; pile: 4C KS; score: 0 0")
    assert can(state, "take KS KC KC KD KH")
    assert listed_lays(state) == {"2C KC KC KS"}, "the smallest that does"
    state = at("draw: 9C 9D 9H 2C 5S; pile: 9S; score: 0 0")
    assert can(state, "take 9S 9C 9D 2C")
    assert len(listed_lays(state)) == 1, "all four nines and the two would leave one card"


def test_c2_a_larger_first_lay_comes_with_the_fewest_further_melds() -> None:
    state = at("draw: 7C 7S 7S AC AC AD AH AH AS; pile: QD AS; score: 2995 0")
    assert can(state, "take AS AC AC AD, 7C 7S 7S")
    assert listed_lays(state) == {"AC AC AD AH AS"}, "one ace more, and no meld of sevens"
    hand = "2C 2H 3C 3S 3S 6C 6D 6H 6H 6S JK"
    state = at(f"draw: {hand}; pile: 7D 6C; score: 1500 0", "fifty")
    assert all(", " not in take for take in listed_lays(state)), "no black threes, nor a closing, are needed"
    assert "6C 6C 6D JK" in listed_lays(state)


def test_c2_two_pairs_that_need_the_same_larger_lay_are_one_take() -> None:
    state = at("draw: 2H 8C JD TC JK; pile: 8D; score: 1500 0", rules="italian")
    assert [codes(play.lays[0].cards) for play in legal_actions(state) if hasattr(play, "lays")] == [
        ["8D", "8C", "2H", "JK"]
    ]


def test_c2_sets_and_sequences_that_want_the_same_card() -> None:
    state = at("play: 7C 7D 7H 7S 5C 6C KD QH JS TD", "fifty", "tranca")
    assert can(state, "meld 7D 7H 7S, 5C 6C 7C")
    (joint,) = listed_lays(state)
    assert sorted(joint.split(", ")) == ["5C 6C 7C", "7D 7H 7S"]


def test_c2_a_joint_lay_leaves_what_the_turn_needs_to_end() -> None:
    state = at("play: KC KD KH KS QC QD QH 5S; score: 0 0")
    refused(state, "meld KC KD KH KS, QC QD QH", Reason.NO_WAY_TO_END, "X-3")
    (joint,) = listed_lays(state)
    assert sorted(joint.split(", ")) == ["KC KD KH", "QC QD QH"]


def test_t5_an_opening_of_two_melds_alike() -> None:
    assert listed_lays(at("play: 4C 4C 5C 5C 6C 6C KD JS", "fifty", "tranca")) == {"4C 5C 6C, 4C 5C 6C"}
    state = at("play: 7C 7C 7D 7D 7H 7H 7S 7S 2C 2D KC QD; score: 1500 0", rules="tranca")
    (joint,) = listed_lays(state)
    assert len(joint.replace(",", "").split()) >= 9, "a set holds eight cards at most"
    state = at("draw: KC KC KD KD KH 5S 6D; pile: 4C KS", "fifty", "tranca")
    assert listed_lays(state) == {"KC KC KS, KD KD KH"}


def test_c2_the_pair_that_takes_and_a_sequence_that_want_the_same_card() -> None:
    state = at("draw: 7C 7D 7H 5C 6C KD QH JS TD; pile: 4S 7S", "fifty", "tranca")
    assert can(state, "take 7S 7D 7H, 5C 6C 7C")
    assert listed_lays(state)
    assert all(len(take.replace(",", "").split()) >= 5 for take in listed_lays(state))


def test_c2_a_larger_first_lay_with_other_faces() -> None:
    # The sequence needs the nine of clubs, so the first lay must hold the other three.
    state = position(
        "draw: 3S 7C 9C 9D 9H 9S TC JC JK; pile: 2H 9D; score: 1500 0",
        {"opening.minimum": "brackets", "deck.jokers": 4},
        "tranca",
    )
    assert can(state, "take 9D 9D 9H 9S, 7C JK 9C TC JC")
    assert listed_lays(state)


def test_c2_a_larger_sequence_takes_where_the_least_cannot_open() -> None:
    state = at("draw: 5S 6S 8S 9S KC QD; pile: 4C 7S", "fifty", "tranca")
    assert listed_lays(state) == {"5S 6S 7S 8S 9S"}, (
        "one take, though three pairs of the hand go with the seven"
    )


def test_c2_a_lay_that_opens_and_leaves_one_card_is_not_listed() -> None:
    assert listed_lays(at("play: AC AD AH 5S; score: 0 0")) == set()
    assert listed_lays(at("play: AC AD AH 5S 6S; score: 0 0")) == {"AC AD AH"}
    assert listed_lays(at("play: KC KD KH KS 2C; foot: 9C 9D", "fifty", "tranca")) == {"2C KC KD KH KS"}


def test_c2_black_threes_open_only_where_they_close() -> None:
    assert listed_lays(at("play: 3C 3S 2C 5D 6D 9H; score: -5 0", rules="italian")) == set()
    assert listed_lays(at("play: 3C 3C 3S 5D 6D 9H; score: -5 0")) == set()
    assert listed_lays(at("draw: KC KD 3C 3C 3S 3S; pile: 4D KS; score: 0 0")) == set()
    kings = at("draw: KC KD 3C 3C 3S 3S; pile: KC KD KH KH KS; score: 0 0")
    assert listed_lays(kings) == {"KC KD KS, 3C 3C 3S 3S"}, "then the other kings make a canasta"


def test_c2_after_yes_only_what_still_goes_out_is_listed() -> None:
    state = at("play: 4C 4C 4D 4D 4H 4H 2C 5C 5D 5H KC; score: -5 0; asked: yes")
    refused(state, "meld 5C 5D 5H 2C", Reason.SAID_YES, "C-8")
    listed = listed_lays(state)
    assert "5C 5D 5H" in listed
    assert "2C 5C 5D 5H" not in listed
