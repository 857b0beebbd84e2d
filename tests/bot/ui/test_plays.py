from __future__ import annotations

import pytest

from bot.render.text import action_label
from bot.ui.plays import goes_out, plays_for, suggestions, takes, worth
from engine.actions import Draw
from engine.cards import parse_cards
from engine.state import Phase
from engine.view import view_for
from tests.bot.ui.panels import T, matches, view, visible
from tests.positions import action

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


def test_a_wild_that_soils_a_clean_canasta_comes_last() -> None:
    labels = suggested(f"play: 2C 5C 5D 4H; table: {KINGS}, 9C 9D 9H")
    assert labels == ["Meld 5_5_2 (30)", "2 onto nines", "2 onto kings"]


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


def test_chosen_cards_play_as_they_are_chosen_whatever_their_suits() -> None:
    seen = view("play: JC JD JH JS 5C 5D; table: 9C 9D 9H")
    assert plays_for(seen, parse_cards("JD JH JS")) == [action("meld JD JH JS")]
    assert plays_for(seen, parse_cards("JS")) == [action("discard JS")]
    assert plays_for(seen, parse_cards("JS 5C")) == []
    assert plays_for(seen, []) == []


def test_a_wild_plays_onto_each_meld_or_is_discarded() -> None:
    seen = view(f"play: 2C 5C 5D; table: {KINGS}, 9C 9D 9H")
    plays = [action("meld 2C on 0"), action("meld 2C on 1"), action("discard 2C")]
    assert plays_for(seen, parse_cards("2C")) == plays


def test_takes_are_the_ways_to_take_the_pile() -> None:
    assert takes(view("draw: 9C 9D JK; pile: 9S 9H")) == [action("take 9H 9C 9D"), action("take 9H 9C JK")]
    assert takes(view("draw: 9C; pile: 9S")) == []


def test_only_lays_have_a_worth() -> None:
    assert worth(view("draw: 9C"), Draw()) == 0


def test_whatever_is_suggested_is_legal() -> None:
    for match in matches(5, 1):
        state = match.state
        if state is not None and state.phase is not Phase.OVER:
            seen = view_for(state, state.seat)
            assert set(suggestions(seen)) <= set(seen.legal)
