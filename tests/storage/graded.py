"""Ranked matches of people of graded strength, put through the real storage: do ratings find the order?

Run as a program it plays a thousand: ``python -m tests.storage.graded``. Each person plays greedily, yet
chooses at random with a probability of their own.
"""

from __future__ import annotations

import asyncio
import random
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from statistics import correlation
from typing import TYPE_CHECKING

from engine.deal import shuffled_deck
from engine.match import new_match, play, start_deal
from engine.players import PLAYERS
from engine.ports import CommitKind, LogEntry, MatchId
from engine.progress import ProgressBar
from engine.rulebook import load_rules
from engine.snapshot import Snapshot, dump_snapshot
from engine.view import view_for
from storage.database import open_database
from storage.matches import Matches
from storage.model import SeatInfo, SeatKind, Status, TableId, TableInfo
from storage.results import rebuild
from storage.standings import Board, Query, Standings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.match import Match
    from storage.database import Database

PEOPLE = 24
MATCHES = 1000
GUILD = 7


def carelessness(person: int) -> float:
    """Return how often a person, numbered from 0 by strength, plays at random."""
    return 0.75 * person / (PEOPLE - 1)


async def play_matches(database: Database, matches: int, seed: int = 1) -> None:
    """Play ``matches`` ranked matches of pairs drawn by lot, a day apart."""
    rng, now = random.Random(seed), datetime(2026, 1, 1, tzinfo=UTC)
    store = Matches(database, lambda: now)
    with ProgressBar(matches, sys.stderr) as bar:
        for number in range(matches):
            now += timedelta(days=1)
            people = rng.sample(range(PEOPLE), 4)
            await _store(store, MatchId(GUILD, f"match{number}"), people, _play(people, rng))
            bar.show(number + 1)


async def order_found(database: Database) -> float:
    """Return Spearman's correlation of rating and strength."""
    board = Board(GUILD, "italian", 4)
    page = await Standings(database).page(Query(board), viewer=0, limit=PEOPLE)
    places = {line.user_id: line.line for line in page.lines}
    return correlation(range(PEOPLE), [places[person + 1] for person in range(PEOPLE)])


def _play(people: Sequence[int], rng: random.Random) -> Match:
    rules = load_rules("italian")
    match = new_match(rules, 4)
    while not match.over:
        dealer = None if match.deals else rng.randrange(4)
        start_deal(match, shuffled_deck(rules, rng), dealer)
        while match.deal_running and match.state is not None:
            seat = match.state.awaited
            careless = rng.random() < carelessness(people[seat])
            player = PLAYERS["random" if careless else "greedy"]
            play(match, seat, player(view_for(match.state, seat), rng))
    return match


async def _store(store: Matches, match_id: MatchId, people: Sequence[int], match: Match) -> None:
    seats = tuple(SeatInfo(SeatKind.HUMAN, person + 1, f"Person {person}") for person in people)
    lobby = TableInfo(
        TableId(match_id.id), GUILD, 1, None, 1, Status.LOBBY, match.rules, 4, seats, ranked=True
    )
    await store.create(lobby)
    for status in (Status.PLAYING, Status.FINISHED):
        if status is Status.FINISHED:
            entry = LogEntry(1, "all", CommitKind.DEAL, None, "{}")
            await store.append(match_id, entry, dump_snapshot(Snapshot(1, match)))
        await store.save(replace(lobby, status=status))


async def standings_of(database: Database) -> list[tuple[object, ...]]:
    """Return every row of the standings."""
    rows = await database.read("SELECT * FROM standings")
    return [tuple(row) for row in rows]


async def main() -> None:
    """Play, and say how well the order was found and whether rebuilding gives the same."""
    async with open_database(None) as database:
        await play_matches(database, MATCHES)
        before = await standings_of(database)
        await database.run(rebuild)
        same = await standings_of(database) == before
        print(f"Spearman {await order_found(database):.3f}, rebuilt the same: {same}")  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main())
