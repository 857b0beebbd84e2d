"""A copy of the database while it is in use."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from storage.database import read_only_uri
from storage.errors import StorageError
from storage.lock import PRIVATE_FILE

if TYPE_CHECKING:
    from pathlib import Path


def back_up(database: Path, target: Path) -> None:
    """Copy everything committed so far to the new file ``target``, whole and in one instant.

    Raises StorageError when ``target`` exists, or the copy fails; then no file is left.
    """
    source = read_only_uri(database)
    try:
        target.touch(mode=PRIVATE_FILE, exist_ok=False)
    except FileExistsError:
        raise StorageError(f"{target} exists; a backup never overwrites") from None
    try:
        with closing(sqlite3.connect(source, uri=True)) as reader, closing(sqlite3.connect(target)) as writer:
            reader.backup(writer)
    except BaseException as error:
        target.unlink()
        if isinstance(error, sqlite3.Error):
            raise StorageError(f"the backup failed: {error}") from error
        raise
