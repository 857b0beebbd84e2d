"""Random play, counted: by the engine, and by a public environment of another card game.

Seconds are those of the processor, so that a busy machine disturbs little.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import TYPE_CHECKING, Protocol

from engine.apply import apply
from engine.deal import deal, shuffled_deck
from engine.legal import legal_actions
from engine.rulebook import load_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SEED = 1


@dataclass(frozen=True, slots=True)
class Play:
    """What some seconds of random play came to: speed, and how large hands and lists of actions were."""

    actions_per_second: float
    mean_hand: float
    mean_listed: float


class Game(Protocol):
    """One game of cards after the other."""

    name: str

    def step(self) -> tuple[int, int]:
        """Play one action; return the size of the hand and of the list that it was chosen from."""
        ...


class Canasta:
    """Deals of `italian`, one after the other: `legal_actions`, a random choice, `apply`."""

    name = "canasta (italian)"

    def __init__(self) -> None:
        self._rules = load_rules("italian")
        self._rng = random.Random(SEED)
        self._deal()

    def _deal(self) -> None:
        self._state, _ = deal(self._rules, 0, shuffled_deck(self._rules, self._rng), (0, 0), 4)

    def step(self) -> tuple[int, int]:
        """See `Game`."""
        state = self._state
        actions = legal_actions(state)
        size = len(state.hands[state.seat])
        apply(state, state.seat, self._rng.choice(actions))
        if state.ended is not None:
            self._deal()
        return size, len(actions)


class GinRummy:
    """Games of rlcard's gin rummy: a random choice among the state's legal actions, `step`."""

    name = "gin rummy (rlcard)"

    def __init__(self) -> None:
        rlcard = import_module("rlcard")  # a requirement of the benchmark only, and perhaps not installed
        self._env = rlcard.make("gin-rummy", config={"seed": SEED})
        self._rng = random.Random(SEED)
        self._state, self._seat = self._env.reset()

    def step(self) -> tuple[int, int]:
        """See `Game`."""
        actions = list(self._state["legal_actions"])
        size = len(self._env.game.round.players[self._seat].hand)
        self._state, self._seat = self._env.step(self._rng.choice(actions))
        if self._env.is_over():
            self._state, self._seat = self._env.reset()
        return size, len(actions)


def has_rlcard() -> bool:
    """Tell whether the public environment is installed."""
    return find_spec("rlcard") is not None


def compare(games: Sequence[Game], seconds: float, turns: int = 3) -> list[Play]:
    """Play the games in turns, so that a busy moment of the machine meets all; return the median of each."""
    share = seconds / turns / len(games)
    plays = [[_play(game.step, share) for game in games] for _ in range(turns)]
    return [_median(list(of_game)) for of_game in zip(*plays, strict=True)]


def _play(step: Callable[[], tuple[int, int]], seconds: float) -> Play:
    played = hands = listed = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in range(100):  # the clock is read seldom enough to cost nothing
            hand, actions = step()
            hands += hand
            listed += actions
        played += 100
    return Play(played / spent, hands / played, listed / played)


def _median(plays: Sequence[Play]) -> Play:
    return Play(
        median(play.actions_per_second for play in plays),
        median(play.mean_hand for play in plays),
        median(play.mean_listed for play in plays),
    )
