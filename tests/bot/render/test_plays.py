# ruff: noqa: RUF001  # what people read has real minus and times signs
from __future__ import annotations

import pytest

from bot.render.plays import action_label, from_hand
from bot.render.text import points_of
from engine.actions import Answer, Ask
from engine.cards import parse_cards
from tests.bot.ui.panels import T, view, visible
from tests.positions import action


@pytest.mark.parametrize(
    ("where", "play", "label"),
    [
        ("draw: 9C 9D; pile: 9S", "draw", "Draw"),
        ("draw: 9C 9D; pile: 9S; stock:", "draw", "End the deal: the stock is empty"),
        ("draw: 9C 9D; pile: 9S", "take 9S 9C 9D", "Take the pile with 9♧_9♢"),
        ("draw: 9C JK; pile: 9S", "take 9S 9C JK", "Take the pile with 9♧_joker"),
        ("draw: 9C; table: 9H 9D 9C; pile: 9S", "take 9S on 0", "Take the pile onto nines"),
        (
            "draw: 9C 9D; table: 9H 9D 9C; pile: 9S",
            "take 9S 9C 9D on 0",
            "Take the pile with 9♧_9♢ onto nines",
        ),
        ("play: JC JD JH 5C 5D", "meld JC JD JH", "Meld J_J_J (30)"),
        ("play: TC TD JK 5C 5D", "meld TC TD JK", "Meld 10_10_joker (70)"),
        ("play: KC 5C 5D; table: KH KD KC", "meld KC on 0", "K onto kings"),
        ("play: JC JD JH KC 5D; table: KH KD KC", "meld JC JD JH, KC on 0", "Lay J_J_J + K (40)"),
        (
            "draw: KC KD 7C 7D 7H; pile: KH",
            "take KH KC KD, 7C 7D 7H",
            "Take the pile with K♧_K♢ + 7_7_7 (45)",
        ),
        ("play: KC 5C 5D", "discard KC", "Discard K♧"),
    ],
)
def test_a_play_is_worded_for_a_button(where: str, play: str, label: str) -> None:
    assert visible(action_label(action(play), view(where), T)) == label


def test_asking_and_answering_have_labels_too() -> None:
    labels = [
        action_label(play, view("play: 5C 5D"), T) for play in (Ask(), Answer(yes=True), Answer(yes=False))
    ]
    assert labels == ["Ask: may I go out?", "Yes, go out", "No, not yet"]
    assert from_hand(Ask(), view("play: 5C 5D")) == ()


def test_the_top_of_the_pile_is_not_a_hand_card() -> None:
    seen = view("draw: 9S 9D; pile: 9S")
    assert from_hand(action("take 9S 9S 9D"), seen) == tuple(parse_cards("9S 9D"))
    assert points_of(parse_cards("9S JK 2C 3H"), seen) == 80


TABLE = "table: 4H 5H 6H, 7C 7D 7S, 7H 7H 7S, 8S 9S 2C"


@pytest.mark.parametrize(
    ("where", "play", "label"),
    [
        ("play: 4H 5H 6H 9C", "meld 4H 5H 6H", "Meld 4♡_5♡_6♡ (30)"),
        ("play: JC JD 2H 9C", "meld JC JD 2H", "Meld J♧_J♢_2♡ (30)"),
        (f"play: 7C KD; {TABLE}", "meld 7C on 2", "7♧ onto sevens_(2)"),
        (f"play: TS KD; {TABLE}", "meld TS on 3", "10♤ onto 8–9♤+•"),
        (f"draw: KD; pile: 7H; {TABLE}", "take 7H on 0", "Take the pile onto 4–6♡"),
        (f"draw: KD; pile: 7H; {TABLE}", "take 7H on 1", "Take the pile onto sevens_(1)"),
        ("draw: QH KH 5C; pile: JH", "take JH QH KH", "Take the pile with Q♡_K♡"),
        ("draw: QH; pile: 4C; stock: ; foot: 5C 5C", "draw", "Draw"),
        ("draw: QH; pile: 4C; stock: ; their foot: 5C 5C", "draw", "Draw"),
        ("draw: QH; pile: 4C; stock:", "draw", "End the deal: the stock is empty"),
    ],
)
def test_where_suits_count_every_card_is_named(where: str, play: str, label: str) -> None:
    assert visible(action_label(action(play), view(where, rules="tranca"), T)) == label


def test_two_players_draw_as_many_cards_as_their_rules_say() -> None:
    seen = view("draw: QH; seats: 2", rules="classic")
    assert action_label(action("draw"), seen, T) == "Draw 2 cards"
