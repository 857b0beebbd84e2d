"""Logging to standard error, where only our own modules write at DEBUG."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

import discord

_OURS = ("bot", "engine", "storage")
"""At DEBUG others write whole payloads and statements: hands, decks and interaction tokens."""
_TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class JsonFormatter(logging.Formatter):
    """One JSON object a line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as an object; ``error`` holds the traceback, where there is one."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up_logging(level: str, form: str = "text") -> None:
    """Send records of ``level`` and above to standard error; what others log at DEBUG never shows.

    ``form`` is ``text`` or ``json``.
    """
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody is going to speak
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if form == "json" else logging.Formatter(_TEXT))
    logging.basicConfig(level=max(logging.INFO, logging.getLevelNamesMapping()[level]), handlers=[handler])
    for name in _OURS:
        logging.getLogger(name).setLevel(level)
