"""Slash commands as people type them: which command is meant, and whether Discord would let it through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.permissions import Permission, permissions_in
from playground.play.resolved import Resolver, like_select
from playground.play.router import Refused
from playground.validate.commands import NUMERIC, CommandType, OptionType

if TYPE_CHECKING:
    from playground.model import Channel, Person
    from playground.play.router import Act
    from playground.wire import Json

_GUILD_CONTEXT = 0
_MAX_TEXT = 6000


def command_data(act: Act, person: Person, channel: Channel) -> Json:
    """Return the interaction data for a complete command. Raises Refused."""
    command, path, options = _meant(act, person, channel)
    resolver = Resolver(act, person, channel)
    values = _Values(options, act.table("options"), resolver).complete()
    data = _data(command, path, values)
    resolver.into(data)
    return data


def typing_data(act: Act, person: Person, channel: Channel) -> Json:
    """Return the interaction data for a command while its option ``focused`` is typed. Raises Refused."""
    command, path, options = _meant(act, person, channel)
    values = _Values(options, act.table("options"), Resolver(act, person, channel)).partial(
        act.text("focused")
    )
    return _data(command, path, values)


def _meant(act: Act, person: Person, channel: Channel) -> tuple[Json, list[Json], list[Json]]:
    """Return the command, the groups and subcommands on the way, and the options at its end."""
    command = _find(act, act.text("name"))
    _refuse_forbidden(act, person, channel, command)
    path: list[Json] = []
    options: list[Json] = command["options"] or []
    for name in act.text_or("subcommand", "").split():
        step = next((option for option in options if option["name"] == name and _is_nesting(option)), None)
        if step is None:
            raise Refused(f"/{command['name']} has no subcommand {name}.")
        path.append(step)
        options = step.get("options") or []
    if any(map(_is_nesting, options)):
        raise Refused(f"/{command['name']} needs a subcommand.")
    return command, path, options


def _find(act: Act, name: str) -> Json:
    found = [
        command
        for command in act.world.commands.values()
        if command.body["name"] == name and command.body["type"] == CommandType.CHAT_INPUT
    ]
    if not found:
        raise Refused(f"There is no command /{name}.")
    return max(found, key=lambda command: command.guild_id is not None).body


def _refuse_forbidden(act: Act, person: Person, channel: Channel, command: Json) -> None:
    allowed = permissions_in(act.world, person.id, channel)
    needed = command["default_member_permissions"]
    contexts = command["contexts"]
    if contexts is not None and _GUILD_CONTEXT not in contexts:
        raise Refused("This command is not for servers.")
    if not allowed & Permission.USE_APPLICATION_COMMANDS:
        raise Refused("You cannot use commands here.")
    if (
        needed is not None
        and not allowed & Permission.ADMINISTRATOR
        and (int(needed) & ~allowed or int(needed) == 0)
    ):
        raise Refused("You do not have permission to use this command.")


def _is_nesting(option: Json) -> bool:
    return option["type"] in {OptionType.SUBCOMMAND, OptionType.GROUP}


def _data(command: Json, path: list[Json], values: list[Json]) -> Json:
    for step in reversed(path):
        values = [{"type": step["type"], "name": step["name"], "options": values}]
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"], "options": values}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data


class _Values:
    """What was typed for the options of a command."""

    def __init__(self, options: list[Json], typed: Json, resolver: Resolver) -> None:
        self._options = options
        self._typed = typed
        self._resolver = resolver
        if unknown := typed.keys() - {option["name"] for option in options}:
            raise Refused(f"There is no option {min(unknown)}.")

    def complete(self) -> list[Json]:
        """Return all options with a value; each must fit, and none that is required may be missing."""
        values = []
        for option in self._options:
            value = self._typed.get(option["name"])
            if value is None and option.get("required"):
                raise Refused(f"{option['name']}: this option is required.")
            if value is not None:
                self._check(option, value)
                values.append(_value(option, value))
        return values

    def partial(self, focused: str) -> list[Json]:
        """Return the options typed so far, unchecked as they are on Discord, the focused one as text."""
        option = next((option for option in self._options if option["name"] == focused), None)
        if option is None or not option.get("autocomplete"):
            raise Refused(f"{focused}: this option has no suggestions.")
        values = [
            _value(other, self._typed[other["name"]])
            for other in self._options
            if other is not option and self._typed.get(other["name"]) is not None
        ]
        if not all(
            isinstance(value, str | int | float) for value in self._typed.values() if value is not None
        ):
            raise Refused("A value of an option is a text, a number, or true or false.")
        typed = self._typed.get(focused)
        return [*values, _value(option, "" if typed is None else str(typed)) | {"focused": True}]

    def _check(self, option: Json, value: Any) -> None:
        kind = OptionType(option["type"])
        if kind == OptionType.TEXT:
            fits = isinstance(value, str) and _within(len(value), option, "length", (0, _MAX_TEXT))
        elif kind == OptionType.BOOLEAN:
            fits = isinstance(value, bool)
        elif kind in NUMERIC:
            fits = _is_number(value, kind) and _within(value, option, "value", (-(2**53), 2**53))
        elif select := like_select(kind):
            fits = isinstance(value, str)
            self._resolver.choose(select, [str(value)], option.get("channel_types") or ())
        else:
            fits = False
        if not fits:
            raise Refused(f"{option['name']}: this value does not fit.")
        if option.get("choices") and value not in [choice["value"] for choice in option["choices"]]:
            raise Refused(f"{option['name']}: this value is not among the choices.")


def _value(option: Json, value: Any) -> Json:
    return {"name": option["name"], "type": option["type"], "value": value}


def _is_number(value: Any, kind: OptionType) -> bool:
    wanted = int if kind == OptionType.WHOLE else int | float
    return isinstance(value, wanted) and not isinstance(value, bool)


def _within(number: float, option: Json, what: str, limits: tuple[float, float]) -> bool:
    least, most = option.get(f"min_{what}"), option.get(f"max_{what}")
    return (limits[0] if least is None else least) <= number <= (limits[1] if most is None else most)
