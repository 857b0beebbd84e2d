"""What Discord may do to a call, and what it means for the table that made it."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING

import aiohttp
import discord

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.ports import Ports

UNREACHABLE = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
)
"""Everything that a call to Discord may raise: refused, put off, cut off, or not answered in time."""

_NO_PLACE = frozenset({10003, 50001, 50013, 50083, 160005})
"""Unknown channel, no access, no permission, thread archived for good, thread locked."""
_RETRY_SECONDS = 600.0
_DAY_SECONDS = 24 * 3600.0
"""After a refusal, and the longest that a rate limit is believed."""
log = logging.getLogger(__name__)


def reason(error: Exception) -> str:
    """Return an outage in a word or two for the log, without anything that was sent."""
    code = f" {error.code or error.status}" if isinstance(error, discord.HTTPException) else ""
    return f"{type(error).__name__}{code}"


def pause_after(error: Exception, usual: float) -> float | None:
    """Return after how many seconds to try the same again; None where that would change nothing."""
    if isinstance(error, discord.RateLimited):
        return min(max(error.retry_after, usual), _DAY_SECONDS)
    if not isinstance(error, discord.HTTPException):
        return usual
    passes = error.status >= HTTPStatus.INTERNAL_SERVER_ERROR or error.status == HTTPStatus.TOO_MANY_REQUESTS
    return usual if passes else None


def may_have_worked(error: Exception) -> bool:
    """Tell whether a call may have taken effect although it failed: only its answer was lost, perhaps."""
    if isinstance(error, discord.HTTPException):
        return error.status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return not isinstance(error, discord.RateLimited)


def is_out_of_place(error: Exception) -> bool:
    """Tell whether a table cannot be shown where it should be: the place is gone or closed to the bot."""
    if not isinstance(error, discord.HTTPException):
        return False
    return error.code in _NO_PLACE or error.status in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)


async def until_done(errand: Callable[[], Awaitable[None]], failing: str, ports: Ports) -> None:
    """Do what no table waits for, again and again until Discord takes it; ``failing`` says what fails so far.

    After an outage it is tried again soon, after a refusal in a day: somebody may have changed something.
    """
    while True:
        try:
            await errand()
        except UNREACHABLE as error:
            pause = pause_after(error, _RETRY_SECONDS) or _DAY_SECONDS
            log.warning("%s (%s); the next try is in %.0f minutes", failing, reason(error), pause / 60)
        except Exception:  # such as an answer that lacks something
            pause = _DAY_SECONDS
            log.exception("%s; the next try is in %.0f minutes", failing, pause / 60)
        else:
            return
        await ports.sleep(pause)
