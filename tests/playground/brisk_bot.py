"""The hasty bot, with less patience in outages than the real one, and with less time for a turn."""

from __future__ import annotations

import runpy
from datetime import timedelta
from typing import TYPE_CHECKING

import aiohttp

from bot import __main__ as program
from bot import discord_patches, pauses, redraw
from storage import model

if TYPE_CHECKING:
    from bot.app import CanastaBot
    from bot.config import Settings

UNANSWERED_SECONDS = 2.0
"""How long it waits for an answer of Discord."""
LONGEST_WAIT_SECONDS = 2.0
"""The longest rate limit that it waits out within a call."""
TURN_SECONDS = 1.0
create_bot = program.create_bot


def brisk(settings: Settings) -> CanastaBot:
    """Return a bot that knows which rate limits it finds long."""
    bot = create_bot(settings)
    bot.http.max_ratelimit_timeout = LONGEST_WAIT_SECONDS
    return bot


if __name__ == "__main__":
    discord_patches._UNANSWERED = aiohttp.ClientTimeout(total=UNANSWERED_SECONDS)
    redraw._RETRY_SECONDS = 1.0
    pauses._FIRST_LOOK_SECONDS = 1.0
    model._TIMES[model.Pace.LIVE] = timedelta(seconds=TURN_SECONDS)
    program.create_bot = brisk
    runpy.run_module("tests.playground.hasty_bot", run_name="__main__")
