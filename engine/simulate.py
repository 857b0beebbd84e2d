"""Whole matches of computer players: the same for the same seed, however many processes play them."""

from __future__ import annotations

import json
import signal
from collections import Counter, deque
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from multiprocessing import active_children, get_context
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import TYPE_CHECKING

from engine.deal import choose_lead, shuffled_deck
from engine.events import FootToStock
from engine.match import new_match, play, start_deal
from engine.players import PLAYERS
from engine.records import PlayedDeal, encode_record
from engine.state import Ending, side_of
from engine.view import view_for

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from engine.codec.encode import Json
    from engine.match import Match
    from engine.ruleset import RuleSet
    from engine.state import Side

MOST_DEALS = 200
"""A match is cut here: players that never reach the target would play for ever."""
_AHEAD = 4
"""Matches handed to the processes before their turn, for each process."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to simulate. With ``duplicate`` two matches in a row share their decks, the sides swapped.

    ``players`` names a player for each seat; ``keep_records`` asks for the record of each match.
    """

    rules: RuleSet
    players: tuple[str, ...]
    seed: int
    matches: int
    duplicate: bool = False
    keep_records: bool = False

    def deals_seed(self, number: int) -> str:
        """Return the seed of the decks and of the first dealer of match ``number``."""
        return f"{self.seed}/{number // 2 if self.duplicate else number}"

    def seats(self, number: int) -> tuple[str, ...]:
        """Return who sits where in match ``number``; one seat on, everybody plays for the other side."""
        turn = number % 2 if self.duplicate else 0
        return self.players[turn:] + self.players[:turn]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one simulated match went; ``record`` is its line of JSON, or empty."""

    seats: tuple[str, ...]
    deals: int
    actions: int
    ends: Counter[Ending]
    feet_to_stock: int
    totals: tuple[int, ...]
    winner: Side | None
    record: str

    def points_per_deal(self, player: str) -> float:
        """Return the mean points in a deal of the sides on which ``player`` sits."""
        sides = sorted({side_of(seat) for seat, name in enumerate(self.seats) if name == player})
        return fmean(self.totals[side] for side in sides) / self.deals

    def won_by(self, player: str) -> bool:
        """Tell whether ``player`` sits on the winning side."""
        return any(side_of(seat) == self.winner and name == player for seat, name in enumerate(self.seats))


def play_match(plan: Plan, number: int) -> Outcome:
    """Play match ``number`` of the plan, from 0, to its end or `MOST_DEALS`."""
    seats = plan.seats(number)
    match = new_match(plan.rules, len(seats))
    rngs = [Random(f"{plan.seed}/{number}/seat {seat}") for seat in range(len(seats))]
    dealer = choose_lead(plan.rules, len(seats), Random(f"{plan.deals_seed(number)}/dealer")).dealer
    played: list[PlayedDeal] = []
    feet_to_stock = 0
    while not match.over and len(match.deals) < MOST_DEALS:
        rng = Random(f"{plan.deals_seed(number)}/deal {len(match.deals)}")
        deal = PlayedDeal(tuple(shuffled_deck(plan.rules, rng)))
        start_deal(match, deal.deck, None if match.deals else dealer)
        feet_to_stock += _play_deal(match, deal, seats, rngs)
        played.append(deal)
    return Outcome(
        seats=seats,
        deals=len(match.deals),
        actions=sum(len(deal.actions) for deal in played),
        ends=Counter(result.ended for result in match.deals),
        feet_to_stock=feet_to_stock,
        totals=match.totals,
        winner=match.winner,
        record=json.dumps(encode_record(match, seats, played)) if plan.keep_records else "",
    )


def _play_deal(match: Match, deal: PlayedDeal, seats: tuple[str, ...], rngs: list[Random]) -> int:
    """Play ``deal`` to its end, note its actions and return how many feet became the stock."""
    state, feet_to_stock = match.state, 0
    while state is not None and match.deal_running:
        seat = state.awaited
        action = PLAYERS[seats[seat]](view_for(state, seat), rngs[seat])
        events = play(match, seat, action)
        deal.actions.append((seat, action))
        feet_to_stock += sum(isinstance(event, FootToStock) for event in events)
    return feet_to_stock


def simulate(plan: Plan, jobs: int = 1) -> Generator[Outcome]:
    """Play the matches of the plan in ``jobs`` processes and yield their outcomes in order."""
    jobs = min(jobs, plan.matches)
    if jobs > 1:
        return _in_processes(plan, jobs)
    return (play_match(plan, number) for number in range(plan.matches))


def _in_processes(plan: Plan, jobs: int) -> Generator[Outcome]:
    numbers = iter(range(plan.matches))
    pool = ProcessPoolExecutor(jobs, get_context("spawn"))
    with _interrupts_ignored():
        waiting = deque(pool.submit(play_match, plan, number) for number in islice(numbers, _AHEAD * jobs))
    try:
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(play_match, plan, number) for number in islice(numbers, 1))
    finally:
        if waiting:  # the matches were broken off
            for worker in active_children():
                worker.terminate()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Let the processes that start here inherit deafness to Ctrl-C, which a terminal sends to all of them."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@dataclass(slots=True)
class Tally:
    """Outcomes added up. Intervals are over matches, or over pairs of them where decks are shared."""

    plan: Plan
    matches: int = 0
    deals: int = 0
    actions: int = 0
    ends: Counter[Ending] = field(default_factory=Counter)
    feet_to_stock: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    points: dict[str, list[float]] = field(default_factory=dict)

    def add(self, outcome: Outcome) -> None:
        """Count one more match."""
        self.matches += 1
        self.deals += outcome.deals
        self.actions += outcome.actions
        self.ends += outcome.ends
        self.feet_to_stock += outcome.feet_to_stock
        for player in sorted(set(outcome.seats)):
            self.wins[player] += outcome.won_by(player)
            self.points.setdefault(player, []).append(outcome.points_per_deal(player))

    def summary(self, seconds: float) -> Json:
        """Return the summary that the command line prints; it counts feet where there are any."""
        return {
            "matches": self.matches,
            "deals": self.deals,
            "actions": self.actions,
            "seconds": round(seconds, 1),
            "ends": {ending.value: self.ends[ending] for ending in Ending},
            **({"feet_to_stock": self.feet_to_stock} if self.plan.rules.foot.size else {}),
            "players": {player: self._player(player) for player in sorted(self.points)},
        }

    def _player(self, player: str) -> Json:
        points = self.points[player]
        if self.plan.duplicate:
            points = [fmean(pair) for pair in zip(points[::2], points[1::2], strict=True)]
        return {
            "match_wins": self.wins[player],
            "points_per_deal": round(fmean(points), 1),
            "interval_95": _interval_95(points),
        }


def _interval_95(values: Sequence[float]) -> list[float] | None:
    """Return the interval in which the mean lies with 95 % confidence; one value alone gives none."""
    if len(values) < 2:  # noqa: PLR2004  # a spread needs two
        return None
    mean = fmean(values)
    reach = NormalDist().inv_cdf(0.975) * stdev(values) / sqrt(len(values))
    return [round(mean - reach, 1), round(mean + reach, 1)]
