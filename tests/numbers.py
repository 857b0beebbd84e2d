"""Numbers as English texts write them."""

from __future__ import annotations

NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()  # noqa: SIM905  # reads better
)


def number(word: str) -> int:
    """Return the number that a text means by ``word``: digits or a word."""
    return int(word) if word.isdecimal() else NUMBERS.index(word.lower())
