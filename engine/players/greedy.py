"""A player that takes piles, builds canastas, keeps its wilds and goes out when the score favors it.

Every legal action has a worth, guessed by the `Outlook`; the best is played. Where the foot or the end of the
deal is wanted, a way to empty the hand in this turn comes before everything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Answer, Ask, Discard, LayDown, TakePile
from engine.cards import BLACK_THREES
from engine.players.emptying import step_to_empty
from engine.players.outlook import Outlook, size_of
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from engine.actions import Action, Lay
    from engine.view import View

CHEAP, DEAR = 5, 20
"""What a card of the partner's hand costs at least and at most; where that decides, the partner is asked."""

KEPT_CARDS = 2
"""Whoever would lose the match by going out keeps a card besides the discard."""


def greedy_player(view: View, rng: Random) -> Action:
    """Return the action that looks best; ``rng`` decides between equals."""
    if len(view.legal) == 1 or view.seat is None or view.hand is None:
        return view.legal[0]
    outlook = Outlook(view, view.seat, view.hand)
    if view.turn.asked == "waiting":
        return Answer(yes=outlook.lets_partner_close())
    if view.phase is Phase.DRAW:
        worths = _draw_worths(outlook, view.legal)
        return _best(_not_losing(outlook, worths, len(view.hand) + view.pile.count) or worths, rng)
    if view.rules.going_out.ask and Ask() in view.legal and _partner_decides(outlook):
        return Ask()
    return _play(outlook, view, rng)


def _partner_decides(outlook: Outlook) -> bool:
    return outlook.closing_pays(CHEAP) and not outlook.closing_pays(DEAR)


def _play(outlook: Outlook, view: View, rng: Random) -> Action:
    """Return a lay or a discard."""
    lays = [action for action in view.legal if isinstance(action, LayDown)]
    worths: dict[Action, float] = {action: outlook.lay_worth(action.lays) for action in lays}
    if outlook.known.foot_waits or _wants_to_close(outlook, view):
        step = step_to_empty(outlook.known, sorted(lays, key=worths.__getitem__, reverse=True))
        if step:
            return step
    gains = {action: worth for action, worth in worths.items() if worth > 0}
    gains = _not_losing(outlook, gains, len(outlook.known.hand))
    return _best(gains or _discard_worths(outlook, view.legal) or worths, rng)


def _wants_to_close(outlook: Outlook, view: View) -> bool:
    return outlook.closing_pays() if view.turn.asked is None else view.turn.asked is True


def _not_losing(outlook: Outlook, worths: Mapping[Action, float], held: int) -> dict[Action, float]:
    """Return the worths without those of lays, out of ``held`` cards, that lose the match by going out."""
    return {
        action: worth
        for action, worth in worths.items()
        if not isinstance(action, LayDown | TakePile)
        or not _goes_out(action.lays, held)
        or not outlook.closing_loses(action.lays)
    }


def _goes_out(lays: Sequence[Lay], held: int) -> bool:
    """Tell whether after lays out of ``held`` cards the turn can only end by going out. Rules: X-3, I-10."""
    return held - size_of(lays) < KEPT_CARDS or any(BLACK_THREES.intersection(lay.cards) for lay in lays)


def _best(worths: Mapping[Action, float], rng: Random) -> Action:
    most = max(worths.values())
    return rng.choice([action for action, worth in worths.items() if worth == most])


def _draw_worths(outlook: Outlook, legal: Sequence[Action]) -> dict[Action, float]:
    return {
        action: outlook.take_worth(action.lays) if isinstance(action, TakePile) else outlook.draw_worth()
        for action in legal
    }


def _discard_worths(outlook: Outlook, legal: Sequence[Action]) -> dict[Action, float]:
    return {action: outlook.discard_worth(action.card) for action in legal if isinstance(action, Discard)}
