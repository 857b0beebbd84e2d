"""The table: the one way by which a match changes, safe for any number of callers at once."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from engine.codec import decode_action
from engine.errors import StaleView
from engine.ports import AppendConflict, CommitKind
from engine.snapshot import (
    Snapshot,
    action_step,
    cut_step,
    deal_step,
    dump_snapshot,
    load_snapshot,
    seal_step,
    undo_step,
)
from engine.view import view_for

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.actions import Action
    from engine.cards import Card
    from engine.events import Event
    from engine.match import Match
    from engine.ports import LogEntry, MatchId, MatchStore
    from engine.seal import FairDeal, Pledge, SealedDeck
    from engine.snapshot import Step
    from engine.state import Seat, State
    from engine.view import View

_REMEMBERED = 32
"""How many first results a table keeps for repeated requests; older ones it asks of the store."""


@dataclass(frozen=True, slots=True)
class Commit:
    """What one accepted request made of the table.

    ``repeated``: the request was answered before, and this is the first result again; its ``events`` are
    empty when it is no longer in memory.
    """

    version: int
    kind: CommitKind
    seat: Seat | None
    action: Action | None
    events: tuple[Event, ...]
    repeated: bool = False


OnCommit: TypeAlias = "Callable[[Table, Commit], None]"
"""Called once for each commit, right after it became the table's newest; it must not raise."""


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A step on its way to the store, and its entry there."""

    step: Step
    entry: LogEntry

    @property
    def commit(self) -> Commit:
        step = self.step
        return Commit(step.after.version, step.kind, step.seat, step.action, step.events)


class Table:
    """One match, with everything that changes it going through one lock and one durable log.

    Why this is safe:

    1. The newest snapshot is never edited. A step makes a new one beside it, so readers need no lock, and a
       refused or failed request leaves nothing behind.
    2. From the check of the version to the swap the lock is held: of two requests for the same version one
       comes second, finds the version gone, and gets StaleView.
    3. The swap follows the durable append with no await between, and the callback follows the swap with no
       await between: nobody hears of a commit that a crash could take back, or hears of two out of order.
    4. When an append raises or is cancelled, only the store knows whether it took place. The attempt is
       kept, and the next request first asks the store, which answers after it is done with the attempt
       (`MatchStore`). If it did take place, it is swapped in and published then, as if it had only been slow.
    5. A repeated request finds its first result in memory, or in the log: either because its version is
       gone, or because the log refuses an action id twice. Refusals are not kept: the same request on the
       same version is refused again.
    """

    def __init__(
        self, match_id: MatchId, store: MatchStore, snapshot: Snapshot, on_commit: OnCommit | None = None
    ) -> None:
        self.match_id = match_id
        self._store = store
        self._snapshot = snapshot
        self._on_commit = on_commit
        self._lock = asyncio.Lock()
        self._unsettled: _Attempt | None = None
        self._results: dict[str, Commit] = {}

    @classmethod
    async def open(cls, match_id: MatchId, store: MatchStore, on_commit: OnCommit | None = None) -> Table:
        """Return the table of a match that the store knows, as it stood after its last commit."""
        return cls(match_id, store, load_snapshot(*await store.load(match_id)), on_commit)

    @property
    def match(self) -> Match:
        """The match after the newest commit; to be read only."""
        return self._snapshot.match

    @property
    def version(self) -> int:
        """The number of the newest commit; 0 before the first deal."""
        return self._snapshot.version

    @property
    def cutter(self) -> Seat | None:
        """Who is to cut the sealed deck, at the dealer's right; None where no deck waits for it."""
        sealed = self._snapshot.sealed
        return None if sealed is None else (sealed.dealer - 1) % self.match.players

    @property
    def pledge(self) -> Pledge | None:
        """What binds the deck that waits for the cut or is being played, if it was sealed."""
        return self._snapshot.pledge

    @property
    def revealed(self) -> FairDeal | None:
        """How the last deal came about, once it is over, if its deck was sealed."""
        return None if self.match.deal_running else self._snapshot.fair

    def can_undo(self, seat: Seat) -> bool:
        """Tell whether ``seat`` has an action that it may take back."""
        undoable = self._snapshot.undoable
        return undoable is not None and undoable.state.seat == seat

    def view(self, seat: Seat | None) -> View:
        """Return what ``seat`` may know of the deal; None is a spectator. Raises as `state_for`."""
        return view_for(self.state_for(seat), seat)

    def state_for(self, seat: Seat | None) -> State:
        """Return the deal as it stands for ``seat``, to be read only, and shown through views only.

        What the seat to act may still take back is there for that seat alone: to lay and take back would be a
        signal. Raises ValueError before the first deal.
        """
        undoable, state = self._snapshot.undoable, self.match.state
        if undoable is not None and undoable.state.seat != seat:
            state = undoable.state
        if state is None:
            raise ValueError("no deal has started")
        return state

    async def submit(self, seat: Seat, action: Action, *, expected_version: int, action_id: str) -> Commit:
        """Play ``action``, chosen by somebody who saw ``expected_version``.

        Raises IllegalAction; StaleView; and whatever the store raises, after which the same request may be
        made again with the same ``action_id``.
        """
        return await self._commit(partial(action_step, seat=seat, action=action), expected_version, action_id)

    async def deal(
        self, deck: Sequence[Card], dealer: Seat | None, *, expected_version: int, action_id: str
    ) -> Commit:
        """Start the next deal from a whole deck, consumed from its front; ``dealer`` for the first deal only.

        Raises as `submit` does; ValueError when no deal can start.
        """
        return await self._commit(partial(deal_step, deck=deck, dealer=dealer), expected_version, action_id)

    async def seal(
        self, deck: SealedDeck, dealer: Seat | None, *, expected_version: int, action_id: str
    ) -> Commit:
        """Put a sealed deck on the table for the next deal; ``dealer`` for the first deal only.

        From then on its `pledge` is public. Raises as `deal` does.
        """
        return await self._commit(partial(seal_step, deck=deck, dealer=dealer), expected_version, action_id)

    async def cut(self, cut: int, seat: Seat | None, *, expected_version: int, action_id: str) -> Commit:
        """Put the first ``cut`` cards of the sealed deck behind the others, and deal.

        ``seat`` did it, or nobody. Raises as `submit` does; ValueError when no deck is sealed, or for more
        cards than it has.
        """
        return await self._commit(partial(cut_step, cut=cut, seat=seat), expected_version, action_id)

    async def undo(self, seat: Seat, *, expected_version: int, action_id: str) -> Commit:
        """Take back the last action of the running turn, while it showed ``seat`` no new card.

        Raises as `submit` does; NothingToUndo.
        """
        return await self._commit(partial(undo_step, seat=seat), expected_version, action_id)

    async def _commit(
        self, take: Callable[[Snapshot], Step], expected_version: int, action_id: str
    ) -> Commit:
        async with self._lock:
            await self._settle()
            first = self._results.get(action_id)
            if first is not None:
                return replace(first, repeated=True)
            if expected_version != self.version:
                return await self._first_result(action_id)
            step = take(self._snapshot)
            self._unsettled = attempt = _Attempt(step, step.entry(action_id))
            try:
                await self._store.append(self.match_id, attempt.entry, dump_snapshot(step.after))
            except AppendConflict:
                await self._settle()
                return await self._first_result(action_id)
            return self._accept(attempt)

    def _accept(self, attempt: _Attempt) -> Commit:
        """Make the attempt, which is durable now, the newest and tell of it."""
        commit = attempt.commit
        self._unsettled = None
        self._snapshot = attempt.step.after
        self._results[attempt.entry.action_id] = commit
        if len(self._results) > _REMEMBERED:
            del self._results[next(iter(self._results))]
        if self._on_commit is not None:
            self._on_commit(self, commit)
        return commit

    async def _settle(self) -> None:
        """Find out what became of an attempt whose append did not return."""
        attempt = self._unsettled
        if attempt is None:
            return
        if await self._store.find(self.match_id, attempt.entry.action_id) == attempt.entry:
            self._accept(attempt)
        else:
            self._snapshot = load_snapshot(*await self._store.load(self.match_id))
            self._unsettled = None

    async def _first_result(self, action_id: str) -> Commit:
        """Return what a request that comes too late was answered the first time. Raises StaleView."""
        entry = await self._store.find(self.match_id, action_id)
        if entry is None:
            raise StaleView(self.version)
        return _commit_of(entry)


def _commit_of(entry: LogEntry) -> Commit:
    action = decode_action(json.loads(entry.payload)) if entry.kind is CommitKind.ACTION else None
    return Commit(entry.version, entry.kind, entry.seat, action, (), repeated=True)
