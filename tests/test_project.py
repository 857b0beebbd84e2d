"""The project's own files agree with each other, and `make` does what it says."""

from __future__ import annotations

import ast
import gettext
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot.config import Settings

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
PACKAGES: list[str] = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def pins(lock: Path) -> dict[str, list[str]]:
    """Map each package of a lock to its lines: one ``name==version ; marker`` and its hashes."""
    entries = re.split(r"\n(?! )", lock.read_text().replace("\\\n", "\n").strip())
    return {re.split(r"[=\s]", entry)[0]: [line.strip() for line in entry.split("\n")] for entry in entries}


def package_name(requirement: str) -> str:
    """Return the normal form of a requirement's name."""
    return re.sub(r"[-_.]+", "-", re.split(r"[<>=!~;\[\s]", requirement)[0]).lower()


def group_names(group: str) -> set[str]:
    """Return the packages that a dependency group asks for, groups within it included."""
    names: set[str] = set()
    for item in PROJECT["dependency-groups"][group]:
        names |= group_names(item["include-group"]) if isinstance(item, dict) else {package_name(item)}
    return names


# Locks


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_a_lock_names_exact_releases_by_hash_and_no_address(lock: Path) -> None:
    assert "://" not in lock.read_text()
    for first, *hashes in pins(lock).values():
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+( ; .+)?", first)
        assert hashes
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", line) for line in hashes)


def test_locks_hold_what_the_project_asks_for() -> None:
    asked = {group: group_names(group) for group in ("build", "dev", "browser", "bench")}
    asked["runtime"] = {package_name(requirement) for requirement in PROJECT["project"]["dependencies"]}
    asked["dev"] |= asked["runtime"] | asked["build"]
    assert {lock.stem for lock in LOCKS} == set(asked)
    for lock in LOCKS:
        assert asked[lock.stem] <= set(pins(lock))


def test_locks_agree_since_they_are_installed_into_one_place() -> None:
    releases: dict[str, set[str]] = {}
    for lock in LOCKS:
        for name, (first, *_) in pins(lock).items():
            releases.setdefault(name, set()).add(first)
    assert {name: found for name, found in releases.items() if len(found) > 1} == {}


# Documents


def test_the_newest_change_is_this_version() -> None:
    heading = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert heading is not None
    assert heading[1] == PROJECT["project"]["version"]


def test_the_example_settings_are_the_settings_with_their_defaults() -> None:
    shown = dict(re.findall(r"^#([A-Z_]+)=(.*)$", (ROOT / ".env.example").read_text(), re.MULTILINE))
    defaults = {name.upper(): field.default for name, field in Settings.model_fields.items()}
    assert shown.keys() == defaults.keys()
    for name, default in defaults.items():
        assert default is None or shown[name] == str(default)


def test_links_between_documents_lead_somewhere() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    broken = [
        f"{document.relative_to(ROOT)}: {target}"
        for document in documents
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text())
        if "://" not in target and not (document.parent / target).exists()
    ]
    assert broken == []


def test_files_that_documents_name_are_there() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    folders = "|".join([*PACKAGES, "bench", "deploy", "docs", "requirements", "tests"])
    file_or_folder = re.compile(rf"`((?:{folders})/(?:[a-z0-9_./-]+\.[a-z]+|[a-z0-9_./-]+/))`")
    missing = [
        f"{document.relative_to(ROOT)}: {name}"
        for document in documents
        for name in file_or_folder.findall(document.read_text())
        if not (ROOT / name).exists()
    ]
    assert missing == []


def test_no_python_file_is_too_long_to_read_at_a_sitting() -> None:
    sources = [source for folder in (*PACKAGES, "tests") for source in (ROOT / folder).rglob("*.py")]
    lengths = {str(source.relative_to(ROOT)): len(source.read_text().splitlines()) for source in sources}
    assert {name: length for name, length in lengths.items() if length > 400} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_what_each_of_its_modules_is_for(package: str) -> None:
    described = ast.get_docstring(ast.parse((ROOT / package / "__init__.py").read_text())) or ""
    named = set(re.findall(r"`(\w+)`", described))
    modules = {
        path.stem
        for path in (ROOT / package).iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert named == modules - {"__init__"}


def test_the_image_is_built_from_what_the_package_needs() -> None:
    admitted = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    project = PROJECT["project"]
    needed = {*PACKAGES, "requirements", "pyproject.toml", project["readme"], *project["license-files"]}
    assert needed <= set(admitted)
    assert {".env", "data"}.isdisjoint(admitted)


# Make


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder with nothing but the Makefile."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    return tmp_path


def write_script(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def make(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run make as a person would: nothing of an outer make or of this computer's token comes through."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("DISCORD_") and "MAKE" not in name and name != "MFLAGS"
    }
    return subprocess.run(
        ["make", "--silent", *arguments],  # noqa: S607  # the make of this computer is the one meant
        cwd=folder,
        env=inherited | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("dotenv", "environment", "started"),
    [
        pytest.param(None, {}, "playground", id="nothing"),
        pytest.param(None, {"DISCORD_TOKEN": "t"}, "bot", id="environment"),
        pytest.param("DISCORD_TOKEN=t\n", {}, "bot", id="file"),
        pytest.param("export DISCORD_TOKEN = 't'  # mine\n", {}, "bot", id="file, as one may write it"),
        pytest.param("DISCORD_TOKEN=\n", {}, "playground", id="file, not filled in"),
        pytest.param("#DISCORD_TOKEN=t\n", {}, "playground", id="file, commented out"),
        pytest.param("DISCORD_TOKEN=t\n", {"DISCORD_TOKEN": ""}, "bot", id="file, variable empty"),
        pytest.param("", {"DISCORD_TOKEN": ""}, "playground", id="both empty"),
    ],
)
def test_make_run_starts_the_bot_where_there_is_a_token(
    checkout: Path, dotenv: str | None, environment: dict[str, str], started: str
) -> None:
    python = f'if [ "$1" = -c ]; then exec {sys.executable} "$@"; else echo "ran $*"; fi'
    write_script(checkout / ".venv/bin/python", python)
    if dotenv is not None:
        (checkout / ".env").write_text(dotenv)
    done = make(checkout, "--old-file=.venv/.runtime", "run", **environment)
    first, ran = done.stdout.splitlines()
    assert ran == f"ran -m {started}"
    assert started in first


def test_make_install_compiles_each_catalogue(checkout: Path) -> None:
    (checkout / ".venv").symlink_to(sys.prefix)
    assert make(checkout, "--old-file=.venv/.runtime", "install").returncode == 0

    catalogue = checkout / "bot/locales/it/LC_MESSAGES/bot.po"
    catalogue.parent.mkdir(parents=True)
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    catalogue.write_text(header + 'msgid "Draw"\nmsgstr "Pesca"\n')
    assert make(checkout, "--old-file=.venv/.runtime", "install").returncode == 0
    assert gettext.translation("bot", checkout / "bot/locales", ["it"]).gettext("Draw") == "Pesca"


def test_make_refuses_a_python_that_is_too_old_in_one_line(checkout: Path) -> None:
    write_script(
        checkout / "old",
        f"""exec {sys.executable} -c 'import sys; sys.version_info, sys.version = (3, 10, 4), "3.10.4 old"
exec(sys.argv[1])' "$2" """,
    )
    done = make(checkout, "PYTHON=./old", ".venv/bin/python")
    assert done.returncode != 0
    assert done.stderr.splitlines()[0].startswith("Python 3.11 or newer is needed, this is 3.10.4.")
    assert not (checkout / ".venv").exists()
