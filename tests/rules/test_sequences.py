"""Sequences and sets of Tranca: X-10, T-3, T-4, T-5."""

from __future__ import annotations

from functools import partial

import pytest

from engine.cards import codes
from engine.errors import Reason
from engine.legal import legal_actions
from engine.state import Canasta, MeldKind
from tests.positions import action, allowed, can, meld, position, refused, tranca

at = partial(position, rules="tranca")
SPARE = "KC TS"
FOUR_TO_ACE = "4H 5H 6H 7H 8H 9H TH JH QH KH AH"


@pytest.mark.parametrize(
    "cards",
    [
        "4C 5C 6C",
        "QS KS AS",
        "7D 8D 9D TD JD",
        "TD JD QD KD",
        FOUR_TO_ACE,
        "4C 5C 2H",
        "4C 6C 2H",
        "KC AC 2H",
        "4C 5C 7C 8C 2S",
        "4C 5C 6C 7C 8C 9C TC JC QC KC 2D",
        "5C 6C 7C 8C 9C TC JC QC KC AC 2D",
    ],
)
def test_t3_consecutive_cards_of_one_suit(cards: str) -> None:
    state = at(f"play: {cards} 9S TS")
    allowed(state, f"meld {cards}")
    assert state.sides[0].melds[0].kind is MeldKind.SEQUENCE


@pytest.mark.parametrize(
    ("cards", "reason", "clause"),
    [
        ("4C 5C 7C", Reason.NOT_CONSECUTIVE, "T-3"),
        ("4C 5D 6C", Reason.MIXED_CARDS, "T-3"),
        ("4C 5D 6H", Reason.MIXED_CARDS, "T-3"),
        ("4C 5C 5C 6C", Reason.MIXED_CARDS, "T-3"),
        ("4C 5C 6C 5D", Reason.MIXED_CARDS, "T-3"),
        ("AC 4C 5C", Reason.NOT_CONSECUTIVE, "T-3"),
        ("KC AC 4C", Reason.NOT_CONSECUTIVE, "T-3"),
        ("QH KH AH 4H", Reason.NOT_CONSECUTIVE, "T-3"),
        ("AC 2C 4C", Reason.NOT_CONSECUTIVE, "T-3"),
        ("4C 7C 2D", Reason.NOT_CONSECUTIVE, "T-3"),
        ("4C 5C 8C 9C 2D", Reason.NOT_CONSECUTIVE, "T-3"),
        ("4C 5C", Reason.MELD_TOO_SMALL, "T-3"),
        ("9C TC JC KC AC", Reason.NOT_CONSECUTIVE, "T-3"),
    ],
)
def test_t3_what_is_no_sequence(cards: str, reason: Reason, clause: str) -> None:
    refused(at(f"play: {cards} 9S TS"), f"meld {cards}", reason, clause)


@pytest.mark.parametrize(
    "cards", ["9C 9D 9H", "9C 9C 9D", "9C 9C 2D", "4C 4C 4D 4D 4H 4H 4S 4S", "AC AD AH AS"]
)
def test_t3_three_to_eight_cards_of_one_rank(cards: str) -> None:
    state = at(f"play: {cards} KS TS")
    allowed(state, f"meld {cards}")
    assert state.sides[0].melds[0].kind is MeldKind.SET


def test_t3_two_cards_are_no_set() -> None:
    refused(at(f"play: 9C 9D {SPARE}"), "meld 9C 9D", Reason.MELD_TOO_SMALL, "T-3")


def test_t3_nine_cards_are_no_set() -> None:
    eight = "7C 7C 7D 7D 7H 7H 7S 7S"
    refused(at(f"play: {eight} 2D {SPARE}"), f"meld {eight} 2D", Reason.MELD_TOO_LARGE, "T-3")
    state = at(f"play: 7S 2D {SPARE}; table: 7C 7C 7D 7D 7H 7H 7S")
    refused(state, "meld 7S 2D on 0", Reason.MELD_TOO_LARGE, "T-3")
    allowed(state, "meld 2D on 0")
    refused(state, "meld 7S on 0", Reason.MELD_TOO_LARGE, "T-3")


@pytest.mark.parametrize("cards", ["3C 3C 3S", "3C 3S 2D", "3C 4C 5C", "3C 4C 2D", "2C 3C 4C", "3C 3S 4C"])
def test_t3_threes_never_meld(cards: str) -> None:
    refused(at(f"play: {cards} {SPARE}"), f"meld {cards}", Reason.THREES_NEVER_MELD, "T-7")


def test_t3_a_three_is_not_laid_off() -> None:
    state = at(f"play: 3C {SPARE}; table: 4C 5C 6C, 9C 9D 9H")
    assert not can(state, "meld 3C on 0")
    assert not can(state, "meld 3C on 1")


@pytest.mark.parametrize("two", ["2C", "2D", "2H", "2S"])
def test_t4_a_two_stands_for_any_card(two: str) -> None:
    assert can(at(f"play: QD {two} AD {SPARE}"), f"meld QD {two} AD")
    assert can(at(f"play: 7C 7D {two} {SPARE}"), f"meld 7C 7D {two}")


@pytest.mark.parametrize("cards", ["7C 7D 2C 2D", "7C 8C 2C 2D", "7C TC 2C 2D", "7C 8C 9C TC JC 2C 2D"])
def test_t4_one_wild_in_a_meld(cards: str) -> None:
    refused(at(f"play: {cards} {SPARE}"), f"meld {cards}", Reason.TOO_MANY_WILDS, "T-4")


@pytest.mark.parametrize(
    "table", ["7C 7D 2C", "7C 8C 2C", "7C 7C 7D 7D 7H 7H 2C", "7C 8C 9C TC JC QC 2C", "7C 8C 2C TC"]
)
def test_t4_no_second_wild_is_laid_off_canastas_included(table: str) -> None:
    refused(at(f"play: 2D {SPARE}; table: {table}"), "meld 2D on 0", Reason.TOO_MANY_WILDS, "T-4")


@pytest.mark.parametrize("cards", ["7C 2C 2D", "7C 2C", "2C 2D 2H", "7C"])
def test_t4_two_naturals_at_least(cards: str) -> None:
    for most in (1, 2, 3):
        state = at(f"play: {cards} {SPARE}", {"wild.max_per_meld": most})
        refused(state, f"meld {cards}", Reason.TOO_FEW_NATURALS, "T-4")


def test_t4_a_two_is_never_a_natural() -> None:
    # The two of clubs beside the four is a wild, not the card two below it; twos make no set.
    refused(at(f"play: 2C 4C 2D {SPARE}"), "meld 2C 4C 2D", Reason.TOO_FEW_NATURALS, "T-4")
    state = at(f"play: 2C 4C 5C {SPARE}")
    allowed(state, "meld 2C 4C 5C")
    assert (state.sides[0].melds[0].naturals, state.sides[0].melds[0].wilds) == (2, 1)


@pytest.mark.parametrize(("most", "refused_at"), [(2, 3), (3, 4)])
def test_t4_more_wilds_where_the_house_says_so(most: int, refused_at: int) -> None:
    options = {"wild.max_per_meld": most}
    twos = ["2C", "2D", "2H", "2S"]
    for naturals in ("7C 7D", "7C 8C", "7C TC"):
        lawful = f"{naturals} {' '.join(twos[:most])}"
        assert can(at(f"play: {lawful} {SPARE}", options), f"meld {lawful}")
        too_many = f"{naturals} {' '.join(twos[:refused_at])}"
        refused(at(f"play: {too_many} {SPARE}", options), f"meld {too_many}", Reason.TOO_MANY_WILDS, "T-4")


@pytest.mark.parametrize(
    ("most", "cards", "legal"),
    [
        (2, "7C TC 2C 2D", True),
        (2, "7C JC 2C 2D", False),
        (3, "7C JC 2C 2D 2H", True),
        (3, "7C QC 2C 2D 2H", False),
        (2, "4C 7C 8C 2C 2D", True),
        (2, "QC KC 2C 2D", True),
        (3, "KC AC 2C 2D 2H", True),
        (3, "4C 5C 2C 2D 2H", True),
        (2, "7C 7D 7H 7S 7C 7D 2C 2D", True),
        (2, "7C 7D 7H 7S 7C 7D 7H 2C 2D", False),
    ],
)
def test_t4_several_wilds_must_fit_as_well(most: int, cards: str, legal: bool) -> None:  # noqa: FBT001
    state = at(f"play: {cards} 9S TS", {"wild.max_per_meld": most})
    assert can(state, f"meld {cards}") is legal


def test_t4_jokers_are_wild_where_the_house_adds_them() -> None:
    options = {"deck.jokers": 4}
    assert can(at(f"play: QD JK AD {SPARE}", options), "meld QD JK AD")
    refused(at(f"play: QD JK 2C AD {SPARE}", options), "meld QD JK 2C AD", Reason.TOO_MANY_WILDS, "T-4")
    both = options | {"wild.max_per_meld": 2}
    assert can(at(f"play: JD JK 2C AD {SPARE}", both), "meld JD JK 2C AD")


def test_t5_several_melds_of_one_rank() -> None:
    state = at(f"play: 9C 9D 9H 9H 9S 9S 9C 2D {SPARE}; table: 9D 9C 2H")
    allowed(state, "meld 9C 9D 9H", "meld 9H 9S 2D", "meld 9C on 0")
    assert [len(meld.cards) for meld in state.sides[0].melds] == [4, 3, 3]


def test_t5_several_sequences_of_one_suit() -> None:
    state = at(f"play: 7H 8H 9H 7H 8H 9H {SPARE}; table: 4H 5H 6H")
    allowed(state, "meld 7H 8H 9H, 7H 8H 9H")
    assert [len(meld.cards) for meld in state.sides[0].melds] == [3, 3, 3], "X-9: laying never joins melds"


def test_t5_no_wild_is_added_to_a_complete_sequence() -> None:
    for most in (1, 2, 3):
        state = at(f"play: 2D {SPARE}; table: {FOUR_TO_ACE}", {"wild.max_per_meld": most})
        refused(state, "meld 2D on 0", Reason.SEQUENCE_COMPLETE, "T-5")
        assert action("meld 2D on 0") not in legal_actions(state)


def test_t5_nothing_is_added_to_eleven_cards() -> None:
    state = at(f"play: 6H {SPARE}; table: 4H 5H 2C 7H 8H 9H TH JH QH KH AH")
    refused(state, "meld 6H on 0", Reason.SEQUENCE_COMPLETE, "T-5")


def test_t5_a_card_once_only_in_a_sequence() -> None:
    state = at(f"play: 6H {SPARE}; table: 5H 6H 7H")
    refused(state, "meld 6H on 0", Reason.MIXED_CARDS, "T-3")


@pytest.mark.parametrize(
    ("table", "card", "fits"),
    [
        ("6D 7D 8D", "5D", True),
        ("6D 7D 8D", "9D", True),
        ("6D 7D 8D", "TD", False),
        ("6D 7D 8D", "9C", False),
        ("6D 7D 8D", "6C", False),
        ("6D 7D 2C", "8D", True),  # the wild moves to either end
        ("6D 7D 2C", "5D", True),
        ("6D 7D 2C", "4D", True),
        ("6D 7D 2C", "9D", True),
        ("6D 7D 2C", "TD", False),
        ("6D 2C 8D", "7D", True),  # the gap is filled, the wild moves to an end
        ("6D 2C 8D", "5D", True),
        ("6D 2C 8D", "9D", True),
        ("6D 2C 8D", "TD", False),
        ("6D 2C 8D", "4D", False),
        ("4D 5D 2C", "6D", True),
        ("4D 5D 2C", "8D", False),
        ("KD AD 2C", "QD", True),
        ("KD AD 2C", "JD", True),
        ("KD AD 2C", "4D", False),
        ("4D 5D 6D 7D 8D 9D TD JD QD KD", "AD", True),
        ("4D 5D 6D 7D 8D 9D TD JD QD 2C", "KD", True),
        ("4D 5D 6D 7D 8D 9D TD JD QD 2C", "AD", True),
        ("4D 6D 7D 8D 9D TD JD QD KD 2C", "AD", True),
        ("4D 6D 7D 8D 9D TD JD QD KD 2C", "5D", True),
    ],
)
def test_x10_a_natural_that_fits_some_window_is_accepted(table: str, card: str, fits: bool) -> None:  # noqa: FBT001
    state = at(f"play: {card} {SPARE}; table: {table}")
    assert can(state, f"meld {card} on 0") is fits
    assert (action(f"meld {card} on 0") in legal_actions(state)) is fits


def test_x10_a_wild_laid_off_makes_room_for_a_further_natural() -> None:
    state = at(f"play: 2C 9D TD {SPARE}; table: 6D 7D 8D")
    allowed(state, "meld 2C TD on 0")
    allowed(state, "meld 9D on 0")
    assert sorted(codes(state.sides[0].melds[0].cards)) == ["2C", "6D", "7D", "8D", "9D", "TD"]


def test_x10_what_is_laid_together_is_judged_together() -> None:
    state = at(f"play: 9D TD {SPARE}; table: 6D 7D 8D")
    assert can(state, "meld TD 9D on 0")
    refused(state, "meld TD on 0, 9D on 0", Reason.NOT_CONSECUTIVE, "T-3")
    assert can(state, "meld 9D on 0, TD on 0")


def test_x10_with_more_wilds_all_of_them_slide() -> None:
    state = at(f"play: 9D 8D {SPARE}; table: 6D 7D 2C 2H", {"wild.max_per_meld": 2})
    allowed(state, "meld 9D on 0", "meld 8D on 0")
    assert len(state.sides[0].melds[0].cards) == 6
    state = at(f"play: TD {SPARE}; table: 6D 7D 2C 2H", {"wild.max_per_meld": 2})
    assert can(state, "meld TD on 0"), "6 7 . . T, and a window of five"
    state = at(f"play: JD {SPARE}; table: 6D 7D 2C 2H", {"wild.max_per_meld": 2})
    assert not can(state, "meld JD on 0")


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("4H 5H 6H 7H 8H 9H TH", Canasta.CLEAN),
        ("4H 5H 6H 7H 8H 9H 2C", Canasta.DIRTY),
        ("4H 5H 6H 7H 8H 9H", None),
        ("4H 5H 6H 7H 8H 2C", None),
        (FOUR_TO_ACE, Canasta.CLEAN),
        ("8C 8C 8D 8D 8H 8H 8S 2C", Canasta.DIRTY),
        ("8C 8C 8D 8D 8H 8H 8S 8S", Canasta.CLEAN),
    ],
)
def test_t15_seven_cards_are_a_canasta(cards: str, kind: Canasta | None) -> None:
    assert meld(tranca(), cards).canasta is kind


def test_t15_a_canasta_needs_no_more_naturals_than_a_meld() -> None:
    rules = tranca({"canasta.min_size": 6, "wild.max_per_meld": 3})
    assert meld(rules, "8C 8D 8H 2C 2D 2H").canasta is Canasta.DIRTY
    assert meld(rules, "4C 6C 9C 2C 2D 2H").canasta is Canasta.DIRTY
