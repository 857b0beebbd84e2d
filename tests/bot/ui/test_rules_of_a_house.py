"""The rules of a table are told whole, in every language: each clause, and each change at its clause."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.render.rules import value_text
from bot.ui.rules_panel import rules_panel
from engine.rulebook import load_book, load_rules, rule_set_names
from engine.texts import OPTIONS
from tests.bot.ui.panels import LANGUAGES, words
from tests.houses import HOUSES, house_name, single_choices

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.i18n import Texts
    from engine.ruleset import RuleSet

_PAGES = 5
"""More than any language needs: behind the last page the last one comes again."""
_CLAUSE = re.compile(r"\*\*([A-Z]-\d+)\*\* ")
_TOP = "top"

each_house = pytest.mark.parametrize("rules", HOUSES, ids=house_name)


def told(rules: RuleSet, t: Texts) -> list[str]:
    """All lines of the rules, page after page."""
    pages = dict.fromkeys(words(rules_panel(rules, t, page))[0] for page in range(_PAGES))
    return [line for page in pages for line in page.split("\n")]


def divided(lines: Iterable[str], t: Texts) -> tuple[list[str], dict[str, list[str]]]:
    """The rules without what the table changes, and what it changes under each clause and at the top."""
    begin = t("This table plays: {rule}", rule="")
    usual, changes, where = [], dict[str, list[str]](), _TOP
    for line in lines:
        if line.startswith(begin):
            changes.setdefault(where, []).append(line)
        else:
            usual.append(line)
            clause = _CLAUSE.match(line)
            where = clause[1] if clause else where
    return usual, changes


@each_house
async def test_what_a_table_changes_stands_at_its_clause_and_nothing_else_does(rules: RuleSet) -> None:
    fields = load_book(rules.name).fields
    for t in LANGUAGES:
        _, changes = divided(told(rules, t), t)
        top = changes.pop(_TOP, [])
        assert len(top) == len(rules.options)
        assert sorted(top) == sorted(line for lines in changes.values() for line in lines)
        for name, value in rules.options.items():
            (line,) = [line for line in changes[fields[name].clause] if t(OPTIONS[name]) in line]
            assert value_text(name, value, t) in line
            assert line.endswith(f"({fields[name].clause})")


@each_house
async def test_the_clauses_are_told_whole_whatever_a_table_changes(rules: RuleSet) -> None:
    for t in LANGUAGES:
        lines = told(rules, t)
        usual, _ = divided(lines, t)
        assert usual == told(load_rules(rules.name), t)
        for clause, text in load_book(rules.name).clauses.items():
            assert f"**{clause}** {t(text)}" in usual
        assert not [line for line in lines if set("{}…") & set(line)], "filled, and not cut"


@pytest.mark.parametrize("name", rule_set_names())
async def test_no_two_choices_of_a_house_are_told_alike(name: str) -> None:
    houses = {load_rules(name, options=choice) for choice in single_choices(name)}
    for t in LANGUAGES:
        assert len({tuple(told(rules, t)) for rules in houses}) == len(houses)
