"""A gateway session: what the bot was sent, so that it can be sent again after a lost connection."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from playground.wire import Json, encode

_REPLAYABLE = 1000
"""Events that are kept for a session that may be resumed."""


class Op(IntEnum):
    """Gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class CloseCode(IntEnum):
    """Why the gateway closes a connection."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SHARD = 4010
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


class Intents(IntFlag):
    """The intents that decide about something here."""

    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intents.MEMBERS | Intents.PRESENCES | Intents.MESSAGE_CONTENT
ALL_INTENTS = (1 << 26) - 1


class Outbox:
    """Frames on their way to one connection; a number among them closes it."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[str | int] = asyncio.Queue()
        self.closing = False

    def send(self, op: Op, data: object = None, *, seq: int | None = None, event: str | None = None) -> None:
        """Let a frame go out after those before it."""
        self._queue.put_nowait(encode({"op": int(op), "d": data, "s": seq, "t": event}))

    def send_frame(self, frame: str) -> None:
        """Let a frame that is text already go out after those before it."""
        self._queue.put_nowait(frame)

    def close(self, code: int) -> None:
        """Let the connection be closed after the frames before."""
        self.closing = True
        self._queue.put_nowait(code)

    async def next(self) -> str | int:
        """Wait for the next frame, or for the code with which to close."""
        return await self._queue.get()


@dataclass(slots=True, eq=False)
class Session:
    """One login of the bot, or of one of its shards. ``outbox`` is None while it has no connection."""

    intents: Intents
    shard: tuple[int, int]
    outbox: Outbox | None = None
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    seq: int = 0
    lost_at: float = 0.0
    _sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=_REPLAYABLE))

    def dispatch(self, event: str, data: Json) -> None:
        """Send an event now, or when the session is resumed."""
        self.seq += 1
        frame = encode({"op": int(Op.DISPATCH), "d": data, "s": self.seq, "t": event})
        self._sent.append((self.seq, frame))
        if self.outbox is not None:
            self.outbox.send_frame(frame)

    def can_resume(self, seq: int) -> bool:
        """Tell whether all events after ``seq`` are still at hand."""
        first = self._sent[0][0] if self._sent else self.seq + 1
        return first - 1 <= seq <= self.seq

    def resume(self, outbox: Outbox, seq: int) -> None:
        """Go on with a new connection: send all events after ``seq`` again, then say so."""
        if self.outbox is not None:
            self.outbox.close(CloseCode.UNKNOWN_ERROR)
        self.outbox = outbox
        for number, frame in self._sent:
            if number > seq:
                outbox.send_frame(frame)
        self.dispatch("RESUMED", {})

    def lose(self) -> None:
        """Note that the connection is gone."""
        self.outbox = None
        self.lost_at = time.monotonic()
