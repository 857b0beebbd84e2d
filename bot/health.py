"""``python -m bot.health``: exit 0 while the running bot's heartbeat is fresh, else 1 with one line."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from bot.config import SettingsError, load_settings

if TYPE_CHECKING:
    from pathlib import Path

HEARTBEAT = "heartbeat"
"""Name of the file, inside the data folder, that a running bot keeps touching."""
MAX_AGE = 60.0
"""Seconds after which a heartbeat no longer counts."""


def heartbeat_age(file: Path, now: float) -> float | None:
    """Return the seconds since ``file`` was last touched, or None when there is none."""
    try:
        return now - file.stat().st_mtime
    except OSError:
        return None


def main() -> int:
    """Check the heartbeat in the data folder of the settings."""
    try:
        file = load_settings().canasta_data / HEARTBEAT
    except SettingsError as error:
        sys.stderr.write(f"settings: {error}\n")
        return 1
    age = heartbeat_age(file, time.time())
    if age is None or age >= MAX_AGE:
        sys.stderr.write("no fresh heartbeat: the bot is not running or does not respond\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
