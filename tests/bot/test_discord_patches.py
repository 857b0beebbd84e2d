"""Requests wait for each other with one token, never for one that was cancelled, nor for ever for Discord."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest
from discord.http import Route
from discord.webhook import async_

from bot import discord_patches
from bot.discord_patches import give_up_unanswered, mend_webhooks


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


async def test_a_request_that_is_never_answered_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord_patches, "_UNANSWERED", aiohttp.ClientTimeout(total=0.05))

    async def hear_out(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    silent = await asyncio.start_server(hear_out, "127.0.0.1", 0)
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{silent.sockets[0].getsockname()[1]}")
    client = discord.Client(intents=discord.Intents.none())
    client.http._global_over = asyncio.Event()
    client.http._global_over.set()
    client.http._HTTPClient__session = session = aiohttp.ClientSession()  # type: ignore[attr-defined]
    give_up_unanswered(client)
    async with silent, session, asyncio.timeout(5):
        with pytest.raises(TimeoutError):
            await client.http.get_user(1)
        assert not session.closed
