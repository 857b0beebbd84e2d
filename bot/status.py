"""The status page on loopback: ``/healthz``, ``/readyz``, ``/metrics``. It takes no input, names nobody."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from aiohttp import web

from bot.config import SettingsError
from bot.metrics import exposition

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    from bot.metrics import Sample

HOST = "127.0.0.1"
_PATIENCE_SECONDS = 1.0
"""Whoever reads the page while the bot ends is not waited for longer."""
_METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@asynccontextmanager
async def serving(
    port: int, is_ready: Callable[[], bool], samples: Callable[[], Iterable[Sample]]
) -> AsyncIterator[None]:
    """Serve the page at ``port`` while the block runs. Raises SettingsError if the port cannot be had."""
    runner = web.AppRunner(status_app(is_ready, samples), access_log=None, shutdown_timeout=_PATIENCE_SECONDS)
    await runner.setup()
    try:
        await web.TCPSite(runner, HOST, port).start()
    except OSError as error:
        await runner.cleanup()
        raise SettingsError(f"CANASTA_METRICS_PORT: the port cannot be used: {error.strerror}") from error
    try:
        yield
    finally:
        await runner.cleanup()


def status_app(is_ready: Callable[[], bool], samples: Callable[[], Iterable[Sample]]) -> web.Application:
    """Return the page: alive is whoever answers; ready, who hears of what happens on Discord."""

    async def healthz(_: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(_: web.Request) -> web.Response:
        return web.Response(text="ready\n") if is_ready() else web.Response(text="not ready\n", status=503)

    async def metrics(_: web.Request) -> web.Response:
        return web.Response(body=exposition(samples()).encode(), headers={"Content-Type": _METRICS_TYPE})

    app = web.Application()
    app.add_routes([web.get("/healthz", healthz), web.get("/readyz", readyz), web.get("/metrics", metrics)])
    return app
