"""Opening a lobby: for a command, or for a rematch, of which there is one at a time."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from bot import seating
from bot.refusals import Refusal
from bot.tables import table_id_of
from storage.errors import MatchExists
from storage.model import SeatKind, Status

if TYPE_CHECKING:
    from bot.desk import Desk
    from bot.reply import Reply
    from storage.model import TableInfo


async def open_lobby(desk: Desk, reply: Reply, lobby: TableInfo) -> None:
    """Answer with a new table.

    Raises MatchExists where there is one of its id; Refusal where there are too many.
    """
    table = await desk.tables.create(lobby)
    if not await desk.redraw.post(reply, table):
        # Nobody saw it, and it would count among the open tables of its host.
        await desk.tables.change(table, seating.end)


async def open_rematch(desk: Desk, reply: Reply, before: TableInfo) -> None:
    """Answer with the lobby of the match that follows on ``before``, the person being its host.

    Its id follows from that of ``before`` and from how many rematches of it are over: all who ask at the same
    time ask for the same one. Raises Refusal while there is one.
    """
    lobby = _rematch(before, reply.user.id, reply.interaction.channel_id or before.channel_id)
    for number in count():
        table_id = table_id_of(f"rematch {before.guild_id} {before.id} {number}")
        try:
            await open_lobby(desk, reply, replace(lobby, id=table_id))
        except MatchExists:
            earlier = await desk.tables.find(before.guild_id, table_id)
            if not earlier.info.status.is_over:
                raise _is_open(earlier.info) from None
        else:
            return


def _is_open(rematch: TableInfo) -> Refusal:
    place = f"<#{rematch.channel_id}>"
    return Refusal(lambda t: t("The rematch is open already, in {place}.", place=place))


def _rematch(before: TableInfo, host_id: int, channel_id: int) -> TableInfo:
    seats = tuple(
        replace(seat, kind=SeatKind.HUMAN, missed=0) if seat.user_id is not None else seat
        for seat in before.seats
    )
    return replace(
        before,
        channel_id=channel_id,
        message_id=None,
        host_id=host_id,
        status=Status.LOBBY,
        seats=seats,
        ready={},
        votes=frozenset(),
        former={},
    )
