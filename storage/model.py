"""What storage keeps of a match apart from its cards: plain values that mirror the tables."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from engine.match import Match
    from engine.ports import LogEntry, MatchId
    from engine.ruleset import RuleSet


class Status(StrEnum):
    """How far a match got; ``ENDED`` is cancelled, ended early or expired."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    ENDED = "ended"


class SeatKind(StrEnum):
    """Who sits on a seat."""

    EMPTY = "empty"
    HUMAN = "human"
    COMPUTER = "computer"


class Pace(StrEnum):
    """How long a person may take over a turn."""

    NONE = "none"
    LIVE = "live"
    RELAXED = "relaxed"
    CORRESPONDENCE = "correspondence"


class MarkKind(StrEnum):
    """What a mark says of a person; its ``value`` is the deal they saw end, 0, and the seat they left."""

    READY = "ready"
    VOTE = "vote"
    FORMER = "former"


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """One seat; a person sits on one seat of a match at most.

    ``missed``: how many turns in a row were played for the person because their time was up.
    """

    kind: SeatKind
    user_id: int | None = None
    name: str = ""
    missed: int = 0


class StoredMark(NamedTuple):
    """What is remembered of a person at a table; one of a kind for each person."""

    kind: MarkKind
    user_id: int
    value: int


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match without its cards; ``seats`` has one for each player.

    How many play, how fast, and whether it is ranked never changes; the rules change only in a lobby.
    ``deadline``, until when the turn that is awaited may take, is written by `Matches.set_deadline` alone.
    """

    id: MatchId
    channel_id: int
    message_id: int | None
    host_id: int
    status: Status
    rules: RuleSet
    players: int
    seats: tuple[StoredSeat, ...]
    pace: Pace = Pace.NONE
    marks: frozenset[StoredMark] = frozenset()
    deadline: datetime | None = None
    ranked: bool = False


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """Where a match is shown, and how far it got."""

    id: MatchId
    channel_id: int
    message_id: int | None
    status: Status


@dataclass(frozen=True, slots=True)
class History:
    """Everything of a match at one instant: how it began, who sits, its whole log, its newest snapshot."""

    id: MatchId
    first: Match
    seats: tuple[StoredSeat, ...]
    entries: Sequence[LogEntry]
    version: int
    snapshot: str
