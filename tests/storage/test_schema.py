"""Migrations: from nothing and from each older schema to the newest, whole or not at all, never backwards."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import aiosqlite
import pytest

from storage.database import open_database, open_read_only
from storage.errors import WrongSchema
from storage.matches import Matches
from storage.schema import migrate, migrations, schema_version
from tests.storage.matches import described, play

if TYPE_CHECKING:
    from pathlib import Path

NEWEST = len(migrations())

# Rows that a file of each schema may hold, written as the program of that time wrote them.
ROWS = {
    0: "",
    1: """
        INSERT INTO person_settings VALUES (5, 'sort', '"suit"');
        INSERT INTO meta VALUES ('commands', 'hash');
    """,
    2: """
        INSERT INTO guild_settings VALUES (7, 'rules', '"tranca"');
        INSERT INTO meta VALUES ('commands', 'hash');
    """,
}


async def outline(connection: aiosqlite.Connection) -> list[tuple[str, str]]:
    rows = await connection.execute_fetchall("SELECT name, sql FROM sqlite_master ORDER BY name")
    return [(name, sql) for name, sql in rows]


def test_there_are_rows_for_every_schema() -> None:
    assert set(ROWS) == set(range(NEWEST + 1))


@pytest.mark.parametrize("version", range(NEWEST + 1))
async def test_every_older_schema_comes_to_the_newest_with_its_rows(tmp_path: Path, version: int) -> None:
    path = tmp_path / "c.sqlite3"
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        await migrate(connection, migrations()[:version])
        await connection.executescript(ROWS[version])
    async with open_database(path) as database, open_database(None) as fresh:
        assert await schema_version(database._connection) == NEWEST
        assert await outline(database._connection) == await outline(fresh._connection)
        matches = Matches(database)
        await matches.create(described())
        await play(matches)
    if version:
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("SELECT * FROM meta").fetchall() == [("commands", "hash")]


async def test_a_step_that_fails_leaves_the_file_at_the_step_before() -> None:
    steps = ["CREATE TABLE a (x);", "CREATE TABLE b (x); SELECT nonsense;"]
    async with aiosqlite.connect(":memory:", isolation_level=None) as connection:
        with pytest.raises(sqlite3.OperationalError, match="nonsense"):
            await migrate(connection, steps)
        assert await schema_version(connection) == 1
        assert [name for name, _ in await outline(connection)] == ["a"]
        await migrate(connection, [steps[0], "CREATE TABLE b (x);"])
        assert await schema_version(connection) == 2


async def test_a_file_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite3"
    async with open_database(path):
        pass
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {NEWEST + 1}")
    before = path.read_bytes()
    for opening in (open_database(path), open_read_only(path)):
        with pytest.raises(WrongSchema, match=f"schema {NEWEST + 1}"):
            async with opening:
                pass
    assert path.read_bytes() == before


async def test_an_older_file_is_not_migrated_by_a_reader(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE old (x)")
    with pytest.raises(WrongSchema, match="schema 0"):
        async with open_read_only(path):
            pass
