"""``python -m tests.playground.soak [--kills 1000] [--tables 20]``: many tables, and a bot that is killed.

People and computers play at all tables at once; whenever a match is over, another one begins. The bot is
ended by SIGKILL again and again. After the last start every table goes on; then the logs are replayed and
compared with what everybody was told: nothing is lost, nothing is there twice.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shutil
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from engine.ports import MatchId
from storage.database import FILE_NAME, open_read_only
from storage.matches import Matches
from storage.model import TableId
from tests.playground.ledger import check_match
from tests.playground.loopback import ELENA, GUILD
from tests.playground.people import IDS, company
from tests.playground.players import Player, Scene, is_begun, is_over
from tests.playground.running import command, real_playground

if TYPE_CHECKING:
    from tests.playground.people import Button, Person, Seen
    from tests.playground.running import Playground

PEOPLE = tuple(IDS)
PER_HOST = 5
"""How many tables the bot lets a person open."""
TARGET = 5000
"""Points that end a match: some end in a run, few enough for the bot to be killed between two openings."""
MOST_PLAYS, MOST_SECONDS = 12, 10.0
"""Up to how many plays, or for how long, the bot lives between two kills, once it is online."""
MOMENT_SECONDS, NAP_SECONDS = 0.3, 0.02
DYING_AT_START, START_SECONDS = 0.5, 2.0
"""How often the bot is killed once more while it starts, and up to how long after it began to."""
STUCK_SECONDS = 120
REPORT_EVERY = 10


@dataclass
class Soak:
    """The matches of a run. A table is opened while ``opening`` is held, and nobody kills the bot then."""

    playground: Playground
    rng: random.Random
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    opened: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    now_played: dict[int, Scene] = field(default_factory=dict)
    played: list[Scene] = field(default_factory=list)
    kills: int = 0

    async def keep_playing(self, number: int) -> None:
        """Play one match after the other at one of the tables: two people, the others computers."""
        names = [PEOPLE[(number + place) % len(PEOPLE)] for place in range(2)]
        async with company(self.playground, names) as people:
            while True:
                async with self.opening:
                    scene = Scene(channel=await open_table(people), is_lenient=True)
                self.now_played[number] = scene
                self.opened.release()
                self.played.append(scene)
                players = [Player(person, scene, random.Random(self.rng.random())) for person in people]
                await asyncio.gather(*(player.play(is_over) for player in players))
                await check_match(scene.ledger, self.playground.data)

    async def kill(self, kills: int) -> None:
        """End the bot so many times, each time at another instant."""
        began, due = time.monotonic(), REPORT_EVERY
        while self.kills < kills:
            await self._some_plays()
            async with self.opening:
                await self._strike()
            if self.kills >= due or self.kills >= kills:
                due = self.kills + REPORT_EVERY
                report(f"{self.kills} kills in {time.monotonic() - began:.0f} s, {self.account()}")

    async def _some_plays(self) -> None:
        """Let the bot live until some plays were acknowledged, and a moment longer."""
        enough = self.plays() + self.rng.randint(0, MOST_PLAYS)
        until = time.monotonic() + MOST_SECONDS
        while self.plays() < enough and time.monotonic() < until:  # noqa: ASYNC110  # nobody tells of plays
            await asyncio.sleep(NAP_SECONDS)
        await asyncio.sleep(self.rng.uniform(0.0, MOMENT_SECONDS))

    async def _strike(self) -> None:
        """End the bot in play, and half the time once more while it starts; then let it come back."""
        for scene in self.now_played.values():
            scene.lose_bot()
        await self._kill()
        if self.rng.random() < DYING_AT_START:
            await asyncio.sleep(self.rng.uniform(0.0, START_SECONDS))
            await self._kill()
        await self.playground.until_online()
        for scene in self.now_played.values():
            scene.back.set()

    async def _kill(self) -> None:
        self.kills += 1
        await self.playground.bot("kill")
        await self.playground.bot("start")

    async def until_all_go_on(self) -> None:
        """Wait until at every table something has happened, or its match is over."""
        left = [(scene, await self._version(scene)) for scene in self.now_played.values()]
        for _ in range(STUCK_SECONDS):
            left = [(scene, version) for scene, version in left if not await self._went_on(scene, version)]
            if not left:
                return
            await asyncio.sleep(1.0)
        raise AssertionError("\n".join([await self._described(scene) for scene, _ in left]))

    async def _described(self, scene: Scene) -> str:
        """Say of a table that is stuck how it stands there, as everybody may see it."""
        seen = await self.playground.look("messages", user=ELENA, channel=scene.channel)
        return f"{scene.ledger.table} is stuck: {json.dumps(seen)}"

    async def _went_on(self, scene: Scene, version: int) -> bool:
        return scene not in self.now_played.values() or await self._version(scene) != version

    async def _version(self, scene: Scene) -> int:
        async with open_read_only(self.playground.data / FILE_NAME) as database:
            match_id = MatchId(int(GUILD), TableId(scene.ledger.table))
            return (await Matches(database).load(match_id))[0]

    def account(self) -> str:
        """Say how much was played."""
        late = sum(scene.unanswered for scene in self.played)
        return f"{len(self.played)} matches begun, {self.plays()} plays acknowledged, {late} answers too late"

    def plays(self) -> int:
        """Count what people were told that they played."""
        return sum(move.made is True for scene in self.played for move in scene.ledger.moves)


async def open_table(people: list[Person]) -> str:
    """Open a table, fill it up, and start. Return the thread where it is played."""
    host, *others = people
    before = await threads(host)
    while not (answer := await host.command("canasta", target=TARGET)).ok:
        report(f"{host.name} asks for a table again: {answer.error}")  # the machine is too busy to answer
    for person in others:
        await press(person, "Sit: side 2")
    await press(host, "Fill up with computers")
    await press(host, "Start")

    async def begun() -> str | None:
        new = await threads(host) - before
        return next(iter(new)) if new and is_begun(await host.look(next(iter(new)))) else None

    return await host.until(begun)


async def threads(person: Person) -> set[str]:
    """Return all threads."""
    world = await person.playground.look("world", user=person.id)
    return {channel["id"] for channel in world["channels"] if channel["parent_id"]}


async def press(person: Person, label: str) -> None:
    """Press the newest button of this label, as often as it is there and not answered in time."""
    found: tuple[Seen, Button] | None = await person.until(lambda: person.find(label))
    while found is not None and not (answer := await person.press(*found)).ok:
        report(f"{person.name} presses {label} again: {answer.error}")
        found = await person.find(label)


async def soak(folder: Path, kills: int, tables: int, seed: int) -> None:
    """Play, kill, and hold that nothing came of it."""
    async with real_playground(folder, bot="hasty_bot") as playground:
        run = Soak(playground, random.Random(seed))
        async with asyncio.TaskGroup() as tasks:
            playing = [tasks.create_task(run.keep_playing(number)) for number in range(tables)]
            for _ in range(tables):
                await run.opened.acquire()
            report(f"{tables} tables are open")
            await run.kill(kills)
            await run.until_all_go_on()
            report("every table went on after the last start")
            for task in playing:
                task.cancel()
        await playground.bot("terminate")
        for scene in run.played:
            await check_match(scene.ledger, playground.data)
        status, said = await command("storage", "check", data=playground.data)
        assert status == 0, said
        assert not (complaints := playground.complaints()), "\n".join(complaints)
    report(f"{run.kills} kills, {run.account()}: none lost, none doubled, none stuck")


def report(words: str) -> None:
    """Tell how far it is."""
    print(words, flush=True)  # noqa: T201


def main() -> None:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.playground.soak", description=soak.__doc__)
    parser.add_argument("--kills", type=int, default=1000, help="how often the bot is killed")
    parser.add_argument("--tables", type=int, default=20, choices=range(1, PER_HOST * len(PEOPLE) + 1))
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    asked = parser.parse_args()
    report(f"seed {asked.seed}")
    folder = Path(tempfile.mkdtemp())
    report(f"what is written lies in {folder}, and stays there if something is wrong")
    asyncio.run(soak(folder, asked.kills, asked.tables, asked.seed))
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
