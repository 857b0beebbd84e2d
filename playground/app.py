"""The web application: a Discord for the bot, a page and its interface for people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from aiohttp import web

from playground.guard import guard
from playground.play import add_play
from playground.rest import add_rest

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground.play.live import Live
    from playground.process import BotProcess
    from playground.server import Server

_PAGE = Path(__file__).parent / "page"
_MAX_BODY = 128 << 20
_FOR_PAGE = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: http: https:; "
    "style-src 'self' 'unsafe-inline'; frame-ancestors 'self'",
}
_FOR_FILES = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox"}
"""Files come from the bot; none of them may act as a page of ours."""


def create_app(server: Server, bot: BotProcess) -> tuple[web.Application, Live]:
    """Put the application together. Return it with what tells open pages of changes."""
    app = web.Application(middlewares=[guard], client_max_size=_MAX_BODY)
    add_rest(app, server)
    live = add_play(app, server, bot)
    app.router.add_get("/gateway", server.gateway.connect)
    app.router.add_get("/cdn/attachments/{channel}/{attachment}/{name}", _attachments(server))
    app.router.add_get(r"/cdn/emojis/{emoji:\d+}.{suffix:\w+}", _emojis(server))
    app.router.add_get("/", _index)
    app.router.add_static("/static", _PAGE)
    return app, live


async def _index(_request: web.Request) -> web.StreamResponse:
    return web.FileResponse(_PAGE / "index.html", headers=_FOR_PAGE)


def _attachments(server: Server) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def attachment(request: web.Request) -> web.StreamResponse:
        wanted = request.match_info
        channel_id, attachment_id, name = wanted["channel"], wanted["attachment"], wanted["name"]
        kept = [
            entry["filename"]
            for message in server.world.messages(channel_id)
            for entry in message.attachments
            if entry["id"] == attachment_id
        ]
        if name not in kept:
            raise web.HTTPNotFound
        return web.FileResponse(
            server.world.files.attachment(channel_id, attachment_id, name), headers=_FOR_FILES
        )

    return attachment


def _emojis(server: Server) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def emoji(request: web.Request) -> web.StreamResponse:
        wanted = server.world.emojis.get(request.match_info["emoji"])
        if wanted is None:
            raise web.HTTPNotFound
        return web.FileResponse(server.world.files.emoji(wanted.file), headers=_FOR_FILES)

    return emoji
