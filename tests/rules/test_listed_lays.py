"""Which single lays and takes are listed as legal: all that `engine.lays` tells apart, and no other.

Most are of Tranca, where a side may lay most: X-3, X-10, T-3, T-4, T-5.
"""

from __future__ import annotations

from functools import partial

import pytest

from tests.positions import listed_lays, position

at = partial(position, rules="tranca")
SPARE = "KC TS"


def test_t3_sets_of_up_to_eight_cards_are_listed() -> None:
    state = at(f"play: 7S 7S {SPARE}; table: 7C 7C 7D 7D 7H 7H")
    assert listed_lays(state) == {"7S on 0", "7S 7S on 0"}
    state = at(f"play: 7S 2D {SPARE}; table: 7C 7C 7D 7D 7H 7H 7S")
    assert listed_lays(state) == {"7S on 0", "2D on 0"}


@pytest.mark.parametrize("table", ["4C 5C 6C 2D", "QC QD QH 2D"])
def test_t4_no_more_wilds_are_listed_for_a_meld_than_it_still_holds(table: str) -> None:
    state = at(f"play: 2H 2S 8D {SPARE}; table: {table}", {"wild.max_per_meld": 2})
    assert listed_lays(state) == {"2H on 0"}


def test_t5_a_second_meld_of_a_rank_is_listed() -> None:
    state = at(f"play: 9C 9D 9H {SPARE}; table: 9S 9S 9H")
    assert listed_lays(state) == {"9C 9D 9H", "9C on 0", "9C 9D on 0", "9C 9D 9H on 0"}


def test_x9_no_second_meld_of_a_rank_is_listed_where_there_is_one() -> None:
    state = position("play: 9C 9D 9H KC TS; table: 9S 9S 9H")
    assert listed_lays(state) == {"9C on 0", "9C 9D on 0", "9C 9D 9H on 0"}


def test_x10_every_sequence_of_naturals_alone_is_listed() -> None:
    assert listed_lays(at(f"play: 6D 7D 8D TD {SPARE}")) == {"6D 7D 8D"}
    assert listed_lays(at(f"play: 6D 7D 8D 9D {SPARE}")) == {"6D 7D 8D", "7D 8D 9D", "6D 7D 8D 9D"}


@pytest.mark.parametrize("wild", ["2C", "JK"])
def test_x10_every_sequence_with_a_wild_is_listed(wild: str) -> None:
    naturals = {"6D 7D 8D", "7D 8D 9D", "6D 7D 8D 9D"}
    with_wild = {"6D 7D", "7D 8D", "8D 9D", "6D 8D", "7D 9D", "6D 7D 8D", "7D 8D 9D", "6D 7D 9D", "6D 8D 9D"}
    expected = naturals | {" ".join(sorted([wild, *cards.split()])) for cards in with_wild}
    # laying all but one card would leave a card that cannot be discarded without a canasta.
    assert listed_lays(at(f"play: 6D 7D 8D 9D {wild} KC", {"deck.jokers": 4})) == expected


def test_x10_a_wild_is_listed_with_the_natural_that_it_makes_room_for() -> None:
    state = at(f"play: 2C TD {SPARE}; table: 6D 7D 8D")
    assert listed_lays(state) == {"2C on 0", "2C TD on 0"}


def test_x3_takes_that_close_are_listed_and_no_others_that_leave_one_card() -> None:
    canasta = "AC AC AD AD AH AH AS"
    assert listed_lays(position(f"draw: 9C 9D; pile: 9S; table: {canasta}")) == {"9C 9D 9S"}
    assert listed_lays(position("draw: 9C 9D 5H; pile: 9S; table: KC KD KH")) == set()


def test_i10_black_threes_that_take_a_wild_are_listed_only_where_they_close() -> None:
    as_wild = {"pile.wild_top": "as_wild"}
    canasta = "AC AC AD AD AH AH AS"
    assert listed_lays(position(f"draw: 3C 3S 5S; pile: 2D; table: {canasta}", as_wild)) == {
        "2D 3C 3S",
        "2D on 0",
    }
    state = position(f"draw: 3C 3S 5S 6H 8D QH; pile: 4C 2D; table: {canasta}", as_wild)
    assert listed_lays(state) == {"2D on 0"}
