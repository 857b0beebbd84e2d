"""Times of turns, in words and as instants that each client shows in its own way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.utils import format_dt

from storage.model import Pace

if TYPE_CHECKING:
    from datetime import datetime

    from bot.i18n import Texts


def until_lines(deadline: datetime | None, t: Texts) -> list[str]:
    """Return the line that says until when a turn may take, if there is a clock; clients count it down."""
    return [] if deadline is None else [t("The time is up {when}.", when=format_dt(deadline, "R"))]


def pace_name(pace: Pace, t: Texts) -> str:
    """Return how long a turn may take."""
    match pace:
        case Pace.LIVE:
            return t("live: 60 seconds a turn")
        case Pace.RELAXED:
            return t("relaxed: 5 minutes a turn")
        case Pace.CORRESPONDENCE:
            return t("correspondence: 24 hours a turn")
        case Pace.NONE:
            return t("no clock")
