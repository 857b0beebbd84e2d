"""The legal actions of the seat awaited: a canonical, pruned list for panels and players.

Everything listed is accepted by `engine.apply`, none twice. Takes hold exactly the hand cards that the take
needs. Joint lays are listed only where a side must reach its opening minimum; every other joint lay can be
played as single lays. What counts as the same meld is said in `engine.lays`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Answer, Ask, Discard, Draw, Lay, LayDown, TakePile
from engine.apply import check
from engine.cards import RANK, RED_THREES, THREE
from engine.closing import must_close, turn_can_end
from engine.errors import IllegalAction
from engine.lays import Holding, first_lays, lay_offs, new_melds
from engine.melds import extend_meld, make_meld
from engine.openers import opening_lays, opening_takes
from engine.opening import minimum_to_open
from engine.pile import pile_fault
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.actions import Action
    from engine.cards import Card
    from engine.state import Meld, State


def legal_actions(state: State) -> list[Action]:
    """Return the legal actions of the seat awaited; empty only when the deal is over."""
    if state.turn.asked == "waiting":
        return [Answer(yes=True), Answer(yes=False)]
    match state.phase:
        case Phase.OVER:
            return []
        case Phase.DRAW:
            return [*_draws(state), *_takes(state)]
        case Phase.PLAY:
            return [*_asks(state), *_lays(state), *_discards(state)]


def is_legal(state: State, action: Action) -> bool:
    """Tell whether `engine.apply` would accept ``action`` from the seat awaited."""
    try:
        check(state, state.awaited, action)
    except IllegalAction:
        return False
    return True


def _draws(state: State) -> list[Action]:
    free = state.rules.pile.must_take == "never" or bool(state.stock)
    return [Draw()] if free or is_legal(state, Draw()) else []


def _asks(state: State) -> list[Action]:
    offered = state.rules.going_out.ask and state.turn.asked is None and not state.turn.laid
    return [Ask()] if offered and is_legal(state, Ask()) else []


def _discards(state: State) -> list[Action]:
    hand = state.hands[state.seat]
    if len(hand) > 1:
        bound = must_close(state, state.own_side.melds)
        return [] if bound else [Discard(card) for card in dict.fromkeys(hand)]
    return [Discard(card) for card in hand if is_legal(state, Discard(card))]


def _lays(state: State) -> Iterator[Action]:
    rules, hand, melds = state.rules, state.hands[state.seat], state.own_side.melds
    holding = Holding(rules, hand)
    if minimum_to_open(state):
        yield from opening_lays(state, list(new_melds(rules, melds, holding)))
        return
    # a discard can end the turn while two cards are left, unless it must end by going out (X-3, I-10, C-8)
    free = len(hand) - 2 if not must_close(state, melds) else -1
    if state.own_side.foot is not None:
        free = len(hand)
    for lay in (*lay_offs(rules, melds, holding), *new_melds(rules, melds, holding)):
        if (len(lay.cards) <= free and RANK[lay.cards[0]] != THREE) or _can_end_after(state, lay, hand):
            yield LayDown((lay,))


def _takes(state: State) -> Iterator[Action]:
    if pile_fault(state) is not None:
        return
    holding = Holding(state.rules, state.hands[state.seat])
    if minimum_to_open(state):
        yield from opening_takes(state, list(first_lays(state, holding)))
        return
    hand = state.hands[state.seat] + [card for card in state.pile[:-1] if card not in RED_THREES]
    hand.append(state.pile[-1])
    for lay in first_lays(state, holding):
        if _can_end_after(state, lay, hand):
            yield TakePile((lay,))


def _can_end_after(state: State, lay: Lay, hand: Sequence[Card]) -> bool:
    """Tell whether the turn can end once ``lay``, legal by itself and out of ``hand``, is on the table.

    Rule: X-3.
    """
    rest = list(hand)
    for card in lay.cards:
        rest.remove(card)
    return turn_can_end(state, _melds_after(state, lay), rest)


def _melds_after(state: State, lay: Lay) -> list[Meld]:
    melds = state.own_side.melds.copy()
    if lay.meld is None:
        melds.append(make_meld(state.rules, lay.cards))
    else:
        melds[lay.meld] = extend_meld(state.rules, melds[lay.meld], lay.cards)
    return melds
