"""House rules to try things on: each rule set as it is, with each choice alone, with several at random."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engine.rulebook import load_book, load_rules, rule_set_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.rulebook import RuleField
    from engine.ruleset import OptionValue, RuleSet

_AT_RANDOM = 12


def single_choices(name: str) -> Iterator[dict[str, OptionValue]]:
    """Yield each value of each option of a rule set, the usual ones too; of a range, its ends."""
    for field in load_book(name).options:
        yield from ({field.name: value} for value in field.allowed)


def _some_value(field: RuleField, random: Random) -> OptionValue:
    if not field.is_range:
        return random.choice(field.allowed)
    low, high = map(int, field.allowed)
    return random.randint(low, high)


def _houses() -> Iterator[RuleSet]:
    random = Random(11)
    for name in rule_set_names():
        yield load_rules(name)
        yield from (load_rules(name, options=choice) for choice in single_choices(name))
        for _ in range(_AT_RANDOM):
            options = load_book(name).options
            chosen = random.sample(options, random.randint(2, len(options)))
            yield load_rules(name, options={field.name: _some_value(field, random) for field in chosen})


HOUSES: tuple[RuleSet, ...] = tuple(dict.fromkeys(_houses()))


def house_name(rules: RuleSet) -> str:
    """Return what tells a house from the others, for the name of a test."""
    return " ".join(
        [rules.name, *(f"{name.partition('.')[2]}={value}" for name, value in rules.options.items())]
    )
