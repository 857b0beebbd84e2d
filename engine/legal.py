"""The legal actions of the seat awaited: a canonical, pruned list for panels and players.

Everything listed is accepted by `engine.apply`, none twice. Takes hold exactly the hand cards that the take
needs. Joint lays are listed only where a side must reach its opening minimum; every other joint lay can be
played as single lays. What counts as the same meld is said in `engine.lays`.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from engine.actions import Answer, Ask, Draw
from engine.apply import is_legal
from engine.cards import BLACK_THREES, IS_WILD, RANK, RED_THREES, without
from engine.choices import Choices, actions_of, part_of
from engine.closing import can_close, canasta_in_reach, must_close, turn_can_end
from engine.forms import ANY_HAND
from engine.holding import Holding
from engine.lays import repertoire_of
from engine.melds import lay_on
from engine.openers import opening_lays, opening_takes
from engine.opening import minimum_to_open
from engine.pile import PAIR, pile_fault
from engine.plans import may_ask
from engine.state import Phase
from engine.takes import single_takes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.actions import Action, Lay, LayDown
    from engine.cards import Card
    from engine.choices import Lays, Part
    from engine.ruleset import RuleSet
    from engine.state import SideState, State

_PLAY, _OVER = Phase.PLAY, Phase.OVER

_most_of = itemgetter(1)
"""How many cards a play of a `Lays` takes at most."""

_DRAW = Draw()
_ASKING = part_of([Ask()])


def legal_actions(state: State) -> Sequence[Action]:
    """Return the legal actions of the seat awaited; empty only when the deal is over."""
    if state.turn.asked == "waiting":
        return [Answer(yes=True), Answer(yes=False)]
    phase = state.phase
    if phase is _PLAY:
        return _plays(state)
    if phase is _OVER:
        return []
    found: list[Action] = [_DRAW] if state.stock or _may_draw(state) else []
    if pile_fault(state) is None:
        found += _takes(state)
    return found


def _may_draw(state: State) -> bool:
    return state.rules.pile.must_take == "never" or is_legal(state, _DRAW)


def _plays(state: State) -> Choices:
    rules, seat = state.rules, state.seat
    hand, own = state.hands[seat], state.sides[seat % 2]
    melds, held = own.melds, len(hand)
    bound = must_close(state, melds)
    holding = Holding(rules, hand)
    parts: list[Part] = []
    if rules.going_out.ask and may_ask(state, holding):
        parts.append(_ASKING)
    if not melds and (least := minimum_to_open(state)):
        enough = not bound and _most_points(rules, holding) >= least
        if enough or can_close(rules, state.players, (), hand):
            groups = repertoire_of(rules).single_lays((), holding)
            parts.append(part_of(opening_lays(state, actions_of(groups))))
    elif groups := repertoire_of(rules).single_lays(melds, holding):
        room = _room(held, own, bound=bound)
        if max(map(_most_of, groups)) > room:
            groups = [group if group[1] <= room else _that_fit(state, group, room) for group in groups]
        parts += groups
    if held == 1:
        parts.append(part_of([discard for discard in holding.discards if is_legal(state, discard)]))
    elif not bound:
        parts.append(part_of(holding.discards))
    return Choices(parts)


def _that_fit(state: State, group: Lays, room: int) -> Lays:
    """Return those plays of a group after which the turn can end."""
    forms, most, make, cards = group
    return part_of(_fitting(state, make(forms, cards), most, room))


def _fitting(state: State, plays: Sequence[LayDown], most: int, room: int) -> Sequence[LayDown]:
    rules, hand, melds = state.rules, state.hands[state.seat], state.own_side.melds
    if most == ANY_HAND:
        if not can_close(rules, state.players, melds, hand):
            return []
        room = 0
    elif not canasta_in_reach(rules, melds, len(hand)):
        return [play for play in plays if len(play.lays[0].cards) <= room]
    return [
        play for play in plays if len(play.lays[0].cards) <= room or _can_end_after(state, play.lays[0], hand)
    ]


def _room(held: int, own: SideState, *, bound: bool) -> int:
    """Return how many of the cards ``held`` can be laid with no thought of the turn's end.

    While two are left a discard ends it, unless it is ``bound`` to end by going out; where a foot waits the
    hand may be emptied. Black threes are another matter. Rules: X-3, I-10, T-11, C-8.
    """
    if bound:
        return 0
    return held - 2 if own.foot is None else held


def _takes(state: State) -> Sequence[Action]:
    takes = single_takes(state)
    if not takes:
        return takes
    own = state.sides[state.seat % 2]
    if not own.melds and (least := minimum_to_open(state)):
        cards = sorted([*state.hands[state.seat], state.pile[-1]])
        if _most_points(state.rules, Holding(state.rules, cards)) < least:
            return []
        return opening_takes(state, [take.lays[0] for take in takes])
    bound, hand, top = must_close(state, own.melds), state.hands[state.seat], state.pile[-1]
    if _room(len(hand) + 1, own, bound=bound) > PAIR and not IS_WILD[top]:
        return takes  # of the hand and the top alone, and none of black threes
    hand = hand + [card for card in state.pile if card not in RED_THREES]
    room = _room(len(hand), own, bound=bound)
    return [take for take in takes if _fits(state, take.lays[0], hand, room)]


def _most_points(rules: RuleSet, holding: Holding) -> int:
    """Return what melds out of a hand can be worth at most, in points: a look before a search."""
    points = rules.card_points
    fewest = rules.wild.min_naturals if holding.wilds else rules.meld.min_size
    ranks = holding.alike(1 if rules.meld.sequences else fewest)
    return sum([points[card] for card in holding.hand if IS_WILD[card] or RANK[card] in ranks])


def _fits(state: State, lay: Lay, hand: Sequence[Card], room: int) -> bool:
    """Tell whether the turn can end after ``lay``, legal by itself and out of ``hand``."""
    if len(lay.cards) <= room and BLACK_THREES.isdisjoint(lay.cards):
        return True
    reach = canasta_in_reach(state.rules, state.own_side.melds, len(hand))
    return reach and _can_end_after(state, lay, hand)


def _can_end_after(state: State, lay: Lay, hand: Sequence[Card]) -> bool:
    """Tell whether the turn can end once ``lay``, legal by itself and out of ``hand``, is on the table.

    Rule: X-3.
    """
    melds = state.own_side.melds.copy()
    lay_on(state.rules, melds, lay)
    return turn_can_end(state, melds, without(hand, lay.cards))
