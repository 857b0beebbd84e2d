"""Counting action sequences: a change of the rules somewhere changes a number here."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from engine.apply import apply
from engine.deal import deal, shuffled_deck
from engine.legal import legal_actions
from engine.rulebook import load_book, load_rules, parse_option
from tests.positions import position

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
    """Return the position that a line names: see the head of the file."""
    name, options = "italian", dict[str, "OptionValue"]()
    if text.startswith("["):
        words, _, text = text[1:].partition("]")
        name, *choices = words.split()
        options = dict(_options(name, choices))
    text = text.strip()
    if text.startswith("deal "):
        _, seed, players = text.split()
        rules = load_rules(name, options=options)
        deck = shuffled_deck(rules, Random(int(seed)))
        return deal(rules, int(players) - 1, deck, (0, 0), int(players))[0]
    return position(text, options, name)


def _options(name: str, choices: list[str]) -> Iterator[tuple[str, OptionValue]]:
    for choice in choices:
        option, _, value = choice.partition("=")
        yield option, parse_option(load_book(name).fields[option], value)


def perft(state: State, depth: int) -> int:
    """Return how many sequences of so many actions lead on from the state."""
    legal = legal_actions(state)
    if depth == 1:
        return len(legal)
    count = 0
    for action in legal:
        after = state.copy()
        apply(after, after.awaited, action)
        count += perft(after, depth - 1)
    return count
