"""``python -m bot`` and its health check, as processes and as functions."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import discord
import pytest
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket

from bot import __main__, health
from bot.app import create_bot
from bot.config import Settings
from bot.logs import set_up_logging
from bot.pulse import shorten_pauses
from storage.errors import DatabaseHeld, WrongSchema
from tests.bot.world import TOKEN

if TYPE_CHECKING:
    import logging

ROOT = Path(__file__).parents[2]


def run(folder: Path, *module: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("CANASTA_", "DISCORD_"))}
    return subprocess.run(
        [sys.executable, "-m", *(module or ("bot",))],
        cwd=folder,
        env=clean | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_without_a_token(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert done.returncode == 2
    assert (
        done.stderr == "settings: DISCORD_TOKEN: missing; put the bot's token into .env or the environment\n"
    )
    assert not (tmp_path / "data").exists()


def test_with_a_wrong_setting(tmp_path: Path) -> None:
    done = run(tmp_path, DISCORD_TOKEN=TOKEN, CANASTA_NONSENSE=TOKEN)
    assert done.returncode == 2
    assert done.stderr == "settings: CANASTA_NONSENSE: unknown setting\n"


def test_when_discord_cannot_be_reached(tmp_path: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        done = run(
            tmp_path,
            DISCORD_TOKEN=TOKEN,
            DISCORD_API_BASE=f"http://127.0.0.1:{port}/api/v10",
            DISCORD_GATEWAY=f"ws://127.0.0.1:{port}/gateway",
            CANASTA_LOG_LEVEL="ERROR",
        )
    assert done.returncode == 1
    assert done.stderr.startswith("Discord cannot be reached: Cannot connect to host 127.0.0.1:")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (
            discord.LoginFailure("Improper token has been passed."),
            "Discord does not accept the DISCORD_TOKEN",
        ),
        (aiohttp.ClientOSError("no route"), "Discord cannot be reached: no route"),
        (
            discord.GatewayNotFound(),
            "Discord cannot be used: The gateway to connect to discord was not found.",
        ),
        (
            DatabaseHeld("data/canasta.db is in use by process 7"),
            "the data folder cannot be used: data/canasta.db is in use by process 7",
        ),
        (TimeoutError(), "Discord cannot be reached: it does not answer"),
        (WrongSchema("schema 9"), "the data folder cannot be used: schema 9"),
        (
            PermissionError(13, "Permission denied"),
            "the data folder cannot be used: [Errno 13] Permission denied",
        ),
    ],
)
def test_what_stops_the_bot_is_one_line(
    error: Exception,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Stopped(discord.Client):
        async def start(self, token: str, *, reconnect: bool = True) -> None:  # noqa: ARG002
            raise error

    monkeypatch.setattr(__main__, "load_settings", lambda: of(tmp_path))
    monkeypatch.setattr(__main__, "create_bot", lambda _: Stopped(intents=discord.Intents.none()))
    monkeypatch.setattr(__main__, "set_up_logging", lambda *_: None)
    monkeypatch.setattr(__main__, "shorten_pauses", lambda: None)
    assert __main__.main() == 1
    assert capsys.readouterr().err == line + "\n"


async def test_a_gateway_that_never_took_a_connection(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, logged_errors: list[logging.LogRecord]
) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise aiohttp.ClientConnectionError("no route")

    monkeypatch.setattr(DiscordWebSocket, "from_client", refuse)
    monkeypatch.setattr(ExponentialBackoff, "delay", lambda _: 0.0)
    async with create_bot(of(tmp_path)) as bot:
        with pytest.raises(discord.GatewayNotFound):
            await bot.connect()
    assert [record.getMessage() for record in logged_errors] == ["Attempting a reconnect in 0.00s"]
    logged_errors.clear()


async def test_who_answers_the_login_is_not_discord(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def answer(_: str) -> str:
        return "<html>Please log in to this network</html>"

    async with create_bot(of(tmp_path)) as bot:
        monkeypatch.setattr(bot.http, "static_login", answer)
        with pytest.raises(discord.InvalidData, match="what answers is not Discord"):
            await bot.login(TOKEN)


def test_what_broke_first_is_the_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Slow(discord.Client):
        async def start(self, token: str, *, reconnect: bool = True) -> None:  # noqa: ARG002
            try:
                await asyncio.sleep(60)
            finally:
                raise aiohttp.ClientConnectionError("Connector is closed.")

    async def beat(_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(__main__, "load_settings", lambda: of(tmp_path))
    monkeypatch.setattr(__main__, "create_bot", lambda _: Slow(intents=discord.Intents.none()))
    monkeypatch.setattr(__main__, "set_up_logging", lambda *_: None)
    monkeypatch.setattr(__main__, "shorten_pauses", lambda: None)
    monkeypatch.setattr(__main__.Pulse, "run", beat)
    assert __main__.main() == 1
    assert capsys.readouterr().err == "the data folder cannot be used: [Errno 13] Permission denied\n"


def of(folder: Path) -> Settings:
    return Settings(_env_file=None, discord_token=TOKEN, canasta_data=folder)


def test_a_second_bot_on_the_same_data_is_refused(tmp_path: Path) -> None:
    async def both() -> None:
        first, second = create_bot(of(tmp_path)), create_bot(of(tmp_path))
        stored = [bot._resources for bot in (first, second)]  # type: ignore[attr-defined]
        from storage.database import open_database  # noqa: PLC0415

        await stored[0].enter_async_context(open_database(tmp_path / "canasta.db"))
        with pytest.raises(DatabaseHeld):
            await stored[1].enter_async_context(open_database(tmp_path / "canasta.db"))
        await first.close()
        await second.close()

    asyncio.run(both())


def test_the_heartbeat_is_what_health_looks_at(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(health, "load_settings", lambda: of(tmp_path))
    assert health.main() == 1
    assert capsys.readouterr().err == "no fresh heartbeat: the bot is not running or does not respond\n"
    heartbeat = tmp_path / health.HEARTBEAT
    heartbeat.touch()
    assert health.main() == 0
    old = time.time() - 61
    os.utime(heartbeat, (old, old))
    assert health.main() == 1


def test_health_with_a_wrong_setting(tmp_path: Path) -> None:
    done = run(tmp_path, "bot.health", CANASTA_NONSENSE="1")
    assert (done.returncode, done.stderr) == (1, "settings: CANASTA_NONSENSE: unknown setting\n")


def test_pauses_are_kept_short() -> None:
    switching = sys.getswitchinterval()
    try:
        shorten_pauses()
        assert sys.getswitchinterval() == pytest.approx(0.001)
        frozen = gc.get_freeze_count()
        assert frozen > len(gc.get_objects())  # what was imported is not gone through any more
    finally:
        gc.unfreeze()
        sys.setswitchinterval(switching)


def test_loggers_that_would_tell_secrets_stay_at_info() -> None:
    script = "import logging; from bot.logs import set_up_logging; set_up_logging('DEBUG'); " + "; ".join(
        f"assert not logging.getLogger('{name}').isEnabledFor(logging.DEBUG)"
        for name in ("discord.gateway", "discord.http", "asyncio")
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, timeout=60)
    assert callable(set_up_logging)
