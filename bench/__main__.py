"""``python -m bench``: the engine's speed, beside that of a public card game environment in the same run.

The games differ, so the mean hand and the mean list of actions stand beside the ratio.
"""

from __future__ import annotations

import argparse

from bench.parts import time_parts
from bench.play import Canasta, Game, GinRummy, compare, has_rlcard
from bench.storage import measure_storage


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure the engine's speed.")
    parser.add_argument("--seconds", type=float, default=20, help="time to spend, by default 20")
    seconds = parser.parse_args().seconds
    compare_games(seconds / 2)
    print(f"\n{'part of the engine':<24}{'µs':>12}")
    for name, microseconds in time_parts(seconds / 2):
        print(f"{name:<24}{microseconds:>12.1f}")
    print("\nstorage")
    for name, value in measure_storage(seconds / 2):
        print(f"{name:<28}{value:>12}")


def compare_games(seconds: float) -> None:
    """Print how fast random play is in each game, and the ratio."""
    games: list[Game] = [Canasta(), GinRummy()] if has_rlcard() else [Canasta()]
    plays = compare(games, seconds)
    print(f"{'random play':<24}{'actions/s':>12}{'mean hand':>12}{'mean list':>12}")
    for game, play in zip(games, plays, strict=True):
        numbers = f"{play.actions_per_second:>12.0f}{play.mean_hand:>12.1f}{play.mean_listed:>12.1f}"
        print(f"{game.name:<24}{numbers}")
    if len(plays) > 1:
        print(f"{'ratio':<24}{plays[0].actions_per_second / plays[1].actions_per_second:>12.1f}")
    else:
        print("no ratio: rlcard is not installed (pip install --require-hashes -r requirements/bench.txt)")


if __name__ == "__main__":
    main()
