"""What was acknowledged is there after the process was killed."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from storage.database import open_database
from storage.matches import Matches
from tests.storage.databases import child_environment

if TYPE_CHECKING:
    from pathlib import Path

APPENDER = """
import asyncio, sys
from pathlib import Path
from engine.ports import CommitKind, LogEntry, MatchId
from storage.database import open_database
from storage.errors import MatchExists
from storage.matches import Matches
from tests.storage.matches import described

async def append_to(matches, match_id):
    try:
        await matches.create(described(match_id))
    except MatchExists:
        pass
    version, _ = await matches.load(match_id)
    for version in range(version + 1, version + 10_000):
        entry = LogEntry(version, f"a{version}", CommitKind.ACTION, 0, "{}")
        await matches.append(match_id, entry, f"after {version}")
        print(match_id.id, version, flush=True)

async def main():
    async with open_database(Path(sys.argv[1])) as database:
        matches = Matches(database)
        await asyncio.gather(*(append_to(matches, MatchId(1, f"m{number}")) for number in range(5)))

asyncio.run(main())
"""


def append_until_killed(path: Path, acknowledged: int) -> dict[str, int]:
    """Kill a process that appends to five matches after so many acknowledgments; return the last of each."""
    command = [sys.executable, "-c", APPENDER, str(path)]
    last: dict[str, int] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=child_environment()) as process:
        assert process.stdout
        for number, line in enumerate(process.stdout, 1):
            if line.endswith("\n"):
                match, version = line.split()
                last[match] = int(version)
            if number == acknowledged:
                process.kill()
    assert process.returncode == -9
    return last


@pytest.mark.parametrize("acknowledged", [1, 20, 500])
async def test_acknowledged_appends_survive_a_kill(tmp_path: Path, acknowledged: int) -> None:
    path = tmp_path / "c.sqlite3"
    for _ in range(2):
        last = append_until_killed(path, acknowledged)
        async with open_database(path) as database:
            matches = Matches(database)
            for match_id in await matches.all_ids():
                history = await matches.history(match_id)
                assert history.version >= last.get(match_id.id, 0)
                assert [entry.version for entry in history.entries] == list(range(1, history.version + 1))
                assert not history.version or history.snapshot == f"after {history.version}"
