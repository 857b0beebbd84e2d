"""The discard pile: what freezes and blocks it, and whether a player may take it with a given first lay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import BLACK_THREES, FACES, IS_WILD, RED_THREES
from engine.errors import Reason
from engine.melds import refuse
from engine.state import PileState

if TYPE_CHECKING:
    from engine.actions import Lay
    from engine.cards import Card
    from engine.ruleset import RuleSet
    from engine.state import State

PAIR = 2


def card_kind(card: Card) -> str | None:
    """Return ``wild``, ``red_three`` or ``black_three`` for a card that may freeze the pile, else None."""
    return _KIND[card]


def _kind_of(card: Card) -> str | None:
    if IS_WILD[card]:
        return "wild"
    if card in RED_THREES:
        return "red_three"
    return "black_three" if card in BLACK_THREES else None


_KIND = tuple(map(_kind_of, FACES))
_OPEN, _BLOCKED, _FROZEN = PileState.OPEN, PileState.BLOCKED, PileState.FROZEN


def freezes(rules: RuleSet, card: Card) -> bool:
    """Tell whether ``card`` freezes the pile when it appears there. Rules: I-7, C-3."""
    return card_kind(card) in rules.pile.frozen_by


def pile_cause(state: State) -> str | None:
    """Return the kind of the card that froze the pile first, or that blocks it, or None. Rule: X-13."""
    match state.pile_state:
        case PileState.OPEN:
            return None
        case PileState.FROZEN:
            return next((card_kind(card) for card in state.pile if freezes(state.rules, card)), None)
        case PileState.BLOCKED:
            return card_kind(state.pile[-1]) if state.pile else None


def state_after_discard(state: State, card: Card) -> PileState:
    """Return the pile's state for the next player once ``card`` is discarded. Rules: I-7, T-7, C-3."""
    if state.pile_state is _FROZEN:
        return _FROZEN
    kind = _KIND[card]
    if kind is None:
        return _OPEN
    if kind in state.rules.pile.frozen_by:
        return _FROZEN
    return _BLOCKED if kind in state.rules.pile.blocked_by else _OPEN


def is_frozen(state: State) -> bool:
    """Tell whether the pile is frozen for the side to act. Rules: I-7, C-3."""
    unopened = state.rules.pile.frozen_before_opening and not state.own_side.melds
    return unopened or state.pile_state is _FROZEN


def needs_pair(state: State) -> bool:
    """Tell whether only a natural pair from the hand takes the pile as a new meld. Rules: I-8, C-4."""
    return state.rules.pile.frozen_take != "any_valid_meld" and is_frozen(state)


def pair_only(state: State) -> bool:
    """Tell whether even an own meld does not take the pile without a pair from the hand. Rules: I-8, C-4."""
    return state.rules.pile.frozen_take == "pair" and is_frozen(state)


def pile_fault(state: State) -> Reason | None:
    """Return why the player to act cannot take the pile, whatever is in the hand, or None.

    Rules: I-5, I-9, T-7, C-3, C-10.
    """
    pile = state.pile
    if not pile:
        return Reason.PILE_EMPTY
    if state.pile_state is _BLOCKED:
        return Reason.PILE_BLOCKED
    kind = _KIND[pile[-1]]
    if kind is not None and not (kind == "wild" and state.rules.pile.wild_top == "as_wild"):
        return Reason.TOP_OUT_OF_REACH
    if len(pile) == 1 == len(state.hands[state.seat]) and not state.rules.pile.single_for_single:
        return Reason.SINGLE_FOR_SINGLE
    return None


def check_pile(state: State) -> None:
    """Raise IllegalAction with the reason of `pile_fault`, if there is one."""
    fault = pile_fault(state)
    if fault is not None:
        refuse(state.rules, fault, card=state.pile[-1] if state.pile else None)


def check_first_lay(state: State, lay: Lay) -> None:
    """Check that ``lay``, whose cards go together, takes the pile.

    Raises IllegalAction(TOP_NOT_USED | PILE_FROZEN | PILE_FROZEN_UNOPENED | TAKE_WILDS | TOP_WILD_FITS_NOT |
    TAKE_LAYS_OFF_MORE).
    Rules: I-5, I-8, T-9, T-10, C-4.
    """
    rules = state.rules
    top = state.pile[-1]
    if top not in lay.cards:
        refuse(rules, Reason.TOP_NOT_USED, card=top)
    from_hand = list(lay.cards)
    from_hand.remove(top)
    naturals = sum(not IS_WILD[card] for card in from_hand)
    if lay.meld is None:
        if needs_pair(state) and naturals < PAIR:
            refuse(rules, _frozen_reason(state), card=top)
    elif pair_only(state):
        if not len(from_hand) == naturals == PAIR:
            refuse(rules, _frozen_reason(state), card=top)
    elif from_hand:
        refuse(rules, Reason.TAKE_LAYS_OFF_MORE, card=top)
    if wilds_of_take(state, lay) > rules.pile.max_wilds:
        reason = Reason.TAKE_WILDS if lay.meld is None else Reason.TOP_WILD_FITS_NOT
        refuse(rules, reason, most=rules.pile.max_wilds)


def _frozen_reason(state: State) -> Reason:
    by_card = state.pile_state is _FROZEN
    return Reason.PILE_FROZEN if by_card else Reason.PILE_FROZEN_UNOPENED


def wilds_of_take(state: State, lay: Lay) -> int:
    """Return how many wilds count against the limit of a take.

    Those of a new meld, or of the meld that a wild top is laid off on. Rules: T-9, T-10.
    """
    wilds = sum(IS_WILD[card] for card in lay.cards)
    if lay.meld is None or not wilds:
        return wilds
    return wilds + state.own_side.melds[lay.meld].wilds


def split_red_threes(cards: list[Card]) -> tuple[list[Card], list[Card]]:
    """Return the red threes among ``cards`` and the others, each in their order."""
    if RED_THREES.isdisjoint(cards):
        return [], cards.copy()
    red = [card for card in cards if card in RED_THREES]
    return red, [card for card in cards if card not in RED_THREES]
