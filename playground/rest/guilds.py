"""The server, its channels and members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.permissions import can_see
from playground.rest.router import Reply, Routes
from playground.wire import ApiError

if TYPE_CHECKING:
    from playground.rest.call import Call

routes = Routes()


@routes.on("GET", "/guilds/{guild}")
async def fetch_guild(call: Call) -> Reply:
    """Return the server."""
    call.of_guild()
    return call.render.guild()


@routes.on("GET", "/guilds/{guild}/channels")
async def fetch_channels(call: Call) -> Reply:
    """Return the server's channels, threads apart."""
    call.of_guild()
    return [call.render.channel(channel) for channel in call.world.channels.values() if not channel.thread]


@routes.on("GET", "/guilds/{guild}/roles")
async def fetch_roles(call: Call) -> Reply:
    """Return the server's roles."""
    call.of_guild()
    return call.render.roles()


@routes.on("GET", "/guilds/{guild}/members/{user}")
async def fetch_member(call: Call) -> Reply:
    """Return a member; who has left the server is none."""
    call.of_guild()
    user_id = call.id("user")
    if user_id not in call.world.people and user_id != call.world.bot_id:
        raise ApiError(404, 10013, "Unknown User")
    if not call.world.is_member(user_id):
        raise ApiError(404, 10007, "Unknown Member")
    return call.render.member(user_id)


@routes.on("GET", "/guilds/{guild}/threads/active")
async def fetch_active_threads(call: Call) -> Reply:
    """Return the threads that are not archived and that the bot sees."""
    call.of_guild()
    bot_id = call.world.bot_id
    threads = [
        channel
        for channel in call.world.threads()
        if channel.thread and not channel.thread.archived and can_see(call.world, bot_id, channel)
    ]
    own = [
        call.render.thread_member(channel, bot_id)
        for channel in threads
        if channel.thread and bot_id in channel.thread.members
    ]
    return {"threads": [call.render.channel(thread) for thread in threads], "members": own}
