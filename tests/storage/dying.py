"""``python -m tests.storage.dying SCENARIO FOLDER``: die by SIGKILL at each moment in turn.

Each try has a folder of its own in FOLDER, named by the number of the moment at which it died; the last try
outlived its scenario. What a try was told is done stands in its file ``told``.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Any

from engine.ports import CommitKind, LogEntry
from storage.backup import back_up_daily
from storage.database import FILE_NAME, open_database
from storage.matches import Matches
from tests.storage.matches import MATCH
from tests.storage.test_backup import TODAY


async def _append(folder: Path) -> None:
    async with open_database(folder / FILE_NAME) as database:
        matches = Matches(database)
        version, _ = await matches.load(MATCH)
        for number in range(version + 1, version + 3):
            entry = LogEntry(number, f"a{number}", CommitKind.ACTION, 0, "{}")
            await matches.append(MATCH, entry, f"after {number}")
            _tell(folder, str(number))


async def _migrate(folder: Path) -> None:
    async with open_database(folder / FILE_NAME):
        _tell(folder, "migrated")


async def _back_up(folder: Path) -> None:
    made = back_up_daily(folder / FILE_NAME, TODAY)
    assert made is not None
    _tell(folder, made.name)


_SCENARIOS = {"append": _append, "migrate": _migrate, "back up": _back_up}
_CHANGES = ("open", "os.mkdir", "os.remove", "os.rename")


def _tell(folder: Path, word: str) -> None:
    with (folder / "told").open("a") as told:
        told.write(f"{word}\n")


def _die_at(moment: int, folder: Path) -> None:
    """From now on count the moments, from 0: each statement, and each change of a file in the folder."""
    connect, count = sqlite3.connect, itertools.count()

    def pass_moment(_statement: str = "") -> None:
        if next(count) == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    def connected(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection = connect(*arguments, **options)
        connection.set_trace_callback(pass_moment)
        return connection

    def audit(event: str, arguments: tuple[Any, ...]) -> None:
        if event in _CHANGES and str(arguments[0]).startswith(str(folder)):
            pass_moment()

    sqlite3.connect = connected  # type: ignore[misc, assignment]
    sys.addaudithook(audit)


def main(scenario: str, folder: Path) -> None:
    for moment in itertools.count():
        own = folder / str(moment)
        own.mkdir()
        shutil.copy(folder / FILE_NAME, own / FILE_NAME)
        child = os.fork()
        if child == 0:
            _die_at(moment, own)
            asyncio.run(_SCENARIOS[scenario](own))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status):
            sys.exit(os.WEXITSTATUS(status))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
