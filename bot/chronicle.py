"""What everybody may read of the running deal: what happened, without what can still be taken back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.actions import Draw
from engine.events import Drew
from engine.match import Match
from engine.ports import CommitKind
from engine.snapshot import Snapshot, by_deal, repeat_step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.events import Event
    from engine.ports import LogEntry
    from engine.table import Commit


@dataclass(slots=True)
class Chronicle:
    """The events of the running deal, oldest first; ``events`` grows only by what stays."""

    events: list[Event] = field(default_factory=list)
    _revocable: list[Sequence[Event]] = field(default_factory=list)

    def record(self, kind: CommitKind, events: Sequence[Event], *, revocable: bool) -> bool:
        """Take in a commit; ``revocable`` tells whether its seat may take back what it did.

        Returns whether ``events`` changed.
        """
        match kind:
            case CommitKind.DEAL | CommitKind.CUT:
                self.events, self._revocable = [], [events]
            case CommitKind.SEAL:
                return True
            case CommitKind.ACTION:
                self._revocable.append(events)
            case CommitKind.UNDO:
                del self._revocable[-1:]
                return False
        if revocable:
            return False
        self.events += (event for events in self._revocable for event in events)
        self._revocable.clear()
        return True


def is_mere_draw(commit: Commit) -> bool:
    """Tell whether all that others see of a commit is a card less in the stock and one more in a hand."""
    return isinstance(commit.action, Draw) and all(isinstance(event, Drew) for event in commit.events)


def replay(match: Match, entries: Iterable[LogEntry]) -> Chronicle:
    """Return the chronicle of the running or last deal of ``match``, whose whole log is ``entries``."""
    chronicle = Chronicle()
    dealt = [deal for deal in by_deal(entries) if deal[-1].kind is not CommitKind.SEAL]
    if not dealt:
        return chronicle
    before = match.deals if match.deal_running else match.deals[:-1]
    snapshot = Snapshot(dealt[-1][0].version - 1, Match(match.rules, match.players, before.copy()))
    for entry in dealt[-1]:
        step = repeat_step(snapshot, entry)
        snapshot = step.after
        chronicle.record(entry.kind, step.events, revocable=snapshot.undoable is not None)
    return chronicle
