"""The one place where an exception becomes an answer."""

from __future__ import annotations

import logging
import secrets
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.outages import UNREACHABLE, reason
from bot.refusals import Refusal
from bot.render.text import refusal
from bot.reply import Reply
from engine.errors import IllegalAction, StaleView
from engine.snapshot import NothingToUndo
from storage.errors import WriteFailed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import discord

    from bot.background import Background
    from bot.i18n import Texts

log = logging.getLogger(__name__)


@asynccontextmanager
async def answering(
    interaction: discord.Interaction[Any], t: Texts, background: Background, where: str
) -> AsyncIterator[Reply]:
    """Give a press or a command its reply in ``t``, and answer with whatever the block raises.

    ``where`` says for the log what was asked; no exception leaves the block.
    """
    reply = Reply(interaction, t, background)
    try:
        yield reply
    except Exception as error:  # noqa: BLE001  # the one handler: everybody gets an answer
        await _tell(reply, error, f"{where} action {interaction.id}")


async def _tell(reply: Reply, error: Exception, where: str) -> None:
    words = explanation(error, reply.t)
    if isinstance(error, UNREACHABLE):
        # What was asked for may have been done all the same: the commit comes before the answer.
        log.warning("%s: the answer did not arrive (%s)", where, reason(error))
        words = reply.t("Discord did not take my answer. See how things stand with `/hand`.")
    elif words is None:
        words = _noted(error, where, reply.t)
    try:
        await reply.explain(words)
    except UNREACHABLE as failure:
        log.warning("%s: the explanation did not arrive (%s)", where, reason(failure))
    except Exception:  # such as an answer of Discord's that lacks something
        log.exception("%s: nobody knows whether the explanation arrived", where)


def _noted(error: Exception, where: str, t: Texts) -> str:
    """Log what nobody expected under a number, and return words with that number."""
    number = secrets.token_hex(3)
    if isinstance(error, WriteFailed):
        log.error("error %s at %s: %s", number, where, error)
        return t(
            "This could not be saved, so it did not happen (error {number}). Please try again.", number=number
        )
    log.error("error %s at %s", number, where, exc_info=error)
    return t("Something went wrong here; it has been noted as error {number}.", number=number)


def explanation(error: Exception, t: Texts) -> str | None:
    """Return what an expected error means to the person, or None for one that nobody expected."""
    match error:
        case Refusal(say=say):
            return say(t)
        case IllegalAction():
            return refusal(error, t)
        case StaleView():
            return t("The table has moved on since. This is how it stands now.")
        case NothingToUndo():
            return t("There is nothing to take back: new cards came, or the turn is over.")
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return t("This command has changed. Reload Discord (Ctrl+R) and try again.")
        case _:
            return None
