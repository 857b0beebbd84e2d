"""Each clause of the rule books and each worked case has a test that bears its id."""

from __future__ import annotations

import fnmatch
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
FIELDS = {
    "italian": {
        "I-1": "deal.players deal.hand_size deck.* foot.*",
        "I-2": "deal.lead deal.upcard",
        "I-4": "meld.* wild.*",
        "I-5": "pile.max_wilds",
        "I-6": "red_three.value red_three.all_four red_three.favor",
        "I-7": "pile.frozen_by pile.blocked_by",
        "I-8": "pile.frozen_take",
        "I-9": "pile.wild_top",
        "I-10": "black_three.*",
        "I-11": "canasta.*",
        "I-12": "going_out.canasta going_out.canastas going_out.ask",
        "I-13": "going_out.bonus going_out.concealed going_out.concealed_bonus",
        "I-14": "points.*",
        "I-15": "match.*",
        "I-16": "red_three.last_card pile.must_take",
        "I-17": "opening.* pile.frozen_before_opening pile.single_for_single",
    },
    "tranca": {
        "T-1": "deal.players deck.*",
        "T-2": "deal.hand_size deal.lead deal.upcard foot.size",
        "T-3": "meld.min_size meld.max_set meld.sequences",
        "T-4": "wild.*",
        "T-5": "meld.one_per_rank",
        "T-6": "red_three.*",
        "T-7": "black_three.meld black_three.wilds pile.frozen_by pile.blocked_by",
        "T-9": "pile.frozen_take pile.wild_top pile.max_wilds pile.single_for_single",
        "T-12": "going_out.canasta going_out.canastas going_out.ask",
        "T-13": "foot.penalty",
        "T-14": "pile.must_take",
        "T-15": "canasta.* points.* opening.* pile.frozen_before_opening "
        "going_out.bonus going_out.concealed going_out.concealed_bonus",
        "T-16": "black_three.hand_penalty",
        "T-17": "match.*",
    },
    "classic": {
        "C-1": "deal.lead deal.upcard",
        "C-2": "opening.*",
        "C-3": "pile.frozen_by pile.blocked_by pile.frozen_before_opening",
        "C-4": "pile.frozen_take",
        "C-5": "black_three.wilds",
        "C-6": "red_three.favor",
        "C-7": "going_out.bonus going_out.concealed going_out.concealed_bonus",
        "C-8": "going_out.ask",
        "C-9": "pile.must_take",
        "C-10": "pile.single_for_single",
        "C-11": "deal.players two_players.*",
    },
}
"""What each clause decides; where Classic says nothing, the clauses of Italian hold."""
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


def decided_by(name: str) -> dict[str, str]:
    """The clause of each field of a rule set, by `FIELDS`."""
    decided = decided_by("italian") if name == "classic" else {}
    for clause, words in FIELDS[name].items():
        for word in words.split():
            decided |= dict.fromkeys(fnmatch.filter(load_book(name).fields, word), clause)
    return decided


@pytest.mark.parametrize("name", OWN)
def test_each_value_stands_with_the_clause_that_decides_it(name: str) -> None:
    assert {field.name: field.clause for field in load_book(name).fields.values()} == decided_by(name)
