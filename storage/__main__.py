"""``python -m storage``: look after the database.

``check``, ``backup`` and ``export`` only read it, also while the bot runs; ``forget-user``,
``forget-server`` and ``rebuild-ratings`` need it alone.

Exit 0: done; 1: something is wrong with the database or what was asked of it; 2: usage.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import sqlite3
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from pydantic_settings import BaseSettings, SettingsConfigDict

from engine.progress import ProgressBar
from storage.backup import back_up, faults_of_file
from storage.connection import address_of
from storage.database import FILE_NAME, open_database, open_read_only
from storage.errors import MatchDamaged, StorageError
from storage.history import fault_of, record_of
from storage.matches import Matches
from storage.privacy import forget_person, forget_server
from storage.results import rebuild

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from engine.ports import MatchId
    from storage.database import Database

_WRONG, _USAGE = 1, 2
_ID_DIGITS = 20
"""Discord's numbers have fewer."""


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
    try:
        database = _Environment().canasta_data / FILE_NAME
        return int(arguments.run(database, arguments))
    except UnicodeDecodeError:
        return _fail(".env: this file cannot be read")
    except (StorageError, sqlite3.Error) as error:
        return _fail(str(error))
    except OSError as error:
        return _fail(f"{error.filename or 'output'}: {error.strerror}")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m storage", description="Look after the bot's database.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    command = commands.add_parser("check", help="replay every match and compare it with what is kept")
    command.set_defaults(run=lambda database, _: asyncio.run(_check(database)))

    command = commands.add_parser("backup", help="copy the database to a new file")
    command.add_argument("file", metavar="FILE", type=Path)
    command.set_defaults(run=lambda database, arguments: _backup(database, arguments.file))

    command = commands.add_parser("export", help="write the record of a match, its finished deals")
    command.add_argument("match", metavar="MATCH", help="its id, or GUILD/ID")
    command.set_defaults(run=lambda database, arguments: asyncio.run(_export(database, arguments.match)))

    command = commands.add_parser(
        "forget-user", help="take a person out of the database; the bot must not run"
    )
    command.add_argument("user", metavar="ID", type=_discord_id, help="the person's number on Discord")
    command.set_defaults(run=lambda database, arguments: asyncio.run(_forget_user(database, arguments.user)))

    command = commands.add_parser(
        "forget-server", help="delete everything of a Discord server; the bot must not run"
    )
    command.add_argument("server", metavar="ID", type=_discord_id, help="the server's number on Discord")
    command.set_defaults(
        run=lambda database, arguments: asyncio.run(_forget_server(database, arguments.server))
    )

    command = commands.add_parser(
        "rebuild-ratings", help="make the ratings anew from all results; the bot must not run"
    )
    command.set_defaults(run=lambda database, _: asyncio.run(_rebuild(database)))
    return parser


def _discord_id(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < _ID_DIGITS):
        raise argparse.ArgumentTypeError("must be a number that Discord gives")
    return int(text)


async def _check(path: Path) -> int:
    faults = commits = 0
    async with open_read_only(path) as database:
        for line in await database.run(faults_of_file):
            faults += 1
            print(line)
        matches = Matches(database)
        ids = await matches.all_ids()
        with ProgressBar(len(ids), sys.stderr) as bar:
            for number, match_id in enumerate(ids, 1):
                fault, entries = await _fault(matches, match_id)
                commits += entries
                if fault is not None:
                    faults += 1
                    print(f"match {_text(match_id)}: {fault}")
                bar.show(number)
    print(f"{len(ids)} matches, {commits} commits: {faults or 'no'} faults")
    return _WRONG if faults else 0


async def _fault(matches: Matches, match_id: MatchId) -> tuple[str | None, int]:
    """Return what is wrong with a match, if anything, and how many commits its log has."""
    try:
        history = await matches.history(match_id)
    except MatchDamaged as damage:
        return str(damage), 0
    return fault_of(history), len(history.entries)


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
        history = await matches.history(found[0])
        if (fault := fault_of(history)) is not None:
            return _fail(f"match {_text(history.id)}: {fault}")
        print(json.dumps(record_of(history)))
    return 0


@asynccontextmanager
async def _alone(path: Path) -> AsyncIterator[Database]:
    """Open the database for this process alone; none is made for this."""
    address_of(path, "rw")
    async with open_database(path) as database:
        yield database


async def _forget_user(path: Path, user_id: int) -> int:
    async with _alone(path) as database:
        rows = await forget_person(database, user_id)
    print(f"{rows} rows named {user_id} and do not any more; backups made before still do")
    return 0


async def _forget_server(path: Path, guild_id: int) -> int:
    async with _alone(path) as database:
        matches = await forget_server(database, guild_id)
    print(f"{matches} matches of server {guild_id} are deleted with their results; older backups have them")
    return 0


async def _rebuild(path: Path) -> int:
    async with _alone(path) as database:
        count = await database.run(rebuild)
    print(f"the ratings follow from {count} ranked matches")
    return 0


def _text(match_id: MatchId) -> str:
    return f"{match_id.guild_id}/{match_id.id}"


def _fail(line: str) -> int:
    print(" ".join(line.split()), file=sys.stderr)
    return _WRONG


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # end quietly with whoever reads the output
    sys.exit(main())
