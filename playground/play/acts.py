"""What a person does: writing, commands, buttons, selects, forms."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from playground.interactions import Callback, Cause, Deed, Interaction
from playground.messages import Incoming, post
from playground.model import Message
from playground.permissions import permissions_in, to_write_in
from playground.play.forms import form_data, open_form
from playground.play.presses import press_data, pressed_message
from playground.play.router import PlayError, Refused, Routes
from playground.play.typed import command_data, typing_data

if TYPE_CHECKING:
    from playground.play.router import Act
    from playground.wire import Json

routes = Routes()
_NO_ANSWER = {
    Cause.COMMAND: "The application did not respond",
    Cause.COMPONENT: "This interaction failed",
    Cause.AUTOCOMPLETE: "Loading options failed",
    Cause.MODAL: "Something went wrong. Try again.",
}


@routes.on("POST", "/say")
async def say(act: Act) -> Json:
    """Write a message."""
    person = act.person()
    channel = act.seen_channel(person)
    if not permissions_in(act.world, person.id, channel) & to_write_in(channel):
        raise PlayError(403, f"{person.global_name} cannot write here")
    blank = Message(act.world.new_id(), channel.id, person.id, act.world.now())
    return act.render.for_page(post(act.world, blank, Incoming({"content": act.text("content")})))


@routes.on("POST", "/command")
async def use_command(act: Act) -> Json:
    """Use a slash command."""
    person = act.person()
    channel = act.seen_channel(person)
    data = command_data(act, person, channel)
    return await _result(act, act.server.interactions.begin(Deed(Cause.COMMAND, person, channel, data)))


@routes.on("POST", "/autocomplete")
async def ask_for_choices(act: Act) -> Json:
    """Ask for suggestions while typing an option."""
    person = act.person()
    channel = act.seen_channel(person)
    try:
        data = typing_data(act, person, channel)
        interaction = act.server.interactions.begin(Deed(Cause.AUTOCOMPLETE, person, channel, data))
        await _answered(act, interaction)
    except Refused as refused:
        return {"choices": [], "error": str(refused)}
    return {"choices": interaction.choices or []}


@routes.on("POST", "/press")
async def press(act: Act) -> Json:
    """Press a button, or choose in a select."""
    person = act.person()
    channel = act.seen_channel(person)
    message = pressed_message(act, person, channel)
    data = press_data(act, person, channel, message)
    deed = Deed(Cause.COMPONENT, person, channel, data, pressed=message)
    return await _result(act, act.server.interactions.begin(deed))


@routes.on("POST", "/modal")
async def send_form(act: Act) -> Json:
    """Send in a form that the bot opened."""
    person = act.person()
    channel = act.seen_channel(person)
    opener = open_form(act, person)
    data = form_data(act, person, channel, opener.modal or {})
    came_from = opener.deed.pressed
    pressed = came_from and act.world.message(came_from.channel_id, came_from.id)
    deed = Deed(Cause.MODAL, person, channel, data, pressed, opener)
    result = await _result(act, act.server.interactions.begin(deed))
    opener.modal = None
    return result


@routes.on("POST", "/dismiss")
async def dismiss(act: Act) -> Json:
    """Put away a message that only this person sees."""
    person = act.person()
    message = act.seen_message(person)
    if message.ephemeral_for is None:
        raise PlayError(403, "only a message that nobody else sees can be dismissed")
    act.world.put_message(replace(message, dismissed=True))
    return {"ok": True}


@routes.on("POST", "/delete")
async def delete(act: Act) -> Json:
    """Delete a message: one's own, or any as the server's owner."""
    person = act.person()
    message = act.seen_message(person)
    if message.ephemeral_for is not None or person.id not in {message.author_id, act.world.owner_id}:
        raise PlayError(403, f"{person.global_name} cannot delete this message")
    act.world.remove_message(message)
    return {"ok": True}


async def _answered(act: Act, interaction: Interaction) -> None:
    """Wait for the bot. Raises Refused if it does not answer."""
    if not await act.server.interactions.answer_to(interaction):
        raise Refused(_NO_ANSWER[interaction.deed.cause])


async def _result(act: Act, interaction: Interaction) -> Json:
    """Return what came of an interaction; a form is also sent to the person's pages."""
    await _answered(act, interaction)
    if interaction.callback == Callback.MODAL:
        act.live.send(interaction.user_id, {"t": "modal", "modal": interaction.modal})
    return {
        "ok": True,
        "interaction": interaction.id,
        "callback": int(interaction.callback or 0),
        "message": interaction.answer and act.render.for_page(interaction.answer),
        "modal": interaction.modal,
    }
