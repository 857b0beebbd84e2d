"""A position as JSON gives it: its shape has been checked, whether it makes sense has not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.state import Ending, Phase, PileState, Seat, Turn


class SideShape(NamedTuple):
    """One side; cards in the order in which they were written."""

    melds: list[list[Card]]
    red_threes: list[Card]
    foot: list[Card] | None
    foot_taken: bool
    score: int


class PositionShape(NamedTuple):
    """A position; ``stock`` has the next card first. Without a ``turn`` it is the start of one."""

    dealer: Seat
    seat: Seat
    phase: Phase
    hands: list[list[Card]]
    sides: list[SideShape]
    stock: list[Card]
    pile: list[Card]
    pile_state: PileState
    laid_before: list[bool]
    turn: Turn | None
    ended: Ending | None
    closed_by: Seat | None
    concealed: bool
