"""Hearing of Discord what happens, whatever comes over the gateway.

What discord.py cannot read, such as an event without a field that it counts on, ends its client, and with it
every table of every server. Here it costs that event, or the connection.

And a connection that Discord ends as soon as it is made the library makes anew at once, dozens of times a
second. Here it waits, longer each time.
"""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord import client as client_module
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.outages import UNREACHABLE

if TYPE_CHECKING:
    from collections.abc import Callable

_SHORT_SECONDS = 5.0
"""A connection that ends sooner was of no use."""
_LONGEST_PAUSE_SECONDS = 32.0
_OF_THE_CONNECTION = (ReconnectWebSocket, discord.ConnectionClosed, OSError, *UNREACHABLE)
log = logging.getLogger(__name__)


class _Gateway(DiscordWebSocket):
    """Is connected anew, and told again what was missed, where what it is sent makes no sense."""

    _next_pause = 0.0
    """After the next connection that was of no use; the first is replaced at once, as Discord may ask for."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._made = time.monotonic()

    async def poll_event(self) -> None:
        try:
            await super().poll_event()
        except ReconnectWebSocket:
            await self._pause()
            raise

    async def _pause(self) -> None:
        """Wait where this connection and those before it were of no use."""
        if time.monotonic() - self._made > _SHORT_SECONDS:
            _Gateway._next_pause = 0.0
            return
        pause = self._next_pause
        _Gateway._next_pause = min(max(1.0, 2 * pause), _LONGEST_PAUSE_SECONDS)
        if pause:
            log.warning("Discord ends each connection as soon as it is made; the next is in %.0f s", pause)
            await asyncio.sleep(pause)

    async def received_message(self, msg: Any, /) -> None:
        try:
            await super().received_message(msg)
        except _OF_THE_CONNECTION:
            raise
        except Exception as error:  # noqa: BLE001  # whatever a broken stream leads to
            await self.close()
            # Without the error itself: its words may hold what was sent.
            raise aiohttp.ClientPayloadError(f"unreadable ({type(error).__name__})") from None


def mend_gateway() -> None:
    """Have discord.py's clients reconnect where they would end."""
    client_module.DiscordWebSocket = _Gateway  # type: ignore[misc]  # no other way to exchange it


def leave_out_unreadable(client: discord.Client) -> None:
    """Have a client go on after an event that it cannot read. Without READY there is no session to go on."""
    parsers = client._connection.parsers  # noqa: SLF001  # no other way
    for event in parsers.keys() - {"READY"}:
        parsers[event] = partial(_take_in, event, parsers[event])


def _take_in(event: str, parse: Callable[[Any], None], data: Any) -> None:
    try:
        parse(data)
    except Exception as error:  # noqa: BLE001  # whatever Discord left out or put in
        name = type(error).__name__  # its words may hold what was sent
        log.error("event %s is left out: it cannot be read (%s)", event, name)  # noqa: TRY400  # for that reason
