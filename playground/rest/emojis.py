"""The application's own emojis."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING

from playground.files import picture_kind
from playground.model import Emoji
from playground.rest.router import Reply, Routes
from playground.validate.form import Form
from playground.wire import INVALID_FORM, ApiError

if TYPE_CHECKING:
    from playground.rest.call import Call

routes = Routes()
_ALL = "/applications/{application}/emojis"
_ONE = _ALL + "/{emoji}"
_MAX_EMOJIS = 2000
_MAX_BYTES = 256 << 10
_NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
_DATA_URI = re.compile(r"data:image/[a-z+]+;base64,(.+)", re.DOTALL)


@routes.on("GET", _ALL)
async def fetch_emojis(call: Call) -> Reply:
    """Return all emojis."""
    call.of_application()
    return {"items": [call.render.emoji(emoji) for emoji in call.world.emojis.values()]}


@routes.on("POST", _ALL)
async def create_emoji(call: Call) -> Reply:
    """Upload an emoji."""
    call.of_application()
    form = Form(await call.body())
    name = _checked_name(call, form, None)
    picture = _picture(form["image"]) if form["image"].required() else b""
    form.verdict()
    if len(call.world.emojis) >= _MAX_EMOJIS:
        raise ApiError(400, 30008, f"Maximum number of emojis reached ({_MAX_EMOJIS})")
    emoji_id = call.world.new_id()
    animated = picture_kind(picture) == "gif"
    emoji = Emoji(emoji_id, name, animated, call.world.files.save_emoji(emoji_id, picture))
    call.world.put_emoji(emoji)
    return call.render.emoji(emoji)


@routes.on("GET", _ONE)
async def fetch_emoji(call: Call) -> Reply:
    """Return one emoji."""
    return call.render.emoji(_emoji(call))


@routes.on("PATCH", _ONE)
async def rename_emoji(call: Call) -> Reply:
    """Give an emoji another name."""
    form = Form(await call.body())
    emoji = _emoji(call)
    name = _checked_name(call, form, emoji)
    form.verdict()
    renamed = Emoji(emoji.id, name, emoji.animated, emoji.file)
    call.world.put_emoji(renamed)
    return call.render.emoji(renamed)


@routes.on("DELETE", _ONE)
async def delete_emoji(call: Call) -> None:
    """Delete an emoji."""
    call.world.remove_emoji(_emoji(call))


def _emoji(call: Call) -> Emoji:
    call.of_application()
    emoji = call.world.emojis.get(call.id("emoji"))
    if emoji is None:
        raise ApiError(404, 10014, "Unknown Emoji")
    return emoji


def _checked_name(call: Call, form: Form, own: Emoji | None) -> str:
    name = form["name"]
    if name.required():
        name.text(2, 32)
        name.matches(_NAME.fullmatch, "STRING_TYPE_REGEX", "String value did not match validation regex.")
    taken = {emoji.name for emoji in call.world.emojis.values() if emoji is not own}
    name.matches(lambda text: text not in taken, "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "The name is taken.")
    return str(name.value)


def _picture(form: Form) -> bytes:
    """Return the picture of a data URI. Raises ApiError 50035 where it is too large or no picture."""
    match = _DATA_URI.fullmatch(str(form.value))
    try:
        content = base64.b64decode(match[1] if match else "", validate=True)
        picture_kind(content)
    except (binascii.Error, ValueError):
        form.fail("IMAGE_INVALID", "Invalid image data")
        return b""
    if len(content) > _MAX_BYTES:
        error = {"code": "BINARY_TYPE_MAX_SIZE", "message": "File cannot be larger than 256.0 kb."}
        raise ApiError(400, INVALID_FORM, "Invalid Form Body", errors={"image": {"_errors": [error]}})
    return content
