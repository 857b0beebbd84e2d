"""Classic's pile: C-1, C-3, C-4, C-9, C-10."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from engine.cards import codes, pack, parse_cards
from engine.deal import deal
from engine.errors import Reason
from engine.legal import legal_actions
from engine.state import Ending, PileState, State
from engine.view import view_for
from tests.positions import action, allowed, can, classic, position, refused

at = partial(position, rules="classic")
SPARE = "KC 5H TS"
OWN = "table: QC QD QH"


def turned_up(text: str, players: int = 4) -> State:
    """A deal in which these cards are turned up."""
    dealt = {4: 44, 2: 30}[players]
    cards = parse_cards(text)
    rest = Counter(pack(2, 4)) - Counter(cards)
    special = Counter({card: count for card, count in rest.items() if card < 8 or card == 52})
    plain = sorted((rest - special).elements())
    deck = [*plain[:dealt], *cards, *plain[dealt:], *special.elements()]
    return deal(classic(), 0, deck, (0, 0), players)[0]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(
    ("cards", "state"),
    [
        ("4C", PileState.OPEN),
        ("AS", PileState.OPEN),
        ("3C 4C", PileState.OPEN),
        ("3S 3C KD", PileState.OPEN),
        ("3D 4C", PileState.FROZEN),
        ("3H 3C 4C", PileState.FROZEN),
        ("2C 4C", PileState.FROZEN),
        ("JK 4C", PileState.FROZEN),
        ("3C JK 3S KD", PileState.FROZEN),
        ("2C 2D JK 3D 3C AH", PileState.FROZEN),
    ],
)
def test_c1_turned_up_until_a_natural_other_than_a_three(cards: str, state: PileState, players: int) -> None:
    dealt = turned_up(cards, players)
    assert codes(dealt.pile) == cards.split()
    assert dealt.pile_state is state
    assert all(side.red_threes == [] for side in dealt.sides), "a red three turned up is nobody's"


def test_c1_red_threes_dealt_are_replaced_after_the_turning_up() -> None:
    plain = sorted((Counter(pack(2, 4)) - Counter(parse_cards("3D JK 4C"))).elements(), reverse=True)
    special = [card for card in plain if card < 8 or card == 52]
    others = [card for card in plain if card not in special]
    deck = [*parse_cards("3D"), *others[:43], *parse_cards("JK 4C"), *others[43:], *special]
    state, _ = deal(classic(), 3, deck, (0, 0), 4)
    assert codes(state.pile) == ["JK", "4C"]
    assert others[43] in state.hands[0]


def test_c1_why_the_pile_is_frozen() -> None:
    assert view_for(turned_up("3C JK 3D 4C"), 0).pile.cause == "wild"
    assert view_for(turned_up("3C 3D 4C"), 0).pile.cause == "red_three"
    assert view_for(turned_up("3C 4C"), 0).pile.cause is None


@pytest.mark.parametrize("helper", ["JK", "2C"])
def test_c3_frozen_for_a_side_until_its_opening(helper: str) -> None:
    hand = f"draw: AC {helper} {SPARE}; pile: 4C AS"
    refused(at(hand), f"take AS AC {helper}", Reason.PILE_FROZEN_UNOPENED, "C-3")
    assert can(at(f"{hand}; {OWN}"), f"take AS AC {helper}")
    refused(at(f"{hand}; theirs: QC QD QH"), f"take AS AC {helper}", Reason.PILE_FROZEN_UNOPENED, "C-3")
    assert can(at(f"draw: AC AD {SPARE}; pile: 4C AS"), "take AS AC AD")


def test_c3_that_freeze_is_not_the_piles_own_state() -> None:
    state = at(f"draw: AC JK {SPARE}; pile: 4C AS")
    for seat in range(4):
        pile = view_for(state, seat).pile
        assert (pile.state, pile.cause) == (PileState.OPEN, None)


def test_c3_the_partner_opens_for_the_side() -> None:
    state = at("play: AC AD AH 9C 9D; left: 8C 8D 2H; partner: JD 2C 5H 5S; pile: 4C; stock: JC; score: 0 0")
    allowed(state, "meld AC AD AH", "discard 9C")
    refused(state, "take 9C 8C 2H", Reason.MIXED_RANKS, "I-4")
    allowed(state, "draw", "discard JC", "take JC JD 2C")


@pytest.mark.parametrize("way", ["none", "fifty"])
def test_c3_it_does_not_depend_on_the_minimum(way: str) -> None:
    options = {"opening.minimum": way}
    state = at(f"draw: AC JK {SPARE}; pile: 4C AS", options)
    refused(state, "take AS AC JK", Reason.PILE_FROZEN_UNOPENED, "C-3")


@pytest.mark.parametrize("card", ["2C", "JK"])
def test_c3_a_discarded_wild_freezes_until_the_pile_is_taken(card: str) -> None:
    state = at(
        f"play: {card} 9C 5D; left: 8C 8D 7D; partner: 8H 8S 2D 4D; stock: TC TD; {OWN}; theirs: JC JD JH"
    )
    allowed(state, f"discard {card}")
    assert (state.pile_state, view_for(state, 1).pile.cause) == (PileState.FROZEN, "wild")
    refused(state, f"take {card} 8C 8D", Reason.TOP_OUT_OF_REACH, "I-9")
    allowed(state, "draw", "discard 8C")
    refused(state, "take 8C 8H 2D", Reason.PILE_FROZEN, "C-4")
    allowed(state, "take 8C 8H 8S")
    assert state.pile_state is PileState.OPEN
    allowed(state, "discard 4D")
    assert state.pile_state is PileState.OPEN


@pytest.mark.parametrize("three", ["3C", "3S"])
def test_c3_a_black_three_blocks_the_next_player_only(three: str) -> None:
    state = at(f"play: {three} 9C 5D; left: 8C 8D 7D; partner: 8H 2D 4D; stock: TC TD; {OWN}")
    allowed(state, f"discard {three}")
    assert (state.pile_state, view_for(state, 1).pile.cause) == (PileState.BLOCKED, "black_three")
    refused(state, f"take {three} 8C 8D", Reason.PILE_BLOCKED, "C-3")
    allowed(state, "draw", "discard 8C")
    assert state.pile_state is PileState.OPEN
    allowed(state, "take 8C 8H 2D")
    assert three in codes(state.hands[2])


def test_c3_frozen_wins_over_blocked() -> None:
    state = at(f"play: 3C 9C 5D; left: 8C 8D 7D; partner: 8H 2D 4D; pile: JK 4S; stock: TC TD; {OWN}")
    allowed(state, "discard 3C")
    assert (state.pile_state, view_for(state, 1).pile.cause) == (PileState.FROZEN, "wild")
    refused(state, "take 3C 8C 8D", Reason.TOP_OUT_OF_REACH, "I-9")
    allowed(state, "draw", "discard 8C")
    refused(state, "take 8C 8H 2D", Reason.PILE_FROZEN, "C-4")


def test_c3_black_threes_below_freeze_nothing() -> None:
    for pile in ("3C AS", "3S 3C 4D AS"):
        assert can(at(f"draw: AC JK {SPARE}; pile: {pile}; {OWN}"), "take AS AC JK")


@pytest.mark.parametrize("freezer", ["3D", "JK", "2S"])
def test_c4_a_frozen_pile_is_taken_with_a_natural_pair_only(freezer: str) -> None:
    state = at(f"draw: AC AD 2C {SPARE}; pile: {freezer} AS; {OWN}")
    refused(state, "take AS AC 2C", Reason.PILE_FROZEN, "C-4")
    assert can(state, "take AS AC AD")
    assert can(state, "take AS AC AD 2C"), "the first lay may hold more"


@pytest.mark.parametrize("freezer", ["3D", "JK", "2S"])
def test_c4_not_by_the_own_meld_alone(freezer: str) -> None:
    state = at(f"draw: 9C {SPARE}; pile: {freezer} 9S; table: 9D 9H 9H")
    refused(state, "take 9S on 0", Reason.PILE_FROZEN, "C-4")
    refused(state, "take 9S 9C on 0", Reason.PILE_FROZEN, "C-4")
    assert legal_actions(state) == [action("draw")]


def test_c4_the_pair_joins_the_own_meld_of_its_rank() -> None:
    state = at(f"draw: 9C 9D JK {SPARE}; pile: 3H 9S; table: 9D 9H 9H")
    refused(state, "take 9S 9C 9D", Reason.RANK_ALREADY_MELDED, "X-9")
    refused(state, "take 9S 9C JK on 0", Reason.PILE_FROZEN, "C-4")
    assert set(legal_actions(state)) == {action("draw"), action("take 9S 9C 9D on 0")}
    allowed(state, "take 9S 9C 9D on 0")
    assert len(state.sides[0].melds[0].cards) == 6
    assert codes(state.sides[0].red_threes) == ["3H"]


def test_c4_an_open_pile_is_taken_in_every_way_once_the_side_has_opened() -> None:
    state = at(f"draw: AC AD JK 2C {SPARE}; pile: 4C AS; {OWN}")
    assert set(legal_actions(state)) == {
        *(action(text) for text in ("draw", "take AS AC AD", "take AS AC 2C", "take AS AC JK")),
    }
    assert can(at(f"draw: {SPARE}; pile: 4C QS; {OWN}"), "take QS on 0")


@pytest.mark.parametrize("top", ["2H", "JK", "3D", "3H"])
def test_i9_wilds_and_red_threes_on_top_are_out_of_reach(top: str) -> None:
    state = at(f"draw: 9C 9D {SPARE}; pile: 4C {top}; {OWN}")
    refused(state, f"take {top} 9C 9D", Reason.TOP_OUT_OF_REACH, "I-9")
    refused(state, f"take {top} on 0", Reason.TOP_OUT_OF_REACH, "I-9")


def test_c9_an_own_meld_that_takes_the_top_must_take_it() -> None:
    state = at(f"draw: {SPARE}; stock: ; pile: 4C QS; {OWN}")
    refused(state, "draw", Reason.MUST_TAKE, "C-9")
    assert legal_actions(state) == [action("take QS on 0")]
    allowed(state, "take QS on 0", "discard 4C")


@pytest.mark.parametrize("stock", ["8S", "8S 9S", "3D"])
def test_c9_only_once_the_stock_is_empty(stock: str) -> None:
    state = at(f"draw: {SPARE}; stock: {stock}; pile: 4C QS; {OWN}")
    assert set(legal_actions(state)) == {action("draw"), action("take QS on 0")}
    allowed(state, "draw")


@pytest.mark.parametrize(
    "text",
    [
        f"draw: {SPARE}; pile: 4C QS; table: JC JD JH",  # no meld takes it
        f"draw: QC QD {SPARE}; pile: 4C QS; table: JC JD JH",  # a new meld need not be made
        f"draw: {SPARE}; pile: 4C QS; theirs: QC QD QH",
        f"draw: {SPARE}; pile: JK QS; {OWN}",  # frozen
        f"draw: QS QC {SPARE}; pile: JK QS; {OWN}",  # even if a pair could take it
        f"draw: {SPARE}; pile: 4C 3S; {OWN}",  # blocked
        f"draw: {SPARE}; pile: 4C JK; {OWN}",  # a wild is out of reach
        f"draw: {SPARE}; pile: ; {OWN}",
        f"draw: 5H; pile: QS; {OWN}",  # C-10
        f"draw: QS QC {SPARE}; pile: 4C QS",  # a side that has not opened has no meld
    ],
)
def test_c9_otherwise_the_player_may_end_the_deal(text: str) -> None:
    state = at(f"{text}; stock: ")
    assert action("draw") in legal_actions(state)
    allowed(state, "draw")
    assert (state.ended, state.closed_by) == (Ending.STOCK, None)


def test_c9_where_x3_forbids_the_take() -> None:
    state = at("draw: 5H; stock: ; pile: 3D QS; table: QC QD QH")
    refused(state, "take QS on 0", Reason.PILE_FROZEN, "C-4")
    # Two cards in the pile: the red three never lies in an unfrozen one, so X-3 needs an empty hand after it.
    state = at("draw: ; stock: ; pile: 4C QS; table: QC QD QH")
    refused(state, "take QS on 0", Reason.NO_WAY_TO_END, "X-3")
    assert legal_actions(state) == [action("draw")]
    allowed(state, "draw")
    assert state.ended is Ending.STOCK


def test_c9_one_card_and_a_pile_of_two() -> None:
    state = at("draw: 5H; stock: ; pile: 4C QS; table: QC QD QH")
    refused(state, "draw", Reason.MUST_TAKE, "C-9")
    allowed(state, "take QS on 0", "discard 4C")


def test_c9_whichever_own_meld_takes_it() -> None:
    state = at(f"draw: {SPARE}; stock: ; pile: 4C QS; table: JC JD JH, QC QD QH")
    refused(state, "draw", Reason.MUST_TAKE, "C-9")
    assert legal_actions(state) == [action("take QS on 1")]


@pytest.mark.parametrize("side", [0, 1])
def test_c9_a_foot_would_be_more_stock(side: int) -> None:
    # T-14; no rule set has both, but one that is data may.
    state = at(f"draw: {SPARE}; stock: ; pile: 4C QS; {OWN}")
    state.sides[side].foot = parse_cards("5C 5D")
    assert set(legal_actions(state)) == {action("draw"), action("take QS on 0")}
    allowed(state, "draw")
    assert state.ended is None


def test_c9_for_two_players_too() -> None:
    state = at("draw: 5H 7H 8H; stock: ; pile: 4C QS; table: QC QD QH; seats: 2")
    refused(state, "draw", Reason.MUST_TAKE, "C-9")


@pytest.mark.parametrize("other", ["9C", "9D"])
def test_c10_one_card_in_hand_takes_no_pile_of_one(other: str) -> None:
    state = at(f"draw: {other}; pile: 9S; table: 9H 9H 9D, KC KC KD KD KH KH KS")
    refused(state, "take 9S on 0", Reason.SINGLE_FOR_SINGLE, "C-10")
    assert legal_actions(state) == [action("draw")]


def test_c10_two_cards_in_hand_or_in_the_pile_may() -> None:
    table = "table: 9H 9H 9D, KC KC KD KD KH KH KS"
    assert can(at(f"draw: 5H 7H; pile: 9S; {table}"), "take 9S on 0")
    assert can(at(f"draw: 5H; pile: 4C 9S; {table}"), "take 9S on 0")
