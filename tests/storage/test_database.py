"""The database: who may open it, what a commit means, and that nobody's trouble is another's."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from storage.database import open_database, open_read_only
from storage.errors import DatabaseHeld, StorageError, WriteFailed
from tests.storage.databases import child_environment, in_loop, tap, tapped_database

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from storage.database import Database


def put(database: Database, key: str, value: str = "x") -> Coroutine[None, None, None]:
    def work(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO meta (key, value) VALUES (?, ?)", (key, value))

    return database.run(work)


async def keys(database: Database) -> list[str]:
    return [key for (key,) in await database.read("SELECT key FROM meta ORDER BY key")]


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


# Shared commits


async def test_a_hundred_appends_share_few_commits_and_one_failure_is_its_own(tmp_path: Path) -> None:
    async with tapped_database(tmp_path / "c.sqlite3") as (database, tapped):
        await put(database, "050")
        tapped.listen(lambda _number, _statement: None)
        results = await asyncio.gather(
            *(put(database, f"{number:03}") for number in range(100)), return_exceptions=True
        )
        failed = {number: result for number, result in enumerate(results) if result is not None}
        assert list(failed) == [50]
        assert isinstance(failed[50], WriteFailed)
        assert isinstance(failed[50].__cause__, sqlite3.IntegrityError)
        assert tapped.statements.count("COMMIT") <= 2
        assert await keys(database) == [f"{number:03}" for number in range(100)]


async def test_a_failed_job_leaves_nothing_of_its_own_behind() -> None:
    def write_and_fail(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO meta (key, value) VALUES ('half', '')")
        raise ZeroDivisionError

    async with open_database(None) as database:
        results = await asyncio.gather(
            put(database, "a"), database.run(write_and_fail), put(database, "b"), return_exceptions=True
        )
        assert [type(result) for result in results] == [type(None), ZeroDivisionError, type(None)]
        assert await keys(database) == ["a", "b"]


async def test_jobs_are_done_in_the_order_of_the_calls() -> None:
    async with open_database(None) as database:
        seen = await asyncio.gather(*(step for key in "abc" for step in (put(database, key), keys(database))))
    assert seen[1::2] == [["a"], ["a", "b"], ["a", "b", "c"]]


async def test_nobody_is_told_before_the_commit() -> None:
    async with tapped_database() as (database, tapped):
        told: list[str] = []
        tapped.listen(lambda _number, statement: told.append(statement.split()[0]))
        tasks = [asyncio.create_task(put(database, key)) for key in "ab"]
        for task in tasks:
            task.add_done_callback(lambda _task: told.append("told"))
        await asyncio.gather(*tasks)
        await asyncio.sleep(0)
        assert told == ["BEGIN", "INSERT", "INSERT", "COMMIT", "told", "told"]


async def test_where_one_job_fails_all_are_done_anew_and_nobody_is_told_before_that_commit() -> None:
    async with tapped_database() as (database, tapped):
        await put(database, "a")
        told: list[str] = []
        tapped.listen(lambda _number, statement: told.append(statement.split()[0]))
        tasks = [asyncio.create_task(put(database, key)) for key in "bac"]
        for task in tasks:
            task.add_done_callback(lambda _task: told.append("told"))
        results = await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)
        assert [type(result) for result in results] == [type(None), WriteFailed, type(None)]
        first = ["BEGIN", "INSERT", "INSERT", "ROLLBACK"]
        failing = ["SAVEPOINT", "INSERT", "ROLLBACK", "RELEASE"]
        apart = ["SAVEPOINT", "INSERT", "RELEASE"]
        assert told == [*first, "BEGIN", *apart, *failing, *apart, "COMMIT", *["told"] * 3]
        assert await keys(database) == ["a", "b", "c"]


async def test_idle_databases_have_no_task() -> None:
    before = asyncio.all_tasks()
    async with open_database(None) as database:
        await put(database, "a")
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == before


@pytest.mark.parametrize(
    ("broken", "wanted"),
    [
        ("BEGIN", "ab"),
        ("COMMIT", "ab"),
        ("BEGIN", "aa"),
        ("ROLLBACK", "aa"),
        ("SAVEPOINT job", "aa"),
        ("ROLLBACK TO job", "aa"),
        ("RELEASE job", "aa"),
        ("COMMIT", "aa"),
    ],
)
async def test_a_transaction_that_fails_fails_all_its_jobs_and_no_later_ones(
    broken: str, wanted: str
) -> None:
    def break_once(_number: int, statement: str) -> None:
        if statement == broken:
            tapped.listen(lambda _number, _statement: None)
            raise sqlite3.OperationalError("disk I/O error")

    async with tapped_database() as (database, tapped):
        tapped.listen(break_once)
        results = await asyncio.gather(*(put(database, key) for key in wanted), return_exceptions=True)
        assert [str(result) for result in results] == ["the database failed: disk I/O error"] * 2
        assert {type(result) for result in results} == {WriteFailed}
        await put(database, "c")
        assert await keys(database) == ["c"]


async def test_an_error_that_ends_the_whole_transaction_is_everybodys() -> None:
    def full_disk(connection: sqlite3.Connection) -> None:
        connection.execute("ROLLBACK")
        raise sqlite3.OperationalError("database or disk is full")

    async with open_database(None) as database:
        results = await asyncio.gather(put(database, "a"), database.run(full_disk), return_exceptions=True)
        assert {type(result) for result in results} == {WriteFailed}
        assert await keys(database) == []
        await put(database, "b")


# Cancelled callers

TOGETHER, APART = (("ab", 4), ("bac", 16))
"""What is put at once, where all goes well and where the second fails; how many statements that takes."""


def cancel_at(moment: int, victim: Callable[[], asyncio.Task[None]]) -> Callable[[int, str], None]:
    def hook(number: int, _statement: str) -> None:
        if number == moment:
            in_loop(lambda: victim().cancel())

    return hook


@pytest.mark.parametrize("moment", range(TOGETHER[1]))
@pytest.mark.parametrize("victim", [0, 1])
async def test_a_cancelled_caller_cancels_nothing_else(moment: int, victim: int) -> None:
    together, statements = TOGETHER
    async with tapped_database() as (database, tapped):
        tapped.listen(cancel_at(moment, lambda: tasks[victim]))
        tasks = [asyncio.create_task(put(database, key)) for key in together]
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert len(tapped.statements) == statements
        assert isinstance(results[victim], asyncio.CancelledError)
        assert results[1 - victim] is None
        assert await keys(database) == ["a", "b"]


@pytest.mark.parametrize("moment", range(APART[1]))
@pytest.mark.parametrize("victim", [0, 1])
async def test_nor_does_it_where_one_job_fails(moment: int, victim: int) -> None:
    together, statements = APART
    async with tapped_database() as (database, tapped):
        await put(database, "a")
        tapped.listen(cancel_at(moment, lambda: tasks[victim]))
        tasks = [asyncio.create_task(put(database, key)) for key in together]
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert len(tapped.statements) == statements
        assert isinstance(results[victim], asyncio.CancelledError)
        assert results[1 - victim] is None or isinstance(results[1 - victim], WriteFailed)
        assert results[2] is None
        assert await keys(database) == ["a", "b", "c"]


async def test_callers_cancelled_before_the_work_begins_do_no_harm() -> None:
    async with open_database(None) as database:
        tasks = [asyncio.create_task(put(database, key)) for key in "abc"]
        tasks[0].cancel()
        await asyncio.sleep(0)
        tasks[1].cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(result) for result in results] == [asyncio.CancelledError] * 2 + [type(None)]
        assert await keys(database) == ["b", "c"]


@pytest.mark.parametrize("moment", range(TOGETHER[1]))
def test_a_loop_that_shuts_down_leaves_nobody_hanging(tmp_path: Path, moment: int) -> None:
    path = tmp_path / "c.sqlite3"
    loop: asyncio.AbstractEventLoop | None = None

    def cancel_all(number: int, _statement: str) -> None:
        if number == moment:
            in_loop(lambda: [task.cancel() for task in asyncio.all_tasks(loop)])

    async def shut_down() -> None:
        nonlocal loop
        loop = asyncio.get_running_loop()
        async with open_database(path) as database:
            tap(database).listen(cancel_all)
            await asyncio.gather(*(put(database, key) for key in "ab"))

    async def look() -> list[str]:
        async with open_database(path) as database:
            return await keys(database)

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(shut_down())
    assert asyncio.run(look()) in ([], ["a", "b"])
