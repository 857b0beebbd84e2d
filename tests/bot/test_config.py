"""Settings: what is accepted, and the one line that names what is not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.config import Settings, SettingsError, load_settings
from tests.bot.world import TOKEN

API, GATEWAY = "http://127.0.0.1:8765/api/v10", "ws://127.0.0.1:8765/gateway"


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting in the environment, no ``.env`` in the working folder."""
    for key in os.environ:
        if key.startswith(("CANASTA_", "DISCORD_", "PLAYGROUND_")):
            monkeypatch.delenv(key)
    monkeypatch.chdir(tmp_path)


def settings(monkeypatch: pytest.MonkeyPatch, **environment: str) -> Settings:
    for key, value in environment.items():
        monkeypatch.setenv(key, value)
    return load_settings()


def test_the_defaults() -> None:
    loaded = load_settings()
    assert loaded.discord_token is None
    assert loaded.canasta_data == Path("data")
    assert loaded.canasta_log_level == "INFO"
    assert loaded.playground_port == 8765


def test_a_tilde_is_the_home_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert settings(monkeypatch, CANASTA_DATA="~/canasta").canasta_data == tmp_path / "canasta"


def test_an_env_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"CANASTA_DATA=\xff")
    with pytest.raises(SettingsError, match=r"^\.env: this file cannot be read$"):
        load_settings()


def test_env_file_and_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("CANASTA_DATA=from-file\nCANASTA_LOG_LEVEL=DEBUG\n# DISCORD_NOTHING=1\n")
    loaded = settings(monkeypatch, CANASTA_DATA="from-environment", HOME_GROWN="left alone")
    assert loaded.canasta_data == Path("from-environment")
    assert loaded.canasta_log_level == "DEBUG"


def test_empty_values_count_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = settings(monkeypatch, DISCORD_TOKEN="", CANASTA_LOG_LEVEL="")
    assert loaded.discord_token is None
    assert loaded.canasta_log_level == "INFO"


@pytest.mark.parametrize(
    ("api", "gateway"),
    [
        (API, GATEWAY),
        ("http://localhost:8765/api/v10", "ws://localhost:8765/gateway"),
        ("http://[::1]:8765/api/v10", "ws://[::1]:8765/gateway"),
        ("https://127.8.8.8/api/v10/", "wss://127.8.8.8/gateway"),
    ],
)
def test_loopback_is_accepted(monkeypatch: pytest.MonkeyPatch, api: str, gateway: str) -> None:
    loaded = settings(monkeypatch, DISCORD_API_BASE=api, DISCORD_GATEWAY=gateway)
    assert loaded.discord_api_base == api.rstrip("/")


LOOPBACK_ONLY = "only a loopback address is accepted"
NO_INTEGER = "Input should be a valid integer, unable to parse string as an integer"


@pytest.mark.parametrize(
    ("environment", "line"),
    [
        ("CANASTA_DATABASE=x", "CANASTA_DATABASE: unknown setting"),
        ("DISCORD_TOKEN=t\u00f6ken", "DISCORD_TOKEN: this is no token"),
        ("DISCORD_TOKEN=two\nlines", "DISCORD_TOKEN: this is no token"),
        ("CANASTA_DATA=~nobody-of-this-name/x", "CANASTA_DATA: there is no such home folder"),
        ("DISCORD_TOKE=x PLAYGROUND_H=x", "DISCORD_TOKE: unknown setting; PLAYGROUND_H: unknown setting"),
        ("PLAYGROUND_PORT=evil", f"PLAYGROUND_PORT: {NO_INTEGER}"),
        ("PLAYGROUND_PORT=70000", "PLAYGROUND_PORT: Input should be less than or equal to 65535"),
        ("CANASTA_KEEP_DAYS=999999", "CANASTA_KEEP_DAYS: Input should be less than or equal to 36500"),
        (
            "CANASTA_LOG_LEVEL=EVIL",
            "CANASTA_LOG_LEVEL: Input should be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'",
        ),
        (
            "CANASTA_X=1 PLAYGROUND_PORT=0",
            "CANASTA_X: unknown setting; PLAYGROUND_PORT: Input should be greater than or equal to 1",
        ),
    ],
)
def test_what_is_wrong_is_named_without_its_value(
    monkeypatch: pytest.MonkeyPatch, environment: str, line: str
) -> None:
    with pytest.raises(SettingsError) as refused:
        settings(monkeypatch, **dict(part.split("=") for part in environment.split(" ")))
    assert str(refused.value) == line


@pytest.mark.parametrize(
    "address",
    [
        "https://discord.com/api/v10",
        "http://127.0.0.1@evil.example/api/v10",
        "http://127.0.0.1.evil.example/api/v10",
        "http://192.168.1.1/api/v10",
        "http://127.0.0.1:evil/api/v10",
        "ws://127.0.0.1/api/v10",
        "127.0.0.1:8765",
    ],
)
def test_another_server_is_on_this_machine_or_refused(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    for api, gateway, name in (
        (address, GATEWAY, "DISCORD_API_BASE"),
        (API, address.replace("ws:", "no:").replace("http", "ws"), "DISCORD_GATEWAY"),
    ):
        with pytest.raises(SettingsError, match=rf"^{name}: {LOOPBACK_ONLY}$"):
            settings(monkeypatch, DISCORD_API_BASE=api, DISCORD_GATEWAY=gateway)


def test_the_two_addresses_belong_together(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError, match="belong together: set both or none"):
        settings(monkeypatch, DISCORD_API_BASE=API)


def test_unknown_keys_of_the_env_file_are_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=x\nDISCORD_TOKEN2=y\n")
    with pytest.raises(SettingsError, match=r"^DISCORD_TOKEN2: unknown setting$"):
        load_settings()


def test_the_token_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert TOKEN not in repr(settings(monkeypatch, DISCORD_TOKEN=TOKEN))


def test_the_example_lists_every_setting() -> None:
    example = (Path(__file__).parents[2] / ".env.example").read_text()
    assert all(f"#{name.upper()}=" in example for name in Settings.model_fields)
