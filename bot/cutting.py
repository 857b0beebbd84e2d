"""Cutting the deck: whose turn it is to do so, and at which card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import seating
from bot.refusals import Refusal
from bot.render.table import seat_names
from bot.render.text import safe_name
from bot.ui.cut import CUT_DIGITS
from engine.deal import cards_of

if TYPE_CHECKING:
    from bot.desk import Desk
    from bot.tables import OpenTable
    from engine.state import Seat


def require_cutter(table: OpenTable, user_id: int) -> Seat:
    """Return the person's seat, which is the one that is to cut. Raises Refusal."""
    seat, cutter = seating.require_seat(table.info, user_id), table.table.cutter
    if cutter is None:
        raise Refusal(lambda t: t("No deck waits to be cut."))
    if cutter != seat:
        name = seat_names(table.info)[cutter]
        raise Refusal(lambda t: t("**{name}** is to cut this deck.", name=safe_name(name)))
    return seat


async def cut(desk: Desk, table: OpenTable, user_id: int, words: str) -> None:
    """Cut where the person says. Raises Refusal for somebody else, and for what is no number of cards."""
    seat = require_cutter(table, user_id)
    number = words.strip()
    most = cards_of(table.info.rules) - 1
    if not (number.isascii() and number.isdecimal() and len(number) <= CUT_DIGITS and int(number) <= most):
        raise Refusal(lambda t: t("Say a number from 0 to {most}.", most=most))
    await desk.tables.cut(table, seat, int(number))
