"""Requests with one token wait for each other, and never for one that was cancelled."""

from __future__ import annotations

import asyncio

from discord.webhook import async_

from bot.webhooks import mend_webhooks


async def request(lock: asyncio.Lock, delay: float) -> None:
    """Go through the door as discord.py's requests do, told to wait afterwards."""
    async with async_.AsyncDeferredLock(lock) as door:
        door.delay_by(delay)


async def test_a_request_cancelled_while_it_waits_lets_the_next_one_through() -> None:
    mend_webhooks()
    lock = asyncio.Lock()
    first = asyncio.create_task(request(lock, 60))
    await asyncio.sleep(0)
    assert lock.locked()
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    assert first.cancelled()
    async with asyncio.timeout(1):
        await request(lock, 0)
    assert not lock.locked()


async def test_a_request_still_waits_for_the_one_before() -> None:
    mend_webhooks()
    lock = asyncio.Lock()
    first = asyncio.create_task(request(lock, 60))
    await asyncio.sleep(0)
    second = asyncio.create_task(request(lock, 0))
    await asyncio.sleep(0)
    assert not second.done()
    first.cancel()
    await second
