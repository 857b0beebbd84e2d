"""Channels and threads as such."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.permissions import Permission, to_write_in
from playground.rest.router import Reply, Routes
from playground.validate.form import Form
from playground.validate.threads import check_thread
from playground.wire import ApiError, Json

if TYPE_CHECKING:
    from playground.model import Channel
    from playground.rest.call import Call

routes = Routes()
_NAME = (1, 100)
_TOPIC = (0, 1024)
_OPENING = {"archived", "locked"}


@routes.on("GET", "/channels/{channel}")
async def fetch_channel(call: Call) -> Reply:
    """Return a channel or thread."""
    return call.render.channel(call.channel())


@routes.on("PATCH", "/channels/{channel}")
async def edit_channel(call: Call) -> Reply:
    """Change a channel or thread."""
    body = await call.body()
    channel = call.channel()
    if channel.thread:
        _edit_thread(call, channel, body)
    else:
        call.need(channel, Permission.MANAGE_CHANNELS)
        _edit_text_channel(channel, body)
    call.world.put_channel(channel)
    return call.render.channel(channel)


@routes.on("DELETE", "/channels/{channel}")
async def delete_channel(call: Call) -> Reply:
    """Delete a channel or thread."""
    channel = call.channel()
    call.need(channel, Permission.MANAGE_THREADS if channel.thread else Permission.MANAGE_CHANNELS)
    rendered = call.render.channel(channel)
    call.world.remove_channel(channel)
    return rendered


@routes.on("POST", "/channels/{channel}/typing")
async def type_in_channel(call: Call) -> None:
    """Take note of the bot's typing, which is shown to nobody."""
    channel = call.channel()
    call.need(channel, to_write_in(channel))


def _edit_text_channel(channel: Channel, body: Json) -> None:
    form = Form(body)
    name, topic = form["name"].text(*_NAME), form["topic"].text(*_TOPIC)
    form.verdict()
    channel.name = name or channel.name
    channel.topic = topic if "topic" in body else channel.topic


def _edit_thread(call: Call, channel: Channel, body: Json) -> None:
    """Change a thread. Its maker may do all but lock it; whatever is archived must be opened first."""
    thread = channel.thread
    if thread is None:
        return
    form = Form(body)
    check_thread(form)
    form.verdict()
    manages = bool(call.permissions(channel) & Permission.MANAGE_THREADS)
    if not manages and ("locked" in body or thread.locked or thread.owner_id != call.world.bot_id):
        raise ApiError(403, 50013, "Missing Permissions")
    if thread.archived and not _OPENING & body.keys():
        raise ApiError(400, 50083, "Thread is archived")
    channel.name = body.get("name") or channel.name
    thread.auto_archive_duration = body.get("auto_archive_duration") or thread.auto_archive_duration
    thread.locked = bool(body.get("locked", thread.locked))
    if bool(body.get("archived", thread.archived)) != thread.archived:
        thread.archived = not thread.archived
        thread.archive_timestamp = call.world.now()
