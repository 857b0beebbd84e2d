"""Tranca's pile: T-7, T-8, T-9, T-10, under each number of wilds."""

from __future__ import annotations

from functools import partial

import pytest

from engine.actions import Lay
from engine.cards import codes, parse_card, parse_cards
from engine.errors import Reason
from engine.events import Laid, TookPile
from engine.legal import legal_actions
from engine.pile import is_frozen
from engine.state import PileState
from engine.takes import first_lays
from engine.view import view_for
from tests.positions import Options, action, allowed, can, position, refused

at = partial(position, rules="tranca")
SPARE = "KC TS 5H"
MORE_WILDS = [None, {"wild.max_per_meld": 2}, {"wild.max_per_meld": 3}]


def takes(text: str, options: Options = None) -> set[str]:
    """The listed takes, as the cards of their first lays with the meld's number."""
    found = set()
    for play in legal_actions(at(text, options)):
        if play != action("draw"):
            (lay,) = play.lays  # type: ignore[union-attr]
            on = "" if lay.meld is None else f" on {lay.meld}"
            found.add(" ".join(codes(lay.cards)) + on)
    return found


@pytest.mark.parametrize("three", ["3C", "3S"])
def test_t7_a_discarded_black_three_blocks_the_next_player_only(three: str) -> None:
    state = at(f"play: {three} 9C 5D; left: TC TD TH 7C; partner: TS TC 7D; pile: TD; stock: 8S")
    allowed(state, f"discard {three}")
    assert state.pile_state is PileState.BLOCKED
    refused(state, f"take {three} TC TD", Reason.PILE_BLOCKED, "T-7")
    assert legal_actions(state) == [action("draw")]
    allowed(state, "draw", "discard TH")
    assert view_for(state, 2).pile.state is PileState.OPEN
    allowed(state, "take TH TS TC")
    assert sorted(codes(state.hands[2])) == [three, "7D", "TD"]


def test_t7_a_second_black_three_blocks_again() -> None:
    state = at("play: 3C 9C 5D; left: 3S 7C; partner: 7S 7H; pile: 7D; stock: 8S")
    allowed(state, "discard 3C", "draw", "discard 3S")
    refused(state, "take 3S 7S 7H", Reason.PILE_BLOCKED, "T-7")


def test_t7_other_discards_neither_block_nor_freeze() -> None:
    for card in ("2C", "4D", "AS"):
        state = at(f"play: {card} 9C 5D")
        allowed(state, f"discard {card}")
        assert state.pile_state is PileState.OPEN


def test_t7_black_threes_never_meld_not_even_to_close() -> None:
    state = at("play: 3C 3C 3S; table: 4H 5H 6H 7H 8H 9H TH")
    refused(state, "meld 3C 3C 3S", Reason.THREES_NEVER_MELD, "T-7")
    assert legal_actions(state) == [action("discard 3C"), action("discard 3S")]


def test_t7_a_black_three_may_be_the_last_discard() -> None:
    state = at("play: 3C; table: 4H 5H 6H 7H 8H 9H TH")
    allowed(state, "discard 3C")
    assert state.closed_by == 0


def test_t7_why_the_pile_is_blocked_is_seen() -> None:
    state = at("draw: 9C 5D; pile: 7D 3S")
    for seat in (0, 1, 2, 3, None):
        pile = view_for(state, seat).pile
        assert (pile.state, pile.cause, pile.top) == (PileState.BLOCKED, "black_three", parse_card("3S"))


def test_t8_only_the_top_of_the_pile_is_seen() -> None:
    for seat in (0, 1, 2, 3, None):
        views = [view_for(at(f"draw: 9C 5D; pile: {under} 7D"), seat) for under in ("4C 2D", "3S 4D")]
        assert views[0] == views[1]
        assert views[0].pile.count == 3


@pytest.mark.parametrize("pile", ["9D", "2C 9D", "JK 9D", "3C 9D"])
def test_t7_nothing_freezes_the_pile_not_even_for_a_side_without_melds(pile: str) -> None:
    state = at(f"draw: 9C JK KC TS; pile: {pile}", {"deck.jokers": 4})
    assert not is_frozen(state)
    assert can(state, "take 9D 9C JK")


@pytest.mark.parametrize("options", MORE_WILDS)
@pytest.mark.parametrize(
    "lay",
    [
        "7S 7C 7D",
        "7S 7C 2D",
        "7S 5S 6S",
        "7S 6S 8S",
        "7S 8S 9S",
        "7S 6S 2D",
        "7S 9S 2D",
        "7S 7C 7D 2D",
        "7S 5S 6S 8S 9S",
        "7S 5S 6S 8S 2D",
        "7S 7C 7D 7H 7S",
    ],
)
def test_t9_a_new_meld_of_the_top_and_two_hand_cards(lay: str, options: dict[str, int] | None) -> None:
    hand = "5S 6S 8S 9S 7C 7D 7H 7S 2D 2C"
    assert can(at(f"draw: {hand} KC; pile: 4C 7S", options), f"take {lay}")


@pytest.mark.parametrize(
    ("lay", "reason", "clause"),
    [
        ("7S 7C", Reason.MELD_TOO_SMALL, "T-3"),
        ("7S 2C 2D", Reason.TOO_FEW_NATURALS, "T-4"),
        ("7S 7C 2C 2D", Reason.TOO_MANY_WILDS, "T-4"),
        ("7S 6S", Reason.MELD_TOO_SMALL, "T-3"),
        ("7S 6S 9S", Reason.NOT_CONSECUTIVE, "T-3"),
        ("7C 7D 7H", Reason.TOP_NOT_USED, "T-9"),
        ("5S 6S 2C", Reason.TOP_NOT_USED, "T-9"),
        ("", Reason.TOP_NOT_USED, "T-9"),
    ],
)
def test_t9_what_does_not_take(lay: str, reason: Reason, clause: str) -> None:
    state = at("draw: 5S 6S 9S 7C 7D 7H 2C 2D KC; pile: 4C 7S")
    refused(state, f"take {lay}", reason, clause)


@pytest.mark.parametrize("most", [2, 3])
@pytest.mark.parametrize("lay", ["7S 7C 2C 2D", "7S 6S 2C 2D", "7S 7C 7D 2C 2D", "7S 8S 9S 2C 2D"])
def test_t9_one_wild_from_the_hand_however_many_a_meld_may_hold(lay: str, most: int) -> None:
    options = {"wild.max_per_meld": most}
    state = at(f"draw: 6S 8S 9S 7C 7D 2C 2D {SPARE}; pile: 4C 7S", options)
    refused(state, f"take {lay}", Reason.TAKE_WILDS, "T-9")
    allowed(state, "take 7S 7C 2C", "meld 2D on 0")
    assert state.sides[0].melds[0].wilds == 2, "the second follows as a lay-off"


def test_t9_a_second_wild_may_follow_within_the_take() -> None:
    state = at(f"draw: 7C 2C 2D {SPARE}; pile: 4C 7S", {"wild.max_per_meld": 2})
    refused(state, "take 7S 7C 2C, 2D on 0", Reason.NO_SUCH_MELD, "X-4")  # numbers count melds from before
    state = at(f"draw: 7C 2C 2D {SPARE}; pile: 4C 7S; table: 9C 9D 9H", {"wild.max_per_meld": 2})
    allowed(state, "take 7S 7C 2C, 2D on 0")


@pytest.mark.parametrize("wild", ["2S", "JK"])
@pytest.mark.parametrize("options", MORE_WILDS)
def test_t9_a_wild_on_top_is_the_single_wild_of_a_meld(wild: str, options: dict[str, int] | None) -> None:
    options = (options or {}) | {"deck.jokers": 4}
    state = at(f"draw: 7C 7D 9D TD 2C {SPARE}; pile: 4C {wild}", options)
    for lay in ("7C 7D", "9D TD", "7D 9D"):
        assert can(state, f"take {wild} {lay}")
    more = options.get("wild.max_per_meld", 1) > 1
    reason, clause = (Reason.TAKE_WILDS, "T-9") if more else (Reason.TOO_MANY_WILDS, "T-4")
    refused(state, f"take {wild} 2C 7C 7D", reason, clause)
    refused(state, f"take {wild} 2C 7C", Reason.TOO_FEW_NATURALS, "T-4")


def test_t9_this_meld_comes_first_others_are_optional() -> None:
    state = at(f"draw: 7C 7D 9C 9D 9H 8S {SPARE}; pile: 4C 7S; table: 4S 5S 6S, 9S TS JS")
    refused(state, "take 9C 9D 9H, 7S 7C 7D", Reason.TOP_NOT_USED, "T-9")
    refused(state, "take 8S on 1, 7S on 0", Reason.TOP_NOT_USED, "T-9")
    assert can(state, "take 7S 7C 7D")
    assert can(state, "take 7S 7C 7D, 9C 9D 9H")
    assert can(state, "take 7S on 0, 8S on 0, 9C 9D 9H")


def test_t9_the_cards_under_the_top_come_after_its_meld() -> None:
    state = at(f"draw: 7C 7D {SPARE}; pile: 9C 9D 9H 7S")
    refused(state, "take 7S 7C 7D, 9C 9D 9H", Reason.CARD_NOT_HELD, "X-1")
    events = allowed(state, "take 7S 7C 7D")
    assert events[0] == TookPile(0, 4)
    allowed(state, "meld 9C 9D 9H")


def test_t9_the_pile_starts_empty() -> None:
    state = at("draw: 7C 7D KC; pile: ")
    refused(state, "take 7C 7D KC", Reason.PILE_EMPTY, "T-9")
    assert legal_actions(state) == [action("draw")]


def test_t9_what_is_listed_needs_the_cards_that_it_holds() -> None:
    assert takes("draw: 7C 7D 7H 5S 6S 8S 2C 2D KC; pile: 4C 7S") == {
        *("7S 7C 7D", "7S 7C 2C"),
        *("7S 5S 6S", "7S 6S 8S"),
        *("7S 5S 2C", "7S 6S 2C", "7S 8S 2C"),
    }
    first = first_lays(at("draw: 7C 7D 9S KC; pile: 4C 7S; table: 4S 5S 6S"))
    assert first == [Lay((parse_card("7S"),), 0), Lay(tuple(parse_cards("7S 7C 7D")))]
    jokers = {"deck.jokers": 4, "wild.max_per_meld": 2}
    assert takes("draw: 7C 9S 2C 2D JK JK KC; pile: 4C 7S", jokers) == {
        *("7S 7C 2C", "7S 7C JK", "7S 9S 2C", "7S 9S JK"),
    }


def test_t9_what_a_wild_on_top_takes_is_listed() -> None:
    assert takes("draw: 7C 7D 7H 9D KC 4H 2C; pile: 5C 2S; table: 8C 8D 8H, 4C 5C 6C, TC TD 2H") == {
        *("2S 7C 7D", "2S 7D 9D"),
        *("2S on 0", "2S on 1"),
    }


def test_t9_a_wild_on_top_makes_no_meld_of_threes() -> None:
    assert first_lays(at("draw: 3C 3S KC TD; pile: 4C 2S")) == []


def test_t9_a_card_in_hand_may_take_a_pile_of_one() -> None:
    state = at("draw: 5S; pile: 7S; table: 4S 5S 6S, 9C 9C 9D 9D 9H 9H 9S")
    allowed(state, "take 7S on 0", "discard 5S")
    assert state.closed_by == 0


@pytest.mark.parametrize(
    "table", ["7C 7D 7H", "7C 7D 2H", "7C 7C 7D 7D 7H 7H 7S", "4S 5S 6S", "8S 9S TS", "6S 8S 2C"]
)
def test_t10_the_top_fits_an_own_meld(table: str) -> None:
    state = at(f"draw: {SPARE}; pile: 4C 7S; table: QC QD QH, {table}")
    allowed(state, "take 7S on 1")
    assert len(state.sides[0].melds) == 2


@pytest.mark.parametrize(
    ("table", "reason", "clause"),
    [
        ("8S 8D 8H", Reason.MIXED_CARDS, "T-3"),
        ("9S TS JS", Reason.NOT_CONSECUTIVE, "T-3"),
        ("4H 5H 6H", Reason.MIXED_CARDS, "T-3"),
        ("6S 7S 8S", Reason.MIXED_CARDS, "T-3"),
        ("7C 7C 7D 7D 7H 7H 7S 2C", Reason.MELD_TOO_LARGE, "T-3"),
    ],
)
def test_t10_the_top_fits_not(table: str, reason: Reason, clause: str) -> None:
    state = at(f"draw: {SPARE}; pile: 4C 7S; table: {table}")
    refused(state, "take 7S on 0", reason, clause)
    assert legal_actions(state) == [action("draw")]


def test_t10_not_on_the_other_sides_meld() -> None:
    refused(at(f"draw: {SPARE}; pile: 7S; theirs: 4S 5S 6S"), "take 7S on 0", Reason.NO_SUCH_MELD, "X-4")


@pytest.mark.parametrize("more", ["8S", "7C", "2D", "8S 9S", "7C 7D"])
def test_t10_by_itself_means_alone(more: str) -> None:
    state = at(f"draw: 8S 9S 7C 7D 2D {SPARE}; pile: 4C 7S; table: 4S 5S 6S, 7H 7H 7D")
    number = 1 if more[0] == "7" else 0
    refused(state, f"take 7S {more} on {number}", Reason.TAKE_LAYS_OFF_MORE, "T-10")
    allowed(state, f"take 7S on {number}, {more} on {number}")


def test_t10_a_card_from_the_hand_does_not_make_it_fit() -> None:
    state = at(f"draw: JH JC {SPARE}; pile: 4C QH; table: 8H 9H TH")
    for lay in ("QH JH on 0", "JH QH on 0"):
        refused(state, f"take {lay}", Reason.TAKE_LAYS_OFF_MORE, "T-10")
    refused(state, "take JH on 0, QH on 0", Reason.TOP_NOT_USED, "T-9")


@pytest.mark.parametrize("options", MORE_WILDS)
@pytest.mark.parametrize("table", ["8C 8D 8H", "4C 5C 6C", "8C 8C 8D 8D 8H 8H 8S", "7C 9C TC 2H"])
def test_t10_a_wild_on_top_fits_a_meld_without_a_wild(table: str, options: dict[str, int] | None) -> None:
    state = at(f"draw: {SPARE}; pile: 4C 2S; table: {table}", options)
    if "2H" not in table:
        allowed(state, "take 2S on 0")
        assert state.sides[0].melds[0].wilds == 1
    elif options is None:
        refused(state, "take 2S on 0", Reason.TOO_MANY_WILDS, "T-4")
    else:
        refused(state, "take 2S on 0", Reason.TOP_WILD_FITS_NOT, "T-10")
    assert (
        action("take 2S on 0") in legal_actions(at(f"draw: {SPARE}; pile: 4C 2S; table: {table}", options))
    ) is ("2H" not in table)


@pytest.mark.parametrize("options", MORE_WILDS)
def test_t10_a_natural_top_fits_beside_any_wilds(options: dict[str, int] | None) -> None:
    for table in ("7C 7D 2C", "6S 8S 2C", "4S 5S 2C"):
        assert can(at(f"draw: {SPARE}; pile: 4C 7S; table: {table}", options), "take 7S on 0")
    if options is not None:
        for table in ("7C 7D 2C 2D", "4S 5S 2C 2D", "5S 8S 2C 2D"):
            assert can(at(f"draw: {SPARE}; pile: 4C 7S; table: {table}", options), "take 7S on 0")


def test_t10_no_wild_on_a_complete_sequence_or_a_full_set() -> None:
    for table in ("4H 5H 6H 7H 8H 9H TH JH QH KH AH", "8C 8C 8D 8D 8H 8H 8S 8S"):
        state = at(f"draw: {SPARE}; pile: 4C 2S; table: {table}".replace("5H;", "4D;"))
        assert not can(state, "take 2S on 0")
        assert legal_actions(state) == [action("draw")]


def test_t10_a_wild_on_top_completes_a_sequence() -> None:
    table = "table: 4H 5H 6H 7H 8H 9H TH JH QH KH"
    assert takes(f"draw: {SPARE.replace('5H', '4D')}; pile: 4C 2S; {table}") == {"2S on 0"}


def test_t10_each_meld_that_the_top_fits_is_listed() -> None:
    assert takes("draw: KC TS 5H; pile: 4C 7S; table: 4S 5S 6S, 8S 9S TS, 7C 7D 2C, 4H 5H 6H") == {
        *("7S on 0", "7S on 1", "7S on 2"),
    }


def test_t10_taking_does_not_lay_what_the_top_joins_to_another_meld() -> None:
    state = at(f"draw: {SPARE}; pile: 4C 7S; table: 4S 5S 6S, 8S 9S TS")
    (took, laid) = allowed(state, "take 7S on 0")
    assert isinstance(laid, Laid)
    assert (took, laid.meld) == (TookPile(0, 2), 0)
    assert [len(meld.cards) for meld in state.sides[0].melds] == [4, 3], "X-9"


@pytest.mark.parametrize("feet", ["foot: taken", "foot: stock"])
def test_x3_a_take_must_leave_a_way_to_end(feet: str) -> None:
    refused(at(f"draw: 7C 7D 5H; pile: 7S; {feet}"), "take 7S 7C 7D", Reason.NO_WAY_TO_END, "X-3")
    refused(at(f"draw: 7C 7D; pile: 7S; {feet}"), "take 7S 7C 7D", Reason.NEEDS_CANASTA, "T-12")
    assert can(at(f"draw: 7C 7D; pile: 4C 5C 7S; {feet}"), "take 7S 7C 7D")
    canasta = "table: 9C 9C 9D 9D 9H 9H 9S"
    assert can(at(f"draw: 7C 7D 5H; pile: 7S; {canasta}; {feet}"), "take 7S 7C 7D")


def test_x3_a_take_may_empty_the_hand_for_the_foot() -> None:
    state = at("draw: 7C 7D; pile: 7S; foot: KC KD")
    allowed(state, "take 7S 7C 7D")
    assert codes(state.hands[0]) == ["KC", "KD"]
