"""Who may do what where: Discord's permissions, reduced to the roles that exist here."""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING

from playground.model import ChannelType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playground.model import Channel
    from playground.wire import Json
    from playground.world import World


class Permission(IntFlag):
    """Discord's bits, by Discord's names, as far as something here asks for them."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


EVERYTHING = Permission((1 << 50) - 1)
"""What the owner of the server may."""

EVERYONE = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""What every member may."""

BOT = Permission.USE_EXTERNAL_EMOJIS | Permission.CREATE_PRIVATE_THREADS
"""What the bot's role adds to that."""


def permissions_in(world: World, user_id: str, channel: Channel) -> Permission:
    """Return what a person or the bot may do in a channel; a thread goes by its parent's settings.

    Order as in Discord: the server's roles, then its overwrites for everyone, for roles, for the member.
    """
    if user_id == world.owner_id:
        return EVERYTHING
    if user_id == world.bot_id and not world.bot_is_member:
        return Permission(0)
    place = world.channels[channel.parent_id] if channel.thread and channel.parent_id else channel
    roles = world.roles_of(user_id)
    allowed = EVERYONE | (BOT if world.bot_role_id in roles else Permission(0))
    by_id = {overwrite["id"]: overwrite for overwrite in place.overwrites}
    for holder in (world.guild_id, *roles, user_id):
        if overwrite := by_id.get(holder):
            allowed = (allowed & ~int(overwrite["deny"])) | int(overwrite["allow"])
    return allowed


def can_see(world: World, user_id: str, channel: Channel) -> bool:
    """Tell whether somebody has a channel before their eyes; a private thread only if they are in it."""
    allowed = permissions_in(world, user_id, channel)
    if not allowed & Permission.VIEW_CHANNEL:
        return False
    if channel.type != ChannelType.PRIVATE_THREAD or channel.thread is None:
        return True
    return user_id in channel.thread.members or bool(allowed & Permission.MANAGE_THREADS)


def to_write_in(channel: Channel) -> Permission:
    """Return the permission that writing takes; in threads it is one of its own."""
    return Permission.SEND_MESSAGES_IN_THREADS if channel.thread else Permission.SEND_MESSAGES


def overwrite_for(role_id: str, allow: Iterable[str], deny: Iterable[str]) -> Json:
    """Make a channel's overwrite for a role from permissions' names. Raises KeyError for an unknown one."""
    return {"id": role_id, "type": 0, "allow": _bits(allow), "deny": _bits(deny)}


def _bits(names: Iterable[str]) -> str:
    bits = Permission(0)
    for name in names:
        bits |= Permission[name]
    return str(int(bits))
