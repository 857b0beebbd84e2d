"""Telling people that it is their turn where they seem to be away; who looks sees it on their panel."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from bot.model import SeatKind, Status
from bot.outages import UNREACHABLE, reason

if TYPE_CHECKING:
    from datetime import datetime

    from bot.absences import Absences
    from bot.background import Background
    from bot.model import TableId, TableInfo
    from bot.notices import Notices, Posted
    from bot.ports import Ports
    from bot.tables import OpenTable
    from engine.state import Seat
    from engine.table import Commit

_ATTENTIVE = timedelta(minutes=3)
"""Who pressed something within this time is looking anyway."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Turn:
    """Whose action is awaited; ``user_id`` is None while a computer plays."""

    seat: Seat
    user_id: int | None


@dataclass(frozen=True, slots=True)
class _Note:
    """The message that mentions the person on ``seat``."""

    seat: Seat
    posted: Posted


class Turns:
    """One mention a turn at most, taken away when its person acts."""

    def __init__(
        self,
        notices: Notices,
        absences: Absences,
        background: Background,
        ports: Ports,
    ) -> None:
        self._notices = notices
        self._absences = absences
        self._background = background
        self._ports = ports
        self._told: dict[TableId, _Turn | None] = {}
        self._mentioned: set[TableId] = set()
        self._notes: dict[TableId, _Note] = {}
        self._seen: dict[int, datetime] = {}

    def saw(self, user_id: int) -> None:
        """Note that a person pressed or typed something just now."""
        self._seen[user_id] = self._ports.now()

    def resume(self, table: OpenTable) -> None:
        """Take it that whoever is to act was told before the restart."""
        if table.info.status is Status.PLAYING:
            self._told[table.info.id] = self._turn(table)

    def adopt(self, table: OpenTable, user_id: str, posted: Posted) -> bool:
        """Take a note that was posted before the restart for one's own, if it mentions who is awaited.

        Returns whether it is the table's note from now on.
        """
        awaited, note = table.awaited, self._notes.get(table.info.id)
        if note is None and awaited is not None and user_id == str(awaited[1]):
            note = self._notes[table.info.id] = _Note(awaited[0], posted)
            self._mentioned.add(table.info.id)
        return note is not None and note.posted == posted

    def on_commit(self, table: OpenTable, commit: Commit, *, revealed: bool) -> None:  # noqa: ARG002
        """Take back the note of who acted, and tell who is next."""
        note = self._notes.get(table.info.id)
        if note is not None and note.seat == commit.seat:
            self._take_away(table.info.id)
        if commit.kind.deals or not table.match.deal_running:
            self._told.pop(table.info.id, None)
        self.look(table)

    def on_change(self, table: OpenTable, before: TableInfo | None) -> None:  # noqa: ARG002
        """Tell whoever got the seat that is to act; the note of a table that is over goes."""
        if table.info.status.is_over:
            self._told.pop(table.info.id, None)
            self._mentioned.discard(table.info.id)
            self._take_away(table.info.id)
        else:
            self.look(table)

    def look(self, table: OpenTable) -> None:
        """Tell the person to act that it is their turn, unless that was done."""
        turn = self._turn(table)
        if table.info.status is not Status.PLAYING or self._told.get(table.info.id) == turn:
            return
        self._told[table.info.id] = turn
        self._mentioned.discard(table.info.id)
        if turn is not None and turn.user_id is not None:
            name = f"turn {table.info.id} {turn.seat}"
            self._background.start(name, partial(self._tell, table, turn.seat, turn.user_id))

    def _turn(self, table: OpenTable) -> _Turn | None:
        """Return whose action is awaited; for a computer without its person."""
        seat = table.to_act
        if seat is None:
            return None
        holder = table.info.seats[seat]
        return _Turn(seat, holder.user_id if holder.kind is SeatKind.HUMAN else None)

    async def remind(self, table: OpenTable, turn: tuple[Seat, int], *, attentive: timedelta) -> None:
        """Mention the person now, unless that was done or they pressed something within ``attentive``."""
        await self._tell(table, *turn, attentive=min(attentive, _ATTENTIVE))

    async def _tell(
        self, table: OpenTable, seat: Seat, user_id: int, attentive: timedelta = _ATTENTIVE
    ) -> None:
        seen = self._seen.get(user_id)
        if seen is not None and self._ports.now() - seen < attentive:
            return
        if await self._absences.has_left(table, user_id) or table.to_act != seat:
            return
        if table.info.id in self._mentioned:
            return
        self._mentioned.add(table.info.id)
        self._take_away(table.info.id)
        try:
            posted = await self._notices.mention(table, user_id)
        except UNREACHABLE as error:
            log.warning("table %s: nobody was told of the turn (%s)", table.info.id, reason(error))
            self._mentioned.discard(table.info.id)
            return
        if table.to_act == seat:
            self._notes[table.info.id] = _Note(seat, posted)
        else:
            await self._notices.take_away(posted)  # acted while the note was on its way

    def _take_away(self, table_id: TableId) -> None:
        note = self._notes.pop(table_id, None)
        if note is not None:
            work = partial(self._notices.take_away, note.posted)
            self._background.start(f"take away {note.posted.message_id}", work)
