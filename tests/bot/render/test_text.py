# ruff: noqa: RUF001  # what people read has real minus and times signs
from __future__ import annotations

import re
from random import Random

import pytest

from bot.render.text import (
    action_label,
    card_text,
    cards_text,
    event_text,
    from_hand,
    hand_lines,
    meld_text,
    plain_name,
    points_of,
    refusal,
    safe_name,
    signed,
)
from engine.actions import Answer, Ask
from engine.apply import apply, check
from engine.cards import FACES, parse_card, parse_cards
from engine.deal import shuffled_deck
from engine.errors import IllegalAction
from engine.events import DealEnded, Discarded, Drew, Laid, RedThreeLaid, TookPile
from engine.match import new_match, play, start_deal
from engine.players import PLAYERS
from engine.state import Canasta, Ending
from engine.view import view_for
from tests.bot.ui.panels import PSEUDO, T, view, visible
from tests.positions import action, italian, position

NAMES = ("Ann", "B*b", "Cid", "Dee")


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


def test_a_line_does_not_break_between_the_cards_of_a_group() -> None:
    lines = hand_lines(parse_cards("2S 4C 7D 7H 7H KS JK 2C"), T)
    assert [visible(line) for line in lines] == ["4♧ · 7♢_7♡_7♡ · K♤ · 2♧_2♤ · joker"]


def test_a_hand_by_suit_has_a_line_for_each_and_one_for_the_wilds() -> None:
    lines = hand_lines(parse_cards("2S 4C 7D 7H 7H KS JK 2C TC"), T, by_suit=True)
    assert [visible(line) for line in lines] == ["K♤", "7♡_7♡", "7♢", "4♧_10♧", "2♧_2♤_joker"]
    assert hand_lines([], T) == hand_lines([], T, by_suit=True) == []


def test_a_meld_is_a_tile_with_a_dot_for_each_wild() -> None:
    side = view("play: 5H 5C; table: 9S 9H 9C, KC KD KS KH KC KD KS, TC TD TS TH JK 2C 2D").sides[0]
    assert [visible(meld_text(meld, T)) for meld in side.melds] == ["9×3", "K×7_clean", "10×7•••_dirty"]


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
        ("play: JC JD JH KC 5D; table: KH KD KC", "meld JC JD JH, KC on 0", "Lay J_J_J_K (40)"),
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


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Drew(0, parse_card("KS")), "Ann drew a card."),
        (RedThreeLaid(1, parse_card("3H")), r"B\*b laid the red three 3♡."),
        (TookPile(0, 1), "Ann took the pile: 1 card."),
        (TookPile(0, 7), "Ann took the pile: 7 cards."),
        (Laid(2, 0, 0, tuple(parse_cards("9C 9D JK")), None), "Cid laid 9♧_9♢_joker (nines)."),
        (Laid(2, 0, 5, (parse_card("JK"),), None), "Cid laid joker."),
        (Laid(2, 0, 0, (parse_card("KC"),), Canasta.CLEAN), "Cid laid K♧: a clean canasta of kings."),
        (Laid(2, 0, 0, (parse_card("KC"),), Canasta.DIRTY), "Cid laid K♧: a dirty canasta of kings."),
        (Discarded(3, parse_card("4S")), "Dee discarded 4♤."),
        (DealEnded(Ending.CLOSED, 0, concealed=False), "Ann went out."),
        (DealEnded(Ending.CLOSED, 0, concealed=True), "Ann went out concealed."),
        (DealEnded(Ending.STOCK, None, concealed=False), "The stock is used up: nobody went out."),
        (DealEnded(Ending.DEAD, None, concealed=False), "The turn could not end: nobody went out."),
    ],
)
def test_an_event_is_told_in_public_words(event: object, sentence: str) -> None:
    assert visible(str(event_text(event, NAMES, T))) == sentence  # type: ignore[arg-type]


def test_a_wild_is_told_with_the_meld_it_went_to() -> None:
    state = position("play: JK 5C 5D; table: 9S 9H 9C")
    (laid,) = apply(state, 0, action("meld JK on 0"))
    assert event_text(laid, NAMES, T, view_for(state, None)) == "Ann laid joker (nines)."
    assert (
        event_text(Laid(0, 0, 4, (parse_card("JK"),), None), NAMES, T, view_for(state, None))
        == "Ann laid joker."
    )


def test_no_word_tells_which_card_was_drawn() -> None:
    told = {event_text(Drew(0, card), NAMES, T) for card in FACES}
    assert told == {"Ann drew a card."}


def test_every_event_of_a_deal_has_words_in_every_language() -> None:
    rng = Random(4)
    match = new_match(italian(), 4)
    events = start_deal(match, shuffled_deck(match.rules, rng), 0)
    while events:
        assert match.state is not None
        told = [
            str(event_text(event, ("", "", "", ""), PSEUDO, view_for(match.state, None))) for event in events
        ]
        assert not [text for text in told if re.search("[A-Za-z]{2}", text)]
        seat = match.state.seat
        events = (
            play(match, seat, PLAYERS["greedy"](view_for(match.state, seat), rng))
            if match.deal_running
            else []
        )
