"""Matches on a playground of their own, up to where the cards are there."""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from tests.playground.people import company
from tests.playground.players import Player, Scene, seeded
from tests.playground.running import real_playground

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.playground.running import Playground

_LONGEST_SECONDS = 400


@asynccontextmanager
async def begun(
    folder: Path, *names: str, bot: str = "hasty_bot", **options: Any
) -> AsyncIterator[tuple[Playground, list[Player]]]:
    """Have these people and computers begin a match; ``options`` are those of the command."""
    async with (
        asyncio.timeout(_LONGEST_SECONDS),
        real_playground(folder, bot=bot) as playground,
        company(playground, names) as people,
    ):
        assert (await people[0].command("canasta", **options)).ok
        for person in people[1:]:
            await person.press_label("Sit: side 2")
        await people[0].press_label("Fill up with computers")
        rng, scene = seeded(), Scene()
        players = [Player(person, scene, random.Random(rng.random())) for person in people]
        await players[0].begin()
        yield playground, players
