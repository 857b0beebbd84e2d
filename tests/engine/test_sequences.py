"""Sequences as bit masks beside every mask there is. Rule: X-10."""

from __future__ import annotations

from random import Random

import pytest

from engine.cards import codes, parse_cards
from engine.sequences import (
    LONGEST,
    faces,
    is_run,
    mask_of,
    neighbors,
    runs,
    suit_masks,
    within_reach,
)

RANKS = range(LONGEST)
MASKS = range(1, 1 << LONGEST)
WHOLE = (1 << LONGEST) - 1


def held_in(mask: int) -> list[int]:
    return [rank for rank in RANKS if mask >> rank & 1]


def fits(mask: int, wilds: int) -> bool:
    """By the letter of X-10: some window of as many ranks as the meld has cards contains all its naturals."""
    size = mask.bit_count() + wilds
    windows = (((1 << size) - 1) << start for start in range(LONGEST - size + 1))
    return any(mask & ~window == 0 for window in windows)


@pytest.mark.parametrize("wilds", range(4))
def test_x10_naturals_in_a_window(wilds: int) -> None:
    assert [mask for mask in MASKS if is_run(mask, wilds)] == [mask for mask in MASKS if fits(mask, wilds)]


@pytest.mark.parametrize("seed", range(30))
def test_runs_hold_the_base_and_some_of_the_extra_the_fewest_first(seed: int) -> None:
    random = Random(seed)
    few, many = (
        random.randrange(1 << LONGEST) & random.randrange(1 << LONGEST),
        random.randrange(1 << LONGEST),
    )
    for wilds in range(4):
        for extra in (0, few, many, WHOLE):
            for base in (0, random.choice(MASKS) & random.choice(MASKS) & few, random.choice(MASKS)):
                found = [m for m in MASKS if m & base == base and not m & ~(base | extra) and fits(m, wilds)]
                assert runs(base, extra, wilds) == tuple(sorted(found, key=lambda m: (m.bit_count(), m)))


@pytest.mark.parametrize("wilds", range(4))
def test_the_neighbors_are_what_so_many_wilds_can_join(wilds: int) -> None:
    for mask in MASKS:
        near = [rank for rank in RANKS if any(0 < abs(rank - one) <= wilds + 1 for one in held_in(mask))]
        assert held_in(neighbors(mask, wilds)) == near


@pytest.mark.parametrize("seed", range(30))
def test_within_reach_is_what_a_chain_of_neighbors_leads_to(seed: int) -> None:
    random = Random(seed)
    for wilds in range(4):
        mask, extra = random.choice(MASKS) & random.choice(MASKS), random.randrange(1 << LONGEST)
        reached = set(held_in(mask))
        for _ in RANKS:
            reached |= {
                rank for rank in held_in(extra) if any(abs(rank - one) <= wilds + 1 for one in reached)
            }
        assert held_in(within_reach(mask, extra, wilds)) == sorted(reached - set(held_in(mask)))


def test_the_masks_of_cards_and_the_cards_of_masks() -> None:
    assert mask_of(parse_cards("4H 6H AH")) == 0b10000000101
    assert codes(faces(0b10000000101, 2)) == ["4H", "6H", "AH"]
    hand = parse_cards("2C 3S 4C 4C 5D AS JK")
    assert suit_masks(hand) == [0b1, 0b10, 0, 1 << 10], "no wild and no three, and no card twice"
