from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from engine import rulebook
from engine.contradictions import contradiction_in
from engine.errors import InvalidInput
from engine.rulebook import load_book, load_rules, rule_set_names

if TYPE_CHECKING:
    from engine.ruleset import RuleSet


def changed(name: str, **groups: dict[str, Any]) -> RuleSet:
    rules = load_rules(name)
    updated = {group: replace(getattr(rules, group), **values) for group, values in groups.items()}
    return rules.changed({}, updated)


@pytest.mark.parametrize(
    ("rules", "fields"),
    [
        (changed("italian", going_out={"canasta": "royal"}), ("going_out.canasta", "meld.sequences")),
        (changed("italian", meld={"max_set": 6}), ("canasta.min_size", "meld.max_set")),
        (changed("italian", meld={"max_set": 1}), ("canasta.min_size", "meld.max_set")),
        (changed("tranca", black_three={"wilds": True}), ("black_three.wilds", "black_three.meld")),
        (changed("classic", opening={"minimums": (50,)}), ("opening.minimums", "opening.scores")),
    ],
)
def test_values_that_no_play_could_satisfy_are_named(rules: RuleSet, fields: tuple[str, str]) -> None:
    assert contradiction_in(rules) == fields


@pytest.mark.parametrize(
    "rules",
    [
        changed("tranca", going_out={"canasta": "royal"}),
        changed("italian", meld={"max_set": 7}),  # a canasta of seven cards, and none larger
        changed("tranca", meld={"max_set": 6}),  # canastas are sequences
        changed("italian", black_three={"meld": "never", "wilds": False}),
        changed("classic", opening={"scores": (0,), "minimums": (15, 50)}),
    ],
)
def test_values_that_some_play_satisfies_go_together(rules: RuleSet) -> None:
    assert contradiction_in(rules) is None


@pytest.mark.parametrize("name", rule_set_names())
def test_no_two_house_rules_contradict_each_other(name: str) -> None:
    options = load_book(name).options
    for one, other in combinations(options, 2):
        for value in one.allowed:
            for beside in other.allowed:
                rules = load_rules(name, options={one.name: value, other.name: beside})
                assert contradiction_in(rules) is None


def test_rules_that_contradict_themselves_are_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "contradiction_in", lambda _: ("going_out.canasta", "meld.sequences"))
    with pytest.raises(InvalidInput, match=r"going_out\.canasta and meld\.sequences contradict each other"):
        load_rules("italian", options={"going_out.canasta": "clean"})
