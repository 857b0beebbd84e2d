"""A disk that is full, a file that is locked or may not be written: one clear line, and no half of a turn."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from engine.ports import CommitKind, LogEntry
from storage.database import open_database
from storage.errors import StorageError, WriteFailed
from storage.history import fault_of
from storage.matches import Matches
from tests.storage.matches import MATCH, described, many_turns, play

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from storage.database import Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "c.sqlite3"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    async with open_database(path) as database:
        await Matches(database).create(described())
        yield database


async def set_pragma(database: Database, pragma: str) -> None:
    await database.run(lambda connection: connection.execute(f"PRAGMA {pragma}").fetchall())


async def test_a_full_disk_refuses_and_what_was_there_goes_on_once_there_is_room(database: Database) -> None:
    matches = Matches(database)
    ((pages,),) = await database.read("PRAGMA page_count")
    await set_pragma(database, f"max_page_count = {pages + 2}")
    with pytest.raises(WriteFailed, match=r"^the database failed: the disk is full$"):
        await play(matches, many_turns)
    assert fault_of(await matches.history(MATCH)) is None
    await set_pragma(database, "max_page_count = 1000000")
    await play(matches, many_turns)
    assert fault_of(await matches.history(MATCH)) is None


async def test_with_a_full_disk_readers_of_the_same_moment_are_served(database: Database) -> None:
    matches = Matches(database)
    ((pages,),) = await database.read("PRAGMA page_count")
    await set_pragma(database, f"max_page_count = {pages}")
    large = LogEntry(1, "a1", CommitKind.ACTION, 0, "x" * 100_000)
    loaded, failed = await asyncio.gather(
        matches.load(MATCH), matches.append(MATCH, large, "one"), return_exceptions=True
    )
    assert isinstance(failed, WriteFailed)
    assert isinstance(loaded, WriteFailed) or loaded[0] == 0  # type: ignore[index]
    assert (await matches.load(MATCH))[0] == 0


async def test_a_database_that_another_program_locks_refuses_until_it_is_let_go(
    database: Database, path: Path
) -> None:
    matches = Matches(database)
    await set_pragma(database, "busy_timeout = 1")
    entry = LogEntry(1, "a1", CommitKind.ACTION, 0, "{}")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(WriteFailed, match=r"^the database failed: another program has locked it$"):
            await matches.append(MATCH, entry, "one")
        assert (await matches.load(MATCH))[0] == 0
        other.execute("ROLLBACK")
    await matches.append(MATCH, entry, "one")
    assert await matches.load(MATCH) == (1, "one")


async def test_a_database_that_may_only_be_read_refuses(database: Database) -> None:
    matches = Matches(database)
    await set_pragma(database, "query_only = ON")
    with pytest.raises(WriteFailed, match=r"^the database failed: it may only be read$"):
        await matches.append(MATCH, LogEntry(1, "a1", CommitKind.ACTION, 0, "{}"), "one")
    assert (await matches.load(MATCH))[0] == 0


def test_a_broken_page_is_named(path: Path) -> None:
    async def open_it() -> None:
        async with open_database(path):
            pass

    asyncio.run(open_it())
    content = bytearray(path.read_bytes())
    content[100:4096] = b"\x99" * 3996
    path.write_bytes(content)
    with pytest.raises(StorageError, match=r"c\.sqlite3: database disk image is malformed"):
        asyncio.run(open_it())
