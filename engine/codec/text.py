"""JSON text, read strictly: what the public formats do not mean is refused, in one line."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from engine.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST_DIGITS = 18
"""More digits than any member needs; Python's own limit would be a traceback at 4301."""


class _TooLong(NamedTuple):
    """What stands for a number until its member can be named."""

    digits: int


def read_json(encoded: bytes) -> object:
    """Return the value of one JSON text, in UTF-8.

    Raises InvalidInput for what is no JSON, and for what a reader would have to guess at: a member named
    twice or in no Unicode, NaN and Infinity, numbers beyond 18 digits, nesting that no format needs.
    """
    try:
        text = encoded.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"not UTF-8 text: byte {error.start}") from None
    if not text.strip():
        raise InvalidInput("the input is empty")
    too_long: list[_TooLong] = []
    try:
        value = json.loads(
            text,
            object_pairs_hook=_members,
            parse_constant=_refuse_constant,
            parse_int=partial(_integer, too_long),
        )
        if too_long:
            place = _place_of(too_long[0], value, "")
            raise InvalidInput(f"{place or 'the input'}: a number of {too_long[0].digits} digits")
    except json.JSONDecodeError as error:
        raise InvalidInput(f"not JSON: {error.msg}, line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise InvalidInput("not JSON of ours: nested too deeply") from None
    return value


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidInput(f"{shorten(repr(twice))}: the member occurs twice")
    for name in members:
        if not name.isascii() and _is_broken(name):
            raise InvalidInput(f"{shorten(repr(name))}: the member's name is not Unicode")
    return members


def _is_broken(name: str) -> bool:
    """Tell whether half of a surrogate pair stands alone in ``name``: no text that could be written."""
    return any("\ud800" <= sign <= "\udfff" for sign in name)


def _refuse_constant(word: str) -> object:
    raise InvalidInput(f"not JSON: {word}")


def _integer(too_long: list[_TooLong], written: str) -> int | _TooLong:
    digits = len(written.lstrip("-"))
    if digits <= _MOST_DIGITS:
        return int(written)
    too_long.append(_TooLong(digits))
    return too_long[-1]


def _place_of(wanted: object, value: object, place: str) -> str | None:
    """Return where in ``value``, which is at ``place``, the very object ``wanted`` is; None if nowhere."""
    if value is wanted:
        return place
    inside: Iterable[tuple[int | str, object]] = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    found = (_place_of(wanted, other, place_inside(place, step)) for step, other in inside)
    return next((name for name in found if name is not None), None)


def place_inside(place: str, step: int | str) -> str:
    """Return how a value or a member of what is at ``place`` is called, such as ``position.hands[2]``."""
    if isinstance(step, int):
        return f"{place}[{step}]"
    name = step if step.isidentifier() else shorten(repr(step), 40)
    return f"{place}.{name}" if place else name


def shorten(text: str, most: int = 300) -> str:
    """Return ``text`` on one line and no longer than ``most`` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
