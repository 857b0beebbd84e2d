"""The playground's settings: from where they come, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground.settings import SettingsError, load_settings


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, without settings from outside."""
    monkeypatch.chdir(tmp_path)
    for name in ("PLAYGROUND_PORT", "CANASTA_DATA"):
        monkeypatch.delenv(name, raising=False)


def test_without_settings() -> None:
    settings = load_settings()
    assert (settings.port, settings.folder) == (8765, Path("data/playground"))


def test_the_environment_comes_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("PLAYGROUND_PORT=9001\nCANASTA_DATA=here\nOTHER=1\nCANASTA_LOG_LEVEL=DEBUG\n")
    monkeypatch.setenv("PLAYGROUND_PORT", "9002")
    settings = load_settings()
    assert (settings.port, settings.data) == (9002, Path("here"))


def test_names_in_small_letters_and_empty_values_are_read_as_the_bot_reads_them() -> None:
    Path(".env").write_text("playground_port=9001\nCANASTA_DATA=\n")
    settings = load_settings()
    assert (settings.port, settings.data) == (9001, Path("data"))


@pytest.mark.parametrize(
    ("setting", "value", "line"),
    [
        ("PLAYGROUND_PORT", "0", "PLAYGROUND_PORT: Input should be greater than or equal to 1"),
        ("PLAYGROUND_PORT", "65536", "PLAYGROUND_PORT: Input should be less than or equal to 65535"),
        ("PLAYGROUND_PORT", "many", "PLAYGROUND_PORT: Input should be a valid integer"),
        ("playground_port", "0", "PLAYGROUND_PORT: Input should be greater than or equal to 1"),
        ("PLAYGROUND_PROT", "8765", "PLAYGROUND_PROT: there is no such setting"),
        ("playground_prot", "8765", "PLAYGROUND_PROT: there is no such setting"),
    ],
)
@pytest.mark.parametrize("in_file", [False, True])
def test_what_is_refused(
    setting: str, value: str, line: str, monkeypatch: pytest.MonkeyPatch, *, in_file: bool
) -> None:
    if in_file:
        Path(".env").write_text(f"{setting}={value}\n")
    else:
        monkeypatch.setenv(setting, value)
    with pytest.raises(SettingsError) as refused:
        load_settings()
    assert str(refused.value).startswith(line)
    assert not value or value not in str(refused.value).replace("65535", "").replace("to 1", "")


def test_a_file_that_is_no_text() -> None:
    Path(".env").write_bytes(b"PLAYGROUND_PORT=\xff")
    with pytest.raises(SettingsError, match="this file cannot be read"):
        load_settings()
