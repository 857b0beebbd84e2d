"""Rule books: the TOML files of ``engine/rulesets``, read once, and rule sets made from them.

A book knows what a rule set does not need while playing: the text of each clause, and which values a house
may choose for a field.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from engine.contradictions import contradiction_in
from engine.errors import InvalidInput, Reason
from engine.ruleset import GROUPS, OptionValue, RuleSet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FOLDER = files("engine") / "rulesets"
_NUMBER = re.compile(r"-?[0-9]{1,18}")
"""Whole numbers, no longer than any that JSON may bring: see `engine.codec.text`."""


@dataclass(frozen=True, slots=True)
class RuleField:
    """A value of a rule set: its dotted name, clause and meaning, and what a house may choose.

    ``allowed`` is empty where there is no choice; with ``is_range`` it holds the lowest and highest value.
    """

    name: str
    value: object
    clause: str
    meaning: str
    allowed: tuple[OptionValue, ...]
    is_range: bool

    def allows(self, value: object) -> bool:
        """Tell whether a house may choose ``value``."""
        if self.is_range:
            low, high = self.allowed
            return type(value) is int and low <= value <= high  # type: ignore[operator]  # ranges hold ints
        return any(type(value) is type(choice) and value == choice for choice in self.allowed)


@dataclass(frozen=True, slots=True)
class RuleBook:
    """A rule set as its file gives it: fields by dotted name, clauses by id, both in the file's order.

    ``intro`` says in a few sentences what kind of game it is.
    """

    rules: RuleSet
    intro: str
    fields: Mapping[str, RuleField]
    clauses: Mapping[str, str]

    @property
    def options(self) -> list[RuleField]:
        """The fields that a house may change."""
        return [field for field in self.fields.values() if field.allowed]


def rule_set_names() -> list[str]:
    """Return the names of the rule sets, in alphabetical order."""
    return sorted(_versions())


@cache
def load_book(name: str, version: int | None = None) -> RuleBook:
    """Return the rule book ``name``; without ``version`` the newest.

    Raises InvalidInput naming the nearest valid name or the versions there are.
    """
    versions = _versions().get(name)
    if versions is None:
        raise InvalidInput(f"unknown rule set {name!r}{_nearest(name, list(_versions()))}")
    number = max(versions) if version is None else version
    if number not in versions:
        raise InvalidInput(f"rule set {name!r} has no version {number}; there is {_list(sorted(versions))}")
    data = _merged(_read("common"), _read(f"{name}-{number}"))
    fields = {field.name: field for group in GROUPS if group in data for field in _fields(group, data[group])}
    values = _nested({field.name: field.value for field in fields.values()})
    rules = RuleSet(
        name=data["name"],
        version=data["version"],
        title=data["title"],
        options={},
        refusals={Reason(key): clause for key, clause in data["refusals"].items()},
        clauses={field.name: field.clause for field in fields.values()},
        **{group: GROUPS[group](**values[group]) for group in values},
    )
    return RuleBook(_consistent(rules), data["intro"], fields, data["clauses"])


def load_rules(
    name: str, version: int | None = None, options: Mapping[str, OptionValue] | None = None
) -> RuleSet:
    """Return the rule set ``name`` with a house's ``options`` (dotted field to value) applied.

    An option equal to the rule set's own value is not counted as a change.
    Raises InvalidInput that names an unknown rule set, version, option or value and the nearest valid ones,
    or two options that contradict each other.
    """
    book = load_book(name, version)
    changed: dict[str, OptionValue] = {}
    for option, value in (options or {}).items():
        field = book.fields.get(option)
        if field is None or not field.allowed:
            names = [field.name for field in book.options]
            raise InvalidInput(f"rule set {name!r} has no option {option!r}{_nearest(option, names)}")
        if not field.allows(value):
            raise InvalidInput(f"option {option!r} cannot be {value!r}: {describe_allowed(field)}")
        if value != field.value:
            changed[option] = value
    if not changed:
        return book.rules
    groups = {
        group: replace(getattr(book.rules, group), **values) for group, values in _nested(changed).items()
    }
    return _consistent(book.rules.changed(changed, groups))


def option_word(value: object) -> str:
    """Return the text of an option's value, as `parse_option` reads it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def describe_allowed(field: RuleField) -> str:
    """Return in words which values a house may choose for ``field``."""
    if field.is_range:
        return f"{field.allowed[0]} to {field.allowed[1]}"
    return f"one of {_list([option_word(value) for value in field.allowed])}"


def parse_option(field: RuleField, text: str) -> OptionValue:
    """Return the value that ``text`` means for an option; what means none comes back as it is."""
    for value in field.allowed:
        if option_word(value) == text:
            return value
    return int(text) if _NUMBER.fullmatch(text) else text


def _versions() -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for file in _FOLDER.iterdir():
        name, dash, rest = file.name.removesuffix(".toml").rpartition("-")
        if dash and rest.isdecimal():
            found.setdefault(name, set()).add(int(rest))
    return found


def _read(stem: str) -> dict[str, Any]:
    """Return the tables of a file, laid over those of the file that it names as its base."""
    data = tomllib.loads((_FOLDER / f"{stem}.toml").read_text("utf-8"))
    if "base" not in data:
        return data
    base = _read(data["base"])
    for clause in data["replaces"]:
        del base["clauses"][clause]
    return _merged(base, data)


def _merged(base: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    tables = {key: base[key] | data[key] for key in base if isinstance(data.get(key), dict)}
    return {**base, **data, **tables}


def _fields(group: str, entries: Mapping[str, Any]) -> list[RuleField]:
    meanings = TypeAdapter(GROUPS[group]).json_schema()["properties"]
    return [
        RuleField(
            name=f"{group}.{key}",
            value=_frozen(entry["value"]),
            clause=entry["clause"],
            meaning=meanings[key]["description"],
            allowed=tuple(entry.get("allowed", entry.get("range", ()))),
            is_range="range" in entry,
        )
        for key, entry in entries.items()
    ]


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _nested(values: Mapping[str, object]) -> dict[str, dict[str, object]]:
    nested: dict[str, dict[str, object]] = {}
    for dotted, value in values.items():
        group, _, key = dotted.partition(".")
        nested.setdefault(group, {})[key] = value
    return nested


def _consistent(rules: RuleSet) -> RuleSet:
    """Return ``rules`` themselves. Raises InvalidInput that names two fields which contradict each other."""
    fields = contradiction_in(rules)
    if fields is not None:
        raise InvalidInput(f"rule set {rules.name!r}: {' and '.join(fields)} contradict each other")
    return rules


def _list(values: Sequence[object]) -> str:
    return ", ".join(str(value) for value in values)


def _nearest(word: str, known: list[str]) -> str:
    near = get_close_matches(word, known, n=3) or sorted(known)
    return f"; did you mean {' or '.join(near)}?" if near else ""
