"""What is kept of a match apart from its cards: plain values that mirror the tables of the database."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, NewType

from engine.ports import MatchId

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.match import Match
    from engine.ports import LogEntry
    from engine.ruleset import RuleSet
    from engine.snapshot import Snapshot
    from engine.state import Seat

TableId = NewType("TableId", str)
"""Short name of a table, unique in its guild, also inside ``custom_id``s: ``[a-z0-9]{6,10}``."""


class Status(StrEnum):
    """How far a table got; ``ENDED`` is cancelled, ended early or expired."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    ENDED = "ended"

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens at the table."""
        return self in (Status.FINISHED, Status.ENDED)


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

    @property
    def time(self) -> timedelta | None:
        """The time of a turn, None for as long as one likes."""
        return _TIMES.get(self)


_TIMES = {
    Pace.LIVE: timedelta(seconds=60),
    Pace.RELAXED: timedelta(minutes=5),
    Pace.CORRESPONDENCE: timedelta(hours=24),
}


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat; a person sits on one seat of a table at most.

    ``name`` is a person's display name as Discord gives it, to be escaped when shown. ``missed``: how many
    turns in a row were played for the person because their time was up.
    """

    kind: SeatKind
    user_id: int | None = None
    name: str = ""
    missed: int = 0


@dataclass(frozen=True, slots=True)
class TableInfo:
    """One table; ``channel_id`` is where it is played (a thread or a channel), ``message_id`` its message.

    ``seats`` has one for each player. How many play, and the rules, change only in a lobby; how fast, and
    whether the match is ranked, never does. ``ready``: who wants the next deal, with the number of the deal
    they saw end. ``votes``: who wants to end the match early. ``former``: who left which seat, and so has
    seen its cards.
    """

    id: TableId
    guild_id: int
    channel_id: int
    message_id: int | None
    host_id: int
    status: Status
    rules: RuleSet
    players: int
    seats: tuple[SeatInfo, ...]
    pace: Pace = Pace.NONE
    ranked: bool = False
    ready: Mapping[int, int] = field(default_factory=dict)
    votes: frozenset[int] = frozenset()
    former: Mapping[int, Seat] = field(default_factory=dict)

    @property
    def match_id(self) -> MatchId:
        """The name of its match."""
        return MatchId(self.guild_id, self.id)


class Room(NamedTuple):
    """How many lobbies and running matches one host, and one server, may have."""

    of_host: int
    in_guild: int


class MatchPlace(NamedTuple):
    """Where a match is shown, just as the row says: all that a start reads of a match.

    ``due``: when the awaited player's time is over, in seconds since 1970; None: never.
    """

    guild_id: int
    table_id: TableId
    channel_id: int
    message_id: int | None
    due: int | None = None

    @property
    def id(self) -> MatchId:
        """The name of the match."""
        return MatchId(self.guild_id, self.table_id)

    @property
    def deadline(self) -> datetime | None:
        """When the awaited player's time is over."""
        return instant(self.due)


def instant(seconds: int | None) -> datetime | None:
    """Return the instant so many seconds after 1970; None for none, and for a number that is no instant."""
    try:
        return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
    except (OSError, OverflowError, ValueError):
        return None


@dataclass(frozen=True, slots=True)
class Resumed:
    """A match as it is taken up again: ``log`` begins with its last deal.

    ``deadline``: when the awaited player's time is over, if ever.
    """

    info: TableInfo
    snapshot: Snapshot
    log: Sequence[LogEntry]
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True)
class History:
    """Everything of a match at one instant: how it began, who sits, its whole log, its newest snapshot.

    ``status``: how far its table is. ``log_dropped``: the match is over, and its log was kept no longer.
    """

    id: MatchId
    status: Status
    first: Match
    seats: tuple[SeatInfo, ...]
    entries: Sequence[LogEntry]
    version: int
    snapshot: str
    log_dropped: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' display names as they are."""
        return tuple(seat.name for seat in self.seats)
