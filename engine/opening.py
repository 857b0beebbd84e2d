"""The minimum that a side's first melds of a deal must be worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.closing import side_may_close
from engine.errors import Reason
from engine.melds import refuse
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.actions import Lay
    from engine.cards import Card
    from engine.state import Meld, State


def minimum_to_open(state: State) -> int:
    """Return what the next lays of the side to act must be worth, in points; 0 once it has melded.

    Rules: C-2, I-17, T-15.
    """
    own = state.own_side
    return 0 if own.melds else state.rules.opening_minimum(own.score)


def worth(state: State, lays: Iterable[Lay]) -> int:
    """Return the points of the cards of ``lays``; bonuses do not count. Rule: C-2."""
    points = state.rules.card_points
    return sum(points[card] for lay in lays for card in lay.cards)


def opens(state: State, lays: Iterable[Lay], melds: Sequence[Meld], hand: Sequence[Card]) -> bool:
    """Tell whether ``lays``, which leave ``melds`` and ``hand``, may be the side's next lays. Rule: C-2."""
    return worth(state, lays) >= minimum_to_open(state) or _is_waived(state, melds, hand)


def check_opening(state: State, lays: Sequence[Lay], melds: Sequence[Meld], hand: Sequence[Card]) -> None:
    """Raise IllegalAction(OPENING_TOO_LOW) unless the lays may be the side's next. Rule: C-2."""
    if not opens(state, lays, melds, hand):
        points = worth(state, lays)
        refuse(state.rules, Reason.OPENING_TOO_LOW, least=minimum_to_open(state), points=points)


def _is_waived(state: State, melds: Sequence[Meld], hand: Sequence[Card]) -> bool:
    """Tell whether the lays are a concealed closing from the stock, which needs no minimum. Rule: C-2."""
    concealed = state.rules.going_out.concealed != "never" and not state.laid_before[state.seat]
    from_stock = state.phase is Phase.PLAY and not state.turn.took_pile
    return concealed and from_stock and len(hand) <= 1 and side_may_close(state.rules, state.players, melds)
