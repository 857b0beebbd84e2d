"""Four people play a match to its end by what they see, while the bot is killed again and again."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.playground.ledger import check_match
from tests.playground.people import company
from tests.playground.players import Player, Scene, is_over, seeded
from tests.playground.running import checked_record, real_playground, refusals_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.people import Person
    from tests.playground.running import Playground

PEOPLE = ("Ana", "Bruno", "Carla", "Dario")
TARGET = 2000
"""Needs two deals or three."""
KILLS = 50
PLAYS_BETWEEN = (1, 3)
DELAYS = (0.02, 0.1, 0.4)
"""Seconds up to which a kill waits after a press: for its answer, then for the messages drawn afterwards."""
AGAIN = 0.1
"""How often the bot is killed once more while it starts."""
LONGEST_SECONDS = 900


@dataclass
class Killer:
    """Ends the bot by SIGKILL, each time at another instant, and starts it again.

    Before it comes back, the database it left is compared with what everybody was told.
    """

    playground: Playground
    scene: Scene
    rng: random.Random
    kills: int = 0

    async def run(self) -> None:
        """Kill: the first time while the match begins, then each time a few plays after the bot came back."""
        plays = 1
        while self.kills < KILLS:
            for _ in range(plays):
                self.scene.playing.clear()
                await self.scene.playing.wait()
            await self._strike()
            plays = self.rng.randint(*PLAYS_BETWEEN)

    async def _strike(self) -> None:
        await asyncio.sleep(self.rng.random() * self.rng.choice(DELAYS))
        await self._kill()
        await self.playground.bot("start")
        if self.rng.random() < AGAIN and self.kills < KILLS:
            await asyncio.sleep(self.rng.random())
            await self._kill()
            await self.playground.bot("start")
        await self.playground.until_online()
        self.scene.back.set()

    async def _kill(self) -> None:
        self.kills += 1
        self.scene.lose_bot()
        await self.playground.bot("kill")
        await check_match(self.scene.ledger, self.playground.data)


async def test_no_move_is_lost_or_doubled_when_the_bot_is_killed(tmp_path: Path) -> None:
    rng, scene = seeded(), Scene()
    async with (
        asyncio.timeout(LONGEST_SECONDS),
        real_playground(tmp_path) as playground,
        company(playground, PEOPLE) as people,
    ):
        await sit_down(people, rng)
        players = [Player(person, scene, random.Random(rng.random())) for person in people]
        killer = Killer(playground, scene, rng)
        async with asyncio.TaskGroup() as tasks:
            killing = tasks.create_task(killer.run())
            await players[0].begin()
            await asyncio.gather(*(player.play(is_over) for player in players))
            killing.cancel()
        assert killer.kills == KILLS
        await check_match(scene.ledger, playground.data)
        await press_everything(players[0])
        assert not playground.complaints()
        assert await refusals_of(playground) == []
        record = await checked_record(playground.data, scene.ledger.table)
        assert record["winner"] is not None


async def sit_down(people: list[Person], rng: random.Random) -> None:
    """Open a table as the first of the people, and have the others sit down anywhere."""
    await people[0].command("canasta", target=TARGET)
    for person in people[1:]:
        lobby = (await person.look())[-1]
        answer = await person.press(
            lobby, rng.choice([seat for seat in lobby.buttons if seat.label.startswith("Sit")])
        )
        assert person.name in answer.words


async def press_everything(player: Player) -> None:
    """Press every button that is left after a match but the one for another: each says something."""
    messages, pressed = {message.id for message in await player.look()}, set[tuple[str, str]]()
    while left := [
        (message, button)
        for message in await player.look()
        for button in message.buttons
        if message.id in messages and button.label != "Rematch" and (message.id, button.label) not in pressed
    ]:
        message, button = left[0]
        answer = await player.press(message, button)
        if answer.reached:
            pressed.add((message.id, button.label))
            assert answer.words, f"{button.label} says nothing"
