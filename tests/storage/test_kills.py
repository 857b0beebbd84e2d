"""Killed at any moment a process leaves a whole file, with all that it was told is done."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from storage.backup import back_up_daily
from storage.database import FILE_NAME, open_database
from storage.history import fault_of
from storage.matches import Matches
from storage.schema import migrations
from tests.storage.databases import child_environment
from tests.storage.matches import MATCH, described, play, some_turns
from tests.storage.test_backup import TODAY
from tests.storage.test_schema import make_old

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def killed(scenario: str, folder: Path) -> Iterator[tuple[Path, list[str]]]:
    """Yield the folder of each try and what it was told is done; the last one lived."""
    command = [sys.executable, "-m", "tests.storage.dying", scenario, str(folder)]
    subprocess.run(command, check=True, timeout=60, env=child_environment())
    tries = [path for path in folder.iterdir() if path.is_dir()]
    assert len(tries) > 5
    for own in sorted(tries, key=lambda path: int(path.name)):
        told = own / "told"
        yield own, told.read_text().split() if told.exists() else []


def count(path: Path, query: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        ((found,),) = connection.execute(query).fetchall()
    return int(found)


async def test_in_an_append(tmp_path: Path) -> None:
    async with open_database(tmp_path / FILE_NAME) as database:
        await Matches(database).create(described())
    outcomes = set()
    for own, told in killed("append", tmp_path):
        async with open_database(own / FILE_NAME) as database:
            history = await Matches(database).history(MATCH)
        assert len(told) <= history.version <= len(told) + 1
        assert [entry.version for entry in history.entries] == list(range(1, history.version + 1))
        assert not history.version or history.snapshot == f"after {history.version}"
        outcomes.add((history.version, len(told)))
    # Among the tries is one that died after its commit and before anybody knew.
    assert {(0, 0), (1, 0), (2, 2)} <= outcomes


@pytest.mark.parametrize("version", range(1, len(migrations())))
async def test_in_a_migration(tmp_path: Path, version: int) -> None:
    make_old(tmp_path / FILE_NAME, version)
    versions = set()
    for own, _ in killed("migrate", tmp_path):
        versions.add(count(own / FILE_NAME, "PRAGMA user_version"))
        async with open_database(own / FILE_NAME) as database:
            matches = Matches(database)
            ids = await matches.all_ids()
            assert [fault_of(await matches.history(match_id)) for match_id in ids] == [None] * 3
    assert versions == set(range(version, len(migrations()) + 1))


async def test_in_a_backup(tmp_path: Path) -> None:
    async with open_database(tmp_path / FILE_NAME) as database:
        await Matches(database).create(described())
        await play(Matches(database), some_turns)
    for own, told in killed("back up", tmp_path):
        finished = sorted((own / "backups").glob("*.sqlite3"))
        assert [path.name for path in finished] >= told
        made = back_up_daily(own / FILE_NAME, TODAY)
        assert (made is None) == bool(finished)
        (backup,) = (own / "backups").iterdir()
        assert count(backup, "SELECT count(*) FROM log") == count(own / FILE_NAME, "SELECT count(*) FROM log")
