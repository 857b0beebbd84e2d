"""One SQLite connection and the one thread that ever touches it."""

from __future__ import annotations

import sqlite3
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import aiosqlite

from storage.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from pathlib import Path

T = TypeVar("T")
Work: TypeAlias = "Callable[[sqlite3.Connection], T]"
"""What is done with a connection, in one go, off the event loop."""


class Connection:
    """A connection on a thread of its own.

    A function handed over with `do` runs from its first statement to its last without a word to the event
    loop, however many statements it has: the hops between threads, not SQLite, are what is slow.
    """

    def __init__(self, raw: aiosqlite.Connection) -> None:
        self._raw = raw

    async def do(self, work: Work[T]) -> T:
        """Return the result of ``work``; what was begun goes on to its end even when the caller goes away."""
        # The driver offers single statements only; this is what each of them goes through.
        result: T = await self._raw._execute(work, self._raw._conn)  # type: ignore[no-untyped-call]  # noqa: SLF001  # see above
        return result


@asynccontextmanager
async def connect(address: str, path: Path | None) -> AsyncIterator[Connection]:
    """Open a connection; on the way out what was begun finishes first.

    Raises StorageError, naming ``path``, where SQLite cannot open it.
    """
    with naming(path or "memory"):
        raw = await aiosqlite.connect(address, uri=True, isolation_level=None)
    try:
        yield Connection(raw)
    finally:
        await raw.close()


def address_of(path: Path, mode: str) -> str:
    """Return the address of the file at ``path``; ``mode`` is `ro`, `rw` or `rwc` (made where it is missing).

    Raises StorageError when there is no file and none is to be made.
    """
    if mode != "rwc" and not path.is_file():
        raise StorageError(f"there is no database at {path}")
    return f"{path.absolute().as_uri()}?mode={mode}"


@contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """Say which file it is that SQLite cannot use."""
    try:
        yield
    except sqlite3.Error as error:
        raise StorageError(f"{path}: {error}") from error
