"""Single parts of the engine, timed on positions out of matches between greedy players.

Seconds are those of the processor, so that a busy machine disturbs little.
"""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from engine.codec import decode_match, encode_match
from engine.deal import deal, shuffled_deck
from engine.legal import legal_actions
from engine.match import new_match, play, start_deal
from engine.players import PLAYERS
from engine.rulebook import load_rules
from engine.view import view_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.match import Match
    from engine.state import State
    from engine.view import View

SEED = 1
REPEATS = 5
EVERY = 7
"""A position is kept each so many actions: a number that shares no rhythm with the turns of four."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One position in the forms that the parts take."""

    match: Match
    state: State
    view: View
    deck: list[int]
    snapshot: str


RNG = random.Random(SEED)
PARTS: dict[str, Callable[[Sample], object]] = {
    "deal a deck": lambda sample: deal(sample.match.rules, 0, sample.deck, (0, 0), 4),
    "copy a state": lambda sample: sample.state.copy(),
    "count legal actions": lambda sample: len(legal_actions(sample.state)),
    "list legal actions": lambda sample: list(legal_actions(sample.state)),
    "view of the seat to act": lambda sample: view_for(sample.state, sample.state.seat),
    "view of a spectator": lambda sample: view_for(sample.state, None),
    "choice of greedy": lambda sample: PLAYERS["greedy"](sample.view, RNG),
    "match to JSON text": lambda sample: json.dumps(encode_match(sample.match)),
    "match from JSON text": lambda sample: decode_match(json.loads(sample.snapshot)),
}


def time_parts(seconds: float) -> Iterator[tuple[str, float]]:
    """Yield each part with its mean time over the samples in microseconds, the median of some repeats."""
    samples = list(_samples())
    for name, part in PARTS.items():
        times = [_mean_time(part, samples, seconds / len(PARTS) / REPEATS) for _ in range(REPEATS)]
        yield name, 1e6 * median(times)


def _mean_time(part: Callable[[Sample], object], samples: list[Sample], seconds: float) -> float:
    calls = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for sample in samples:
            part(sample)
        calls += len(samples)
    return spent / calls


def _samples() -> Iterator[Sample]:
    rules = load_rules("italian")
    match = new_match(rules, 4)
    greedy = PLAYERS["greedy"]
    step = 0
    while not match.over:
        if match.between_deals:
            start_deal(match, shuffled_deck(rules, RNG), None if match.deals else 0)
        state = match.state
        if state is None:
            continue
        view = view_for(state, state.seat)
        if step % EVERY == 0:
            copy = match.copy()
            if copy.state is not None:
                yield Sample(
                    copy, copy.state, view, shuffled_deck(rules, RNG), json.dumps(encode_match(copy))
                )
        play(match, state.seat, greedy(view, RNG))
        step += 1
