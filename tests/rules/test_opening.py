"""The opening minimum: C-2, and the same options in Italian (I-17) and Tranca (T-15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.cards import codes
from engine.errors import Reason
from engine.opening import minimum_to_open
from engine.rulebook import load_rules
from tests.positions import allowed, can, classic, italian, position, refused, tranca

if TYPE_CHECKING:
    from engine.state import State

SPARE = "4C 5D QS KD"
SETS = ["classic", "italian", "tranca"]
CLAUSE = {"classic": "C-2", "italian": "I-17", "tranca": "T-15"}


def at(text: str, minimum: str = "brackets", rules: str = "classic") -> State:
    return position(text, {"opening.minimum": minimum}, rules)


@pytest.mark.parametrize("rules", SETS)
@pytest.mark.parametrize(
    ("score", "least"),
    [
        (-2000, 15),
        (-5, 15),
        (-1, 15),
        (0, 50),
        (5, 50),
        (1495, 50),
        (1499, 50),
        (1500, 90),
        (2995, 90),
        (2999, 90),
        (3000, 120),
        (7000, 120),
    ],
)
def test_c2_the_minimum_by_the_sides_score(rules: str, score: int, least: int) -> None:
    assert load_rules(rules, options={"opening.minimum": "brackets"}).opening_minimum(score) == least
    assert load_rules(rules, options={"opening.minimum": "fifty"}).opening_minimum(score) == 50
    assert load_rules(rules, options={"opening.minimum": "none"}).opening_minimum(score) == 0


def test_c2_what_each_rule_set_asks_for() -> None:
    assert classic().opening_minimum(1500) == 90
    assert italian().opening_minimum(1500) == tranca().opening_minimum(1500) == 0


@pytest.mark.parametrize(
    ("score", "cards", "legal"),
    [
        (-5, "4C 4D 4H", True),
        (0, "4C 4D 4H", False),
        (0, "AC AD 2C", True),
        (0, "TC TD TH TS", False),
        (0, "TC TD TH TS TS", True),
        (1495, "KC KD 2C", False),
        (1500, "KC KD JK 2C", True),
        (1500, "AC AD AH 2C", False),
        (1500, "AC AD JK", True),
        (2995, "AC AD AH AS", False),
        (3000, "AC AD JK", False),
        (3000, "AC AD AH JK", False),
        (3000, "AC AD JK 2C 2D", True),
        (3000, "AC AD AH AS 2C 2D", True),
    ],
)
def test_c2_card_values_only(score: int, cards: str, legal: bool) -> None:  # noqa: FBT001
    state = at(f"play: {cards} {SPARE}; score: {score} 0")
    if legal:
        allowed(state, f"meld {cards}")
    else:
        refused(state, f"meld {cards}", Reason.OPENING_TOO_LOW, "C-2")


def test_c2_the_bonus_of_a_canasta_does_not_count() -> None:
    sevens = "7C 7C 7D 7D 7H 7H 7S"
    state = at(f"play: {sevens} {SPARE}; score: 0 0")
    refused(state, f"meld {sevens}", Reason.OPENING_TOO_LOW, "C-2")


def test_c2_red_threes_do_not_count() -> None:
    state = at(f"play: KC KD KH {SPARE}; red threes: 3D 3H 3H; score: 0 0")
    refused(state, "meld KC KD KH", Reason.OPENING_TOO_LOW, "C-2")


@pytest.mark.parametrize(
    ("rules", "hand"), [("classic", "AC AD AH"), ("italian", "AC AD AH"), ("tranca", "AC AD AH AS 2C")]
)
def test_c2_the_score_is_the_sides_own_total(rules: str, hand: str) -> None:
    for seat in (0, 1, 2, 3):
        for scores, legal in (("0 3000", True), ("3000 0", False)):
            state = at(f"play: {hand} {SPARE}; score: {scores}; seat: {seat}", rules=rules)
            assert can(state, f"meld {hand}") is legal


def test_c2_the_melds_of_one_action_add_up() -> None:
    hand = "KC KD KH 9C 9D 9H 5S 7S"
    state = at(f"play: {hand}; score: 0 0")
    refused(state, "meld KC KD KH", Reason.OPENING_TOO_LOW, "C-2")
    refused(state, "meld 9C 9D 9H", Reason.OPENING_TOO_LOW, "C-2")
    allowed(state, "meld KC KD KH, 9C 9D 9H")


def test_c2_all_or_none_and_nothing_on_credit() -> None:
    state = at("play: KC KD KH 9C 9D 5S 7S; score: 0 0")
    refused(state, "meld KC KD KH, 9C 9D", Reason.MELD_TOO_SMALL, "I-4")
    state = at("play: KC KD KH 9C 9D 9H 8C 8D 8H 5S 7S; score: 1500 0")
    refused(state, "meld KC KD KH, 9C 9D 9H", Reason.OPENING_TOO_LOW, "C-2")
    allowed(state, "meld KC KD KH, 9C 9D 9H, 8C 8D 8H")


def test_c2_once_opened_there_is_no_minimum_for_either_partner() -> None:
    state = at("play: 4C 4D 4H 5S 7S; table: KC KD KH; score: 3000 0")
    assert minimum_to_open(state) == 0
    allowed(state, "meld 4C 4D 4H")
    state = at(
        "play: AC AD AH 9C 9D 5S; left: 8C 8D; partner: 4C 4D 4H 5H QC; score: 0 0; stock: TC TD; pile: 6S"
    )
    allowed(state, "meld AC AD AH", "discard 9C", "draw", "discard TC", "draw", "meld 4C 4D 4H")


def test_c2_the_other_side_still_has_to_open() -> None:
    state = at("play: 4C 4D 4H 5S 7S; theirs: KC KD KH; score: 0 0")
    refused(state, "meld 4C 4D 4H", Reason.OPENING_TOO_LOW, "C-2")


def test_c2_the_refusal_names_the_minimum_and_what_the_melds_are_worth() -> None:
    state = at("play: KC KD KH 9C 9D 9H 5S 7S; score: 1500 0")
    with pytest.raises(Exception, match="opening_too_low") as refusal:
        allowed(state, "meld KC KD KH, 9C 9D 9H")
    assert refusal.value.params == {"least": 90, "points": 60}  # type: ignore[attr-defined]


def test_c2_the_top_of_a_taken_pile_counts_the_rest_does_not() -> None:
    state = at("draw: AC AD 5S 7S 9C; pile: JK AH AS; score: 0 0")
    allowed(state, "take AS AC AD")
    state = at("draw: KC KD 5S 7S 9C; pile: AC AD KS; score: 0 0")
    refused(state, "take KS KC KD", Reason.OPENING_TOO_LOW, "C-2")
    state = at("draw: KC KD 9C 9D 9H 5S 7S; pile: AC AD KS; score: 0 0")
    allowed(state, "take KS KC KD, 9C 9D 9H")


def test_c2_a_larger_first_lay_or_further_melds_open() -> None:
    hand = "KC KD KH 2C 9C 9D 9H 5S 7S"
    state = at(f"draw: {hand}; pile: 4C KS; score: 0 0")
    refused(state, "take KS KC KD", Reason.OPENING_TOO_LOW, "C-2")
    refused(state, "take KS KC KD KH", Reason.OPENING_TOO_LOW, "C-2")
    for take in ("KS KC KD 2C", "KS KC KD KH 2C", "KS KC KD, 9C 9D 9H", "KS KC KD KH, 9C 9D 2C"):
        assert can(state, f"take {take}"), take


def test_c2_a_take_that_does_not_open_changes_nothing() -> None:
    state = at("draw: KC KD 5S 7S; pile: AC KS; score: 0 0")
    refused(state, "take KS KC KD", Reason.OPENING_TOO_LOW, "C-2")
    assert codes(state.pile) == ["AC", "KS"]


# Waived for a concealed closing from the stock: seven fours and three fives are 50 points.
CONCEALED = "4C 4C 4D 4D 4H 4H 4S 5C 5D 5H"
IN_ONE = "meld 4C 4C 4D 4D 4H 4H 4S, 5C 5D 5H"


@pytest.mark.parametrize("rules", ["classic", "italian"])
@pytest.mark.parametrize("hand", [CONCEALED, f"{CONCEALED} KC"])
def test_c2_waived_for_a_concealed_closing_from_the_stock(hand: str, rules: str) -> None:
    state = at(f"play: {hand}; score: 3000 0", rules=rules)
    allowed(state, IN_ONE)
    if "KC" in hand:
        allowed(state, "discard KC")
    assert (state.closed_by, state.concealed) == (0, True)


@pytest.mark.parametrize("rules", ["classic", "italian"])
def test_c2_waived_only_for_an_action_that_closes(rules: str) -> None:
    state = at(f"play: {CONCEALED} KC; score: 1500 0", rules=rules)
    refused(state, "meld 4C 4C 4D 4D 4H 4H 4S", Reason.OPENING_TOO_LOW, CLAUSE[rules])
    state = at(f"play: {CONCEALED} KC QC; score: 1500 0", rules=rules)
    refused(state, IN_ONE, Reason.OPENING_TOO_LOW, CLAUSE[rules])
    state = at("play: 4C 4C 4D 4D 4H 4H 4S KC; score: 0 0", rules=rules)
    allowed(state, "meld 4C 4C 4D 4D 4H 4H 4S", "discard KC")
    assert state.concealed


@pytest.mark.parametrize("rules", ["classic", "italian"])
def test_c2_not_waived_after_taking_the_pile(rules: str) -> None:
    hand = "4C 4C 4D 4D 4H 4H 5C 5D 5H"
    state = at(f"draw: {hand}; pile: 4S; score: 1500 0", rules=rules)
    refused(state, "take 4S 4C 4C 4D 4D 4H 4H, 5C 5D 5H", Reason.OPENING_TOO_LOW, CLAUSE[rules])


@pytest.mark.parametrize("rules", ["classic", "italian"])
def test_c2_not_waived_for_a_closing_that_is_not_concealed(rules: str) -> None:
    # A side that laid before has opened, unless the position was made up.
    state = at(f"play: {CONCEALED}; score: 1500 0; laid before: 0", rules=rules)
    refused(state, IN_ONE, Reason.OPENING_TOO_LOW, CLAUSE[rules])
    allowed(at(f"play: {CONCEALED}; score: 1500 0; laid before: 2", rules=rules), IN_ONE)


def test_c2_not_waived_without_a_canasta() -> None:
    state = at("play: 4C 4C 4D 4D 4H 4H KC; score: 0 0")
    refused(state, "meld 4C 4C 4D 4D 4H 4H", Reason.OPENING_TOO_LOW, "C-2")


def test_c2_two_players_waive_it_for_two_canastas() -> None:
    fours, fives = "4C 4C 4D 4D 4H 4H 4S", "5C 5C 5D 5D 5H 5H 5S"
    state = at(f"play: {fours} {fives} KC; score: 3000 0; seats: 2")
    allowed(state, f"meld {fours}, {fives}", "discard KC")
    assert state.concealed
    state = at(f"play: {fours} 5C 5D 5H KC; score: 1500 0; seats: 2")
    refused(state, f"meld {fours}, 5C 5D 5H", Reason.OPENING_TOO_LOW, "C-2")


def test_c2_tranca_has_no_concealed_closing_and_no_waiver() -> None:
    state = at(f"play: {CONCEALED}; score: 3000 0", rules="tranca")
    refused(state, IN_ONE, Reason.OPENING_TOO_LOW, "T-15")
    state = at(f"play: {CONCEALED}; score: 1500 0; foot: KC KD", rules="tranca")
    allowed(state, IN_ONE)


@pytest.mark.parametrize("rules", SETS)
def test_c2_fifty_whatever_the_score(rules: str) -> None:
    for score in (-500, 0, 1500, 3000):
        state = at(f"play: KC KD KH KS KS 5S 7S; score: {score} 0", "fifty", rules)
        assert can(state, "meld KC KD KH KS KS")
        refused(state, "meld KC KD KH KS", Reason.OPENING_TOO_LOW, CLAUSE[rules])


@pytest.mark.parametrize("rules", SETS)
def test_c2_none_where_the_house_says_so(rules: str) -> None:
    assert can(at(f"play: 7C 7D 7H {SPARE}; score: 3000 0", "none", rules), "meld 7C 7D 7H")


def test_c2_in_tranca_every_card_is_ten() -> None:
    state = at("play: 7C 7D 7H 8H 9H 2C 5S KD; score: 0 0", rules="tranca")
    refused(state, "meld 7C 7D 2C", Reason.OPENING_TOO_LOW, "T-15")
    allowed(state.copy(), "meld 7C 7D 2C, 7H 8H 9H")
    state = at("draw: 5S 6S 8S 9S KC QD; pile: 4C 7S; score: 0 0", rules="tranca")
    refused(state, "take 7S 5S 6S", Reason.OPENING_TOO_LOW, "T-15")
    allowed(state, "take 7S 5S 6S 8S 9S")


# What is listed for a side that has to open.
