"""Shared commits: what one means, and that nobody's trouble or going away is another's."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import TYPE_CHECKING

import pytest

from storage.database import open_database
from storage.errors import WriteFailed
from tests.storage.databases import in_loop, keys, put, tap, tapped_database

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


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
