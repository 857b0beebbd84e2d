"""What the bot is told over the gateway and cannot read ends neither it nor what it was told before."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket
from yarl import URL

from bot import hearing
from bot.app import create_bot
from bot.config import Settings
from tests.bot.world import TOKEN

if TYPE_CHECKING:
    import logging
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.app import CanastaBot

USER = {"id": "1", "username": "canasta", "discriminator": "0", "avatar": None}
GUILD = {"id": "2", "name": "server", "unavailable": False, "channels": [], "members": [], "roles": []}


class Gateway:
    """A gateway that says ``first`` when a session has begun; ``heard`` holds how each connection began.

    Without anything to say it closes each connection that has begun.
    """

    def __init__(self, first: str | None) -> None:
        self.heard: asyncio.Queue[int] = asyncio.Queue()
        self._first = first

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 60_000}})
        async for frame in socket:
            match frame.json()["op"]:
                case 2 | 6 if self._first is None:
                    await socket.close(code=4000)
                case 2:
                    self.heard.put_nowait(2)
                    ready = {
                        "user": USER,
                        "guilds": [],
                        "session_id": "s",
                        "application": {"id": "1", "flags": 0},
                    }
                    address = f"ws://{request.host}/"
                    await self._say(socket, 1, "READY", ready | {"resume_gateway_url": address})
                    await socket.send_str(self._first or "")
                    await self._say(socket, 2, "GUILD_CREATE", GUILD)
                case 6:
                    self.heard.put_nowait(6)
                    await self._say(socket, 2, "GUILD_CREATE", GUILD)
                    await self._say(socket, 3, "RESUMED", {})
        return socket

    async def _say(
        self, socket: web.WebSocketResponse, number: int, event: str, data: dict[str, Any]
    ) -> None:
        await socket.send_json({"op": 0, "s": number, "t": event, "d": data})


@asynccontextmanager
async def connected(
    first: str | None, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[CanastaBot, Gateway]]:
    """Have a bot connected to a gateway that says ``first``."""
    monkeypatch.setattr(ExponentialBackoff, "delay", lambda _: 0.0)
    gateway, app = Gateway(first), web.Application()
    app.router.add_get("/", gateway.serve)
    bot = create_bot(Settings(_env_file=None, discord_token=TOKEN, canasta_data=folder))
    async with TestServer(app) as server, aiohttp.ClientSession() as session, bot:
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(str(server.make_url("/"))))
        monkeypatch.setattr(bot.http, "ws_connect", session.ws_connect)
        bot.http.token = TOKEN
        connecting = asyncio.create_task(bot.connect())
        try:
            yield bot, gateway
        finally:
            connecting.cancel()
            await asyncio.gather(connecting, return_exceptions=True)


@pytest.mark.parametrize(
    ("event", "data"),
    [
        ("INTERACTION_CREATE", "{}"),
        ("GUILD_CREATE", '{"id": "3", "channels": [{"id": "4", "type": 0}]}'),
        ("THREAD_UPDATE", '["a-secret"]'),
        ("CHANNEL_DELETE", "null"),
    ],
)
async def test_an_event_that_cannot_be_read_is_left_out(
    event: str,
    data: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    logged_errors: list[logging.LogRecord],
) -> None:
    first = f'{{"op": 0, "s": 2, "t": "{event}", "d": {data}}}'
    async with connected(first, tmp_path, monkeypatch) as (bot, gateway):
        await bot.wait_for("guild_available", timeout=5)
    assert gateway.heard.get_nowait() == 2
    assert gateway.heard.empty()
    [line] = [record.getMessage() for record in logged_errors]
    assert line.startswith(f"event {event} is left out: it cannot be read (")
    assert "secret" not in line
    logged_errors.clear()


@pytest.mark.parametrize("garbage", ["", "{", "null", "[1]", "[" * 100_000])
async def test_a_stream_that_makes_no_sense_is_resumed(
    garbage: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    logged_errors: list[logging.LogRecord],
) -> None:
    async with connected(garbage, tmp_path, monkeypatch) as (bot, gateway):
        await bot.wait_for("guild_available", timeout=5)
    assert [gateway.heard.get_nowait() for _ in range(2)] == [2, 6]
    assert [record.getMessage() for record in logged_errors] == ["Attempting a reconnect in 0.00s"]
    logged_errors.clear()


async def test_connections_that_discord_ends_at_once_are_made_ever_more_seldom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pauses: list[float] = []
    enough = asyncio.Event()

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 7:
            enough.set()
            await asyncio.Event().wait()

    monkeypatch.setattr(hearing, "asyncio", SimpleNamespace(sleep=sleep))
    monkeypatch.setattr(hearing._Gateway, "_next_pause", 0.0)
    async with connected(None, tmp_path, monkeypatch), asyncio.timeout(5):
        await enough.wait()
    assert pauses == [1, 2, 4, 8, 16, 32, 32]
    words = "Discord ends each connection as soon as it is made; the next is in 1 s"
    assert caplog.records[0].getMessage() == words


async def test_a_connection_that_lasted_is_made_anew_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearing._Gateway, "_next_pause", 32.0)
    monkeypatch.setattr(hearing, "asyncio", None)  # no sleep to be had
    lasting = hearing._Gateway(None, loop=asyncio.get_running_loop())  # type: ignore[arg-type]
    lasting._made -= 6
    await lasting._pause()
    assert hearing._Gateway._next_pause == 0.0
