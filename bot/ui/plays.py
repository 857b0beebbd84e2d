"""Which plays a panel offers: the best ones as suggestions, and what chosen cards can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import nearest
from bot.render.plays import from_hand, own_meld, own_side
from bot.render.text import points_of
from bot.ui.division import divide
from engine.actions import Discard, Lay, LayDown, TakePile
from engine.cards import IS_WILD, RANK, SUIT
from engine.errors import IllegalAction
from engine.melds import canasta_kind, make_meld
from engine.scoring import canasta_bonus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee import Judge
    from engine.actions import Action
    from engine.cards import Card
    from engine.view import View


def plays_for(view: View, judge: Judge, chosen: Sequence[Card]) -> list[Action]:
    """Return what exactly these hand cards can do now: one meld or several, lay-offs, the discard."""
    return [action for action in _tries(view, chosen) if judge(action) is None]


def fault_of(view: View, judge: Judge, chosen: Sequence[Card]) -> IllegalAction | None:
    """Return why these hand cards can do nothing now: what is wrong with the play that comes nearest."""
    return nearest(judge(action) for action in _tries(view, chosen))


def several_melds(view: View, cards: Sequence[Card]) -> LayDown | None:
    """Return the play that lays ``cards`` as new melds, more than one; None if they are none."""
    lays = divide(view.rules, cards)
    return LayDown(lays) if lays is not None and len(lays) > 1 else None


def _tries(view: View, chosen: Sequence[Card]) -> list[Action]:
    """Return what somebody who chose these cards may want to do, allowed or not."""
    if not chosen:
        return []
    cards = tuple(chosen)
    tries: list[Action] = [LayDown((Lay(cards),))]
    if not is_meld(view, cards) and (together := several_melds(view, cards)) is not None:
        tries.append(together)
    tries += (LayDown((Lay(cards, number),)) for number in range(len(own_side(view).melds)))
    if len(cards) == 1:
        tries.append(Discard(cards[0]))
    return tries


def is_meld(view: View, cards: Sequence[Card]) -> bool:
    """Tell whether cards go together as one new meld."""
    try:
        make_meld(view.rules, cards)
    except IllegalAction:
        return False
    return True


def goes_out(view: View, action: Action) -> bool:
    """Tell whether ``action``, a legal one of the viewing seat, empties the hand and so ends the deal."""
    return empties_hand(view, action) and own_side(view).foot != "untaken"


def takes_foot(view: View, action: Action) -> bool:
    """Tell whether ``action``, a legal one of the viewing seat, empties the hand and so takes the foot."""
    return empties_hand(view, action) and own_side(view).foot == "untaken"


def empties_hand(view: View, action: Action) -> bool:
    """Tell whether ``action``, a legal one of the viewing seat, leaves no card in the hand."""
    used = from_hand(action, view)
    gained = view.pile.count - 1 if isinstance(action, TakePile) else 0
    return bool(used) and view.hand is not None and len(view.hand) - len(used) + gained == 0


def takes(view: View) -> list[Action]:
    """Return the ways to take the pile."""
    return [action for action in view.legal if isinstance(action, TakePile)]


def suggestions(view: View) -> list[Action]:
    """Return the plays worth a button, best first: a way to go out, then lays, for each meld at most two.

    The two are the best one with and the best one without wilds. Discards are not suggested, but to go out,
    nor is what makes a clean canasta dirty.
    """
    going_out = [
        action for action in view.legal if goes_out(view, action) and not isinstance(action, TakePile)
    ]
    lays = [
        action
        for action in view.legal
        if isinstance(action, LayDown) and action not in going_out and not spoils_canasta(view, action)
    ]
    best: dict[tuple[object, ...], LayDown] = {}
    for lay in sorted(lays, key=lambda action: worth(view, action), reverse=True):
        best.setdefault(_target(lay), lay)
    return [*sorted(going_out, key=lambda action: worth(view, action), reverse=True)[:1], *best.values()]


def spoils_canasta(view: View, action: LayDown) -> bool:
    """Tell whether a lay puts wilds on a clean canasta, which is worth less then. Rules: I-11, T-15."""
    return any(_canasta_gain(view, lay) < 0 for lay in action.lays)


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
        return canasta_bonus(view.rules, canasta_kind(view.rules, naturals, wilds))
    meld = own_meld(lay.meld, view)
    grown = canasta_kind(view.rules, meld.naturals + naturals, meld.wilds + wilds)
    return canasta_bonus(view.rules, grown) - canasta_bonus(view.rules, meld.canasta)


def _target(action: LayDown) -> tuple[object, ...]:
    """Return which meld a lay extends, or which rank or suit a new one is of, and whether wilds are in it."""
    lay = action.lays[0]
    with_wilds = any(IS_WILD[card] for card in lay.cards)
    if lay.meld is not None:
        return lay.meld, with_wilds
    ranks = {RANK[card] for card in lay.cards if not IS_WILD[card]}
    return (ranks.pop() if len(ranks) == 1 else f"suit {SUIT[lay.cards[0]]}"), with_wilds, "new"
