"""Which plays a panel offers: the best ones as suggestions, and what chosen cards can do.

All of it is drawn from ``view.legal``, where plays that differ in suits alone are listed once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.text import from_hand, own_meld, points_of
from engine.actions import Discard, Lay, LayDown, TakePile
from engine.cards import IS_WILD, RANK
from engine.melds import canasta_kind
from engine.state import Canasta

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.actions import Action
    from engine.cards import Card, Rank
    from engine.view import View


def plays_for(view: View, chosen: Sequence[Card]) -> list[Action]:
    """Return what exactly these hand cards can do now: the lays, then the discard.

    A play counts as listed in ``view.legal`` whatever its suits, since rules look at ranks there.
    """
    ranks = _ranks(chosen)
    plays: list[Action] = []
    for action in view.legal:
        match action:
            case LayDown((Lay(cards, meld),)) if _ranks(cards) == ranks:
                plays.append(LayDown((Lay(tuple(chosen), meld),)))
            case Discard(card) if (card,) == tuple(chosen):
                plays.append(action)
            case _:
                pass
    return plays


def is_offered(view: View, action: Action) -> bool:
    """Tell whether ``action`` is legal for the viewing seat now; it may come from a forged press."""
    return action in view.legal or action in plays_for(view, from_hand(action, view))


def goes_out(view: View, action: Action) -> bool:
    """Tell whether ``action``, a legal one of the viewing seat, empties the hand and so ends the deal."""
    used = from_hand(action, view)
    gained = view.pile.count - 1 if isinstance(action, TakePile) else 0
    return bool(used) and view.hand is not None and len(view.hand) - len(used) + gained == 0


def takes(view: View) -> list[Action]:
    """Return the ways to take the pile."""
    return [action for action in view.legal if isinstance(action, TakePile)]


def suggestions(view: View) -> list[Action]:
    """Return the plays worth a button, best first: a way to go out, then lays, for each meld at most two.

    The two are the best one with and the best one without wilds. Discards are not suggested, but to go out.
    """
    going_out = [
        action for action in view.legal if goes_out(view, action) and not isinstance(action, TakePile)
    ]
    lays = [action for action in view.legal if isinstance(action, LayDown) and action not in going_out]
    best: dict[tuple[int | None, Rank | None, bool], LayDown] = {}
    for lay in sorted(lays, key=lambda action: worth(view, action), reverse=True):
        best.setdefault(_target(lay), lay)
    return [*sorted(going_out, key=lambda action: worth(view, action), reverse=True)[:1], *best.values()]


def worth(view: View, action: Action) -> int:
    """Return a rough worth of a play, in points: naturals and canastas for it, wilds spent against it."""
    if not isinstance(action, LayDown):
        return 0
    cards = from_hand(action, view)
    wilds = [card for card in cards if IS_WILD[card]]
    naturals = [card for card in cards if not IS_WILD[card]]
    bonus = sum(_canasta_gain(view, lay) for lay in action.lays)
    return bonus + points_of(naturals, view) - points_of(wilds, view)


def _canasta_gain(view: View, lay: Lay) -> int:
    wilds = sum(IS_WILD[card] for card in lay.cards)
    naturals = len(lay.cards) - wilds
    if lay.meld is None:
        return _bonus(view, canasta_kind(view.rules, naturals, wilds))
    meld = own_meld(lay.meld, view)
    grown = canasta_kind(view.rules, meld.naturals + naturals, meld.wilds + wilds)
    return _bonus(view, grown) - _bonus(view, meld.canasta)


def _bonus(view: View, canasta: Canasta | None) -> int:
    match canasta:
        case None:
            return 0
        case Canasta.CLEAN:
            return view.rules.canasta.clean
        case Canasta.DIRTY:
            return view.rules.canasta.dirty


def _target(action: LayDown) -> tuple[int | None, Rank | None, bool]:
    """Return which meld a lay makes or extends, and whether wilds are in it."""
    lay = action.lays[0]
    rank = next((RANK[card] for card in lay.cards if not IS_WILD[card]), None)
    return lay.meld, rank if lay.meld is None else None, any(IS_WILD[card] for card in lay.cards)


def _ranks(cards: Iterable[Card]) -> list[Rank]:
    return sorted(RANK[card] for card in cards)
