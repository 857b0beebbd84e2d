"""A player that takes piles, builds canastas, keeps its wilds and goes out when the score favors it.

Every legal action has a worth, guessed by the `Outlook`; the best is played. Where the foot or the end of the
deal is wanted, a way to empty the hand in this turn comes before everything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Answer, Ask, Discard, LayDown, TakePile
from engine.cards import RANK
from engine.players.emptying import way_to_empty
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
"""Who does not want to go out keeps a card besides the discard."""


def greedy_player(view: View, rng: Random) -> Action:
    """Return the action that looks best; ``rng`` decides between equals."""
    if len(view.legal) == 1 or view.seat is None or view.hand is None:
        return view.legal[0]
    outlook = Outlook(view, view.seat, view.hand)
    if view.turn.asked == "waiting":
        return Answer(yes=outlook.lets_partner_close())
    if view.phase is Phase.DRAW:
        return _best(_draw_worths(outlook, view.legal), rng)
    if view.rules.going_out.ask and Ask() in view.legal and _partner_decides(outlook):
        return Ask()
    return _play(outlook, view, rng)


def _partner_decides(outlook: Outlook) -> bool:
    return outlook.closing_pays(CHEAP) and not outlook.closing_pays(DEAR)


def _play(outlook: Outlook, view: View, rng: Random) -> Action:
    """Return a lay or a discard."""
    lays = [action for action in view.legal if isinstance(action, LayDown)]
    asked = view.turn.asked
    empties = outlook.known.foot_waits or asked is True or (asked is None and outlook.closing_pays())
    if lays and empties:
        step = _step_of(way_to_empty(outlook.known) or (), lays)
        if step:
            return step
    worths: dict[Action, float] = {action: outlook.lay_worth(action.lays) for action in lays}
    most = len(outlook.known.hand) - (0 if empties else KEPT_CARDS)
    gains: dict[Action, float] = {
        action: worths[action] for action in lays if worths[action] > 0 and size_of(action.lays) <= most
    }
    return _best(gains or _discard_worths(outlook, view.legal) or worths, rng)


def _step_of(way: Sequence[Lay], lays: Sequence[LayDown]) -> LayDown | None:
    """Return a legal lay that is the way, or a lay of it with the same ranks."""
    wanted = [_look(lay) for lay in way]
    for action in lays:
        if [_look(lay) for lay in action.lays] == wanted:
            return action
    return next(
        (action for action in lays if len(action.lays) == 1 and _look(action.lays[0]) in wanted), None
    )


def _look(lay: Lay) -> tuple[int | None, list[int]]:
    return lay.meld, [RANK[card] for card in lay.cards]


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
