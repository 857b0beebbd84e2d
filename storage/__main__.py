"""``python -m storage``: look after the database, which it only reads, also while the bot runs.

Exit 0: done; 1: something is wrong with the database or what was asked of it; 2: usage.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import sqlite3
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from pydantic_settings import BaseSettings, SettingsConfigDict

from storage.backup import back_up
from storage.database import FILE_NAME, open_read_only
from storage.errors import NoSuchMatch, StorageError
from storage.history import fault_of, record_of
from storage.matches import Matches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ports import MatchId
    from storage.database import Database

_WRONG, _USAGE = 1, 2


class _Environment(BaseSettings):
    """The one setting that matters here, from the environment or ``.env``."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore")

    canasta_data: Path = Path("data")


class _Parser(argparse.ArgumentParser):
    """A parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(_USAGE, f"{self.prog}: {message}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    arguments = _parser().parse_args(argv)
    database = _Environment().canasta_data / FILE_NAME
    try:
        return int(arguments.run(database, arguments))
    except (StorageError, sqlite3.Error) as error:
        return _fail(str(error))
    except OSError as error:
        return _fail(f"{error.filename or 'output'}: {error.strerror}")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m storage", description="Look after the bot's database, also while it runs."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    command = commands.add_parser("check", help="replay every match and compare it with what is kept")
    command.set_defaults(run=lambda database, _: asyncio.run(_check(database)))

    command = commands.add_parser("backup", help="copy the database to a new file")
    command.add_argument("file", metavar="FILE", type=Path)
    command.set_defaults(run=lambda database, arguments: _backup(database, arguments.file))

    command = commands.add_parser("export", help="write the record of a match, its finished deals")
    command.add_argument("match", metavar="MATCH", help="its id, or GUILD/ID")
    command.set_defaults(run=lambda database, arguments: asyncio.run(_export(database, arguments.match)))
    return parser


async def _check(path: Path) -> int:
    faults = matches_read = commits = 0
    async with open_read_only(path) as database:
        for line in await _file_faults(database):
            faults += 1
            print(line)
        matches = Matches(database)
        for match_id in await matches.all_ids():
            try:
                history = await matches.history(match_id)
            except NoSuchMatch:
                continue  # deleted meanwhile
            matches_read += 1
            commits += len(history.entries)
            fault = fault_of(history)
            if fault is not None:
                faults += 1
                print(f"match {_text(match_id)}: {fault}")
    print(f"{matches_read} matches, {commits} commits: {faults or 'no'} faults")
    return _WRONG if faults else 0


async def _file_faults(database: Database) -> list[str]:
    """Return what SQLite itself finds wrong with the file."""
    pages = await database.run(lambda connection: connection.execute_fetchall("PRAGMA integrity_check"))
    rows = await database.run(lambda connection: connection.execute_fetchall("PRAGMA foreign_key_check"))
    return [line for (line,) in pages if line != "ok"] + [
        f"a row of {table} has no match" for table, *_ in rows
    ]


def _backup(path: Path, target: Path) -> int:
    back_up(path, target)
    return 0


async def _export(path: Path, wanted: str) -> int:
    async with open_read_only(path) as database:
        matches = Matches(database)
        found = [match_id for match_id in await matches.all_ids() if wanted in (match_id.id, _text(match_id))]
        if len(found) > 1:
            return _fail(f"there are several matches {wanted}: {', '.join(map(_text, found))}")
        if not found:
            return _fail(f"there is no match {wanted}")
        print(json.dumps(record_of(await matches.history(found[0]))))
    return 0


def _text(match_id: MatchId) -> str:
    return f"{match_id.guild_id}/{match_id.id}"


def _fail(line: str) -> int:
    print(" ".join(line.split()), file=sys.stderr)
    return _WRONG


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # end quietly with whoever reads the output
    sys.exit(main())
