from __future__ import annotations

import re

import pytest

from engine.handbook import FOLDER, handbook
from engine.rulebook import load_book, rule_set_names
from engine.texts import OPTIONS, VALUES
from tests.numbers import NUMBERS

FOLLOWS = {"pile.max_wilds", "red_three.all_four", "canasta.min_naturals"}
"""Numbers that follow from others where their clause does not name them."""


@pytest.mark.parametrize("name", rule_set_names())
def test_the_documents_are_in_step_with_the_rule_sets(name: str) -> None:
    written = (FOLDER / f"{name}.md").read_text("utf-8")
    assert written == handbook(name), "renew them: .venv/bin/python -m engine.handbook"


def test_every_rule_set_has_a_document_and_nothing_else_has() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.md")) == rule_set_names()


@pytest.mark.parametrize("name", rule_set_names())
def test_a_document_holds_every_clause_every_field_and_every_option(name: str) -> None:
    book, text = load_book(name), handbook(name)
    for clause, words in book.clauses.items():
        assert f"**{clause}** {words}\n" in text
    for field in book.fields:
        assert f"\n- `{field}`, " in text
    for field in book.options:
        assert f"\n| {OPTIONS[field.name]} (`{field.name}`) | " in text


@pytest.mark.parametrize("name", rule_set_names())
def test_each_option_and_each_of_its_values_has_words(name: str) -> None:
    for field in load_book(name).options:
        assert field.name in OPTIONS
        if not field.is_range and not all(type(value) is int for value in field.allowed):
            assert set(field.allowed) <= set(VALUES[field.name])


@pytest.mark.parametrize("name", rule_set_names())
def test_each_value_and_each_refusal_names_a_clause_that_there_is(name: str) -> None:
    book = load_book(name)
    assert {field.clause for field in book.fields.values()} <= set(book.clauses)
    assert set(book.rules.refusals.values()) <= set(book.clauses)


@pytest.mark.parametrize("name", rule_set_names())
def test_the_numbers_of_a_rule_set_stand_in_the_text_of_their_clauses(name: str) -> None:
    """A text and a value that come to differ are found here; what a rule set does without is 0."""
    book = load_book(name)
    for field in book.fields.values():
        unused = field.name in FOLLOWS or (
            field.name.startswith("opening.") and not book.rules.opening_minimum(0)
        )
        for value in field.value if isinstance(field.value, tuple) else (field.value,):
            if type(value) is int and value and not unused:
                words = [str(value), *NUMBERS[value : value + 1]]
                assert re.search(rf"\b({'|'.join(words)})\b", book.clauses[field.clause], re.IGNORECASE), (
                    field
                )
