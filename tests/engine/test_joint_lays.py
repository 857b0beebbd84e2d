"""Joint lays beside every way there is, on hands small enough to go through them all."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.cards import FOUR, IS_WILD, RANK, codes, pack, parse_cards
from engine.joint_lays import JointLays
from engine.rulebook import load_rules
from tests.properties import oracle
from tests.properties.chance import rounds
from tests.properties.judge import points

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.actions import Lay
    from engine.cards import Card
    from engine.ruleset import RuleSet

TRANCA = {"opening.minimum": "brackets", "deck.jokers": 4}
HOUSES = [
    load_rules("classic"),
    load_rules("italian", options={"opening.minimum": "brackets"}),
    *(load_rules("tranca", options=TRANCA | {"wild.max_per_meld": most}) for most in (1, 2, 3)),
]
NEVER = -1000


def some_hand(random: Random, rules: RuleSet) -> list[Card]:
    """Few ranks and suits, so that sets and sequences compete."""
    ranks = random.sample(range(FOUR, 13), random.randint(3, 5))
    suits = random.sample(range(4), random.randint(2, 4))
    deck = [card for card in pack(2, 4) if RANK[card] in ranks and card % 4 in suits]
    if rules.meld.sequences and random.random() < 0.7:
        low = random.randrange(FOUR, 9)
        deck += [4 * rank + suits[0] for rank in range(low, low + 5)]
    wilds = random.sample([card for card in pack(2, 4) if IS_WILD[card]], random.randint(0, 4))
    count = min(len(deck), random.randint(6, 11 - len(wilds)))
    return sorted([*random.sample(deck, count), *wilds])


def best_of(rules: RuleSet) -> Callable[[oracle.Cards, int], int]:
    """The most points of so many melds out of a hand: all of them are tried."""
    house = oracle.house_of(rules, 4)

    @cache
    def best(hand: oracle.Cards, count: int) -> int:
        if count == 0:
            return 0
        if not hand:
            return NEVER
        found = [best(hand[1:], count)]
        for others in oracle.sub_hands(hand[1:]):
            meld = (hand[0], *others)
            left = oracle.without(hand, meld)
            if left is not None and oracle.is_meld(house, meld):
                if not house.tranca:  # I-4: one meld of a rank
                    rank = oracle.naturals(meld)[0][0]
                    left = tuple(card for card in left if card[0] != rank or oracle.is_wild(card))
                found.append(sum(points(house, card) for card in meld) + best(left, count - 1))
        return max(found)

    return best


def worth(rules: RuleSet, lays: tuple[Lay, ...]) -> int:
    return sum(rules.card_points[card] for lay in lays for card in lay.cards)


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: f"{rules.name} {rules.wild.max_per_meld}")
def test_the_fewest_melds_that_are_worth_enough_are_found(rules: RuleSet) -> None:
    best = best_of(rules)
    for seed in rounds(25):
        hand = some_hand(Random(seed), rules)
        cards = tuple(codes(hand))
        just_too_much = [best(cards, count) + 1 for count in (1, 2)]
        for least in (-30, *range(0, 140, 15), *just_too_much):
            fewest = next((count for count in range(5) if best(cards, count) >= least), None)
            found = list(islice(JointLays(rules, hand).ways(least), 20))
            assert [len(lays) for _, lays in found[:1]] == ([] if fewest is None else [fewest]), (
                cards,
                least,
            )
            for own, lays in found:
                assert own == ()
                assert worth(rules, lays) >= least
                laid = tuple(text for lay in lays for text in codes(lay.cards))
                assert oracle.without(cards, laid) is not None
                assert all(oracle.is_meld(oracle.house_of(rules, 4), tuple(codes(lay.cards))) for lay in lays)
                if rules.meld.one_per_rank:
                    assert len({oracle.rank_of(tuple(codes(lay.cards))) for lay in lays}) == len(lays), "I-4"


def test_naturals_kept_for_another_lay_are_of_any_face() -> None:
    rules = load_rules("tranca", options=TRANCA)
    hand = parse_cards("5C 6C 7C 7D 7H")
    ways = list(JointLays(rules, hand, (RANK[hand[2]], 2)).ways(30))
    assert [(codes(own), codes(lays[0].cards)) for own, lays in ways] == [(["7D", "7H"], ["5C", "6C", "7C"])]
    assert not list(JointLays(rules, hand, (RANK[hand[2]], 3)).ways(30))
    owns = [codes(own) for own, lays in JointLays(rules, hand, (RANK[hand[2]], 2)).ways(0)]
    assert owns == [["7C", "7D"], ["7C", "7H"], ["7D", "7H"]], "every choice, should one not do"


def test_where_a_side_has_one_meld_of_a_rank_what_is_kept_is_its_meld() -> None:
    rules = load_rules("classic")
    hand = parse_cards("KC KC KD KD KH KS")
    assert not list(JointLays(rules, hand, (RANK[hand[0]], 2)).ways(30))


def test_no_joker_is_laid_where_a_two_will_do() -> None:
    rules = load_rules("classic")
    hand = parse_cards("2C KC KD KH JK")
    by_least = {least: next(JointLays(rules, hand).ways(least))[1][0].cards for least in (50, 55, 100)}
    assert [codes(cards) for cards in by_least.values()] == [
        ["KC", "KD", "KH", "2C"],
        ["KC", "KD", "KH", "JK"],
        ["KC", "KD", "KH", "2C", "JK"],
    ]


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: f"{rules.name} {rules.wild.max_per_meld}")
def test_a_hand_of_any_size_is_searched(rules: RuleSet) -> None:
    random = Random(5)
    deck = [card for card in pack(2, 4) if RANK[card] >= FOUR or IS_WILD[card]]
    for size in (30, 40, 60):
        hand = sorted(random.sample(deck, size))
        _, lays = next(JointLays(rules, hand).ways(120))
        assert worth(rules, lays) >= 120


def test_a_large_hand_without_enough_is_seen_to_be_so() -> None:
    rules = load_rules("tranca", options=TRANCA | {"wild.max_per_meld": 3})
    pairs = parse_cards("4C 4D 5H 5S 6C 6D 7H 7S 8C 8D 9H 9S TC TD JH JS QC QD KH KS AC AD")
    assert not list(islice(JointLays(rules, pairs).ways(120), 1))
    assert not list(islice(JointLays(rules, [*parse_cards("2C 2D"), *pairs, 52]).ways(120), 1))
    _, lays = next(JointLays(rules, [*parse_cards("2C 2D 2H"), *pairs, 52]).ways(120))
    assert len(lays) == 4
