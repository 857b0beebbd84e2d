"""Tables for tests: on an in-memory database, in a position of one's choice, over a store that can fail."""

from __future__ import annotations

import random
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from engine.deal import shuffled_deck
from engine.match import Match
from engine.ports import MatchId
from engine.snapshot import Snapshot, dump_snapshot, first_snapshot, repeat_step
from engine.table import Table
from storage.database import open_database
from storage.matches import Matches
from storage.model import SeatInfo, SeatKind, Status, TableId, TableInfo
from tests.positions import italian, position

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from engine.cards import Card
    from engine.ports import LogEntry
    from engine.table import OnCommit
    from storage.database import Database

MATCH = MatchId(7, "abc234")


class Interruption(Exception):
    """What a store raises when a test told it to."""


class Store(Matches):
    """The real store, which a test can interrupt before or after an append takes place."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.before_append: Callable[[], None] = lambda: None
        self.after_append: Callable[[], None] = lambda: None

    async def append(self, match_id: MatchId, entry: LogEntry, snapshot: str) -> None:
        self.before_append()
        await super().append(match_id, entry, snapshot)
        self.after_append()


def interrupt() -> None:
    raise Interruption


def carry_on() -> None:
    pass


async def settle(table: Table) -> None:
    """Have a table learn what became of a request that failed, as the next one does."""
    async with table._lock:
        await table._settle()


@asynccontextmanager
async def open_store() -> AsyncIterator[Store]:
    """Open a store that knows one match, `MATCH`, before its first deal."""
    async with open_database(None) as database:
        store = Store(database)
        seats = tuple(SeatInfo(SeatKind.HUMAN, 100 + seat, f"Player {seat}") for seat in range(4))
        await store.create(
            TableInfo(TableId(MATCH.id), MATCH.guild_id, 1, None, 100, Status.PLAYING, italian(), 4, seats)
        )
        yield store


async def table_at(store: Store, text: str, on_commit: OnCommit | None = None) -> Table:
    """Open a table whose match begins in a position (see `tests.positions`)."""
    state = position(text)
    begin = dump_snapshot(Snapshot(0, Match(state.rules, 4, [], state)))
    await store._database.run(
        lambda connection: connection.execute("UPDATE matches SET snapshot = ?", (begin,))
    )
    return await Table.open(MATCH, store, on_commit)


def deck(seed: int = 1) -> list[Card]:
    return shuffled_deck(italian(), random.Random(seed))


async def replayed(store: Store) -> Snapshot:
    """Return what the log of the match alone comes to."""
    history = await store.history(MATCH)
    snapshot = first_snapshot(history.first.rules, history.first.players)
    for entry in history.entries:
        step = repeat_step(snapshot, entry)
        assert step.entry(entry.action_id) == entry
        snapshot = step.after
    assert dump_snapshot(snapshot) == history.snapshot
    return snapshot
