# ruff: noqa: RUF001  # what people read has real minus and times signs
from __future__ import annotations

import re

import pytest

from bot.render.text import (
    card_text,
    cards_text,
    plain_name,
    refusal,
    safe_name,
    signed,
)
from engine.apply import check
from engine.cards import FACES, parse_card, parse_cards
from engine.errors import IllegalAction
from tests.bot.ui.panels import PSEUDO, T, visible
from tests.positions import action, position


def test_a_card_is_its_rank_and_an_outlined_suit() -> None:
    assert [card_text(card, T) for card in parse_cards("7H TS AD 2C JK")] == [
        "7♡",
        "10♤",
        "A♢",
        "2♧",
        "joker",
    ]
    assert card_text(parse_card("JK"), PSEUDO) == "ｊｏｋｅｒ"


def test_no_card_turns_into_an_emoji() -> None:
    assert not re.search("[\u2660\u2663\u2665\u2666\ufe0f\U0001f000-\U0001ffff]", cards_text(FACES, T))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("*bold* _it_ ~~x~~ `c` ||s||", r"\*bold\* \_it\_ \~\~x\~\~ \`c\` \|\|s\|\|"),
        ("<@123> @everyone", r"\<\@123\> \@everyone"),
        ("# big", r"\# big"),
        ("[a](https://b.c)", r"\[a\]\(https\:\/\/b\.c\)"),
        ("a\u202eb\u2066c\u200fd\n\u2028e", "abcde"),
        ("\u202e", "?"),
        ("", "?"),
        ("x" * 40, "x" * 31 + "…"),
        ("אב", "\u2068אב\u2069"),
    ],
)
def test_a_name_is_shown_literally(name: str, shown: str) -> None:
    assert safe_name(name) == shown


def test_a_label_shows_no_backslashes() -> None:
    assert plain_name("*b*\u202e") == "*b*"


def test_points_have_a_real_minus() -> None:
    assert [signed(points) for points in (-90, 0, 570)] == ["−90", "0", "570"]


@pytest.mark.parametrize(
    ("where", "play", "sentence"),
    [
        ("play: 9C 5C", "meld 9C", "A meld needs at least 2 naturals; jokers and twos are wild._(I-4)"),
        ("play: 9C 5C", "discard 7H", "You do not hold 7♡, or not that often._(X-1)"),
        ("draw: 9C 9D; pile: JK", "take JK 9C 9D", "With joker on top the pile cannot be taken._(I-9)"),
        (
            "play: 9C 9D 9H 5C 5D; table: 9S 9S 9S",
            "meld 9C 9D 9H",
            "Your side already has a meld of nines: lay off there._(X-9)",
        ),
    ],
)
def test_a_refusal_names_its_clause(where: str, play: str, sentence: str) -> None:
    state = position(where)
    with pytest.raises(IllegalAction) as refused:
        check(state, state.seat, action(play))
    assert visible(refusal(refused.value, T)) == sentence
