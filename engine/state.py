"""The state of one deal: plain mutable data with a cheap copy.

Everything inside that copies share is immutable (melds and the turn are replaced, never edited).
Only `engine.deal` and `engine.apply` write to a state; a state that others can see is never written to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from engine.cards import Card, Rank, Suit
    from engine.ruleset import RuleSet

Seat: TypeAlias = int
"""0 to players - 1, clockwise; seat s belongs to side s mod 2."""
SEATS = range(4)
"""The seats of the largest game."""
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


class MeldKind(Enum):
    """Cards of one rank, or consecutive cards of one suit."""

    SET = "set"
    SEQUENCE = "sequence"


class Ending(Enum):
    """How a deal ended."""

    CLOSED = "closed"
    STOCK = "stock"
    DEAD = "dead"


@dataclass(slots=True, unsafe_hash=True)
class Meld:
    """A meld on the table: its naturals in face order, then its wild cards, which have no place (X-10).

    A value that nobody edits; it is not frozen because making a frozen one takes far longer.

    ``rank`` is a set's, ``suit`` a sequence's, else None. ``mask`` has a bit for each rank that a sequence
    holds as a natural, see `engine.sequences`; 0 for a set.
    """

    kind: MeldKind
    cards: tuple[Card, ...]
    rank: Rank | None
    suit: Suit | None
    naturals: int
    wilds: int
    canasta: Canasta | None
    mask: int = 0


class Turn(NamedTuple):
    """What the seat to act did in this turn; ``melds_before`` counts its side's melds at the start.

    ``asked``: None, or the question to the partner is waiting, or was answered yes or no (C-8).
    """

    melds_before: int = 0
    laid: bool = False
    on_earlier: bool = False
    took_pile: bool = False
    asked: Literal["waiting"] | bool | None = None


@cache
def turn_begun(melds: int) -> Turn:
    """Return the turn of a seat that has done nothing yet, and whose side has so many melds."""
    return Turn(melds_before=melds)


@cache
def turn_after_laying(turn: Turn, meld: int) -> Turn:
    """Return what ``turn`` becomes by laying cards on meld number ``meld``, or as that."""
    return turn._replace(laid=True, on_earlier=turn.on_earlier or meld < turn.melds_before)


@dataclass(slots=True)
class SideState:
    """What lies on one side, and its score before this deal.

    ``foot`` holds the side's foot, the next card first, while it lies untaken; None where there is none, or
    it was taken (``foot_taken``) or became the stock. The list is never edited, so copies share it.
    """

    melds: list[Meld] = field(default_factory=list)
    red_threes: list[Card] = field(default_factory=list)
    score: int = 0
    foot: list[Card] | None = None
    foot_taken: bool = False

    def copy(self) -> SideState:
        """Return an independent copy."""
        return SideState(self.melds.copy(), self.red_threes.copy(), self.score, self.foot, self.foot_taken)


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
    def awaited(self) -> Seat:
        """The seat whose action is awaited: the one to act, or its partner while a question waits."""
        return partner_of(self.seat) if self.turn.asked == "waiting" else self.seat

    @property
    def own_side(self) -> SideState:
        """The side of the seat to act."""
        return self.sides[self.seat % 2]


def side_of(seat: Seat) -> Side:
    """Return the side that ``seat`` belongs to."""
    return seat % 2


def partner_of(seat: Seat) -> Seat:
    """Return the seat opposite, in a game of four."""
    return (seat + 2) % 4
