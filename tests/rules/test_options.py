"""The rule set as data: its fields, its options, and every value of each."""

from __future__ import annotations

from itertools import product

import pytest

from engine.errors import InvalidInput, Reason
from engine.rulebook import load_book, load_rules, parse_option, rule_set_names
from tests.positions import italian

OPTIONS = {
    "match.target": 5000,
    "pile.frozen_take": ("pair_or_own_meld", "pair", "any_valid_meld"),
    "pile.wild_top": ("never", "as_wild"),
    "black_three.wilds": (True, False),
    "going_out.canasta": ("any", "clean"),
    "going_out.bonus": (0, 100, 200),
    "canasta.min_size": (7, 6),
}


def test_italian_offers_its_options_with_the_default_first() -> None:
    options = {field.name: field for field in load_book("italian").options}
    assert options.keys() == OPTIONS.keys()
    for name, values in OPTIONS.items():
        if isinstance(values, tuple):
            assert options[name].allowed == values
            assert options[name].value == values[0]
    assert (options["match.target"].value, options["match.target"].allowed) == (5000, (500, 20000))


def test_every_combination_of_options_makes_a_rule_set() -> None:
    italian().card_points  # noqa: B018  # what a rule set has worked out must not get into another
    choices = {name: values for name, values in OPTIONS.items() if isinstance(values, tuple)}
    for combination in product(*choices.values()):
        options = dict(zip(choices, combination, strict=True))
        rules = italian(options)
        for name, value in options.items():
            group, _, key = name.partition(".")
            assert getattr(getattr(rules, group), key) == value
        assert rules.options == {name: value for name, value in options.items() if value != choices[name][0]}
        assert rules.card_points == italian().card_points


def test_defaults_given_as_options_are_no_change() -> None:
    assert italian({"canasta.min_size": 7, "match.target": 5000}) == italian()


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"pile.frozen_tak": "pair"}, "pile.frozen_take"),
        ({"deck.jokers": 4}, "deck.jokers"),  # a field, but no option of this rule set
        ({"wild.max_per_meld": 2}, "wild.max_per_meld"),
        ({"opening.minimum": "brackets"}, "opening.minimum"),
        ({"pile.frozen_take": "never"}, "pair_or_own_meld, pair, any_valid_meld"),
        ({"going_out.canasta": "royal"}, "any, clean"),
        ({"going_out.bonus": 50}, "0, 100, 200"),
        ({"going_out.bonus": False}, "0, 100, 200"),
        ({"black_three.wilds": 1}, "true, false"),
        ({"canasta.min_size": 7.0}, "7, 6"),
        ({"canasta.min_size": 5}, "7, 6"),
        ({"match.target": 499}, "500 to 20000"),
    ],
)
def test_wrong_options_and_values_are_refused_by_name(options: dict[str, object], named: str) -> None:
    with pytest.raises(InvalidInput, match=named) as refusal:
        load_rules("italian", options=options)  # type: ignore[arg-type]
    assert next(iter(options)) in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_unknown_rule_sets_and_versions_are_refused_by_name() -> None:
    assert "italian" in rule_set_names()
    with pytest.raises(InvalidInput, match="italian"):
        load_rules("italien")
    with pytest.raises(InvalidInput, match="version 99"):
        load_rules("italian", 99)
    assert load_rules("italian", 1) == italian()


def test_options_are_read_from_text() -> None:
    fields = load_book("italian").fields
    assert parse_option(fields["black_three.wilds"], "false") is False
    assert parse_option(fields["canasta.min_size"], "6") == 6
    assert parse_option(fields["match.target"], "1500") == 1500
    assert parse_option(fields["pile.wild_top"], "as_wild") == "as_wild"


def test_every_field_has_a_meaning_and_a_clause_that_the_book_words() -> None:
    book = load_book("italian")
    for field in book.fields.values():
        assert field.meaning
        assert field.clause in book.clauses
    assert set(book.rules.refusals.values()) <= book.clauses.keys()
    assert book.rules.refusals.keys() == set(Reason)
