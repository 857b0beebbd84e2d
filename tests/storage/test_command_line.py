"""``python -m storage``: reads beside the bot, and complains in one line."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from engine.ports import MatchId
from engine.verify import verify
from storage.__main__ import main
from storage.database import FILE_NAME, open_database
from storage.matches import Matches
from tests.storage.databases import child_environment
from tests.storage.matches import described, play

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fill a data folder with two matches of one guild and one of another; return the folder."""
    folder = tmp_path_factory.mktemp("filled") / "data"
    asyncio.run(fill(folder / FILE_NAME))
    return folder


@pytest.fixture
def data(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder of the test's own with these matches."""
    folder = tmp_path / "data"
    monkeypatch.setenv("CANASTA_DATA", str(folder))
    monkeypatch.chdir(tmp_path)
    shutil.copytree(filled, folder)
    return folder


async def fill(path: Path) -> None:
    async with open_database(path) as database:
        matches = Matches(database)
        for match_id in (MatchId(1, "first"), MatchId(1, "second"), MatchId(2, "second")):
            await matches.create(described(match_id))
        await play(matches, match_id=MatchId(1, "first"))


def change(data: Path, statement: str) -> None:
    with closing(sqlite3.connect(data / FILE_NAME)) as connection, connection:
        connection.execute(statement)


def fails(capsys: pytest.CaptureFixture[str], line: str, *argv: str) -> None:
    assert main(argv) == 1
    assert capsys.readouterr() == ("", f"{line}\n")


# check


def test_check_reads_every_match(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0
    with closing(sqlite3.connect(data / FILE_NAME)) as connection:
        ((commits,),) = connection.execute("SELECT count(*) FROM log")
    assert capsys.readouterr().out == f"3 matches, {commits} commits: no faults\n"


def test_check_names_each_fault(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(data, "UPDATE matches SET snapshot = '{}' WHERE match_id = 'first'")
    change(data, "DELETE FROM seats WHERE guild_id = 2")
    change(data, "INSERT INTO seats VALUES (9, 'gone', 0, 'empty', NULL, '', 0)")
    assert main(["check"]) == 1
    *faults, _ = capsys.readouterr().out.splitlines()
    assert faults == [
        "a row of seats has no match",
        "match 1/first: the snapshot cannot be read",
        "match 2/second: it has 0 seats for 4 players",
    ]


# backup


def test_a_backup_holds_everything_and_is_private(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite3"
    assert main(["backup", str(target)]) == 0
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with closing(sqlite3.connect(data / FILE_NAME)) as one, closing(sqlite3.connect(target)) as other:
        assert list(one.iterdump()) == list(other.iterdump())


def test_a_backup_never_overwrites(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = data / "precious"
    target.write_text("precious")
    fails(capsys, f"{target} exists; a backup never overwrites", "backup", str(target))
    assert target.read_text() == "precious"


def test_a_backup_that_fails_leaves_no_file(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / FILE_NAME).write_bytes(b"no database" * 1000)
    fails(capsys, "the backup failed: file is not a database", "backup", str(data / "copy"))
    assert not (data / "copy").exists()
    missing = data / "no folder" / "copy"
    fails(capsys, f"there is no folder {missing.parent}", "backup", str(missing))


# export


def test_an_export_is_a_record_that_verifies(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("first", "1/first"):
        assert main(["export", name]) == 0
        record = capsys.readouterr().out
        assert verify([record.encode()])["deals"] == 1
    assert json.loads(record)["seats"][0] == "Ada"
    assert data.is_dir()


@pytest.mark.usefixtures("data")
def test_a_match_of_that_name_must_be_one(capsys: pytest.CaptureFixture[str]) -> None:
    fails(capsys, "there is no match third", "export", "third")
    fails(capsys, "there are several matches second: 1/second, 2/second", "export", "second")
    assert main(["export", "2/second"]) == 0


# Whatever is asked


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matches SET snapshot = '{}'",
        "UPDATE matches SET snapshot = 'no json'",
        "UPDATE matches SET snapshot = replace(hex(zeroblob(50000)), '0', '[')",
        "UPDATE log SET payload = replace(hex(zeroblob(50000)), '0', '[')",
        "UPDATE matches SET rule_values = '[]'",
        "UPDATE log SET payload = '{}'",
        "UPDATE log SET payload = 'no json'",
        "UPDATE log SET version = version + 1000",
        "DELETE FROM log WHERE version = 1",
        "DELETE FROM seats",
    ],
)
def test_a_damaged_match_is_not_exported(data: Path, capsys: pytest.CaptureFixture[str], damage: str) -> None:
    change(data, damage)
    assert main(["export", "first"]) == 1
    said = capsys.readouterr()
    assert not said.out
    assert len(said.err.splitlines()) == 1


@pytest.mark.parametrize(
    "argv",
    [
        (),
        ("repair",),
        ("check", "all"),
        ("backup",),
        ("export", "a", "b"),
        ("forget-user", "Ada"),
        ("forget-user", "-1"),
        ("forget-user", "99999999999999999999999"),
        ("forget-server",),
        ("forget-server", "-7"),
    ],
)
def test_a_wrong_command_line_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], argv: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as ending:
        main(argv)
    out, err = capsys.readouterr()
    assert (ending.value.code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("python -m storage")


def test_settings_that_are_no_text_are_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_bytes(b"CANASTA_DATA=\xff")
    fails(capsys, ".env: this file cannot be read", "check")


@pytest.mark.parametrize(
    "argv",
    [
        ("check",),
        ("backup", "copy"),
        ("export", "first"),
        ("forget-user", "1"),
        ("forget-server", "1"),
        ("rebuild-ratings",),
    ],
)
def test_without_a_database_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], argv: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CANASTA_DATA", raising=False)
    (tmp_path / ".env").write_text("CANASTA_DATA=elsewhere\nCANASTA_OTHER=1\n")
    fails(capsys, "there is no database at elsewhere/canasta.sqlite3", *argv)
    assert [path.name for path in tmp_path.iterdir()] == [".env"]


def test_a_file_that_is_no_database_is_named(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = data / FILE_NAME
    path.write_bytes(b"no database" * 1000)
    fails(capsys, f"{path}: file is not a database", "check")


# forget-user, forget-server


def test_a_person_is_forgotten(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forget-user", "100"]) == 0
    line = "6 rows named 100 and do not any more; backups made before still do\n"
    assert capsys.readouterr() == (line, "")
    with closing(sqlite3.connect(data / FILE_NAME)) as connection:
        assert "Ada" not in "".join(connection.iterdump())
    assert main(["check"]) == 0


@pytest.mark.usefixtures("data")
def test_a_server_is_forgotten_and_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forget-server", "1"]) == 0
    line = "2 matches of server 1 are deleted with their results; older backups have them\n"
    assert capsys.readouterr() == (line, "")
    assert main(["check"]) == 0
    assert capsys.readouterr().out.startswith("1 matches, ")


@pytest.mark.parametrize("command", ["forget-user", "forget-server"])
def test_nothing_is_forgotten_while_the_bot_runs(
    data: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    async def beside() -> int:
        async with open_database(data / FILE_NAME):
            return await asyncio.to_thread(main, [command, "7"])

    assert asyncio.run(beside()) == 1
    assert f"{FILE_NAME} is in use by process {os.getpid()} on " in capsys.readouterr().err


def test_check_passes_over_logs_that_were_dropped_and_export_says_so(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(data, "UPDATE matches SET status = 'finished', log_dropped_at = 1 WHERE match_id = 'first'")
    change(data, "DELETE FROM log")
    assert main(["check"]) == 0
    assert capsys.readouterr().out == "3 matches, 0 commits: no faults\n"
    fails(capsys, "the log of match first was kept no longer; only its result is there", "export", "first")


def test_check_shows_its_progress_at_a_terminal(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["check"]) == 0
    assert data.is_dir()
    *bars, wiped = [text for text in capsys.readouterr().err.split("\r") if text]
    assert [bar.partition("] ")[2] for bar in bars] == ["0/3", "1/3", "2/3", "3/3"]
    assert wiped == "\x1b[K"


def test_commands_run_beside_the_bot(data: Path) -> None:
    async def beside() -> list[tuple[int | None, bytes]]:
        async with open_database(data / FILE_NAME):
            commands = [("check",), ("backup", str(data / "copy")), ("export", "first")]
            return [await run(*command) for command in commands]

    async def run(*command: str) -> tuple[int | None, bytes]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "storage", *command),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=child_environment(),
        )
        _, errors = await process.communicate()
        return process.returncode, errors

    assert asyncio.run(beside()) == [(0, b"")] * 3
