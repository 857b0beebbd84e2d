"""The rules of a turn: `check` judges an action, `apply` also carries it out.

Both go through the same planners. A planner reads the state and raises IllegalAction, or returns what the
action would make of it; only then is anything written, so a refused action changes nothing (X-7).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from engine.actions import Answer, Ask, Discard, Draw, LayDown, TakePile
from engine.closing import check_turn_can_end, must_close, side_may_close
from engine.deal import draw_card, lay_red_three
from engine.errors import Reason
from engine.events import DealEnded, Discarded, Laid, TookPile
from engine.melds import canasta_of, extend_meld, make_meld, meld_of_rank, refuse
from engine.pile import check_first_lay, freezes, pile_fault, split_red_threes
from engine.state import Ending, Phase, PileState, Turn, side_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.actions import Action, Lay
    from engine.cards import Card
    from engine.events import Event
    from engine.ruleset import RuleSet
    from engine.state import Meld, Seat, State


def check(state: State, seat: Seat, action: Action) -> None:
    """Raise IllegalAction exactly when `apply` would; change nothing."""
    _check_turn(state, seat)
    match action:
        case Draw():
            _check_phase(state, Phase.DRAW)
        case TakePile(lays):
            _plan_take(state, lays)
        case LayDown(lays):
            _plan_lay_down(state, lays)
        case Discard(card):
            _check_discard(state, card)
        case Ask() | Answer():
            refuse(state.rules, Reason.NOT_OFFERED)
        case _:
            assert_never(action)


def apply(state: State, seat: Seat, action: Action) -> list[Event]:
    """Carry out ``action`` for ``seat`` and return what happened, in order.

    Mutates ``state``. Raises IllegalAction, with every reason there is, before anything is changed.
    """
    _check_turn(state, seat)
    match action:
        case Draw():
            _check_phase(state, Phase.DRAW)
            return _draw(state)
        case TakePile(lays):
            return _take_pile(state, _plan_take(state, lays))
        case LayDown(lays):
            return _lay_down(state, _plan_lay_down(state, lays))
        case Discard(card):
            _check_discard(state, card)
            return _discard(state, card)
        case Ask() | Answer():
            return refuse(state.rules, Reason.NOT_OFFERED)
        case _:
            assert_never(action)


@dataclass(slots=True)
class _Laying:
    """What lays would make of a hand and a side's melds; ``laid`` lists meld numbers with their new cards."""

    hand: list[Card]
    melds: list[Meld]
    laid: list[tuple[int, Lay]]


def _check_turn(state: State, seat: Seat) -> None:
    if state.phase is Phase.OVER:
        refuse(state.rules, Reason.DEAL_OVER)
    if seat != state.seat:
        refuse(state.rules, Reason.NOT_YOUR_TURN)


def _check_phase(state: State, phase: Phase) -> None:
    if state.phase is not phase:
        refuse(state.rules, Reason.DRAW_FIRST if phase is Phase.PLAY else Reason.ALREADY_DRAWN)


def _plan_lays(rules: RuleSet, hand: Sequence[Card], melds: Sequence[Meld], lays: Sequence[Lay]) -> _Laying:
    if not lays:
        refuse(rules, Reason.NOTHING_LAID)
    plan = _Laying(list(hand), list(melds), [])
    for lay in lays:
        _remove_held(rules, plan.hand, lay.cards)
        if lay.meld is None:
            meld = make_meld(rules, lay.cards)
            _check_only_of_rank(rules, plan.melds, meld)
            plan.melds.append(meld)
            plan.laid.append((len(plan.melds) - 1, lay))
        else:
            if not 0 <= lay.meld < len(melds):
                refuse(rules, Reason.NO_SUCH_MELD, meld=lay.meld)
            plan.melds[lay.meld] = extend_meld(rules, plan.melds[lay.meld], lay.cards)
            plan.laid.append((lay.meld, lay))
    return plan


def _remove_held(rules: RuleSet, hand: list[Card], cards: Sequence[Card]) -> None:
    for card, count in Counter(cards).items():
        if hand.count(card) < count:
            refuse(rules, Reason.CARD_NOT_HELD, card=card)
    for card in cards:
        hand.remove(card)


def _check_only_of_rank(rules: RuleSet, melds: Sequence[Meld], meld: Meld) -> None:
    """Refuse a second meld of a rank where a side may have one. Rules: I-4, X-9."""
    number = meld_of_rank(melds, meld.rank)
    if rules.meld.one_per_rank and number is not None:
        refuse(rules, Reason.RANK_ALREADY_MELDED, rank=meld.rank, meld=number)


def _plan_lay_down(state: State, lays: Sequence[Lay]) -> _Laying:
    _check_phase(state, Phase.PLAY)
    plan = _plan_lays(state.rules, state.hands[state.seat], state.own_side.melds, lays)
    check_turn_can_end(state.rules, plan.melds, plan.hand)
    return plan


def _plan_take(state: State, lays: Sequence[Lay]) -> _Laying:
    """Plan a take; the plan's hand already holds the cards from under the top. Rules: I-5, I-8, X-3, X-6."""
    _check_phase(state, Phase.DRAW)
    rules = state.rules
    fault = pile_fault(state)
    if fault is not None:
        refuse(rules, fault, card=state.pile[-1] if state.pile else None)
    if not lays:
        refuse(rules, Reason.TOP_NOT_USED, card=state.pile[-1])
    plan = _plan_lays(rules, [*state.hands[state.seat], state.pile[-1]], state.own_side.melds, lays)
    check_first_lay(state, lays[0])
    _, rest = split_red_threes(state.pile[:-1])
    plan.hand = sorted(plan.hand + rest)
    check_turn_can_end(rules, plan.melds, plan.hand)
    return plan


def _check_discard(state: State, card: Card) -> None:
    _check_phase(state, Phase.PLAY)
    rules, melds, hand = state.rules, state.own_side.melds, state.hands[state.seat]
    if card not in hand:
        refuse(rules, Reason.CARD_NOT_HELD, card=card)
    if len(hand) == 1 and not side_may_close(rules, melds):
        refuse(rules, Reason.NEEDS_CANASTA)
    if len(hand) > 1 and must_close(melds):
        refuse(rules, Reason.BLACK_THREES_CLOSE)


def _draw(state: State) -> list[Event]:
    events: list[Event] = []
    if draw_card(state, state.seat, events):
        state.phase = Phase.PLAY
    else:
        _end_deal(state, Ending.STOCK, events)
    return events


def _take_pile(state: State, plan: _Laying) -> list[Event]:
    events: list[Event] = [TookPile(state.seat, len(state.pile))]
    red_threes, _ = split_red_threes(state.pile)
    state.pile = []
    state.pile_state = PileState.OPEN
    state.phase = Phase.PLAY
    turn = state.turn
    state.turn = Turn(turn.melds_before, turn.laid, turn.on_earlier, took_pile=True)
    events += _commit_lays(state, plan)
    for card in red_threes:
        lay_red_three(state, state.seat, card, events)
    _close_if_empty(state, events)
    return events


def _lay_down(state: State, plan: _Laying) -> list[Event]:
    events = _commit_lays(state, plan)
    _close_if_empty(state, events)
    return events


def _commit_lays(state: State, plan: _Laying) -> list[Event]:
    turn = state.turn
    on_earlier = any(number < turn.melds_before for number, _ in plan.laid)
    state.hands[state.seat] = plan.hand
    state.own_side.melds = plan.melds
    state.turn = Turn(
        turn.melds_before, laid=True, on_earlier=turn.on_earlier or on_earlier, took_pile=turn.took_pile
    )
    side = side_of(state.seat)
    return [
        Laid(state.seat, side, number, lay.cards, canasta_of(state.rules, plan.melds[number]))
        for number, lay in plan.laid
    ]


def _discard(state: State, card: Card) -> list[Event]:
    events: list[Event] = [Discarded(state.seat, card)]
    hand = state.hands[state.seat]
    hand.remove(card)
    state.pile.append(card)
    if freezes(state.rules, card):
        state.pile_state = PileState.FROZEN
    if hand:
        _pass_turn(state)
    else:
        _close_if_empty(state, events)
    return events


def _pass_turn(state: State) -> None:
    if state.turn.laid:
        state.laid_before[state.seat] = True
    state.seat = (state.seat + 1) % state.players
    state.phase = Phase.DRAW
    state.turn = Turn(melds_before=len(state.own_side.melds))


def _close_if_empty(state: State, events: list[Event]) -> None:
    if not state.hands[state.seat]:
        state.closed_by = state.seat
        state.concealed = not state.laid_before[state.seat]
        _end_deal(state, Ending.CLOSED, events)


def _end_deal(state: State, ending: Ending, events: list[Event]) -> None:
    state.phase = Phase.OVER
    state.ended = ending
    events.append(DealEnded(ending, state.closed_by, state.concealed))
