"""One SQLite connection and the one thread that ever touches it."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self, TypeAlias, TypeVar

from storage.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

T = TypeVar("T")
Work: TypeAlias = "Callable[[sqlite3.Connection], T]"
"""What is done with a connection, in one go, off the event loop."""


class Connection:
    """A connection that is opened, used and closed on a thread of its own.

    A function handed over with `do` runs from its first statement to its last without a word to the event
    loop, however many statements it has: the hops between threads, not SQLite, are what is slow.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._thread = ThreadPoolExecutor(1, "database")
        self._raw: sqlite3.Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Let what was begun finish, and close; this waits, so that no cancellation leaves the file open."""
        self._thread.submit(self._close)
        self._thread.shutdown()

    async def do(self, work: Work[T]) -> T:
        """Return the result of ``work``; what was begun goes on to its end even when the caller goes away."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, work)

    def _do(self, work: Work[T]) -> T:
        if self._raw is None:
            self._raw = sqlite3.connect(self._address, uri=True, isolation_level=None)
        return work(self._raw)

    def _close(self) -> None:
        if self._raw is not None:
            self._raw.close()


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
