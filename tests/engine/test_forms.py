"""Which cards a lay takes of those held, whatever their suits."""

from __future__ import annotations

import pytest

from engine.cards import codes, parse_cards
from engine.forms import wild_choices


@pytest.mark.parametrize(
    ("wilds", "most", "choices"),
    [
        ("2C 2D JK", 0, [""]),
        ("2C 2D JK", 1, ["", "2C", "JK"]),
        ("2C 2D JK", 2, ["", "2C", "JK", "2C 2D", "2C JK"]),
        ("2C JK JK", 2, ["", "2C", "JK", "2C JK", "JK JK"]),
        ("2C 2D JK", 4, ["", "2C", "JK", "2C 2D", "2C JK", "2C 2D JK"]),
        ("JK", 3, ["", "JK"]),
        ("", 3, [""]),
    ],
)
def test_wilds_are_chosen_by_their_kinds_the_fewest_first(wilds: str, most: int, choices: list[str]) -> None:
    assert [" ".join(codes(cards)) for cards in wild_choices(tuple(parse_cards(wilds)), most)] == choices
