"""What a deal is worth: I-14, with I-6, I-11 and I-13 as items that add up."""

from __future__ import annotations

import pytest

from engine.cards import RED_THREES, codes, pack
from engine.scoring import ScoreItem, ScoreKind, score_side, total
from engine.texts import SCORES, score_text
from tests.positions import allowed, italian, position

POINTS = {"JK": 50, "2": 20, "A": 20, **dict.fromkeys("KQJT98", 10), **dict.fromkeys("7654", 5), "3": 5}


def points(card: str) -> int:
    return POINTS[card if card == "JK" else card[0]]


def test_i14_every_card_left_in_hand_counts_against() -> None:
    for card in pack(1, 1):
        (text,) = codes([card])
        if card not in RED_THREES:
            state = position(f"draw: {text}; partner: ")
            assert [item.points for item in score_side(state, 0)] == [-points(text)], text


def test_i14_both_partners_hands_count() -> None:
    state = position("draw: KC 9D 5H; partner: JK 2C AD; left: 4C; right: 3S; seat: 0")
    assert score_side(state, 0) == (ScoreItem(ScoreKind.HAND, "I-14", 6, -115),)
    assert score_side(state, 1) == (ScoreItem(ScoreKind.HAND, "I-14", 2, -10),)


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("4C 4D 4H", 15),
        ("7C 7D JK", 60),
        ("8C 8D 2C", 40),
        ("KC KD KH KS", 40),
        ("AC AD AH 2C JK", 130),
        ("3C 3S 3S", 15),
    ],
)
def test_i14_melded_cards_count_for(cards: str, worth: int) -> None:
    state = position(f"draw: ; partner: ; table: {cards}")
    (item,) = score_side(state, 0)
    assert (item.kind, item.clause, item.count, item.points, item.bonus) == (
        ScoreKind.MELD,
        "I-14",
        len(cards.split()),
        worth,
        0,
    )


@pytest.mark.parametrize(
    ("cards", "kind", "bonus", "cards_points"),
    [
        ("9C 9C 9D 9D 9H 9H 9S", ScoreKind.CLEAN_CANASTA, 500, 70),
        ("9C 9C 9D 9D 9H 9H 9S 9S", ScoreKind.CLEAN_CANASTA, 500, 80),
        ("5C 5C 5D 5D 5H JK 2C", ScoreKind.DIRTY_CANASTA, 300, 95),
        ("AC AC AD AD JK JK 2C", ScoreKind.DIRTY_CANASTA, 300, 200),
        ("9C 9C 9D 2C 2D JK", ScoreKind.MELD, 0, 120),
    ],
)
def test_i11_a_canasta_earns_its_bonus_and_its_cards(
    cards: str, kind: ScoreKind, bonus: int, cards_points: int
) -> None:
    state = position(f"draw: ; partner: ; table: {cards}")
    (item,) = score_side(state, 0)
    clause = "I-14" if kind is ScoreKind.MELD else "I-11"
    assert (item.kind, item.clause, item.bonus, item.points) == (kind, clause, bonus, bonus + cards_points)


def test_i11_canastas_of_six_earn_the_same_bonus() -> None:
    for options, worth in (({"canasta.min_size": 6}, 560), ({}, 60)):
        state = position("draw: ; partner: ; table: 9C 9C 9D 9D 9H 9H", options)
        assert total(score_side(state, 0)) == worth


def test_i14_items_of_nothing_are_left_out() -> None:
    assert score_side(position("draw: ; partner: "), 0) == ()


def test_i14_an_item_for_each_meld_and_the_sum_is_the_total() -> None:
    state = position(
        "play: 5H; partner: QC; red threes: 3D; laid before: 0; "
        "table: 9C 9C 9D 9D 9H 9H 9S, 5C 5D JK, KC KD KH",
        {"going_out.bonus": 100},
    )
    allowed(state, "discard 5H")
    items = score_side(state, 0)
    assert [(item.kind, item.points) for item in items] == [
        (ScoreKind.CLEAN_CANASTA, 570),
        (ScoreKind.MELD, 60),
        (ScoreKind.MELD, 30),
        (ScoreKind.RED_THREES, 100),
        (ScoreKind.GOING_OUT, 100),
        (ScoreKind.HAND, -10),
    ]
    assert total(items) == 850


def test_i14_a_side_that_did_not_go_out_gets_no_bonus() -> None:
    state = position("play: 5H; table: 9C 9C 9D 9D 9H 9H 9S", {"going_out.bonus": 200})
    allowed(state, "discard 5H")
    assert [item.kind for item in score_side(state, 1)] == [ScoreKind.HAND]


def test_i14_nobody_gets_one_when_the_stock_ran_out() -> None:
    state = position("draw: 5H; stock: ; table: 9C 9C 9D 9D 9H 9H 9S", {"going_out.bonus": 200})
    allowed(state, "draw")
    kinds = {item.kind for side in (0, 1) for item in score_side(state, side)}
    assert kinds == {ScoreKind.CLEAN_CANASTA, ScoreKind.HAND}


def test_i14_points_of_every_face() -> None:
    rules = italian()
    for card in pack(1, 1):
        (text,) = codes([card])
        assert rules.card_points[card] == (0 if card in RED_THREES else points(text)), text


def test_every_kind_of_item_is_worded() -> None:
    state = position(
        "play: 5H; partner: QC; red threes: 3D 3H; "
        "table: 9C 9C 9D 9D 9H 9H 9S, 5C 5C 5D 5D 5S 5S JK, KC KD 2H",
        {"going_out.bonus": 200},
    )
    allowed(state, "discard 5H")
    items = score_side(state, 0)
    assert [score_text(item) for item in items] == [
        "nines, clean: 500 + 70",
        "fives, dirty: 300 + 80",
        "kings: 3 cards",
        "red threes: 2",
        "going out",
        "going out concealed",
        "cards in hand: 1",
    ]
    of_tranca = {ScoreKind.FOOT, ScoreKind.BLACK_THREES_HELD}  # worded in test_tranca_scoring
    assert {item.kind for item in items} | of_tranca == SCORES.keys() == set(ScoreKind)
