"""No table stands still for ever: whatever failed meanwhile, it goes on with nobody pressing anything."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.ui.ids import Press, Verb
from storage.database import FILE_NAME
from storage.errors import WriteFailed
from storage.matches import Matches
from storage.model import SeatKind, Status
from tests.positions import position

if TYPE_CHECKING:
    import logging
    from collections.abc import Callable

    from tests.bot.world import World

FOUR = ("Ana", "Bruno", "Carla", "Dario")
START = "draw: 7H 7D 7C 9S 9C KD KC 4S 5H QH; pile: 4D KH; stock: 6S 8D 9D 8C 8S JC JD QC QD TC"
COMPUTERS = START.replace("draw:", "seat: 1; draw:")
"""Bruno's seat is to play: a computer's where only Ana sits."""
DAMAGED_SETTINGS = (("language", "[" * 100_000), ("rules", "{broken"), ("channels", "7"), ("look", "[]"))
FULL = WriteFailed("the database failed: the disk is full")


async def broken(*_: object) -> None:
    raise FULL


def change(world: World, statement: str, *values: object) -> None:
    """Change the database of a bot that is not running."""
    with closing(sqlite3.connect(world.folder / FILE_NAME)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(statement, values)


async def stop(world: World) -> None:
    await world.bot.close()
    world.bot = world.new_bot()


@pytest.mark.parametrize("call", ["append", "save", "set_deadline"])
@pytest.mark.parametrize("clock", ["live", "relaxed"])
async def test_a_disk_that_was_full_for_a_while(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    logged_errors: list[logging.LogRecord],
    call: str,
    clock: str,
) -> None:
    """Nobody is there, so that at each deadline something is to be written."""
    await world.playing(*FOUR, position=position(START), clock=clock)
    time = world.table.info.pace.time
    assert time is not None
    with monkeypatch.context() as patched:
        patched.setattr(world.bot.desk.tables._matches, call, broken)  # type: ignore[union-attr]  # it has started
        await world.wait(time.total_seconds() * 2)
    before = world.table.table.version
    await world.wait(time.total_seconds() * 2)
    assert world.table.table.version >= before + 2
    assert all(error.exc_info is None for error in logged_errors)
    logged_errors.clear()


async def test_a_disk_that_is_full_at_the_deadline_of_somebody_who_left_the_server(
    world: World, monkeypatch: pytest.MonkeyPatch, logged_errors: list[logging.LogRecord]
) -> None:
    await world.playing(*FOUR, position=position(START), clock="live")
    await world.wait(31)
    world.env.guild.remove_member(world["Ana"])
    with monkeypatch.context() as patched:
        patched.setattr(world.bot.desk.tables._matches, "save", broken)  # type: ignore[union-attr]  # it has started
        await world.wait(40)
    await world.wait(15)
    assert world.table.info.seats[0].kind is SeatKind.COMPUTER
    assert world.table.to_act != 0
    logged_errors.clear()


async def test_a_seat_taken_back_while_the_computers_play_is_on_its_way_to_the_disk(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.playing("Ana", "Bruno", position=position(START))
    table, matches = world.table, world.bot.desk.tables._matches  # type: ignore[union-attr]  # it has started
    append, bruno = matches.append, 1

    async def slow(*arguments: Any) -> None:
        await append(*arguments)
        await world._sleep(1.0)

    await world.rig(position(COMPUTERS))
    monkeypatch.setattr(matches, "append", slow)
    assert table.to_act == bruno
    message = world.table_message()
    await message.forge("Bruno", Press(table.info.id, Verb.AWAY).custom_id)
    await world.wait(2)
    await message.forge("Bruno", Press(table.info.id, Verb.BACK).custom_id)
    version, _ = await matches.load(table.info.match_id)
    await world.wait(3)
    assert table.info.seats[bruno].kind is SeatKind.HUMAN
    assert table.table.version == version == (await matches.load(table.info.match_id))[0]


@pytest.fixture
def pondering(world: World) -> None:
    """Have computers think for three seconds."""
    flow = world.bot.desk.flow  # type: ignore[union-attr]  # it has started

    async def ponder(work: Callable[[], Any], /) -> Any:
        await world._sleep(3.0)
        return work()

    flow._ports = replace(flow._ports, off_loop=ponder)


@pytest.mark.usefixtures("pondering")
async def test_a_computer_that_thinks_plays_no_more_when_the_table_is_closed(world: World) -> None:
    await world.playing("Ana", position=position(COMPUTERS))
    table = world.table
    await world.wait(2)
    await world["Ana"].slash(world.channel, "end")
    version = table.table.version
    await world.wait(10)
    assert table.info.status is Status.ENDED
    assert table.table.version == version


@pytest.mark.usefixtures("pondering")
async def test_a_computer_that_thinks_plays_no_more_when_the_seat_is_taken_back(world: World) -> None:
    await world.playing("Ana", "Bruno", position=position(COMPUTERS))
    table, message = world.table, world.table_message()
    version = table.table.version
    await message.forge("Bruno", Press(table.info.id, Verb.AWAY).custom_id)
    await world.wait(2)
    await message.forge("Bruno", Press(table.info.id, Verb.BACK).custom_id)
    await world.wait(10)
    assert table.info.seats[1].kind is SeatKind.HUMAN
    assert table.table.version == version
    await message.forge("Bruno", Press(table.info.id, Verb.AWAY).custom_id)
    await world.wait(10)
    assert table.table.version > version


@pytest.mark.parametrize("call", ["resume", "pending_matches"])
async def test_a_read_that_fails_at_the_start(
    world: World, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    await world.playing("Ana")
    await world.rig(position(COMPUTERS))
    original, failures = getattr(Matches, call), [FULL, FULL]

    async def failing(*arguments: Any) -> Any:
        if failures:
            raise failures.pop()
        return await original(*arguments)

    monkeypatch.setattr(Matches, call, failing)
    await world.restart()
    await world.wait(60)
    assert not failures
    assert world.table.to_act == 0


@pytest.mark.parametrize("damage", [10**15, 10**18, -(10**15)])
async def test_a_deadline_that_is_none(world: World, damage: int) -> None:
    await world.playing(*FOUR, position=position(START), clock="live")
    version = world.table.table.version
    await stop(world)
    change(world, "UPDATE matches SET deadline = ?", damage)
    await world.env.restart_bot(world.bot)
    await world.wait(60)
    assert world.table.table.version > version


async def test_a_deadline_of_a_clock_that_was_ahead(world: World) -> None:
    await world.playing(*FOUR, position=position(START), clock="live")
    version = world.table.table.version
    await stop(world)
    change(world, "UPDATE matches SET deadline = deadline + ?", timedelta(days=3650).total_seconds())
    await world.env.restart_bot(world.bot)
    await world.wait(70)
    assert world.table.table.version > version


async def test_a_setting_that_cannot_be_read_is_passed_over(world: World) -> None:
    await world.playing("Ana")
    await stop(world)
    for table, person in (("guild_settings", world.env.guild.id), ("person_settings", world["Ana"].id)):
        for key, value in DAMAGED_SETTINGS:
            change(world, f"INSERT INTO {table} VALUES (?, ?, ?)", person, key, value)  # noqa: S608
    await world.env.restart_bot(world.bot)
    await world.wait(5)
    assert world.table.info.status is Status.PLAYING
    assert "Ana" in (await world.hand_by_command("Ana")).text
