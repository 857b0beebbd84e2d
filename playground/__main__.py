"""``python -m playground``: the small Discord, its page, and the bot as a process of its own."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
import sys
from typing import TYPE_CHECKING

from aiohttp import web

from playground.app import create_app
from playground.journal import JournalInUse
from playground.process import BAD_SETTINGS, BotProcess, output
from playground.server import Server
from playground.settings import SettingsError, load_settings
from playground.world import ForeignWorld

if TYPE_CHECKING:
    from playground.settings import Settings

_USAGE = 2


class _Unusable(Exception):
    """The playground cannot begin, for a reason in one line."""


class _Console(logging.Formatter):
    """Puts before each line whose it is."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line, or more where an exception is told."""
        whose = "bot" if record.name == output.name else "playground"
        return f"{whose} | {super().format(record)}"


def main() -> int:
    """Run until told to end. Return the exit status."""
    _log_to_console()
    try:
        settings = load_settings()
        return asyncio.run(_run(settings))
    except (SettingsError, _Unusable) as error:
        print(f"playground: {error}", file=sys.stderr)
        return _USAGE


async def _run(settings: Settings) -> int:
    listener = _listen(settings.port)
    try:
        server = _open(settings)
    except _Unusable:
        listener.close()
        raise
    stop = asyncio.Event()
    for name in _endings():
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    bot = BotProcess(server, settings.folder)
    try:
        return await _serve(server, bot, listener, stop)
    finally:
        bot.close()
        server.close()


def _endings() -> list[signal.Signals]:
    """Return the signals that end the playground; nohup takes the hang-up away from them."""
    hang_up = [] if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN else [signal.SIGHUP]
    return [signal.SIGINT, signal.SIGTERM, *hang_up]


async def _serve(server: Server, bot: BotProcess, listener: socket.socket, stop: asyncio.Event) -> int:
    app, live = create_app(server, bot)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    await web.SockSite(runner, listener).start()
    print(f"Playground: open {server.address}/", flush=True)
    await bot.start()
    try:
        await _either(stop, bot.refused)
    finally:
        await bot.terminate()
        live.close()
        server.gateway.close()
        await runner.cleanup()
    return BAD_SETTINGS if bot.refused.is_set() else 0


async def _either(*events: asyncio.Event) -> None:
    waiting = [asyncio.create_task(event.wait()) for event in events]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()


def _listen(port: int) -> socket.socket:
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise _Unusable(f"port {port} is taken; set PLAYGROUND_PORT to another one") from None
        raise _Unusable(f"port {port} cannot be used: {error.strerror}") from None


def _open(settings: Settings) -> Server:
    folder = settings.folder
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        return Server(folder, settings.port)
    except ForeignWorld:
        raise _Unusable(f"{folder}: this is of another version; delete the folder to begin afresh") from None
    except JournalInUse:
        raise _Unusable("CANASTA_DATA: another playground uses this folder") from None
    except OSError as error:
        raise _Unusable(f"CANASTA_DATA: this folder cannot be used: {error.strerror}") from None


def _log_to_console() -> None:
    console = logging.StreamHandler(sys.stdout)
    console.setFormatter(_Console())
    logging.basicConfig(level=logging.INFO, handlers=[console])


if __name__ == "__main__":
    sys.exit(main())
