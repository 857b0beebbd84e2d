"""A playground in a thread of its own, so that a test can drive a browser meanwhile."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING
from unittest.mock import patch

from aiohttp import web

from playground.app import create_app
from playground.process import BotProcess
from playground.server import Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PATIENCE = 30.0


class _Playground(threading.Thread):
    """Server and bot process, from `start` until `stop`."""

    def __init__(self, folder: Path, module: str) -> None:
        super().__init__(name="playground")
        self.address = ""
        self._folder = folder
        self._module = module
        self._ready = threading.Event()
        self._stopping = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self) -> None:
        asyncio.run(self._serve())

    def wait_until_ready(self) -> None:
        assert self._ready.wait(_PATIENCE), "the playground's bot did not come online"

    def stop(self) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._stopping.set)
        self.join(_PATIENCE)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        listener = socket.create_server(("127.0.0.1", 0))
        server = Server(self._folder, listener.getsockname()[1])
        bot = BotProcess(server, self._folder, self._module)
        app, live = create_app(server, bot)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        await web.SockSite(runner, listener).start()
        self.address = server.address
        server.world.watchers.append(lambda _event: self._ready.set() if bot.status == "online" else None)
        await bot.start()
        try:
            await self._stopping.wait()
        finally:
            await bot.kill()
            live.close()
            server.gateway.close()
            await runner.cleanup()
            bot.close()
            server.close()


@contextmanager
def running_playground(folder: Path, module: str) -> Iterator[str]:
    """Run a playground with ``python -m MODULE`` as its bot; gives its address once the bot is online."""
    playground = _Playground(folder, module)
    playground.start()
    try:
        playground.wait_until_ready()
        yield playground.address
    finally:
        playground.stop()


@contextmanager
def dealt_playground(folder: Path, seed: int) -> Iterator[str]:
    """Run a playground whose bot deals the cards of a seed; gives its address once the bot is online."""
    with (
        patch.dict(os.environ, DEAL_SEED=str(seed)),
        running_playground(folder, "tests.playground.seeded_bot") as address,
    ):
        yield address


@contextmanager
def posed_playground(folder: Path, pose: Path) -> Iterator[str]:
    """Run a playground whose bot deals the position in the file ``pose``; gives its address."""
    with (
        patch.dict(os.environ, DEAL_SEED="1", POSE=str(pose)),
        running_playground(folder, "tests.playground.posed_bot") as address,
    ):
        yield address
