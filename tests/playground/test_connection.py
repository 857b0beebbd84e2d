"""The real bot loses its gateway connection, in every way that Discord knows."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import aiohttp

from tests.playground.running import free_port, real_playground

if TYPE_CHECKING:
    from pathlib import Path

LONGEST_SECONDS = 120
NAP_SECONDS = 0.02


async def test_who_asks_whether_it_is_ready_is_told_of_a_lost_connection(tmp_path: Path) -> None:
    port = free_port()
    async with (
        asyncio.timeout(LONGEST_SECONDS),
        real_playground(tmp_path, CANASTA_METRICS_PORT=str(port)) as playground,
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as page,
    ):
        await until_answered(page, 200)
        await playground.act("fault", gateway="refuse")
        await until_answered(page, 503)
        assert await status_of(page, "healthz") == 200
        await playground.act("fault", clear=True)
        await until_answered(page, 200)
        assert "playground | The bot resumed its session." in playground.console


async def until_answered(page: aiohttp.ClientSession, status: int) -> None:
    """Wait until the bot answers so when it is asked whether it is ready."""
    while await status_of(page, "readyz") != status:  # noqa: ASYNC110  # nobody tells of it
        await asyncio.sleep(NAP_SECONDS)


async def status_of(page: aiohttp.ClientSession, path: str) -> int:
    """Ask the bot's status page."""
    async with page.get(f"/{path}") as answer:
        return answer.status
