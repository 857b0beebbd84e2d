"""What a table does when nobody presses anything: computers play, deals follow, lobbies expire."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot import caretaker
from bot.seating import humans, ready_after
from bot.tables import RETRY_SECONDS
from bot.ui.cut import CUT_SECONDS
from engine.errors import StaleView
from engine.players import PLAYERS
from engine.state import Phase
from storage.errors import StorageError
from storage.model import SeatKind, Status

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.background import Background
    from bot.ports import Ports
    from bot.tables import OpenTable, Tables
    from engine.table import Commit
    from storage.model import TableId, TableInfo

LOBBY_SECONDS = 30 * 60.0
"""How long a lobby stays open without a change."""
UNSEEN_SECONDS = 60.0
"""How long a lobby stays open whose message is not known to have been shown."""
NEXT_DEAL_SECONDS = 30.0
"""How long the next deal waits for people who are not ready."""
COMPUTER_SECONDS = 1.5
"""Pause before a computer's turn or answer, so that people can follow."""
_PLAYER = PLAYERS["greedy"]
log = logging.getLogger(__name__)


class Flow:
    """One task a table at most, waiting to take the table's next step by itself.

    Every commit and every change looks anew which step that is, and cancels a step that still waits. One
    that is under way goes on to its end, since it may be on its way to the disk; then it is looked anew. It
    meets the same locks as a press: what comes second finds the table changed.
    """

    def __init__(self, tables: Tables, background: Background, ports: Ports) -> None:
        self._tables = tables
        self._background = background
        self._ports = ports
        self._under_way: set[TableId] = set()

    def on_commit(self, table: OpenTable, commit: Commit, *, revealed: bool) -> None:  # noqa: ARG002  # see `Listener`
        """Look for the next step."""
        self.move_on(table)

    def on_change(self, table: OpenTable, before: TableInfo | None) -> None:
        """Look for the next step, unless only the place changed, or somebody is still to get ready."""
        info = table.info
        if (
            before is None
            or (info.status is Status.LOBBY and before.message_id is None)
            or (before.status, before.seats, before.rules) != (info.status, info.seats, info.rules)
            or (before.ready != info.ready and _all_ready(table))
        ):
            self.move_on(table)

    def move_on(self, table: OpenTable) -> None:
        """Have the table take its next step in due time, in place of any that it was waiting for."""
        if table.info.id in self._under_way:
            return
        name = f"flow {table.info.id}"
        following = self._next_step(table)
        if following is None:
            self._background.cancel(name)
        else:
            seconds, step = following
            self._background.start(name, partial(self._take, table, step), after=seconds)

    def _next_step(self, table: OpenTable) -> tuple[float, Callable[[OpenTable], Awaitable[None]]] | None:
        """Return what the table does next by itself, and after how many seconds."""
        match = table.match
        if table.info.status is Status.LOBBY:
            return UNSEEN_SECONDS if table.info.message_id is None else LOBBY_SECONDS, self._expire
        if table.info.status is not Status.PLAYING or table.paused:
            return None
        if match.over:
            return 0.0, self._finish
        if match.between_deals:
            return self._step_to_deal(table)
        if not _plays_by_itself(table):
            return None
        thinks = match.state is not None and (match.state.phase is Phase.DRAW or table.asker is not None)
        return COMPUTER_SECONDS if thinks else 0.0, self._play

    def _step_to_deal(self, table: OpenTable) -> tuple[float, Callable[[OpenTable], Awaitable[None]]]:
        if table.table.cutter is None:
            return 0.0 if _all_ready(table) else NEXT_DEAL_SECONDS, self._tables.seal
        return CUT_SECONDS if _person_cuts(table) else 0.0, self._cut

    async def _take(self, table: OpenTable, step: Callable[[OpenTable], Awaitable[None]]) -> None:
        self._under_way.add(table.info.id)
        try:
            try:
                await step(table)
            finally:
                self._under_way.discard(table.info.id)
        except StorageError as error:
            where = table.info.id, table.table.version
            log.error("table %s version %s: a step failed: %s", *where, error)  # noqa: TRY400  # the line says all
            again = partial(self._take, table, step)
            self._background.start(f"flow {table.info.id}", again, after=RETRY_SECONDS)
        else:
            self.move_on(table)

    async def _expire(self, table: OpenTable) -> None:
        await self._tables.change(table, partial(_closed, before=Status.LOBBY, after=Status.ENDED))

    async def _finish(self, table: OpenTable) -> None:
        await self._tables.change(table, partial(_closed, before=Status.PLAYING, after=Status.FINISHED))

    async def _cut(self, table: OpenTable) -> None:
        """Cut anywhere, in the place of who should have."""
        await self._tables.cut(table, None, None)

    async def _play(self, table: OpenTable) -> None:
        """Play one action of a computer's turn, or of one whose person's time is over.

        It takes its time to think, so that happens off the event loop.
        """
        seat, version = table.to_act, table.table.version
        if seat is None or not _plays_by_itself(table):
            return
        player = _PLAYER if table.info.seats[seat].kind is SeatKind.COMPUTER else caretaker.safest
        thought = partial(player, table.table.view(seat), self._ports.rng)
        action = await self._ports.off_loop(thought)
        if not _plays_by_itself(table):
            return  # somebody was faster
        try:
            await table.table.submit(seat, action, expected_version=version, action_id=f"computer {version}")
        except StaleView:
            log.debug("table %s: a person was faster than the computer", table.info.id)


def _plays_by_itself(table: OpenTable) -> bool:
    """Tell whether an action is awaited that is not a person's."""
    seat = table.to_act
    if seat is None or table.paused or table.info.status is not Status.PLAYING:
        return False
    return table.overdue or table.info.seats[seat].kind is SeatKind.COMPUTER


def _person_cuts(table: OpenTable) -> bool:
    """Tell whether a person is to cut the deck."""
    cutter = table.table.cutter
    return cutter is not None and table.info.seats[cutter].kind is SeatKind.HUMAN


def _all_ready(table: OpenTable) -> bool:
    """Tell whether nobody keeps the next deal waiting; the first one waits for nobody."""
    deals, people = len(table.match.deals), set(humans(table.info))
    return not deals or (bool(people) and people <= ready_after(table.info, deals))


def _closed(info: TableInfo, before: Status, after: Status) -> TableInfo:
    return replace(info, status=after) if info.status is before else info
