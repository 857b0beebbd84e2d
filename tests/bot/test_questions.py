# ruff: noqa: RUF001  # what people read has real dashes
"""What the referee answers, by the clauses."""

from __future__ import annotations

import pytest

from bot.questions import Question, answer_text, may_discard, may_go_out, may_lay_off, may_meld, may_take
from bot.referee import Case
from tests.bot.ui.panels import T
from tests.bot.world import plain
from tests.positions import position

SEVEN = "KC KD KS KH KC KD KS"


def answer(text: str, question: Question, rules: str = "italian", seat: int = 0) -> str:
    state = position(text, rules=rules)
    before = state.copy()
    words = plain(answer_text(Case(state, seat), question, T))
    assert state == before
    return words


@pytest.mark.parametrize(
    ("rules", "text", "told"),
    [
        (
            "italian",
            "draw: 9H 9D 4S 5S; pile: 9S",
            "**Yes:** Take the pile with 9♢ 9♡ (I-5)",
        ),
        ("italian", "draw: 9H 9D 4S; pile: JK 9S", "**Yes:** Take the pile with 9♢ 9♡ (I-8)"),
        (
            "italian",
            "draw: 9H JK 4S; pile: JK 9S",
            "**No:** The pile is frozen: 9♤ needs two naturals of the same rank from your hand. (I-8)",
        ),
        (
            "italian",
            "draw: 9H 9D 4S; pile: JK",
            "**No:** With joker on top the pile cannot be taken. (I-9)",
        ),
        (
            "italian",
            "draw: 8H 9D 4S; pile: 9S",
            "**No:** 9♤ on top fits no meld of your side, and no two cards of your hand meld with it. (I-5)",
        ),
        ("italian", "draw: 8H 9D 4S; pile:", "**No:** The pile is empty: draw from the stock. (I-5)"),
        ("tranca", "draw: 9H JH 4S 5S; pile: TH", "**Yes:** Take the pile with 9♡ J♡ (T-9)"),
        (
            "tranca",
            "draw: JH 4C 5C; pile: QH; table: 8H 9H TH",
            "**No:** Q♡ on top fits no meld of your side, and no two cards of your hand meld with it. (T-9)",
        ),
        (
            "tranca",
            "draw: JH 4C 5C; pile: JH; table: 8H 9H TH",
            "**Yes:** Take the pile onto 8–10♡ (T-10)",
        ),
        (
            "classic",
            "draw: KH 2C 4C 5C; pile: KD",
            (
                "**No:** Until your side has melded, the pile is frozen for it: K♢ needs two naturals "
                "of the same rank from your hand. (C-3)"
            ),
        ),
    ],
)
def test_may_i_take_the_pile(rules: str, text: str, told: str) -> None:
    assert answer(text, may_take(None), rules) == told


@pytest.mark.parametrize(
    ("rules", "text", "question", "told"),
    [
        (
            "italian",
            "play: 8C 8D 2S 2D JK 4S 5S",
            may_meld("8C 8D 2S 2D JK"),
            "**Yes:** Meld 8 8 2 2 joker (110) (I-4)",
        ),
        (
            "italian",
            "play: 8C 2D JK 4S 5S",
            may_meld("8C 2D JK"),
            "**No:** A meld needs at least 2 naturals; jokers and twos are wild. (I-4)",
        ),
        (
            "tranca",
            "play: QD 2S AD 4C 5C",
            may_meld("QD 2S AD"),
            "**Yes:** Meld Q♢ 2♤ A♢ (30) (T-3)",
        ),
        (
            "tranca",
            "play: 9C 9D 9H 4S",
            may_meld("9 9 9"),
            (
                "**No:** You would be left with no legal way to end your turn: to discard your last card is "
                "to go out, and that takes a canasta. (X-3)"
            ),
        ),
        (
            "classic",
            "play: AC AD 2H 4S 5S; score: 1500 0",
            may_meld("A A 2"),
            "**No:** Your side's first melds must be worth 90 points; these are worth 60. (C-2)",
        ),
        (
            "classic",
            "play: AC AD 2H QC QD 2S 4S 5S; score: 1500 0",
            may_meld("A A 2 / Q Q 2"),
            "**Yes:** Lay A A 2 + Q Q 2 (100) (C-2)",
        ),
        (
            "tranca",
            "play: 8D 4S 5S; table: 6D 7D 2C 9D",
            may_lay_off("8D", None),
            "**Yes:** 8♢ onto 6–9♢• (X-4)",
        ),
        (
            "tranca",
            "play: 2H 4S 5S; table: 7C 7D 7H 7S 7C 7D 7H 7S",
            may_lay_off("2H", None),
            "**No:** A set holds at most 8 cards. (T-3)",
        ),
        ("italian", "play: 9C 4S 5S", may_discard("9C"), "**Yes:** Discard 9♧ (X-2)"),
        (
            "italian",
            "play: 9C; table: 9S 9H 9D 9C 9S 9D",
            may_discard("9C"),
            "**No:** Your side cannot go out yet: it has no canasta for that. (I-12)",
        ),
        ("italian", f"play: 9C; table: {SEVEN}", may_go_out(), "**Yes:** Discard 9♧ (I-12)"),
        (
            "italian",
            f"play: 9C 4S 5S; table: {SEVEN}",
            may_go_out(),
            "**Yes:** Your side has what it needs: lay all your cards, or all but a last discard. (I-12)",
        ),
        (
            "italian",
            "play: 9C 4S 5S",
            may_go_out(),
            "**No:** Your side cannot go out yet: it has no canasta for that. (I-12)",
        ),
        ("italian", "play: 9C 9D 9S 9H 9C 9D 9S 5S", may_go_out(), "**Yes:** Meld 9 9 9 9 9 9 9 (70) (I-12)"),
        (
            "tranca",
            f"play: 9C 4S; table: {SEVEN}; foot: 5C 5D",
            may_go_out(),
            "**No:** Emptying your hand takes your side's foot first; only after that can you go out. (T-12)",
        ),
        (
            "classic",
            f"play: 9C; asked: no; table: {SEVEN}",
            may_go_out(),
            "**No:** Your partner said no: in this turn you must not go out. (C-8)",
        ),
    ],
)
def test_may_i_in_my_turn(rules: str, text: str, question: Question, told: str) -> None:
    assert answer(text, question, rules) == told


def test_before_drawing_the_answer_is_no_and_what_comes_after() -> None:
    assert answer("draw: 9C 9D 9H 4S 5S; pile: 4S", may_meld("9 9 9")) == (
        "**No:** Draw a card or take the pile first. (X-2)\n"
        "After that, with the cards of now:\n"
        "**Yes:** Meld 9 9 9 (30) (I-4)"
    )


def test_out_of_turn_the_referee_supposes_that_it_were() -> None:
    text = "play: 9C 9D 4S 5S; pile: 7S; left: 7C 7D KH QH"
    assert answer(text, may_take("7 7"), seat=1) == (
        "It is not your turn. (X-2)\n"
        "If it were, with all as it is now:\n"
        "**Yes:** Take the pile with 7♧ 7♢ (I-5)"
    )


def test_what_is_blocked_for_the_next_player_is_not_for_others() -> None:
    text = "draw: 9C 9D 4S 5S; pile: 7S 3C; partner: 7C 7D KH QH"
    assert "A black three blocks the pile for you in this turn. (T-7)" in answer(
        text, may_take(None), "tranca"
    )
    assert "With 3♧ on top the pile cannot be taken. (T-7)" in answer(text, may_take(None), "tranca", seat=2)


def test_while_a_question_waits_nothing_else_may_be_done() -> None:
    text = "play: 9C 9D 9H 5S; asked: waiting; table: KC KD KS KH KC KD KS"
    told = answer(text, may_meld("9 9 9"), "classic")
    assert told == '**No:** First the question "may I go out?" has to be answered. (C-8)'


def test_when_the_deal_is_over_there_is_nothing_to_judge() -> None:
    assert answer("over: 9H 9D 4S; pile: 9S", may_take(None)) == "**No:** This deal is over. (X-2)"
