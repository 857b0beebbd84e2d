"""Everything storage raises, besides what the engine's store port names.

StorageError
├── DatabaseHeld     another process has the database open for writing
├── WrongSchema      the file is of a newer version of the program (or, read-only, of an older one)
├── WriteFailed      SQLite failed, or the database is closed
├── NoSuchMatch      a match is not there
├── MatchExists      the id of a new match is taken
├── NoRoom           a new match would be one too many
└── MatchDamaged     what is kept of a match cannot be read; other matches are not concerned
"""

from __future__ import annotations

import sqlite3
from typing import Self


class StorageError(Exception):
    """Base of storage's errors; the message is one line for people."""


class DatabaseHeld(StorageError):
    """Another process holds the database; the message says which."""


class WrongSchema(StorageError):
    """The file's schema is not the one that this program knows."""


class WriteFailed(StorageError):
    """SQLite could not do the work, or may not any more; the cause says why."""

    @classmethod
    def because_of(cls, error: Exception) -> Self:
        """Return the failure that ``error`` caused, in words of ours where it is a common one."""
        failure = cls(f"the database failed: {_reason(error)}")
        failure.__cause__ = error
        return failure


class NoSuchMatch(StorageError):
    """There is no match of that name."""


class MatchExists(StorageError):
    """The id of a new match is taken."""


class NoRoom(StorageError):
    """A host, or a server, has as many open matches as it may: ``of_host`` and ``in_guild`` say how many."""

    def __init__(self, of_host: int, in_guild: int) -> None:
        super().__init__(f"{of_host} open matches of the host, {in_guild} on the server")
        self.of_host = of_host
        self.in_guild = in_guild


class MatchDamaged(StorageError):
    """A row or a log entry of this match cannot be read, so that the match is set aside."""


_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_BUSY: "another program has locked it",
    sqlite3.SQLITE_LOCKED: "another program has locked it",
    sqlite3.SQLITE_READONLY: "it may only be read",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
}


def _reason(error: Exception) -> str:
    """Return why SQLite failed."""
    code = getattr(error, "sqlite_errorcode", None)
    return str(error) if code is None else _REASONS.get(primary_code(code), str(error))


def primary_code(code: int) -> int:
    """Return the error code of SQLite of which ``code`` is a kind."""
    return code & 0xFF
