"""Going out beside every way to share out a hand, on hands too large for trying every lay."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.cards import IS_WILD, RANK, THREE, codes, pack
from engine.closing import can_close, closing_lays
from engine.errors import IllegalAction
from engine.melds import make_meld
from engine.rulebook import load_rules
from tests.properties import oracle
from tests.properties.chance import rounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.cards import Card
    from engine.ruleset import OptionValue, RuleSet
    from engine.state import Meld

CLEAN: dict[str, OptionValue] = {"going_out.canasta": "clean"}
SIX: dict[str, OptionValue] = {"canasta.min_size": 6}
HOUSES = {
    "italian": (load_rules("italian"), 4),
    "italian clean": (load_rules("italian", options=CLEAN), 4),
    "italian of six": (load_rules("italian", options=CLEAN | SIX), 4),
    "classic": (load_rules("classic"), 4),
    "classic for two": (load_rules("classic"), 2),
    "classic for two clean": (load_rules("classic", options=CLEAN | SIX), 2),
}
RED_THREES = {"3D", "3H"}


def some_cards(random: Random, rules: RuleSet) -> tuple[list[Meld], list[Card]]:
    """Melds and a hand of few ranks, from one deck."""
    deck = [card for card in pack(2, 4) if codes([card])[0] not in RED_THREES]
    random.shuffle(deck)
    ranks = random.sample(range(THREE + 1, 13), 5)
    melds = []
    for rank in ranks[: random.choice((0, 1, 1, 2, 2, 3))]:
        cards = taken(deck, {rank}, random.choice((2, 3, 4, 5, 5, 6, 7)))
        cards += taken(deck, {0, 13}, random.choice((0, 0, 1, 2, 3)))
        try:
            melds.append(make_meld(rules, cards))
        except IllegalAction:
            continue
    hand = taken(deck, {0, 13}, random.choice((0, 1, 2, 3, 4, 5)))
    for rank in random.sample([THREE, *ranks], random.randint(1, 4)):
        hand += taken(deck, {rank}, random.choice((1, 2, 2, 3, 4, 5, 6, 7)))
    return melds, sorted(hand)


def taken(deck: list[Card], ranks: set[int], count: int) -> list[Card]:
    cards = [card for card in deck if RANK[card] in ranks][:count]
    for card in cards:
        deck.remove(card)
    return cards


def outcomes(rules: RuleSet, melds: list[Meld], hand: list[Card]) -> Iterator[oracle.Melds]:
    """What could lie on the table with all of the hand, or all but a discard: every share of the wilds."""
    there = {meld.rank: tuple(codes(meld.cards)) for meld in melds}
    for discard in (None, *set(hand)):
        counts = Counter(hand)
        counts.subtract(() if discard is None else (discard,))
        rest = sorted(counts.elements())
        wilds = tuple(codes(card for card in rest if IS_WILD[card]))
        sets = dict(there)
        for card in rest:
            if not IS_WILD[card]:
                sets[RANK[card]] = (*sets.get(RANK[card], ()), *codes([card]))
        for shares in product(range(rules.wild.max_per_meld + 1), repeat=len(sets)):
            if sum(shares) == len(wilds):
                ends = [sum(shares[: place + 1]) for place in range(len(shares))]
                yield tuple(
                    tuple(sorted((*cards, *wilds[end - share : end])))
                    for cards, share, end in zip(sets.values(), shares, ends, strict=True)
                )


@pytest.mark.parametrize("name", HOUSES)
def test_a_hand_closes_where_some_share_of_its_wilds_does(name: str) -> None:
    rules, players = HOUSES[name]
    house = oracle.house_of(rules, players)
    for seed in rounds(100):
        melds, hand = some_cards(Random(seed), rules)
        closes = any(
            oracle.may_close(house, after) and all(oracle.is_meld(house, cards) for cards in after)
            for after in outcomes(rules, melds, hand)
        )
        assert can_close(rules, players, melds, hand) is closes, (codes(hand), melds)
        lays = closing_lays(rules, players, melds, hand)
        assert (lays is not None) is closes
        if lays is not None:
            left, after = tuple(codes(hand)), tuple(tuple(codes(meld.cards)) for meld in melds)
            for lay in lays:
                assert lay.cards
                laid = oracle.lay(house, after, tuple(codes(lay.cards)), lay.meld)
                rest = oracle.without(left, tuple(codes(lay.cards)))
                assert laid is not None, (codes(hand), lays)
                assert rest is not None, (codes(hand), lays)
                left, after = rest, laid
            assert len(left) <= 1
            assert oracle.may_close(house, after), (codes(hand), lays)
