"""A hand as a number: it counts what counting the cards one by one counts."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.cards import IS_WILD, JOKER_RANK, RANK, SUIT, pack, parse_cards, split_wilds
from engine.holding import Holding, divided, naturals_and_wilds
from engine.rulebook import load_rules
from engine.sequences import mask_of


@pytest.mark.parametrize("name", ["italian", "tranca"])
@pytest.mark.parametrize("seed", range(20))
def test_it_counts_as_one_counts_by_hand(name: str, seed: int) -> None:
    random, rules = Random(seed), load_rules(name)
    hand = sorted(random.sample(pack(2, rules.deck.jokers), random.randint(0, 60)))
    holding = Holding(rules, hand)
    counts = Counter(RANK[card] for card in hand)
    naturals = Counter(RANK[card] for card in hand if not IS_WILD[card])
    for rank in range(JOKER_RANK + 1):
        assert holding.count(rank) == counts[rank]
        assert holding.of_rank(rank) == tuple(card for card in hand if RANK[card] == rank)
    for fewest in range(1, 9):
        assert list(holding.alike(fewest)) == sorted(r for r, count in naturals.items() if count >= fewest)
    assert [discard.card for discard in holding.discards] == sorted(set(hand))
    in_suits = [mask_of([c for c in hand if SUIT[c] == suit and c < 52]) for suit in range(4)]
    assert holding.masks == (in_suits if rules.meld.sequences else [0, 0, 0, 0])
    for number in (holding.number, holding.counts):
        assert naturals_and_wilds(number) == (naturals, len(hand) - naturals.total())
    assert divided(holding.number) == split_wilds(hand)


def test_no_more_wilds_of_a_kind_than_a_meld_can_hold() -> None:
    hand = sorted(parse_cards("2C 2C 2D 2S JK JK 9C"))
    assert Holding(load_rules("italian"), hand).wilds == tuple(sorted(parse_cards("2C 2C 2D JK JK")))
    holding = Holding(load_rules("tranca"), hand)
    assert holding.wilds == tuple(parse_cards("2C JK"))
    assert holding.wild_number == Holding(load_rules("tranca"), holding.wilds).number
    assert Holding(load_rules("tranca"), parse_cards("9C")).wild_number == 0
