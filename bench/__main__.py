"""``python -m bench``: the engine's speed, beside that of public card game environments in the same run.

The games differ, so the mean hand and the mean list of actions stand beside the ratios. After them, what
storage and whole presses cost.
"""

from __future__ import annotations

import argparse
from statistics import median

from bench.games import Canasta, Game, public_games
from bench.latency import measure_latency, worst
from bench.parts import time_parts
from bench.play import compare
from bench.storage import measure_storage
from engine.rulebook import rule_set_names


def main() -> None:
    """Measure and print."""
    purpose = "Measure the engine, storage and whole presses."
    parser = argparse.ArgumentParser(prog="python -m bench", description=purpose)
    length = "how long presses are measured, by default 20; each of the three other parts takes half as long"
    parser.add_argument("--seconds", type=float, default=20, help=length)
    seconds = parser.parse_args().seconds
    compare_games(seconds / 2)
    print(f"\n{'part of the engine':<24}{'µs':>12}")
    for name, microseconds in time_parts(seconds / 2):
        print(f"{name:<24}{microseconds:>12.1f}")
    print("\nstorage")
    for name, value in measure_storage(seconds / 2):
        print(f"{name:<28}{value:>12}")
    print_latencies(seconds)


def compare_games(seconds: float) -> None:
    """Print how fast random play is in each game, and how many times as fast as in each public one."""
    public = public_games()
    games: list[Game] = [*(Canasta(name) for name in rule_set_names()), *public]
    plays = compare(games, seconds)
    columns = ("actions/s", "deals/s", "mean hand", "mean list", *(f"/ {_package(game)}" for game in public))
    print(f"{'random play':<24}" + "".join(f"{column:>13}" for column in columns))
    for game, play in zip(games, plays, strict=True):
        sizes = f"{play.mean_hand:>13.1f}{play.mean_listed:>13.1f}"
        speeds = f"{play.actions_per_second:>13.0f}{play.deals_per_second:>13.0f}"
        others = plays[len(games) - len(public) :]
        ratios = "".join(f"{play.actions_per_second / other.actions_per_second:>13.1f}" for other in others)
        print(f"{game.name:<24}{speeds}{sizes}{ratios}")
    if not public:
        print("no ratios: see requirements/bench.txt for the public environments")


def print_latencies(seconds: float) -> None:
    """Print how long a play waits for its answer, and how many times as long as nothing at all."""
    columns = ("presses", "nothing", "play", "ratio", "99 %: nothing", "play", "ratio")
    print(f"\n{'ms to the answer, tables':<24}" + "".join(f"{column:>14}" for column in columns))
    for found in measure_latency(seconds):
        times = (median(found.nothing), median(found.plays), worst(found.nothing), worst(found.plays))
        middle, nothing, last, play = (f"{1e3 * value:>14.1f}" for value in times)
        ratios = f"{found.ratio_of_medians():>14.2f}", f"{found.ratio_of_worst():>14.2f}"
        print(f"{found.tables:<24}{len(found.plays):>14}{middle}{nothing}{ratios[0]}{last}{play}{ratios[1]}")


def _package(game: Game) -> str:
    """Return the package that a public game names in brackets."""
    return game.name.partition("(")[2].rstrip(")")


if __name__ == "__main__":
    main()
