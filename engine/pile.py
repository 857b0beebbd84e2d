"""The discard pile: what freezes it, and whether a player may take it with a given first lay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import BLACK_THREES, IS_WILD, RED_THREES
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
    if IS_WILD[card]:
        return "wild"
    if card in RED_THREES:
        return "red_three"
    return "black_three" if card in BLACK_THREES else None


def freezes(rules: RuleSet, card: Card) -> bool:
    """Tell whether ``card`` freezes the pile when it appears there. Rule: I-7."""
    return card_kind(card) in rules.pile.frozen_by


def freezing_cause(state: State) -> str | None:
    """Return the kind of the card that froze the pile first, or None. Rules: I-7, X-13."""
    if state.pile_state is not PileState.FROZEN:
        return None
    return next((card_kind(card) for card in state.pile if freezes(state.rules, card)), None)


def needs_pair(state: State) -> bool:
    """Tell whether only a natural pair from the hand takes the pile as a new meld. Rule: I-8."""
    return state.pile_state is PileState.FROZEN and state.rules.pile.frozen_take != "any_valid_meld"


def pair_only(state: State) -> bool:
    """Tell whether even an own meld does not take the pile without a pair from the hand. Rule: I-8."""
    return state.pile_state is PileState.FROZEN and state.rules.pile.frozen_take == "pair"


def pile_fault(state: State) -> Reason | None:
    """Return why nobody can take the pile as it lies, or None. Rules: I-5, I-9."""
    if not state.pile:
        return Reason.PILE_EMPTY
    kind = card_kind(state.pile[-1])
    if kind is None or (kind == "wild" and state.rules.pile.wild_top == "as_wild"):
        return None
    return Reason.TOP_OUT_OF_REACH


def check_first_lay(state: State, lay: Lay) -> None:
    """Check that ``lay`` takes the pile; that its cards form a legal meld is checked with the other lays.

    Raises IllegalAction(PILE_EMPTY | TOP_OUT_OF_REACH | TOP_NOT_USED | PILE_FROZEN | TAKE_LAYS_OFF_MORE).
    Rules: I-5, I-8, I-9.
    """
    rules = state.rules
    fault = pile_fault(state)
    if fault is not None:
        refuse(rules, fault, card=state.pile[-1] if state.pile else None)
    top = state.pile[-1]
    if top not in lay.cards:
        refuse(rules, Reason.TOP_NOT_USED, card=top)
    from_hand = list(lay.cards)
    from_hand.remove(top)
    naturals = sum(not IS_WILD[card] for card in from_hand)
    if lay.meld is None:
        if needs_pair(state) and naturals < PAIR:
            refuse(rules, Reason.PILE_FROZEN, card=top)
    elif pair_only(state):
        if not len(from_hand) == naturals == PAIR:
            refuse(rules, Reason.PILE_FROZEN, card=top)
    elif from_hand:
        refuse(rules, Reason.TAKE_LAYS_OFF_MORE, card=top)


def split_red_threes(cards: list[Card]) -> tuple[list[Card], list[Card]]:
    """Return the red threes among ``cards`` and the others, each in their order."""
    red = [card for card in cards if card in RED_THREES]
    return red, [card for card in cards if card not in RED_THREES]
