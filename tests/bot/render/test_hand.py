from __future__ import annotations

from discord import PartialEmoji

from bot.render.cards import Cards
from bot.render.hand import hand_lines, hand_list
from engine.cards import parse_card, parse_cards
from tests.bot.ui.panels import FACES_OF, T, visible

HAND = parse_cards("2S 4C 7D 7H 7H KS JK 2C TC")


def test_a_line_does_not_break_between_the_cards_of_a_group() -> None:
    lines = hand_lines(HAND, Cards(T))
    assert [visible(line) for line in lines] == ["4♧_· 7♢_7♡_7♡_· 10♧_· K♤_· 2♧_2♤_· joker"]


def test_a_hand_by_suit_has_a_line_for_each_and_one_for_the_wilds() -> None:
    lines = hand_lines(HAND, Cards(T), by_suit=True)
    assert [visible(line) for line in lines] == ["K♤", "7♡_7♡", "7♢", "4♧_10♧", "2♧_2♤_joker"]
    assert hand_lines([], Cards(T)) == hand_lines([], Cards(T), by_suit=True) == []


def test_cards_are_emojis_where_there_are_any() -> None:
    seven = parse_card("7H")
    cards = Cards(T, {seven: PartialEmoji(name="seven_hearts", id=5)})
    assert (
        visible(hand_lines(parse_cards("7H 7H 8H"), cards)[0]) == "<:seven_hearts:5>_<:seven_hearts:5>_· 8♡"
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


def test_emojis_come_in_lines_that_a_phone_need_not_break() -> None:
    hand = parse_cards("4C 4D 4H 5C 5D 5S 6C 6D 7C 7D 9C 9C 9D 9D 9H 9H 9S 9S KC KC KD KD")
    lines = hand_lines(hand, Cards(T, FACES_OF))
    assert [line.count("<:") for line in lines] == [8, 2 + 8, 4]
    assert len(hand_lines(hand, Cards(T))) == 1


def test_a_long_suit_is_parted() -> None:
    lines = hand_lines(parse_cards("8D " * 23 + "9S 9C"), Cards(T, FACES_OF), by_suit=True)
    assert [line.count("<:") for line in lines] == [1, 10, 10, 3, 1]
