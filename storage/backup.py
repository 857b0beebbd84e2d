"""Copies of the database while it is in use, and the ones of the last days."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from storage.connection import address_of
from storage.errors import StorageError
from storage.lock import make_private, make_private_folder
from storage.schema import check_schema

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

_FOLDER = "backups"
_DAILY = "canasta-{day:%Y-%m-%d}.sqlite3"
_ANY_DAILY = "canasta-????-??-??.sqlite3"
_UNFINISHED = ".part"
DAYS_KEPT = 7
"""How many daily backups are kept."""


def back_up(database: Path, target: Path) -> None:
    """Copy everything committed so far to the new file ``target``, whole, checked, and in one instant.

    The file gets its name when it is done, so that one of that name is whole, whatever happens meanwhile.
    Raises StorageError when ``target`` exists, or the copy fails or is not sound; then no file is left.
    """
    source = address_of(database, "ro")
    if target.exists():
        raise StorageError(f"{target} exists; a backup never overwrites")
    if not target.parent.is_dir():
        raise StorageError(f"there is no folder {target.parent}")
    unfinished = target.with_name(target.name + _UNFINISHED)
    try:
        unfinished.unlink(missing_ok=True)
        make_private(unfinished)
        _copy(source, unfinished)
        unfinished.rename(target)
        _sync(target.parent)
    except sqlite3.Error as error:
        raise StorageError(f"the backup failed: {error}") from error
    finally:
        unfinished.unlink(missing_ok=True)


def back_up_daily(database: Path, today: date) -> Path | None:
    """Make the backup of ``today`` in the folder beside the database, unless it is there; drop those too old.

    Returns the new file, if any. Raises as `back_up` does.
    """
    folder = database.parent / _FOLDER
    make_private_folder(folder)
    target = folder / _DAILY.format(day=today)
    if target.exists():
        return None
    for leftover in folder.glob(_ANY_DAILY + _UNFINISHED):  # of a process that was killed
        leftover.unlink()
    back_up(database, target)
    for old in sorted(folder.glob(_ANY_DAILY))[:-DAYS_KEPT]:
        old.unlink()
    return target


def faults_of_file(connection: sqlite3.Connection) -> list[str]:
    """Return what SQLite itself finds wrong with a database."""
    pages = connection.execute("PRAGMA integrity_check").fetchall()
    rows = connection.execute("PRAGMA foreign_key_check").fetchall()
    return [line for (line,) in pages if line != "ok"] + [
        f"a row of {table} has no match" for table, *_ in rows
    ]


def _copy(source: str, target: Path) -> None:
    """Fill ``target`` and see that it can be used; it needs no companion files."""
    with closing(sqlite3.connect(source, uri=True)) as reader, closing(sqlite3.connect(target)) as writer:
        reader.backup(writer)
        writer.execute("PRAGMA journal_mode = DELETE").fetchall()
        check_schema(writer)
        faults = faults_of_file(writer)
    if faults:
        raise StorageError(f"the backup is not sound: {faults[0]}")
    _sync(target)


def _sync(path: Path) -> None:
    """Have the disk keep a file, or the names in a folder."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
