"""Databases for tests: in memory, with a look at every statement."""

from __future__ import annotations

import os
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from storage.database import Database, open_database

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    import aiosqlite


def child_environment() -> dict[str, str]:
    """Let a child process import what this one can, wherever it runs."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)}


class Tap:
    """Stands before a connection: counts the statements and calls a hook ahead of each."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self.statements: list[str] = []
        self.hook: Callable[[int, str], None] = lambda _number, _statement: None

    async def execute_fetchall(self, statement: str, values: Any = ()) -> Iterable[Any]:
        self._see(statement)
        return await self._connection.execute_fetchall(statement, values)

    async def executemany(self, statement: str, rows: Iterable[Any]) -> aiosqlite.Cursor:
        self._see(statement)
        return await self._connection.executemany(statement, rows)

    async def rollback(self) -> None:
        self._see("ROLLBACK")
        await self._connection.rollback()

    def listen(self, hook: Callable[[int, str], None]) -> None:
        """From now on, call ``hook`` with the number (from 0) and the text of each statement."""
        self.statements.clear()
        self.hook = hook

    def _see(self, statement: str) -> None:
        self.statements.append(statement)
        self.hook(len(self.statements) - 1, statement)


def tap(database: Database) -> Tap:
    """Put a tap on the connection of a database."""
    found = Tap(database._connection)
    database._connection = found  # type: ignore[assignment]  # it has what the database uses
    return found


@asynccontextmanager
async def tapped_database(path: Path | None = None) -> AsyncIterator[tuple[Database, Tap]]:
    async with open_database(path) as database:
        yield database, tap(database)
