"""A leaderboard of ten thousand people: a page of it, beside a plain look at its rows."""

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

SEED = 1
PEOPLE = 10_000
_BOARD = Board(1, "italian", 4)
_LAST = PEOPLE // 10 - 1
_REPEATS = 7
_INSERT = "INSERT INTO standings VALUES (1, 'italian', 4, ?, ?, ?, ?, ?, ?, ?, ?)"


async def measure_leaderboard() -> list[tuple[str, str]]:
    """Return the name and the value of each figure: the slowest board, its last page, and the ratio."""
    rng = random.Random(SEED)
    rows = [
        (user, rng.gauss(25, 4), rng.uniform(3, 8), 50, rng.randrange(51), 250, rng.randrange(10**6), 0)
        for user in range(1, PEOPLE + 1)
    ]
    async with open_database(None) as database:
        await database.run(lambda connection: connection.executemany(_INSERT, rows))
        standings = Standings(database)
        plain = await _milliseconds(lambda: database.read("SELECT * FROM standings"))
        pages = [
            await _milliseconds(partial(standings.page, Query(_BOARD, measure, page=_LAST), PEOPLE))
            for measure in Measure
        ]
    slowest = max(pages)
    return [
        (f"a page of {PEOPLE} on a board", f"{slowest:.1f} ms"),
        ("  beside reading them all", f"{slowest / plain:.1f}"),
    ]


async def _milliseconds(work: Callable[[], Awaitable[object]]) -> float:
    times = []
    for _ in range(_REPEATS):
        start = time.perf_counter()
        await work()
        times.append(time.perf_counter() - start)
    return 1000 * median(times)
