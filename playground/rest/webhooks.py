"""Answers to interactions, and the messages that an interaction's token can reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.callbacks import answer, follow_up, reached
from playground.interactions import Callback, Interaction
from playground.messages import edit
from playground.model import Message, MessageFlags
from playground.rest.router import Reply, Routes

if TYPE_CHECKING:
    from playground.rest.call import Call
    from playground.wire import Json

routes = Routes()
_TOKEN = "/webhooks/{application}/{token}"  # noqa: S105  # the shape of a path
_MESSAGE = _TOKEN + "/messages/{message}"
_SHOWN = {Callback.MESSAGE, Callback.UPDATE}
_YES = {"1", "true", "True"}


@routes.on("POST", "/interactions/{interaction}/{token}/callback", by_token=False)
async def answer_interaction(call: Call) -> Reply:
    """Answer an interaction."""
    interactions = call.server.interactions
    interaction = interactions.to_answer(call.id("interaction"), call.request.match_info["token"])
    message = answer(call.world, interaction, await call.incoming())
    if call.request.query.get("with_response") not in _YES:
        return None
    return _callback_response(call, interaction, message)


@routes.on("POST", _TOKEN, by_token=False)
async def create_follow_up(call: Call) -> Reply:
    """Send a further message."""
    interaction = _interaction(call)
    message = follow_up(call.world, interaction, await call.incoming())
    return call.render.message(message) if call.request.query.get("wait") in _YES else None


@routes.on("GET", _MESSAGE, by_token=False)
async def fetch_response(call: Call) -> Reply:
    """Return one of the interaction's messages."""
    return call.render.message(_message(call))


@routes.on("PATCH", _MESSAGE, by_token=False)
async def edit_response(call: Call) -> Reply:
    """Edit one of the interaction's messages."""
    incoming = await call.incoming()
    return call.render.message(edit(call.world, _message(call), incoming))


@routes.on("DELETE", _MESSAGE, by_token=False)
async def delete_response(call: Call) -> None:
    """Delete one of the interaction's messages."""
    call.world.remove_message(_message(call))


def _interaction(call: Call) -> Interaction:
    return call.server.interactions.by_token(call.id("application"), call.request.match_info["token"])


def _message(call: Call) -> Message:
    return reached(call.world, _interaction(call), call.request.match_info["message"])


def _callback_response(call: Call, interaction: Interaction, message: Message | None) -> Json:
    said: Json = {"id": interaction.id, "type": int(interaction.deed.cause)}
    if message is not None:
        said |= {
            "response_message_id": message.id,
            "response_message_loading": message.has(MessageFlags.LOADING),
            "response_message_ephemeral": message.has(MessageFlags.EPHEMERAL),
        }
    response: Json = {"interaction": said}
    if message is not None and interaction.callback in _SHOWN:
        response["resource"] = {
            "type": int(interaction.callback or 0),
            "message": call.render.message(message),
        }
    return response
