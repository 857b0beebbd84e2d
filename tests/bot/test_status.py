"""The status page, the heartbeat and the forms of log lines."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket
import sys
from typing import TYPE_CHECKING

import aiohttp
import pytest
from aiohttp.test_utils import TestClient, TestServer

from bot.config import SettingsError
from bot.logs import JsonFormatter
from bot.metrics import LogCounts, Sample, exposition
from bot.pulse import Pulse
from bot.status import serving, status_app

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bot.world import World

LINE = re.compile(r'(# (HELP|TYPE) .+|[a-z_]+(\{[a-z]+="[a-zA-Z]+"\})? [0-9.e+-]+)')


async def test_the_page_tells_alive_from_ready() -> None:
    ready = [False]
    samples = [Sample("a_total", "counter", "Things.", 3, '{kind="x"}'), Sample("b", "gauge", "Size.", 0.25)]
    async with TestClient(TestServer(status_app(lambda: ready[0], lambda: samples))) as client:
        assert (await client.get("/healthz")).status == 200
        assert (await client.get("/readyz")).status == 503
        ready[0] = True
        assert (await client.get("/readyz")).status == 200
        answer = await client.get("/metrics")
        assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        assert await answer.text() == (
            "# HELP a_total Things.\n# TYPE a_total counter\n"
            'a_total{kind="x"} 3\n'
            "# HELP b Size.\n# TYPE b gauge\nb 0.25\n"
        )
        assert (await client.get("/")).status == 404
        assert (await client.post("/metrics")).status == 405


async def test_it_listens_on_loopback_and_ends_with_its_block() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    async with serving(port, lambda: True, list), aiohttp.ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert await answer.text() == "ok\n"
        with pytest.raises(SettingsError, match="CANASTA_METRICS_PORT"):
            async with serving(port, lambda: True, list):
                pass
    with socket.socket() as after:
        assert after.connect_ex(("127.0.0.1", port)) != 0


async def test_what_the_bot_counts_of_a_match(world: World) -> None:
    await world.playing("Ana")
    await world.wait(2)
    text = exposition(world.bot.samples())
    assert all(LINE.fullmatch(line) for line in text.splitlines())
    assert "canasta_tables 1\n" in text
    assert "canasta_tables_paused 0\n" in text
    assert "canasta_guilds 1\n" in text
    assert 'canasta_commits_total{kind="cut"} 1\n' in text
    assert 'canasta_drawings_total{outcome="refused"} 0\n' in text
    assert world.table.info.id not in text
    assert "Ana" not in text


def test_warnings_and_errors_are_counted() -> None:
    counts = LogCounts()
    logger = logging.Logger("apart")  # noqa: LOG001  # no other handler may see it
    logger.addHandler(counts)
    for level in (logging.INFO, logging.WARNING, logging.ERROR, logging.ERROR):
        logger.log(level, "x")
    assert [sample.value for sample in counts.samples()] == [1, 2]


async def test_the_heartbeat_is_touched_and_the_loop_is_timed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def at_once(_: float) -> None:
        await asyncio.sleep(0)

    pulse = Pulse(tmp_path / "heartbeat", at_once)
    task = asyncio.create_task(pulse.run())
    for _ in range(5):
        await asyncio.sleep(0)
    task.cancel()
    assert (tmp_path / "heartbeat").exists()
    assert pulse.worst == 0.0
    pulse.note(0.75)
    pulse.note(0.01)
    assert [sample.value for sample in pulse.samples()] == [0.01, 0.75]
    assert [record.getMessage() for record in caplog.records] == ["the event loop came 0.8 seconds late"]


def test_log_lines_as_json() -> None:
    try:
        int("\u202eodd\n")
    except ValueError:
        record = logging.LogRecord("bot.x", logging.ERROR, "f", 1, "table %s", ("abc",), sys.exc_info())
    line = JsonFormatter().format(record)
    assert "\n" not in line
    read = json.loads(line)
    assert (read["level"], read["logger"], read["message"]) == ("ERROR", "bot.x", "table abc")
    assert read["error"].startswith("Traceback")
    assert "ValueError" in read["error"]
    assert read["time"].endswith("+00:00")
