"""A player that takes piles, builds canastas, keeps its wilds and goes out when the score favors it.

Every legal action has a worth, guessed by the `Outlook`; the best is played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Answer, Discard, LayDown, TakePile
from engine.players.outlook import DRAWN_CARD, Outlook
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from engine.actions import Action
    from engine.view import View


def greedy_player(view: View, rng: Random) -> Action:
    """Return the action that looks best; ``rng`` decides between equals."""
    if len(view.legal) == 1 or view.seat is None or view.hand is None:
        return view.legal[0]
    outlook = Outlook(view, view.seat, view.hand)
    if view.turn.asked == "waiting":
        return Answer(yes=outlook.lets_partner_close())
    if view.phase is Phase.DRAW:
        return _best(_draw_worths(outlook), rng)
    lays, discards = _lay_worths(outlook), _discard_worths(outlook)
    if outlook.wants_to_close():
        closing = _closing(outlook, lays) or (discards if len(view.hand) == 1 else {})
        if closing:
            return _best(closing, rng)
    gains = {action: worth for action, worth in lays.items() if worth > 0}
    return _best(gains or discards or lays, rng)


def _best(worths: Mapping[Action, float], rng: Random) -> Action:
    most = max(worths.values())
    return rng.choice([action for action, worth in worths.items() if worth == most])


def _draw_worths(outlook: Outlook) -> dict[Action, float]:
    return {
        action: outlook.take_worth(action.lays[0]) if isinstance(action, TakePile) else DRAWN_CARD
        for action in outlook.view.legal
    }


def _lay_worths(outlook: Outlook) -> dict[Action, float]:
    lays = [action for action in outlook.view.legal if isinstance(action, LayDown)]
    return {action: outlook.lay_worth(action.lays[0]) for action in lays}


def _discard_worths(outlook: Outlook) -> dict[Action, float]:
    discards = [action for action in outlook.view.legal if isinstance(action, Discard)]
    return {action: outlook.discard_worth(action.card) for action in discards}


def _closing(outlook: Outlook, lays: Mapping[Action, float]) -> dict[Action, float]:
    """Return those of ``lays`` after which the player has gone out, or still can in this turn."""
    return {
        action: worth
        for action, worth in lays.items()
        if isinstance(action, LayDown) and outlook.can_close_after(action.lays[0])
    }
