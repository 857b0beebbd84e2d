"""One process a database: a lock on a file beside it, which the system drops when its holder dies."""

from __future__ import annotations

import fcntl
import os
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING

from storage.errors import DatabaseHeld

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PRIVATE_FILE = 0o600


@contextmanager
def sole_process(database: Path) -> Iterator[None]:
    """Hold ``database`` for this process while the block runs.

    The lock file stays behind; only the lock on it counts, and a killed process leaves none.
    Raises DatabaseHeld naming the process that has it.
    """
    path = database.with_name(f"{database.name}.lock")
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE), "r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = file.read().strip() or "another process"
            raise DatabaseHeld(f"{database} is in use by {holder}") from None
        file.truncate()
        file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
        file.flush()
        yield
