"""Backups: one a day, the last seven kept, each checked, and each the whole database when it is put back."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from storage.backup import back_up, back_up_daily
from storage.database import open_database
from storage.errors import StorageError, WrongSchema
from storage.history import fault_of
from storage.matches import Matches
from tests.storage.matches import MATCH, described, many_turns, play, some_turns

if TYPE_CHECKING:
    from pathlib import Path

TODAY = date(2024, 2, 28)


async def filled(path: Path) -> None:
    async with open_database(path) as database:
        matches = Matches(database)
        await matches.create(described())
        await play(matches, some_turns)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_a_backup_that_is_put_back_goes_on_where_it_was_made(tmp_path: Path) -> None:
    path, copy = tmp_path / "data" / "c.sqlite3", tmp_path / "copy.sqlite3"
    await filled(path)
    async with open_database(path) as database:
        back_up(path, copy)
        before = await Matches(database).load(MATCH)
        await play(Matches(database), many_turns)
    assert names(tmp_path) == ["copy.sqlite3", "data"]
    copy.replace(path)
    async with open_database(path) as database:
        matches = Matches(database)
        assert await matches.load(MATCH) == before
        await play(matches, many_turns)
        assert fault_of(await matches.history(MATCH)) is None


async def test_one_backup_a_day_and_seven_in_all(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite3"
    await filled(path)
    folder = tmp_path / "backups"
    for day in range(9):
        made = back_up_daily(path, TODAY + timedelta(day))
        assert made is not None
        assert back_up_daily(path, TODAY + timedelta(day)) is None
        assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert names(folder) == [f"canasta-2024-03-0{day}.sqlite3" for day in range(1, 8)]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


async def test_what_else_lies_in_the_folder_stays(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite3"
    await filled(path)
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "canasta-mine.sqlite3").touch()
    (folder / "canasta-2024-02-27.sqlite3.part").touch()
    back_up_daily(path, TODAY)
    assert names(folder) == ["canasta-2024-02-28.sqlite3", "canasta-mine.sqlite3"]


async def test_a_damaged_database_makes_no_backup_and_costs_none(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite3"
    await filled(path)
    back_up_daily(path, TODAY)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO seats (guild_id, match_id, seat, kind, name) VALUES (9, 'gone', 0, 'empty', '')"
        )
    with pytest.raises(StorageError, match="the backup is not sound: a row of seats has no match"):
        back_up_daily(path, TODAY + timedelta(1))
    path.write_bytes(b"x" * 10_000)
    with pytest.raises(StorageError, match="the backup failed: file is not a database"):
        back_up_daily(path, TODAY + timedelta(1))
    assert names(tmp_path / "backups") == ["canasta-2024-02-28.sqlite3"]


def test_a_database_of_another_schema_is_no_backup(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "c.sqlite3")) as connection:
        connection.execute("CREATE TABLE other (x)")
    with pytest.raises(WrongSchema):
        back_up(tmp_path / "c.sqlite3", tmp_path / "copy")
    assert names(tmp_path) == ["c.sqlite3"]
