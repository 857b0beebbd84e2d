"""Random play, counted: games of cards, each in turn, so that a busy moment of the machine meets all.

Seconds are those of the processor, so that a busy machine disturbs little.
"""

from __future__ import annotations

import gc
import time
from dataclasses import dataclass
from statistics import mean, median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.games import Game

LOOKS = 2000
"""Positions whose hands and lists are counted."""
AT_ONCE = 200
"""Actions between two looks at the clock, so that it costs nothing."""


@dataclass(frozen=True, slots=True)
class Play:
    """What random play came to: speed, and how large hands and lists of legal actions were."""

    actions_per_second: float
    deals_per_second: float
    mean_hand: float
    mean_listed: float


def compare(games: Sequence[Game], seconds: float, turns: int = 5) -> list[Play]:
    """Play the games in turns for so many seconds in all; return the median speeds of each."""
    share = seconds / turns / len(games)
    sizes = [_sizes(game) for game in games]
    speeds = [[_speed(game, share) for game in games] for _ in range(turns)]
    return [
        Play(median(actions for actions, _ in own), median(deals for _, deals in own), *size)
        for own, size in zip(zip(*speeds, strict=True), sizes, strict=True)
    ]


def _sizes(game: Game) -> tuple[float, float]:
    """Return the mean hand and the mean list, and leave the game warm for its timing."""
    looks = []
    for _ in range(LOOKS):
        looks.append(game.look())
        game.play(1)
    return mean(hand for hand, _ in looks), mean(listed for _, listed in looks)


def _speed(game: Game, seconds: float) -> tuple[float, float]:
    """Return how many actions are played and how many deals end in a second.

    As with `timeit`, garbage is not collected meanwhile: a collection goes through the memory of all games,
    and would be charged to the one that plays.
    """
    played = ended = 0
    gc.collect()
    gc.disable()
    try:
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            ended += game.play(AT_ONCE)
            played += AT_ONCE
    finally:
        gc.enable()
    return played / spent, ended / spent
