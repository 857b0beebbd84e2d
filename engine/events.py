"""What happened: the engine's account of an action, in order. `engine.codec` gives its JSON form.

An event may hold a card that only one seat may know (``Drew``); whoever shows events filters by seat.
Events are values that nobody edits; they are not frozen because making a frozen one costs six times as much.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.state import Canasta, Ending, Seat, Side


@dataclass(slots=True, unsafe_hash=True)
class Drew:
    """A card came from the stock; only ``seat`` may know which, unless it is a red three."""

    seat: Seat
    card: Card


@dataclass(slots=True, unsafe_hash=True)
class RedThreeLaid:
    """A red three went face up to the seat's side, by itself (X-11)."""

    seat: Seat
    card: Card


@dataclass(slots=True, unsafe_hash=True)
class TookPile:
    """The pile, of ``count`` cards with its top, went to the seat."""

    seat: Seat
    count: int


@dataclass(slots=True, unsafe_hash=True)
class Laid:
    """Cards were laid as, or on, the side's meld number ``meld``; ``canasta`` is what that meld is now."""

    seat: Seat
    side: Side
    meld: int
    cards: tuple[Card, ...]
    canasta: Canasta | None


@dataclass(slots=True, unsafe_hash=True)
class Discarded:
    """The turn ended with this card on the pile."""

    seat: Seat
    card: Card


@dataclass(slots=True, unsafe_hash=True)
class TookFoot:
    """The seat emptied its hand and took its side's foot of ``count`` cards (T-11)."""

    seat: Seat
    count: int


@dataclass(slots=True, unsafe_hash=True)
class FootToStock:
    """The stock ran out and the untaken foot of ``side`` took its place (T-14)."""

    side: Side
    count: int


@dataclass(slots=True, unsafe_hash=True)
class Asked:
    """The seat asked its partner "may I go out?" (C-8)."""

    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class Answered:
    """The seat answered its partner's question."""

    seat: Seat
    yes: bool


@dataclass(slots=True, unsafe_hash=True)
class DealEnded:
    """The deal is over; ``closed_by`` is the seat that went out, or None."""

    ended: Ending
    closed_by: Seat | None
    concealed: bool


Event: TypeAlias = (
    Drew | RedThreeLaid | TookPile | Laid | Discarded | TookFoot | FootToStock | Asked | Answered | DealEnded
)
