"""Patches of discord.py, for two ways in which one of its requests can stop a table.

The library lets one request at a time through with a token, and waits before the next one where Discord asks
for a pause. A request that is cancelled during that wait never opens the door again, so every later request
with that token waits for ever; and the change of a hand panel is cancelled whenever a newer one follows.

It also waits five minutes for each request that Discord never answers, and the requests behind it wait too.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import aiohttp
from discord.webhook import async_

if TYPE_CHECKING:
    from types import TracebackType

    import discord

_UNANSWERED = aiohttp.ClientTimeout(total=20.0)


class _Door(async_.AsyncDeferredLock):
    """Opens also for the next one when who waits in it is cancelled."""

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            if self.delta:
                await asyncio.sleep(self.delta)
        finally:
            self.lock.release()


def mend_webhooks() -> None:
    """Have discord.py use a lock that a cancelled request does not keep."""
    async_.AsyncDeferredLock = _Door  # type: ignore[misc]  # the library has no other way to exchange it


def give_up_unanswered(client: discord.Client) -> None:
    """Have a request fail that Discord does not answer; the client has logged in, by its real transport."""
    session = client.http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001  # no other way
    if isinstance(session, aiohttp.ClientSession):
        session._timeout = _UNANSWERED  # noqa: SLF001  # it can be given to a session that is made only
