"""A whole match with the real bot, to whose calls Discord does what it can do to a call."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.playground.brisk_bot import LONGEST_WAIT_SECONDS, UNANSWERED_SECONDS
from tests.playground.ledger import check_match
from tests.playground.matches import begun
from tests.playground.players import is_over
from tests.playground.running import checked_record

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.running import Json, Playground

TARGET = 500
NAP_SECONDS = 0.5
ANSWER = "POST /interactions/{interaction}/{token}/callback"
DRAWING = "PATCH /channels/{channel}/messages/{message}"
FAULTS: list[Json] = [
    {"route": DRAWING, "status": 404, "code": 10008},  # unknown message
    {"route": DRAWING, "status": 403, "code": 50013},  # no permission
    {"route": DRAWING, "delay": UNANSWERED_SECONDS + 1, "drop": True},  # timeout
    {"route": DRAWING, "status": 429, "retry_after": LONGEST_WAIT_SECONDS + 1},  # long rate limit
    {"route": ANSWER, "status": 500},  # server error
    {"route": ANSWER, "drop": True, "after": True},  # connection reset
]
"""Those of one route come one after the other. Until they are over nobody sees the end of a match."""


async def test_a_match_reaches_its_end_whatever_becomes_of_calls(tmp_path: Path) -> None:
    async with begun(tmp_path, "Ana", "Bruno", bot="brisk_bot", target=TARGET) as (playground, players):
        for fault in FAULTS:
            await playground.act("fault", **fault)
        playing = (player.play(is_over) for player in players)
        await asyncio.gather(until_faults_are_over(playground), *playing)
        ledger = players[0].scene.ledger
        await check_match(ledger, playground.data)
        [end] = [seen for seen in await players[0].look() if not seen.private and seen.button("Rematch")]
        assert "wins by" in end.text
        assert not playground.complaints()
        record = await checked_record(playground.data, ledger.table)
        assert record["winner"] is not None


async def until_faults_are_over(playground: Playground) -> None:
    """Have no token last as long as there are faults, so that the bot draws by calls of its own."""
    while (await playground.look("faults"))["waiting"]:
        await playground.act("clock", op="expire_tokens")
        await asyncio.sleep(NAP_SECONDS)
