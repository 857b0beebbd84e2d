"""Whom a new message pings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playground.components import texts
from playground.permissions import Permission, permissions_in

if TYPE_CHECKING:
    from playground.model import Message
    from playground.wire import Json
    from playground.world import World

_MENTION = re.compile(r"<@!?(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


def pinged_users(world: World, message: Message, allowed: Json | None) -> list[str]:
    """Return the ids of those whom the message mentions and may ping, each once, in order.

    Without ``allowed_mentions`` every mention pings; else those of its ``users``, or all if it parses users.
    """
    mentioned = [user_id for user_id in _MENTION.findall(_text(message)) if _known(world, user_id)]
    if allowed is not None and "users" not in (allowed.get("parse") or ()):
        granted = {str(user_id) for user_id in allowed.get("users") or ()}
        mentioned = [user_id for user_id in mentioned if user_id in granted]
    return list(dict.fromkeys(mentioned))


def pings_everyone(world: World, message: Message, allowed: Json | None) -> bool:
    """Tell whether the message pings all who can see the channel."""
    if allowed is not None and "everyone" not in (allowed.get("parse") or ()):
        return False
    rights = permissions_in(world, message.author_id, world.channels[message.channel_id])
    return bool(rights & Permission.MENTION_EVERYONE) and _EVERYONE.search(_text(message)) is not None


def _text(message: Message) -> str:
    return "\n".join((message.content, *texts(message.components)))


def _known(world: World, user_id: str) -> bool:
    return user_id in world.people or user_id == world.bot_id
