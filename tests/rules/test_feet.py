"""Feet and the ends of a deal of Tranca: T-11, T-12, T-14, T-18."""

from __future__ import annotations

from functools import partial

import pytest

from engine.cards import codes, parse_card, parse_cards
from engine.errors import Reason
from engine.events import DealEnded, Discarded, Drew, FootToStock, Laid, RedThreeLaid, TookFoot
from engine.legal import legal_actions
from engine.state import Ending, Phase
from engine.view import view_for
from tests.positions import action, allowed, can, position, refused

at = partial(position, rules="tranca")
CLEAN = "9C 9C 9D 9D 9H 9H 9S"
DIRTY = "8H 9H TH JH QH KH 2C"
FOUR_TO_ACE = "4S 5S 6S 7S 8S 9S TS JS QS KS AS"
NOTHING_LEFT = DealEnded(Ending.STOCK, None, concealed=False)
DEAD = DealEnded(Ending.DEAD, None, concealed=False)


def test_t11_emptied_by_melding_the_foot_is_picked_up_at_once() -> None:
    state = at("play: 7C 7D 7H; foot: KC 8D 4D 4H 4S")
    sevens = tuple(parse_cards("7C 7D 7H"))
    assert allowed(state, "meld 7C 7D 7H") == [Laid(0, 0, 0, sevens, None), TookFoot(0, 5)]
    own = state.sides[0]
    assert (own.foot, own.foot_taken) == (None, True)
    assert codes(state.hands[0]) == ["4D", "4H", "4S", "8D", "KC"]
    refused(state, "draw", Reason.ALREADY_DRAWN, "X-2")
    allowed(state, "meld 4D 4H 4S", "discard KC")
    assert (state.seat, state.phase) == (1, Phase.DRAW)


def test_t11_emptied_by_a_lay_off_or_a_joint_lay() -> None:
    state = at("play: 7C; foot: KC 4D; table: 7D 7H 7S")
    assert allowed(state, "meld 7C on 0")[-1] == TookFoot(0, 2)
    state = at("play: 7C 8D 8H 8S; foot: KC 4D; table: 7D 7H 7S")
    assert allowed(state, "meld 7C on 0, 8D 8H 8S")[-1] == TookFoot(0, 2)


def test_t11_emptied_by_the_discard_it_is_played_from_the_next_turn() -> None:
    state = at("play: 7C; foot: KC 4D 4H; left: 5C 5D; partner: 5H 5S; right: TC TD; stock: JC JD JH QC")
    assert allowed(state, "discard 7C") == [Discarded(0, parse_card("7C")), TookFoot(0, 3)]
    assert (state.seat, state.phase, codes(state.hands[0])) == (1, Phase.DRAW, ["4D", "4H", "KC"])
    refused(state, "discard KC", Reason.NOT_YOUR_TURN, "X-2", seat=0)
    allowed(state, "draw", "discard JC", "draw", "discard JD", "draw", "discard JH", "draw")
    assert (state.seat, codes(state.hands[0])) == (0, ["4D", "4H", "QC", "KC"])


def test_t11_the_partner_who_was_not_first_gets_no_foot() -> None:
    state = at(
        f"play: 7C; foot: KC 4D; table: {CLEAN}; partner: 5C; left: TC TD; right: JC JD; stock: QC QD QH"
    )
    allowed(state, "discard 7C", "draw", "discard TC", "draw", "discard QD")
    assert state.seat == 3
    state = at(f"play: 5C; foot: taken; table: {CLEAN}; seat: 2")
    allowed(state, "discard 5C")
    assert (state.ended, state.closed_by) == (Ending.CLOSED, 2)


@pytest.mark.parametrize("seat", range(4))
def test_t11_each_side_has_its_own_foot(seat: int) -> None:
    state = at(f"play: 7C; foot: KC 4D; their foot: QC 4H; seat: {seat}")
    allowed(state, "discard 7C")
    assert codes(state.hands[seat]) == ["4D", "KC"]
    assert [side.foot_taken for side in state.sides] == ([True, False] if seat % 2 == 0 else [False, True])


def test_t11_no_canasta_is_needed_and_taking_is_not_going_out() -> None:
    for table in ("7D 7H 7S", CLEAN, DIRTY):
        state = at(f"play: 7C; foot: KC 4D; table: {table}")
        allowed(state, "discard 7C")
        assert (state.ended, state.closed_by) == (None, None)


@pytest.mark.parametrize("canasta", ["any", "clean", "royal"])
def test_t11_it_does_not_matter_what_going_out_would_need(canasta: str) -> None:
    assert can(at("play: 7C 7D 7H; foot: KC 4D", {"going_out.canasta": canasta}), "meld 7C 7D 7H")
    assert can(at("play: 7C; foot: KC 4D", {"going_out.canasta": canasta}), "discard 7C")


def test_t11_one_card_may_be_kept_while_the_foot_waits() -> None:
    assert can(at("play: 7C 7D 7H 5S; foot: KC 4D"), "meld 7C 7D 7H")
    assert can(at("draw: 7C 7D; pile: 5S 7H; foot: KC 4D"), "take 7H 7C 7D")


def test_t11_every_way_to_empty_the_hand_is_listed() -> None:
    state = at("play: 7C 7D 7H; foot: KC 4D")
    assert set(legal_actions(state)) == {
        action(text) for text in ("meld 7C 7D 7H", "discard 7C", "discard 7D", "discard 7H")
    }
    assert set(legal_actions(at("play: 7C; foot: KC 4D; table: 7D 7H 7S"))) == {
        action("meld 7C on 0"),
        action("discard 7C"),
    }


def test_t6_red_threes_in_the_foot_are_laid_and_replaced() -> None:
    for way in ("meld 7C 7D 7H", "discard 7C"):
        hand = way.split(" ", 1)[1]
        state = at(f"play: {hand}; foot: KC 3D 4D 3H; stock: 5C 5D 5H")
        events = allowed(state, way)
        red = parse_cards("3D 3H")
        assert events[1:] == [
            TookFoot(0, 4),
            RedThreeLaid(0, red[0]),
            RedThreeLaid(0, red[1]),
            Drew(0, parse_card("5C")),
            Drew(0, parse_card("5D")),
        ]
        assert codes(state.hands[0]) == ["4D", "5C", "5D", "KC"]
        assert state.sides[0].red_threes == red


def test_t6_a_replacement_from_the_foot_chains() -> None:
    state = at("play: 7C; foot: KC 3D; stock: 3H 3D 5C 5D")
    allowed(state, "discard 7C")
    assert codes(state.sides[0].red_threes) == ["3D", "3H", "3D"]
    assert codes(state.hands[0]) == ["5C", "KC"]
    assert codes(state.stock) == ["5D"]


@pytest.mark.parametrize("way", ["meld 7C 7D 7H", "discard 7C"])
def test_t14_a_replacement_for_the_foot_may_come_from_the_other_foot(way: str) -> None:
    hand = way.split(" ", 1)[1]
    state = at(f"play: {hand}; foot: KC 4D 3D; their foot: 5C 5D; stock: ")
    events = allowed(state, way)
    assert events[1:] == [
        TookFoot(0, 3),
        RedThreeLaid(0, parse_card("3D")),
        FootToStock(1, 2),
        Drew(0, parse_card("5C")),
    ]
    assert codes(state.hands[0]) == ["4D", "5C", "KC"]
    assert (codes(state.stock), state.sides[1].foot, state.sides[1].foot_taken) == (["5D"], None, False)


def test_t6_with_stock_and_feet_gone_they_are_laid_without_replacement() -> None:
    state = at("play: 7C; foot: KC 4D 3D; stock: ")
    assert allowed(state, "discard 7C")[-1] == RedThreeLaid(0, parse_card("3D"))
    assert codes(state.hands[0]) == ["4D", "KC"]
    state = at("draw: KC 4D; stock: 3D 3H")
    allowed(state, "draw")
    assert (state.phase, codes(state.hands[0])) == (Phase.PLAY, ["4D", "KC"])
    allowed(state, "discard KC")
    assert state.ended is None


@pytest.mark.parametrize(("seat", "first", "second"), [(0, 1, 0), (1, 0, 1), (2, 1, 0), (3, 0, 1)])
def test_t14_first_the_foot_of_the_side_whose_turn_it_is_not(seat: int, first: int, second: int) -> None:
    state = at(f"draw: 7C KC; foot: 4C 4D; their foot: 5C 5D; stock: ; seat: {seat}")
    theirs, own = parse_card("5C"), parse_card("4C")
    assert allowed(state, "draw") == [FootToStock(first, 2), Drew(seat, theirs)]
    assert state.sides[second].foot == parse_cards("4C 4D")
    state = at(f"draw: 7C KC; foot: 4C 4D; their foot: stock; stock: ; seat: {seat}")
    assert allowed(state, "draw") == [FootToStock(second, 2), Drew(seat, own)]
    assert (state.sides[second].foot, state.sides[second].foot_taken) == (None, False)


def test_t14_the_foot_keeps_its_order() -> None:
    state = at("draw: 7C KC; their foot: 5C 4D 9H 8S; stock: ")
    allowed(state, "draw")
    assert codes(state.stock[::-1]) == ["4D", "9H", "8S"], "the next card first"


def test_t14_one_foot_at_a_time() -> None:
    state = at("draw: 7C KC; left: QC QD; foot: 4C 4D; their foot: 5C; stock: ")
    allowed(state, "draw", "discard KC")
    assert (state.stock, state.sides[0].foot) == ([], parse_cards("4C 4D"))
    # Now it is the other side's turn, whose foot is gone: the first side's foot is next.
    assert allowed(state, "draw") == [FootToStock(0, 2), Drew(1, parse_card("4C"))]


def test_t14_a_foot_without_cards_is_no_stock() -> None:
    # Feet are dealt 13 cards; a position that is given may have any number, none too.
    state = at("draw: 7C KC; foot: 4C; their foot: ; stock: ")
    assert allowed(state, "draw") == [FootToStock(1, 0), FootToStock(0, 1), Drew(0, parse_card("4C"))]


def test_t14_for_the_replacement_of_a_red_three() -> None:
    state = at("draw: 7C KC; foot: 4C; their foot: 3H; stock: 3D")
    assert allowed(state, "draw") == [
        Drew(0, parse_card("3D")),
        RedThreeLaid(0, parse_card("3D")),
        FootToStock(1, 1),
        Drew(0, parse_card("3H")),
        RedThreeLaid(0, parse_card("3H")),
        FootToStock(0, 1),
        Drew(0, parse_card("4C")),
    ]
    assert codes(state.sides[0].red_threes) == ["3D", "3H"]


def test_t14_a_foot_is_not_touched_while_there_is_stock() -> None:
    state = at("draw: 7C KC; foot: 4C 4D; their foot: 5C 5D; stock: 8S")
    allowed(state, "draw", "discard KC")
    assert (state.stock, state.sides[0].foot, state.sides[1].foot) == (
        [],
        parse_cards("4C 4D"),
        parse_cards("5C 5D"),
    )


def test_t14_the_pile_may_be_taken_instead() -> None:
    state = at("draw: 7C 7D KC 4S; foot: 4C 4D; their foot: 5C 5D; stock: ; pile: 5H 7H")
    assert action("draw") in legal_actions(state)
    allowed(state, "take 7H 7C 7D")
    assert state.sides[1].foot == parse_cards("5C 5D")


def test_t14_with_none_left_the_pile_may_still_be_taken() -> None:
    state = at("draw: 7C 7D KC 4S; stock: ; pile: 5H 7H")
    assert set(legal_actions(state)) == {action("draw"), action("take 7H 7C 7D")}
    allowed(state, "take 7H 7C 7D", "discard KC")
    assert state.ended is None


def test_t14_with_none_left_nobody_must_take_the_pile() -> None:
    state = at("draw: KC KD 4S; stock: ; pile: 5H 7H; table: 7C 7D 7S")
    assert set(legal_actions(state)) == {action("draw"), action("take 7H on 0")}
    allowed(state, "draw")
    assert (state.ended, state.closed_by) == (Ending.STOCK, None)


@pytest.mark.parametrize("feet", ["taken", "stock"])
def test_t14_otherwise_the_deal_ends_and_nobody_went_out(feet: str) -> None:
    state = at(f"draw: 7C KC; foot: {feet}; their foot: stock; stock: ")
    assert allowed(state, "draw") == [NOTHING_LEFT]
    assert (state.phase, state.ended, state.closed_by) == (Phase.OVER, Ending.STOCK, None)


def test_t14_what_became_of_a_foot_is_seen_but_not_its_cards() -> None:
    for foot, told in (("4C 4D", "untaken"), ("taken", "taken"), ("stock", "stock")):
        state = at(f"draw: 7C KC; foot: {foot}; their foot: 5C 5D")
        for seat in (0, 1, 2, 3, None):
            view = view_for(state, seat)
            assert [side.foot for side in view.sides] == [told, "untaken"]
            assert view == view_for(at(f"draw: 7C KC; foot: {foot}; their foot: JC AD"), seat)


@pytest.mark.parametrize("feet", ["taken", "stock"])
@pytest.mark.parametrize("table", [CLEAN, DIRTY, FOUR_TO_ACE])
def test_t12_going_out_needs_the_foot_had_and_a_canasta(table: str, feet: str) -> None:
    state = at(f"play: 5C; table: {table}; foot: {feet}")
    assert allowed(state, "discard 5C")[-1] == DealEnded(Ending.CLOSED, 0, concealed=False)
    state = at(f"play: 5C 5D 5H; table: {table}; foot: {feet}")
    assert allowed(state, "meld 5C 5D 5H")[-1] == DealEnded(Ending.CLOSED, 0, concealed=False)


@pytest.mark.parametrize("table", ["", "9C 9C 9D 9D 9H 9H", "4S 5S 6S 7S 8S 9S"])
def test_t12_not_without_a_canasta(table: str) -> None:
    refused(at(f"play: 5C; table: {table}"), "discard 5C", Reason.NEEDS_CANASTA, "T-12")
    refused(at(f"play: 5C 5D 5H; table: {table}"), "meld 5C 5D 5H", Reason.NEEDS_CANASTA, "T-12")


def test_t12_a_canasta_completed_in_the_same_turn_counts() -> None:
    state = at("play: 9S 5C; table: 9C 9C 9D 9D 9H 9H")
    allowed(state, "meld 9S on 0", "discard 5C")
    assert state.closed_by == 0
    state = at("play: TS; table: 4S 5S 6S 7S 8S 9S")
    allowed(state, "meld TS on 0")
    assert state.closed_by == 0


def test_t12_going_out_in_the_turn_in_which_the_foot_was_taken() -> None:
    state = at(f"play: 5C; foot: 7C 7D 7H 7S; table: {CLEAN}; left: KC KD")
    allowed(state, "discard 5C")
    assert state.ended is None
    state = at(f"play: 5C 5D 5H; foot: 7C 7D 7H 7S; table: {CLEAN}")
    allowed(state, "meld 5C 5D 5H", "meld 7C 7D 7H 7S")
    assert (state.ended, state.closed_by) == (Ending.CLOSED, 0)


@pytest.mark.parametrize(
    ("canasta", "table", "may"),
    [
        ("clean", CLEAN, True),
        ("clean", DIRTY, False),
        ("clean", FOUR_TO_ACE, True),
        ("clean", FOUR_TO_ACE.replace("9S", "2S"), False),
        ("clean", f"{DIRTY}, {CLEAN}", True),
        ("royal", CLEAN, False),
        ("royal", DIRTY, False),
        ("royal", FOUR_TO_ACE, True),
        ("royal", FOUR_TO_ACE.replace("9S", "2S"), True),
        ("royal", FOUR_TO_ACE.replace("AS", "2S"), True),
        ("royal", FOUR_TO_ACE.replace(" AS", ""), False),
        ("royal", FOUR_TO_ACE.replace("4S ", ""), False),
    ],
)
def test_t12_the_kind_of_canasta(canasta: str, table: str, may: bool) -> None:  # noqa: FBT001
    options = {"going_out.canasta": canasta}
    state = at(f"play: 5C; table: {table}", options)
    if may:
        allowed(state, "discard 5C")
    else:
        refused(state, "discard 5C", Reason.NEEDS_CANASTA, "T-12")
    assert can(at(f"play: 7C 7D 7H 5C; table: {table}", options), "meld 7C 7D 7H") is may, "X-3"


def test_x3_the_last_card_may_complete_what_going_out_needs() -> None:
    royal = {"going_out.canasta": "royal"}
    table = FOUR_TO_ACE.replace(" AS", "")
    for kept, may in (("AS", True), ("2D", True), ("AH", False)):
        assert can(at(f"play: 7C 7D 7H {kept}; table: {table}", royal), "meld 7C 7D 7H") is may
    clean = {"going_out.canasta": "clean"}
    for kept, may in (("9S", True), ("2D", False), ("5C", False)):
        state = at(f"play: 7C 7D 7H {kept}; table: 9C 9C 9D 9D 9H 9H", clean)
        assert can(state, "meld 7C 7D 7H") is may
    for kept, may in (("9S", True), ("2D", True), ("5C", False)):
        state = at(f"play: 7C 7D 7H {kept}; table: 9C 9C 9D 9D 9H 9H")
        assert can(state, "meld 7C 7D 7H") is may


def test_x3_a_wild_must_not_spoil_the_one_clean_canasta() -> None:
    clean = {"going_out.canasta": "clean"}
    refused(at(f"play: 2D 5C; table: {CLEAN}", clean), "meld 2D on 0", Reason.NO_WAY_TO_END, "X-3")
    assert can(at(f"play: 2D 5C; table: {CLEAN}; foot: KC 4D", clean), "meld 2D on 0")


def test_x3_with_several_melds_each_is_tried_for_the_last_card() -> None:
    # The last seven fits the first set and the sequence; only the sequence becomes a canasta.
    state = at("play: KC KD KH 7S; table: 7C 7D 7H, 8S 9S TS JS QS KS")
    allowed(state, "meld KC KD KH")
    assert set(legal_actions(state)) == {action("meld 7S on 1")}
    refused(state, "meld 7S on 0", Reason.NEEDS_CANASTA, "T-12")
    refused(state, "discard 7S", Reason.NEEDS_CANASTA, "T-12")
    allowed(state, "meld 7S on 1")
    assert state.closed_by == 0


def test_t18_one_card_and_a_red_three_that_nothing_replaces() -> None:
    state = at("draw: KC; stock: 3D")
    assert allowed(state, "draw") == [Drew(0, parse_card("3D")), RedThreeLaid(0, parse_card("3D")), DEAD]
    assert (state.phase, state.ended, state.closed_by) == (Phase.OVER, Ending.DEAD, None)
    assert codes(state.hands[0]) == ["KC"]
    assert legal_actions(state) == []


@pytest.mark.parametrize(
    "text",
    [
        f"draw: KC; stock: 3D; table: {CLEAN}",  # the last card may be discarded
        "draw: KS; stock: 3D; table: 8S 9S TS JS QS 2C",  # or laid, which makes the canasta
        "draw: KC; stock: 3D; foot: 7C 7D",  # the foot waits: it becomes the stock
        "draw: KC; stock: 3D 8S",  # there is a replacement
        "draw: KC 4D; stock: 3D",  # two cards: one is discarded
    ],
)
def test_t18_no_dead_end_where_the_turn_can_end(text: str) -> None:
    state = at(text)
    allowed(state, "draw")
    assert (state.phase, state.ended) == (Phase.PLAY, None)
    assert legal_actions(state)


def test_t18_it_looks_at_the_canasta_that_the_house_asks_for() -> None:
    for canasta, ending in (("any", None), ("clean", Ending.DEAD), ("royal", Ending.DEAD)):
        state = at(f"draw: KC; stock: 3D; table: {DIRTY}", {"going_out.canasta": canasta})
        allowed(state, "draw")
        assert state.ended is ending, canasta


@pytest.mark.parametrize("table", ["", CLEAN])
def test_t18_a_foot_of_red_threes_that_nothing_replaces(table: str) -> None:
    state = at(f"play: 7C 7D 7H; foot: 3D 3H; stock: ; table: {table}")
    allowed(state, "meld 7C 7D 7H")
    assert (state.phase, state.hands[0]) == (Phase.OVER, [])
    assert legal_actions(state) == []


def test_t11_two_players_each_alone_have_a_foot_each() -> None:
    state = at("play: 7C; seats: 2; foot: KC 4D; their foot: QC 4H; left: TC; stock: JC JD")
    allowed(state, "discard 7C", "draw", "discard TC")
    assert state.seat == 0
    assert codes(state.hands[0]) == ["4D", "KC"]
    allowed(state, "draw", "discard KC")
    assert (state.seat, state.sides[1].foot) == (1, parse_cards("QC 4H"))
