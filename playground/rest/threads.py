"""Threads: beginning one, and who is in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from playground.model import Channel, ChannelType, Message, MessageFlags, MessageType, Thread
from playground.permissions import Permission, can_see
from playground.rest.router import Reply, Routes
from playground.validate.form import Form
from playground.validate.threads import check_thread
from playground.wire import ApiError, Json

if TYPE_CHECKING:
    from playground.rest.call import Call

routes = Routes()
_MAX_ACTIVE = 1000
_A_DAY = 1440
_NEEDED = {
    ChannelType.PUBLIC_THREAD: Permission.CREATE_PUBLIC_THREADS,
    ChannelType.PRIVATE_THREAD: Permission.CREATE_PRIVATE_THREADS,
}


@routes.on("POST", "/channels/{channel}/threads")
async def start_thread(call: Call) -> Reply:
    """Begin a thread; a public one is announced in its channel."""
    form = Form(await call.body())
    parent = call.channel()
    kind = ChannelType(form["type"].one_of(set(_NEEDED)) or ChannelType.PRIVATE_THREAD)
    _check(form)
    call.need(parent, _NEEDED[kind])
    thread = _make(call, parent, kind, form.value, call.world.new_id())
    if kind == ChannelType.PUBLIC_THREAD:
        call.world.put_message(_announcement(call, parent, thread))
    return call.render.channel(thread)


@routes.on("POST", "/channels/{channel}/messages/{message}/threads")
async def start_thread_from_message(call: Call) -> Reply:
    """Begin a thread on a message, whose id it takes."""
    form = Form(await call.body())
    parent = call.channel(Permission.CREATE_PUBLIC_THREADS)
    message = call.message(parent)
    _check(form)
    if message.id in call.world.channels:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    thread = _make(call, parent, ChannelType.PUBLIC_THREAD, form.value, message.id)
    call.world.put_message(replace(message, flags=message.flags | MessageFlags.HAS_THREAD))
    return call.render.channel(thread)


@routes.on("GET", "/channels/{channel}/thread-members")
async def fetch_members(call: Call) -> Reply:
    """Return who is in a thread."""
    channel, thread = _thread(call)
    return [call.render.thread_member(channel, user_id) for user_id in thread.members]


@routes.on("PUT", "/channels/{channel}/thread-members/{user}")
async def add_member(call: Call) -> None:
    """Take a person into a thread, or join it."""
    channel, thread = _thread(call)
    user_id = _user(call)
    if not call.world.is_member(user_id) or not can_see(
        call.world, user_id, call.world.channels[channel.parent_id or ""]
    ):
        raise ApiError(403, 50001, "Missing Access")
    if thread.archived:
        raise ApiError(400, 50083, "Thread is archived")
    if user_id not in thread.members:
        thread.members.append(user_id)
        call.world.put_channel(channel)


@routes.on("DELETE", "/channels/{channel}/thread-members/{user}")
async def remove_member(call: Call) -> None:
    """Take a person out of a thread, or leave it."""
    channel, thread = _thread(call)
    user_id = _user(call)
    if call.world.bot_id not in {user_id, thread.owner_id}:
        call.need(channel, Permission.MANAGE_THREADS)
    if thread.archived:
        raise ApiError(400, 50083, "Thread is archived")
    if user_id in thread.members:
        thread.members.remove(user_id)
        call.world.put_channel(channel)


def _check(form: Form) -> None:
    form["name"].required()
    check_thread(form)
    form.verdict()


def _make(call: Call, parent: Channel, kind: ChannelType, body: Json, thread_id: str) -> Channel:
    world = call.world
    if parent.thread:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    if sum(not channel.thread.archived for channel in world.threads() if channel.thread) >= _MAX_ACTIVE:
        raise ApiError(400, 160006, "Maximum number of active threads reached")
    thread = Thread(
        owner_id=world.bot_id,
        archive_timestamp=world.now(),
        members=[world.bot_id],
        auto_archive_duration=body.get("auto_archive_duration") or _A_DAY,
        invitable=body.get("invitable") is not False,
    )
    channel = Channel(id=thread_id, type=kind, name=body["name"], parent_id=parent.id, thread=thread)
    world.put_channel(channel)
    return channel


def _announcement(call: Call, parent: Channel, thread: Channel) -> Message:
    return Message(
        id=call.world.new_id(),
        channel_id=parent.id,
        author_id=call.world.bot_id,
        timestamp=call.world.now(),
        type=MessageType.THREAD_CREATED,
        content=thread.name,
        reference={"channel_id": thread.id},
    )


def _thread(call: Call) -> tuple[Channel, Thread]:
    channel = call.channel()
    if channel.thread is None:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    return channel, channel.thread


def _user(call: Call) -> str:
    if call.request.match_info["user"] == "@me":
        return call.world.bot_id
    return call.id("user")
