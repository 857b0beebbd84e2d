"""Interactions: what a person did, the three seconds for the bot's answer, and the token for afterwards."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from playground.permissions import permissions_in
from playground.render import FILE_SIZE_LIMIT
from playground.wire import ApiError, Json

if TYPE_CHECKING:
    from playground.gateway import Gateway
    from playground.model import Channel, Message, Person
    from playground.render import Render
    from playground.world import World

ANSWER_WITHIN = 3.0
TOKEN_LASTS = 900.0
_KEPT = 2000
"""Interactions that are remembered; the token of an older one is as good as expired."""


class Cause(IntEnum):
    """What a person did, by Discord's numbers of interaction types."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(IntEnum):
    """How a bot can answer, by Discord's numbers."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(frozen=True, slots=True)
class Deed:
    """What a person did in a channel, with the data that the bot gets of it.

    ``pressed`` is the message whose component was used, now or to open the form that is sent in; ``opener``
    is the interaction that opened this form.
    """

    cause: Cause
    person: Person
    channel: Channel
    data: Json
    pressed: Message | None = None
    opener: Interaction | None = None


@dataclass(slots=True, eq=False)
class Interaction:
    """A deed that the bot is told of, and what it answered.

    ``messages`` are the ids of the messages that its token may change, and ``original`` is the one that
    ``@original`` means; ``answer`` is that message as the answer showed it. It is ``void`` when it was not
    answered in time.
    """

    id: str
    token: str
    at: float
    deed: Deed
    callback: Callback | None = None
    original: str | None = None
    answer: Message | None = None
    messages: set[str] = field(default_factory=set)
    modal: Json | None = None
    choices: list[Json] | None = None
    void: bool = False
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def user_id(self) -> str:
        """The id of the person."""
        return self.deed.person.id

    @property
    def channel_id(self) -> str:
        """The id of the channel."""
        return self.deed.channel.id

    def acknowledge(self, callback: Callback) -> None:
        """Note the bot's answer. Raises ApiError if there was one, or it is too late for one."""
        self.refuse_second()
        self.callback = callback
        self.answered.set()

    def refuse_second(self) -> None:
        """Refuse an answer that comes late (10062) or after another (40060)."""
        if self.void:
            raise ApiError(404, 10062, "Unknown interaction")
        if self.callback is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")

    def reaches(self, message: Message) -> None:
        """Let the token change a message."""
        self.messages.add(message.id)

    def metadata(self) -> Json:
        """Return what the messages that answer it say of it; see Render.interaction_metadata."""
        deed = self.deed
        known: Json = {"id": self.id, "type": int(deed.cause), "user_id": self.user_id}
        if deed.cause == Cause.COMMAND:
            known["name"] = deed.data["name"]
        if deed.cause == Cause.COMPONENT and deed.pressed:
            known["interacted_message_id"] = deed.pressed.id
        if deed.opener:
            known["triggering_interaction_metadata"] = deed.opener.metadata()
        return known


class Interactions:
    """All interactions of late."""

    def __init__(self, world: World, render: Render, gateway: Gateway) -> None:
        self._world = world
        self._render = render
        self._gateway = gateway
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    def begin(self, deed: Deed) -> Interaction:
        """Tell the bot what a person did."""
        interaction = Interaction(self._world.new_id(), secrets.token_urlsafe(48), self._world.clock(), deed)
        self._remember(interaction)
        self._gateway.dispatch_interaction(self._payload(interaction))
        return interaction

    async def answer_to(self, interaction: Interaction) -> bool:
        """Wait for the answer of the bot, which may give none after three seconds; tell whether it did."""
        if not self._gateway.reachable:
            interaction.void = True
        else:
            try:
                await asyncio.wait_for(interaction.answered.wait(), ANSWER_WITHIN)
            except TimeoutError:
                interaction.void = interaction.callback is None
        return interaction.callback is not None

    def abandon(self) -> None:
        """Stop waiting for answers: the bot's process has ended, nobody can give them any more."""
        for interaction in self._by_id.values():
            if interaction.callback is None:
                interaction.void = True
                interaction.answered.set()

    def expire_tokens(self) -> None:
        """Make all tokens so far invalid."""
        self._by_token.clear()

    def find(self, interaction_id: str) -> Interaction | None:
        """Find an interaction by its id."""
        return self._by_id.get(interaction_id)

    def to_answer(self, interaction_id: str, token: str) -> Interaction:
        """Find the interaction that an answer is for. Raises ApiError 10062."""
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise ApiError(404, 10062, "Unknown interaction")
        return interaction

    def by_token(self, application_id: str, token: str) -> Interaction:
        """Find the interaction of a token that is good for messages. Raises ApiError 10015 or 50027."""
        if application_id != self._world.bot_id:
            raise ApiError(404, 10015, "Unknown Webhook")
        interaction = self._by_token.get(token)
        if interaction is None or self._world.clock() - interaction.at >= TOKEN_LASTS:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        if interaction.callback is None:
            raise ApiError(404, 10015, "Unknown Webhook")
        return interaction

    def _remember(self, interaction: Interaction) -> None:
        self._by_id[interaction.id] = self._by_token[interaction.token] = interaction
        while len(self._by_id) > _KEPT:
            oldest = self._by_id.pop(next(iter(self._by_id)))
            self._by_token.pop(oldest.token, None)

    def _payload(self, interaction: Interaction) -> Json:
        world, deed = self._world, interaction.deed
        person, channel = deed.person, deed.channel
        payload: Json = {
            "id": interaction.id,
            "application_id": world.bot_id,
            "type": int(deed.cause),
            "token": interaction.token,
            "version": 1,
            "data": deed.data,
            "guild_id": world.guild_id,
            "guild": {"id": world.guild_id, "locale": "en-US", "features": []},
            "channel_id": channel.id,
            "channel": self._render.channel(channel) | {"permissions": self._permissions(person.id, channel)},
            "member": self._render.member_in(person.id, channel),
            "app_permissions": self._permissions(world.bot_id, channel),
            "locale": person.locale,
            "guild_locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"0": world.guild_id},
            "context": 0,
            "attachment_size_limit": FILE_SIZE_LIMIT,
        }
        if deed.pressed is not None:
            payload["message"] = self._render.message(deed.pressed)
        return payload

    def _permissions(self, user_id: str, channel: Channel) -> str:
        return str(int(permissions_in(self._world, user_id, channel)))
