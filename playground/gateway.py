"""The gateway: the WebSocket over which the bot hears what happens."""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, assert_never

from aiohttp import WSMsgType, web

from playground.sessions import ALL_INTENTS, PRIVILEGED, CloseCode, Intents, Op, Outbox, Session
from playground.wire import Json, decode_object
from playground.world import Change, ChannelChanged, Event, MessageChanged, SceneryChanged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground.render import Render
    from playground.world import World

_log = logging.getLogger(__name__)
_HEARTBEAT_MS = 41_250
_ACK_SECONDS = 0.02
_RESUMABLE_FOR = 120.0
"""Seconds for which a session without a connection is kept."""
GOING_AWAY = 1001
_NORMAL_CLOSES = {1000, GOING_AWAY}

Disturbance = Literal["reconnect", "invalidate", "invalidate_resumable", "drop", "refuse"]


class _Closing(Exception):
    """The connection must be closed."""

    def __init__(self, code: CloseCode) -> None:
        super().__init__(code)
        self.code = code


class Gateway:
    """All sessions of the bot. It watches the world and tells the bot of it."""

    def __init__(self, world: World, render: Render, address: str) -> None:
        self._world = world
        self._render = render
        self._address = address
        self._sessions: dict[str, Session] = {}
        self._refuses = False
        world.watchers.append(self._on_event)

    @property
    def online(self) -> bool:
        """Tell whether the bot is logged in and connected."""
        return any(session.outbox for session in self._sessions.values())

    @property
    def reachable(self) -> bool:
        """Tell whether an event may still reach the bot: at once, or when it resumes."""
        return any(map(_is_alive, self._sessions.values()))

    def dispatch_interaction(self, data: Json) -> None:
        """Tell the shard of the server about an interaction."""
        for session in self._of_guild():
            session.dispatch("INTERACTION_CREATE", data)

    def forget(self) -> None:
        """Drop the sessions without a connection: the process that could resume them has ended."""
        for session in [session for session in self._sessions.values() if session.outbox is None]:
            del self._sessions[session.id]

    def disturb(self, how: Disturbance) -> None:
        """Let something go wrong with every connection; with "refuse", also with all that are tried later."""
        self._refuses = self._refuses or how == "refuse"
        for session in list(self._sessions.values()):
            if (outbox := session.outbox) is None:
                continue
            match how:
                case "reconnect":
                    outbox.send(Op.RECONNECT)
                case "invalidate":
                    del self._sessions[session.id]
                    session.lose()
                    outbox.send(Op.INVALID_SESSION, data=False)
                case "invalidate_resumable":
                    outbox.send(Op.INVALID_SESSION, data=True)
                case "drop" | "refuse":
                    outbox.close(CloseCode.UNKNOWN_ERROR)
                case _:
                    assert_never(how)
        self._world.scenery_changed()

    def remove_bot(self) -> None:
        """Remove the bot from the server, and tell it so: the last that it hears of there."""
        self._dispatch(Intents.GUILDS, "GUILD_DELETE", {"id": self._world.guild_id})
        self._world.bot_is_member = False

    def add_bot(self) -> None:
        """Take the bot into the server, and tell it so."""
        self._world.bot_is_member = True
        guild = self._render.guild_at_start()
        del guild["unavailable"]  # it comes with a server that was announced before
        self._dispatch(Intents.GUILDS, "GUILD_CREATE", guild)

    def recover(self) -> None:
        """Take connections again."""
        self._refuses = False

    def close(self) -> None:
        """End every connection: the playground is closing."""
        for session in self._sessions.values():
            if session.outbox is not None:
                session.outbox.close(GOING_AWAY)

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection of the bot, until it ends."""
        if self._refuses:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        connection = _Connection(self, Outbox())
        connection.outbox.send(Op.HELLO, {"heartbeat_interval": _HEARTBEAT_MS})
        writer = asyncio.create_task(_write(socket, connection.outbox))
        try:
            async for frame in socket:
                if frame.type == WSMsgType.TEXT:
                    connection.receive(frame.data)
        except _Closing as closing:
            await socket.close(code=closing.code)
        finally:
            writer.cancel()
            self._disconnected(connection, socket.close_code)
        return socket

    def identify(self, data: Json, outbox: Outbox) -> Session:
        """Begin a session: READY, then the server. Raises _Closing."""
        self._authenticate(data)
        session = Session(_intents(data), _shard(data), outbox)
        self._forget_stale()
        self._sessions[session.id] = session
        session.dispatch("READY", self._ready(session))
        if session.intents & Intents.GUILDS and self._serves_guild(session):
            session.dispatch("GUILD_CREATE", self._render.guild_at_start())
        _log.info("The bot is online.")
        self._world.scenery_changed()
        return session

    def resume(self, data: Json, outbox: Outbox) -> Session | None:
        """Go on with a session, or say that it cannot be resumed. Raises _Closing."""
        self._authenticate(data)
        self._forget_stale()
        session = self._sessions.get(str(data.get("session_id")))
        seq = data.get("seq")
        if session is None or not isinstance(seq, int) or not session.can_resume(seq):
            outbox.send(Op.INVALID_SESSION, data=False)
            return None
        session.resume(outbox, seq)
        _log.info("The bot resumed its session.")
        self._world.scenery_changed()
        return session

    def _authenticate(self, data: Json) -> None:
        token = str(data.get("token")).removeprefix("Bot ")
        if not hmac.compare_digest(token.encode(errors="replace"), self._world.token.encode()):
            raise _Closing(CloseCode.AUTHENTICATION_FAILED)

    def _ready(self, session: Session) -> Json:
        guilds = [{"id": self._world.guild_id, "unavailable": True}] if self._serves_guild(session) else []
        return {
            "v": 10,
            "user": self._render.user(self._world.bot_id),
            "guilds": guilds,
            "private_channels": [],
            "session_id": session.id,
            "resume_gateway_url": self._address,
            "shard": list(session.shard),
            "application": {"id": self._world.bot_id, "flags": 0},
        }

    def _serves_guild(self, session: Session) -> bool:
        number, of = session.shard
        return self._world.bot_is_member and (int(self._world.guild_id) >> 22) % of == number

    def _of_guild(self) -> Iterator[Session]:
        return filter(self._serves_guild, self._sessions.values())

    def _disconnected(self, connection: _Connection, close_code: int | None) -> None:
        session = connection.session
        if session is None or session.outbox is not connection.outbox:
            return
        session.lose()
        if close_code in _NORMAL_CLOSES and not connection.outbox.closing:
            self._sessions.pop(session.id, None)
        _log.info("The bot's connection ended.")
        self._world.scenery_changed()

    def _forget_stale(self) -> None:
        self._sessions = {session.id: session for session in self._sessions.values() if _is_alive(session)}

    def _on_event(self, event: Event) -> None:
        match event:
            case ChannelChanged(change, channel):
                kind = "THREAD" if channel.thread else "CHANNEL"
                data = self._render.channel(channel)
                if change == Change.CREATED and channel.thread:
                    data["newly_created"] = True
                self._dispatch(Intents.GUILDS, f"{kind}_{change.upper()}", data)
            case MessageChanged(change, message) if message.ephemeral_for is None:
                self._dispatch(Intents.GUILD_MESSAGES, f"MESSAGE_{change.upper()}", self._message_data(event))
            case MessageChanged() | SceneryChanged():
                pass
            case _:
                assert_never(event)

    def _dispatch(self, needed: Intents, event: str, data: Json) -> None:
        for session in self._of_guild():
            if session.intents & needed:
                session.dispatch(event, data)

    def _message_data(self, event: MessageChanged) -> Json:
        message = event.message
        place = {"channel_id": message.channel_id, "guild_id": self._world.guild_id}
        if event.change == Change.DELETED:
            return {"id": message.id} | place
        data = self._render.message(message) | place
        bot = self._world.bot_id
        if message.author_id != bot and bot not in message.mentions:
            data |= {"content": "", "embeds": [], "attachments": [], "components": []}
        return data


class _Connection:
    """What the bot says over one socket, and the session that this socket serves."""

    def __init__(self, gateway: Gateway, outbox: Outbox) -> None:
        self._gateway = gateway
        self.outbox = outbox
        self.session: Session | None = None

    def receive(self, frame: str) -> None:
        """Act on a frame of the bot. Raises _Closing."""
        op, data = _decode(frame)
        match op:
            case Op.HEARTBEAT:
                # discord.py notes the time of a beat after sending it; an answer within microseconds comes
                # before the note and looks as late as the beat before
                asyncio.get_running_loop().call_later(_ACK_SECONDS, self.outbox.send, Op.HEARTBEAT_ACK)
            case Op.IDENTIFY | Op.RESUME:
                self._log_in(op, data if isinstance(data, dict) else {})
            case Op.PRESENCE | Op.VOICE_STATE if self.session:
                pass
            case Op.REQUEST_MEMBERS if self.session:
                _log.warning(
                    "The bot asks for the members of the server, which the gateway here does not tell."
                )
            case _:
                raise _Closing(CloseCode.UNKNOWN_OPCODE if self.session else CloseCode.NOT_AUTHENTICATED)

    def _log_in(self, op: Op, data: Json) -> None:
        if self.session is not None and self.session.outbox is self.outbox:
            raise _Closing(CloseCode.ALREADY_AUTHENTICATED)
        if op == Op.IDENTIFY:
            self.session = self._gateway.identify(data, self.outbox)
        else:
            self.session = self._gateway.resume(data, self.outbox)


def _is_alive(session: Session) -> bool:
    """Tell whether a session is connected, or may still be resumed."""
    return session.outbox is not None or time.monotonic() - session.lost_at < _RESUMABLE_FOR


def _decode(frame: str) -> tuple[Op, object]:
    try:
        payload = decode_object(frame)
    except ValueError:
        raise _Closing(CloseCode.DECODE_ERROR) from None
    try:
        return Op(payload.get("op", -1)), payload.get("d")
    except ValueError:
        raise _Closing(CloseCode.UNKNOWN_OPCODE) from None


async def _write(socket: web.WebSocketResponse, outbox: Outbox) -> None:
    with suppress(ConnectionError):
        while isinstance(frame := await outbox.next(), str):
            await socket.send_str(frame)
        await socket.close(code=frame)


def _intents(data: Json) -> Intents:
    intents = data.get("intents")
    if not isinstance(intents, int) or isinstance(intents, bool) or not 0 <= intents <= ALL_INTENTS:
        raise _Closing(CloseCode.INVALID_INTENTS)
    if Intents(intents) & PRIVILEGED:
        raise _Closing(CloseCode.DISALLOWED_INTENTS)
    return Intents(intents)


def _shard(data: Json) -> tuple[int, int]:
    match data.get("shard", [0, 1]):
        case [int(number), int(of)] if 0 <= number < of:
            return number, of
        case _:
            raise _Closing(CloseCode.INVALID_SHARD)
