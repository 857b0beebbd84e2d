"""REST v10: the requests that a bot makes, a module for each kind of thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.rest import channels, commands, emojis, guilds, messages, threads, users, webhooks
from playground.rest.router import install

if TYPE_CHECKING:
    from aiohttp import web

    from playground.server import Server

_MODULES = (users, guilds, channels, messages, threads, commands, emojis, webhooks)


def add_rest(app: web.Application, server: Server) -> None:
    """Add all routes below ``/api/v10``; any other request there is answered 404 and logged."""
    install(app, server, [module.routes for module in _MODULES])
