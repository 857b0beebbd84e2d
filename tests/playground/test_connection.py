"""The real bot loses its gateway connection in every way that Discord knows, and its server."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import aiohttp

from tests.playground.ledger import check_match
from tests.playground.matches import begun
from tests.playground.running import free_port, real_playground, refusals_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.playground.players import Player
    from tests.playground.running import Playground

LONGEST_SECONDS = 240
NAP_SECONDS = 0.02
MOMENT_SECONDS, AWAY_SECONDS = 0.2, 1.0
"""What was under way when the server went is over after a moment; from then on nothing may happen."""


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


async def test_a_connection_that_is_lost_in_a_match_loses_no_play(tmp_path: Path) -> None:
    async with begun(tmp_path, "Ana", "Bruno") as (playground, players):
        for how in ("drop", "reconnect", "invalidate_resumable"):
            async with playing_on(players), until_told(playground, "The bot resumed its session."):
                await playground.act("fault", gateway=how)  # what is pressed meanwhile comes with the rest
        async with playing_on(players):
            players[0].scene.lose_bot()
            async with until_told(playground, "The bot is online."):
                await playground.act("fault", gateway="invalidate")
            players[0].scene.back.set()
        await asyncio.gather(*(player.take_turn() for player in players))
        await check_match(players[0].scene.ledger, playground.data)
        assert not playground.complaints()
        assert await refusals_of(playground) == []


async def test_a_table_waits_while_the_bot_is_not_on_its_server(tmp_path: Path) -> None:
    async with begun(tmp_path, "Ana") as (playground, [ana]):
        await ana.take_turn()
        async with until_told(playground, "is paused: it cannot be shown (its server is gone)"):
            await playground.act("server", op="remove_bot")  # in the first computer's turn
        await asyncio.sleep(MOMENT_SECONDS)
        before = await check_match(ana.scene.ledger, playground.data)
        await asyncio.sleep(AWAY_SECONDS)
        after = await check_match(ana.scene.ledger, playground.data)
        assert len(after.entries) == len(before.entries)
        async with until_told(playground, " goes on"):
            await playground.act("server", op="add_bot")
        await ana.take_turn()
        await check_match(ana.scene.ledger, playground.data)
        assert not playground.complaints()


@asynccontextmanager
async def playing_on(players: list[Player]) -> AsyncIterator[None]:
    """Have everybody take a turn while something happens, which begins when a play is on its way."""
    scene = players[0].scene
    scene.playing.clear()
    async with asyncio.TaskGroup() as tasks:
        for player in players:
            tasks.create_task(player.take_turn())
        await scene.playing.wait()
        yield


@asynccontextmanager
async def until_told(playground: Playground, words: str) -> AsyncIterator[None]:
    """Let something happen, and wait until the console says these words because of it."""
    said = len(playground.console)
    yield
    while not any(words in line for line in playground.console[said:]):  # noqa: ASYNC110  # nobody tells of it
        await asyncio.sleep(NAP_SECONDS)


async def until_answered(page: aiohttp.ClientSession, status: int) -> None:
    """Wait until the bot answers so when it is asked whether it is ready."""
    while await status_of(page, "readyz") != status:  # noqa: ASYNC110  # nobody tells of it
        await asyncio.sleep(NAP_SECONDS)


async def status_of(page: aiohttp.ClientSession, path: str) -> int:
    """Ask the bot's status page."""
    async with page.get(f"/{path}") as answer:
        return answer.status
