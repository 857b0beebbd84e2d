"""Counting action sequences: a change of the rules somewhere changes a number here."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from engine.apply import apply
from engine.deal import deal, shuffled_deck
from engine.legal import legal_actions
from engine.rulebook import load_book, parse_option
from tests.positions import italian, position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.ruleset import OptionValue
    from engine.state import State

FILE = Path(__file__).with_name("perft.txt")


class Count(NamedTuple):
    """A line of the file: what it says of the position, and the numbers after it."""

    text: str
    counts: tuple[int, ...]


def lines() -> list[str]:
    return FILE.read_text("utf-8").splitlines()


def parse(line: str) -> Count | None:
    """Return what a line counts; None for a comment or an empty line."""
    if not line or line.startswith("#"):
        return None
    text, _, counts = line.partition("=>")
    return Count(text.strip(), tuple(map(int, counts.split())))


def state_of(text: str) -> State:
    options: dict[str, OptionValue] = {}
    if text.startswith("["):
        words, _, text = text[1:].partition("]")
        options = dict(_options(words))
    text = text.strip()
    if text.startswith("deal "):
        rules = italian(options)
        return deal(rules, 3, shuffled_deck(rules, Random(int(text.removeprefix("deal ")))), (0, 0), 4)[0]
    return position(text, options)


def _options(words: str) -> Iterator[tuple[str, OptionValue]]:
    for word in words.split():
        name, _, value = word.partition("=")
        yield name, parse_option(load_book("italian").fields[name], value)


def perft(state: State, depth: int) -> int:
    """Return how many sequences of so many actions lead on from the state."""
    legal = legal_actions(state)
    if depth == 1:
        return len(legal)
    count = 0
    for action in legal:
        after = state.copy()
        apply(after, after.seat, action)
        count += perft(after, depth - 1)
    return count
