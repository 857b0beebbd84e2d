"""Mentions for people who seem to be away when it is their turn; who is looking sees it on their panel."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from bot.outages import UNREACHABLE, pause_after, reason
from storage.model import SeatKind, Status

if TYPE_CHECKING:
    from bot.absences import Absences
    from bot.background import Background
    from bot.notices import Notices, Posted
    from bot.ports import Ports
    from bot.preferences import Preferences
    from bot.tables import OpenTable
    from engine.state import Seat
    from engine.table import Commit
    from storage.model import TableId, TableInfo

_ATTENTIVE = timedelta(minutes=3)
"""Who pressed something within this time is looking anyway."""
_PATIENCE = timedelta(minutes=10)
"""For how long others have to wait for a person, where there is no clock, before the computer may sit in."""
_AT_ONCE, _LONG_AGO = timedelta(0), datetime.min.replace(tzinfo=UTC)
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
        preferences: Preferences,
        background: Background,
        ports: Ports,
    ) -> None:
        self._notices = notices
        self._absences = absences
        self._preferences = preferences
        self._background = background
        self._ports = ports
        self._told: dict[TableId, _Turn | None] = {}
        self._since: dict[TableId, datetime] = {}
        self._mentioned: set[TableId] = set()
        self._notes: dict[TableId, _Note] = {}
        self._seen: dict[int, datetime] = {}

    def saw(self, user_id: int) -> None:
        """Note that a person pressed or typed something just now."""
        self._seen[user_id] = self._ports.now()

    def resume(self, table: OpenTable) -> None:
        """Assume that whoever is to act was looking, or was told, before the restart."""
        if table.info.status is Status.PLAYING:
            self._begin(table, self._turn(table), after=_ATTENTIVE)

    def adopt(self, table: OpenTable, user_id: str, posted: Posted) -> bool:
        """Adopt a note that was posted before the restart, if it mentions the person who is awaited.

        Returns whether it is the table's note from now on.
        """
        awaited, note = table.awaited, self._notes.get(table.info.id)
        if note is None and awaited is not None and user_id == str(awaited[1]):
            note = self._notes[table.info.id] = _Note(awaited[0], posted)
            self._mentioned.add(table.info.id)
        return note is not None and note.posted == posted

    def on_commit(self, table: OpenTable, commit: Commit, *, revealed: bool) -> None:  # noqa: ARG002  # see `Listener`
        """Take back the note of who acted, and tell who is next."""
        note = self._notes.get(table.info.id)
        if note is not None and note.seat == commit.seat:
            self._take_away(table.info.id)
        if commit.kind.deals or not table.match.deal_running:
            self._told.pop(table.info.id, None)
        self.look(table)

    def on_change(self, table: OpenTable, before: TableInfo | None) -> None:  # noqa: ARG002  # see `Listener`
        """Tell whoever got the seat that is to act; the note of a table that is over goes."""
        if table.info.status.is_over:
            self._told.pop(table.info.id, None)
            self._since.pop(table.info.id, None)
            self._mentioned.discard(table.info.id)
            self._take_away(table.info.id)
        else:
            self.look(table)

    def look(self, table: OpenTable) -> None:
        """Tell the person to act that it is their turn, unless that was done."""
        turn = self._turn(table)
        if table.info.status is not Status.PLAYING or self._told.get(table.info.id) == turn:
            return
        self._mentioned.discard(table.info.id)
        self._begin(table, turn)

    def absent(self, table: OpenTable) -> Seat | None:
        """Return the seat of a person who has kept a table without a clock waiting for very long, if any."""
        turn = self._told.get(table.info.id)
        if turn is None or turn.user_id is None or table.info.pace.time is not None:
            return None
        since = max(self._since[table.info.id], self._attention(turn.user_id))
        return turn.seat if table.to_act == turn.seat and self._ports.now() - since >= _PATIENCE else None

    def _begin(self, table: OpenTable, turn: _Turn | None, after: timedelta = _AT_ONCE) -> None:
        self._told[table.info.id] = turn
        self._since[table.info.id] = self._ports.now()
        if turn is not None and turn.user_id is not None:
            self._watch(table, turn, turn.user_id, after)

    def _watch(self, table: OpenTable, turn: _Turn, user_id: int, after: timedelta) -> None:
        work = partial(self._look_after, table, turn, user_id)
        name = f"turn {table.info.id} {turn.seat}"
        self._background.start(name, work, after=after.total_seconds())

    async def _look_after(self, table: OpenTable, turn: _Turn, user_id: int) -> None:
        """Tell a person as soon as they have pressed nothing for a while, for as long as their turn lasts."""
        if self._told.get(table.info.id) != turn or table.info.id in self._mentioned:
            return
        left = self._attention(user_id) + _ATTENTIVE - self._ports.now()
        if table.paused:
            self._watch(table, turn, user_id, _ATTENTIVE)
        elif left > _AT_ONCE:
            self._watch(table, turn, user_id, left)
        else:
            await self._tell(table, turn.seat, user_id)

    def _attention(self, user_id: int) -> datetime:
        """Return when a person pressed something last."""
        return self._seen.get(user_id, _LONG_AGO)

    def _turn(self, table: OpenTable) -> _Turn | None:
        """Return whose action is awaited; for a computer without its person."""
        seat = table.to_act
        if seat is None:
            return None
        holder = table.info.seats[seat]
        return _Turn(seat, holder.user_id if holder.kind is SeatKind.HUMAN else None)

    async def remind(self, table: OpenTable, turn: tuple[Seat, int], *, attentive: timedelta) -> None:
        """Mention the person now, unless that was done or they pressed something within ``attentive``."""
        seat, user_id = turn
        if self._ports.now() - self._attention(user_id) >= min(attentive, _ATTENTIVE):
            await self._tell(table, seat, user_id)

    async def _tell(self, table: OpenTable, seat: Seat, user_id: int) -> None:
        has_left = await self._absences.has_left(table, user_id)
        if has_left or (await self._preferences.person(user_id)).unmentioned:
            return
        if table.awaited != (seat, user_id) or table.info.id in self._mentioned:
            return
        self._mentioned.add(table.info.id)
        self._take_away(table.info.id)
        try:
            posted = await self._notices.mention(table, user_id)
        except UNREACHABLE as error:
            log.warning("table %s: nobody was told of the turn (%s)", table.info.id, reason(error))
            self._look_again(table, _Turn(seat, user_id), user_id, error)
            return
        if table.awaited == (seat, user_id):
            self._notes[table.info.id] = _Note(seat, posted)
        else:
            await self._notices.take_away(posted)  # acted, left or ended it while the note was on its way

    def _look_again(self, table: OpenTable, turn: _Turn, user_id: int, error: Exception) -> None:
        """Have a person told after an outage, unless the turn is another one by now."""
        if self._told.get(table.info.id) != turn:
            return
        self._mentioned.discard(table.info.id)
        pause = pause_after(error, _ATTENTIVE.total_seconds())
        if pause is not None:
            self._watch(table, turn, user_id, timedelta(seconds=pause))

    def _take_away(self, table_id: TableId) -> None:
        note = self._notes.pop(table_id, None)
        if note is not None:
            work = partial(self._notices.take_away, note.posted)
            self._background.start(f"take away {note.posted.message_id}", work)
