"""The database: one SQLite file, one connection that writes, and commits that callers share."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from storage.connection import address_of, connect, naming
from storage.errors import WriteFailed
from storage.lock import make_private, sole_process
from storage.schema import check_schema, migrate, migrations

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence
    from pathlib import Path

    from storage.connection import Connection, Work

T = TypeVar("T")
FILE_NAME = "canasta.sqlite3"
"""The name of the database in the data folder."""

_PRAGMAS = ("busy_timeout = 5000", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")


@asynccontextmanager
async def open_database(path: Path | None) -> AsyncIterator[Database]:
    """Open the database at ``path`` for this process alone, made or migrated as needed; None is in memory.

    Raises DatabaseHeld, naming the holder; WrongSchema for a file of a newer version of the program; and
    StorageError for a file that is no database.
    """
    async with AsyncExitStack() as stack:
        address = "file::memory:"
        if path is not None:
            stack.enter_context(sole_process(path))
            make_private(path)
            address = address_of(path, "rwc")
        connection = await stack.enter_async_context(connect(address, path))
        with naming(path or "memory"):
            await connection.do(_prepare)
        yield await stack.enter_async_context(Database(connection))


@asynccontextmanager
async def open_read_only(path: Path) -> AsyncIterator[Database]:
    """Open the database at ``path`` for reading, beside whoever may be writing it.

    Raises StorageError when there is none, and WrongSchema unless its schema is the one known here.
    """
    async with connect(address_of(path, "ro"), path) as connection:
        with naming(path):
            await connection.do(check_schema)
        async with Database(connection) as database:
            yield database


def _prepare(connection: sqlite3.Connection) -> None:
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").fetchall()
    migrate(connection, migrations())


class _Job(Generic[T]):
    """Work that a caller waits for, and how it went; nobody is told before the commit."""

    def __init__(self, work: Work[T]) -> None:
        self.future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._work = work
        self._result: T | None = None
        self._error: Exception | None = None

    def attempt(self, connection: sqlite3.Connection) -> None:
        """Do the work. Raises what it raises."""
        self._result = self._work(connection)

    def attempt_apart(self, connection: sqlite3.Connection) -> None:
        """Do the work in a savepoint, so that what fails undoes itself and nothing else."""
        connection.execute("SAVEPOINT job")
        try:
            self.attempt(connection)
        except Exception as error:
            self._error = error
            if not connection.in_transaction:
                raise  # it ended the whole transaction, as a full disk may
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")

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
            self.future.set_exception(WriteFailed.because_of(error))


class Database:
    """All access to the one connection: work is done in the order of the calls, in shared transactions.

    Why this is safe:

    1. Only the drain uses the connection, and there is one drain at a time: ``run`` makes one when there is
       none, and the drain takes itself down with no await after it saw that nothing waits.
    2. A caller learns its outcome after the COMMIT of the transaction it was in, so nobody is told of what a
       crash could still take back. That goes for what is read as well: it may be another job's writing.
    3. Cancelling a caller cancels its own future only. The drain is a task of its own, the work is done all
       the same, and those who share its transaction notice nothing.
    4. A transaction is one call on the connection's thread. Whatever becomes of the drain, the call goes on
       to its COMMIT or its ROLLBACK.
    5. Where a job fails, all is rolled back and done anew with a savepoint before each job, to which the one
       that fails goes back. Few do, so the others need not pay for savepoints. An error that ends the whole
       transaction (a full disk) leaves no savepoint to go back to; then every job in it fails.
    """

    def __init__(self, connection: Connection) -> None:
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

        ``work`` is called on the connection's thread, a second time if something failed and was undone: it
        uses values that nobody changes, and changes nothing but the database. What it raises undoes it alone
        and reaches the caller. Raises WriteFailed where SQLite fails, at the work or at the transaction.
        """
        if self._closed:
            raise WriteFailed("the database is closed")
        job = _Job(work)
        self._waiting.append(job)  # type: ignore[arg-type]  # the list does not care what comes of a job
        if self._drain is None:
            self._drain = asyncio.create_task(self._commit_waiting(), name="group commit")
        return await job.future

    async def read(self, statement: str, values: Sequence[object] | Mapping[str, object] = ()) -> list[Any]:
        """Return the rows of one statement, which changes nothing; raises as `run` does."""
        return await self.run(lambda connection: connection.execute(statement, values).fetchall())

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

    async def _commit(self, batch: Sequence[_Job[object]]) -> None:
        try:
            await self._connection.do(partial(_transact, batch=batch))
        except Exception as error:  # noqa: BLE001  # whatever it is, nobody may be left waiting
            for job in batch:
                job.fail(error)
        else:
            for job in batch:
                job.tell()


def _transact(connection: sqlite3.Connection, batch: Sequence[_Job[object]]) -> None:
    """Do all jobs of a batch in one transaction, on the connection's thread."""
    # A plain BEGIN locks at the first write: a batch that only reads commits without touching the disk.
    try:
        connection.execute("BEGIN")
        try:
            for job in batch:
                job.attempt(connection)
        except Exception:  # noqa: BLE001  # whose it is, and what it means, is found out below
            connection.rollback()
            connection.execute("BEGIN")
            for job in batch:
                job.attempt_apart(connection)
        connection.execute("COMMIT")
    except Exception:
        with suppress(sqlite3.Error):  # nothing to roll back, or nothing left to do it with
            connection.rollback()
        raise
