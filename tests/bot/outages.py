"""Discord in a bad mood: calls that fail in every way a call can fail, while the test says so."""

from __future__ import annotations

import asyncio
import fnmatch
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import pytest

    from tests.bot.world import World

_WAIT = 300.0


class _Response:
    headers: dict[str, str] = {}  # noqa: RUF012  # nobody writes to it
    reason = "as the test wants it"

    def __init__(self, status: int) -> None:
        self.status = status


def refusal(status: int, code: int) -> discord.HTTPException:
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    return kind(_Response(status), {"code": code, "message": "as the test wants it"})  # type: ignore[arg-type]


FAULTS: dict[str, Callable[[], Exception] | None] = {
    "unknown channel": lambda: refusal(404, 10003),
    "unknown message": lambda: refusal(404, 10008),
    "token expired": lambda: refusal(401, 50027),
    "too old": lambda: refusal(400, 30046),
    "archived": lambda: refusal(400, 50083),
    "no access": lambda: refusal(403, 50001),
    "no permission": lambda: refusal(403, 50013),
    "long rate limit": None,
    "server error": lambda: refusal(500, 0),
    "timeout": TimeoutError,
    "connection reset": lambda: aiohttp.ClientOSError(104, "Connection reset by peer"),
}


@dataclass
class Outage:
    """Has every call of one route fail in one way, from `begin` to `end`; counts what it hit.

    What ``works`` has its effect all the same: only the answer is lost.
    """

    world: World
    method: str = ""
    path: str = ""
    fault: str | None = None
    works: bool = False
    hits: dict[str, int] = field(default_factory=dict)

    def begin(self, method: str, path: str, fault: str, *, works: bool = False) -> None:
        self.method, self.path, self.fault, self.works = method, path, fault, works

    def end(self) -> None:
        self.fault = None

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for transport in (FakeHTTPClient, FakeWebhookAdapter):
            monkeypatch.setattr(transport, "request", self._failing(transport.request))

    def _failing(self, original: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def request(transport: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
            path = route.url.split("?")[0].partition("/api/v10")[2]
            fault = self.fault
            if fault is not None and route.method == self.method and fnmatch.fnmatch(path, self.path):
                self.hits[fault] = self.hits.get(fault, 0) + 1
                if self.works:
                    await original(transport, route, *args, **kwargs)
                await self._fail(fault, waits=isinstance(transport, FakeWebhookAdapter))
            return await original(transport, route, *args, **kwargs)

        return request

    async def _fail(self, fault: str, *, waits: bool) -> None:
        """Raise the fault. At a long rate limit the client raises, while what answers interactions waits."""
        error = FAULTS[fault]
        if error is not None:
            raise error()
        if not waits:
            raise discord.RateLimited(_WAIT)
        await self.world._sleep(_WAIT)


@dataclass
class Gate:
    """Holds up the first call of one route that is made once it is closed, until the test opens it again."""

    world: World
    method: str
    path: str
    reached: bool = False
    _opened: asyncio.Event | None = None

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for transport in (FakeHTTPClient, FakeWebhookAdapter):
            monkeypatch.setattr(transport, "request", self._held(transport.request))

    def close(self) -> None:
        self.reached, self._opened = False, asyncio.Event()

    async def open(self) -> None:
        assert self.reached
        assert self._opened is not None
        self._opened.set()
        await self.world.wait(1)

    def _held(self, original: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def request(transport: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
            path = route.url.split("?")[0].partition("/api/v10")[2]
            meant = route.method == self.method and fnmatch.fnmatch(path, self.path)
            if meant and self._opened is not None and not self.reached:
                self.reached = True
                await self.world.env.external_wait(self._opened.wait(), reason="the gate is closed")
            return await original(transport, route, *args, **kwargs)

        return request
