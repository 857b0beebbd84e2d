"""A bot that is killed: from one moment on nothing that it does reaches Discord or the disk."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from storage.connection import Connection

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import pytest

    from tests.bot.world import World


@dataclass
class Death:
    """Kills the bot ahead of a call or a transaction: nothing else that it does outlives it.

    What was under way has its effect, though the bot never hears of it. Whatever the bot tries later ends the
    task that tries it. ``left``: how many calls and transactions are still made.
    """

    world: World
    left: int | None = None

    @property
    def came(self) -> bool:
        """Whether the bot was killed."""
        return self.left == 0

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for transport in (FakeHTTPClient, FakeWebhookAdapter):
            monkeypatch.setattr(transport, "request", self._mortal(transport.request))
        monkeypatch.setattr(Connection, "do", self._mortal(Connection.do))

    async def restart(self) -> None:
        """Start another bot, which lives on, where this one was killed or ended."""
        await self.world.bot.close()
        self.world.seed += 1  # else the next table would get the same name
        self.left = None
        await self.world.restart()

    def _mortal(self, original: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def request(*args: Any, **kwargs: Any) -> Any:
            if self.came:
                raise asyncio.CancelledError
            if self.left is not None:
                self.left -= 1
            return await original(*args, **kwargs)

        return request
