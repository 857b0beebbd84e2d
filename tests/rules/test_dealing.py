"""Dealing and red threes: X-11, X-12, I-1, I-2, I-6."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.cards import RED_THREES, codes, pack, parse_cards
from engine.deal import choose_lead, deal, shuffled_deck
from engine.events import Drew, RedThreeLaid
from engine.match import new_match, play, start_deal
from engine.rulebook import load_rules
from engine.scoring import ScoreKind, score_side
from engine.state import Phase, PileState, Turn
from tests.positions import action, allowed, italian, position

if TYPE_CHECKING:
    from engine.events import Event
    from engine.state import State

DEALT = 4 * 11


def deck_beginning(text: str, *, plain: bool = True) -> list[int]:
    """A whole deck that begins with these cards; with ``plain``, no three, two or joker comes soon after."""
    first = parse_cards(text)
    rest = Counter(pack(2, 4)) - Counter(first)
    special = Counter({card: count for card, count in rest.items() if plain and (card < 8 or card == 52)})
    return [*first, *(rest - special).elements(), *special.elements()]


def dealt(deck: list[int], dealer: int = 3) -> tuple[State, list[Event]]:
    return deal(italian(), dealer, deck, (0, 0), 4)


def test_i1_four_players_in_two_pairs_with_108_cards() -> None:
    rules = italian()
    assert rules.deal.players == (4,)
    for players in (1, 2, 3, 5, 6):
        with pytest.raises(ValueError, match="not played by"):
            new_match(rules, players)
    cards = Counter(codes(shuffled_deck(rules, Random(1))))
    assert cards.total() == 108
    assert cards.pop("JK") == 4
    assert len(cards) == 52
    assert set(cards.values()) == {2}


def test_i1_eleven_cards_each() -> None:
    state, _ = dealt(deck_beginning(""))
    assert [len(hand) for hand in state.hands] == [11] * 4
    assert len(state.stock) == 108 - DEALT - 1
    assert len(state.sides) == 2


def test_i1_partners_sit_opposite() -> None:
    for seat in range(4):
        state = position(f"play: 9C 9D 9H 5S 5D; seat: {seat}")
        allowed(state, "meld 9C 9D 9H")
        assert [len(side.melds) for side in state.sides] == ([1, 0] if seat in (0, 2) else [0, 1])


def test_i1_a_deck_with_other_cards_is_no_deck() -> None:
    whole = deck_beginning("")
    for deck in (whole[1:], [*whole, 5], [whole[-1], *whole[1:]], []):
        with pytest.raises(ValueError, match="deck"):
            dealt(deck)


def test_x12_dealt_one_by_one_from_the_dealers_left() -> None:
    deck = deck_beginning("4C 5C 6C 7C 4D 5D 6D 7D")
    state, _ = dealt(deck, dealer=1)
    for place, seat in enumerate((2, 3, 0, 1)):
        assert state.hands[seat] == sorted(deck[place:DEALT:4])


def test_x12_the_stock_is_drawn_in_the_decks_order() -> None:
    deck = deck_beginning("")
    state, _ = dealt(deck)
    drawn = []
    for _ in range(4):
        (event,) = allowed(state, "draw")
        assert isinstance(event, Drew)
        drawn.append(event.card)
        allowed(state, f"discard {codes([event.card])[0]}")
    assert drawn == deck[DEALT + 1 : DEALT + 5]


@pytest.mark.parametrize("dealer", range(4))
def test_x12_deal_and_lead_pass_to_the_left(dealer: int) -> None:
    match = new_match(italian(), 4)
    deck = deck_beginning("")
    leads = []
    for number in range(5):
        start_deal(match, deck, dealer if number == 0 else None)
        assert match.state is not None
        assert match.state.dealer == (dealer + number) % 4
        leads.append(match.state.seat)
        match.state.stock.clear()
        play(match, match.state.seat, action("draw"))
    assert leads == [(dealer + 1 + number) % 4 for number in range(5)]


def test_x12_the_dealer_is_named_for_the_first_deal_only() -> None:
    match = new_match(italian(), 4)
    deck = deck_beginning("")
    for wrong in (None, -1, 4):
        with pytest.raises(ValueError, match=r"dealer|seat"):
            start_deal(match, deck, wrong)
    start_deal(match, deck, 0)
    with pytest.raises(ValueError, match="no deal can start"):
        start_deal(match, deck)
    assert match.state is not None
    match.state.stock.clear()
    play(match, 1, action("draw"))
    with pytest.raises(ValueError, match="dealer"):
        start_deal(match, deck, 2)


def upcard(card: str) -> State:
    deck = deck_beginning("")
    deck.remove(*parse_cards(card))
    deck.insert(DEALT, *parse_cards(card))
    return dealt(deck)[0]


@pytest.mark.parametrize("card", ["3D", "3H", "3C", "3S", "2C", "JK"])
def test_i2_one_card_is_turned_and_a_three_or_wild_freezes_the_pile(card: str) -> None:
    state = upcard(card)
    assert codes(state.pile) == [card]
    assert state.pile_state is PileState.FROZEN
    assert state.sides[0].red_threes == state.sides[1].red_threes == []


@pytest.mark.parametrize("card", ["4C", "KH", "AS"])
def test_i2_other_upcards_leave_the_pile_open(card: str) -> None:
    state = upcard(card)
    assert codes(state.pile) == [card]
    assert state.pile_state is PileState.OPEN


def test_i13_nobody_has_laid_anything_when_a_deal_begins() -> None:
    state, _ = dealt(deck_beginning(""))
    assert (state.laid_before, state.turn) == ([False] * 4, Turn())


@pytest.mark.parametrize("name", ["italian", "classic"])
def test_i2_c1_the_first_dealer_is_random_and_nobody_draws_for_it(name: str) -> None:
    leads = [choose_lead(load_rules(name), 4, Random(seed)) for seed in range(40)]
    assert {lead.dealer for lead in leads} == {0, 1, 2, 3}
    assert {lead.rounds for lead in leads} == {()}


def test_i2_the_dealers_left_plays_first() -> None:
    for dealer in range(4):
        state, _ = dealt(deck_beginning(""), dealer)
        assert (state.seat, state.phase, state.dealer) == ((dealer + 1) % 4, Phase.DRAW, dealer)


def test_i6_dealt_red_threes_are_laid_and_replaced() -> None:
    # Seat 0 is dealt the first card of each four.
    deck = deck_beginning("3D 5C 6C 7C 3H")
    state, events = dealt(deck)
    red = parse_cards("3D 3H")
    assert sorted(state.sides[0].red_threes) == red
    assert len(state.hands[0]) == 11
    assert not RED_THREES & set(state.hands[0])
    replacements = deck[DEALT + 1 : DEALT + 3]
    assert [event.card for event in events if isinstance(event, Drew)] == replacements
    assert {event for event in events if isinstance(event, RedThreeLaid)} == {
        RedThreeLaid(0, card) for card in red
    }
    assert state.stock[::-1] == deck[DEALT + 3 :]


def test_i6_the_dealers_left_replaces_first() -> None:
    deck = deck_beginning("3D 3D 3H 3H")
    state, _ = dealt(deck, dealer=0)  # seats 1, 2, 3, 0 hold one red three each
    assert [codes(side.red_threes) for side in state.sides] == [["3D", "3H"], ["3D", "3H"]]
    for seat, card in zip((1, 2, 3, 0), deck[DEALT + 1 : DEALT + 5], strict=True):
        assert card in state.hands[seat]


def test_x11_a_replacement_that_is_a_red_three_is_replaced_in_its_turn() -> None:
    dealt_first, *replacements = parse_cards("3D 3H 3H")
    rest = deck_beginning("3D 3H 3H")[3:]
    deck = [dealt_first, *rest[:DEALT], *replacements, *rest[DEALT:]]
    state, events = dealt(deck)
    assert codes(state.sides[0].red_threes) == ["3D", "3H", "3H"]
    assert len(state.hands[0]) == 11
    assert [type(event) for event in events] == [RedThreeLaid, Drew, RedThreeLaid, Drew, RedThreeLaid, Drew]


def test_x11_replacements_of_a_drawn_red_three_chain() -> None:
    state = position("draw: 9C 9D; stock: 3D 3H 3H 8C 7C")
    red, card = parse_cards("3D 3H 3H"), parse_cards("8C")[0]
    events = allowed(state, "draw")
    expected: list[Event] = []
    for three in red:
        expected += [Drew(0, three), RedThreeLaid(0, three)]
    assert events == [*expected, Drew(0, card)]
    assert state.sides[0].red_threes == red
    assert codes(state.hands[0]) == ["8C", "9C", "9D"]
    assert codes(state.stock) == ["7C"]
    assert state.phase is Phase.PLAY


def test_x11_red_threes_go_to_the_side_of_who_drew_them() -> None:
    for seat in range(4):
        state = position(f"draw: 9C 9D; stock: 3D 8C; seat: {seat}")
        allowed(state, "draw")
        assert [codes(side.red_threes) for side in state.sides] == (
            [["3D"], []] if seat % 2 == 0 else [[], ["3D"]]
        )


@pytest.mark.parametrize(
    ("cards", "points"), [("3D", 100), ("3D 3H", 200), ("3D 3D 3H", 300), ("3D 3D 3H 3H", 800)]
)
def test_i6_a_hundred_each_and_800_for_all_four(cards: str, points: int) -> None:
    state = position(f"draw: 9C; red threes: {cards}")
    item = next(item for item in score_side(state, 0) if item.kind is ScoreKind.RED_THREES)
    assert (item.points, item.clause, item.count) == (points, "I-6", len(cards.split()))
    assert not any(item.kind is ScoreKind.RED_THREES for item in score_side(state, 1))


def test_i6_four_red_threes_on_two_sides_are_200_each() -> None:
    state = position("draw: 9C; red threes: 3D 3H; their red threes: 3D 3H")
    for side in (0, 1):
        assert [item.points for item in score_side(state, side) if item.kind is ScoreKind.RED_THREES] == [200]


def test_i6_positive_even_without_melds() -> None:
    state = position("draw: ; partner: ; red threes: 3D")
    assert [item.points for item in score_side(state, 0)] == [100]


def test_i6_red_threes_from_a_taken_pile_count_as_well() -> None:
    state = position("draw: 9C 9D 5H 5S; pile: 3H 9S; red threes: 3D 3D 3H")
    allowed(state, "take 9S 9C 9D")
    assert codes(state.sides[0].red_threes) == ["3D", "3D", "3H", "3H"]
    assert [item.points for item in score_side(state, 0) if item.kind is ScoreKind.RED_THREES] == [800]
