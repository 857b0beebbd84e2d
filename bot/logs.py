"""Logging to standard error, with the loggers that would tell secrets held back."""

from __future__ import annotations

import logging

_TALKATIVE = ("aiosqlite", "asyncio", "discord")
"""At DEBUG these write whole payloads and statements: hands, decks and interaction tokens."""


def set_up_logging(level: str) -> None:
    """Send records of ``level`` and above to standard error; what others log at DEBUG never shows."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))
