"""People, roles and channels that a person chose: are they there, and what the bot is told of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.components import Kind
from playground.permissions import can_see, permissions_in
from playground.play.router import Refused
from playground.validate.commands import OptionType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playground.model import Channel, Person
    from playground.play.router import Act
    from playground.wire import Json

USERS = frozenset({Kind.USER_SELECT, Kind.MENTIONABLE_SELECT})
ROLES = frozenset({Kind.ROLE_SELECT, Kind.MENTIONABLE_SELECT})
_OF_OPTION = {
    OptionType.USER: Kind.USER_SELECT,
    OptionType.CHANNEL: Kind.CHANNEL_SELECT,
    OptionType.ROLE: Kind.ROLE_SELECT,
    OptionType.MENTIONABLE: Kind.MENTIONABLE_SELECT,
}


def like_select(option_type: int) -> Kind | None:
    """Return the select that offers what a command option takes, or None if it takes no such thing."""
    return _OF_OPTION.get(OptionType(option_type))


class Resolver:
    """Collects what was chosen, as the ``resolved`` member of interaction data. Its methods raise Refused."""

    def __init__(self, act: Act, person: Person, channel: Channel) -> None:
        self._act = act
        self._person = person
        self._channel = channel
        self._found: Json = {}

    def choose(self, kind: Kind, ids: Iterable[str], channel_types: Iterable[int] = ()) -> None:
        """Take in what a select of a kind, or an option like it, was given."""
        for chosen in ids:
            if kind == Kind.CHANNEL_SELECT:
                self._channel_chosen(chosen, set(channel_types))
            elif kind in USERS and self._act.world.is_member(chosen):
                self._user_chosen(chosen)
            elif not (kind in ROLES and self._role_chosen(chosen)):
                raise Refused("There is nobody and nothing to choose with this id.")

    def into(self, data: Json) -> None:
        """Add what was chosen to interaction data."""
        if self._found:
            data["resolved"] = self._found

    def _user_chosen(self, user_id: str) -> None:
        member = self._act.server.render.member_in(user_id, self._channel)
        self._found.setdefault("users", {})[user_id] = member.pop("user")
        self._found.setdefault("members", {})[user_id] = member

    def _role_chosen(self, role_id: str) -> bool:
        for role in self._act.render.roles():
            if role["id"] == role_id:
                self._found.setdefault("roles", {})[role_id] = role
                return True
        return False

    def _channel_chosen(self, channel_id: str, types: set[int]) -> None:
        world = self._act.world
        channel = world.channels.get(channel_id)
        if (
            channel is None
            or not can_see(world, self._person.id, channel)
            or (types and channel.type not in types)
        ):
            raise Refused("There is no such channel to choose.")
        allowed = str(int(permissions_in(world, self._person.id, channel)))
        self._found.setdefault("channels", {})[channel_id] = self._act.render.channel(channel) | {
            "permissions": allowed
        }
