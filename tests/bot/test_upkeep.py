"""The day's backup, and what is kept no longer, without anybody asking."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.ports import MatchId
from storage.errors import StorageError
from storage.model import Status

if TYPE_CHECKING:
    import logging
    from pathlib import Path

    import pytest

    from tests.bot.world import World

DAY = 24 * 3600.0


def backups(world: World) -> list[Path]:
    return sorted((world.folder / "backups").glob("*"))


async def test_a_backup_is_made_soon_and_then_each_day(world: World) -> None:
    assert backups(world) == []
    for days in (1, 2):
        await world.wait(90 if days == 1 else DAY)
        assert len(backups(world)) == days
    await world.restart()
    await world.wait(90)
    assert len(backups(world)) == 2


async def test_a_backup_that_fails_is_told_and_tried_again(
    world: World, logged_errors: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StorageError("the backup failed: the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("bot.upkeep.back_up_daily", fail)
        await world.wait(90)
    assert [error.getMessage() for error in logged_errors] == [
        "the daily upkeep failed and is tried again in an hour: the backup failed: the disk is full"
    ]
    logged_errors.clear()
    await world.wait(3600)
    assert len(backups(world)) == 1


async def test_upkeep_goes_on_after_what_nobody_expected(
    world: World, logged_errors: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("bot.upkeep.back_up_daily", lambda *_: 1 // 0)
        await world.wait(90)
    assert [error.getMessage() for error in logged_errors] == ["background task upkeep failed"]
    logged_errors.clear()
    await world.wait(3600)
    assert len(backups(world)) == 1


async def test_the_moves_of_a_match_go_ninety_days_after_its_end(world: World) -> None:
    await world.playing("Ana", "Bruno", "Carla", "Dario")
    info = world.table.info
    assert world.bot.desk is not None
    matches = world.bot.desk.tables._matches
    match_id = MatchId(info.guild_id, info.id)
    await world.bot.desk.tables.change(world.table, lambda old: replace(old, status=Status.ENDED))
    await world.wait(90)
    assert not (await matches.history(match_id)).log_dropped
    await matches._database.run(
        lambda connection: connection.execute("UPDATE matches SET updated_at = updated_at - ?", (90 * DAY,))
    )
    await world.wait(DAY)
    assert (await matches.history(match_id)).log_dropped
