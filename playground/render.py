"""The world's things as the JSON objects that Discord sends."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from playground import components
from playground.model import Channel, ChannelType, Emoji, Message, MessageFlags, MessageType, Person
from playground.permissions import BOT, EVERYONE, EVERYTHING, permissions_in
from playground.snowflakes import born, timestamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from playground.wire import Json
    from playground.world import World

FILE_SIZE_LIMIT = 10 << 20
"""Bytes that an attachment may have."""

_OF_PICTURE = ("url", "proxy_url", "content_type", "width", "height")


class Render:
    """Makes JSON of a world's things, with addresses of files that begin with ``base``."""

    def __init__(self, world: World, base: str = "") -> None:
        self._world = world
        self._base = base

    def user(self, user_id: str) -> Json:
        """Return the user object of a person or the bot."""
        if user_id == self._world.bot_id:
            return _user(user_id, "Canasta", None) | {"bot": True}
        person = self._world.people[user_id]
        return _user(user_id, person.username, person.global_name)

    def person(self, person: Person) -> Json:
        """Return what the page is told about a person."""
        return {
            "id": person.id,
            "username": person.username,
            "global_name": person.global_name,
            "color": person.color,
            "locale": person.locale,
            "present": person.present,
        }

    def member(self, user_id: str) -> Json:
        """Return the member object of a person or the bot, their user object in it."""
        return {
            "user": self.user(user_id),
            "nick": None,
            "avatar": None,
            "roles": self._world.roles_of(user_id),
            "joined_at": timestamp(born(self._world.guild_id)),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }

    def member_in(self, user_id: str, channel: Channel) -> Json:
        """Return the member object as interactions have it: with what the person may do in the channel."""
        return self.member(user_id) | {"permissions": str(int(permissions_in(self._world, user_id, channel)))}

    def application(self) -> Json:
        """Return the bot's application object."""
        return {
            "id": self._world.bot_id,
            "name": "Canasta",
            "description": "",
            "icon": None,
            "bot_public": False,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": 0,
            "owner": self.user(self._world.owner_id),
            "team": None,
        }

    def roles(self) -> list[Json]:
        """Return the role objects of the server."""
        return [
            _role(self._world.guild_id, "@everyone", int(EVERYONE), 0),
            _role(self._world.bot_role_id, "Canasta", int(BOT), 1)
            | {"managed": True, "tags": {"bot_id": self._world.bot_id}},
        ]

    def guild(self) -> Json:
        """Return the guild object, without its channels and members."""
        return {
            "id": self._world.guild_id,
            "name": self._world.guild_name,
            "owner_id": self._world.owner_id,
            "icon": None,
            "roles": self.roles(),
            "emojis": [],
            "stickers": [],
            "features": [],
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "preferred_locale": "en-US",
            "system_channel_id": None,
            "rules_channel_id": None,
        }

    def guild_at_start(self) -> Json:
        """Return the guild as the gateway sends it: with channels, open threads and the bot's own member."""
        channels = list(self._world.channels.values())
        return self.guild() | {
            "unavailable": False,
            "large": False,
            "joined_at": timestamp(born(self._world.guild_id)),
            "member_count": 1 + sum(person.present for person in self._world.people.values()),
            "members": [self.member(self._world.bot_id)],
            "channels": [self.channel(channel) for channel in channels if not channel.thread],
            "threads": [
                self.channel(channel)
                for channel in channels
                if channel.thread and not channel.thread.archived
            ],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def channel(self, channel: Channel) -> Json:
        """Return the channel object of a channel or thread."""
        if channel.thread:
            return self._thread(channel)
        return {
            "id": channel.id,
            "type": channel.type,
            "guild_id": self._world.guild_id,
            "name": channel.name,
            "position": channel.position,
            "topic": channel.topic,
            "nsfw": False,
            "parent_id": channel.parent_id,
            "rate_limit_per_user": 0,
            "permission_overwrites": channel.overwrites,
            "last_message_id": self._last_message_id(channel),
            "flags": 0,
        }

    def thread_member(self, channel: Channel, user_id: str) -> Json:
        """Return the thread member object of somebody in a thread."""
        return {
            "id": channel.id,
            "user_id": user_id,
            "join_timestamp": timestamp(born(channel.id)),
            "flags": 0,
        }

    def message(self, message: Message) -> Json:
        """Return the message object."""
        rendered = self._message_itself(message)
        if message.reference is not None:
            rendered["message_reference"] = {"type": 0, "guild_id": self._world.guild_id} | message.reference
        if message.type == MessageType.REPLY and message.reference is not None:
            answered = self._world.message(message.reference["channel_id"], message.reference["message_id"])
            rendered["referenced_message"] = answered and self._message_itself(answered)
        if message.has(MessageFlags.HAS_THREAD) and message.id in self._world.channels:
            rendered["thread"] = self.channel(self._world.channels[message.id])
        return rendered

    def for_page(self, message: Message) -> Json:
        """Return the message object as the page gets it."""
        return self.message(message) | {
            "ephemeral_for": message.ephemeral_for,
            "loading": message.has(MessageFlags.LOADING),
        }

    def emoji(self, emoji: Emoji) -> Json:
        """Return the emoji object of an application's emoji."""
        return {
            "id": emoji.id,
            "name": emoji.name,
            "animated": emoji.animated,
            "roles": [],
            "user": self.user(self._world.bot_id),
            "require_colons": True,
            "managed": False,
            "available": True,
        }

    def interaction_metadata(self, stored: Json) -> Json:
        """Return what a message says of the interaction that it answers, with the user object filled in."""
        rendered = {key: value for key, value in stored.items() if key != "user_id"}
        if trigger := stored.get("triggering_interaction_metadata"):
            rendered["triggering_interaction_metadata"] = self.interaction_metadata(trigger)
        return rendered | {
            "user": self.user(stored["user_id"]),
            "authorizing_integration_owners": {"0": self._world.guild_id},
        }

    def _thread(self, channel: Channel) -> Json:
        thread = channel.thread
        assert thread is not None  # noqa: S101  # only threads are given
        count = sum(message.ephemeral_for is None for message in self._world.messages(channel.id))
        rendered: Json = {
            "id": channel.id,
            "type": channel.type,
            "guild_id": self._world.guild_id,
            "parent_id": channel.parent_id,
            "owner_id": thread.owner_id,
            "name": channel.name,
            "rate_limit_per_user": 0,
            "last_message_id": self._last_message_id(channel),
            "message_count": count,
            "total_message_sent": count,
            "member_count": len(thread.members),
            "flags": 0,
            "thread_metadata": {
                "archived": thread.archived,
                "locked": thread.locked,
                "auto_archive_duration": thread.auto_archive_duration,
                "archive_timestamp": thread.archive_timestamp,
                "create_timestamp": timestamp(born(channel.id)),
            },
        }
        if channel.type == ChannelType.PRIVATE_THREAD:
            rendered["thread_metadata"]["invitable"] = thread.invitable
        if self._world.bot_id in thread.members:
            rendered["member"] = self.thread_member(channel, self._world.bot_id)
        return rendered

    def _last_message_id(self, channel: Channel) -> str | None:
        public = (message.id for message in self._world.messages(channel.id) if message.ephemeral_for is None)
        return max(public, key=int, default=None)

    def _message_itself(self, message: Message) -> Json:
        attachments = [self._attachment(message, attachment) for attachment in message.attachments]
        rendered: Json = {
            "id": message.id,
            "type": message.type,
            "channel_id": message.channel_id,
            "author": self.user(message.author_id),
            "content": message.content,
            "embeds": _addressed(message.embeds, attachments, components.embedded_media),
            "components": _addressed(message.components, attachments, components.media),
            "attachments": attachments,
            "mentions": [self.user(user_id) for user_id in message.mentions],
            "mention_roles": [],
            "mention_everyone": message.mention_everyone,
            "pinned": False,
            "tts": False,
            "timestamp": message.timestamp,
            "edited_timestamp": message.edited_timestamp,
            "flags": message.flags,
        }
        if message.nonce is not None:
            rendered["nonce"] = message.nonce
        if message.interaction is not None:
            rendered["webhook_id"] = rendered["application_id"] = self._world.bot_id
            rendered["interaction_metadata"] = self.interaction_metadata(message.interaction)
        return rendered

    def _attachment(self, message: Message, attachment: Json) -> Json:
        address = (
            f"{self._base}/cdn/attachments/{message.channel_id}/{attachment['id']}/{attachment['filename']}"
        )
        return attachment | {"url": address, "proxy_url": address}


def _addressed(
    parts: list[Json], attachments: list[Json], pictures_in: Callable[[list[Json]], Iterable[Json]]
) -> list[Json]:
    """Return components or embeds with the addresses of the attachments that they show."""
    by_id = {attachment["id"]: attachment for attachment in attachments}
    if not by_id:
        return parts
    parts = deepcopy(parts)
    for picture in pictures_in(parts):
        if attachment := by_id.get(picture.get("attachment_id", "")):
            picture.update({key: attachment[key] for key in _OF_PICTURE if key in attachment})
    return parts


def _user(user_id: str, username: str, global_name: str | None) -> Json:
    return {
        "id": user_id,
        "username": username,
        "global_name": global_name,
        "discriminator": "0" if global_name else "0001",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
    }


def _role(role_id: str, name: str, permissions: int, position: int) -> Json:
    return {
        "id": role_id,
        "name": name,
        "permissions": str(permissions & int(EVERYTHING)),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
