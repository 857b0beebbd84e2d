"""The database: one SQLite file, one connection that writes, and commits that callers share."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING, Generic, Self, TypeAlias, TypeVar

import aiosqlite

from storage.errors import StorageError, WriteFailed
from storage.lock import PRIVATE_FILE, sole_process
from storage.schema import check_schema, migrate, migrations

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
    from pathlib import Path

T = TypeVar("T")
FILE_NAME = "canasta.sqlite3"
"""The name of the database in the data folder."""
Work: TypeAlias = "Callable[[aiosqlite.Connection], Awaitable[T]]"

_PRIVATE_FOLDER = 0o700
_PRAGMAS = ("busy_timeout = 5000", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")


@asynccontextmanager
async def open_database(path: Path | None) -> AsyncIterator[Database]:
    """Open the database at ``path`` for this process alone, made or migrated as needed; None is in memory.

    Raises DatabaseHeld, naming the holder; WrongSchema for a file of a newer version of the program; and
    StorageError for a file that is no database.
    """
    async with AsyncExitStack() as stack:
        if path is not None:
            path.parent.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
            stack.enter_context(sole_process(path))
            _make_private(path)
        address = ":memory:" if path is None else path
        with _naming(address):
            connection = await stack.enter_async_context(aiosqlite.connect(address, isolation_level=None))
            for pragma in _PRAGMAS:
                await connection.execute_fetchall(f"PRAGMA {pragma}")
            await migrate(connection, migrations())
        yield await stack.enter_async_context(Database(connection))


@asynccontextmanager
async def open_read_only(path: Path) -> AsyncIterator[Database]:
    """Open the database at ``path`` for reading, beside whoever may be writing it.

    Raises StorageError when there is none, and WrongSchema unless its schema is the one known here.
    """
    address = read_only_uri(path)
    async with AsyncExitStack() as stack:
        with _naming(path):
            connection = await stack.enter_async_context(
                aiosqlite.connect(address, uri=True, isolation_level=None)
            )
            await check_schema(connection, len(migrations()))
        yield await stack.enter_async_context(Database(connection))


def read_only_uri(path: Path) -> str:
    """Return the address under which SQLite opens the file at ``path`` without ever writing to it.

    Raises StorageError when there is no file.
    """
    if not path.is_file():
        raise StorageError(f"there is no database at {path}")
    return f"{path.absolute().as_uri()}?mode=ro"


@contextmanager
def _naming(path: Path | str) -> Iterator[None]:
    """Say which file it is that SQLite cannot use."""
    try:
        yield
    except sqlite3.Error as error:
        raise StorageError(f"{path}: {error}") from error


def _make_private(path: Path) -> None:
    """Let only the owner read the file; SQLite gives its companions the same mode."""
    path.touch(mode=PRIVATE_FILE)
    path.chmod(PRIVATE_FILE)


class _Job(Generic[T]):
    """Work that a caller waits for, and how it went; nobody is told before the commit."""

    def __init__(self, work: Work[T]) -> None:
        self.future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._work = work
        self._result: T | None = None
        self._error: Exception | None = None

    async def attempt(self, connection: aiosqlite.Connection) -> None:
        """Do the work in a savepoint, so that what fails undoes itself and nothing else."""
        await connection.execute_fetchall("SAVEPOINT job")
        try:
            self._result = await self._work(connection)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is the caller's, who gets it
            self._error = error
            await connection.execute_fetchall("ROLLBACK TO job")
        await connection.execute_fetchall("RELEASE job")

    def tell(self) -> None:
        """Give the caller the outcome, unless the caller went away."""
        if isinstance(self._error, sqlite3.Error):
            self.fail(self._error)
        elif self.future.done():
            pass
        elif self._error is not None:
            self.future.set_exception(self._error)
        else:
            self.future.set_result(self._result)  # type: ignore[arg-type]  # a T once the work is done

    def fail(self, error: Exception) -> None:
        """Tell the caller that the database failed, at its own work or at the whole transaction."""
        if not self.future.done():
            failure = WriteFailed(f"the database failed: {error}")
            failure.__cause__ = error
            self.future.set_exception(failure)


class Database:
    """All access to the one connection: work is done in the order of the calls, in shared transactions.

    Why this is safe:

    1. Only the drain touches the connection, and there is one drain at a time: ``run`` makes one when there
       is none, and the drain takes itself down with no await after it saw that nothing waits.
    2. A caller learns its outcome after the COMMIT of the transaction it was in, so nobody is told of what a
       crash could still take back. That goes for what is read as well: it may be another job's writing.
    3. Cancelling a caller cancels its own future only. The drain is a task of its own, the work is done all
       the same, and those who share its transaction notice nothing.
    4. A job that fails is rolled back to its savepoint. An error that ends the whole transaction (a full
       disk) leaves no savepoint to go back to; then the transaction fails and every job in it.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._waiting: list[_Job[object]] = []
        self._drain: asyncio.Task[None] | None = None
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Take no more work, and let what was accepted finish."""
        self._closed = True
        if self._drain is not None:
            await asyncio.wait([self._drain])

    async def run(self, work: Work[T]) -> T:
        """Do ``work`` in a transaction shared with whatever else waits; return its result once committed.

        ``work`` gets the connection and awaits nothing else. What it raises undoes it alone and reaches the
        caller. Raises WriteFailed where SQLite fails, at the work or at the transaction.
        """
        if self._closed:
            raise WriteFailed("the database is closed")
        job = _Job(work)
        self._waiting.append(job)  # type: ignore[arg-type]  # the list does not care what comes of a job
        if self._drain is None:
            self._drain = asyncio.create_task(self._commit_waiting(), name="group commit")
        return await job.future

    async def _commit_waiting(self) -> None:
        batch: list[_Job[object]] = []
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await self._commit(batch)
        finally:
            # Only an event loop that shuts down interrupts the drain; then nobody is left hanging.
            for job in [*batch, *self._waiting]:
                job.future.cancel()
            self._waiting.clear()
            self._drain = None

    async def _commit(self, batch: list[_Job[object]]) -> None:
        # A plain BEGIN locks at the first write: a batch that only reads commits without touching the disk.
        try:
            await self._connection.execute_fetchall("BEGIN")
            for job in batch:
                await job.attempt(self._connection)
            await self._connection.execute_fetchall("COMMIT")
        except BaseException as error:
            with suppress(Exception):  # nothing to roll back, or nothing left to do it with
                await self._connection.rollback()
            if not isinstance(error, Exception):
                raise
            for job in batch:
                job.fail(error)
        else:
            for job in batch:
                job.tell()
