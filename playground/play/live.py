"""Pages that look on: each is told over its WebSocket what its person would see change."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, assert_never

from aiohttp import web

from playground.gateway import GOING_AWAY
from playground.model import MessageFlags
from playground.permissions import can_see
from playground.render import Render
from playground.wire import Json, encode
from playground.world import Change, ChannelChanged, Event, MessageChanged, SceneryChanged

if TYPE_CHECKING:
    from playground.model import Message
    from playground.world import World


class _Page:
    """One open page."""

    def __init__(self, user_id: str) -> None:
        self.user_id = user_id
        self.frames: asyncio.Queue[str | None] = asyncio.Queue()


class Live:
    """All open pages. It watches the world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._render = Render(world)
        self._pages: set[_Page] = set()
        world.watchers.append(self._on_event)

    def sees(self, user_id: str, message: Message) -> bool:
        """Tell whether a person has a message before their eyes."""
        channel = self._world.channels.get(message.channel_id)
        return (
            message.ephemeral_for in {None, user_id}
            and not message.dismissed
            and channel is not None
            and self._world.is_member(user_id)
            and can_see(self._world, user_id, channel)
        )

    def send(self, user_id: str, frame: Json) -> None:
        """Send a frame to the pages of one person."""
        for page in self._pages:
            if page.user_id == user_id:
                page.frames.put_nowait(encode(frame))

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Serve one page, until it goes away."""
        user_id = request.query.get("user", "")
        if user_id not in self._world.people:
            return web.json_response({"error": "user: nobody has this id"}, status=404)
        socket = web.WebSocketResponse(heartbeat=30.0)
        await socket.prepare(request)
        page = _Page(user_id)
        self._pages.add(page)
        writer = asyncio.create_task(_write(socket, page))
        try:
            async for _ in socket:
                pass  # a page has nothing to say here
        finally:
            writer.cancel()
            self._pages.remove(page)
        return socket

    def close(self) -> None:
        """End every connection: the playground is closing."""
        for page in self._pages:
            page.frames.put_nowait(None)

    def _on_event(self, event: Event) -> None:
        match event:
            case MessageChanged(change, message):
                self._message_changed(change, message)
            case ChannelChanged() | SceneryChanged():
                for user_id in self._people():
                    self.send(user_id, {"t": "world"})
            case _:
                assert_never(event)

    def _message_changed(self, change: Change, message: Message) -> None:
        gone = {"t": "message_gone", "channel": message.channel_id, "id": message.id}
        if change == Change.DELETED or message.dismissed:
            for user_id in self._people() & (
                {message.ephemeral_for} if message.ephemeral_for else self._people()
            ):
                self.send(user_id, gone)
            return
        frame = {"t": "message", "message": self._render.for_page(message)}
        for user_id in self._people():
            if self.sees(user_id, message):
                self.send(user_id, frame)
                if change == Change.CREATED and _pings(message, user_id):
                    ping = {"channel": message.channel_id, "message": message.id, "user": user_id}
                    self.send(user_id, {"t": "ping_user"} | ping)

    def _people(self) -> set[str]:
        """Return the ids of those who look on."""
        return {page.user_id for page in self._pages}


def _pings(message: Message, user_id: str) -> bool:
    if message.ephemeral_for is not None or message.has(MessageFlags.SILENT):
        return False
    return message.author_id != user_id and (user_id in message.mentions or message.mention_everyone)


async def _write(socket: web.WebSocketResponse, page: _Page) -> None:
    with suppress(ConnectionError):
        while (frame := await page.frames.get()) is not None:
            await socket.send_str(frame)
        await socket.close(code=GOING_AWAY)
