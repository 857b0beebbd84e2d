"""Databases for tests: in memory, with a look at every statement."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from storage.database import Database, open_database

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterable


def child_environment() -> dict[str, str]:
    """Let a child process import what this one can, wherever it runs."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)}


class Tap:
    """Stands before a connection: counts the statements and calls a hook ahead of each, on its thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.statements: list[str] = []
        self.hook: Callable[[int, str], None] = lambda _number, _statement: None

    def execute(self, statement: str, values: Any = ()) -> sqlite3.Cursor:
        self._see(statement)
        return self._connection.execute(statement, values)

    def executemany(self, statement: str, rows: Iterable[Any]) -> sqlite3.Cursor:
        self._see(statement)
        return self._connection.executemany(statement, rows)

    def rollback(self) -> None:
        self._see("ROLLBACK")
        self._connection.rollback()

    def close(self) -> None:
        self._connection.close()

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def listen(self, hook: Callable[[int, str], None]) -> None:
        """From now on, call ``hook`` with the number (from 0) and the text of each statement."""
        self.statements.clear()
        self.hook = hook

    def _see(self, statement: str) -> None:
        self.statements.append(statement)
        self.hook(len(self.statements) - 1, statement)


def in_loop(action: Callable[[], object]) -> None:
    """Have the event loop do something while the connection's thread, which calls this, waits for it."""
    done = threading.Event()
    LOOPS[-1].call_soon_threadsafe(lambda: (action(), done.set()))
    assert done.wait(5)


LOOPS: list[asyncio.AbstractEventLoop] = []
"""The loop of the newest tap."""


def raw(database: Database) -> sqlite3.Connection:
    """Return SQLite's own connection under a database; to be used on its thread, so with `Database.run`."""
    return database._connection._raw._conn


def tap(database: Database) -> Tap:
    """Put a tap on the connection of a database."""
    LOOPS[:] = [asyncio.get_running_loop()]
    found = Tap(raw(database))
    database._connection._raw._connection = found  # type: ignore[assignment]  # it has what the database uses
    return found


@asynccontextmanager
async def tapped_database(path: Path | None = None) -> AsyncIterator[tuple[Database, Tap]]:
    async with open_database(path) as database:
        yield database, tap(database)


def put(database: Database, key: str, value: str = "x") -> Coroutine[None, None, None]:
    def work(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO meta (key, value) VALUES (?, ?)", (key, value))

    return database.run(work)


async def keys(database: Database) -> list[str]:
    return [key for (key,) in await database.read("SELECT key FROM meta ORDER BY key")]
