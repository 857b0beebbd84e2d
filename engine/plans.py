"""Judging actions: each planner reads a state and refuses, or returns what the action would make of it.

Nothing here writes to a state. `engine.apply` carries plans out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import Lay
from engine.closing import can_close_from, check_turn_can_end, must_close, side_may_close
from engine.deal import stock_left
from engine.errors import IllegalAction, Reason
from engine.holding import Holding
from engine.melds import lay_on, refuse
from engine.opening import check_opening
from engine.pile import check_first_lay, check_pile, split_red_threes
from engine.state import Phase, side_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from engine.ruleset import RuleSet
    from engine.state import Canasta, Meld, Seat, State

_DRAW, _PLAY, _OVER = Phase.DRAW, Phase.PLAY, Phase.OVER


@dataclass(slots=True)
class Laying:
    """What lays would make of a hand and a side's melds.

    ``laid`` has each lay's meld number, its cards and what canasta the meld is once they lie on it.
    """

    hand: list[Card]
    melds: list[Meld]
    laid: list[tuple[int, tuple[Card, ...], Canasta | None]]


def check_turn(state: State, seat: Seat) -> None:
    """Raise IllegalAction unless an action of ``seat`` is awaited.

    Reasons: DEAL_OVER, NOT_YOUR_TURN, ANSWER_FIRST. Rules: X-2, C-8.
    """
    if state.phase is _OVER:
        refuse(state.rules, Reason.DEAL_OVER)
    if (seat != state.seat or state.turn.asked == "waiting") and seat != state.awaited:
        refuse(state.rules, Reason.ANSWER_FIRST if seat == state.seat else Reason.NOT_YOUR_TURN)


def check_draw(state: State) -> None:
    """Raise IllegalAction(ALREADY_DRAWN | MUST_TAKE) unless the seat to act may draw. Rule: C-9."""
    if state.phase is not _DRAW:
        _check_phase(state, _DRAW)
    if state.rules.pile.must_take == "stock_empty" and not stock_left(state) and _top_fits_own_meld(state):
        refuse(state.rules, Reason.MUST_TAKE, card=state.pile[-1])


def plan_take(state: State, lays: Sequence[Lay]) -> Laying:
    """Plan taking the pile; the plan's hand already holds the cards from under the top.

    Rules: I-5, I-8, T-9, T-10, C-2, C-4, X-3, X-5, X-6.
    """
    _check_phase(state, _DRAW)
    check_pile(state)
    if not lays:
        refuse(state.rules, Reason.TOP_NOT_USED, card=state.pile[-1])
    plan = _plan_lays(state.rules, [*state.hands[state.seat], state.pile[-1]], state.own_side.melds, lays)
    check_first_lay(state, lays[0])
    _, under = split_red_threes(state.pile[:-1])
    plan.hand = sorted(plan.hand + under)
    _check_outcome(state, plan, lays)
    return plan


def plan_lay_down(state: State, lays: Sequence[Lay]) -> Laying:
    """Plan laying melds and lay-offs together. Rules: X-3, X-5, C-2."""
    _check_phase(state, _PLAY)
    seat = state.seat
    plan = _plan_lays(state.rules, state.hands[seat], state.sides[side_of(seat)].melds, lays)
    _check_outcome(state, plan, lays)
    return plan


def check_discard(state: State, card: Card) -> None:
    """Raise IllegalAction unless the seat to act may end its turn by discarding ``card``.

    Reasons: DRAW_FIRST, CARD_NOT_HELD, NEEDS_CANASTA, BLACK_THREES_CLOSE, SAID_YES, SAID_NO.
    Rules: I-10, I-12, T-11, T-12, C-8.
    """
    asked = state.turn.asked
    if state.phase is not _PLAY or asked is not None:
        _check_phase(state, _PLAY)
    rules, seat = state.rules, state.seat
    own, hand = state.sides[seat % 2], state.hands[seat]
    if card not in hand:
        refuse(rules, Reason.CARD_NOT_HELD, card=card)
    if len(hand) > 1:
        if must_close(state, own.melds):
            refuse(rules, Reason.SAID_YES if asked else Reason.BLACK_THREES_CLOSE)
    elif own.foot is None:
        if not side_may_close(rules, state.players, own.melds):
            refuse(rules, Reason.NEEDS_CANASTA)
        if asked is False:
            refuse(rules, Reason.SAID_NO)


def check_ask(state: State) -> None:
    """Raise IllegalAction unless the seat to act may ask its partner "may I go out?".

    Reasons: NOT_OFFERED, DRAW_FIRST, ALREADY_ASKED, ASK_FIRST, and NO_WAY_TO_END where a yes or a no could
    not be followed. Rules: C-8, X-3.
    """
    rules, turn = state.rules, state.turn
    if not rules.going_out.ask or state.players == len(state.sides):
        refuse(rules, Reason.NOT_OFFERED)
    _check_phase(state, Phase.PLAY)
    if turn.asked is not None:
        refuse(rules, Reason.ALREADY_ASKED)
    if turn.laid:
        refuse(rules, Reason.ASK_FIRST)
    if not may_follow_answer(state):
        refuse(rules, Reason.NO_WAY_TO_END)


def may_ask(state: State, holding: Holding) -> bool:
    """Tell whether `check_ask` lets the seat to act, which has drawn and holds ``holding``, ask."""
    turn = state.turn
    if turn.laid or turn.asked is not None:
        return False
    if not state.rules.going_out.ask or state.players == len(state.sides):
        return False
    return _could_follow_answer(state, holding)


def may_follow_answer(state: State) -> bool:
    """Tell whether the seat to act could follow both a yes and a no of its partner. Rules: C-8, X-3."""
    return _could_follow_answer(state, Holding(state.rules, state.hands[state.seat]))


def _could_follow_answer(state: State, holding: Holding) -> bool:
    melds = state.own_side.melds
    return len(holding.hand) > 1 and can_close_from(state.rules, state.players, melds, holding)


def check_answer(state: State) -> None:
    """Raise IllegalAction(NO_QUESTION) unless a question waits for an answer. Rule: C-8."""
    if state.turn.asked != "waiting":
        refuse(state.rules, Reason.NO_QUESTION if state.rules.going_out.ask else Reason.NOT_OFFERED)


def _check_phase(state: State, phase: Phase) -> None:
    if state.turn.asked == "waiting":
        refuse(state.rules, Reason.ANSWER_FIRST)
    if state.phase is not phase:
        refuse(state.rules, Reason.DRAW_FIRST if phase is _PLAY else Reason.ALREADY_DRAWN)


def _check_outcome(state: State, plan: Laying, lays: Sequence[Lay]) -> None:
    check_opening(state, lays, plan.melds, plan.hand)
    check_turn_can_end(state, plan.melds, plan.hand)


def _plan_lays(rules: RuleSet, hand: Sequence[Card], melds: Sequence[Meld], lays: Sequence[Lay]) -> Laying:
    if not lays:
        refuse(rules, Reason.NOTHING_LAID)
    left, after = list(hand), list(melds)
    laid = []
    for lay in lays:
        for card in lay.cards:
            if card not in left:
                refuse(rules, Reason.CARD_NOT_HELD, card=card)
            left.remove(card)
        if lay.meld is not None and not 0 <= lay.meld < len(melds):
            refuse(rules, Reason.NO_SUCH_MELD)
        number = lay_on(rules, after, lay)
        laid.append((number, lay.cards, after[number].canasta))
    return Laying(left, after, laid)


def _top_fits_own_meld(state: State) -> bool:
    """Tell whether the top card can be taken by laying it off on an own meld. Rules: C-9, C-10, X-3."""
    if not state.pile:
        return False
    for number in range(len(state.own_side.melds)):
        try:
            plan_take(state, (Lay((state.pile[-1],), number),))
        except IllegalAction:
            continue
        return True
    return False
