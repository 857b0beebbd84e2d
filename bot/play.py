"""From a person to the table: the steps that a press and a command have in common."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.refusals import Refusal, RuledOut
from bot.seating import require_seat, require_status
from bot.ui.advice import advice
from engine.errors import IllegalAction
from engine.events import TookFoot
from storage.model import SeatKind, Status

if TYPE_CHECKING:
    from bot.desk import Desk
    from bot.reply import Reply
    from bot.tables import OpenTable
    from engine.actions import Action
    from engine.state import Seat


def require_player(table: OpenTable, user_id: int) -> Seat:
    """Return the seat that the person plays in the running match. Raises Refusal for everybody else."""
    info = table.info
    require_status(info, Status.PLAYING)
    seat = require_seat(info, user_id)
    if info.seats[seat].kind is not SeatKind.HUMAN:
        raise Refusal(lambda t: t("The computer plays for you: take your seat back first, under *More*."))
    if table.match.state is None:
        raise Refusal(lambda t: t("The cards are about to be dealt."))
    return seat


async def make(desk: Desk, reply: Reply, table: OpenTable, action: Action, version: int) -> str | None:
    """Play ``action`` for the person, who saw ``version``; return what it brought them besides, if anything.

    Raises Refusal, RuledOut, StaleView. An interaction that arrives twice has one effect.
    """
    seat = require_player(table, reply.user.id)
    action_id = str(reply.interaction.id)
    try:
        commit = await table.table.submit(seat, action, expected_version=version, action_id=action_id)
    except IllegalAction as error:
        raise RuledOut(partial(advice, error, table.table.view(seat))) from None
    desk.redraw.ways.played(table.info.id, reply.interaction)
    desk.clock.acted(table, seat)
    took_foot = any(isinstance(event, TookFoot) for event in commit.events)
    return reply.t("You took the foot.") if took_foot else None


async def undo(desk: Desk, reply: Reply, table: OpenTable, version: int) -> None:
    """Take the person's last action back. Raises Refusal, NothingToUndo, StaleView."""
    seat = require_player(table, reply.user.id)
    await table.table.undo(seat, expected_version=version, action_id=str(reply.interaction.id))
    desk.redraw.ways.played(table.info.id, reply.interaction)
