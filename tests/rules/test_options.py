"""House rules: which a rule set offers, every value of each, and refusals by name."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, TypeAlias

import pytest

from engine.errors import InvalidInput
from engine.rulebook import load_book, load_rules, parse_option, rule_set_names
from tests.positions import italian

if TYPE_CHECKING:
    from engine.ruleset import OptionValue

Values: TypeAlias = "tuple[OptionValue, ...]"

# Per rule set and option the values that a house may choose, the default first (match.target: a range).
OPTIONS: dict[str, dict[str, Values]] = {
    "italian": {
        "pile.frozen_take": ("pair_or_own_meld", "pair", "any_valid_meld"),
        "pile.wild_top": ("never", "as_wild"),
        "black_three.wilds": (True, False),
        "going_out.canasta": ("any", "clean"),
        "going_out.bonus": (0, 100, 200),
        "canasta.min_size": (7, 6),
        "opening.minimum": ("none", "brackets", "fifty"),
    },
    "tranca": {
        "black_three.hand_penalty": (10, 100),
        "going_out.canasta": ("any", "clean", "royal"),
        "going_out.bonus": (100, 0, 200),
        "deck.jokers": (0, 4),
        "wild.max_per_meld": (1, 2, 3),
        "canasta.min_size": (7, 6),
        "opening.minimum": ("none", "brackets", "fifty"),
    },
    "classic": {
        "black_three.wilds": (False, True),
        "going_out.canasta": ("any", "clean"),
        "going_out.bonus": (100, 0, 200),
        "canasta.min_size": (7, 6),
        "opening.minimum": ("brackets", "none", "fifty"),
    },
}
CLAUSES = {
    "match.target": ("I-15", "T-17", "I-15"),
    "pile.frozen_take": ("I-8", None, None),
    "pile.wild_top": ("I-9", None, None),
    "black_three.wilds": ("I-10", None, "C-5"),
    "black_three.hand_penalty": (None, "T-16", None),
    "going_out.canasta": ("I-12", "T-12", "I-12"),
    "going_out.bonus": ("I-13", "T-15", "C-7"),
    "deck.jokers": (None, "T-1", None),
    "wild.max_per_meld": (None, "T-4", None),
    "canasta.min_size": ("I-11", "T-15", "I-11"),
    "opening.minimum": ("I-17", "T-15", "C-2"),
}
TARGETS = {"italian": 5000, "tranca": 3000, "classic": 5000}


@pytest.mark.parametrize("name", OPTIONS)
def test_a_rule_set_offers_its_options_with_the_default_first(name: str) -> None:
    options = {field.name: field for field in load_book(name).options}
    assert options.keys() == {"match.target", *OPTIONS[name]}
    for option, values in OPTIONS[name].items():
        assert (options[option].value, set(options[option].allowed)) == (values[0], set(values)), option
        assert len(options[option].allowed) == len(values)
        assert not options[option].is_range
    target = options["match.target"]
    assert (target.value, target.allowed, target.is_range) == (TARGETS[name], (500, 20000), True)


@pytest.mark.parametrize(("place", "name"), [*enumerate(OPTIONS)])
def test_an_option_stands_with_its_clause(place: int, name: str) -> None:
    fields = load_book(name).fields
    for option, clauses in CLAUSES.items():
        if clauses[place] is not None:
            assert fields[option].clause == clauses[place], option
        else:
            assert not (option in fields and fields[option].allowed), option


@pytest.mark.parametrize("name", OPTIONS)
def test_every_combination_of_options_makes_a_rule_set(name: str) -> None:
    own = load_rules(name)
    own.card_points  # noqa: B018  # what a rule set has worked out must not get into another
    choices = OPTIONS[name]
    made = set()
    for combination in product(*choices.values()):
        options = dict(zip(choices, combination, strict=True))
        rules = load_rules(name, options=options)
        for option, value in options.items():
            group, _, key = option.partition(".")
            assert getattr(getattr(rules, group), key) == value
        assert rules.options == {key: value for key, value in options.items() if value != choices[key][0]}
        assert rules.card_points == own.card_points
        made.add(rules)
    assert len(made) == len(list(product(*choices.values()))), "no two are the same rule set"


@pytest.mark.parametrize("name", OPTIONS)
def test_defaults_given_as_options_are_no_change(name: str) -> None:
    defaults = {option: values[0] for option, values in OPTIONS[name].items()}
    assert load_rules(name, options=defaults | {"match.target": TARGETS[name]}) == load_rules(name)


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_changes_nothing_else(name: str) -> None:
    own = load_rules(name)
    for option, values in OPTIONS[name].items():
        for value in values[1:]:
            rules = load_rules(name, options={option: value})
            for field in load_book(name).fields:
                group, _, key = field.partition(".")
                was, now = (getattr(getattr(one, group), key) for one in (own, rules))
                assert (was == now) is (field != option), (field, option)


@pytest.mark.parametrize(
    ("name", "options", "named"),
    [
        ("italian", {"pile.frozen_tak": "pair"}, "pile.frozen_take"),
        ("italian", {"deck.jokers": 4}, "deck.jokers"),  # a field, but no option of this rule set
        ("italian", {"wild.max_per_meld": 2}, "wild.max_per_meld"),
        ("italian", {"black_three.hand_penalty": 100}, "black_three.hand_penalty"),
        ("italian", {"opening.minimum": "sixty"}, "none, brackets, fifty"),
        ("italian", {"pile.frozen_take": "never"}, "pair_or_own_meld, pair, any_valid_meld"),
        ("italian", {"going_out.canasta": "royal"}, "any, clean"),
        ("italian", {"going_out.bonus": 50}, "0, 100, 200"),
        ("italian", {"going_out.bonus": False}, "0, 100, 200"),
        ("italian", {"black_three.wilds": 1}, "true, false"),
        ("italian", {"canasta.min_size": 7.0}, "7, 6"),
        ("italian", {"canasta.min_size": 5}, "7, 6"),
        ("italian", {"match.target": 499}, "500 to 20000"),
        ("tranca", {"pile.frozen_take": "pair"}, "pile.frozen_take"),
        ("tranca", {"pile.wild_top": "never"}, "pile.wild_top"),
        ("tranca", {"black_three.wilds": True}, "black_three.wilds"),
        ("tranca", {"deck.jokers": 2}, "0, 4"),
        ("tranca", {"deck.jokers": "4"}, "0, 4"),
        ("tranca", {"wild.max_per_meld": 0}, "1, 2, 3"),
        ("tranca", {"wild.max_per_meld": True}, "1, 2, 3"),
        ("tranca", {"going_out.canasta": "dirty"}, "any, clean, royal"),
        ("tranca", {"black_three.hand_penalty": 50}, "10, 100"),
        ("tranca", {"foot.size": 11}, "foot.size"),
        ("tranca", {"match.target": 20001}, "500 to 20000"),
        ("classic", {"pile.frozen_take": "pair_or_own_meld"}, "pile.frozen_take"),
        ("classic", {"pile.wild_top": "as_wild"}, "pile.wild_top"),
        ("classic", {"going_out.canasta": "royal"}, "any, clean"),
        ("classic", {"opening.minimum": 50}, "brackets, none, fifty"),
        ("classic", {"two_players.canastas": 1}, "two_players.canastas"),
        ("classic", {"opening.minimums": (15, 50, 90)}, "opening.minimums"),
    ],
)
def test_wrong_options_and_values_are_refused_by_name(
    name: str, options: dict[str, object], named: str
) -> None:
    with pytest.raises(InvalidInput, match=named) as refusal:
        load_rules(name, options=options)  # type: ignore[arg-type]
    assert next(iter(options)) in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_unknown_rule_sets_and_versions_are_refused_by_name() -> None:
    for name in rule_set_names():
        with pytest.raises(InvalidInput, match=name):
            load_rules(f"{name}s")
        with pytest.raises(InvalidInput, match="version 99"):
            load_rules(name, 99)
        assert load_rules(name, 1) == load_rules(name)


def test_options_are_read_from_text() -> None:
    fields = load_book("italian").fields
    assert parse_option(fields["black_three.wilds"], "false") is False
    assert parse_option(fields["canasta.min_size"], "6") == 6
    assert parse_option(fields["match.target"], "1500") == 1500
    assert parse_option(fields["match.target"], "-5") == -5
    assert parse_option(fields["pile.wild_top"], "as_wild") == "as_wild"


@pytest.mark.parametrize(
    "text", ["", "-", "--5", "5-", "+5", "1.5", "1e3", " 5", "\u0665\u0660\u0660", "9" * 19, "9" * 5000]
)
def test_what_is_nearly_a_number_is_a_word_and_refused(text: str) -> None:
    assert parse_option(load_book("italian").fields["match.target"], text) == text
    with pytest.raises(InvalidInput, match="cannot be"):
        load_rules("italian", options={"match.target": text})


def test_a_rule_set_with_options_is_a_key_of_its_own() -> None:
    # What is remembered about hands is kept by rule set: two tables must not share it.
    assert italian() != italian({"canasta.min_size": 6})
    assert len({italian(), italian({}), italian({"canasta.min_size": 6})}) == 2
