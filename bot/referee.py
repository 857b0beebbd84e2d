"""The referee: whether an action is allowed, now or as if it were one's turn, and why not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from engine.apply import check
from engine.errors import IllegalAction, Reason
from engine.state import Phase, PileState, Turn, side_of
from engine.view import view_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.actions import Action
    from engine.state import Seat, State
    from engine.view import View

Judge: TypeAlias = "Callable[[Action], IllegalAction | None]"
"""Says why an action of one seat is refused, or None when it would be accepted. It changes nothing."""

_FORM = (
    *(Reason.MIXED_RANKS, Reason.MIXED_CARDS, Reason.NOT_CONSECUTIVE, Reason.SEQUENCE_COMPLETE),
    *(Reason.THREES_NEVER_MELD, Reason.TOO_FEW_NATURALS, Reason.TOO_MANY_WILDS, Reason.BLACK_THREE_WILDS),
    *(Reason.MELD_TOO_SMALL, Reason.MELD_TOO_LARGE, Reason.RANK_ALREADY_MELDED),
)
_TAKE = (
    *(Reason.TOP_NOT_USED, Reason.PILE_FROZEN, Reason.PILE_FROZEN_UNOPENED),
    *(Reason.TAKE_LAYS_OFF_MORE, Reason.TAKE_WILDS, Reason.TOP_WILD_FITS_NOT),
)
_OUTCOME = (
    *(Reason.OPENING_TOO_LOW, Reason.SAID_YES, Reason.SAID_NO, Reason.BLACK_THREES_CLOSE),
    *(Reason.NEEDS_CANASTA, Reason.NO_WAY_TO_END),
)
_STAGES = {reason: stage for stage, reasons in enumerate((_FORM, _TAKE, _OUTCOME), 1) for reason in reasons}
"""How far a refused action got: its cards do not go together; or they do, but take no pile; or they may not
be laid now. What stops an action before its cards are looked at is stage 0."""


@dataclass(frozen=True, slots=True)
class Case:
    """One seat's question about its deal: the deal as it stands for the seat, which is only read."""

    state: State
    seat: Seat

    @property
    def view(self) -> View:
        """What the seat may know of the deal."""
        return view_for(self.state, self.seat)

    @property
    def judge(self) -> Judge:
        """Who says what the seat may do."""
        return judge_for(self.state, self.seat)

    def supposing(self, phase: Phase) -> Case:
        """Return the case as if it were the seat's turn, and at ``phase`` of it."""
        return Case(supposed(self.state, self.seat, phase), self.seat)


def judge_for(state: State, seat: Seat) -> Judge:
    """Return the judge of what ``seat`` may do in ``state``, which is only read."""
    return partial(_verdict, state, seat)


def supposed(state: State, seat: Seat, phase: Phase) -> State:
    """Return the deal as if it were the turn of ``seat``, and at ``phase`` of it; ``state`` is only read.

    What was blocked for the seat to act is not blocked for another one.
    """
    if (seat, phase) == (state.seat, state.phase):
        return state
    same_turn = seat == state.seat
    melds = state.sides[side_of(seat)].melds
    return replace(
        state.copy(),
        seat=seat,
        phase=phase,
        turn=state.turn if same_turn else Turn(melds_before=len(melds)),
        pile_state=PileState.OPEN
        if state.pile_state is PileState.BLOCKED and not same_turn
        else state.pile_state,
    )


def nearest(refusals: Iterable[IllegalAction | None]) -> IllegalAction | None:
    """Return the refusal of the action that came nearest to being legal; of equals, the first."""
    found = [refusal for refusal in refusals if refusal is not None]
    return max(found, key=stage, default=None)


def stage(refusal: IllegalAction) -> int:
    """Return how far a refused action got: 0 to 3."""
    return _STAGES.get(refusal.reason, 0)


def fails_by_form(refusal: IllegalAction) -> bool:
    """Tell whether an action was refused because its cards do not go together."""
    return refusal.reason in _FORM


def _verdict(state: State, seat: Seat, action: Action) -> IllegalAction | None:
    try:
        check(state, seat, action)
    except IllegalAction as refusal:
        return refusal
    return None
