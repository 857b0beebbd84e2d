"""``python -m playground`` as a process of its own, with the real bot, seen from outside."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp

from tests.playground.loopback import ANA

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

Json = dict[str, Any]

_START_SECONDS = 60.0
_END_SECONDS = 15.0
_NAP_SECONDS = 0.05

_LINES_BEFORE, _LINES_AFTER = 3, 60


@dataclass
class Play:
    """What people see and do at a playground, as its page asks for it."""

    http: aiohttp.ClientSession

    async def look(self, what: str, **query: str) -> Json:
        """See something as a person does."""
        async with self.http.get(f"/play/{what}", params=query) as response:
            answer: Json = await response.json()
            assert response.status == 200, answer
            return answer

    async def act(self, act: str, **said: Any) -> Json:
        """Do something as a person does."""
        async with self.http.post(f"/play/{act}", json=said) as response:
            answer: Json = await response.json()
            assert response.status == 200, answer
            return answer

    async def live(self, user: str) -> AsyncIterator[Json]:
        """Hear what changes before a person's eyes."""
        async with self.http.ws_connect("/play/live", params={"user": user}) as socket_:
            async for frame in socket_:
                yield frame.json()


@dataclass
class Playground(Play):
    """A running playground; ``data`` is the bot's folder, ``console`` what both have printed so far."""

    data: Path
    process: asyncio.subprocess.Process
    console: list[str] = field(default_factory=list)

    async def bot(self, op: str) -> None:
        """Stop or start the bot's process."""
        await self.act("bot", op=op)

    async def until_online(self) -> None:
        """Wait until the bot is logged in."""
        async with asyncio.timeout(_START_SECONDS):
            while not await self._is_online():
                assert self.process.returncode is None, "\n".join(self.console)
                await asyncio.sleep(_NAP_SECONDS)

    def complaints(self) -> list[str]:
        """Return the console's lines round the first that tells of an error."""
        for number, line in enumerate(self.console):
            if " ERROR " in line or "Traceback" in line:
                return self.console[max(0, number - _LINES_BEFORE) : number + _LINES_AFTER]
        return []

    async def read_console(self) -> None:
        """Keep what is printed, to the end."""
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.console.append(line.decode(errors="replace").rstrip())

    async def _is_online(self) -> bool:
        try:
            world = await self.look("world", user=ANA)
        except aiohttp.ClientConnectionError:
            return False  # it does not listen yet
        return bool(world["bot"]["status"] == "online")


@asynccontextmanager
async def real_playground(
    folder: Path, *, bot: str | None = None, **settings: str
) -> AsyncIterator[Playground]:
    """Run a playground on a free port; all that it keeps is below ``folder``.

    ``bot`` names a module of `tests.playground` to be the bot instead, and ``settings`` are for it.
    """
    port = free_port()
    modules = ["playground"] if bot is None else ["tests.playground.with_bot", f"tests.playground.{bot}"]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *modules),
        cwd=folder,
        env=_environment(CANASTA_DATA=str(folder), PLAYGROUND_PORT=str(port), **settings),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as http:
        playground = Playground(http, folder / "playground" / "bot", process)
        reading = asyncio.create_task(playground.read_console())
        try:
            await playground.until_online()
            yield playground
        finally:
            await _end(process)
            await reading


async def command(*arguments: str, data: Path, given: str = "") -> tuple[int, str]:
    """Run one of the project's command lines beside a bot; return its exit status and all that it said."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *arguments),
        cwd=data,
        env=_environment(CANASTA_DATA=str(data)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate(given.encode())
    assert process.returncode is not None
    return process.returncode, said.decode()


async def checked_record(data: Path, table: str) -> dict[str, object]:
    """Return the record of a match that the command lines find nothing wrong with."""
    status, said = await command("storage", "check", data=data)
    assert status == 0, said
    status, record = await command("storage", "export", table, data=data)
    assert status == 0, record
    status, said = await command("engine", "verify", "-", data=data, given=record)
    assert status == 0, said
    match: dict[str, object] = json.loads(record)
    return match


async def _end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), _END_SECONDS)
    except TimeoutError:
        process.kill()  # the bot ends with it


def _environment(**settings: str) -> dict[str, str]:
    """Return an environment in which a child imports what this process can, wherever it runs.

    It keeps what Python compiles: the bot is started so often that this is a good part of all the time.
    """
    path = os.pathsep.join(entry or str(Path.cwd()) for entry in sys.path)
    return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "", **settings}


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


async def refusals_of(playground: Playground) -> list[Json]:
    """Return what the bot was refused, but for messages that had gone before it came to change them."""
    refusals = (await playground.look("refusals"))["refusals"]
    return [refusal for refusal in refusals if refusal["status"] != HTTPStatus.NOT_FOUND]
