"""The whole program: its settings, its bot process, and how both end."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.playground.loopback import ANA, CANASTA, Loopback

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

ROOT = Path(__file__).parents[2]
SAMPLE = "from runpy import run_module\nrun_module('tests.playground.sample_bot', run_name='__main__')\n"
STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("x" * 3000000)
time.sleep(60)
"""
REFUSING = "import sys\nprint('CANASTA_X: there is no such setting')\nsys.exit(2)\n"
PATIENCE = 20.0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


class Program:
    """``python -m playground`` in a folder of its own, where ``bot.py`` is the bot."""

    def __init__(self, folder: Path, bot: str = SAMPLE) -> None:
        self.folder = folder
        self.port = free_port()
        (folder / "bot.py").write_text(bot)
        self.env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PLAYGROUND_PORT": str(self.port)}
        self.output = b""

    async def start(self) -> asyncio.subprocess.Process:
        """Start it. Its output is kept when it has ended, by ``end``."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "playground",
            cwd=self.folder,
            env=self.env,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        return self.process

    async def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End it. Return its exit status."""
        if self.process.returncode is None:
            self.process.send_signal(how)
        out, _ = await asyncio.wait_for(self.process.communicate(), PATIENCE)
        self.output += out
        assert self.process.returncode is not None
        return self.process.returncode

    async def ask(self, path: str, body: object = None) -> Any:
        """Ask the interface of the page."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/play/{path}", data)
        answer = await asyncio.to_thread(lambda: urllib.request.urlopen(request, timeout=PATIENCE).read())  # noqa: S310
        return json.loads(answer)

    async def status(self, wanted: str) -> None:
        """Wait until the bot is as wanted."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                if (await self.ask(f"world?user={ANA}"))["bot"]["status"] == wanted:
                    return
            except OSError:
                pass
            await asyncio.sleep(0.05)
        raise AssertionError(wanted)

    async def command(self, name: str) -> Any:
        """Let Ana use a command."""
        return await self.ask("command", {"user": ANA, "channel": CANASTA, "name": name})

    async def press(self, message: Any, custom_id: str) -> Any:
        """Let Ana press a button."""
        said = {"user": ANA, "channel": CANASTA, "message": message["id"], "custom_id": custom_id}
        return await self.ask("press", said)


@pytest.fixture
async def program(tmp_path: Path) -> AsyncIterator[Program]:
    running = Program(tmp_path)
    await running.start()
    yield running
    await running.end(signal.SIGKILL)


def bots_of(folder: Path) -> list[int]:
    """Return the ids of bot processes that work in a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (
                process.joinpath("cwd").readlink() == folder
                and b"bot" in process.joinpath("cmdline").read_bytes()
            ):
                found.append(int(process.name))
        except OSError:
            continue
    return found


async def test_from_start_to_stop(program: Program, tmp_path: Path) -> None:
    await program.status("online")
    message = (await program.command("panel"))["message"]
    assert (await program.press(message, "more:0"))["ok"]
    assert await program.end() == 0
    lines = program.output.decode().splitlines()
    assert lines[0] == f"Playground: open http://127.0.0.1:{program.port}/"
    assert "bot | sample bot starts" in lines
    assert bots_of(tmp_path) == []

    folder = tmp_path / "data" / "playground"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "bot").is_dir()
    assert "sample bot starts" in (folder / "bot.log").read_text()

    await program.start()
    await program.status("online")
    [kept] = (await program.ask(f"messages?user={ANA}&channel={CANASTA}"))["messages"]
    assert kept["id"] == message["id"]
    assert (await program.press(kept, "more:1"))["ok"]
    assert await program.end(signal.SIGINT) == 0


async def test_a_killed_bot_is_started_on_request_only(program: Program) -> None:
    await program.status("online")
    message = (await program.command("panel"))["message"]
    secret = (await program.command("secret"))["message"]
    assert await program.ask("bot", {"op": "kill"}) == {"status": "offline"}
    failed = await program.press(message, "more:0")
    assert failed == {"ok": False, "error": "This interaction failed"}
    await asyncio.sleep(0.3)
    await program.status("offline")
    assert (await program.ask("bot", {"op": "start"}))["status"] == "starting"
    await program.status("online")
    assert (await program.press(message, "more:0"))["ok"]
    assert (await program.press(secret, "more:0"))["message"]["ephemeral_for"] == ANA
    await program.ask("bot", {"op": "restart"})
    await program.status("online")
    assert await program.ask("bot", {"op": "terminate"}) == {"status": "offline"}


async def test_a_press_fails_at_once_when_the_bot_dies(program: Program) -> None:
    await program.status("online")
    message = (await program.command("panel"))["message"]
    [bot] = bots_of(program.folder)
    os.kill(bot, signal.SIGSTOP)
    pressing = asyncio.create_task(program.press(message, "more:0"))
    await asyncio.sleep(0.2)
    before = time.monotonic()
    await program.ask("bot", {"op": "kill"})
    assert (await pressing)["error"] == "This interaction failed"
    assert time.monotonic() - before < 2


async def test_the_bot_dies_with_the_playground(program: Program, tmp_path: Path) -> None:
    await program.status("online")
    assert len(bots_of(tmp_path)) == 1
    await program.end(signal.SIGKILL)
    async with asyncio.timeout(5):
        while bots_of(tmp_path):  # noqa: ASYNC110  # nobody tells when a process has ended
            await asyncio.sleep(0.02)


async def test_a_bot_that_will_not_end_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.process._TERM_PATIENCE", 0.3)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    async with Loopback(tmp_path, "stubborn") as loopback:
        await loopback.bot.start()
        await loopback.bot.start()
        statuses = [loopback.bot.status]
        await asyncio.sleep(0.3)
        await loopback.bot.terminate()
        assert [*statuses, loopback.bot.status] == ["starting", "offline"]


async def test_a_bot_that_refuses_its_settings_ends_the_playground(tmp_path: Path) -> None:
    program = Program(tmp_path, REFUSING)
    await program.start()
    await asyncio.wait_for(program.process.wait(), PATIENCE)
    assert await program.end() == 2
    assert "bot | CANASTA_X: there is no such setting" in program.output.decode()


async def test_a_bot_that_fails_leaves_the_playground_running(tmp_path: Path) -> None:
    program = Program(tmp_path, "1 / 0")
    await program.start()
    await program.status("offline")
    assert (await program.command("panel"))["ok"] is False
    assert await program.end() == 0
    assert "playground | The bot ended, exit status 1." in program.output.decode()


@pytest.mark.parametrize(
    ("setting", "value", "line"),
    [
        ("PLAYGROUND_PORT", "secret", "PLAYGROUND_PORT: Input should be a valid integer"),
        ("CANASTA_DATA", "bot.py", "CANASTA_DATA: this folder cannot be used: Not a directory"),
    ],
)
async def test_settings_that_cannot_be(tmp_path: Path, setting: str, value: str, line: str) -> None:
    program = Program(tmp_path)
    program.env[setting] = value
    await program.start()
    await asyncio.wait_for(program.process.wait(), PATIENCE)
    assert await program.end() == 2
    assert program.output.decode().startswith(f"playground: {line}")
    assert program.output.count(b"\n") == 1


async def test_a_port_or_folder_that_is_taken(program: Program, tmp_path: Path) -> None:
    await program.status("online")
    other_folder = tmp_path / "other"
    other_folder.mkdir()
    same_port = Program(other_folder)
    same_port.env["PLAYGROUND_PORT"] = str(program.port)
    same_folder = Program(tmp_path)
    for other, line in (
        (same_port, f"playground: port {program.port} is taken; set PLAYGROUND_PORT to another one\n"),
        (same_folder, "playground: CANASTA_DATA: another playground uses this folder\n"),
    ):
        await other.start()
        await asyncio.wait_for(other.process.wait(), PATIENCE)
        assert await other.end() == 2
        assert other.output.decode() == line
