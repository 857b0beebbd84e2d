"""Everything storage raises, besides what the engine's store port names.

StorageError
├── DatabaseHeld     another process has the database open for writing
├── WrongSchema      the file is of a newer version of the program (or, read-only, of an older one)
├── WriteFailed      SQLite failed, or the database is closed
└── NoSuchMatch      a match is not there
"""

from __future__ import annotations


class StorageError(Exception):
    """Base of storage's errors; the message is one line for people."""


class DatabaseHeld(StorageError):
    """Another process holds the database; the message says which."""


class WrongSchema(StorageError):
    """The file's schema is not the one that this program knows."""


class WriteFailed(StorageError):
    """SQLite could not do the work, or may not any more; the cause says why."""


class NoSuchMatch(StorageError):
    """There is no match of that name."""


class MatchExists(StorageError):
    """The id of a new match is taken."""
