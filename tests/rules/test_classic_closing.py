"""Closing and scoring in Classic, for four and for two: C-5, C-6, C-7, C-11."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from engine.cards import RANK, codes, pack, parse_card, parse_cards
from engine.deal import deal
from engine.errors import Reason
from engine.events import DealEnded, Drew, RedThreeLaid
from engine.legal import legal_actions
from engine.match import new_match
from engine.scoring import ScoreItem, ScoreKind, score_side
from engine.state import Ending, Phase, State
from tests.positions import Options, action, allowed, can, classic, position, refused

at = partial(position, rules="classic")
KINGS = "KC KC KD KD KH KH KS"
ACES = "AC AC AD AD AH AH AS"
NINES = "9C 9C 9D 9D 9H 9H 9S"
STOCK_GONE = DealEnded(Ending.STOCK, None, concealed=False)


@pytest.mark.parametrize("cards", ["3C 3S JK", "3C 3C 3S 2C", "3C 3C 3S 3S JK"])
def test_c5_black_threes_never_with_wilds(cards: str) -> None:
    state = at(f"play: {cards} 5H; table: {KINGS}")
    refused(state, f"meld {cards}", Reason.BLACK_THREE_WILDS, "C-5")
    assert can(at(f"play: {cards} 5H; table: {KINGS}", {"black_three.wilds": True}), f"meld {cards}")


@pytest.mark.parametrize("cards", ["3C 3C 3S", "3C 3C 3S 3S"])
def test_c5_black_threes_are_melded_to_close(cards: str) -> None:
    state = at(f"play: {cards} 5H; table: {KINGS}")
    allowed(state, f"meld {cards}", "discard 5H")
    assert state.closed_by == 0
    refused(at(f"play: {cards} 5H 7H; table: {KINGS}"), f"meld {cards}", Reason.BLACK_THREES_CLOSE, "I-10")


def test_c5_no_wild_is_laid_off_on_them() -> None:
    state = at(f"play: 3C 3C 3S JK 5H; table: {KINGS}")
    allowed(state, "meld 3C 3C 3S")
    refused(state, "meld JK on 1", Reason.BLACK_THREE_WILDS, "C-5")
    assert legal_actions(state) == [action("meld JK on 0")]


def test_c5_in_a_concealed_opening_that_closes() -> None:
    state = at(f"play: {NINES} 3C 3C 3S 5H; score: 1500 0")
    refused(state, "meld 3C 3C 3S", Reason.OPENING_TOO_LOW, "C-2")
    refused(state, f"meld {NINES}", Reason.OPENING_TOO_LOW, "C-2")
    allowed(state, f"meld {NINES}, 3C 3C 3S", "discard 5H")
    assert state.concealed


@pytest.mark.parametrize(
    ("threes", "points"), [("3D", 100), ("3D 3H", 200), ("3D 3D 3H", 300), ("3D 3D 3H 3H", 800)]
)
def test_c6_red_threes_are_negative_for_a_side_that_has_melded_nothing(threes: str, points: int) -> None:
    for table, sign in (("", -1), ("4C 4D 4H", 1), (KINGS, 1)):
        state = at(f"draw: ; partner: ; red threes: {threes}; table: {table}; theirs: 8C 8D 8H")
        (item,) = [item for item in score_side(state, 0) if item.kind is ScoreKind.RED_THREES]
        assert (item.points, item.count, item.clause) == (sign * points, len(threes.split()), "C-6")


def closed(text: str, *actions: str, options: dict[str, int] | None = None) -> tuple[bool, int]:
    """Whether the closing was concealed, and what it earned besides cards and canastas."""
    state = at(text, options)
    allowed(state, *actions)
    assert state.ended is Ending.CLOSED
    bonus = (ScoreKind.GOING_OUT, ScoreKind.CONCEALED)
    items = score_side(state, (state.closed_by or 0) % 2)
    assert all(item.clause == "C-7" for item in items if item.kind in bonus)
    return state.concealed, sum(item.points for item in items if item.kind in bonus)


def test_c7_going_out_earns_a_hundred() -> None:
    assert closed(f"play: 5H; table: {KINGS}; laid before: 0", "discard 5H") == (False, 100)
    assert closed(f"play: 5H; table: {KINGS}; laid before: 2", "discard 5H") == (False, 100)


def test_c7_concealed_earns_two_hundred_in_all() -> None:
    assert closed(f"play: {NINES} 5C 5D 5H 4S", f"meld {NINES}", "meld 5C 5D 5H", "discard 4S") == (True, 200)
    assert closed(f"play: {NINES} 4S", f"meld {NINES}", "discard 4S") == (True, 200)
    assert closed(f"play: {NINES}; seat: 3", f"meld {NINES}") == (True, 200)


def test_c7_as_two_items() -> None:
    state = at(f"play: {NINES}; partner: ")
    allowed(state, f"meld {NINES}")
    assert score_side(state, 0)[1:] == (
        ScoreItem(ScoreKind.GOING_OUT, "C-7", 1, 100),
        ScoreItem(ScoreKind.CONCEALED, "C-7", 1, 100),
    )


def test_c7_the_partners_melds_do_not_spoil_it_but_lay_offs_on_them_do() -> None:
    own = f"play: {NINES} 5C; table: {KINGS}; laid before: 2"
    assert closed(own, f"meld {NINES}", "discard 5C") == (True, 200)
    assert closed(f"{own.replace('5C', 'KS')}", f"meld {NINES}", "meld KS on 0") == (False, 100)
    assert closed(f"{own.replace('5C', 'KS')}", f"meld {NINES}", "discard KS") == (True, 200)


def test_c7_an_own_canasta_is_needed() -> None:
    # The canasta that allows going out is the partner's; the player's own melds are small.
    text = f"play: 5C 5D 5H 4S; table: {KINGS}; laid before: 2"
    assert closed(text, "meld 5C 5D 5H", "discard 4S") == (False, 100)
    # A meld of this turn that grows into a canasta in this turn is one's own.
    text = f"play: {NINES} 4S"
    assert closed(text, "meld 9C 9C 9D 9D 9H 9H", "meld 9S on 0", "discard 4S") == (True, 200)


def test_c7_the_partners_meld_completed_is_not_an_own_canasta() -> None:
    text = "play: 9S 5C; table: 9C 9C 9D 9D 9H 9H; laid before: 2"
    assert closed(text, "meld 9S on 0", "discard 5C") == (False, 100)


def test_c7_something_laid_in_an_earlier_turn_spoils_it() -> None:
    text = f"play: {NINES} 5C; table: KC KD KH; laid before: 0"
    assert closed(text, f"meld {NINES}", "discard 5C") == (False, 100)


def test_c7_taking_the_pile_does_not_spoil_it() -> None:
    hand = NINES.removesuffix(" 9S")
    take = f"take 9S {hand}"
    assert closed(f"draw: {hand} 5C; pile: 9S; score: 0 0", take, "discard 5C") == (True, 200)


def test_c7_laid_by_oneself_and_earlier_in_the_turn_is_one_turn() -> None:
    text = f"play: {NINES} 8C 8D 8H 5C; score: 0 0"
    assert closed(text, f"meld {NINES}", "meld 8C 8D 8H", "discard 5C") == (True, 200)


@pytest.mark.parametrize("bonus", [0, 100, 200])
def test_c7_with_another_bonus_for_going_out(bonus: int) -> None:
    options = {"going_out.bonus": bonus}
    assert closed(f"play: 5H; table: {KINGS}; laid before: 0", "discard 5H", options=options) == (
        False,
        bonus,
    )
    assert closed(f"play: {NINES}", f"meld {NINES}", options=options) == (True, bonus + 100)


def test_i12_any_canasta_or_a_clean_one_where_the_house_says_so() -> None:
    dirty = "KC KC KD KD KH KH JK"
    assert can(at(f"play: 5H; table: {dirty}"), "discard 5H")
    clean = {"going_out.canasta": "clean"}
    refused(at(f"play: 5H; table: {dirty}", clean), "discard 5H", Reason.NEEDS_CANASTA, "I-12")
    assert can(at(f"play: 5H; table: {KINGS}", clean), "discard 5H")


# Two players.


def for_two(text: str, options: Options = None) -> State:
    return at(f"{text}; seats: 2", options)


def test_c11_two_get_fifteen_cards_each() -> None:
    deck = sorted(pack(2, 4), key=lambda card: (RANK[card] in (0, 1, 13), card))
    state, _ = deal(classic(), 1, deck, (0, 0), 2)
    assert [len(hand) for hand in state.hands] == [15, 15]
    assert state.hands[0] == sorted(deck[0:30:2])
    assert (state.seat, len(state.pile), len(state.stock)) == (0, 1, 108 - 31)
    state, _ = deal(classic(), 1, deck, (0, 0), 4)
    assert [len(hand) for hand in state.hands] == [11] * 4


def test_c11_two_or_four_play() -> None:
    for players in (2, 4):
        assert new_match(classic(), players).players == players
    with pytest.raises(ValueError, match="not played by"):
        new_match(classic(), 3)


def test_c11_draw_two_and_discard_one() -> None:
    state = for_two("draw: 9C 5H; left: 7C 7D; stock: 8C 8D JC JD QC")
    assert allowed(state, "draw") == [Drew(0, parse_card("8C")), Drew(0, parse_card("8D"))]
    assert state.phase is Phase.PLAY
    refused(state, "draw", Reason.ALREADY_DRAWN, "X-2")
    allowed(state, "discard 9C")
    assert (state.seat, codes(state.hands[0])) == (1, ["5H", "8C", "8D"])
    allowed(state, "draw", "discard 7C")
    assert state.seat == 0


def test_c11_a_single_last_card_is_the_whole_draw() -> None:
    state = for_two("draw: 9C 5H; stock: 8C")
    assert allowed(state, "draw") == [Drew(0, parse_card("8C"))]
    assert (state.phase, state.ended) == (Phase.PLAY, None)
    allowed(state, "discard 9C")
    assert state.seat == 1


@pytest.mark.parametrize(
    ("stock", "hand"),
    [
        ("3D 8C 8D JC", "5H 8C 8D 9C"),
        ("8C 3D 8D JC", "5H 8C 8D 9C"),
        ("3D 8C 3H 3H 8D JC", "5H 8C 8D 9C"),
        ("3D 8C", "5H 8C 9C"),
    ],
)
def test_c11_each_red_three_is_replaced(stock: str, hand: str) -> None:
    state = for_two(f"draw: 9C 5H; stock: {stock}")
    allowed(state, "draw")
    assert codes(state.hands[0]) == hand.split()
    assert len(state.sides[0].red_threes) == stock.count("3")
    assert state.phase is Phase.PLAY


def test_c11_a_red_three_drawn_as_the_last_card_ends_the_deal() -> None:
    state = for_two("draw: 9C 5H; stock: 3D")
    assert allowed(state, "draw")[-1] == STOCK_GONE
    # Also as the second card: I-16, "shown and ends the deal at once".
    state = for_two("draw: 9C 5H; stock: 8C 3D")
    red = parse_card("3D")
    assert allowed(state, "draw") == [
        Drew(0, parse_card("8C")),
        Drew(0, red),
        RedThreeLaid(0, red),
        STOCK_GONE,
    ]


def test_c11_an_empty_stock_ends_the_deal() -> None:
    state = for_two("draw: 9C 5H; stock: ")
    assert allowed(state, "draw") == [STOCK_GONE]


@pytest.mark.parametrize(
    ("table", "options", "may"),
    [
        (KINGS, {}, False),
        (f"{KINGS}, {ACES}", {}, True),
        (f"{KINGS}, AC AC AD AD AH JK 2C", {}, True),
        (f"{KINGS}, AC AC AD AD AH JK 2C", {"going_out.canasta": "clean"}, False),
        (f"{KINGS}, {ACES}", {"going_out.canasta": "clean"}, True),
        (f"{KINGS}, AC AC AD AD AH AH", {}, False),
        (f"{KINGS}, AC AC AD AD AH AH", {"canasta.min_size": 6}, True),
    ],
)
def test_c11_two_canastas_to_go_out(table: str, options: dict[str, int | str | bool], may: bool) -> None:  # noqa: FBT001
    state = for_two(f"play: 5H; table: {table}", options)
    if may:
        allowed(state, "discard 5H")
        assert state.closed_by == 0
    else:
        refused(state, "discard 5H", Reason.NEEDS_CANASTA, "I-12")
    assert can(for_two(f"play: 8C 8D 8H 5H; table: {table}", options), "meld 8C 8D 8H") is may


def test_c11_the_last_card_may_make_the_second_canasta() -> None:
    table = f"{KINGS}, AC AC AD AD AH AH"
    state = for_two(f"play: 8C 8D 8H AS; table: {table}")
    allowed(state, "meld 8C 8D 8H", "meld AS on 1")
    assert state.closed_by == 0
    assert not can(for_two("play: 8C 8D 8H AS; table: AC AC AD AD AH AH"), "meld 8C 8D 8H")


@pytest.mark.parametrize("table", [f"{KINGS}, AC AC AD AD AH AH", f"AC AC AD AD AH AH, {KINGS}"])
def test_c11_the_card_kept_must_make_the_second_canasta(table: str) -> None:
    assert can(for_two(f"play: 8C 8D 8H AS; table: {table}"), "meld 8C 8D 8H")
    too_few = table.replace("AC AC AD", "AD")
    state = for_two(f"play: 8C 8D 8H AS; table: {too_few}")
    refused(state, "meld 8C 8D 8H", Reason.NO_WAY_TO_END, "X-3")
    assert not can(for_two(f"play: 8C 8D 8H KH; table: {KINGS}"), "meld 8C 8D 8H"), "eight kings are one"


def test_c11_black_threes_need_two_canastas_as_well() -> None:
    refused(for_two(f"play: 3C 3C 3S 5H; table: {KINGS}"), "meld 3C 3C 3S", Reason.BLACK_THREES_CLOSE, "I-10")
    state = for_two(f"play: 3C 3C 3S AS 5H; table: {KINGS}, AC AC AD AD AH AH")
    allowed(state, "meld 3C 3C 3S")
    assert legal_actions(state) == [action("meld AS on 1")]


def test_c11_a_concealed_closing_needs_two_as_well() -> None:
    state = for_two(f"play: {NINES} {ACES} 5C")
    allowed(state, f"meld {NINES}", f"meld {ACES}", "discard 5C")
    assert state.concealed
    state = for_two(f"play: {NINES} 5C; score: 0 0")
    refused(state, f"meld {NINES}", Reason.NO_WAY_TO_END, "X-3")


def test_c11_each_side_is_one_player() -> None:
    state = for_two("draw: KC 9D; left: 3S; stock: ; red threes: 3D; table: 8C 8D 8H")
    allowed(state, "draw")
    assert [item.points for item in score_side(state, 0)] == [30, 100, -20]
    assert score_side(state, 1) == (ScoreItem(ScoreKind.HAND, "I-14", 1, -5),)


def test_c11_asking_is_for_four() -> None:
    state = for_two(f"play: KH 7H; table: {KINGS}, {ACES}")
    refused(state, "ask", Reason.NOT_OFFERED, "C-8")
    assert action("ask") not in legal_actions(state)


def test_c11_every_card_is_dealt_from_one_deck() -> None:
    deck = sorted(pack(2, 4))
    state, _ = deal(classic(), 0, deck, (0, 0), 2)
    cards = [*state.stock, *state.pile, *(card for hand in state.hands for card in hand)]
    cards += [card for side in state.sides for card in side.red_threes]
    assert Counter(cards) == Counter(deck)
    assert not set(parse_cards("3D 3H")) & {card for hand in state.hands for card in hand}
