"""A fault of discord.py's webhooks that would stop a table for good, mended.

The library lets one request at a time through with a token, and waits before the next one where Discord says
so. Who is cancelled during that wait keeps the door shut: every later request with that token waits for ever.
A change of a hand panel is cancelled whenever a newer one takes its place.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from discord.webhook import async_

if TYPE_CHECKING:
    from types import TracebackType


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
    async_.AsyncDeferredLock = _Door  # type: ignore[misc]
