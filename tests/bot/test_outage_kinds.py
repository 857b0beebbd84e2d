"""What an outage means: wait, pause the table, or neither."""

from __future__ import annotations

import aiohttp
import discord
import pytest

from bot.outages import UNREACHABLE, is_out_of_place, pause_after, reason
from tests.bot.outages import refusal


@pytest.mark.parametrize(
    ("error", "pause", "lost", "words"),
    [
        (refusal(500, 0), 10.0, False, "DiscordServerError 500"),
        (refusal(503, 0), 10.0, False, "DiscordServerError 503"),
        (refusal(429, 30046), 10.0, False, "HTTPException 30046"),
        (discord.RateLimited(300.0), 300.0, False, "RateLimited"),
        (discord.RateLimited(1.0), 10.0, False, "RateLimited"),
        (TimeoutError(), 10.0, False, "TimeoutError"),
        (aiohttp.ClientOSError(104, "reset"), 10.0, False, "ClientOSError"),
        (ConnectionResetError(), 10.0, False, "ConnectionResetError"),
        (refusal(404, 10003), None, True, "NotFound 10003"),
        (refusal(403, 50001), None, True, "Forbidden 50001"),
        (refusal(403, 50013), None, True, "Forbidden 50013"),
        (refusal(400, 50083), None, True, "HTTPException 50083"),
        (refusal(400, 50035), None, False, "HTTPException 50035"),
    ],
)
def test_every_kind_of_outage(error: Exception, pause: float | None, lost: bool, words: str) -> None:  # noqa: FBT001  # a column of the table above
    assert isinstance(error, UNREACHABLE)
    assert pause_after(error, 10.0) == pause
    assert is_out_of_place(error) is lost
    assert reason(error) == words
