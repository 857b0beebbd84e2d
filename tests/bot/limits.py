"""``python -m tests.bot.limits [ACTIONS]``: many tables in a hurry, and no call that Discord refuses.

The limits are those of the playground. discord.py waits where it knows of one; here nobody waits, so that
what is counted is what the bot itself would ask for.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from bot.ui.ids import Press, Verb, action_code
from engine.players import PLAYERS
from playground.ratelimits import RateLimits
from tests.bot.world import PEOPLE, Message, World

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.tables import OpenTable

SEED = 1
ACTIONS = 10_000
TABLES = 12
SECONDS = 1.0
"""From one press to the next at each table."""
_ID = re.compile(r"_id\}")


@dataclass
class Limits:
    """Counts the bot's calls as Discord would; ``refused`` is how often each route was one call too many."""

    world: World
    calls: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Count from now on."""
        self._limits = RateLimits(lambda: self.world.env.now().timestamp())
        for transport in (FakeHTTPClient, FakeWebhookAdapter):
            monkeypatch.setattr(transport, "request", self._counting(transport.request))

    def _counting(self, original: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def request(transport: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
            self._count(route)
            return await original(transport, route, *args, **kwargs)

        return request

    def _count(self, route: Any) -> None:
        name = f"{route.method} {_ID.sub('}', route.path)}"
        self.calls[name] += 1
        if route.path.startswith("/interactions"):
            return  # answers are not counted at all
        if route.webhook_token is not None:
            _, refusal = self._limits.count_by_token(name, route.webhook_token)
        else:
            _, refusal = self._limits.count(name, f"{route.channel_id or ''}/{route.guild_id or ''}")
        self.refused[name] += refusal is not None


@dataclass
class Rush:
    """People at several tables, two at each, who press as soon as a second has passed."""

    world: World
    rng: Random
    opened: int = 0
    actions: int = 0
    hands: dict[tuple[str, str], Message] = field(default_factory=dict)

    async def play(self, actions: int, tables: int) -> None:
        """Play until there were so many actions, those of the computers among them."""
        desk = self.world.bot.desk
        assert desk is not None
        while True:
            known = {table: table.table.version for table in desk.tables.known()}
            for _ in range(tables - len(known)):
                await self._open()
            for table in known:
                await self._press(table)
            await self.world.wait(SECONDS)
            self.actions += sum(table.table.version - version for table, version in known.items())
            if self.actions >= actions:
                return

    async def _open(self) -> None:
        host, guest = (PEOPLE[(self.opened + place) % len(PEOPLE)] for place in range(2))
        self.opened += 1
        lobby = await self.world.lobby(host)
        await lobby.press(guest, "Sit: side 2")
        await lobby.press(host, "Fill up with computers")
        await lobby.press(host, "Start")

    async def _press(self, table: OpenTable) -> None:
        """Have the person whose action is awaited make a play, if it is a person's."""
        if table.awaited is None or table.info.message_id is None:
            return
        seat, user_id = table.awaited
        name = next(name for name in PEOPLE if self.world[name].id == user_id)
        if (table.info.id, name) not in self.hands:
            message = Message(self.world, self.world._channel(table.info.channel_id), table.info.message_id)
            self.hands[table.info.id, name] = await message.press_new(name, "My hand")
        if table.to_act == seat:
            action = PLAYERS["greedy"](table.table.view(seat), self.rng)
            press = Press(table.info.id, Verb.PLAY, table.table.version, action_code(action))
            await self.hands[table.info.id, name].forge(name, press.custom_id)


async def rush(folder: Path, actions: int, tables: int = TABLES) -> Limits:
    """Play so many actions, and return what was counted."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        world = World(folder, SEED, monkeypatch)
        limits = Limits(world)
        await world.start()
        limits.install(monkeypatch)
        try:
            await Rush(world, Random(SEED)).play(actions, tables)
        finally:
            await world.stop()
    return limits


def main(actions: int) -> None:
    """Print what was counted; end with status 1 if any call was one too many."""
    with tempfile.TemporaryDirectory() as folder:
        limits = asyncio.run(rush(Path(folder), actions))
    for name, number in sorted(limits.calls.items()):
        print(f"{number:>8} {limits.refused[name]:>8} too many  {name}")  # noqa: T201
    sys.exit(bool(limits.refused.total()))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ACTIONS)
