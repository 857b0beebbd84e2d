"""The playground's settings, from the environment and from ``.env``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from dotenv import dotenv_values
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

_PREFIX = "PLAYGROUND_"
_ENV_FILE = ".env"


class SettingsError(Exception):
    """A setting is unknown or malformed; the text names it, without its value."""


class Settings(BaseSettings):
    """Where the playground listens, and where it keeps its world."""

    model_config = SettingsConfigDict(
        env_file=_ENV_FILE, env_ignore_empty=True, extra="ignore", hide_input_in_errors=True, frozen=True
    )

    port: Annotated[int, Field(alias="PLAYGROUND_PORT", ge=1, le=65535)] = 8765
    data: Annotated[Path, Field(alias="CANASTA_DATA")] = Path("data")

    @property
    def folder(self) -> Path:
        """The folder of the playground's own files."""
        return self.data / "playground"


def load_settings() -> Settings:
    """Read the settings. Raises SettingsError.

    Names that begin otherwise are the bot's, which reads the same places and refuses what is wrong there.
    """
    try:
        settings = Settings()
        names = {name.upper() for name in (*os.environ, *dotenv_values(_ENV_FILE))}
    except ValidationError as error:
        name = error.errors()[0]["loc"][0]
        raise SettingsError(f"{name}: {error.errors()[0]['msg']}") from None
    except (OSError, UnicodeDecodeError):
        raise SettingsError(f"{_ENV_FILE}: this file cannot be read") from None
    unknown = sorted(name for name in names if name.startswith(_PREFIX) and name != "PLAYGROUND_PORT")
    if unknown:
        raise SettingsError(f"{unknown[0]}: there is no such setting")
    return settings
