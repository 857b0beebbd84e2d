"""Actions that are counted before they are made."""

from __future__ import annotations

import random

import pytest

from engine.actions import Discard, Draw
from engine.apply import apply
from engine.choices import Choices, part_of
from engine.deal import deal, shuffled_deck
from engine.legal import legal_actions
from engine.rulebook import load_rules, rule_set_names

CHOICES = Choices([part_of([Draw()]), part_of([]), part_of([Discard(8), Discard(9)])])
LISTED = [Draw(), Discard(8), Discard(9)]


def test_choices_are_a_sequence_of_their_actions() -> None:
    assert len(CHOICES) == 3
    assert CHOICES == LISTED
    assert LISTED[:2] != CHOICES
    assert [*LISTED[:2], Discard(12)] != CHOICES
    assert Choices([]) != 0
    assert repr(CHOICES) == f"Choices({LISTED!r})"
    assert [CHOICES[number] for number in range(-3, 3)] == LISTED + LISTED
    assert CHOICES[1:] == LISTED[1:]
    assert Discard(9) in CHOICES
    assert Discard(12) not in CHOICES
    assert CHOICES.index(Discard(9)) == 2


@pytest.mark.parametrize("number", [-4, 3])
def test_there_is_no_action_beyond_the_last(number: int) -> None:
    with pytest.raises(IndexError):
        CHOICES[number]


@pytest.mark.parametrize("name", rule_set_names())
def test_an_action_made_alone_is_the_one_listed(name: str) -> None:
    rules, rng = load_rules(name), random.Random(7)
    state, _ = deal(rules, 0, shuffled_deck(rules, rng), (0, 0), 4)
    for _ in range(300):
        if state.ended is not None:
            state, _ = deal(rules, 0, shuffled_deck(rules, rng), (0, 0), 4)
        legal = legal_actions(state)
        listed = list(legal)
        assert [legal[number] for number in range(len(legal))] == listed
        apply(state, state.awaited, rng.choice(listed))
