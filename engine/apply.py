"""The rules of a turn: `check` judges an action, `apply` also carries it out.

Both go through the planners of `engine.plans`; only when a planner has not refused is anything written, so a
refused action changes nothing (X-7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.actions import Answer, Ask, Discard, Draw, LayDown, TakePile
from engine.cards import FACES
from engine.closing import turn_can_end
from engine.deal import DrawResult, draw_card, lay_red_three, take_foot
from engine.errors import IllegalAction
from engine.events import Answered, Asked, DealEnded, Discarded, Laid, TookPile
from engine.pile import split_red_threes, state_after_discard
from engine.plans import (
    check_answer,
    check_ask,
    check_discard,
    check_draw,
    check_turn,
    plan_lay_down,
    plan_take,
)
from engine.state import SEATS, Ending, Phase, PileState, side_of, turn_after_laying, turn_begun

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.cards import Card
    from engine.events import Event
    from engine.plans import Laying
    from engine.state import Seat, State

_DRAW_PHASE, _PLAY_PHASE, _OVER = Phase.DRAW, Phase.PLAY, Phase.OVER
_OPEN, _FROZEN = PileState.OPEN, PileState.FROZEN
_NOTHING, _RED_THREES = DrawResult.NOTHING, DrawResult.RED_THREES
_DISCARDED = [[Discarded(seat, card) for card in FACES] for seat in SEATS]


def check(state: State, seat: Seat, action: Action) -> None:
    """Raise IllegalAction exactly when `apply` would; change nothing."""
    check_turn(state, seat)
    match action:
        case Discard():
            check_discard(state, action.card)
        case Draw():
            check_draw(state)
        case LayDown():
            plan_lay_down(state, action.lays)
        case TakePile():
            plan_take(state, action.lays)
        case Ask():
            check_ask(state)
        case Answer():
            check_answer(state)
        case _:
            assert_never(action)


def is_legal(state: State, action: Action) -> bool:
    """Tell whether `apply` would accept ``action`` from the seat awaited."""
    try:
        check(state, state.awaited, action)
    except IllegalAction:
        return False
    return True


def apply(state: State, seat: Seat, action: Action) -> list[Event]:
    """Carry out ``action`` for ``seat`` and return what happened, in order.

    Mutates ``state``. Raises IllegalAction, with every reason there is, before anything is changed.
    """
    if seat != state.seat or state.phase is _OVER or state.turn.asked is not None:
        check_turn(state, seat)
    if isinstance(action, Discard):  # what is played most comes first
        check_discard(state, action.card)
        return _discard(state, action.card)
    if isinstance(action, Draw):
        check_draw(state)
        return _draw(state)
    match action:
        case LayDown():
            return _lay_down(state, plan_lay_down(state, action.lays))
        case TakePile():
            return _take_pile(state, plan_take(state, action.lays))
        case Ask():
            check_ask(state)
            state.turn = state.turn._replace(asked="waiting")
            return [Asked(seat)]
        case Answer():
            check_answer(state)
            state.turn = state.turn._replace(asked=action.yes)
            return [Answered(seat, action.yes)]
        case _:
            assert_never(action)


def _draw(state: State) -> list[Event]:
    events: list[Event] = []
    for number in range(state.rules.draw_count(len(state.hands))):
        result = draw_card(state, state.seat, events)
        nothing = result is _NOTHING and number == 0
        if nothing or (result is _RED_THREES and state.rules.red_three.last_card == "ends_deal"):
            _end_deal(state, Ending.STOCK, events)
            return events
    state.phase = _PLAY_PHASE
    _end_if_stuck(state, events)
    return events


def _take_pile(state: State, plan: Laying) -> list[Event]:
    events: list[Event] = [TookPile(state.seat, len(state.pile))]
    red_threes, _ = split_red_threes(state.pile)
    state.pile = []
    state.pile_state = _OPEN
    state.phase = _PLAY_PHASE
    state.turn = state.turn._replace(took_pile=True)
    events += _commit_lays(state, plan)
    for card in red_threes:
        lay_red_three(state, state.seat, card, events)
    _after_lays(state, events)
    return events


def _lay_down(state: State, plan: Laying) -> list[Event]:
    events = _commit_lays(state, plan)
    _after_lays(state, events)
    return events


def _commit_lays(state: State, plan: Laying) -> list[Event]:
    seat = state.seat
    side = side_of(seat)
    state.hands[seat] = plan.hand
    state.sides[side].melds = plan.melds
    events: list[Event] = []
    for number, cards, canasta in plan.laid:
        state.turn = turn_after_laying(state.turn, number)
        events.append(Laid(seat, side, number, cards, canasta))
    return events


def _after_lays(state: State, events: list[Event]) -> None:
    if state.hands[state.seat]:
        return
    if state.own_side.foot is None:
        _close(state, events)
    else:
        take_foot(state, events)
        _end_if_stuck(state, events)


def _discard(state: State, card: Card) -> list[Event]:
    seat = state.seat
    hand = state.hands[seat]
    hand.remove(card)
    state.pile.append(card)
    if state.pile_state is not _FROZEN:
        state.pile_state = state_after_discard(state, card)
    events: list[Event] = [_DISCARDED[seat][card]]
    if not hand:
        if state.own_side.foot is None:
            _close(state, events)
            return events
        take_foot(state, events)
    if state.turn.laid:
        state.laid_before[seat] = True
    state.seat = seat = (seat + 1) % len(state.hands)
    state.phase = _DRAW_PHASE
    state.turn = turn_begun(len(state.sides[seat % 2].melds))
    return events


def _close(state: State, events: list[Event]) -> None:
    state.closed_by = state.seat
    state.concealed = _is_concealed(state)
    _end_deal(state, Ending.CLOSED, events)


def _is_concealed(state: State) -> bool:
    """Tell whether the closing just made is concealed. Rules: I-13, C-7."""
    match state.rules.going_out.concealed:
        case "never":
            return False
        case "nothing_laid_before":
            return not state.laid_before[state.seat]
        case "own_canasta":
            own = state.own_side.melds[state.turn.melds_before :]
            has_canasta = any(meld.canasta for meld in own)
            return has_canasta and not (state.laid_before[state.seat] or state.turn.on_earlier)


def _end_if_stuck(state: State, events: list[Event]) -> None:
    """End the deal when the player to act, given cards, has no legal way to end the turn. Rule: T-18."""
    hand = state.hands[state.seat]
    if not (hand and turn_can_end(state, state.own_side.melds, hand)):
        _end_deal(state, Ending.DEAD, events)


def _end_deal(state: State, ending: Ending, events: list[Event]) -> None:
    state.phase = Phase.OVER
    state.ended = ending
    events.append(DealEnded(ending, state.closed_by, state.concealed))
