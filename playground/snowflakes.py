"""Ids as Discord makes them: the millisecond of their birth, and a number that keeps them apart."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_EPOCH_MS = 1_420_070_400_000  # 2015, the first second
_TIME_SHIFT = 22
_DIGITS = 20


class Snowflakes:
    """Gives out ids, each larger than all before it."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = 0

    def follow(self, known: str) -> None:
        """Make every id from now on larger than ``known``, whatever the clock says."""
        self._last = max(self._last, int(known))

    def next(self) -> str:
        """Return a new id."""
        now = (int(self._clock() * 1000) - _EPOCH_MS) << _TIME_SHIFT
        self._last = max(self._last + 1, now)
        return str(self._last)


def is_snowflake(text: str) -> bool:
    """Tell whether a text can be an id."""
    return text.isascii() and text.isdecimal() and len(text) <= _DIGITS


def born(snowflake: str) -> float:
    """Return when an id was made, in seconds since 1970."""
    return ((int(snowflake) >> _TIME_SHIFT) + _EPOCH_MS) / 1000


def timestamp(seconds: float) -> str:
    """Return a moment in seconds since 1970 as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
