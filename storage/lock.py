"""One process for each database, and files that only their owner may use."""

from __future__ import annotations

import fcntl
import os
import socket
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from storage.errors import DatabaseHeld

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PRIVATE_FILE = 0o600
_PRIVATE_FOLDER = 0o700


@contextmanager
def sole_process(database: Path) -> Iterator[None]:
    """Hold ``database`` for this process while the block runs, by a lock on a file beside it.

    The system drops the lock when its holder dies, however that comes about. The file stays behind; only the
    lock on it counts. Raises DatabaseHeld naming the process that has it.
    """
    make_private_folder(database.parent)
    path = database.with_name(f"{database.name}.lock")
    make_private(path)
    with path.open("r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = file.read().strip() or "another process"
            raise DatabaseHeld(f"{database} is in use by {holder}") from None
        file.truncate()
        file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
        file.flush()
        yield


def make_private(path: Path) -> None:
    """Let only the owner use the file, made where it is missing; SQLite's companions get its mode."""
    path.touch(mode=PRIVATE_FILE)
    path.chmod(PRIVATE_FILE)


def make_private_folder(path: Path) -> None:
    """Let only the owner use the folder, made where it is missing; one of another owner stays as it is."""
    path.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
    with suppress(PermissionError):
        path.chmod(_PRIVATE_FOLDER)
