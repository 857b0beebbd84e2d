"""Each clause of the rule books and each worked case has a test that bears its id."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.rulebook import load_book, rule_set_names

NAMED = re.compile(r"^def test_([xitck])(\d+)_", re.MULTILINE)
TESTED = {
    f"{letter.upper()}-{number}"
    for file in Path(__file__).parent.glob("test_*.py")
    for letter, number in NAMED.findall(file.read_text("utf-8"))
}
COMMON = [f"X-{number}" for number in range(1, 14)]
OWN = {
    "italian": [f"I-{number}" for number in range(1, 18)],
    "tranca": [f"T-{number}" for number in range(1, 19)],
    "classic": [f"C-{number}" for number in range(1, 12)],
}
CASES = {f"K-{number}" for number in range(1, 34)}


def test_there_are_three_rule_sets() -> None:
    assert rule_set_names() == sorted(OWN)


@pytest.mark.parametrize("name", OWN)
def test_every_clause_has_a_test(name: str) -> None:
    assert load_book(name).clauses.keys() <= TESTED


def test_every_case_has_a_test() -> None:
    assert CASES <= TESTED


def test_no_test_is_named_after_a_clause_that_there_is_not() -> None:
    assert TESTED - CASES - {*COMMON, *(clause for clauses in OWN.values() for clause in clauses)} == set()


@pytest.mark.parametrize("name", ["italian", "tranca"])
def test_the_book_has_the_clauses_of_its_rule_set(name: str) -> None:
    assert list(load_book(name).clauses) == [*COMMON, *OWN[name]]


def test_classic_has_its_own_clauses_beside_those_of_italian_that_hold() -> None:
    clauses = list(load_book("classic").clauses)
    assert [clause for clause in clauses if clause[0] == "X"] == COMMON
    assert [clause for clause in clauses if clause[0] == "C"] == OWN["classic"]
    kept = [clause for clause in clauses if clause[0] == "I"]
    assert set(kept) <= set(OWN["italian"])
    # the upcard, what freezes, taking a frozen pile, concealed, and no minimum: all different
    assert not {"I-2", "I-7", "I-8", "I-13", "I-17"} & set(kept)


@pytest.mark.parametrize("name", OWN)
def test_every_clause_is_worded_and_every_field_and_refusal_has_one(name: str) -> None:
    book = load_book(name)
    assert all(text.strip() for text in book.clauses.values())
    for field in book.fields.values():
        assert field.meaning
        assert field.clause in book.clauses, field.name
    assert set(book.rules.refusals.values()) <= book.clauses.keys()
