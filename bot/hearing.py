"""What comes over the gateway that discord.py cannot read: it costs one event or the connection, not the bot.

The library lets whatever goes wrong in that end the client: an event without a field that it counts on, of a
kind that Discord has changed since, and every table of every server stood still.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord import client as client_module
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.outages import UNREACHABLE

if TYPE_CHECKING:
    from collections.abc import Callable

_OF_THE_CONNECTION = (ReconnectWebSocket, discord.ConnectionClosed, OSError, *UNREACHABLE)
log = logging.getLogger(__name__)


class _Gateway(DiscordWebSocket):
    """Is connected anew, and told again what was missed, where what it is sent makes no sense."""

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
    client_module.DiscordWebSocket = _Gateway  # type: ignore[misc]


def leave_out_unreadable(client: discord.Client) -> None:
    """Have a client go on after an event that it cannot read. Without READY there is no session to go on."""
    parsers = client._connection.parsers  # noqa: SLF001  # no other way
    for event in parsers.keys() - {"READY"}:
        parsers[event] = partial(_take_in, event, parsers[event])


def _take_in(event: str, parse: Callable[[Any], None], data: Any) -> None:
    try:
        parse(data)
    except Exception as error:  # noqa: BLE001  # whatever Discord left out or put in
        log.error("event %s is left out: it cannot be read (%s)", event, type(error).__name__)  # noqa: TRY400
