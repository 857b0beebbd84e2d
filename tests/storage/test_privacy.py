"""A person who is forgotten is named nowhere, and everybody else finds everything as it was."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.ports import MatchId
from storage.database import open_database
from storage.matches import Matches
from storage.model import SeatInfo, SeatKind, Status
from storage.privacy import FORGOTTEN, forget_person, forget_server
from storage.settings import Settings
from tests.storage.matches import SEATS, described
from tests.storage.results import End, finish

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from storage.database import Database

ADA, BEN = 100, 101


@pytest.fixture
async def database() -> AsyncIterator[Database]:
    """Make matches of every status in which Ada, who hosts them, and Ben sit; and their settings."""
    async with open_database(None) as database:
        matches, settings = Matches(database), Settings(database)
        for status in Status:
            for guild in (1, 2):
                match_id = MatchId(guild, status)
                await matches.create(replace(described(match_id, status=status), channel_id=5))
        for person in (ADA, BEN):
            await settings.set_for_person(person, "sort", "suit")
        yield database


async def test_no_cell_names_the_person(database: Database) -> None:
    tables = await database.read("SELECT name FROM sqlite_master WHERE type = 'table'")
    assert await forget_person(database, ADA) == 8 + 8 + 1
    for (table,) in tables:
        cells = [cell for row in await database.read(f"SELECT * FROM {table}") for cell in row]  # noqa: S608
        assert ADA not in cells
        assert not [cell for cell in cells if isinstance(cell, str) and "Ada" in cell]
    assert await forget_person(database, ADA) == 0


async def test_an_open_seat_is_free_or_the_computers_and_a_result_is_somebodys(database: Database) -> None:
    await forget_person(database, ADA)
    matches = Matches(database)
    seats = {status: (await matches.resume(MatchId(1, status))).info.seats for status in Status}
    assert seats[Status.LOBBY][0] == SeatInfo(SeatKind.EMPTY)
    assert seats[Status.PLAYING][0] == SeatInfo(SeatKind.COMPUTER, None, FORGOTTEN)
    (finished, ended) = (seats[status][0] for status in (Status.FINISHED, Status.ENDED))
    assert finished == ended
    assert (finished.kind, finished.name) == (SeatKind.HUMAN, FORGOTTEN)
    assert finished.user_id is not None
    assert finished.user_id < 0


async def test_others_are_untouched_and_take_over_as_host(database: Database) -> None:
    await forget_person(database, ADA)
    matches = Matches(database)
    for status in Status:
        info = (await matches.resume(MatchId(2, status))).info
        assert info.seats[1:] == SEATS[1:]
        assert info.host_id == BEN
    assert await Settings(database).of_person(BEN) == {"sort": "suit"}


async def test_a_table_without_others_has_nobody_as_host(database: Database) -> None:
    await forget_person(database, BEN)
    await forget_person(database, ADA)
    assert (await Matches(database).resume(MatchId(1, Status.PLAYING))).info.host_id < 0


async def test_of_a_server_nothing_is_left_and_others_lose_nothing(database: Database) -> None:
    matches, settings = Matches(database), Settings(database)
    for guild in (1, 2):
        await finish(matches, MatchId(guild, "ranked"), End((ADA, BEN, 102, 103)))
        await settings.set_for_guild(guild, "look", "text")
    kept = await rows(database, "WHERE guild_id = 2")
    assert await forget_server(database, 1) == len(Status) + 1
    assert set((await rows(database, "WHERE guild_id = 1")).values()) == {0}
    assert await rows(database, "WHERE guild_id = 2") == kept
    assert await database.read("SELECT count(*) FROM result_seats") == [(4,)]
    assert await settings.of_person(ADA) == {"sort": "suit"}
    assert await forget_server(database, 1) == 0


async def rows(database: Database, which: str) -> dict[str, int]:
    """Count the rows of each table that has a server."""
    found = await database.read(
        "SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c "
        "WHERE m.type = 'table' AND c.name = 'guild_id'"
    )
    counted = {table: await database.read(f"SELECT count(*) FROM {table} {which}") for (table,) in found}  # noqa: S608
    return {table: count for table, ((count,),) in counted.items()}
