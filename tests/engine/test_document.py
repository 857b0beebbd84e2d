"""docs/engine.md: its examples run and print what it shows, and it names all that the formats hold.

A block of ``sh`` or ``python`` is run; a block of ``json`` or ``text`` is what the one before it prints, with
``…`` for what is left out and line breaks where they please.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest

from engine.__main__ import main
from engine.codec.encode import _EVENT_TYPES
from engine.codec.models import PositionInput, SideInput, TurnInput
from engine.commands import CHECKS, QUESTIONS
from engine.errors import Reason
from engine.players import PLAYERS
from engine.records import DealInput, FairInput, RecordInput

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs/engine.md").read_text("utf-8")
BLOCKS: list[tuple[str, str]] = re.findall(r"^```(\w+)\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
PYTHON = ".venv/bin/python"
ENGINE = f"{PYTHON} -m engine "
ONE_COMMAND = re.compile(rf"{ENGINE}(?P<arguments>[^\n]*?)( - <<END\n(?P<input>.*)END)?\n", re.DOTALL)


def agrees(shown: str, printed: str) -> bool:
    """Tell whether an answer is as the document shows it."""
    parts = ["".join(part.split()) for part in shown.split("…")]
    return re.fullmatch(".*".join(map(re.escape, parts)), "".join(printed.split())) is not None


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[[str, str], str]:
    """Run a block in the folder of all of them and return what it prints."""
    monkeypatch.chdir(tmp_path)
    variables: dict[str, Any] = {}

    def run(language: str, text: str) -> str:
        command = ONE_COMMAND.fullmatch(text)
        if language == "python":
            exec(text, variables)  # noqa: S102  # the document's own
        elif command is not None:
            file = given_input(command["input"], monkeypatch)
            assert main([*shlex.split(command["arguments"]), *file]) == 0
        else:
            run_script(text)
        return capfd.readouterr().out

    return run


def given_input(text: str | None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Make a here-document the standard input, and return the argument that says to read it."""
    if text is None:
        return []
    read = re.sub(r"\$\(cat (\S+)\)", lambda file: Path(file[1]).read_text("utf-8"), text)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(read.encode())))
    return ["-"]


def run_script(text: str) -> None:
    """Let a shell run a block; what goes to standard error is part of its answer."""
    script = "exec 2>&1\n" + text.replace(PYTHON, shlex.quote(sys.executable))
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run(["sh", "-ec", script], env=environment, check=True, timeout=60)  # noqa: S607  # the system's


def test_every_example_prints_what_the_document_shows(run: Callable[[str, str], str]) -> None:
    printed = ""
    with patch.dict(PLAYERS):
        for language, text in BLOCKS:
            if language in {"json", "text"}:
                assert agrees(text, printed), f"it prints {printed!r}, not {text}"
                printed = ""
            else:
                assert printed == "", f"the document does not show {printed!r}"
                printed = run(language, text)


def test_the_document_names_every_command_player_member_event_and_reason() -> None:
    models = (PositionInput, SideInput, TurnInput, RecordInput, DealInput, FairInput)
    members = {name for model in models for name in model.model_fields}
    words = {*QUESTIONS, *CHECKS, *PLAYERS, *members, *_EVENT_TYPES.values(), *(why.value for why in Reason)}
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", DOCUMENT))))
    assert words - named == set()


def test_the_questions_of_the_readme_can_be_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    readme = (ROOT / "README.md").read_text("utf-8")
    commands = re.findall(rf"^{ENGINE}((?:rules|apply|legal|view|score)\b[^#\n]*)", readme, re.MULTILINE)
    assert commands
    for command in commands:
        assert main(shlex.split(command)) == 0
        assert capsys.readouterr().err == ""
