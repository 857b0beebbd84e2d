"""The time of turns: one sleeper for all tables, a reminder at half of it, and what follows at its end."""

from __future__ import annotations

import heapq
import logging
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from bot import seating
from bot.tables import RETRY_SECONDS
from storage.errors import StorageError
from storage.model import SeatKind

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from bot.absences import Absences
    from bot.background import Background, Work
    from bot.ports import Ports
    from bot.tables import OpenTable, Tables
    from bot.turns import Turns
    from engine.state import Seat
    from engine.table import Commit
    from storage.model import MatchPlace, TableId, TableInfo

log = logging.getLogger(__name__)


class Sleeper:
    """Starts work at set instants, each under a name; however many there are, one task sleeps for them."""

    def __init__(self, background: Background, ports: Ports) -> None:
        self._background = background
        self._ports = ports
        self._heap: list[tuple[datetime, int, str]] = []
        self._work: dict[str, tuple[int, Work]] = {}
        self._numbers = count()
        self._wakes: datetime | None = None

    def at(self, instant: datetime, name: str, work: Work) -> None:
        """Start ``work`` at ``instant``, in place of what was to start under the same name."""
        number = next(self._numbers)
        self._work[name] = number, work
        heapq.heappush(self._heap, (instant, number, name))
        if self._wakes is None or instant < self._wakes:
            self._sleep()

    def cancel(self, name: str) -> None:
        """Forget what was to start under this name."""
        self._work.pop(name, None)

    def _sleep(self) -> None:
        """Sleep until the first instant that still counts."""
        while self._heap and not self._counts(self._heap[0]):
            heapq.heappop(self._heap)
        self._wakes = self._heap[0][0] if self._heap else None
        if self._wakes is None:
            self._background.cancel("sleeper")
        else:
            seconds = (self._wakes - self._ports.now()).total_seconds()
            self._background.start("sleeper", self._wake, after=max(0.0, seconds))

    async def _wake(self) -> None:
        now = self._ports.now()
        while self._heap and self._heap[0][0] <= now:
            entry = heapq.heappop(self._heap)
            if self._counts(entry):
                name = entry[2]
                self._background.start(name, self._work.pop(name)[1])
        self._sleep()

    def _counts(self, entry: tuple[datetime, int, str]) -> bool:
        _, number, name = entry
        return self._work.get(name, (None,))[0] == number


class Clock:
    """Gives each person's turn its time, where the table has a pace.

    At half of it the person is reminded; when it is over, `bot.flow` plays the turn safely for them, and
    after two turns in a row the computer sits in. The deadline is in the database as well: one that passed
    while the bot was away is followed by half the time again, with a reminder.
    """

    def __init__(
        self,
        tables: Tables,
        absences: Absences,
        turns: Turns,
        background: Background,
        ports: Ports,
    ) -> None:
        self._tables = tables
        self._absences = absences
        self._turns = turns
        self._background = background
        self._ports = ports
        self._sleeper = Sleeper(background, ports)
        self._running: dict[TableId, tuple[Seat, int]] = {}

    def on_commit(self, table: OpenTable, commit: Commit, *, revealed: bool) -> None:  # noqa: ARG002  # see `Listener`
        """Look whose turn it is."""
        self.look(table)

    def on_change(self, table: OpenTable, before: TableInfo | None) -> None:  # noqa: ARG002  # see `Listener`
        """Look whose turn it is."""
        self.look(table)

    def acted(self, table: OpenTable, seat: Seat) -> None:
        """Note that the person on ``seat`` played, so that they are not taken to be absent."""
        holder = table.info.seats[seat]
        if holder.missed and holder.user_id is not None:
            change = partial(seating.act, user_id=holder.user_id)
            self._background.start(
                f"acted {table.info.id} {seat}", partial(self._tables.change, table, change)
            )

    def look(self, table: OpenTable) -> None:
        """Start the time of a turn that has just begun; stop that of one that is over."""
        turn, time = self._timed(table), table.info.pace.time
        if self._running.get(table.info.id) == turn:
            return
        table.overdue = False
        if turn is None or time is None:
            del self._running[table.info.id]
            self._sleeper.cancel(_name(table.info.id))
            self._set(table, None)
        else:
            now = self._ports.now()
            self._start(table, turn, now + time, remind=now + time / 2)

    def expect(self, places: Iterable[MatchPlace]) -> None:
        """Have tables that were not read since the start be read when their stored deadlines come."""
        now = self._ports.now()
        for place in places:
            if place.deadline is not None and place.deadline > now and place.table_id not in self._running:
                self._sleeper.at(place.deadline, _name(place.table_id), partial(self._take_up, place))

    async def _take_up(self, place: MatchPlace) -> None:
        if not await self._tables.take_up(place):
            self._background.start(_name(place.table_id), partial(self._take_up, place), after=RETRY_SECONDS)

    def resume(self, table: OpenTable) -> None:
        """Take up the time of the turn that was awaited when the bot stopped."""
        turn, time, deadline = self._timed(table), table.info.pace.time, table.deadline
        if table.info.id in self._running:
            return
        if turn is None or time is None:
            self._sleeper.cancel(_name(table.info.id))
            self._set(table, None)
            return
        now = self._ports.now()
        if deadline is None or deadline <= now:
            self._start(table, turn, now + time / 2, remind=now)
        else:
            deadline = min(deadline, now + time)  # the computer's clock was ahead when it was written down
            half = deadline - time / 2
            self._start(table, turn, deadline, remind=half if half > now else None)

    def _timed(self, table: OpenTable) -> tuple[Seat, int] | None:
        """Return the seat and the person whose time runs, if anybody's does."""
        return None if table.paused or table.info.pace.time is None else table.awaited

    def _start(
        self, table: OpenTable, turn: tuple[Seat, int], deadline: datetime, *, remind: datetime | None
    ) -> None:
        self._running[table.info.id] = turn
        self._set(table, deadline)
        if remind is None:
            self._sleeper.at(deadline, _name(table.info.id), partial(self._expire, table, turn))
        else:
            self._sleeper.at(remind, _name(table.info.id), partial(self._remind, table, turn, deadline))

    def _set(self, table: OpenTable, deadline: datetime | None) -> None:
        """Show another deadline from now on, and write it down."""
        if table.deadline != deadline:
            table.deadline = deadline
            self._background.start(f"deadline {table.info.id}", partial(self._keep, table))

    async def _keep(self, table: OpenTable) -> None:
        try:
            await self._tables.keep_deadline(table)
        except StorageError as error:
            log.warning("table %s: its deadline was not written down (%s)", table.info.id, error)

    async def _remind(self, table: OpenTable, turn: tuple[Seat, int], deadline: datetime) -> None:
        if self._running.get(table.info.id) != turn:
            return
        self._sleeper.at(deadline, _name(table.info.id), partial(self._expire, table, turn))
        await self._turns.remind(table, turn, attentive=deadline - self._ports.now())

    async def _expire(self, table: OpenTable, turn: tuple[Seat, int]) -> None:
        """Have the turn played for its person, or the computer sit in if they are away for good."""
        try:
            await self._miss(table, turn)
        except StorageError as error:
            log.error("table %s: a turn that is over could not be noted: %s", table.info.id, error)  # noqa: TRY400  # the line says all
            again = partial(self._expire, table, turn)
            self._background.start(_name(table.info.id), again, after=RETRY_SECONDS)

    async def _miss(self, table: OpenTable, turn: tuple[Seat, int]) -> None:
        _, user_id = turn
        if await self._absences.has_left(table, user_id) or self._running.get(table.info.id) != turn:
            return

        def miss(info: TableInfo) -> TableInfo:
            if self._running.get(table.info.id) != turn:
                return info  # the person was just in time
            table.overdue = True
            return seating.miss(info, user_id)

        await self._tables.change(table, miss)
        if table.info.seats[turn[0]].kind is SeatKind.COMPUTER:
            await self._absences.announce(table, turn[0])


def _name(table_id: TableId) -> str:
    return f"clock {table_id}"
