"""What a refused person is told: the rule, with its clause, and what would be legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import fails_by_form, nearest
from bot.render.plays import action_label, own_side
from bot.render.text import DOT, NO_BREAK, card_text, refusal
from bot.ui.plays import suggestions, takes
from engine.actions import Discard, Draw, Lay, TakePile
from engine.cards import IS_WILD, RANK
from engine.errors import Reason
from engine.state import Phase
from engine.takes import first_lays

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.i18n import Texts
    from bot.referee import Case
    from engine.actions import Action
    from engine.errors import IllegalAction
    from engine.state import State
    from engine.view import View

_NAMED = 3
"""Plays of a kind that are named."""


def advice(error: IllegalAction, view: View, t: Texts) -> str:
    """Return why an action was refused, and what the viewing seat could do instead."""
    return f"{refusal(error, t)} {could_text(view, t)}".rstrip()


def could_text(view: View, t: Texts) -> str:
    """Return what the viewing seat could do now; nothing while others are to act."""
    labels = [action_label(action, view, t) for action in _examples(view)]
    if any(isinstance(action, Discard) for action in view.legal):
        labels.append(t("Discard a card"))
    return t("You could: {plays}.", plays=DOT.join(labels)) if labels else ""


def no_take_text(case: Case, t: Texts) -> str:
    """Return why the seat of ``case``, in the draw phase of its turn, cannot take the pile at all."""
    view = case.view
    fault = nearest(case.judge(TakePile(lays)) for lays in _ways_to_try(case.state, view))
    if view.pile.top is None or (fault is not None and not fails_by_form(fault)):
        return "" if fault is None else refusal(fault, t)
    words = t(
        "{card} on top fits no meld of your side, and no two cards of your hand meld with it.",
        card=card_text(view.pile.top, t),
    )
    return f"{words}{NO_BREAK}({view.rules.refusals[Reason.TOP_NOT_USED]})"


def _examples(view: View) -> list[Action]:
    if view.phase is Phase.DRAW and view.turn.asked is None:
        return [*(action for action in view.legal if isinstance(action, Draw)), *takes(view)[:_NAMED]]
    if view.turn.asked == "waiting":
        return list(view.legal)
    return suggestions(view)[:_NAMED]


def _ways_to_try(state: State, view: View) -> Iterator[tuple[Lay, ...]]:
    """Yield what somebody may hope to take the pile with, allowed or not."""
    top, hand = view.pile.top, view.hand or ()
    if top is None:
        yield ()
        return
    for lay in first_lays(state):
        yield (lay,)
    yield from ((Lay((top,), number),) for number in range(len(own_side(view).melds)))
    same = [card for card in hand if RANK[card] == RANK[top]][:1]
    wilds = [card for card in hand if IS_WILD[card]][:1]
    yield (Lay((top, *same, *wilds)),)
