"""A server with people and the bot in it, on the simulated Discord."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import discord
import simcord
from simcord import interactions
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.results import InteractionResult, ResponseMessage

from bot.app import CanastaBot, create_bot
from bot.chronicle import Chronicle
from bot.config import Settings
from bot.ports import Ports
from bot.ui.cut import CUT_SECONDS
from bot.ui.ids import Press, parse
from engine.match import SIDES, DealResult
from engine.snapshot import Snapshot, dump_snapshot
from engine.state import Ending

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime
    from pathlib import Path

    import pytest
    from simcord.actors import MemberActor
    from simcord.builders import ChannelHandle

    from bot.tables import OpenTable
    from bot.ui.ids import Verb
    from engine.state import State

T = TypeVar("T")
PEOPLE = ("Ana", "Bruno", "Carla", "Dario", "Elena")
TEXT, BUTTON, SELECT, GALLERY = 10, 2, 3, 12
TOKEN = "a-token-that-nobody-may-see"  # noqa: S105  # of no account


class _Env(simcord.Env):
    """Looks more often whether the bot has come to rest.

    What makes it rest, a task that begins to wait for time to pass, does not end the look before.
    """

    async def _settle_internal(self, **kwargs: Any) -> None:
        await super()._settle_internal(**kwargs | {"idle": 0.003})


@dataclass
class World:
    """Five people in one channel, of whom Elena is an outsider; ``bot`` is the running bot."""

    folder: Path
    seed: int
    monkeypatch: pytest.MonkeyPatch
    emojis: bool = False
    """Whether the bot uploads its card faces; else cards are written as text."""
    pictures: bool = False
    """Whether pictures are drawn, which takes its time; else each is a file that names what it shows."""
    env: simcord.Env = field(init=False)
    bot: CanastaBot = field(init=False)
    channel: ChannelHandle = field(init=False)
    people: dict[str, MemberActor] = field(init=False)

    async def start(self) -> None:
        self.bot = self.new_bot()
        self.env = _Env(self.bot, settle_timeout=4.0)
        await self.env.start()
        guild = self.env.create_guild()
        self.channel = guild.create_text_channel("canasta")
        users = {name: self.env.create_user(name.lower(), global_name=name) for name in PEOPLE}
        self.people = {name: guild.add_member(user) for name, user in users.items()}
        await self.env.settle()

    async def stop(self) -> None:
        await self.bot.close()
        await self.env.shutdown()
        self.env._raise_errors_since(self.env._errors_acknowledged)

    async def restart(self) -> None:
        """End the bot as a signal would, and start another one on the same world and data."""
        await self.bot.close()
        self.bot = self.new_bot()
        await self.env.restart_bot(self.bot)

    def new_bot(self) -> CanastaBot:
        settings = Settings(_env_file=None, discord_token=TOKEN, canasta_data=self.folder)
        if not self.emojis:
            self.monkeypatch.setattr("bot.emojis.Emojis.upload", _nothing)
        if not self.pictures:
            self.monkeypatch.setattr("bot.pictures.draw", lambda scene: repr(scene).encode())
        bot = create_bot(settings, Ports(self._sleep, self._now, random.Random(self.seed), self._off_loop))
        assert isinstance(bot, CanastaBot)
        return bot

    async def _sleep(self, seconds: float) -> None:
        await self.env.external_wait(asyncio.sleep(seconds), reason="time has to pass")

    async def _off_loop(self, work: Callable[[], T], /) -> T:
        return await asyncio.to_thread(work) if self.pictures else work()

    def _now(self) -> datetime:
        return self.env.now()

    def __getitem__(self, name: str) -> MemberActor:
        return self.people[name]

    async def wait(self, seconds: float) -> None:
        """Let time pass."""
        await self.env.advance_time(seconds)

    async def cut_at_random(self) -> None:
        """Let the time go by in which a person may cut the deck."""
        await self.wait(CUT_SECONDS)

    # ---------------------------------------------------------------- tables

    async def open_tables(self) -> list[OpenTable]:
        assert self.bot.desk is not None
        return [*self.bot.desk.tables._open.values()]

    @property
    def table(self) -> OpenTable:
        """The only open table."""
        assert self.bot.desk is not None
        (table,) = self.bot.desk.tables._open.values()
        return table

    async def lobby(self, host: str = "Ana", **options: Any) -> Message:
        result = await self[host].slash(self.channel, "canasta", **options)
        return Message(self, self.channel, _response(result).id)

    async def seated(self, *names: str, **options: Any) -> Message:
        """A lobby in which these people sit in the order of the seats, and computers elsewhere."""
        lobby = await self.lobby(names[0], **options)
        places = "seat" if self.table.info.players == SIDES else "side"
        for number, name in enumerate(names[1:], 1):
            await lobby.press(name, f"Sit: {places} {number % SIDES + 1}")
        if len(names) < self.table.info.players:
            await lobby.press(names[0], "Fill up with computers")
        return lobby

    async def playing(self, *names: str, position: State | None = None, **options: Any) -> Message:
        """A running match; with ``position`` in that position and by its rules. Returns the table message."""
        if position is not None:
            options |= {"rules": position.rules.name, "players": position.players}
        lobby = await self.seated(*names, **options)
        await lobby.press(names[0], "Start")
        await self.cut_at_random()
        if position is not None:
            await self.rig(position)
        await self.wait(1)
        return self.table_message()

    async def rig(self, position: State, totals: tuple[int, ...] | None = None) -> None:
        """Put another position, and totals before it, in place of the running deal.

        Its log does not lead there, so what happened before is forgotten.
        """
        table = self.table.table
        match = table.match.copy()
        match.state = position
        if totals is not None:
            match.deals.append(
                DealResult(2, Ending.CLOSED, 0, concealed=False, scores=((), ()), totals=totals)
            )
            for side, score in zip(position.sides, totals, strict=True):
                side.score = score
        table._snapshot = Snapshot(table.version, match)
        self.monkeypatch.setattr("bot.tables.replay", lambda *_: Chronicle())
        text = dump_snapshot(table._snapshot)
        assert self.bot.desk is not None
        await self.bot.desk.tables._matches._database.run(
            lambda connection: connection.execute("UPDATE matches SET snapshot = ?", (text,))
        )
        with self.env._bot_scope():
            self.bot.desk.clock.look(self.table)
            self.bot.desk.turns.look(self.table)
            self.bot.desk.flow.move_on(self.table)

    def table_message(self) -> Message:
        info = self.table.info
        assert info.message_id is not None
        return Message(self, self._channel(info.channel_id), info.message_id)

    def _channel(self, channel_id: int) -> ChannelHandle:
        return next(c for c in (self.channel, *self.channel.threads) if c.id == channel_id)

    async def hand(self, name: str) -> Message:
        """The panel that *My hand* opens."""
        return await self.table_message().press_new(name, "My hand")

    async def hand_by_command(self, name: str) -> Message:
        """The panel that ``/hand`` opens: nobody presses on the table message for it."""
        channel = self.table_message().channel
        return Message(self, channel, _response(await self[name].slash(channel, "hand")).id)

    # ---------------------------------------------------- what was sent

    def bodies(self) -> list[str]:
        """Every text that the bot has sent so far, of all messages."""
        return [text for request in self.env.http_requests for text in words_of(request.json)]

    async def at_once(self, *presses: tuple[str, Message, str], values: Sequence[str] = ()) -> list[Any]:
        """Have people press at the same instant, on what they see now; return the interactions.

        With ``values`` the presses are choices in selects.
        """
        records = []
        for name, message, custom_id in presses:
            stored = self.env.backend.get_message(message.channel.id, message.id)
            record, payload = interactions.base_payload(
                self.env.backend,
                type=3,
                channel_id=message.channel.id,
                guild_id=self.env.guild.id,
                user_id=self[name].id,
                data={
                    "custom_id": custom_id,
                    "component_type": SELECT if values else BUTTON,
                    **({"values": list(values)} if values else {}),
                },
            )
            payload["message"] = dict(serializers.message_payload(self.env.backend, stored))
            record.source_message_id = message.id
            records.append((record, payload))
        for _, payload in records:
            self.env.backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()
        return [record for record, _ in records]


@dataclass
class Message:
    """A message as people see it."""

    world: World
    channel: ChannelHandle
    id: int

    @property
    def components(self) -> list[dict[str, Any]]:
        message = self.world.env.backend.get_message(self.channel.id, self.id)
        return list(message.components)

    @property
    def exists(self) -> bool:
        return self.id in self.world.env.backend.messages.get(self.channel.id, {})

    @property
    def text(self) -> str:
        return "\n".join(words_of(self.components, types=(TEXT, GALLERY)))

    @property
    def labels(self) -> list[str]:
        return [plain(button["label"]) for button in walk(self.components) if button.get("type") == BUTTON]

    @property
    def options(self) -> dict[str, list[str]]:
        """The selects: their placeholder and the labels of their options."""
        return {
            component["placeholder"]: [option["label"] for option in component["options"]]
            for component in walk(self.components)
            if component.get("type") == SELECT
        }

    def custom_id(self, label: str) -> str:
        return next(str(c["custom_id"]) for c in walk(self.components) if plain(c.get("label")) == label)

    def press_of(self, verb: Verb) -> Press:
        presses = [parse(str(c.get("custom_id"))) for c in walk(self.components)]
        return next(press for press in presses if press and press.verb is verb)

    async def press(self, name: str, label: str) -> InteractionResult:
        """Press the button of that label."""
        return await self.world[name].click(self._discord, custom_id=self.custom_id(label))

    async def press_new(self, name: str, label: str) -> Message:
        """Press a button that is answered with a new private message, and return that."""
        result = await self.press(name, label)
        private = result.followups[-1] if result.followups else _response(result)
        assert private.ephemeral
        return Message(self.world, self.channel, private.id)

    async def choose(self, name: str, placeholder: str, *labels: str) -> InteractionResult:
        """Choose the options of these labels in a select; a label given twice is both twins."""
        select = next(c for c in walk(self.components) if c.get("placeholder") == placeholder)
        left = list(select["options"])
        values = []
        for label in labels:
            option = next(option for option in left if option["label"] == label)
            left.remove(option)
            values.append(option["value"])
        return await self.world[name].select(self._discord, values, custom_id=select["custom_id"])

    async def forge(self, name: str, custom_id: str, *values: str) -> Any:
        """Send a press that no component of the message has; return what came of it."""
        (record,) = await self.world.at_once((name, self, custom_id), values=values)
        return record

    async def forge_result(self, name: str, verb: Verb, arg: str) -> InteractionResult:
        """Press what this message does not offer, at this table."""
        record = await self.forge(name, Press(self.world.table.info.id, verb, 0, arg).custom_id)
        return InteractionResult(self.world.env, record)

    @property
    def _discord(self) -> Any:
        env = self.world.env
        return ResponseMessage(env, env.backend.get_message(self.channel.id, self.id))


def deny(world: World, **permissions: bool) -> None:
    """Take permissions from the bot in the channel."""
    _, denied = discord.PermissionOverwrite(**permissions).pair()
    backend = world.env.backend
    overwrite = Overwrite(backend.bot_user.id, 1, allow=0, deny=denied.value)
    backend.set_overwrite(world.channel.id, overwrite)


async def _nothing(*_: object) -> None:
    pass


def said(world: World, record: Any) -> str:
    """The words that an interaction was answered with privately."""
    ids = [record.message_id, *record.followup_ids]
    messages = [world.env.backend.messages[record.channel_id][i] for i in ids if i is not None]
    return "\n".join(text for m in messages if m.flags & 64 for text in words_of(m.components, types=(TEXT,)))


def explanation(result: InteractionResult) -> str:
    """The words of a private answer."""
    assert result.ephemeral or result.followups
    message = result.followups[-1] if result.followups else _response(result)
    assert message.ephemeral
    return "\n".join(words_of(message.components, types=(TEXT,)))


def _response(result: InteractionResult) -> Any:
    assert result.response is not None
    return result.response


def walk(data: Any) -> Iterator[dict[str, Any]]:
    """Every object inside JSON data."""
    if isinstance(data, list):
        for part in data:
            yield from walk(part)
    elif isinstance(data, dict):
        yield data
        for part in data.values():
            yield from walk(part)


def words_of(data: Any, types: tuple[int, ...] = (TEXT, BUTTON, SELECT, GALLERY)) -> list[str]:
    """Every text in components, or in a body with components, with ordinary spaces."""
    words: list[str] = []
    for component in walk(data):
        if component.get("type") in types:
            words += [component[key] for key in ("content", "label", "placeholder") if component.get(key)]
            words += [picture["description"] for picture in component.get("items", ())]
            for option in component.get("options", ()):
                words += [option[key] for key in ("label", "description") if option.get(key)]
    return [plain(word) for word in words]


def plain(words: str | None) -> str:
    """Words with ordinary spaces."""
    return (words or "").replace("\N{NO-BREAK SPACE}", " ").replace("\N{WORD JOINER}", "")
