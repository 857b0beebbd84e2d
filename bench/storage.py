"""Storage: shared commits beside single ones and the disk's own speed; a start with a thousand open tables.

Seconds are those of the clock, since waiting for the disk is what is measured; ratios are of the same run.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import sqlite3
import tempfile
import time
import tracemalloc
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from bench.leaderboard import measure_leaderboard
from bot.ports import Ports
from bot.tables import Tables
from engine.deal import shuffled_deck
from engine.players import PLAYERS
from engine.ports import CommitKind, LogEntry, MatchId
from engine.rulebook import load_rules
from engine.snapshot import load_snapshot
from engine.table import Table
from storage.connection import address_of
from storage.database import FILE_NAME, open_database
from storage.matches import Matches
from storage.model import SeatInfo, SeatKind, Status, TableId, TableInfo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SEED = 1
TASKS = 100
"""How many tables commit at the same time."""
TABLES = 1000
_PLAYED = 20
"""How many of them differ; the others are copies."""
_LONGEST = 400
_MEASURED = 100
"""Tables whose memory is counted."""
_REPEATS = 7
_COLUMNS = (
    "SELECT match_id, channel_id, message_id, deadline FROM matches WHERE status IN ('lobby', 'playing')"
)
_SNAPSHOTS = "SELECT version, snapshot FROM matches"


def measure_storage(seconds: float) -> Iterator[tuple[str, str]]:
    """Yield the name and the value of each figure, spending about ``seconds`` on commits."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        yield from asyncio.run(_commits(Path(folder) / "commits", seconds))
        path = Path(folder) / "start" / FILE_NAME
        asyncio.run(_fill(path))
        yield from asyncio.run(_start(path))
    yield from asyncio.run(measure_leaderboard())


async def _commits(folder: Path, seconds: float) -> list[tuple[str, str]]:
    async with open_database(folder / FILE_NAME) as database:
        matches = Matches(database)
        snapshot = "x" * 6000  # as long as one in the middle of a match
        ids = [MatchId(1, f"t{number}") for number in range(TASKS)]
        await asyncio.gather(*(matches.create(_described(match_id)) for match_id in ids))
        versions = dict.fromkeys(ids, 0)

        async def append(match_id: MatchId) -> None:
            versions[match_id] += 1
            version = versions[match_id]
            entry = LogEntry(version, f"a{version}", CommitKind.ACTION, 0, '{"type":"draw"}')
            await matches.append(match_id, entry, snapshot)

        async def rate(together: int) -> float:
            done, begin = 0, time.perf_counter()
            while time.perf_counter() - begin < seconds / 2 / _REPEATS:
                await asyncio.gather(*(append(match_id) for match_id in ids[:together]))
                done += together
            return done / (time.perf_counter() - begin)

        rates = [(await rate(1), await rate(TASKS)) for _ in range(_REPEATS)]
    alone, shared = (median(column) for column in zip(*rates, strict=True))
    return [
        ("the disk's own fsync", f"{_fsync_seconds(folder) * 1e6:.0f} µs"),
        ("commits/s, one each", f"{alone:.0f}"),
        (f"commits/s, {TASKS} tasks", f"{shared:.0f}"),
        ("ratio", f"{median(both / one for one, both in rates):.1f}"),
    ]


def _fsync_seconds(folder: Path) -> float:
    """Return how long the disk takes to keep a page that is written over and over."""
    times = []
    with (folder / "page").open("wb") as file:
        for _ in range(200):
            begin = time.perf_counter()
            file.seek(0)
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - begin)
    return median(times)


async def _fill(path: Path) -> None:
    """Make a database of tables in the middle of their matches."""
    async with open_database(path) as database:
        matches = Matches(database)
        await asyncio.gather(*(_play(matches, number) for number in range(_PLAYED)))
        copies = range(1, TABLES // _PLAYED)

        def copy(connection: sqlite3.Connection) -> None:
            for table in ("matches", "seats", "log"):
                names = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
                columns = ", ".join(names)
                values = columns.replace("match_id", "match_id || ?")
                statement = (
                    f"INSERT INTO {table} ({columns}) SELECT {values} FROM {table} WHERE match_id LIKE ?"  # noqa: S608  # names of ours
                )
                connection.executemany(statement, [(f"_{number}", "play__") for number in copies])

        await database.run(copy)


async def _play(matches: Matches, number: int) -> None:
    """Play a match between greedy players up to somewhere in its middle."""
    match_id, rng = MatchId(1, f"play{number:02}"), random.Random(SEED + number)
    await matches.create(_described(match_id))
    table, length = await Table.open(match_id, matches), rng.randrange(1, _LONGEST)
    while table.version < length and not table.match.over:
        version, action_id = table.version, f"r{table.version}"
        if table.match.between_deals:
            deck = shuffled_deck(table.match.rules, rng)
            dealer = None if table.match.deals else 0
            await table.deal(deck, dealer, expected_version=version, action_id=action_id)
        elif table.match.state is not None:
            seat = table.match.state.awaited
            action = PLAYERS["greedy"](table.view(seat), rng)
            await table.submit(seat, action, expected_version=version, action_id=action_id)


def _described(match_id: MatchId) -> TableInfo:
    seats = tuple(SeatInfo(SeatKind.HUMAN, number, f"Person {number}") for number in range(4))
    rules = load_rules("italian")
    return TableInfo(
        TableId(match_id.id), match_id.guild_id, 1, 2, 0, Status.PLAYING, rules, len(seats), seats
    )


async def _start(path: Path) -> list[tuple[str, str]]:
    async with open_database(path) as database:
        matches = Matches(database)
        tables = Tables(matches, Ports())
        with closing(sqlite3.connect(address_of(path, "ro"), uri=True)) as reader:
            places = await tables.places()
            ready, columns = [], []
            for _ in range(_REPEATS):
                columns.append(_timed(lambda: reader.execute(_COLUMNS).fetchall()))
                begin = time.perf_counter()
                await tables.places()
                ready.append(time.perf_counter() - begin)
            plain = [
                _timed(lambda: _texts(reader, lambda _, text: json.loads(text))) for _ in range(_REPEATS)
            ]
            decoded = [_timed(lambda: _texts(reader, load_snapshot)) for _ in range(_REPEATS)]
            state = _kib(lambda: _texts(reader, load_snapshot, _MEASURED))
        whole = await _kib_of_tables(matches, [place.id for place in places[:_MEASURED]])
    return [
        (f"{len(places)} tables ready", f"{1e3 * min(ready):.1f} ms"),
        ("ratio to reading columns", f"{min(ready) / min(columns):.1f}"),
        ("all of them decoded", f"{1e3 * min(decoded):.0f} ms"),
        ("ratio to json.loads", f"{min(decoded) / min(plain):.1f}"),
        ("KiB of a table's state", f"{state / _MEASURED:.1f}"),
        ("KiB of a table beyond it", f"{(whole - state) / _MEASURED:.1f}"),
    ]


def _texts(
    reader: sqlite3.Connection, read: Callable[[int, str], object], limit: int = TABLES
) -> list[object]:
    return [read(version, text) for version, text in reader.execute(f"{_SNAPSHOTS} LIMIT {limit}")]


def _timed(work: Callable[[], object]) -> float:
    gc.collect()
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def _kib(work: Callable[[], object]) -> float:
    """Return how much memory what ``work`` returns takes."""
    work()  # fills what is kept for all
    gc.collect()
    tracemalloc.start()
    kept = work()
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del kept
    return taken / 1024


async def _kib_of_tables(matches: Matches, ids: list[MatchId]) -> float:
    tables = Tables(matches, Ports())
    gc.collect()
    tracemalloc.start()
    for match_id in ids:
        await tables.find(match_id.guild_id, TableId(match_id.id))
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return taken / 1024


if __name__ == "__main__":
    for name, value in measure_storage(10):
        print(f"{name:<28}{value:>12}")
