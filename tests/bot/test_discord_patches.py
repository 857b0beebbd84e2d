"""Requests wait for each other with one token, never for one that was cancelled, nor for ever for Discord."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import Route
from discord.webhook import async_

from bot import discord_patches
from bot.discord_patches import give_up_unanswered, mend_answers, mend_webhooks
from bot.outages import UNREACHABLE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


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
    async with silent, using(aiohttp.ClientSession()) as client, asyncio.timeout(5):
        give_up_unanswered(client)
        with pytest.raises(TimeoutError):
            await client.http.get_user(1)


@asynccontextmanager
async def using(session: aiohttp.ClientSession) -> AsyncIterator[discord.Client]:
    """Have a client whose requests go through a session."""
    client = discord.Client(intents=discord.Intents.none())
    client.http._global_over = asyncio.Event()
    client.http._global_over.set()
    client.http._HTTPClient__session = session  # type: ignore[attr-defined]
    async with session:
        yield client
        assert not session.closed


async def answered(answer: web.Response, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what a request makes of an answer."""

    async def give(_: web.Request) -> web.Response:
        return answer

    mend_answers()
    app = web.Application()
    app.router.add_get("/users/1", give)
    async with TestServer(app) as server, using(aiohttp.ClientSession()) as client:
        monkeypatch.setattr(Route, "BASE", f"http://{server.host}:{server.port}")
        return await client.http.get_user(1)


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=utf-8"])
async def test_an_answer_is_read(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = web.Response(body='{"id": "1", "name": "Zoë"}'.encode(), headers={"Content-Type": kind})
    assert await answered(answer, monkeypatch) == {"id": "1", "name": "Zoë"}


async def test_an_empty_answer_is_one_where_none_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await answered(web.Response(status=204), monkeypatch) == ""


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"<html>Please log in to this network</html>", "text/html"),
        (b"", "application/json"),
        (b'{"id": "1", "na', "application/json"),
        (b"\xff\xfe", "application/json"),
    ],
)
async def test_an_answer_that_is_not_discords_is_an_outage(
    body: bytes, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UNREACHABLE, match="what answers is not Discord"):
        await answered(web.Response(body=body, content_type=kind), monkeypatch)


async def test_a_refusal_in_whatever_words_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(discord.Forbidden):
        await answered(web.Response(status=403, body=b"", content_type="application/json"), monkeypatch)
