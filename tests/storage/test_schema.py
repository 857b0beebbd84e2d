"""Migrations: from nothing and from each older schema to the newest, whole or not at all, never backwards."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.ports import MatchId
from storage.database import open_database, open_read_only
from storage.errors import WrongSchema
from storage.history import fault_of
from storage.matches import Matches
from storage.schema import migrate, migrations, schema_version
from storage.settings import Settings
from tests.storage.matches import play, two_deals

NEWEST = len(migrations())
OLDER = range(1, NEWEST)
DUMPS = Path(__file__).parent / "schemas"
"""A file of each older schema, as SQL, written by the program of that time."""


def make_old(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((DUMPS / f"{version:04}.sql").read_text())


def outline(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    return connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


def test_there_is_a_file_of_every_older_schema() -> None:
    assert sorted(path.name for path in DUMPS.iterdir()) == [f"{version:04}.sql" for version in OLDER]


@pytest.mark.parametrize("version", OLDER)
async def test_every_older_schema_comes_to_the_newest_and_its_matches_go_on(
    tmp_path: Path, version: int
) -> None:
    path = tmp_path / "c.sqlite3"
    make_old(path, version)
    async with open_database(path) as database, open_database(None) as fresh:
        assert await database.run(schema_version) == NEWEST
        # A column that was added stands at the end of its table, wherever a new file would have it.
        assert await database.run(outline) == await fresh.run(outline)
        matches, settings = Matches(database), Settings(database)
        assert [place.id.id for place in await matches.pending_matches()] == ["running", "waiting"]
        assert [fault_of(await matches.history(match_id)) for match_id in await matches.all_ids()] == [
            None
        ] * 3
        await play(matches, two_deals, MatchId(7, "running"))
        assert fault_of(await matches.history(MatchId(7, "running"))) is None
        assert (await matches.resume(MatchId(7, "waiting"))).info.rules.match.target == 2000
        assert await settings.of_person(100) == {"sort": "suit"}
        assert await settings.meta("commands") == "hash"


def test_a_step_that_fails_leaves_the_file_at_the_step_before() -> None:
    steps = ["CREATE TABLE a (x);", "CREATE TABLE b (x); SELECT nonsense;"]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        with pytest.raises(sqlite3.OperationalError, match="nonsense"):
            migrate(connection, steps)
        assert schema_version(connection) == 1
        assert [name for name, _ in outline(connection)] == ["a"]
        migrate(connection, [steps[0], "CREATE TABLE b (x);"])
        assert schema_version(connection) == 2


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
