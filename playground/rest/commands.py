"""The registry of application commands, global and of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.model import Command
from playground.rest.router import Reply, Routes
from playground.validate.commands import MAX_COMMANDS, CommandType, check_command
from playground.validate.form import Form
from playground.wire import ApiError, Json

if TYPE_CHECKING:
    from playground.rest.call import Call

routes = Routes()
_GLOBAL = "/applications/{application}/commands"
_OF_GUILD = "/applications/{application}/guilds/{guild}/commands"
_ONE = "/{command}"
_MAX_MENU_COMMANDS = 15
_MEMBERS: Json = {
    "name_localizations": None,
    "description": "",
    "description_localizations": None,
    "options": [],
    "default_member_permissions": None,
    "nsfw": False,
    "contexts": None,
    "integration_types": [0],
}


@routes.on("GET", _GLOBAL)
@routes.on("GET", _OF_GUILD)
async def fetch_commands(call: Call) -> Reply:
    """Return all commands of one scope."""
    return [command.body for command in _in_scope(call)]


@routes.on("PUT", _GLOBAL)
@routes.on("PUT", _OF_GUILD)
async def replace_commands(call: Call) -> Reply:
    """Register these commands and no others. A command that keeps its name and type keeps its id."""
    guild_id = _scope(call)
    form = Form(await call.body_list())
    names: set[tuple[int, str]] = set()
    for item in form.objects(0, MAX_COMMANDS + 2 * _MAX_MENU_COMMANDS):
        check_command(item)
        _check_name_is_new(item, names)
    form.verdict()
    commands = [_registered(call, body, guild_id) for body in form.value]
    _refuse_too_many(commands)
    call.world.set_commands(guild_id, commands)
    return [command.body for command in commands]


@routes.on("POST", _GLOBAL)
@routes.on("POST", _OF_GUILD)
async def create_command(call: Call) -> Reply:
    """Register a command, in place of the one with its name and type if there is one."""
    guild_id = _scope(call)
    form = Form(await call.body())
    check_command(form)
    form.verdict()
    return _put(call, _registered(call, form.value, guild_id))


@routes.on("GET", _GLOBAL + _ONE)
@routes.on("GET", _OF_GUILD + _ONE)
async def fetch_command(call: Call) -> Reply:
    """Return one command."""
    return _command(call).body


@routes.on("PATCH", _GLOBAL + _ONE)
@routes.on("PATCH", _OF_GUILD + _ONE)
async def edit_command(call: Call) -> Reply:
    """Change a command."""
    body = await call.body()
    old = _command(call)
    form = Form(old.body | body | {"type": old.body["type"]})
    check_command(form)
    form.verdict()
    return _put(call, Command(old.id, old.guild_id, old.body | form.value | {"version": call.world.new_id()}))


@routes.on("DELETE", _GLOBAL + _ONE)
@routes.on("DELETE", _OF_GUILD + _ONE)
async def delete_command(call: Call) -> None:
    """Take a command away."""
    gone = _command(call)
    call.world.set_commands(gone.guild_id, [command for command in _in_scope(call) if command is not gone])


def _scope(call: Call) -> str | None:
    """Return the path's server, or None for global commands."""
    call.of_application()
    return call.of_guild() if "guild" in call.request.match_info else None


def _in_scope(call: Call) -> list[Command]:
    guild_id = _scope(call)
    return [command for command in call.world.commands.values() if command.guild_id == guild_id]


def _command(call: Call) -> Command:
    wanted = call.id("command")
    for command in _in_scope(call):
        if command.id == wanted:
            return command
    raise ApiError(404, 10063, "Unknown application command")


def _put(call: Call, command: Command) -> Json:
    others = [each for each in _in_scope(call) if each.id != command.id]
    _refuse_too_many([*others, command])
    call.world.set_commands(command.guild_id, [*others, command])
    return command.body


def _registered(call: Call, body: Json, guild_id: str | None) -> Command:
    """Return the command that a body registers, with all that Discord adds."""
    world = call.world
    kind = body.get("type") or int(CommandType.CHAT_INPUT)
    same = (
        command.id
        for command in world.commands.values()
        if (command.guild_id, command.body["type"], command.body["name"]) == (guild_id, kind, body["name"])
    )
    identity = {
        "id": next(same, None) or world.new_id(),
        "application_id": world.bot_id,
        "version": world.new_id(),
        "type": kind,
        "name": body["name"],
    }
    if guild_id is not None:
        identity["guild_id"] = guild_id
    said = {member: body.get(member, default) for member, default in _MEMBERS.items()}
    return Command(identity["id"], guild_id, identity | said)


def _check_name_is_new(form: Form, names: set[tuple[int, str]]) -> None:
    name, kind = form["name"].value, form["type"].value or CommandType.CHAT_INPUT
    if not isinstance(name, str) or not isinstance(kind, int):
        return
    if (kind, name) in names:
        form["name"].fail("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
    names.add((kind, name))


def _refuse_too_many(commands: list[Command]) -> None:
    for kind in CommandType:
        most = MAX_COMMANDS if kind == CommandType.CHAT_INPUT else _MAX_MENU_COMMANDS
        if sum(command.body["type"] == kind for command in commands) > most:
            raise ApiError(400, 30032, f"Maximum number of application commands reached ({most}).")
