"""How often the bot may call: windows per kind of request and channel, and one over all."""

from __future__ import annotations

import hashlib
import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playground.wire import ApiError, json_response

if TYPE_CHECKING:
    from collections.abc import Callable

    from aiohttp import web

_SEND = "POST /channels/{channel}/messages"
_EDIT = "PATCH /channels/{channel}/messages/{message}"
_DELETE = "DELETE /channels/{channel}/messages/{message}"
_LIMITS = {_SEND: (5, 5.0), _EDIT: (5, 5.0), _DELETE: (5, 1.0)}
_OF_TOKEN = (5, 2.0)
_OTHER = (30, 1.0)
_GLOBAL = (50, 1.0)
_OLD_EDITS = (3, 20.0)
_KEPT = 1000
"""Windows beyond this number are looked through for those that have ended."""
_VIA = {"Via": "1.1 playground"}
"""discord.py takes a 429 without this header for a ban."""


@dataclass(slots=True)
class _Window:
    """So many requests from its first one until it ends."""

    limit: int
    ends: float
    used: int = 0


class RateLimits:
    """Counts the bot's requests."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._windows: dict[str, _Window] = {}

    def count(self, route: str, place: str) -> tuple[dict[str, str], web.Response | None]:
        """Count a request of a route in a place, such as a channel.

        Return the headers of its answer, and the answer itself if the request is one too many.
        """
        everything = self._use("global", _GLOBAL)
        if everything.used > everything.limit:
            return {}, self._too_many(
                everything, {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
            )
        return self._count_in(route, place, _LIMITS.get(route, _OTHER))

    def count_by_token(self, route: str, token: str) -> tuple[dict[str, str], web.Response | None]:
        """Count a request by an interaction's token, as `count` does: it is no part of the bot's total."""
        return self._count_in(route, token, _OF_TOKEN)

    def count_old_edit(self, channel_id: str) -> None:
        """Count an edit of a message that is more than an hour old. Raises ApiError 30046."""
        window = self._use(f"old {channel_id}", _OLD_EDITS)
        if window.used > window.limit:
            raise ApiError(
                429,
                30046,
                "Maximum number of edits to messages older than 1 hour reached. Try again later",
                retry_after=self._left(window),
            )

    def _count_in(
        self, route: str, place: str, limit: tuple[int, float]
    ) -> tuple[dict[str, str], web.Response | None]:
        window = self._use(f"{route} {place}", limit)
        headers = self._headers(route, window)
        if window.used > window.limit:
            return headers, self._too_many(window, headers | {"X-RateLimit-Scope": "user"})
        return headers, None

    def _use(self, key: str, limit: tuple[int, float]) -> _Window:
        now = self._clock()
        window = self._windows.get(key)
        if window is None or window.ends <= now:
            if len(self._windows) > _KEPT:
                self._windows = {place: each for place, each in self._windows.items() if each.ends > now}
            window = self._windows[key] = _Window(limit[0], now + limit[1])
        window.used += 1
        return window

    def _left(self, window: _Window) -> float:
        return round(max(window.ends - self._clock(), 0.001), 3)

    def _headers(self, route: str, window: _Window) -> dict[str, str]:
        left = self._left(window)
        return {
            "X-RateLimit-Limit": str(window.limit),
            "X-RateLimit-Remaining": str(max(window.limit - window.used, 0)),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(route.encode()).hexdigest()[:32],
        }

    def _too_many(self, window: _Window, headers: dict[str, str]) -> web.Response:
        left = self._left(window)
        body = {
            "message": "You are being rate limited.",
            "retry_after": left,
            "global": headers.get("X-RateLimit-Scope") == "global",
        }
        return json_response(body, 429, too_many_headers(left) | headers)


def too_many_headers(retry_after: float) -> dict[str, str]:
    """Return the headers that every answer with status 429 has."""
    return _VIA | {"Retry-After": str(math.ceil(retry_after))}
