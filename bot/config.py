"""Settings: the environment and ``.env``, checked once at the start.

SettingsError   one line for the person who starts the bot; never holds a value
"""

from __future__ import annotations

import ipaddress
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

if TYPE_CHECKING:
    from collections.abc import Iterable

_ENV_FILE = ".env"
_OURS = ("CANASTA_", "DISCORD_", "PLAYGROUND_")
_TOKEN = re.compile(r"[!-~]+")
_SCHEMES = {"discord_api_base": ("http", "https"), "discord_gateway": ("ws", "wss")}


class SettingsError(Exception):
    """A setting that is unknown or malformed; the message names it and leaves its value out."""


class Settings(BaseSettings):
    """What the bot can be told from outside. Field names are the names of the variables in small letters."""

    model_config = SettingsConfigDict(
        env_file=_ENV_FILE,
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    discord_token: SecretStr | None = None
    """The bot's token; None starts nothing."""
    discord_api_base: str | None = None
    """Another Discord-compatible server's REST address, loopback only."""
    discord_gateway: str | None = None
    """That server's gateway address, loopback only."""
    canasta_data: Path = Path("data")
    """Folder of the database, its backups and the heartbeat."""
    canasta_keep_days: int = Field(90, ge=0, le=36500)
    """Days after which the moves of a match that is over are deleted, and its result stays; 0: never."""
    canasta_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """How much goes to standard error."""
    canasta_log_format: Literal["text", "json"] = "text"
    """Lines for people, or JSON objects for programs."""
    canasta_metrics_port: int | None = Field(None, ge=1, le=65535)
    """Where the status page is, on loopback; None serves none."""
    playground_port: int = Field(8765, ge=1, le=65535)
    """Where the playground's page is; checked here so that a slip is found whatever is started."""

    @field_validator("discord_token")
    @classmethod
    def _sendable(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not _TOKEN.fullmatch(token.get_secret_value().strip()):
            raise ValueError("this is no token")
        return token

    @field_validator("canasta_data")
    @classmethod
    def _at_home(cls, folder: Path) -> Path:
        """Take ``~`` for the home folder, as a shell would have; else a folder of that name is made."""
        try:
            return folder.expanduser()
        except RuntimeError as error:
            raise ValueError("there is no such home folder") from error

    @field_validator("discord_api_base", "discord_gateway")
    @classmethod
    def _loopback_only(cls, address: str | None, info: object) -> str | None:
        if address is None:
            return None
        name: str = info.field_name  # type: ignore[attr-defined]  # pydantic's ValidationInfo
        if not _is_loopback(address, _SCHEMES[name]):
            raise ValueError("only a loopback address is accepted")
        return address.rstrip("/")

    @model_validator(mode="after")
    def _both_addresses(self) -> Self:
        # With one of the two alone a live token would travel to the other server, or the other way round.
        if (self.discord_api_base is None) != (self.discord_gateway is None):
            raise ValueError("DISCORD_API_BASE and DISCORD_GATEWAY belong together: set both or none")
        return self


def load_settings() -> Settings:
    """Return the settings of the environment and of ``.env`` in the working folder.

    Raises SettingsError naming every key that is unknown or malformed.
    """
    faults: list[str] = []
    try:
        named = os.environ.keys() | dotenv_values(_ENV_FILE).keys()
        faults += [f"{key}: unknown setting" for key in _unknown(named)]
        settings = Settings()
    except (OSError, UnicodeDecodeError):
        raise SettingsError(f"{_ENV_FILE}: this file cannot be read") from None
    except ValidationError as error:
        faults += [_fault(detail["loc"], detail["msg"]) for detail in error.errors(include_input=False)]
    else:
        if not faults:
            return settings
    raise SettingsError("; ".join(faults))


def _unknown(keys: Iterable[str]) -> list[str]:
    known = {name.upper() for name in Settings.model_fields}
    return sorted(key for key in keys if key.upper().startswith(_OURS) and key.upper() not in known)


def _fault(location: tuple[int | str, ...], message: str) -> str:
    sentence = message.removeprefix("Value error, ")
    return f"{str(location[0]).upper()}: {sentence}" if location else sentence


def _is_loopback(address: str, schemes: tuple[str, ...]) -> bool:
    try:
        parts = urlsplit(address)
        host, port_is_valid = parts.hostname, parts.port is None or parts.port > 0
    except ValueError:
        return False
    if parts.scheme not in schemes or not host or not port_is_valid or parts.username is not None:
        return False
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
