"""What a person sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.permissions import can_see
from playground.play.router import Routes, sees

if TYPE_CHECKING:
    from playground.model import Channel
    from playground.play.router import Act
    from playground.wire import Json

routes = Routes()
_NEWEST = 100


@routes.on("GET", "/world")
async def show_world(act: Act) -> Json:
    """Return the server as a person sees it."""
    person = act.person(may_be_away=True)
    world = act.world
    bot = {"id": world.bot_id, "username": act.render.user(world.bot_id)["username"]}
    channels = [channel for channel in world.channels.values() if can_see(world, person.id, channel)]
    return {
        "guild": {"id": world.guild_id, "name": world.guild_name},
        "users": [act.render.person(each) for each in world.people.values()],
        "bot": bot | {"application_id": world.bot_id, "status": act.bot.status},
        "channels": [_channel(channel) for channel in channels] if person.present else [],
        "commands": [command.body for command in world.commands.values()],
        "emojis": [
            {"id": each.id, "name": each.name, "animated": each.animated} for each in world.emojis.values()
        ],
    }


@routes.on("GET", "/messages")
async def show_messages(act: Act) -> Json:
    """Return the newest messages of a channel that a person sees, the oldest of them first."""
    person = act.person()
    channel = act.seen_channel(person)
    seen = [message for message in act.world.messages(channel.id) if sees(act, person, message)]
    return {"messages": [act.render.for_page(message) for message in seen[-_NEWEST:]]}


def _channel(channel: Channel) -> Json:
    return {
        "id": channel.id,
        "name": channel.name,
        "type": channel.type,
        "parent_id": channel.parent_id,
        "archived": channel.thread is not None and channel.thread.archived,
    }
