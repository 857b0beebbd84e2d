"""The world on disk: one file of JSON lines, each saying how one thing is now.

A line is appended for every change, so a change costs one small write and a process that is killed loses at
most the line it was writing. The file is written anew, without what is out of date, when it is opened and
when it has grown to several times what it holds.
"""

from __future__ import annotations

import fcntl
import os
from typing import IO, TYPE_CHECKING

from playground.wire import Json, decode_object, encode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SLACK = 4 << 20
"""Bytes of outdated lines that are not worth writing the file anew."""

Key = tuple[str, str]


class JournalInUse(Exception):
    """Another playground has this journal open."""


class Journal:
    """Things by kind and id, each a JSON object, kept in the file ``path``."""

    def __init__(self, path: Path) -> None:
        """Open the journal, or begin one. Raises JournalInUse, or OSError where it cannot be."""
        self._path = path
        self._lock = _locked(path.with_suffix(".lock"))
        self._lines: dict[Key, str] = dict(_read(path)) if path.exists() else {}
        self._file = self._rewrite()

    def things(self, kind: str) -> list[Json]:
        """Return what is kept of one kind, in the order in which it was first put."""
        return [decode_object(line)["body"] for key, line in self._lines.items() if key[0] == kind]

    def put(self, kind: str, thing_id: str, body: Json) -> None:
        """Keep ``body`` under its kind and id, in place of what was there."""
        line = encode({"kind": kind, "id": thing_id, "body": body})
        self._lines[kind, thing_id] = line
        self._append(line)

    def remove(self, kind: str, thing_id: str) -> None:
        """Forget a thing; one that is not there is forgotten already."""
        if self._lines.pop((kind, thing_id), None) is not None:
            self._append(encode({"kind": kind, "id": thing_id, "body": None}))

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
        self._lock.close()

    def _append(self, line: str) -> None:
        self._file.write(line + "\n")
        self._file.flush()
        self._size += len(line)
        if self._size > self._limit:
            self._file.close()
            self._file = self._rewrite()

    def _rewrite(self) -> IO[str]:
        fresh = self._path.with_suffix(".new")
        with fresh.open("w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in self._lines.values())
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._path)
        self._size = sum(map(len, self._lines.values()))
        self._limit = 3 * self._size + _SLACK
        return self._path.open("a", encoding="utf-8")


def _locked(path: Path) -> IO[str]:
    lock = path.open("w", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise JournalInUse(path.parent) from None
    return lock


def _read(path: Path) -> Iterator[tuple[Key, str]]:
    lines: dict[Key, str] = {}
    for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
        try:
            entry = decode_object(line)
        except ValueError:
            continue  # the line that a killed process did not finish
        if not entry:
            continue
        key = (entry["kind"], entry["id"])
        if entry["body"] is None:
            lines.pop(key, None)
        else:
            lines[key] = line
    yield from lines.items()
