"""From a request to its handler: faults, the token, rate limits, and refusals as Discord words them."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from aiohttp import web

from playground.ratelimits import too_many_headers
from playground.rest.call import Call
from playground.server import API
from playground.wire import INVALID_FORM, ApiError, Json, json_response

if TYPE_CHECKING:
    from playground.faults import Fault
    from playground.server import Server

_log = logging.getLogger(__name__)
_TOO_MANY = 429
_PLACES = ("channel", "guild")
_WEBHOOKS = "/webhooks/"

Reply: TypeAlias = Json | list[Json] | None
"""What a handler answers: JSON with status 200, or nothing with 204."""

Handler: TypeAlias = Callable[[Call], Awaitable[Reply]]


@dataclass(frozen=True, slots=True)
class _Route:
    method: str
    path: str
    handler: Handler
    by_token: bool

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"


class Routes:
    """The routes of one module."""

    def __init__(self) -> None:
        self.all: list[_Route] = []

    def on(self, method: str, path: str, *, by_token: bool = True) -> Callable[[Handler], Handler]:
        """Let a function handle a route. With ``by_token`` it takes the bot's token, and has rate limits."""

        def register(handler: Handler) -> Handler:
            self.all.append(_Route(method, path, handler, by_token))
            return handler

        return register


def install(app: web.Application, server: Server, groups: list[Routes]) -> None:
    """Add the routes to the application, and an answer to every other request below ``/api/v10``."""
    for route in (route for group in groups for route in group.all):
        app.router.add_route(route.method, API + route.path, _serve(server, route))
    app.router.add_route("*", "/api/{rest:.*}", _unknown(server))


def _serve(server: Server, route: _Route) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def serve(request: web.Request) -> web.Response:
        fault = server.faults.take(route.name)
        if fault and not fault.after and (response := await _fail(request, fault)):
            return response
        response = await _answer(server, route, request)
        if fault and fault.after:
            return await _fail(request, fault) or response
        return response

    return serve


async def _answer(server: Server, route: _Route, request: web.Request) -> web.Response:
    headers: dict[str, str] = {}
    try:
        headers, refusal = _count(server, route, request)
        if refusal:
            _log.info("Too many requests: %s", route.name)
            return refusal
        reply = await route.handler(Call(server, request))
    except ApiError as error:
        return _refuse(server, request, error, headers)
    except ConnectionError:
        _log.info("The bot ended in the middle of a request: %s", route.name)
        return web.Response()  # for nobody
    if reply is None:
        return web.Response(status=204, headers=headers)
    return json_response(reply, headers=headers)


def _count(server: Server, route: _Route, request: web.Request) -> tuple[dict[str, str], web.Response | None]:
    """Count a request, as `RateLimits.count` does; answers to interactions are not counted at all."""
    if route.by_token:
        _authenticate(server, request)
        place = "/".join(request.match_info.get(name, "") for name in _PLACES)
        return server.limits.count(route.name, place)
    if route.path.startswith(_WEBHOOKS):
        return server.limits.count_by_token(route.name, request.match_info["token"])
    return {}, None


def _authenticate(server: Server, request: web.Request) -> None:
    given = request.headers.get("Authorization", "")
    if not hmac.compare_digest(given.encode(errors="replace"), f"Bot {server.world.token}".encode()):
        raise ApiError(401, 0, "401: Unauthorized")


async def _fail(request: web.Request, fault: Fault) -> web.Response | None:
    """Let a fault happen. Return the answer that it makes, if it makes one."""
    await asyncio.sleep(fault.delay)
    if fault.drop:
        if request.transport is not None:
            request.transport.abort()
        return web.Response()
    if fault.status is None:
        return None
    error = ApiError(fault.status, fault.code, fault.message, retry_after=fault.retry_after)
    return json_response(error.body(), fault.status, _error_headers(error))


def _refuse(server: Server, request: web.Request, error: ApiError, headers: dict[str, str]) -> web.Response:
    refusal = {
        "method": request.method,
        "path": _without_token(request.path),
        "status": error.status,
    } | error.body()
    server.refusals.append(refusal)
    level = logging.WARNING if error.code == INVALID_FORM else logging.INFO
    _log.log(level, "Refused: %(method)s %(path)s: %(status)s %(code)s %(message)s", refusal)
    return json_response(error.body(), error.status, headers | _error_headers(error))


def _error_headers(error: ApiError) -> dict[str, str]:
    if error.status != _TOO_MANY:
        return {}
    return too_many_headers(error.retry_after or 1.0) | {"X-RateLimit-Scope": "shared"}


def _unknown(server: Server) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def unknown(request: web.Request) -> web.Response:
        _log.warning("Unknown route: %s %s", request.method, request.path)
        return _refuse(server, request, ApiError(404, 0, "404: Not Found"), {})

    return unknown


def _without_token(path: str) -> str:
    """Return a path without the token of an interaction, which is nobody's to read."""
    parts = path.split("/")
    for place in ("webhooks", "interactions"):
        if place in parts and len(parts) > (token := parts.index(place) + 2):
            parts[token] = "…"
    return "/".join(parts)
