"""Who may talk to the playground: programs on this computer, and its own page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from playground.wire import json_response

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

_NAMES = {"127.0.0.1", "localhost"}


@web.middleware
async def guard(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Answer 403 to a request that a page from elsewhere in the same browser makes.

    A foreign name in ``Host`` means that somebody let their own name point here; a foreign ``Origin`` that
    another page asks.
    """
    if not is_local(request.headers):
        return json_response({"error": "the playground is for its own page on this computer only"}, 403)
    return await handler(request)


def is_local(headers: Mapping[str, str]) -> bool:
    """Tell whether a request's headers name this computer, and no other page than the playground's own."""
    host = headers.get("Host", "")
    name, colon, port = host.partition(":")
    if name not in _NAMES or (colon and not port.isdecimal()):
        return False
    origin = headers.get("Origin")
    return origin is None or origin == f"http://{host}"
