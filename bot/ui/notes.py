"""Short public messages beside the table message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.render.clock import until_lines
from bot.render.events import lead_lines
from bot.render.table import seat_name, seat_names
from bot.ui.ids import Press, Verb
from bot.ui.layout import button, panel, rows, text

if TYPE_CHECKING:
    from datetime import datetime

    from discord.ui import LayoutView

    from bot.i18n import Texts
    from engine.deal import Lead
    from engine.state import Seat
    from storage.model import TableInfo


def turn_note(
    info: TableInfo, user_id: int, asker: Seat | None, until: datetime | None, t: Texts
) -> LayoutView:
    """Return the note that mentions the person whose action is awaited, ``until`` when it can be.

    ``asker`` waits for their answer.
    """
    hand = button(Press(info.id, Verb.HAND, arg=str(user_id)), t("My hand"), ButtonStyle.primary)
    name = f"<@{user_id}>"
    if asker is None:
        words = t("{name}, it is your turn.", name=name)
    else:
        words = t("{name}, {asker} asks you: may I go out?", name=name, asker=seat_name(info, asker, t))
    return panel(text(words, *until_lines(until, t)), *rows([hand]))


def lead_note(info: TableInfo, lead: Lead, t: Texts) -> LayoutView:
    """Return how the first player of the match was drawn for."""
    return panel(text(*lead_lines(lead, seat_names(info), t)))


def moved_note(info: TableInfo, t: Texts) -> LayoutView:
    """Return what stands where the lobby was, once the match is played in a thread of its own."""
    return panel(text(t("The match is played in {thread}.", thread=f"<#{info.channel_id}>")))


def sat_in_note(info: TableInfo, seat: Seat, t: Texts) -> LayoutView:
    """Return the news that the computer plays for an absent person, with the way back for them."""
    back = button(Press(info.id, Verb.BACK), t("Take my seat back"), ButtonStyle.success)
    words = t("{name} is away: the computer sits in until they are back.", name=seat_name(info, seat, t))
    return panel(text(words), *rows([back]))


def out_of_place_note(t: Texts) -> LayoutView:
    """Return the news that a table is paused because it cannot be shown."""
    words = t(
        "The table cannot be shown in its place and is paused. `/table` goes on with it where you type it."
    )
    return panel(text(words))
