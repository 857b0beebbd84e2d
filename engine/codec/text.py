"""JSON text, read strictly: what the public formats do not mean is refused, in one line."""

from __future__ import annotations

import json

from engine.errors import InvalidInput

_MOST_DIGITS = 18
"""More digits than any member needs; Python's own limit would be a traceback at 4301."""


def read_json(encoded: bytes) -> object:
    """Return the value of one JSON text, in UTF-8.

    Raises InvalidInput for what is no JSON, and for what a reader would have to guess at: a member named
    twice, NaN and Infinity, numbers beyond 18 digits, nesting that no format needs.
    """
    try:
        text = encoded.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"not UTF-8 text: byte {error.start}") from None
    if not text.strip():
        raise InvalidInput("the input is empty")
    try:
        return json.loads(
            text, object_pairs_hook=_members, parse_constant=_refuse_constant, parse_int=_integer
        )
    except json.JSONDecodeError as error:
        raise InvalidInput(f"not JSON: {error.msg}, line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise InvalidInput("not JSON of ours: nested too deeply") from None


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidInput(f"{shorten(repr(twice))}: the member occurs twice")
    return members


def _refuse_constant(word: str) -> object:
    raise InvalidInput(f"not JSON: {word}")


def _integer(digits: str) -> int:
    if len(digits.lstrip("-")) > _MOST_DIGITS:
        raise InvalidInput(f"a number of {len(digits)} digits")
    return int(digits)


def shorten(text: str, most: int = 300) -> str:
    """Return ``text`` on one line and no longer than ``most`` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
