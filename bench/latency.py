"""How long a press waits for its answer, beside a button that does nothing, in the same run.

The bot is a process of its own; this one is its Discord, on loopback. Each press is timed from when the bot
is told of it until its callback arrives. Half of the presses are plays: the bot finds the table, asks the
rules, commits durably and shows the hand. The other half get that answer ready made.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, NamedTuple

from bench.answering_bot import NOTHING
from bot.render.faces import all_faces
from bot.ui.ids import Press, Verb, action_code
from engine.deal import shuffled_deck
from engine.players import PLAYERS
from engine.rulebook import load_rules
from engine.table import Table
from playground.interactions import Cause, Deed
from playground.model import Channel, ChannelType
from storage.database import FILE_NAME, open_database
from storage.lock import make_private_folder
from storage.matches import Matches
from storage.model import SeatInfo, SeatKind, Status, TableId, TableInfo
from tests.playground.loopback import ANA, BRUNO, CARLA, DARIO, GUILD, Loopback

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.cards import Card
    from engine.state import Seat
    from playground.model import Message

SEED = 1
PEOPLE = (ANA, BRUNO, CARLA, DARIO)
PACES = {100: 4.0, 10: 0.5, 1: 0.2}
"""How many tables play, and the mean seconds between two presses at each."""
_PATIENCE_SECONDS, _NAP_SECONDS = 120.0, 0.05
_EMOJIS = len(all_faces()) + 1
"""A face each, and the back."""
_SHARES = 100
_GREEDY = PLAYERS["greedy"]


class Latency(NamedTuple):
    """What was found with so many tables: seconds of presses that do nothing, and of plays."""

    tables: int
    nothing: list[float]
    plays: list[float]

    def ratio_of_medians(self) -> float:
        """Return how many times as long as nothing a play takes, in the middle."""
        return median(self.plays) / median(self.nothing)

    def ratio_of_worst(self) -> float:
        """Return the same for the 99th percentile."""
        return worst(self.plays) / worst(self.nothing)


def worst(seconds: list[float]) -> float:
    """Return the 99th percentile."""
    return quantiles(seconds, n=_SHARES)[-1]


@dataclass(eq=False)
class _Seats:
    """A table, mirrored here, and the hand panels that its people have open."""

    table: Table
    channel: Channel
    panels: dict[str, Message] = field(default_factory=dict)

    def seat(self) -> Seat:
        """Return the seat whose action is awaited. Raises ValueError where there is none."""
        if self.table.match.state is None:
            raise ValueError("no deal is on")
        return self.table.match.state.awaited


@dataclass
class _Bench:
    """The presses of a run."""

    loopback: Loopback
    tables: list[_Seats]
    rng: random.Random

    async def measure(self, number: int, pace: float, seconds: float) -> Latency:
        """Have people press at the first so many tables for a while."""
        found, until = Latency(number, [], []), time.perf_counter() + seconds
        await asyncio.gather(*(self._play_on(first, found, pace, until) for first in range(number)))
        return found

    async def _play_on(self, first: int, found: Latency, pace: float, until: float) -> None:
        """Play at one table after the other: each has one deal."""
        for seats in self.tables[first :: found.tables]:
            await self._play(seats, found, pace, until)

    async def _play(self, seats: _Seats, found: Latency, pace: float, until: float) -> None:
        while time.perf_counter() < until and seats.table.match.deal_running:
            await asyncio.sleep(self.rng.expovariate(1 / pace))
            table, seat = seats.table, seats.seat()
            user, version = PEOPLE[seat], table.version
            panel = await self._panel(seats, user)
            action = _GREEDY(table.view(seat), self.rng)
            press = Press(TableId(table.match_id.id), Verb.PLAY, version, action_code(action))
            found.plays.append(await self._press(seats, user, panel, press.custom_id))
            await table.submit(seat, action, expected_version=version, action_id=f"b{version}")
            await asyncio.sleep(self.rng.expovariate(1 / pace))
            found.nothing.append(await self._press(seats, user, panel, NOTHING))

    async def _panel(self, seats: _Seats, user: str) -> Message:
        """Return somebody's hand panel, which is asked for once."""
        if user not in seats.panels:
            table_message = self._messages(seats)[-1]
            press = Press(TableId(seats.table.match_id.id), Verb.HAND)
            await self._press(seats, user, table_message, press.custom_id)
            async with asyncio.timeout(_PATIENCE_SECONDS):
                while not (panels := self._messages(seats, user)):  # noqa: ASYNC110  # it follows on the answer
                    await asyncio.sleep(_NAP_SECONDS)
            seats.panels[user] = panels[-1]
        return seats.panels[user]

    def _messages(self, seats: _Seats, user: str | None = None) -> list[Message]:
        everything = self.loopback.world.messages(seats.channel.id)
        return [message for message in everything if message.ephemeral_for == user]

    async def _press(self, seats: _Seats, user: str, pressed: Message, custom_id: str) -> float:
        """Press, and return how many seconds it took until there was an answer."""
        server = self.loopback.server
        data = {"custom_id": custom_id, "component_type": 2, "id": 1}
        deed = Deed(Cause.COMPONENT, server.world.people[user], seats.channel, data, pressed)
        interaction = server.interactions.begin(deed)
        begin = time.perf_counter()
        if not await server.interactions.answer_to(interaction):
            raise TimeoutError(f"{custom_id} was not answered")
        return time.perf_counter() - begin

    async def ready(self) -> None:
        """Wait until the bot shows every table, and has uploaded what cards look like in the answers."""
        emojis = self.loopback.world.emojis
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while len(emojis) < _EMOJIS or not all(map(self._messages, self.tables)):  # noqa: ASYNC110  # it says nothing
                await asyncio.sleep(_NAP_SECONDS)


def measure_latency(seconds: float) -> Iterator[Latency]:
    """Yield what was found with each number of tables, the smallest first, spending about ``seconds``."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        yield from sorted(asyncio.run(_measure(Path(folder), seconds / len(PACES))))


async def _measure(folder: Path, seconds: float) -> list[Latency]:
    rng = random.Random(SEED)
    async with Loopback(folder, "bench.answering_bot") as loopback, open_database(None) as mirror:
        tables = await _deal(loopback, folder / "bot", Matches(mirror), rng)
        await loopback.bot.start()
        bench = _Bench(loopback, tables, rng)
        await bench.ready()
        return [await bench.measure(number, pace, seconds) for number, pace in PACES.items()]


async def _deal(loopback: Loopback, data: Path, mirror: Matches, rng: random.Random) -> list[_Seats]:
    """Have tables in the bot's database, each in a channel of its own, and the same ones in ``mirror``."""
    make_private_folder(data)
    async with open_database(data / FILE_NAME) as database:
        return [
            await _deal_at(_open_channel(loopback, number), number, (Matches(database), mirror), rng)
            for number in range(max(PACES))
        ]


def _open_channel(loopback: Loopback, number: int) -> Channel:
    channel = Channel(loopback.world.new_id(), ChannelType.TEXT, f"table-{number}")
    loopback.world.put_channel(channel)
    return channel


async def _deal_at(
    channel: Channel, number: int, stores: tuple[Matches, Matches], rng: random.Random
) -> _Seats:
    """Deal the same cards in both stores; return the table of the second."""
    bots, mirror = stores
    seats = tuple(SeatInfo(SeatKind.HUMAN, int(user), f"Person {user[-1]}") for user in PEOPLE)
    place, rules = (TableId(f"bench{number + 222}"), int(GUILD), int(channel.id), None), load_rules("italian")
    info = TableInfo(*place, int(ANA), Status.PLAYING, rules, len(seats), seats)
    deck = shuffled_deck(rules, rng)
    await _begin(info, deck, bots)
    return _Seats(await _begin(info, deck, mirror), channel)


async def _begin(info: TableInfo, deck: list[Card], matches: Matches) -> Table:
    await matches.create(info)
    table = await Table.open(info.match_id, matches)
    await table.deal(deck, 0, expected_version=0, action_id="deal")
    return table
