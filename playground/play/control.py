"""What else can happen: the bot stops, tokens expire, channels and people come and go, things fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast, get_args

from playground.faults import Fault
from playground.gateway import Disturbance
from playground.model import Channel, ChannelType
from playground.permissions import overwrite_for
from playground.play.router import PlayError, Routes
from playground.validate.commands import LOCALES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground.play.router import Act
    from playground.wire import Json

routes = Routes()
_DONE: Json = {"ok": True}
_MAX_NAME = 100
_MAX_TIMES = 1000
_MAX_DELAY = 60.0
_ERROR_STATUSES = range(400, 600)


@routes.on("POST", "/bot")
async def control_bot(act: Act) -> Json:
    """Stop or start the bot's process."""
    ways: dict[str, Callable[[], Awaitable[None]]] = {
        "kill": act.bot.kill,
        "terminate": act.bot.terminate,
        "start": act.bot.start,
        "restart": act.bot.restart,
    }
    await ways[_op(act, ways)]()
    return {"status": act.bot.status}


@routes.on("POST", "/clock")
async def change_clock(act: Act) -> Json:
    """Let all interaction tokens so far expire."""
    _op(act, ["expire_tokens"])
    act.server.interactions.expire_tokens()
    return _DONE


@routes.on("POST", "/person")
async def change_person(act: Act) -> Json:
    """Change a person's language, or let them leave or join the server."""
    person = act.person(may_be_away=True)
    locale = act.text_or("locale", person.locale)
    if locale not in LOCALES:
        raise PlayError(400, "locale: not one of Discord's")
    person.locale = locale
    person.present = act.flag("present", default=person.present)
    act.world.put_person(person)
    return act.render.person(person)


@routes.on("POST", "/server")
async def change_server(act: Act) -> Json:
    """Remove the bot from the server, or take it in again."""
    if _op(act, ["remove_bot", "add_bot"]) == "add_bot":
        act.server.gateway.add_bot()
    else:
        act.server.gateway.remove_bot()
    return _DONE


@routes.on("POST", "/channel")
async def change_channel(act: Act) -> Json:
    """Create, delete or archive a channel, or say what the bot may do there."""
    match _op(act, ["create", "delete", "archive", "permit"]):
        case "create":
            return act.render.channel(_create(act))
        case "delete":
            act.world.remove_channel(act.channel())
        case "archive":
            _archive(act)
        case _:
            _permit(act)
    return _DONE


@routes.on("POST", "/fault")
async def arrange_fault(act: Act) -> Json:
    """Let something go wrong."""
    if act.flag("clear", default=False):
        act.server.faults.clear()
        act.server.gateway.recover()
    elif "gateway" in act.said:
        how = act.text("gateway")
        if how not in get_args(Disturbance):
            raise PlayError(400, f"gateway: one of {', '.join(get_args(Disturbance))} is needed")
        act.server.gateway.disturb(cast("Disturbance", how))
    else:
        act.server.faults.arrange(_fault(act))
    return _DONE


@routes.on("GET", "/faults")
async def show_faults(act: Act) -> Json:
    """Return the routes that are still to fail."""
    return {"waiting": act.server.faults.waiting()}


@routes.on("GET", "/refusals")
async def show_refusals(act: Act) -> Json:
    """Return the newest requests of the bot that were refused."""
    return {"refusals": list(act.server.refusals)}


def _op(act: Act, allowed: list[str] | dict[str, Callable[[], Awaitable[None]]]) -> str:
    op = act.text("op")
    if op not in allowed:
        raise PlayError(400, f"op: one of {', '.join(allowed)} is needed")
    return op


def _create(act: Act) -> Channel:
    name = act.text("name")
    if not 1 <= len(name) <= _MAX_NAME:
        raise PlayError(400, f"name: 1 to {_MAX_NAME} characters are needed")
    position = sum(not channel.thread for channel in act.world.channels.values())
    channel = Channel(act.world.new_id(), ChannelType.TEXT, name, position)
    act.world.put_channel(channel)
    return channel


def _archive(act: Act) -> None:
    channel = act.channel()
    if channel.thread is None:
        raise PlayError(400, "channel: only a thread can be archived")
    channel.thread.archived = act.flag("archived", default=True)
    channel.thread.locked = act.flag("locked", default=False)
    channel.thread.archive_timestamp = act.world.now()
    act.world.put_channel(channel)


def _permit(act: Act) -> None:
    channel = act.channel()
    if channel.thread:
        raise PlayError(400, "channel: a thread goes by its channel's permissions")
    role_id = act.world.bot_role_id
    try:
        overwrite = overwrite_for(role_id, act.texts("allow"), act.texts("deny"))
    except KeyError as error:
        raise PlayError(400, f"there is no permission {error}") from None
    channel.overwrites = [other for other in channel.overwrites if other["id"] != role_id] + [overwrite]
    act.world.put_channel(channel)


def _fault(act: Act) -> Fault:
    status = int(_number(act, "status", 0.0, float(_ERROR_STATUSES.stop - 1)))
    if status and status not in _ERROR_STATUSES:
        raise PlayError(400, "status: 400 to 599 is needed")
    return Fault(
        route=act.text("route"),
        times=int(_number(act, "times", 1.0, _MAX_TIMES)),
        status=status or None,
        code=int(_number(act, "code", 0.0, float(2**31))),
        message=act.text_or("message", "Asked for by /play/fault"),
        retry_after=_number(act, "retry_after", 0.0, _MAX_DELAY) or None,
        delay=_number(act, "delay", 0.0, _MAX_DELAY),
        drop=act.flag("drop", default=False),
        after=act.flag("after", default=False),
    )


def _number(act: Act, name: str, default: float, most: float) -> float:
    value = act.said.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise PlayError(400, f"{name}: a number from 0 to {most:g} is needed")
    return value
