"""A playground's server inside the test, for people and for a bot that is no more than a socket."""

from __future__ import annotations

import asyncio
import io
import json
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

import aiohttp
from aiohttp import web

from playground.app import create_app
from playground.process import BotProcess
from playground.server import Server

if TYPE_CHECKING:
    from pathlib import Path

Json = dict[str, Any]

GUILD = "1100000000000000001"
BOT = "1100000000000000002"
CANASTA, TRANCA, LOUNGE = (f"110000000000000001{n}" for n in (1, 2, 3))
ANA, BRUNO, CARLA, DARIO, ELENA = (f"110000000000000002{n}" for n in (1, 2, 3, 4, 5))
GUILDS, GUILD_MESSAGES = 1 << 0, 1 << 9
V2 = 1 << 15
EPHEMERAL = 1 << 6
PATIENCE = 10.0


class Loopback:
    """A running server, with a client for its three interfaces."""

    def __init__(self, folder: Path, module: str = "tests.playground.sample_bot") -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.server = Server(folder, self.port)
        self.world = self.server.world
        self.bot = BotProcess(self.server, folder, module)

    async def __aenter__(self) -> Self:
        app, self.live = create_app(self.server, self.bot)
        self.runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self.runner.setup()
        await web.SockSite(self.runner, self.listener).start()
        self.http = aiohttp.ClientSession(f"http://127.0.0.1:{self.port}")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.bot.kill()
        self.live.close()
        self.server.gateway.close()
        await self.http.close()
        await self.runner.cleanup()
        self.bot.close()
        self.server.close()

    async def rest(self, method: str, path: str, body: object = None, **kwargs: Any) -> tuple[int, Any]:
        """Ask as the bot does. Return status and JSON."""
        kwargs.setdefault("headers", {"Authorization": f"Bot {self.world.token}"})
        if body is not None:
            kwargs["json"] = body
        async with self.http.request(method, f"/api/v10{path}", **kwargs) as response:
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def good(self, method: str, path: str, body: object = None, **kwargs: Any) -> Any:
        """Ask as the bot does, for what must not be refused."""
        status, answer = await self.rest(method, path, body, **kwargs)
        assert status in {200, 204}, answer
        return answer

    async def send(self, channel: str = CANASTA, **body: Any) -> Json:
        """Send a message as the bot."""
        answer: Json = await self.good("POST", f"/channels/{channel}/messages", body)
        return answer

    async def play(self, act: str, **said: Any) -> Json:
        """Act as a person does, or look where that is asked for as ``GET``."""
        status, answer = await self.play_raw(act, **said)
        assert status == 200, answer
        return answer

    async def play_raw(self, act: str, **said: Any) -> tuple[int, Json]:
        """Act as a person does. Return status and JSON."""
        async with self.http.post(f"/play/{act}", json=said) as response:
            return response.status, await response.json()

    async def look(self, what: str, **query: str) -> Json:
        """See as a person does."""
        async with self.http.get(f"/play/{what}", params=query) as response:
            assert response.status == 200
            answer: Json = await response.json()
            return answer

    async def messages(self, user: str, channel: str = CANASTA) -> list[Json]:
        """Return the messages that a person sees."""
        found: list[Json] = (await self.look("messages", user=user, channel=channel))["messages"]
        return found

    async def connect(self, **kwargs: Any) -> Socket:
        """Connect to the gateway, saying nothing yet."""
        return Socket(await self.http.ws_connect("/gateway?v=10&encoding=json"), self.world.token, **kwargs)

    async def online(self, intents: int = GUILDS) -> Socket:
        """Log a bot in that is no more than a socket."""
        bot = await self.connect()
        await bot.log_in(intents)
        await bot.event("GUILD_CREATE")
        return bot


class Socket:
    """One connection to the gateway."""

    def __init__(self, socket_: aiohttp.ClientWebSocketResponse, token: str) -> None:
        self._socket = socket_
        self._token = token
        self.session = ""
        self.seq = 0

    async def say(self, op: int, data: object = None) -> None:
        """Send a frame."""
        await self._socket.send_json({"op": op, "d": data})

    async def hear(self) -> Json:
        """Return the next frame."""
        frame = await asyncio.wait_for(self._socket.receive(), PATIENCE)
        assert frame.type == aiohttp.WSMsgType.TEXT, frame
        heard: Json = json.loads(frame.data)
        self.seq = heard["s"] or self.seq
        return heard

    async def event(self, name: str) -> Json:
        """Return the data of the next event of a kind, leaving out what comes before."""
        while True:
            heard = await self.hear()
            if heard["t"] == name:
                data: Json = heard["d"]
                return data

    async def quiet(self, seconds: float = 0.05) -> None:
        """Hold that nothing is heard for a while."""
        with suppress(TimeoutError):
            heard = await asyncio.wait_for(self._socket.receive(), seconds)
            raise AssertionError(heard)

    async def log_in(self, intents: int = GUILDS, **data: object) -> None:
        """Identify, up to READY."""
        assert (await self.hear())["op"] == 10
        await self.say(2, {"token": self._token, "intents": intents, "properties": {}, **data})
        self.session = (await self.event("READY"))["session_id"]

    async def resume(self, session: str, seq: int) -> None:
        """Ask to go on with a session."""
        assert (await self.hear())["op"] == 10
        await self.say(6, {"token": self._token, "session_id": session, "seq": seq})
        self.session = session

    async def closed(self) -> int | None:
        """Return the code with which the server closes the connection."""
        while True:
            frame = await asyncio.wait_for(self._socket.receive(), PATIENCE)
            if frame.type != aiohttp.WSMsgType.TEXT:
                return self._socket.close_code

    async def close(self, code: int = 4000) -> None:
        """Close the connection; the session stays unless the code says otherwise."""
        await self._socket.close(code=code)


def text(content: str) -> Json:
    """Return a text display."""
    return {"type": 10, "content": content}


def row(*components: Json) -> Json:
    """Return an action row."""
    return {"type": 1, "components": list(components)}


def button(custom_id: str = "b", label: str = "Press", **more: Any) -> Json:
    """Return a button."""
    return {"type": 2, "style": 1, "label": label, "custom_id": custom_id, **more}


def select(*values: str, custom_id: str = "s", **more: Any) -> Json:
    """Return a string select."""
    options = [{"label": value.upper(), "value": value} for value in values]
    return {"type": 3, "custom_id": custom_id, "options": options, **more}


def codes(errors: Json) -> dict[str, str]:
    """Return the first code of each error of a refusal, by its dotted path."""
    found = {}
    for key, value in errors.items():
        if key == "_errors":
            found[""] = value[0]["code"]
        else:
            found |= {f"{key}.{path}".rstrip("."): code for path, code in codes(value).items()}
    return found


def with_files(payload: str, **files: bytes) -> aiohttp.FormData:
    """Return a multipart body: JSON, and files by their names, in which ``_`` stands for the dot."""
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", payload)
    for index, (name, content) in enumerate(files.items()):
        form.add_field(f"files[{index}]", io.BytesIO(content), filename=name.replace("_", "."))
    return form
