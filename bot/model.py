"""What the bot knows of a table apart from its cards: where it is, who sits, and how far it got."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NewType

if TYPE_CHECKING:
    from engine.ruleset import RuleSet

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


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat. ``name`` is a person's display name as Discord gives it, to be escaped when shown."""

    kind: SeatKind
    user_id: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """One table; ``channel_id`` is where it is played (a thread or a channel), ``message_id`` its message."""

    id: TableId
    guild_id: int
    channel_id: int
    message_id: int | None
    host_id: int
    status: Status
    rules: RuleSet
    players: int
    seats: tuple[SeatInfo, ...]
