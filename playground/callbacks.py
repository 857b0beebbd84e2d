"""What the bot's answer to an interaction does, and what its token can do afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.components import completed
from playground.interactions import Callback, Cause, Interaction
from playground.messages import Incoming, add, asked_flags, edit, post, refuse_locked
from playground.model import Message, MessageFlags, MessageType
from playground.validate.choices import check_choices
from playground.validate.form import Form
from playground.validate.modal import Modal
from playground.wire import ApiError, Json

if TYPE_CHECKING:
    from playground.world import World

ORIGINAL = "@original"
_ANYTHING_BUT_MODAL = {Callback.MESSAGE, Callback.DEFERRED_MESSAGE}
_UPDATES = {Callback.DEFERRED_UPDATE, Callback.UPDATE}


def answer(world: World, interaction: Interaction, incoming: Incoming) -> Message | None:
    """Do what an answer says, and acknowledge the interaction. Return the message that it made or changed.

    Raises ApiError; the interaction then is as unanswered as before.
    """
    interaction.refuse_second()
    _refuse_without_channel(world, interaction)
    form = Form(incoming.body)
    kind = form["type"].one_of(_allowed(interaction)) if form["type"].required() else None
    if not form["data"].missing:
        form["data"].is_object()
    form.verdict()
    callback = Callback(kind or 0)
    data = Incoming(incoming.body.get("data") or {}, incoming.uploads)
    message = _carry_out(world, interaction, callback, data)
    if message is not None:
        interaction.reaches(message)
        interaction.original, interaction.answer = message.id, message
    interaction.acknowledge(callback)
    return message


def follow_up(world: World, interaction: Interaction, incoming: Incoming) -> Message:
    """Add a message to an answer. The first after a deferred answer takes the place of "thinking"."""
    _refuse_without_channel(world, interaction)
    original = world.message(interaction.channel_id, interaction.original or "")
    if interaction.callback == Callback.DEFERRED_MESSAGE and original and original.has(MessageFlags.LOADING):
        return edit(world, original, incoming)
    reference = {"channel_id": interaction.channel_id, "message_id": original.id} if original else None
    message = post(world, _blank(world, interaction, incoming.body, reference), incoming)
    interaction.reaches(message)
    return message


def reached(world: World, interaction: Interaction, message_id: str) -> Message:
    """Find the message that a token's request means. Raises ApiError 10008."""
    wanted = interaction.original if message_id == ORIGINAL else message_id
    message = world.message(interaction.channel_id, wanted or "")
    if message is None or message.id not in interaction.messages:
        raise ApiError(404, 10008, "Unknown Message")
    return message


def _refuse_without_channel(world: World, interaction: Interaction) -> None:
    if interaction.channel_id not in world.channels:
        raise ApiError(404, 10003, "Unknown Channel")


def _allowed(interaction: Interaction) -> set[Callback]:
    match interaction.deed.cause:
        case Cause.AUTOCOMPLETE:
            return {Callback.CHOICES}
        case Cause.COMMAND:
            return _ANYTHING_BUT_MODAL | {Callback.MODAL}
        case Cause.COMPONENT:
            return _ANYTHING_BUT_MODAL | _UPDATES | {Callback.MODAL}
        case Cause.MODAL:
            return _ANYTHING_BUT_MODAL | (_UPDATES if interaction.deed.pressed else set())


def _carry_out(world: World, interaction: Interaction, callback: Callback, data: Incoming) -> Message | None:
    match callback:
        case Callback.MESSAGE:
            return post(world, _blank(world, interaction, data.body, _pressed_reference(interaction)), data)
        case Callback.DEFERRED_MESSAGE:
            return _defer(world, interaction, data.body)
        case Callback.DEFERRED_UPDATE:
            return _pressed(world, interaction)
        case Callback.UPDATE:
            return edit(world, _pressed(world, interaction), data)
        case Callback.CHOICES:
            interaction.choices = check_choices(data.body, interaction.deed.data)
            return None
        case Callback.MODAL:
            _open_modal(world, interaction, data.body)
            return None


def _defer(world: World, interaction: Interaction, body: Json) -> Message:
    message = _blank(world, interaction, body, _pressed_reference(interaction))
    refuse_locked(world.channels[message.channel_id], message)
    message.flags |= MessageFlags.LOADING
    add(world, message)
    return message


def _pressed(world: World, interaction: Interaction) -> Message:
    """Return the pressed message as it is now. Raises ApiError 10008."""
    pressed = interaction.deed.pressed
    message = world.message(pressed.channel_id, pressed.id) if pressed else None
    if message is None:
        raise ApiError(404, 10008, "Unknown Message")
    return message


def _pressed_reference(interaction: Interaction) -> Json | None:
    pressed = interaction.deed.pressed
    return {"channel_id": pressed.channel_id, "message_id": pressed.id} if pressed else None


def _blank(world: World, interaction: Interaction, body: Json, reference: Json | None) -> Message:
    """Return an empty message by the bot in answer to an interaction."""
    ephemeral = (asked_flags(body) or 0) & MessageFlags.EPHEMERAL
    first = MessageType.COMMAND if interaction.deed.cause == Cause.COMMAND else MessageType.DEFAULT
    return Message(
        id=world.new_id(),
        channel_id=interaction.channel_id,
        author_id=world.bot_id,
        timestamp=world.now(),
        type=MessageType.REPLY if reference else first,
        flags=ephemeral,
        reference=reference,
        interaction=interaction.metadata(),
        ephemeral_for=interaction.user_id if ephemeral else None,
    )


def _open_modal(world: World, interaction: Interaction, body: Json) -> None:
    form = Form(body)
    Modal(world.emojis).check(form)
    form.verdict()
    interaction.modal = {
        "interaction": interaction.id,
        "custom_id": body["custom_id"],
        "title": body["title"],
        "components": completed(body["components"]),
    }
