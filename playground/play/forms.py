"""Forms that people send in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.components import SELECTS, Kind, values_wanted
from playground.play.presses import check_number, check_options, check_values
from playground.play.resolved import Resolver
from playground.play.router import Refused

if TYPE_CHECKING:
    from playground.interactions import Interaction
    from playground.model import Channel, Person
    from playground.play.router import Act
    from playground.wire import Json

_MAX_TEXT = 4000


def open_form(act: Act, person: Person) -> Interaction:
    """Return the interaction whose form the person has before them. Raises Refused."""
    opener = act.server.interactions.find(act.text("interaction"))
    asker = (person.id, act.text("channel"))
    if opener is None or (opener.user_id, opener.channel_id) != asker or opener.modal is None:
        raise Refused("There is no such form open.")
    if opener.modal["custom_id"] != act.text("custom_id"):
        raise Refused("The form has another custom_id.")
    return opener


def form_data(act: Act, person: Person, channel: Channel, modal: Json) -> Json:
    """Return the interaction data for a form as it was filled in. Raises Refused."""
    filled = _Filled(act.table("fields"), Resolver(act, person, channel))
    submitted = [filled.top(component) for component in modal["components"]]
    filled.refuse_strangers()
    data: Json = {"custom_id": modal["custom_id"], "components": submitted}
    filled.resolver.into(data)
    return data


class _Filled:
    """The fields of a form, each to be matched with its component."""

    def __init__(self, fields: Json, resolver: Resolver) -> None:
        self._fields = fields
        self._known: set[str] = set()
        self.resolver = resolver

    def top(self, component: Json) -> Json:
        """Return what is submitted for one component of a form."""
        shell = {"type": component["type"], "id": component["id"]}
        if component["type"] == Kind.ACTION_ROW:
            return shell | {"components": [self._field(child) for child in component["components"]]}
        if component["type"] == Kind.LABEL:
            return shell | {"component": self._field(component["component"])}
        return shell

    def refuse_strangers(self) -> None:
        """Refuse fields that the form does not have."""
        if unknown := self._fields.keys() - self._known:
            raise Refused(f"The form has no field {min(unknown)}.")

    def _field(self, component: Json) -> Json:
        name = component["custom_id"]
        self._known.add(name)
        value = self._fields.get(name)
        kind = Kind(component["type"])
        shell = {"type": int(kind), "id": component["id"], "custom_id": name}
        match kind:
            case Kind.TEXT_INPUT:
                return shell | {"value": _text(component, value)}
            case Kind.CHECKBOX:
                return shell | {"value": _box(component, value)}
            case Kind.RADIO_GROUP:
                return shell | {"value": _radio(component, value)}
            case Kind.CHECKBOX_GROUP:
                return shell | {"values": _boxes(component, value)}
            case Kind.FILE_UPLOAD:
                return shell | {"values": _no_files(component)}
            case _:
                return shell | {"values": self._select(component, kind, value)}

    def _select(self, component: Json, kind: Kind, value: Any) -> list[str]:
        assert kind in SELECTS  # noqa: S101  # the form was checked when it was opened
        values = _list(component, value)
        if values or _is_required(component):
            check_values(component, kind, values, self.resolver)
        return values


def _text(component: Json, value: Any) -> str:
    text = "" if value is None else value
    if not isinstance(text, str):
        raise Refused(f"{component['custom_id']}: a text is needed.")
    if not text and not _is_required(component):
        return text
    least, most = component.get("min_length", 1) or 1, component.get("max_length") or _MAX_TEXT
    if not least <= len(text) <= most:
        raise Refused(f"{component['custom_id']}: {least} to {most} characters are needed.")
    return text


def _box(component: Json, value: Any) -> bool:
    chosen = component.get("default", False) if value is None else value
    if not isinstance(chosen, bool):
        raise Refused(f"{component['custom_id']}: true or false is needed.")
    return chosen


def _radio(component: Json, value: Any) -> str | None:
    if value is None and not _is_required(component):
        return None
    values = [value] if isinstance(value, str) else []
    check_number(values, 1, 1)
    check_options(component, values)
    return values[0]


def _boxes(component: Json, value: Any) -> list[str]:
    values = _list(component, value)
    least, most = values_wanted(component, len(component["options"]))
    check_number(values, least if _is_required(component) else 0, most)
    check_options(component, values)
    return values


def _no_files(component: Json) -> list[str]:
    if _is_required(component):
        raise Refused("Files cannot be uploaded here.")
    return []


def _list(component: Json, value: Any) -> list[str]:
    values = [] if value is None else [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(each, str) for each in values):
        raise Refused(f"{component['custom_id']}: a list of texts is needed.")
    return values


def _is_required(component: Json) -> bool:
    return component.get("required") is not False
