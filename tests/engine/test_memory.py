"""What is worked out once: for a key, and for a rule set."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

from engine.cards import parse_cards
from engine.melds import make_meld
from engine.memory import Memory, kept_with_rules
from engine.rulebook import load_rules

if TYPE_CHECKING:
    from engine.ruleset import RuleSet


def test_a_value_is_made_once() -> None:
    asked: list[int] = []

    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    memory = Memory(double)
    assert [memory[3], memory[4], memory[3]] == [6, 8, 6]
    assert asked == [3, 4]


def test_what_cannot_be_made_is_not_remembered() -> None:
    memory = Memory(lambda number: 1 // number)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            memory[0]
    assert memory == {}


def test_a_memory_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.memory._MOST", 3)
    memory = Memory(lambda number: -number)
    for number in range(8):
        assert memory[number] == -number
        assert len(memory) <= 3


def test_equal_rules_share_what_is_kept_and_others_do_not() -> None:
    @kept_with_rules
    def name_of(rules: RuleSet) -> list[str]:
        return [rules.name]

    options = {"canasta.min_size": 6}
    first, second = (load_rules("tranca", options=options) for _ in range(2))
    assert first is not second
    assert name_of(first) is name_of(second)
    assert name_of(first) == ["tranca"]
    assert name_of(load_rules("tranca")) is not name_of(first)


def test_rules_travel_to_another_process_without_what_is_kept() -> None:
    rules = load_rules("tranca", options={"canasta.min_size": 6})
    make_meld(rules, parse_cards("9C 9D 9H"))
    assert rules.memory
    arrived = pickle.loads(pickle.dumps(rules))  # noqa: S301  # what we dumped ourselves
    assert arrived == rules
    assert "memory" not in vars(arrived)
