"""The database: how it is opened and closed, by whom, and who may read beside."""

from __future__ import annotations

import asyncio
import os
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from storage.database import open_database, open_read_only
from storage.errors import DatabaseHeld, StorageError, WriteFailed
from tests.storage.databases import child_environment, keys, put

if TYPE_CHECKING:
    from pathlib import Path


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# Opening and closing


async def test_the_connection_is_set_for_durability(tmp_path: Path) -> None:
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    async with open_database(tmp_path / "c.sqlite3") as database:
        for pragma, value in wanted.items():
            ((found,),) = await database.read(f"PRAGMA {pragma}")
            assert found == value, pragma


async def test_every_table_is_strict() -> None:
    async with open_database(None) as database:
        tables = await database.read("PRAGMA table_list")
        own = [
            (name, strict)
            for _, name, kind, _, _, strict in tables
            if kind == "table" and "sqlite" not in name
        ]
        assert len(own) == 10
        assert all(strict for _, strict in own)


async def test_folder_and_files_are_private_whatever_the_umask(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        async with open_database(tmp_path / "data" / "c.sqlite3") as database:
            await put(database, "a")
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "data").iterdir()}
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert modes == dict.fromkeys(("c.sqlite3", "c.sqlite3-wal", "c.sqlite3-shm", "c.sqlite3.lock"), 0o600)


async def test_a_folder_and_a_file_that_others_could_read_become_private(tmp_path: Path) -> None:
    path = tmp_path / "data" / "c.sqlite3"
    path.parent.mkdir(mode=0o755)
    path.touch(mode=0o644)
    async with open_database(path):
        assert [stat.S_IMODE(found.stat().st_mode) for found in (path.parent, path)] == [0o700, 0o600]


async def test_what_is_written_is_there_after_closing_and_opening(tmp_path: Path) -> None:
    for expected in ([], ["a"]):
        async with open_database(tmp_path / "c.sqlite3") as database:
            assert await keys(database) == expected
            if not expected:
                await put(database, "a")
    assert not (tmp_path / "c.sqlite3-wal").exists()


async def test_a_failing_block_closes_the_database_too(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite3"
    with pytest.raises(ZeroDivisionError):
        async with open_database(path):
            raise ZeroDivisionError
    async with open_database(path):
        pass


async def test_a_failed_opening_lets_go_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite3"
    path.write_text("this is no database, whatever its name says. " * 100)
    with pytest.raises(StorageError, match=r"c\.sqlite3: file is not a database"):
        async with open_database(path):
            pass
    path.unlink()
    async with open_database(path):
        pass


async def test_a_closed_database_takes_no_more_work() -> None:
    async with open_database(None) as database:
        pass
    with pytest.raises(WriteFailed, match="closed"):
        await put(database, "a")


async def test_closing_waits_for_what_was_accepted(tmp_path: Path) -> None:
    async with open_database(tmp_path / "c.sqlite3") as database:
        waiting = [asyncio.create_task(put(database, key)) for key in "abc"]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    async with open_read_only(tmp_path / "c.sqlite3") as database:
        assert await keys(database) == ["a", "b", "c"]


async def test_closing_that_is_cancelled_still_closes(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite3"
    async with open_database(path) as database:

        async def close_under_load() -> None:
            async with database:
                putting.append(asyncio.create_task(put(database, "a")))
                await asyncio.sleep(0)

        putting: list[asyncio.Task[None]] = []
        closing = asyncio.create_task(close_under_load())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        closing.cancel()
        await asyncio.wait([closing])
        await asyncio.gather(*putting)
    async with open_database(path) as database:
        assert await keys(database) == ["a"]


# One process


HOLDER = """
import asyncio, sys
from pathlib import Path
from storage.database import open_database
async def main():
    async with open_database(Path(sys.argv[1])):
        print("open", flush=True)
        sys.stdin.read()
asyncio.run(main())
"""


def start_holder(path: Path) -> subprocess.Popen[str]:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=child_environment(),
    )
    assert holder.stdout
    assert holder.stdout.readline() == "open\n"
    return holder


async def test_a_second_process_is_refused_and_told_who_holds_the_database(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite3"
    with start_holder(path) as holder:
        with pytest.raises(DatabaseHeld, match=f"in use by process {holder.pid} on "):
            async with open_database(path):
                pass
        async with open_read_only(path) as database:
            assert await keys(database) == []
        holder.kill()
    async with open_database(path):
        pass


async def test_the_holder_in_this_process_is_named_as_well(tmp_path: Path) -> None:
    async with open_database(tmp_path / "c.sqlite3"):
        with pytest.raises(DatabaseHeld, match=f"process {os.getpid()} "):
            async with open_database(tmp_path / "c.sqlite3"):
                pass


# Reading beside


async def test_reading_needs_a_database(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="there is no database"):
        async with open_read_only(tmp_path / "c.sqlite3"):
            pass
    assert files_in(tmp_path) == []


async def test_a_reader_sees_what_is_committed_and_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite3"
    async with open_database(path) as database:
        await put(database, "a")
        async with open_read_only(path) as reader:
            assert await keys(reader) == ["a"]
            await put(database, "b")
            assert await keys(reader) == ["a", "b"]
            with pytest.raises(WriteFailed, match="it may only be read"):
                await put(reader, "c")
