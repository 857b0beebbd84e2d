"""The bot's process: started, stopped, and its output passed on."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pathlib import Path

    from playground.server import Server

_log = logging.getLogger(__name__)
output = logging.getLogger(f"{__name__}.output")
"""What the bot prints, a line a record."""

BAD_SETTINGS = 2
"""The exit status with which the bot refuses its settings."""

_TERM_PATIENCE = 8.0
_DRAIN_PATIENCE = 0.5
_LONGEST_LINE = 1 << 20
_LOG_SIZE = 4 << 20

Status = Literal["online", "starting", "offline"]


class BotProcess:
    """At most one process of the bot. It is started on request only, however the one before it ended.

    ``refused`` is set when the first process ends by saying that it cannot work with its settings.
    """

    def __init__(self, server: Server, folder: Path, module: str = "bot") -> None:
        """Prepare to run ``python -m MODULE`` for a server, with its files below ``folder``."""
        self._server = server
        self._data = folder / "bot"
        self._module = module
        self._process: asyncio.subprocess.Process | None = None
        self._follower: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()
        self._starts = 0
        self.refused = asyncio.Event()
        self._file = RotatingFileHandler(folder / "bot.log", maxBytes=_LOG_SIZE, backupCount=1, delay=True)
        output.addHandler(self._file)

    @property
    def status(self) -> Status:
        """Tell whether the bot is logged in, on its way there, or neither."""
        if self._server.gateway.online:
            return "online"
        return "offline" if self._process is None else "starting"

    async def start(self) -> None:
        """Start the bot unless it runs already."""
        async with self._one_at_a_time:
            if self._process is None:
                await self._spawn()

    async def kill(self) -> None:
        """End the bot at once, by SIGKILL."""
        async with self._one_at_a_time:
            await self._end(signal.SIGKILL)

    async def terminate(self) -> None:
        """End the bot by SIGTERM, or by SIGKILL if it has not ended eight seconds later."""
        async with self._one_at_a_time:
            await self._end(signal.SIGTERM)

    async def restart(self) -> None:
        """Kill the bot and start it again."""
        async with self._one_at_a_time:
            await self._end(signal.SIGKILL)
            await self._spawn()

    def close(self) -> None:
        """Let go of the log file."""
        output.removeHandler(self._file)
        self._file.close()

    async def _spawn(self) -> None:
        self._data.mkdir(mode=0o700, exist_ok=True)
        reading, writing = os.pipe()
        try:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "playground.launch", str(os.getpid()), self._module),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=writing,
                stderr=writing,
                env=self._environment(),
                start_new_session=True,
            )
        except BaseException:
            os.close(reading)
            raise
        finally:
            os.close(writing)
        self._starts += 1
        self._follower = asyncio.create_task(self._follow(self._process, reading))
        self._server.world.scenery_changed()

    def _environment(self) -> dict[str, str]:
        return os.environ | {
            "DISCORD_TOKEN": self._server.world.token,
            "DISCORD_API_BASE": self._server.api_address,
            "DISCORD_GATEWAY": self._server.gateway_address,
            "CANASTA_DATA": str(self._data.resolve()),
            "PYTHONUNBUFFERED": "1",
        }

    async def _end(self, how: signal.Signals) -> None:
        if self._process is None or self._follower is None:
            return
        _signal_group(self._process.pid, how)
        done, _ = await asyncio.wait({self._follower}, timeout=_TERM_PATIENCE)
        if not done:
            _log.warning("The bot did not end within %g seconds; killing it.", _TERM_PATIENCE)
            _signal_group(self._process.pid, signal.SIGKILL)
            await asyncio.wait({self._follower})

    async def _follow(self, process: asyncio.subprocess.Process, reading: int) -> None:
        """Pass the output on until the process ends, and clear up after it."""
        reader = asyncio.create_task(_read_lines(reading))
        status = await process.wait()
        _signal_group(process.pid, signal.SIGKILL)  # helpers that it may have left behind
        await asyncio.wait({reader}, timeout=_DRAIN_PATIENCE)
        reader.cancel()
        self._process = None
        _log.info("The bot ended, %s.", _in_words(status))
        if status == BAD_SETTINGS and self._starts == 1:
            self.refused.set()
        self._server.bot_ended()


async def _read_lines(reading: int) -> None:
    stream = asyncio.StreamReader(limit=_LONGEST_LINE)
    with os.fdopen(reading, "rb") as pipe:
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(stream), pipe
        )
        try:
            while not stream.at_eof():
                with suppress(ValueError):  # a line beyond the limit is left out
                    if line := await stream.readline():
                        output.info("%s", line.decode(errors="replace").rstrip())
        finally:
            transport.close()


def _signal_group(pid: int, how: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(pid, how)


def _in_words(status: int) -> str:
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"
