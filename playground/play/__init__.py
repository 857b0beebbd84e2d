"""The interface for the page and for scripts, below ``/play``; docs/playground.md describes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.play import acts, control, views
from playground.play.live import Live
from playground.play.router import install

if TYPE_CHECKING:
    from aiohttp import web

    from playground.process import BotProcess
    from playground.server import Server


def add_play(app: web.Application, server: Server, bot: BotProcess) -> Live:
    """Add the routes below ``/play``. Return what tells the pages of changes."""
    live = Live(server.world)
    app.router.add_get("/play/live", live.connect)
    install(app, server, bot, live, [acts.routes, views.routes, control.routes])
    return live
