# ruff: noqa: RUF001  # what people read has real minus and times signs
from __future__ import annotations

import pytest

from bot.render.melds import in_order, meld_names, meld_text, meld_tiles, melds_said
from tests.bot.ui.panels import T, view, visible


def melds(text: str, rules: str = "italian") -> list[str]:
    return [
        visible(meld_text(meld, T))
        for meld in view(f"play: 5H 5C; table: {text}", rules=rules).sides[0].melds
    ]


def test_a_set_is_a_tile_with_a_dot_for_each_wild() -> None:
    tiles = melds("9S 9H 9C, KC KD KS KH KC KD KS, TC TD TS TH JK 2C 2D")
    assert tiles == ["9×3", "K×7_clean", "10×7•••_dirty"]


@pytest.mark.parametrize(
    ("cards", "tile"),
    [
        ("4H 5H 6H", "4–6♡"),
        ("8C 9C TC JC QC KC AC", "8–A♧_clean"),
        ("4H 6H 2C", "4–6♡•"),
        ("4H 5H 2C", "4–5♡+•"),
        ("4S 5S 6S 7S 9S TS 2C", "4–10♤•_dirty"),
        ("4S 5S 6S 7S 8S 9S 2C", "4–9♤+•_dirty"),
    ],
)
def test_a_sequence_is_its_run_and_tells_wilds_in_gaps_from_wilds_at_its_ends(cards: str, tile: str) -> None:
    assert melds(cards, "tranca") == [tile]


MANY = "7C 7D 7S, 4H 5H 6H, 7H 7H 7S, 4H 5H 6H, KC KD KH, 8H 9H 2C"


def test_melds_of_one_name_are_numbered_as_they_were_laid() -> None:
    side = view(f"play: 5H 5C; table: {MANY}", rules="tranca").sides[0]
    assert [visible(name) for name in meld_names(side.melds, T)] == [
        "sevens_(1)",
        "4–6♡_(1)",
        "sevens_(2)",
        "4–6♡_(2)",
        "kings",
        "8–9♡+•",
    ]


def test_tiles_lie_in_order_of_rank_and_suit_and_carry_the_numbers() -> None:
    side = view(f"play: 5H 5C; table: {MANY}, 8C 9C TC JC QC KC AC", rules="tranca").sides[0]
    assert [visible(tile) for tile in meld_tiles(side.melds, T)] == [
        "7×3_(1)",
        "7×3_(2)",
        "K×3",
        "**8–A♧_clean**",
        "4–6♡_(1)",
        "4–6♡_(2)",
        "8–9♡+•",
    ]
    assert [visible(name) for name, _ in in_order(side.melds, T)][2:4] == ["kings", "8–A♧"]


def test_melds_in_words_name_what_tiles_show() -> None:
    side = view(f"play: 5H 5C; table: {MANY}, 8C 9C TC JC QC KC AC, 9S 9H 2C", rules="tranca").sides[0]
    assert [visible(words) for words in melds_said(side.melds, T)] == [
        "sevens_(1): 3 cards",
        "sevens_(2): 3 cards",
        "nines: 3 cards, 1 wild",
        "kings: 3 cards",
        "clubs 8 to A: 7 cards, clean canasta",
        "hearts 4 to 6_(1): 3 cards",
        "hearts 4 to 6_(2): 3 cards",
        "hearts 8 to 9: 3 cards, 1 wild",
    ]
