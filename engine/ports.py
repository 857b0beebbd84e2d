"""What the engine asks of the world around it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from engine.errors import EngineError

if TYPE_CHECKING:
    from random import Random

    from engine.actions import Action
    from engine.state import Seat
    from engine.view import View


class Player(Protocol):
    """A computer player: it sees a view, and nothing else of the table."""

    def __call__(self, view: View, rng: Random) -> Action:
        """Return one of ``view.legal``, which is not empty."""
        ...


class MatchId(NamedTuple):
    """Name of a match; its id is unique within its guild, so that a guild's matches can move elsewhere."""

    guild_id: int
    id: str


class CommitKind(StrEnum):
    """What a table commits: a deal comes about from a whole deck at once, or from a sealed one by the cut."""

    DEAL = "deal"
    SEAL = "seal"
    CUT = "cut"
    ACTION = "action"
    UNDO = "undo"

    @property
    def deals(self) -> bool:
        """Whether cards were dealt."""
        return self in {CommitKind.DEAL, CommitKind.CUT}


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One commit of a match, as its log keeps it.

    ``payload`` is JSON: the action; the deck (in the order of dealing) and the dealer of a deal; the nonce,
    the deck and the dealer of a sealing; the number of a cut; or, of an undo, the version that it went to.
    ``seat`` is None for a deal, a sealing, and a cut that no player made.
    """

    version: int
    action_id: str
    kind: CommitKind
    seat: Seat | None
    payload: str


class AppendConflict(EngineError):
    """The log already has the version or the action id of an entry; nothing was written."""


class MatchStore(Protocol):
    """The durable log of every match and the newest snapshot of each.

    Calls for one match take effect in the order in which they were made, also when their callers were
    cancelled: a ``load`` after an abandoned ``append`` sees what became of it.
    """

    async def append(self, match_id: MatchId, entry: LogEntry, snapshot: str) -> None:
        """Write an entry and the snapshot after it in one durable commit.

        Raises AppendConflict unless the entry follows the newest version and its action id is new. After any
        other exception, and after a cancellation, the entry may have been written or not.
        """
        ...

    async def load(self, match_id: MatchId) -> tuple[int, str]:
        """Return the newest version and its snapshot; version 0 is a match whose log is empty."""
        ...

    async def find(self, match_id: MatchId, action_id: str) -> LogEntry | None:
        """Return the entry that was written for ``action_id``, if there is one."""
        ...
