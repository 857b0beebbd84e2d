"""``python -m bot``: run the bot until SIGTERM or SIGINT.

Exit 0: ended on a signal; 1: it could not start or go on, one line says why; 2: a setting is wrong.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.app import create_bot
from bot.config import Settings, SettingsError, load_settings
from bot.health import HEARTBEAT
from bot.logs import set_up_logging
from bot.metrics import LogCounts
from bot.pulse import Pulse, shorten_pauses
from bot.status import serving
from storage.errors import StorageError
from storage.lock import make_private_folder

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from bot.app import CanastaBot

_CLOSING_SECONDS = 4.0
log = logging.getLogger(__name__)


def main() -> int:
    """Read the settings, run the bot, and turn what stops it into one line and an exit code."""
    try:
        settings = load_settings()
    except SettingsError as error:
        return _fail(f"settings: {error}", 2)
    if settings.discord_token is None:
        return _fail("settings: DISCORD_TOKEN: missing; put the bot's token into .env or the environment", 2)
    set_up_logging(settings.canasta_log_level, settings.canasta_log_format)
    shorten_pauses()
    try:
        asyncio.run(_run(settings, settings.discord_token.get_secret_value()))
    except SettingsError as error:
        return _fail(f"settings: {error}", 1)  # a port that another program has may be free at the next start
    except (discord.DiscordException, aiohttp.ClientError, StorageError, OSError) as error:
        return _fail(_reason(error), 1)
    return 0


def _reason(error: Exception) -> str:
    match error:
        case discord.LoginFailure():
            return "Discord does not accept the DISCORD_TOKEN"
        case discord.ConnectionClosed(code=code):
            return f"Discord closed the connection for good (code {code})"
        case discord.DiscordException():
            return f"Discord cannot be used: {error}"
        case aiohttp.ClientError() | TimeoutError():
            return f"Discord cannot be reached: {str(error) or 'it does not answer'}"
        case _:
            return f"the data folder cannot be used: {error}"


async def _run(settings: Settings, token: str) -> None:
    """Run the bot until it ends by itself, which raises, or a signal comes."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    make_private_folder(settings.canasta_data)
    bot, pulse = create_bot(settings), Pulse(settings.canasta_data / HEARTBEAT)
    async with _status_page(settings, bot, pulse):
        tasks = [
            asyncio.create_task(bot.start(token)),
            asyncio.create_task(pulse.run()),
            asyncio.create_task(stop.wait(), name="signal"),
        ]
        try:
            ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await _close(bot)
            for task in tasks:
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in ended:
        # What breaks because the bot was told to stop, perhaps while it logged in, is nobody's concern.
        if not stop.is_set():
            task.result()


def _status_page(settings: Settings, bot: CanastaBot, pulse: Pulse) -> AbstractAsyncContextManager[None]:
    """Return the status page as something to enter, which is nothing where no port is set."""
    if settings.canasta_metrics_port is None:
        return nullcontext()
    counts = LogCounts()
    logging.getLogger().addHandler(counts)
    return serving(
        settings.canasta_metrics_port,
        lambda: bot.is_in_touch,
        lambda: [*pulse.samples(), *counts.samples(), *bot.samples()],
    )


async def _close(bot: discord.Client) -> None:
    try:
        await asyncio.wait_for(bot.close(), _CLOSING_SECONDS)
    except TimeoutError:
        log.warning("closing took longer than %s seconds", _CLOSING_SECONDS)


def _fail(line: str, code: int) -> int:
    print(" ".join(line.split()), file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
