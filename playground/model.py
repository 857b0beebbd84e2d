"""What the playground's world is made of, in the shape in which it is kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.wire import Json


class ChannelType(IntEnum):
    """The kinds of channel that exist here."""

    TEXT = 0
    DIRECT = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


class MessageType(IntEnum):
    """The kinds of message that exist here."""

    DEFAULT = 0
    THREAD_CREATED = 18
    REPLY = 19
    COMMAND = 20


class MessageFlags(IntFlag):
    """The flags of a message that mean something here."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SILENT = 1 << 12
    COMPONENTS = 1 << 15


@dataclass(slots=True)
class Person:
    """Somebody who can sit at the page; ``present`` while they are on the server."""

    id: str
    username: str
    global_name: str
    color: str
    locale: str = "en-US"
    present: bool = True


@dataclass(slots=True)
class Thread:
    """What a thread has beyond a channel."""

    owner_id: str
    archive_timestamp: str
    members: list[str] = field(default_factory=list)
    archived: bool = False
    locked: bool = False
    auto_archive_duration: int = 1440
    invitable: bool = True


@dataclass(slots=True)
class Channel:
    """A text channel, or with ``thread`` a thread of the channel ``parent_id``."""

    id: str
    type: int
    name: str
    position: int = 0
    parent_id: str | None = None
    topic: str | None = None
    overwrites: list[Json] = field(default_factory=list)
    thread: Thread | None = None

    def __post_init__(self) -> None:
        if isinstance(self.thread, dict):  # as read from the journal
            self.thread = Thread(**self.thread)


@dataclass(slots=True)
class Message:
    """A message. It is never changed in place: an edit makes a new one with the same id."""

    id: str
    channel_id: str
    author_id: str
    timestamp: str
    type: int = MessageType.DEFAULT
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    flags: int = 0
    edited_timestamp: str | None = None
    mentions: list[str] = field(default_factory=list)
    mention_everyone: bool = False
    reference: Json | None = None
    interaction: Json | None = None
    nonce: str | None = None
    ephemeral_for: str | None = None
    dismissed: bool = False

    def has(self, flag: MessageFlags) -> bool:
        """Tell whether a flag is set."""
        return bool(self.flags & flag)


@dataclass(slots=True)
class Emoji:
    """An emoji of the application; its picture is the file ``file`` of the folder of emojis."""

    id: str
    name: str
    animated: bool
    file: str


@dataclass(slots=True)
class Command:
    """An application command as registered; without ``guild_id`` a global one."""

    id: str
    guild_id: str | None
    body: Json
