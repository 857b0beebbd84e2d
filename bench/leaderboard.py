"""A leaderboard of ten thousand people: its pages, beside a plain look at its rows; and a busy month's."""

from __future__ import annotations

import random
import time
from functools import partial
from statistics import median
from typing import TYPE_CHECKING

from storage.database import open_database
from storage.standings import Board, Measure, Query, Standings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from sqlite3 import Connection

SEED = 1
PEOPLE = 10_000
MATCHES = 2_000
_BOARD = Board(1, "italian", 4)
_LAST = PEOPLE // 10 - 1
_REPEATS = 7
_INSERT = "INSERT INTO standings VALUES (1, 'italian', 4, ?, ?, ?, ?, ?, ?, ?, ?)"


_INSERT_RESULT = """
    INSERT INTO results VALUES (?, 1, ?, ?, 'italian', 1, '{}', 4, 0, 500, '[1, 2, 3, 4, 5]', '1|2', 1)
"""
_INSERT_SEAT = "INSERT INTO result_seats VALUES (?, ?, ?, ?, 'Ana', 1, 5000, 1500, 2, 3, 25, 5)"


async def measure_leaderboard() -> list[tuple[str, str]]:
    """Return the name and the value of each figure: of the slowest measure, first and last page; a month."""
    rng = random.Random(SEED)
    rows = [
        (user, rng.gauss(25, 4), rng.uniform(3, 8), 50, rng.randrange(51), 250, rng.randrange(10**6), 0)
        for user in range(1, PEOPLE + 1)
    ]
    async with open_database(None) as database:
        await database.run(lambda connection: connection.executemany(_INSERT, rows))
        standings = Standings(database)
        await database.run(lambda connection: _fill_month(connection, rng))
        plain = await _milliseconds(lambda: database.read("SELECT * FROM standings"))

        async def slowest(page: int, since: int = 0) -> float:
            queries = [Query(_BOARD, measure, since, page) for measure in Measure]
            return max([await _milliseconds(partial(standings.page, query, PEOPLE)) for query in queries])

        first, last, month = await slowest(0), await slowest(_LAST), await slowest(0, since=1)
    return [
        (f"first page of {PEOPLE} on a board", f"{first:.1f} ms"),
        ("last page", f"{last:.1f} ms"),
        ("  beside reading them all", f"{last / plain:.1f}"),
        (f"first page of a month's {MATCHES} matches", f"{month:.1f} ms"),
    ]


def _fill_month(connection: Connection, rng: random.Random) -> None:
    matches = range(1, MATCHES + 1)
    connection.executemany(_INSERT_RESULT, [(number, f"match{number}", number) for number in matches])
    for number in matches:
        seats = [(number, seat, user, user) for seat, user in enumerate(rng.sample(range(1, PEOPLE + 1), 4))]
        connection.executemany(_INSERT_SEAT, seats)


async def _milliseconds(work: Callable[[], Awaitable[object]]) -> float:
    times = []
    for _ in range(_REPEATS):
        start = time.perf_counter()
        await work()
        times.append(time.perf_counter() - start)
    return 1000 * median(times)
