"""What the bot knows of a table apart from its cards: where it is, who sits, and how far it got."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum
from typing import TYPE_CHECKING, NewType

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.ruleset import RuleSet
    from engine.state import Seat

TableId = NewType("TableId", str)
"""Short name of a table inside ``custom_id``s: ``[a-z0-9]{6,10}``."""


class SeatKind(Enum):
    """Who sits on a seat."""

    EMPTY = "empty"
    HUMAN = "human"
    COMPUTER = "computer"


class Status(Enum):
    """How far a table got; ``ENDED`` is cancelled, ended early or expired."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    ENDED = "ended"


class Pace(Enum):
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
    """One seat. ``name`` is a person's display name as Discord gives it, to be escaped when shown.

    ``missed``: how many turns in a row were played for the person because their time was up.
    """

    kind: SeatKind
    user_id: int | None = None
    name: str = ""
    missed: int = 0


@dataclass(frozen=True, slots=True)
class TableInfo:
    """One table; ``channel_id`` is where it is played (a thread or a channel), ``message_id`` its message.

    ``ready``: who wants the next deal, with the number of the deal they saw end. ``votes``: who wants to end
    the match early. ``former``: who left which seat, and so has seen its cards.
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
    ready: Mapping[int, int] = field(default_factory=dict)
    votes: frozenset[int] = frozenset()
    former: Mapping[int, Seat] = field(default_factory=dict)
