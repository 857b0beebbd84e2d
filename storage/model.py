"""What storage keeps of a match apart from its cards: plain values that mirror the tables."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

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


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """One seat; a person sits on one seat of a match at most."""

    kind: SeatKind
    user_id: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match without its cards; ``seats`` has one for each player.

    How many play and whether it is ranked never changes, and the rules change only in a lobby.
    """

    id: MatchId
    channel_id: int
    message_id: int | None
    host_id: int
    status: Status
    rules: RuleSet
    players: int
    seats: tuple[StoredSeat, ...]
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
