"""The server, its channels, people and messages: all that lasts, and who is told when it changes."""

from __future__ import annotations

import secrets
import time
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from playground.files import Files, attachment_ids
from playground.journal import Journal
from playground.model import Channel, ChannelType, Command, Emoji, Message, MessageFlags, Person
from playground.snowflakes import Snowflakes, timestamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

GUILD_ID = "1100000000000000001"
BOT_ID = "1100000000000000002"
BOT_ROLE_ID = "1100000000000000003"
_PEOPLE = (
    Person("1100000000000000021", "ana", "Ana", "#e8638c"),
    Person("1100000000000000022", "bruno", "Bruno", "#4f9de8"),
    Person("1100000000000000023", "carla", "Carla", "#3fb68b"),
    Person("1100000000000000024", "dario", "Dario", "#e8a13f"),
    Person("1100000000000000025", "elena", "Elena", "#9b7be8"),
)
_CHANNELS = (
    Channel("1100000000000000011", ChannelType.TEXT, "canasta", 0),
    Channel("1100000000000000012", ChannelType.TEXT, "tranca", 1),
    Channel("1100000000000000013", ChannelType.TEXT, "lounge", 2),
)
_MESSAGES_KEPT = 300
"""Messages of a channel that are kept, and apart from them of those that one person alone sees there."""


class ForeignWorld(Exception):
    """What is in the folder was written by another version of the playground."""


class Change(StrEnum):
    """What became of something."""

    CREATED = "create"
    UPDATED = "update"
    DELETED = "delete"


@dataclass(frozen=True, slots=True)
class MessageChanged:
    """A message came, was edited or is gone."""

    change: Change
    message: Message


@dataclass(frozen=True, slots=True)
class ChannelChanged:
    """A channel or thread came, changed or is gone."""

    change: Change
    channel: Channel


@dataclass(frozen=True, slots=True)
class SceneryChanged:
    """People, commands, emojis or the bot's status changed."""


Event = MessageChanged | ChannelChanged | SceneryChanged


class World:
    """All that the playground remembers. It is changed through its methods, which tell the watchers."""

    guild_id = GUILD_ID
    guild_name = "Canasta Club"
    bot_id = BOT_ID
    bot_role_id = BOT_ROLE_ID
    owner_id = _PEOPLE[0].id

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        """Read the world from ``folder``, or begin one. Raises JournalInUse, ForeignWorld or OSError."""
        self.clock = clock
        self.watchers: list[Callable[[Event], None]] = []
        self.bot_is_member = True
        self._journal = Journal(folder / "world.jsonl")
        self.files = Files(folder)
        self._snowflakes = Snowflakes(clock)
        self._begin()
        try:
            self._read()
        except (KeyError, TypeError):
            self._journal.close()
            raise ForeignWorld(folder) from None
        self._tidy()

    def _read(self) -> None:
        [bot] = self._journal.things("bot")
        self.token = str(bot["token"])
        self.people = {thing["id"]: Person(**thing) for thing in self._journal.things("person")}
        self.channels = {thing["id"]: Channel(**thing) for thing in self._journal.things("channel")}
        self.commands = {thing["id"]: Command(**thing) for thing in self._journal.things("command")}
        self.emojis = {thing["id"]: Emoji(**thing) for thing in self._journal.things("emoji")}
        self._messages: dict[str, dict[str, Message]] = {channel_id: {} for channel_id in self.channels}
        for thing in self._journal.things("message"):
            self._messages[thing["channel_id"]][thing["id"]] = Message(**thing)

    def close(self) -> None:
        """Let go of the files."""
        self._journal.close()

    def new_id(self) -> str:
        """Return an id that nothing has yet."""
        return self._snowflakes.next()

    def now(self) -> str:
        """Return the present moment as Discord writes it."""
        return timestamp(self.clock())

    def roles_of(self, user_id: str) -> list[str]:
        """Return the ids of a member's roles, that of everyone apart."""
        return [BOT_ROLE_ID] if user_id == BOT_ID else []

    def is_member(self, user_id: str) -> bool:
        """Tell whether a person or the bot is on the server."""
        if user_id == BOT_ID:
            return self.bot_is_member
        return user_id in self.people and self.people[user_id].present

    def messages(self, channel_id: str) -> list[Message]:
        """Return a channel's messages, the oldest first, those for one person among them."""
        return list(self._messages.get(channel_id, {}).values())

    def message(self, channel_id: str, message_id: str) -> Message | None:
        """Find a message."""
        return self._messages.get(channel_id, {}).get(message_id)

    def find_message(self, message_id: str) -> Message | None:
        """Find a message whose channel is not known."""
        found = (messages.get(message_id) for messages in self._messages.values())
        return next(filter(None, found), None)

    def threads(self) -> Iterator[Channel]:
        """Yield the threads of the server."""
        return (channel for channel in self.channels.values() if channel.thread)

    def put_message(self, message: Message) -> None:
        """Add a message, or put it in the place of the one with its id."""
        messages = self._messages[message.channel_id]
        before = messages.get(message.id)
        messages[message.id] = message
        if message.ephemeral_for is None:
            self._journal.put("message", message.id, asdict(message))
        if before is None:
            self._trim(message)
        else:
            for gone in attachment_ids(before.attachments) - attachment_ids(message.attachments):
                self.files.remove_attachment(message.channel_id, gone)
        self._tell(MessageChanged(Change.UPDATED if before else Change.CREATED, message))

    def remove_message(self, message: Message) -> None:
        """Delete a message."""
        self._drop_message(message)
        self._tell(MessageChanged(Change.DELETED, message))

    def put_channel(self, channel: Channel) -> None:
        """Add a channel or thread, or say that it changed."""
        change = Change.UPDATED if channel.id in self.channels else Change.CREATED
        self.channels[channel.id] = channel
        self._messages.setdefault(channel.id, {})
        self._journal.put("channel", channel.id, asdict(channel))
        self._tell(ChannelChanged(change, channel))

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads and all that is in them."""
        for thread in [thread for thread in self.threads() if thread.parent_id == channel.id]:
            self.remove_channel(thread)
        for message in self.messages(channel.id):
            self._drop_message(message)
        del self.channels[channel.id], self._messages[channel.id]
        self.files.remove_attachments(channel.id)
        self._journal.remove("channel", channel.id)
        self._tell(ChannelChanged(Change.DELETED, channel))

    def put_person(self, person: Person) -> None:
        """Keep what changed about a person."""
        self._journal.put("person", person.id, asdict(person))
        self._tell(SceneryChanged())

    def set_commands(self, guild_id: str | None, commands: list[Command]) -> None:
        """Register these and no other commands, global ones or, with ``guild_id``, the server's."""
        kept = {command.id for command in commands}
        for old in [command for command in self.commands.values() if command.guild_id == guild_id]:
            if old.id not in kept:
                del self.commands[old.id]
                self._journal.remove("command", old.id)
        for command in commands:
            self.commands[command.id] = command
            self._journal.put("command", command.id, asdict(command))
        self._tell(SceneryChanged())

    def put_emoji(self, emoji: Emoji) -> None:
        """Add or rename an emoji of the application."""
        self.emojis[emoji.id] = emoji
        self._journal.put("emoji", emoji.id, asdict(emoji))
        self._tell(SceneryChanged())

    def remove_emoji(self, emoji: Emoji) -> None:
        """Delete an emoji and its picture."""
        del self.emojis[emoji.id]
        self._journal.remove("emoji", emoji.id)
        self.files.remove_emoji(emoji.file)
        self._tell(SceneryChanged())

    def scenery_changed(self) -> None:
        """Tell the watchers that the bot's status changed."""
        self._tell(SceneryChanged())

    def _begin(self) -> None:
        if self._journal.things("bot"):
            return
        for person in _PEOPLE:
            self._journal.put("person", person.id, asdict(person))
        for channel in _CHANNELS:
            self._journal.put("channel", channel.id, asdict(channel))
        self._journal.put("bot", BOT_ID, {"token": f"playground.{secrets.token_urlsafe(24)}"})

    def _tidy(self) -> None:
        """After a start: nothing awaits an answer any more, no file is left over, no id is given twice."""
        for message in [message for id_ in self.channels for message in self.messages(id_)]:
            if message.has(MessageFlags.LOADING):
                self._drop_message(message)
        every = [message for messages in self._messages.values() for message in messages.values()]
        self.files.keep_only({id_ for message in every for id_ in attachment_ids(message.attachments)})
        for known in (*(message.id for message in every), *self.channels, *self.commands, *self.emojis):
            self._snowflakes.follow(known)

    def _trim(self, newest: Message) -> None:
        alike = [
            message
            for message in self._messages[newest.channel_id].values()
            if message.ephemeral_for == newest.ephemeral_for
        ]
        for message in alike[:-_MESSAGES_KEPT]:
            self._drop_message(message)

    def _drop_message(self, message: Message) -> None:
        del self._messages[message.channel_id][message.id]
        self._journal.remove("message", message.id)
        for attachment in message.attachments:
            self.files.remove_attachment(message.channel_id, attachment["id"])

    def _tell(self, event: Event) -> None:
        for watcher in self.watchers:
            watcher(event)
