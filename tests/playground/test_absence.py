"""A table with a clock whose people all went away, while the bot is killed again and again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from storage.model import SeatKind
from tests.playground.ledger import sound_history
from tests.playground.matches import begun
from tests.playground.players import deck_of, is_begun
from tests.playground.running import refusals_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from storage.model import History
    from tests.playground.people import Seen
    from tests.playground.running import Playground

PEOPLE = ("Ana", "Bruno")
NAP_SECONDS = 0.1


async def test_a_table_that_everybody_left_goes_on_however_often_the_bot_is_killed(tmp_path: Path) -> None:
    async with begun(tmp_path, *PEOPLE, bot="brisk_bot", clock="live") as (playground, players):
        await asyncio.gather(*(player.play(is_dealt) for player in players))
        table = players[0].scene.ledger.table
        for is_time in (in_a_turn, after_a_missed_turn, after_a_seat_was_taken):
            await until(is_time, table, playground)
            await playground.bot("restart")
        await until(nobody_is_left, table, playground)
        played = len((await sound_history(table, playground.data)).entries)
        await until(lambda history: len(history.entries) > played, table, playground)
        assert not playground.complaints()
        assert await refusals_of(playground) == []


def is_dealt(seen: list[Seen]) -> bool:
    """Tell whether the deck is cut."""
    return is_begun(seen) and deck_of(seen) is None


def in_a_turn(_: History) -> bool:
    """At once: the clock of the first turn runs, or a computer plays."""
    return True


def after_a_missed_turn(history: History) -> bool:
    """Tell whether a person's time was up."""
    return any(seat.missed for seat in history.seats) or after_a_seat_was_taken(history)


def after_a_seat_was_taken(history: History) -> bool:
    """Tell whether the computer sits in for somebody."""
    return people_left(history) < len(PEOPLE)


def nobody_is_left(history: History) -> bool:
    """Tell whether the computer sits in for everybody."""
    return people_left(history) == 0


def people_left(history: History) -> int:
    """Count the seats of people."""
    return sum(seat.kind is SeatKind.HUMAN for seat in history.seats)


async def until(is_time: Callable[[History], bool], table: str, playground: Playground) -> None:
    """Wait until the database says that it is time."""
    while not is_time(await sound_history(table, playground.data)):  # noqa: ASYNC110  # nobody tells of it
        await asyncio.sleep(NAP_SECONDS)
