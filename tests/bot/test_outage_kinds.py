"""What an outage means: wait, pause the table, or neither."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
import discord
import pytest

from bot.outages import UNREACHABLE, is_out_of_place, may_have_worked, pause_after, reason, until_done
from bot.ports import Ports
from tests.bot.outages import refusal

if TYPE_CHECKING:
    import logging


@pytest.mark.parametrize(
    ("error", "pause", "lost", "words"),
    [
        (refusal(500, 0), 10.0, False, "DiscordServerError 500"),
        (refusal(503, 0), 10.0, False, "DiscordServerError 503"),
        (refusal(429, 30046), 10.0, False, "HTTPException 30046"),
        (discord.RateLimited(300.0), 300.0, False, "RateLimited"),
        (discord.RateLimited(1.0), 10.0, False, "RateLimited"),
        (discord.RateLimited(1e12), 24 * 3600.0, False, "RateLimited"),
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


@pytest.mark.parametrize(
    ("error", "worked"),
    [
        (refusal(500, 0), True),
        (TimeoutError(), True),
        (aiohttp.ClientOSError(104, "reset"), True),
        (refusal(403, 50013), False),
        (refusal(429, 30046), False),
        (discord.RateLimited(300.0), False),
    ],
)
def test_what_failed_may_have_worked_if_nobody_refused_it(error: Exception, worked: bool) -> None:  # noqa: FBT001  # a column of the table above
    assert may_have_worked(error) is worked


async def pauses_of_errand(trouble: list[Exception]) -> list[float]:
    """Have an errand done that meets such trouble, one after the other; return the pauses between."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def errand() -> None:
        if trouble:
            raise trouble.pop(0)

    await until_done(errand, "nothing works", Ports(sleep=sleep))
    return slept


async def test_what_no_table_waits_for_is_tried_until_it_is_done(caplog: pytest.LogCaptureFixture) -> None:
    slept = await pauses_of_errand([TimeoutError(), discord.RateLimited(900.0), refusal(403, 50001)])
    assert slept == [600.0, 900.0, 24 * 3600.0]
    assert [record.getMessage() for record in caplog.records] == [
        "nothing works (TimeoutError); the next try is in 10 minutes",
        "nothing works (RateLimited); the next try is in 15 minutes",
        "nothing works (Forbidden 50001); the next try is in 1440 minutes",
    ]


async def test_what_nobody_expected_ends_no_errand(
    caplog: pytest.LogCaptureFixture, logged_errors: list[logging.LogRecord]
) -> None:
    slept = await pauses_of_errand([KeyError("id")])
    assert slept == [24 * 3600.0]
    assert [(record.getMessage(), record.exc_info is not None) for record in caplog.records] == [
        ("nothing works; the next try is in 1440 minutes", True)
    ]
    logged_errors.clear()
