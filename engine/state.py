"""The state of one deal: plain mutable data with a cheap copy.

Everything inside that copies share is immutable (melds and the turn are replaced, never edited).
Only `engine.deal` and `engine.apply` write to a state; a state that others can see is never written to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from engine.cards import Card, Rank
    from engine.ruleset import RuleSet

Seat: TypeAlias = int
"""0 to players - 1, clockwise; seat s belongs to side s mod 2."""
Side: TypeAlias = int


class Phase(Enum):
    """Where a turn stands."""

    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


class PileState(Enum):
    """Open to the seat to act; blocked for that seat alone; or frozen until somebody takes the pile."""

    OPEN = "open"
    BLOCKED = "blocked"
    FROZEN = "frozen"


class Canasta(Enum):
    """Kinds of canasta: without and with wild cards."""

    CLEAN = "clean"
    DIRTY = "dirty"


class Ending(Enum):
    """How a deal ended."""

    CLOSED = "closed"
    STOCK = "stock"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld on the table: naturals of one rank in face order, then its wild cards."""

    cards: tuple[Card, ...]
    rank: Rank
    naturals: int
    wilds: int


@dataclass(frozen=True, slots=True)
class Turn:
    """What the seat to act did in this turn; ``melds_before`` counts its side's melds at the start."""

    melds_before: int = 0
    laid: bool = False
    on_earlier: bool = False
    took_pile: bool = False


@dataclass(slots=True)
class SideState:
    """What lies face up on one side, and its score before this deal."""

    melds: list[Meld] = field(default_factory=list)
    red_threes: list[Card] = field(default_factory=list)
    score: int = 0

    def copy(self) -> SideState:
        """Return an independent copy."""
        return SideState(self.melds.copy(), self.red_threes.copy(), self.score)


@dataclass(slots=True)
class State:
    """One deal in progress or over.

    ``hands`` are sorted. ``stock`` is kept with the next card **last**, ``pile`` with its top last, so that
    both are cheap to take from. ``laid_before``: who laid a card in an earlier turn of this deal (I-13).
    """

    rules: RuleSet
    dealer: Seat
    seat: Seat
    phase: Phase
    hands: list[list[Card]]
    sides: list[SideState]
    stock: list[Card]
    pile: list[Card]
    pile_state: PileState
    laid_before: list[bool]
    turn: Turn = field(default_factory=Turn)
    ended: Ending | None = None
    closed_by: Seat | None = None
    concealed: bool = False

    def copy(self) -> State:
        """Return an independent copy, in a few microseconds."""
        return State(
            self.rules,
            self.dealer,
            self.seat,
            self.phase,
            [hand.copy() for hand in self.hands],
            [side.copy() for side in self.sides],
            self.stock.copy(),
            self.pile.copy(),
            self.pile_state,
            self.laid_before.copy(),
            self.turn,
            self.ended,
            self.closed_by,
            self.concealed,
        )

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.hands)

    @property
    def own_side(self) -> SideState:
        """The side of the seat to act."""
        return self.sides[side_of(self.seat)]


def side_of(seat: Seat) -> Side:
    """Return the side that ``seat`` belongs to."""
    return seat % 2
