"""Logging to standard error, with the loggers that would tell secrets held back."""

from __future__ import annotations

import logging

import discord

_TALKATIVE = ("asyncio", "discord")
"""At DEBUG these write whole payloads and statements: hands, decks and interaction tokens."""


def set_up_logging(level: str) -> None:
    """Send records of ``level`` and above to standard error; what others log at DEBUG never shows."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody is going to speak
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))
