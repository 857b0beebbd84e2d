"""Taking the pile: X-6, I-5, I-7, I-8, I-9, in every value of the options."""

from __future__ import annotations

import pytest

from engine.cards import codes
from engine.errors import Reason
from engine.events import Laid, RedThreeLaid, TookPile
from engine.legal import legal_actions
from engine.state import PileState
from tests.positions import Options, action, allowed, can, position, refused

FROZEN_TAKES = ("pair", "pair_or_own_meld", "any_valid_meld")
CANASTA = "AC AC AD AD AH AH AS"


def test_x6_taking_takes_the_whole_pile() -> None:
    state = position("draw: 9C 9D 5S; pile: 4C 7D KH 9S")
    events = allowed(state, "take 9S 9C 9D")
    assert events[0] == TookPile(0, 4)
    assert codes(state.hands[0]) == ["4C", "5S", "7D", "KH"]
    assert state.pile == []


def test_x6_cards_under_the_top_cannot_be_laid_by_the_take() -> None:
    state = position("draw: 9C 9D 5S 7S; pile: 4C 4D 4H 9S; table: KC KD KS")
    refused(state, "take 9S 9C 9D, 4C 4D 4H", Reason.CARD_NOT_HELD, "X-1")
    allowed(state, "take 9S 9C 9D", "meld 4C 4D 4H")


def test_x6_the_taking_meld_cannot_lean_on_a_card_under_the_top() -> None:
    state = position("draw: 9C 5D 5S; pile: 9H 9S")
    refused(state, "take 9S 9C 9H", Reason.CARD_NOT_HELD, "X-1")


def test_i5_with_two_naturals_of_its_rank() -> None:
    assert can(position("draw: 9C 9D 5S; pile: 4C 9S"), "take 9S 9C 9D")


@pytest.mark.parametrize("wild", ["JK", "2D"])
def test_i5_with_one_natural_and_one_wild(wild: str) -> None:
    assert can(position(f"draw: 9C {wild} 5S; pile: 4C 9S"), f"take 9S 9C {wild}")


def test_i5_not_with_two_wilds() -> None:
    refused(position("draw: JK 2D 5S; pile: 4C 9S"), "take 9S JK 2D", Reason.TOO_FEW_NATURALS, "I-4")


def test_i5_not_with_fewer_than_two_hand_cards() -> None:
    refused(position("draw: 9C 5D 5S; pile: 4C 9S"), "take 9S 9C", Reason.MELD_TOO_SMALL, "I-4")
    refused(position("draw: 9C 5D 5S; pile: 4C 9S"), "take 9S", Reason.TOO_FEW_NATURALS, "I-4")


def test_i5_the_first_lay_may_hold_more_hand_cards_than_it_needs() -> None:
    state = position("draw: 9C 9D 9H JK 2C 5S; pile: 4C 9S")
    assert can(state, "take 9S 9C 9D 9H JK 2C")
    assert can(state, "take 9S 9C JK 2C")


def test_i5_laid_off_on_an_own_meld_a_finished_canasta_too() -> None:
    for table in ("9H 9H 9D", "9H 9H 9D 9D JK 2C 2D", "9C 9C 9H 9H 9D 9D 9S"):
        state = position(f"draw: 5H 5S; pile: 4C 9S; table: KC KD KH, {table}")
        assert can(state, "take 9S on 1")
        refused(state, "take 9S on 0", Reason.MIXED_RANKS, "I-4")


def test_i5_not_laid_off_on_the_other_sides_meld() -> None:
    state = position("draw: 5H 5S; pile: 4C 9S; theirs: 9H 9H 9D")
    refused(state, "take 9S on 0", Reason.NO_SUCH_MELD, "X-4")


def test_i5_where_an_own_meld_stands_the_top_cannot_start_another() -> None:
    state = position("draw: 9C 9D 5H 5S; pile: 4C 9S; table: 9H 9H 9D")
    refused(state, "take 9S 9C 9D", Reason.RANK_ALREADY_MELDED, "X-9")


def test_i5_a_lay_off_takes_with_the_top_alone() -> None:
    state = position("draw: 9C 9D JK 5H 5S; pile: 4C 9S; table: 9H 9H 9D")
    for more in ("9C", "9C 9D", "JK"):
        refused(state, f"take 9S {more} on 0", Reason.TAKE_LAYS_OFF_MORE, "I-5")
    assert can(state, "take 9S on 0, 9C 9D JK on 0"), "more may follow as a further lay"


def test_i5_the_first_lay_holds_the_top() -> None:
    state = position("draw: 9C 9D 5C 5H 5S 7C; pile: 4C 9S; table: 7H 7D 7S")
    for lays in (
        "take 5C 5H 5S",
        "take 5C 5H 5S, 9S 9C 9D",
        "take 7C on 0",
        "take 7C on 0, 9S 9C 9D",
        "take",
    ):
        refused(state, lays, Reason.TOP_NOT_USED, "I-5")
    assert can(state, "take 9S 9C 9D, 5C 5H 5S, 7C on 0") is False, "that would leave 4C alone"
    assert can(state, "take 9S 9C 9D, 7C on 0")


def test_i5_a_later_lay_of_a_take_is_judged_like_any_other() -> None:
    state = position("draw: 9C 9D 9H 5C 5H 7S; pile: 4C 9S; table: 7H 7D 7C")
    refused(state, "take 9S 9C 9D, 5C 5H", Reason.MELD_TOO_SMALL, "I-4")
    refused(state, "take 9S 9C 9D, 9H on 1", Reason.NO_SUCH_MELD, "X-4")
    refused(state, "take 9S 9C 9D, 9H on 0", Reason.MIXED_RANKS, "I-4")


def test_i5_an_empty_pile_cannot_be_taken() -> None:
    state = position("draw: 9C 9D 5S; pile: ")
    refused(state, "take 9C 9D 5S", Reason.PILE_EMPTY, "I-5")
    refused(state, "take", Reason.PILE_EMPTY, "I-5")


def test_i5_twins_of_the_top_count_as_hand_cards() -> None:
    state = position("draw: 9S 9C 5S; frozen pile: 4C 9S")
    assert can(state, "take 9S 9S 9C")
    refused(state, "take 9S 9S 9S", Reason.CARD_NOT_HELD, "X-1")


def test_i5_the_legal_takes_need_what_they_hold() -> None:
    state = position("draw: 9C 9D 9H JK 2C 2D 5S 5H; pile: 4C 9S")
    takes = [play for play in legal_actions(state) if play != action("draw")]
    assert set(takes) == {
        action("take 9S 9C 9D"),
        action("take 9S 9C 2C"),
        action("take 9S 9C JK"),
    }


@pytest.mark.parametrize("card", ["3C", "3S", "2H", "JK"])
def test_i7_a_wild_or_black_three_discarded_freezes_the_pile(card: str) -> None:
    state = position(f"play: 9C 5S {card}; pile: 4C")
    allowed(state, f"discard {card}")
    assert state.pile_state is PileState.FROZEN


@pytest.mark.parametrize("card", ["4C", "AS", "KD"])
def test_i7_other_cards_do_not(card: str) -> None:
    state = position(f"play: 9C 5S {card}; pile: 4C")
    allowed(state, f"discard {card}")
    assert state.pile_state is PileState.OPEN


@pytest.mark.parametrize("freezer", ["3D", "3H", "3C", "2S", "JK"])
def test_i7_it_stays_frozen_until_it_is_taken(freezer: str) -> None:
    state = position(
        f"draw: 9C 9D 8C 5S; left: 9H JK KC KC; partner: 9S 9S 7C; pile: {freezer}; stock: 4C 4D 4H"
    )
    allowed(state, "draw", "discard 9C")
    assert state.pile_state is PileState.FROZEN
    refused(state, "take 9C 9H JK", Reason.PILE_FROZEN, "I-8")
    allowed(state, "draw", "discard KC")
    assert state.pile_state is PileState.FROZEN
    allowed(state, "draw", "discard 9S")
    assert state.pile_state is PileState.FROZEN


def test_i7_taking_it_thaws_it() -> None:
    state = position("draw: 9C 9D 8C 5S; pile: JK 9S; left: KC KD")
    allowed(state, "take 9S 9C 9D")
    assert state.pile_state is PileState.OPEN
    allowed(state, "discard 5S")
    assert state.pile_state is PileState.OPEN


def test_i7_a_frozen_card_taken_and_discarded_again_freezes_again() -> None:
    state = position("draw: 9C 9D 8C 5S; pile: JK 9S")
    allowed(state, "take 9S 9C 9D", "discard JK")
    assert state.pile_state is PileState.FROZEN


@pytest.mark.parametrize("way", FROZEN_TAKES)
def test_i8_a_natural_pair_takes_a_frozen_pile(way: str) -> None:
    state = position("draw: 9C 9D 5H 5S; pile: JK 9S", {"pile.frozen_take": way})
    assert can(state, "take 9S 9C 9D")


@pytest.mark.parametrize("wild", ["JK", "2C"])
@pytest.mark.parametrize("way", FROZEN_TAKES)
def test_i8_one_natural_and_one_wild_take_it_only_by_any_valid_meld(way: str, wild: str) -> None:
    state = position(f"draw: 9C {wild} 5H 5S; pile: JK 9S", {"pile.frozen_take": way})
    if way == "any_valid_meld":
        assert can(state, f"take 9S 9C {wild}")
    else:
        refused(state, f"take 9S 9C {wild}", Reason.PILE_FROZEN, "I-8")


@pytest.mark.parametrize("way", FROZEN_TAKES)
def test_i8_the_top_alone_takes_it_by_an_own_meld_except_where_only_a_pair_does(way: str) -> None:
    state = position("draw: 5H 5S; pile: JK 9S; table: 9C 9D 9H", {"pile.frozen_take": way})
    if way == "pair":
        refused(state, "take 9S on 0", Reason.PILE_FROZEN, "I-8")
    else:
        assert can(state, "take 9S on 0")


@pytest.mark.parametrize("way", FROZEN_TAKES)
def test_i8_a_pair_joins_the_own_meld_of_its_rank_where_only_a_pair_takes(way: str) -> None:
    state = position("draw: 9H 9S 5H 5S; pile: JK 9S; table: 9C 9D 9H", {"pile.frozen_take": way})
    refused(state, "take 9S 9H 9S", Reason.RANK_ALREADY_MELDED, "X-9")
    if way == "pair":
        (_, laid) = allowed(state, "take 9S 9H 9S on 0")
        assert isinstance(laid, Laid)
        assert (laid.meld, len(state.sides[0].melds[0].cards)) == (0, 6)
    else:
        refused(state, "take 9S 9H 9S on 0", Reason.TAKE_LAYS_OFF_MORE, "I-5")


@pytest.mark.parametrize(
    ("hand", "table", "take"),
    [
        ("9H 9S 5H", "9C 9D 9H", "take 9S 9H 9S on 0"),
        ("9H 5H 5S", "9C 9D 9H", None),
        ("JK 2C 5S", "9C 9D 9H", None),
        ("9H 9C 5S", "KC KD KH", "take 9S 9C 9H"),
        ("9H JK 5S", "KC KD KH", None),
    ],
)
def test_i8_the_list_holds_a_take_only_where_there_is_a_pair(hand: str, table: str, take: str | None) -> None:
    state = position(f"draw: {hand} 7C 7D; pile: JK 9S; table: {table}", {"pile.frozen_take": "pair"})
    assert set(legal_actions(state)) == {action("draw")} | ({action(take)} if take else set())


@pytest.mark.parametrize("more", ["9H", "9H JK", "9H 9S JK", "9H 9S 9D", "JK 2C"])
def test_i8_only_the_pair_joins(more: str) -> None:
    state = position("draw: 9H 9S 9D JK 2C 5H 5S; pile: JK 9S; table: 9C 9D 9H", {"pile.frozen_take": "pair"})
    refused(state, f"take 9S {more} on 0", Reason.PILE_FROZEN, "I-8")
    assert legal_actions(state) == [action("draw"), action("take 9S 9D 9H on 0")], "two, of three in hand"


def test_i8_an_open_pile_needs_no_pair_in_the_classic_way() -> None:
    state = position("draw: 9C JK 5H 5S; pile: 4C 9S", {"pile.frozen_take": "pair"})
    assert can(state, "take 9S 9C JK")
    state = position("draw: 9S JK 5H 5S; pile: 4C 9S; table: 9C 9D 9H", {"pile.frozen_take": "pair"})
    assert can(state, "take 9S on 0")
    refused(state, "take 9S 9S JK on 0", Reason.TAKE_LAYS_OFF_MORE, "I-5")


@pytest.mark.parametrize("way", FROZEN_TAKES)
def test_i8_a_frozen_take_may_hold_more_than_its_pair(way: str) -> None:
    state = position("draw: 9C 9D 9H JK 5H 5S; pile: JK 9S", {"pile.frozen_take": way})
    assert can(state, "take 9S 9C 9D JK")
    assert can(state, "take 9S 9C 9D 9H JK")


def test_i8_the_pair_has_the_rank_of_the_top() -> None:
    state = position("draw: KC KD 5H 5S; pile: JK 9S")
    refused(state, "take 9S KC KD", Reason.MIXED_RANKS, "I-4")


def test_i8_wilds_are_no_natural_pair() -> None:
    state = position("draw: 2C 2C 5H 5S; pile: JK 9S")
    refused(state, "take 9S 2C 2C", Reason.TOO_FEW_NATURALS, "I-4")


@pytest.mark.parametrize("way", FROZEN_TAKES)
@pytest.mark.parametrize("top", ["2H", "JK", "3D", "3H", "3C", "3S"])
def test_i9_wilds_and_threes_on_top_are_out_of_reach(top: str, way: str) -> None:
    state = position(
        f"draw: 9C 9D 3C 3S 5H 5S; pile: 4C {top}; table: KC KD KH, {CANASTA}", {"pile.frozen_take": way}
    )
    for lay in (f"{top} 9C 9D", f"{top} on 0", f"{top} on 1", f"{top} 3C 3S", f"{top} 9C 9D on 0"):
        refused(state, f"take {lay}", Reason.TOP_OUT_OF_REACH, "I-9")
    assert legal_actions(state) == [action("draw")]


@pytest.mark.parametrize("way", FROZEN_TAKES)
@pytest.mark.parametrize("top", ["2H", "JK"])
def test_i9_as_wild_a_wild_on_top_joins_a_natural_pair_of_any_rank(top: str, way: str) -> None:
    options = {"pile.wild_top": "as_wild", "pile.frozen_take": way}
    state = position(f"draw: 9C 9D KC KD 5S; pile: 4C {top}", options)
    assert can(state, f"take {top} 9C 9D")
    assert can(state, f"take {top} KC KD")
    refused(state, f"take {top} 9C KC", Reason.MIXED_RANKS, "I-4")
    refused(state, f"take {top} 9C 9D KC KD", Reason.MIXED_RANKS, "I-4")
    refused(state, f"take {top} on 0", Reason.NO_SUCH_MELD, "X-4")


@pytest.mark.parametrize("way", FROZEN_TAKES)
def test_i9_as_wild_one_natural_and_another_wild_are_no_meld(way: str) -> None:
    options = {"pile.wild_top": "as_wild", "pile.frozen_take": way}
    state = position("draw: 9C 2D 5H 5S; pile: 4C JK", options)
    refused(state, "take JK 9C 2D", Reason.TOO_FEW_NATURALS, "I-4")


@pytest.mark.parametrize("way", FROZEN_TAKES)
def test_i9_as_wild_a_wild_on_top_is_laid_off_except_where_only_a_pair_takes(way: str) -> None:
    options = {"pile.wild_top": "as_wild", "pile.frozen_take": way}
    state = position("draw: 9H 9S KC 5H 5S; pile: 4C JK; table: 9C 9D 9H", options)
    refused(state, "take JK 9H 9S", Reason.RANK_ALREADY_MELDED, "X-9")
    if way == "pair":
        refused(state, "take JK on 0", Reason.PILE_FROZEN, "I-8")
        allowed(state, "take JK 9H 9S on 0")
    else:
        refused(state, "take JK 9H 9S on 0", Reason.TAKE_LAYS_OFF_MORE, "I-5")
        allowed(state, "take JK on 0")


@pytest.mark.parametrize("way", ["pair_or_own_meld", "any_valid_meld"])
def test_i9_as_wild_a_fourth_wild_is_one_too_many(way: str) -> None:
    options = {"pile.wild_top": "as_wild", "pile.frozen_take": way}
    state = position("draw: 9H 9S 2C 2D 2S 5S; pile: 4C JK; table: KC KD KH 2C 2D JK", options)
    refused(state, "take JK on 0", Reason.TOO_MANY_WILDS, "I-4")
    refused(state, "take JK 9H 9S 2C 2D 2S", Reason.TOO_MANY_WILDS, "I-4")
    assert can(state, "take JK 9H 9S 2C 2D")


@pytest.mark.parametrize("top", ["3D", "3H", "3C", "3S"])
def test_i9_as_wild_threes_on_top_stay_out_of_reach_even_to_close(top: str) -> None:
    state = position(f"draw: 3C 3S 5S; pile: {top}; table: {CANASTA}", {"pile.wild_top": "as_wild"})
    refused(state, f"take {top} 3C 3S", Reason.TOP_OUT_OF_REACH, "I-9")


def test_i9_as_wild_black_threes_take_a_wild_in_the_closing_turn() -> None:
    options = {"pile.wild_top": "as_wild"}
    state = position(f"draw: 3C 3S 5S; pile: JK; table: {CANASTA}", options)
    allowed(state, "take JK 3C 3S", "discard 5S")
    assert state.closed_by == 0


def test_i9_as_wild_black_threes_take_no_wild_when_the_turn_could_not_close() -> None:
    options = {"pile.wild_top": "as_wild"}
    for text in (
        "draw: 3C 3S 5S; pile: JK",  # no canasta
        f"draw: 3C 3S 5S 7C; pile: JK; table: {CANASTA}",  # a card too many
        f"draw: 3C 3S 5S; pile: 7C JK; table: {CANASTA}",  # the card from under the top is one too many
    ):
        refused(position(text, options), "take JK 3C 3S", Reason.BLACK_THREES_CLOSE, "I-10")


def test_i9_as_wild_black_threes_without_wilds_take_no_wild() -> None:
    options: Options = {"pile.wild_top": "as_wild", "black_three.wilds": False}
    state = position(f"draw: 3C 3S 5S; pile: JK; table: {CANASTA}", options)
    refused(state, "take JK 3C 3S", Reason.BLACK_THREE_WILDS, "I-10")


def test_i9_as_wild_needs_no_wild_in_hand_to_take_a_natural_top() -> None:
    state = position("draw: 9C 9D 5H 5S; pile: JK 9S", {"pile.wild_top": "as_wild"})
    assert can(state, "take 9S 9C 9D")


def test_x11_red_threes_in_a_taken_pile_are_laid_and_not_replaced() -> None:
    state = position("draw: 9C 9D 5S; pile: 3D 3H 4C 9S; stock: 7C 7D")
    events = allowed(state, "take 9S 9C 9D")
    assert [event for event in events if isinstance(event, RedThreeLaid)] == [
        RedThreeLaid(0, card) for card in state.sides[0].red_threes
    ]
    assert codes(state.sides[0].red_threes) == ["3D", "3H"]
    assert codes(state.hands[0]) == ["4C", "5S"]
    assert codes(state.stock) == ["7D", "7C"]
