"""One request of the bot, and what its path and body name."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from aiohttp import BodyPartReader

from playground.files import Upload
from playground.messages import Incoming
from playground.permissions import Permission, can_see, permissions_in
from playground.render import FILE_SIZE_LIMIT
from playground.snowflakes import is_snowflake
from playground.wire import INVALID_FORM, ApiError, Json, decode_object

if TYPE_CHECKING:
    from aiohttp import web

    from playground.model import Channel, Message
    from playground.server import Server

_FILE_FIELD = re.compile(r"files\[(\d+)\]")
_NOTHING = Permission(0)


class Call:
    """A request, with the things that it is about. The methods raise ApiError where these are not there."""

    def __init__(self, server: Server, request: web.Request) -> None:
        self.server = server
        self.world = server.world
        self.render = server.render
        self.request = request

    def id(self, name: str) -> str:
        """Return an id of the path."""
        value = self.request.match_info[name]
        if not is_snowflake(value):
            error = {"code": "NUMBER_TYPE_COERCE", "message": f'Value "{value}" is not snowflake.'}
            raise ApiError(
                400, INVALID_FORM, "Invalid Form Body", errors={f"{name}_id": {"_errors": [error]}}
            )
        return value

    def channel(self, need: Permission = _NOTHING) -> Channel:
        """Return the path's channel, if the bot sees it and may do there what is needed."""
        channel_id = self.id("channel")
        if channel_id in self.server.direct_channels:
            raise ApiError(403, 50007, "Cannot send messages to this user")
        channel = self.world.channels.get(channel_id)
        if channel is None:
            raise ApiError(404, 10003, "Unknown Channel")
        if not can_see(self.world, self.world.bot_id, channel):
            raise ApiError(403, 50001, "Missing Access")
        self.need(channel, need)
        return channel

    def need(self, channel: Channel, permissions: Permission) -> None:
        """Refuse unless the bot has these permissions in the channel."""
        if permissions & ~self.permissions(channel):
            raise ApiError(403, 50013, "Missing Permissions")

    def permissions(self, channel: Channel) -> Permission:
        """Return what the bot may do in a channel."""
        return permissions_in(self.world, self.world.bot_id, channel)

    def message(self, channel: Channel) -> Message:
        """Return the path's message; one that only one person sees is not there for these requests."""
        message = self.world.message(channel.id, self.id("message"))
        if message is None or message.ephemeral_for is not None:
            raise ApiError(404, 10008, "Unknown Message")
        return message

    def of_application(self) -> None:
        """Refuse unless the path's application is the bot's own."""
        if self.id("application") != self.world.bot_id:
            raise ApiError(403, 20012, "You are not authorized to perform this action on this application")

    def of_guild(self) -> str:
        """Return the path's server, if it is the one that the bot is on."""
        guild_id = self.id("guild")
        if guild_id != self.world.guild_id:
            raise ApiError(404, 10004, "Unknown Guild")
        if not self.world.bot_is_member:
            raise ApiError(403, 50001, "Missing Access")
        return guild_id

    async def body(self) -> Json:
        """Return the JSON object that came as body."""
        return _parse(await self.request.read())

    async def body_list(self) -> list[object]:
        """Return the JSON list that came as body."""
        try:
            value = json.loads(await self.request.read())
        except ValueError:
            value = None
        if not isinstance(value, list):
            raise _bad_json()
        return value

    async def incoming(self) -> Incoming:
        """Return the body with the files that came beside it."""
        if not self.request.content_type.startswith("multipart/"):
            return Incoming(await self.body())
        incoming = Incoming({})
        async for part in await self.request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            content = bytes(await part.read())
            if part.name == "payload_json":
                incoming.body = _parse(content)
            elif match := _FILE_FIELD.fullmatch(part.name or ""):
                incoming.uploads[int(match[1])] = _upload(part.filename, content)
        return incoming


def _upload(filename: str | None, content: bytes) -> Upload:
    if len(content) > FILE_SIZE_LIMIT:
        raise ApiError(413, 40005, "Request entity too large")
    return Upload(filename or "unknown", content)


def _parse(raw: bytes) -> Json:
    try:
        return decode_object(raw)
    except ValueError:
        raise _bad_json() from None


def _bad_json() -> ApiError:
    return ApiError(400, 50109, "The request body contains invalid JSON.")
