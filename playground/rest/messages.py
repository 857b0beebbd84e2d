"""Messages in channels, by the bot's own hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.messages import edit, post, refuse_archived
from playground.model import Message, MessageType
from playground.permissions import Permission, to_write_in
from playground.rest.router import Reply, Routes
from playground.snowflakes import born, is_snowflake
from playground.validate.form import Form
from playground.wire import INVALID_FORM, ApiError, Json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playground.messages import Incoming
    from playground.model import Channel
    from playground.rest.call import Call

routes = Routes()
_PAGE = 100
_DEFAULT_PAGE = 50
_OLD = 3600.0
_MAX_BULK = 100


@routes.on("GET", "/channels/{channel}/messages")
async def fetch_messages(call: Call) -> Reply:
    """Return messages, the newest first: the newest of all, or those before, after or around an id."""
    channel = call.channel()
    if not call.permissions(channel) & Permission.READ_MESSAGE_HISTORY:
        return []
    newest_first = [m for m in reversed(call.world.messages(channel.id)) if m.ephemeral_for is None]
    return [call.render.message(message) for message in _page(newest_first, call.request.query)]


@routes.on("GET", "/channels/{channel}/messages/{message}")
async def fetch_message(call: Call) -> Reply:
    """Return one message."""
    return call.render.message(call.message(call.channel(Permission.READ_MESSAGE_HISTORY)))


@routes.on("POST", "/channels/{channel}/messages")
async def create_message(call: Call) -> Reply:
    """Send a message."""
    incoming = await call.incoming()
    channel = call.channel()
    call.need(channel, to_write_in(channel) | _needed_for(incoming))
    if (sent := _sent_already(call, channel, incoming.body)) is not None:
        return call.render.message(sent)
    reference = _reference(call, channel, incoming.body)
    blank = Message(
        id=call.world.new_id(),
        channel_id=channel.id,
        author_id=call.world.bot_id,
        timestamp=call.world.now(),
        type=MessageType.REPLY if reference else MessageType.DEFAULT,
        reference=reference,
        nonce=incoming.body.get("nonce"),
        mentions=_replied_to(call, reference, incoming.body),
    )
    return call.render.message(post(call.world, blank, incoming))


@routes.on("PATCH", "/channels/{channel}/messages/{message}")
async def edit_message(call: Call) -> Reply:
    """Edit one of the bot's own messages."""
    incoming = await call.incoming()
    channel = call.channel()
    message = call.message(channel)
    if message.author_id != call.world.bot_id:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    call.need(channel, _needed_for(incoming))
    if call.world.clock() - born(message.id) > _OLD:
        call.server.limits.count_old_edit(channel.id)
    return call.render.message(edit(call.world, message, incoming))


@routes.on("DELETE", "/channels/{channel}/messages/{message}")
async def delete_message(call: Call) -> None:
    """Delete a message; another's only with the permission for it."""
    channel = call.channel()
    message = call.message(channel)
    if message.author_id != call.world.bot_id:
        call.need(channel, Permission.MANAGE_MESSAGES)
    refuse_archived(channel, message)
    call.world.remove_message(message)


@routes.on("POST", "/channels/{channel}/messages/bulk-delete")
async def delete_messages(call: Call) -> None:
    """Delete up to a hundred messages at once."""
    form = Form(await call.body())
    channel = call.channel(Permission.MANAGE_MESSAGES)
    form["messages"].required()
    wanted = [item.snowflake() for item in form["messages"].items(2, _MAX_BULK)]
    form.verdict()
    for message_id in wanted:
        message = call.world.message(channel.id, str(message_id))
        if message is not None and message.ephemeral_for is None:
            call.world.remove_message(message)


def _page(newest_first: list[Message], query: Mapping[str, str]) -> list[Message]:
    """Return the part of the messages that a query asks for. Raises ApiError 50035."""
    limit = _number(query, "limit", _DEFAULT_PAGE)
    if not 1 <= limit <= _PAGE:
        raise _bad_query("limit", f"int value should be between 1 and {_PAGE}.")
    if "before" in query:
        before = _number(query, "before", 0)
        return [message for message in newest_first if int(message.id) < before][:limit]
    if "after" in query:
        after = _number(query, "after", 0)
        return [message for message in newest_first if int(message.id) > after][-limit:]
    if "around" in query:
        around = _number(query, "around", 0)
        newer = [message for message in newest_first if int(message.id) > around]
        older = newest_first[len(newer) :]
        half = limit // 2
        return newer[max(len(newer) - half, 0) :] + older[: limit - half]
    return newest_first[:limit]


def _number(query: Mapping[str, str], name: str, default: int) -> int:
    text = query.get(name, str(default))
    if not is_snowflake(text):
        raise _bad_query(name, f'Value "{text}" is not int.')
    return int(text)


def _bad_query(name: str, message: str) -> ApiError:
    error = {"code": "NUMBER_TYPE_COERCE", "message": message}
    return ApiError(400, INVALID_FORM, "Invalid Form Body", errors={name: {"_errors": [error]}})


def _needed_for(incoming: Incoming) -> Permission:
    needed = Permission(0)
    if incoming.body.get("embeds"):
        needed |= Permission.EMBED_LINKS
    if incoming.uploads:
        needed |= Permission.ATTACH_FILES
    return needed


def _sent_already(call: Call, channel: Channel, body: Json) -> Message | None:
    """Find the message that was sent with the same enforced nonce before."""
    nonce = body.get("nonce")
    if nonce is None or not body.get("enforce_nonce"):
        return None
    recent = reversed(call.world.messages(channel.id)[-_PAGE:])
    return next((message for message in recent if message.nonce == nonce), None)


def _reference(call: Call, channel: Channel, body: Json) -> Json | None:
    """Return what a reply refers to. Raises ApiError 50035 if it must be there and is not."""
    form = Form(body)["message_reference"]
    if form.missing or not form.is_object():
        return None
    message_id = form["message_id"].snowflake() if form["message_id"].required() else None
    message = call.world.message(channel.id, str(message_id))
    if message is None or message.ephemeral_for is not None:
        if form["fail_if_not_exists"].value is False:
            return None
        form.fail("REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    form.verdict()
    return {"channel_id": channel.id, "message_id": message_id}


def _replied_to(call: Call, reference: Json | None, body: Json) -> list[str]:
    """Return the author of the message replied to, where a reply pings them."""
    if reference is None:
        return []
    allowed = body.get("allowed_mentions")
    if isinstance(allowed, dict) and not allowed.get("replied_user"):
        return []
    answered = call.world.message(reference["channel_id"], reference["message_id"])
    return [answered.author_id] if answered else []
