from __future__ import annotations

from random import Random

import pytest

from bot.ui.division import divide
from engine.cards import RANK, THREE, codes, pack, parse_cards
from engine.melds import make_meld
from engine.rulebook import load_rules


def divided(cards: str, rules: str) -> list[str] | None:
    lays = divide(load_rules(rules), parse_cards(cards))
    return None if lays is None else sorted(" ".join(codes(lay.cards)) for lay in lays)


@pytest.mark.parametrize(
    ("cards", "rules", "melds"),
    [
        ("7C 7D 7H KC KD 2C", "italian", ["7C 7D 7H", "KC KD 2C"]),
        ("7C 7D KC KD 2C JK", "italian", ["7C 7D 2C", "KC KD JK"]),
        ("7C 7D KC KD 2C", "italian", None),
        ("7C 7D 7H 7S 7C 7D", "italian", ["7C 7C 7D 7D 7H 7S"]),
        ("7C 7D 7H KC", "italian", None),
        ("2C 2D 2H", "italian", None),
        ("", "italian", []),
        ("4H 5H 6H 7H 8H 9H 9C 9D", "tranca", ["4H 5H 6H 7H 8H", "9C 9D 9H"]),
        ("7C 7D 7H 7S 5C 6C", "tranca", ["5C 6C 7C", "7D 7H 7S"]),
        ("4H 5H 6H 4H 5H 6H", "tranca", ["4H 5H 6H", "4H 5H 6H"]),
        ("4H 5H 2C 9C 9D 2D", "tranca", ["4H 5H 2C", "9C 9D 2D"]),
        ("4H 5H 2C 2D", "tranca", None),
        ("3C 3S 3C 9C 9D 9H", "tranca", None),
    ],
)
def test_cards_come_apart_into_melds(cards: str, rules: str, melds: list[str] | None) -> None:
    assert divided(cards, rules) == melds


@pytest.mark.parametrize("name", ["italian", "tranca"])
def test_a_division_uses_all_cards_in_melds_and_finds_what_was_put_together(name: str) -> None:
    rules, rng = load_rules(name), Random(3)
    for _ in range(60):
        cards = [
            card
            for rank in rng.sample(range(2, 13), 4)
            for card in rng.choices(range(4 * rank, 4 * rank + 4), k=3)
        ]
        cards = [card for card in cards if cards.count(card) <= rules.deck.packs]
        lays = divide(rules, cards)
        if lays is not None:
            assert sorted(card for lay in lays for card in lay.cards) == sorted(cards)
            assert all(make_meld(rules, lay.cards) for lay in lays)


def test_the_largest_choice_comes_to_an_end() -> None:
    rules = load_rules("tranca", options={"deck.jokers": 4, "wild.max_per_meld": 3})
    lays = divide(rules, [card for card in pack(2, 4) if RANK[card] != THREE])
    assert lays is None or all(make_meld(rules, lay.cards) for lay in lays)
