"""Users, the application, and where the gateway is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.model import ChannelType
from playground.rest.router import Reply, Routes
from playground.validate.form import Form
from playground.wire import ApiError

if TYPE_CHECKING:
    from playground.rest.call import Call

routes = Routes()
_STARTS_A_DAY = 1000


@routes.on("GET", "/users/@me")
async def fetch_self(call: Call) -> Reply:
    """Return the bot's user."""
    return call.render.user(call.world.bot_id)


@routes.on("GET", "/users/{user}")
async def fetch_user(call: Call) -> Reply:
    """Return somebody's user."""
    return call.render.user(_known(call, call.id("user")))


@routes.on("GET", "/users/@me/guilds")
async def fetch_guilds(call: Call) -> Reply:
    """Return the servers that the bot is on."""
    return [{"id": call.world.guild_id, "name": call.world.guild_name, "icon": None, "owner": False}]


@routes.on("POST", "/users/@me/channels")
async def open_direct_channel(call: Call) -> Reply:
    """Return a channel to a person, who will not take messages in it."""
    form = Form(await call.body())
    user_id = form["recipient_id"].snowflake() if form["recipient_id"].required() else None
    form.verdict()
    recipient = call.render.user(_known(call, str(user_id)))
    channel_id = call.world.new_id()
    call.server.direct_channels.add(channel_id)
    return {
        "id": channel_id,
        "type": ChannelType.DIRECT,
        "last_message_id": None,
        "recipients": [recipient],
        "flags": 0,
    }


@routes.on("GET", "/oauth2/applications/@me")
@routes.on("GET", "/applications/@me")
async def fetch_application(call: Call) -> Reply:
    """Return the bot's application."""
    return call.render.application()


@routes.on("GET", "/gateway", by_token=False)
async def fetch_gateway(call: Call) -> Reply:
    """Say where the gateway is."""
    return {"url": call.server.gateway_address}


@routes.on("GET", "/gateway/bot")
async def fetch_gateway_for_bot(call: Call) -> Reply:
    """Say where the gateway is, and that one shard is enough."""
    starts = {"total": _STARTS_A_DAY, "remaining": _STARTS_A_DAY, "reset_after": 0, "max_concurrency": 1}
    return {"url": call.server.gateway_address, "shards": 1, "session_start_limit": starts}


def _known(call: Call, user_id: str) -> str:
    if user_id not in call.world.people and user_id != call.world.bot_id:
        raise ApiError(404, 10013, "Unknown User")
    return user_id
