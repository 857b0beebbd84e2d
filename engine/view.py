"""What a seat, or a spectator, may know. Built by naming what is shown, never by removing what is not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from engine.legal import legal_actions
from engine.pile import pile_cause
from engine.state import Phase

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.cards import Card
    from engine.ruleset import RuleSet
    from engine.state import Meld, PileState, Seat, SideState, State, Turn

MeldView: TypeAlias = "Meld"
"""Everybody sees a meld as it is."""


class SideView(NamedTuple):
    """What lies on one side; ``score`` is its total before this deal.

    ``foot``: untaken, taken, become the stock, or None where there are no feet.
    """

    melds: tuple[MeldView, ...]
    red_threes: tuple[Card, ...]
    score: int
    foot: Literal["untaken", "taken", "stock"] | None


@dataclass(frozen=True, slots=True)
class PileView:
    """The pile: its top, size and state, and what froze it; no card below the top (X-13)."""

    top: Card | None
    count: int
    state: PileState
    cause: str | None


class View(NamedTuple):
    """One deal as ``seat`` sees it (None: a spectator).

    ``hand`` is sorted, None for a spectator; ``legal`` lists the legal actions for the seat to act, and is
    empty for everybody else; ``to_act`` is None when the deal is over.
    """

    rules: RuleSet
    seat: Seat | None
    dealer: Seat
    to_act: Seat | None
    phase: Phase
    hand: tuple[Card, ...] | None
    hand_counts: tuple[int, ...]
    sides: tuple[SideView, ...]
    stock_count: int
    pile: PileView
    turn: Turn
    legal: tuple[Action, ...]


def view_for(state: State, seat: Seat | None) -> View:
    """Return what ``seat`` may know of the deal; None is a spectator. Rule: X-13."""
    to_act = None if state.phase is Phase.OVER else state.awaited
    return View(
        rules=state.rules,
        seat=seat,
        dealer=state.dealer,
        to_act=to_act,
        phase=state.phase,
        hand=None if seat is None else tuple(state.hands[seat]),
        hand_counts=tuple([len(hand) for hand in state.hands]),
        sides=tuple([_side_view(state.rules, side) for side in state.sides]),
        stock_count=len(state.stock),
        pile=PileView(
            state.pile[-1] if state.pile else None, len(state.pile), state.pile_state, pile_cause(state)
        ),
        turn=state.turn,
        legal=tuple(legal_actions(state)) if seat is not None and seat == to_act else (),
    )


def _side_view(rules: RuleSet, side: SideState) -> SideView:
    return SideView(tuple(side.melds), tuple(side.red_threes), side.score, _foot_view(rules, side))


def _foot_view(rules: RuleSet, side: SideState) -> Literal["untaken", "taken", "stock"] | None:
    if not rules.foot.size:
        return None
    if side.foot is not None:
        return "untaken"
    return "taken" if side.foot_taken else "stock"
