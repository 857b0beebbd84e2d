from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee import judge_for
from bot.render.plays import action_label
from bot.ui.plays import fault_of, goes_out, plays_for, suggestions, takes, takes_foot, worth
from engine.actions import Draw
from engine.cards import parse_cards
from engine.errors import Reason
from engine.rulebook import load_rules
from engine.state import Phase
from engine.view import view_for
from tests.bot.ui.deals import states
from tests.bot.ui.panels import RULES, T, view, visible
from tests.positions import action, position

if TYPE_CHECKING:
    from engine.actions import Action

KINGS = "KC KD KS KH KC KD KS"


def suggested(text: str) -> list[str]:
    seen = view(text)
    return [visible(action_label(play, seen, T)) for play in suggestions(seen)]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("play: JC JD JH 5C 5D", ["Meld J_J_J (30)"]),
        (
            "play: JC JD JH 2C 5C 5D 5H 4C",
            ["Meld J_J_J (30)", "Meld 5_5_5 (15)", "Meld J_J_J_2 (50)", "Meld 5_5_5_2 (35)"],
        ),
        ("play: JC JD 2C JK 5C 4D", ["Meld J_J_2 (40)"]),
        ("play: KC 2C 5C 4D; table: KC KD KS", ["K onto kings", "K_2 onto kings"]),
        ("play: 2C JK 5C 4D; table: KC KD KS KH KC KD", ["2 onto kings"]),
        ("play: 5C 4D 6H", []),
    ],
)
def test_the_best_plays_come_first_and_wilds_are_dear(text: str, labels: list[str]) -> None:
    assert suggested(text) == labels


def test_a_wild_that_soils_a_clean_canasta_is_not_suggested() -> None:
    labels = suggested(f"play: 2C 5C 5D 4H; table: {KINGS}, 9C 9D 9H")
    assert labels == ["Meld 5_5_2 (30)", "2 onto nines"]


def test_of_several_ways_to_go_out_one_is_suggested_and_it_comes_first() -> None:
    seen = view(f"play: 2C; table: {KINGS}, 9C 9D 9H")
    plays = suggestions(seen)
    assert [goes_out(seen, play) for play in plays] == [True]
    assert plays[0] == action("discard 2C"), "laid, it would cost a clean canasta or a wild"


@pytest.mark.parametrize(
    ("text", "play", "out"),
    [
        (f"play: 9C; table: {KINGS}", "discard 9C", True),
        (f"play: 9C 5C; table: {KINGS}", "discard 9C", False),
        (f"play: 9C 9D 9H; table: {KINGS}", "meld 9C 9D 9H", True),
        (f"draw: 9C 9D; table: {KINGS}; pile: 9S", "take 9S 9C 9D", True),
        (f"draw: 9C 9D; table: {KINGS}; pile: 4S 9S", "take 9S 9C 9D", False),
        (f"draw: 9C 9D; table: {KINGS}; pile: 4S 9S", "draw", False),
    ],
)
def test_going_out_is_known_before_it_is_played(text: str, play: str, *, out: bool) -> None:
    assert goes_out(view(text), action(play)) is out


def plays(text: str, cards: str, rules: str = "italian") -> list[Action]:
    state = position(text, rules=rules)
    return plays_for(view_for(state, 0), judge_for(state, 0), parse_cards(cards))


def fault(text: str, cards: str, rules: str = "italian") -> tuple[Reason, str] | None:
    state = position(text, rules=rules)
    refusal = fault_of(view_for(state, 0), judge_for(state, 0), parse_cards(cards))
    return refusal and (refusal.reason, refusal.clause)


def test_chosen_cards_play_as_they_are_chosen_whatever_their_suits() -> None:
    text = "play: JC JD JH JS 5C 5D; table: 9C 9D 9H"
    assert plays(text, "JD JH JS") == [action("meld JD JH JS")]
    assert plays(text, "JS") == [action("discard JS")]
    assert plays(text, "JS 5C") == []
    assert plays(text, "") == []


def test_a_wild_plays_onto_each_meld_or_is_discarded() -> None:
    text = f"play: 2C 5C 5D; table: {KINGS}, 9C 9D 9H"
    expected = [action("meld 2C on 0"), action("meld 2C on 1"), action("discard 2C")]
    assert plays(text, "2C") == expected


def test_cards_of_sequences_play_by_face() -> None:
    text = "play: 7H 8H 9H 7C 5D; table: 4H 5H 6H, 7D 7S 7C, 7H 7S 7C"
    assert plays(text, "7H 8H 9H", "tranca") == [action("meld 7H 8H 9H"), action("meld 7H 8H 9H on 0")]
    assert plays(text, "7H", "tranca") == [action(f"meld 7H on {n}") for n in range(3)] + [
        action("discard 7H")
    ]
    assert plays(text, "8H", "tranca") == [action("discard 8H")]


def test_cards_of_several_melds_are_laid_together() -> None:
    text = "play: KC KD KH 7C 7D 2C 4S 5S"
    assert plays(text, "KC KD KH 7C 7D 2C") == [action("meld 7C 7D 2C, KC KD KH")]
    assert plays(text, "KC KD KH 7C 7D") == []
    assert plays("play: KC KD KH 7C 7D 2C 4S 5S; score: 0 0", "KC KD KH 7C 7D 2C", "classic") == [
        action("meld 7C 7D 2C, KC KD KH")
    ]


@pytest.mark.parametrize(
    ("text", "cards", "rules", "told"),
    [
        ("play: JC 5C 5D", "JC 5C", "italian", (Reason.MIXED_RANKS, "I-4")),
        ("play: KC KD 5C 5D; table: 9C 9D 9H", "KC KD", "italian", (Reason.MELD_TOO_SMALL, "I-4")),
        ("play: 3C 3S 3C 5D", "3C 3S 3C", "italian", (Reason.BLACK_THREES_CLOSE, "I-10")),
        ("play: 9C 9D 9H 5D", "9C 9D 9H", "italian", (Reason.NO_WAY_TO_END, "X-3")),
        ("play: 9C 9D 9H 5D 5H", "9C 9D 9H", "classic", (Reason.OPENING_TOO_LOW, "C-2")),
        ("play: 4H 5H 7H 9C 9D", "4H 5H 7H", "tranca", (Reason.NOT_CONSECUTIVE, "T-3")),
        ("play: 4H 5H 2C 2D 9D", "4H 5H 2C 2D", "tranca", (Reason.TOO_MANY_WILDS, "T-4")),
        ("play: 9C; asked: no; table: " + KINGS, "9C", "classic", (Reason.SAID_NO, "C-8")),
        ("play: JC JD JH 5C 5D", "JC JD JH", "italian", None),
    ],
)
def test_what_stops_chosen_cards_is_told(
    text: str, cards: str, rules: str, told: tuple[Reason, str] | None
) -> None:
    assert fault(text, cards, rules) == told


@pytest.mark.parametrize(
    ("text", "play", "out", "foot"),
    [
        ("play: 9C 9D 9H; foot: 5C 5D", "meld 9C 9D 9H", False, True),
        ("play: 9C; foot: 5C 5D", "discard 9C", False, True),
        (f"play: 9C; table: {KINGS}; foot: taken", "discard 9C", True, False),
        ("play: 9C 9D; foot: 5C 5D", "discard 9C", False, False),
    ],
)
def test_an_emptied_hand_takes_the_foot_before_it_goes_out(
    text: str, play: str, *, out: bool, foot: bool
) -> None:
    seen = view(text, rules="tranca")
    assert (goes_out(seen, action(play)), takes_foot(seen, action(play))) == (out, foot)


def test_takes_are_the_ways_to_take_the_pile() -> None:
    assert takes(view("draw: 9C 9D JK; pile: 9S 9H")) == [action("take 9H 9C 9D"), action("take 9H 9C JK")]
    assert takes(view("draw: 9C; pile: 9S")) == []


def test_only_lays_have_a_worth() -> None:
    assert worth(view("draw: 9C"), Draw()) == 0


@pytest.mark.parametrize("name", RULES)
def test_whatever_is_suggested_is_legal(name: str) -> None:
    for state in states(5, load_rules(name), share=0.3):
        if state.phase is not Phase.OVER:
            seen = view_for(state, state.awaited)
            assert set(suggestions(seen)) <= set(seen.legal)


def test_of_several_runs_of_a_suit_the_longest_is_suggested() -> None:
    seen = view("play: 4H 5H 6H 7H 9S TS JS 9D", rules="tranca")
    assert [visible(action_label(play, seen, T)) for play in suggestions(seen)] == [
        "Meld 4♡_5♡_6♡_7♡ (40)",
        "Meld 9♤_10♤_J♤ (30)",
    ]
