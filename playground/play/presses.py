"""Buttons and selects: what Discord itself checks before a bot hears of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground import components
from playground.components import SELECTS, Kind
from playground.model import MessageFlags
from playground.play.resolved import Resolver
from playground.play.router import Refused, sees

if TYPE_CHECKING:
    from playground.model import Channel, Message, Person
    from playground.play.router import Act
    from playground.wire import Json


def pressed_message(act: Act, person: Person, channel: Channel) -> Message:
    """Return the message as it now is, if the person sees it. Raises Refused."""
    message = act.world.message(channel.id, act.text("message"))
    if message is None or not sees(act, person, message):
        raise Refused("This message is not there.")
    if message.has(MessageFlags.LOADING):
        raise Refused("This message is still to come.")
    return message


def press_data(act: Act, person: Person, channel: Channel, message: Message) -> Json:
    """Return the interaction data for a component of a message. Raises Refused if it cannot be used so."""
    component = components.find(message.components, act.text("custom_id"))
    if component is None:
        raise Refused("The message has no such component now.")
    if component.get("disabled"):
        raise Refused("This component is disabled.")
    kind = Kind(component["type"])
    data: Json = {"custom_id": component["custom_id"], "component_type": int(kind), "id": component["id"]}
    if kind in SELECTS:
        data["values"] = values = act.texts("values")
        resolver = Resolver(act, person, channel)
        check_values(component, kind, values, resolver)
        resolver.into(data)
    return data


def check_values(component: Json, kind: Kind, values: list[str], resolver: Resolver) -> None:
    """Check what was chosen in a select: how much, and whether it is there. Raises Refused."""
    check_number(values, component.get("min_values", 1), component.get("max_values", 1))
    if kind == Kind.STRING_SELECT:
        check_options(component, values)
    else:
        resolver.choose(kind, values, component.get("channel_types") or ())


def check_number(values: list[str], least: int, most: int) -> None:
    """Check how many values were chosen, none of them twice. Raises Refused."""
    if not least <= len(values) <= most:
        raise Refused(f"Choose {least} to {most} values." if least < most else f"Choose {least} value(s).")
    if len(set(values)) < len(values):
        raise Refused("A value was chosen twice.")


def check_options(component: Json, values: list[str]) -> None:
    """Check that all values are among the options. Raises Refused."""
    offered = {option["value"] for option in component["options"]}
    if not offered.issuperset(values):
        raise Refused("A value is not among the options.")
