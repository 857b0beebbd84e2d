from __future__ import annotations

from discord import PartialEmoji

from bot.render.cards import Cards
from bot.render.hand import hand_lines, hand_list
from engine.cards import parse_card, parse_cards
from tests.bot.ui.panels import T, visible

HAND = parse_cards("2S 4C 7D 7H 7H KS JK 2C TC")


def test_a_line_does_not_break_between_the_cards_of_a_group() -> None:
    lines = hand_lines(HAND, Cards(T))
    assert [visible(line) for line in lines] == ["4♧ · 7♢_7♡_7♡ · 10♧ · K♤ · 2♧_2♤ · joker"]


def test_a_hand_by_suit_has_a_line_for_each_and_one_for_the_wilds() -> None:
    lines = hand_lines(HAND, Cards(T), by_suit=True)
    assert [visible(line) for line in lines] == ["K♤", "7♡_7♡", "7♢", "4♧_10♧", "2♧_2♤_joker"]
    assert hand_lines([], Cards(T)) == hand_lines([], Cards(T), by_suit=True) == []


def test_cards_are_emojis_where_there_are_any() -> None:
    seven = parse_card("7H")
    cards = Cards(T, {seven: PartialEmoji(name="seven_hearts", id=5)})
    assert (
        visible(hand_lines(parse_cards("7H 7H 8H"), cards)[0]) == "<:seven_hearts:5>_<:seven_hearts:5> · 8♡"
    )


def test_a_list_names_its_groups() -> None:
    assert [visible(line) for line in hand_list(HAND, T)] == [
        "- fours: 4♧",
        "- sevens: 7♢_7♡_7♡",
        "- tens: 10♧",
        "- kings: K♤",
        "- twos: 2♧_2♤",
        "- jokers: joker",
    ]
    assert [visible(line) for line in hand_list(HAND, T, by_suit=True)] == [
        "- spades: K♤",
        "- hearts: 7♡_7♡",
        "- diamonds: 7♢",
        "- clubs: 4♧_10♧",
        "- wilds: 2♧_2♤_joker",
    ]
    assert hand_list([], T) == []
