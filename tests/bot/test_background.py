"""Tasks that nobody awaits."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from bot.background import Background
from bot.ports import Ports

if TYPE_CHECKING:
    import logging
    from collections.abc import AsyncIterator


class Time:
    """Sleeps last until they are let go."""

    def __init__(self) -> None:
        self.sleeping: list[asyncio.Future[None]] = []

    async def sleep(self, _: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sleeping.append(future)
        await future

    async def pass_(self) -> None:
        for future in self.sleeping:
            if not future.done():
                future.set_result(None)
        await settle()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def background(time: Time) -> AsyncIterator[Background]:
    background = Background(Ports(sleep=time.sleep, rng=random.Random(1)))
    yield background
    await background.close(0)


async def test_work_is_done_after_its_time(background: Background, time: Time) -> None:
    done: list[str] = []

    async def work() -> None:
        done.append("work")

    background.start("a", work, after=3)
    await settle()
    assert done == []
    assert background.is_running("a")
    await time.pass_()
    assert done == ["work"]
    assert not background.is_running("a")


async def test_a_name_is_used_by_one_task_at_a_time(background: Background, time: Time) -> None:
    done: list[int] = []

    async def work(number: int) -> None:
        done.append(number)

    for number in range(3):
        background.start("a", lambda number=number: work(number), after=1)
        await settle()
    await time.pass_()
    assert done == [2]


async def test_a_task_may_name_its_successor(background: Background) -> None:
    done: list[int] = []

    async def work(number: int) -> None:
        if number < 3:
            background.start("a", lambda: work(number + 1))
        await asyncio.sleep(0)
        done.append(number)

    background.start("a", lambda: work(1))
    for _ in range(4):
        await settle()
    assert sorted(done) == [1, 2, 3]
    assert not background.is_running("a")


async def test_what_was_cancelled_is_not_done(background: Background, time: Time) -> None:
    done: list[str] = []

    async def work() -> None:
        done.append("work")

    background.start("a", work, after=1)
    background.cancel("a")
    background.start("b", work, after=1)
    await settle()
    background.cancel("b")
    background.cancel("nobody")
    await time.pass_()
    assert done == []


async def test_a_failure_is_logged_with_the_name(
    background: Background, logged_errors: list[logging.LogRecord]
) -> None:
    async def work() -> None:
        raise RuntimeError

    background.start("flow abcdefgh", work)
    await settle()
    (error,) = logged_errors
    assert error.getMessage() == "background task flow abcdefgh failed"
    logged_errors.clear()


async def test_the_end_waits_for_guests_and_for_nobody_else(background: Background) -> None:
    events: list[str] = []

    async def guest() -> None:
        await asyncio.sleep(0)
        events.append("guest answered")

    async def forever() -> None:
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            events.append("task ended")

    background.welcome(asyncio.create_task(guest()))
    background.start("a", forever)
    await settle()
    await background.close(5)
    assert events == ["guest answered", "task ended"]


async def test_the_end_does_not_wait_for_long(background: Background) -> None:
    task = asyncio.create_task(asyncio.Event().wait())
    background.welcome(task)
    await background.close(0.01)
    assert not task.done()
    task.cancel()
