"""Each clause of the rule book and each worked case has a test that bears its id."""

from __future__ import annotations

import re
from pathlib import Path

from engine.rulebook import load_book

NAMED = re.compile(r"^def test_([xik])(\d+)_", re.MULTILINE)
TESTED = {
    f"{letter.upper()}-{number}"
    for file in Path(__file__).parent.glob("test_*.py")
    for letter, number in NAMED.findall(file.read_text("utf-8"))
}


def test_every_clause_of_italian_has_a_test() -> None:
    assert load_book("italian").clauses.keys() - TESTED == set()


def test_the_book_has_the_clauses_of_italian() -> None:
    common = [f"X-{number}" for number in range(1, 14) if number != 10]  # X-10 is about sequences
    assert list(load_book("italian").clauses) == [*common, *(f"I-{number}" for number in range(1, 18))]


def test_every_case_of_italian_has_a_test() -> None:
    assert {f"K-{number}" for number in range(19, 32)} <= TESTED


def test_no_test_is_named_after_a_clause_that_there_is_not() -> None:
    assert load_book("italian").clauses.keys() | {f"K-{number}" for number in range(19, 32)} >= TESTED
