"""A bot that answers one interaction after the other, each as the test says."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tests.playground.loopback import ANA, BOT, CANASTA

if TYPE_CHECKING:
    from tests.playground.loopback import Json, Loopback, Socket

PING = {"name": "ping", "description": "Ping"}


class Answerer:
    """A bot that answers one interaction as the test says."""

    def __init__(self, loopback: Loopback, bot: Socket) -> None:
        self.loopback = loopback
        self.bot = bot
        self.heard: Json = {}

    async def hears(self, act: str, **said: Any) -> asyncio.Task[Json]:
        """Let a person act, up to where the bot hears of it. Return what will tell the result."""
        acting = asyncio.create_task(self.loopback.play(act, **said))
        self.heard = await self.bot.event("INTERACTION_CREATE")
        return acting

    async def callback(self, kind: int, data: object = None, **kwargs: Any) -> tuple[int, Any]:
        """Answer what was heard last."""
        path = f"/interactions/{self.heard['id']}/{self.heard['token']}/callback?with_response=1"
        return await self.loopback.rest("POST", path, {"type": kind, "data": data}, headers={}, **kwargs)

    async def webhook(self, method: str, path: str = "", body: object = None) -> tuple[int, Any]:
        """Use the token of what was heard last."""
        path = f"/webhooks/{BOT}/{self.heard['token']}{path}"
        return await self.loopback.rest(method, path, body, headers={})

    async def answers(self, kind: int, data: object, act: str, **said: Any) -> Json:
        """Let a person act and the bot answer. Return the result."""
        acting = await self.hears(act, **said)
        status, answer = await self.callback(kind, data)
        assert status == 200, answer
        return await acting

    async def command(self, kind: int, data: object = None, user: str = ANA) -> Json:
        """Let a person use the one command, and the bot answer."""
        return await self.answers(kind, data, "command", user=user, channel=CANASTA, name="ping")

    async def press(self, kind: int, message: Json, data: object = None, **said: Any) -> Json:
        """Let a person press a button of a message, and the bot answer."""
        said = {"user": ANA, "custom_id": "b"} | said
        return await self.answers(kind, data, "press", channel=CANASTA, message=message["id"], **said)
