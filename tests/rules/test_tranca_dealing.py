"""Dealing Tranca: T-1, T-2, and T-6 as far as it is about dealt cards."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.cards import FACES, JOKER, RANK, RED_THREES, codes, pack, parse_cards
from engine.deal import cards_of, choose_lead, deal, draw_for_lead, leader_of, shuffled_deck
from engine.events import Drew, RedThreeLaid
from engine.match import new_match, start_deal
from engine.state import Phase, PileState
from tests.positions import tranca

JOKERS = {"deck.jokers": 4}


def deck_beginning(text: str, jokers: int = 0) -> list[int]:
    """A whole deck that begins with these cards and has no three, other than those, near its front."""
    first = parse_cards(text)
    rest = Counter(pack(2, jokers)) - Counter(first)
    threes = Counter({card: count for card, count in rest.items() if RANK[card] == 1})
    return [*first, *(rest - threes).elements(), *threes.elements()]


@pytest.mark.parametrize("players", [1, 3, 5, 6])
def test_t1_two_or_four_play(players: int) -> None:
    assert set(tranca().deal.players) == {2, 4}
    with pytest.raises(ValueError, match="not played by"):
        new_match(tranca(), players)


@pytest.mark.parametrize("jokers", [0, 4])
def test_t1_two_packs_and_jokers_only_where_the_house_adds_them(jokers: int) -> None:
    rules = tranca({"deck.jokers": jokers})
    cards = Counter(codes(shuffled_deck(rules, Random(1))))
    assert cards.total() == cards_of(rules) == 104 + jokers
    assert cards.pop("JK", 0) == jokers
    assert len(cards) == 52
    assert set(cards.values()) == {2}


def test_t1_a_deck_with_or_without_jokers_is_no_other_deck() -> None:
    for rules, jokers in ((tranca(), 4), (tranca(JOKERS), 0)):
        with pytest.raises(ValueError, match="deck"):
            deal(rules, 0, deck_beginning("", jokers), (0, 0), 4)


@pytest.mark.parametrize("jokers", [0, 4])
@pytest.mark.parametrize("players", [2, 4])
def test_t2_eleven_cards_each_a_foot_of_13_for_each_side_and_no_upcard(players: int, jokers: int) -> None:
    rules = tranca({"deck.jokers": jokers})
    deck = deck_beginning("", jokers)
    state, _ = deal(rules, 0, deck, (0, 0), players)
    assert [len(hand) for hand in state.hands] == [11] * players
    assert state.pile == []
    assert state.pile_state is PileState.OPEN
    dealt = 11 * players
    assert [side.foot for side in state.sides] == [deck[dealt : dealt + 13], deck[dealt + 13 : dealt + 26]]
    assert state.stock[::-1] == deck[dealt + 26 :]
    assert not any(side.foot_taken for side in state.sides)


@pytest.mark.parametrize("dealer", range(4))
def test_t2_clockwise_from_the_dealers_left_one_by_one(dealer: int) -> None:
    deck = deck_beginning("4C 5C 6C 7C 4D 5D 6D 7D")
    state, _ = deal(tranca(), dealer, deck, (0, 0), 4)
    for place in range(4):
        assert state.hands[(dealer + 1 + place) % 4] == sorted(deck[place:44:4])
    assert (state.seat, state.phase) == ((dealer + 1) % 4, Phase.DRAW)


@pytest.mark.parametrize("dealer", range(2))
def test_t2_two_players_are_dealt_to_in_turn(dealer: int) -> None:
    deck = deck_beginning("4C 5C 6C 7C 4D 5D 6D 7D")
    state, _ = deal(tranca(), dealer, deck, (0, 0), 2)
    for place in range(2):
        assert state.hands[(dealer + 1 + place) % 2] == sorted(deck[place:22:2])
    assert state.seat == 1 - dealer


@pytest.mark.parametrize("players", [2, 4])
def test_t2_the_highest_card_plays_first_and_the_dealer_sits_on_its_right(players: int) -> None:
    leaders = Counter[int]()
    for seed in range(60):
        lead = choose_lead(tranca(), players, Random(seed))
        first = lead.rounds[0]
        assert len(first) == players
        still_in = list(range(players))
        for cards in lead.rounds:
            assert len(cards) == len(still_in)
            highest = max(RANK[card] for card in cards)  # an ace is the highest rank number
            still_in = [seat for seat, card in zip(still_in, cards, strict=True) if RANK[card] == highest]
        assert len(still_in) == 1, "equals draw again until one is highest"
        assert (lead.dealer + 1) % players == still_in[0] == leader_of(lead.rounds)
        leaders[still_in[0]] += 1
    assert len(leaders) == players, "any seat may win the draw"


def test_t2_aces_are_high_and_suits_do_not_matter() -> None:
    assert leader_of([parse_cards("KC AD QH 2S")]) == 1
    assert leader_of([parse_cards("2C 4D 3H 2S")]) == 1
    assert leader_of([parse_cards("AC KD AH AS"), parse_cards("5C 7D 6H")]) == 2
    assert leader_of([parse_cards("AC KD AH AS"), parse_cards("7C 5D 7H"), parse_cards("4C 9C")]) == 3


def test_t2_equals_draw_again() -> None:
    ties = [seed for seed in range(60) if len(draw_for_lead(tranca(), 4, Random(seed))) > 1]
    assert ties
    assert len(ties) < 60


def test_t2_jokers_are_left_out_of_the_draw_for_the_lead() -> None:
    rules = tranca({"deck.jokers": 4})
    drawn = {card for seed in range(300) for cards in draw_for_lead(rules, 4, Random(seed)) for card in cards}
    assert drawn == set(FACES) - {JOKER}


def test_t2_the_first_dealer_deals_and_deal_and_lead_pass_to_the_left() -> None:
    match = new_match(tranca(), 4)
    start_deal(match, deck_beginning(""), 2)
    assert match.state is not None
    assert (match.state.dealer, match.state.seat) == (2, 3)


def test_t6_dealt_red_threes_are_laid_and_replaced_from_the_dealers_left() -> None:
    deck = deck_beginning("3D 3D 3H 3H")
    state, events = deal(tranca(), 0, deck, (0, 0), 4)
    assert [codes(side.red_threes) for side in state.sides] == [["3D", "3H"], ["3D", "3H"]]
    after = deck[44 + 26 :]
    for seat, card in zip((1, 2, 3, 0), after, strict=False):
        assert card in state.hands[seat]
        assert len(state.hands[seat]) == 11
    assert [type(event) for event in events] == [RedThreeLaid, Drew] * 4


def test_t6_red_threes_in_a_foot_stay_there_until_it_is_taken() -> None:
    deck = deck_beginning("")
    for place, three in zip((45, 58), sorted(RED_THREES), strict=True):
        deck.remove(three)
        deck.insert(place, three)
    state, events = deal(tranca(), 0, deck, (0, 0), 4)
    assert [sum(card in RED_THREES for card in side.foot or ()) for side in state.sides] == [1, 1]
    assert events == []
    assert all(side.red_threes == [] for side in state.sides)
