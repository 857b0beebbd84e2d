"""The legal actions of the seat to act: a canonical, pruned list for panels and players.

Everything listed is accepted by `engine.apply`, none twice. Melds and lay-offs are listed once for each
(rank, naturals, twos, jokers), with the first faces in suit order; takes hold exactly the hand cards that
the take needs. Joint lays are not listed: every one of them can be played as single lays.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from engine.actions import Discard, Draw, Lay, LayDown, TakePile
from engine.cards import IS_WILD, RANK, RED_THREES, THREE, TWO
from engine.closing import must_close, side_may_close, turn_can_end
from engine.melds import extend_meld, make_meld, meld_of_rank, set_fault, wild_limit
from engine.pile import needs_pair, pair_only, pile_fault
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.actions import Action
    from engine.cards import Card, Rank
    from engine.state import Meld, State


def legal_actions(state: State) -> list[Action]:
    """Return the legal actions of the seat to act; empty only when the deal is over."""
    match state.phase:
        case Phase.OVER:
            return []
        case Phase.DRAW:
            return [Draw(), *_takes(state)]
        case Phase.PLAY:
            return [*_lays(state), *_discards(state)]


def _discards(state: State) -> list[Action]:
    hand, melds = state.hands[state.seat], state.own_side.melds
    if len(hand) > 1:
        return [] if must_close(melds) else [Discard(card) for card in dict.fromkeys(hand)]
    return [Discard(card) for card in hand if side_may_close(state.rules, melds)]


def _naturals_by_rank(hand: Sequence[Card]) -> dict[Rank, list[Card]]:
    return {rank: list(cards) for rank, cards in groupby(hand, RANK.__getitem__) if not IS_WILD[4 * rank]}


def _wild_choices(hand: Sequence[Card], most: int) -> list[list[Card]]:
    """Return one choice of wilds for each (twos, jokers) of up to ``most`` cards, the fewest first."""
    twos = [card for card in hand if RANK[card] == TWO]
    jokers = [card for card in hand if IS_WILD[card] and RANK[card] != TWO]
    return [
        twos[:two_count] + jokers[: count - two_count]
        for count in range(min(most, len(twos) + len(jokers)) + 1)
        for two_count in range(min(count, len(twos)), max(-1, count - len(jokers) - 1), -1)
    ]


def _lays(state: State) -> Iterator[Action]:
    hand = state.hands[state.seat]
    closing = must_close(state.own_side.melds)
    wild_choices = _wild_choices(hand, state.rules.wild.max_per_meld)
    naturals_by_rank = _naturals_by_rank(hand)
    for lay in (
        *_lay_offs(state, naturals_by_rank, wild_choices),
        *_new_melds(state, naturals_by_rank, wild_choices),
    ):
        # a discard can end the turn while two cards are left, unless black threes force closing (X-3, I-10)
        free = len(hand) - len(lay.cards) > 1 and not closing and RANK[lay.cards[0]] != THREE
        if free or _can_end_after(state, lay, hand):
            yield LayDown((lay,))


def _lay_offs(
    state: State, naturals_by_rank: Mapping[Rank, list[Card]], wild_choices: Sequence[list[Card]]
) -> Iterator[Lay]:
    for number, meld in enumerate(state.own_side.melds):
        room = wild_limit(state.rules, meld.rank) - meld.wilds
        naturals = naturals_by_rank.get(meld.rank, [])
        for count in range(len(naturals) + 1):
            for wilds in wild_choices:
                if len(wilds) > room:
                    break
                if count or wilds:
                    yield Lay((*naturals[:count], *wilds), number)


def _new_melds(
    state: State, naturals_by_rank: Mapping[Rank, list[Card]], wild_choices: Sequence[list[Card]]
) -> Iterator[Lay]:
    rules = state.rules
    taken = {meld.rank for meld in state.own_side.melds} if rules.meld.one_per_rank else set()
    for rank, naturals in naturals_by_rank.items():
        if rank in taken:
            continue
        for count in range(rules.wild.min_naturals, len(naturals) + 1):
            for wilds in wild_choices:
                if set_fault(rules, rank, count, len(wilds)) is None:
                    yield Lay((*naturals[:count], *wilds))


def _can_end_after(state: State, lay: Lay, hand: Sequence[Card]) -> bool:
    """Tell whether the turn can end once ``lay``, legal by itself and out of ``hand``, is on the table.

    Rule: X-3.
    """
    rest = list(hand)
    for card in lay.cards:
        rest.remove(card)
    return turn_can_end(state.rules, _melds_after(state, lay), rest)


def _melds_after(state: State, lay: Lay) -> list[Meld]:
    melds = state.own_side.melds.copy()
    if lay.meld is None:
        melds.append(make_meld(state.rules, lay.cards))
    else:
        melds[lay.meld] = extend_meld(state.rules, melds[lay.meld], lay.cards)
    return melds


def _takes(state: State) -> Iterator[Action]:
    if pile_fault(state) is not None:
        return
    hand = state.hands[state.seat] + [card for card in state.pile[:-1] if card not in RED_THREES]
    hand.append(state.pile[-1])
    for lay in _first_lays(state):
        if _can_end_after(state, lay, hand):
            yield TakePile((lay,))


def _first_lays(state: State) -> Iterator[Lay]:
    """Yield the lays that take the pile, each with just the hand cards that it needs.

    Rules: I-5, I-8, I-9.
    """
    top, melds = state.pile[-1], state.own_side.melds
    naturals_by_rank = _naturals_by_rank(state.hands[state.seat])
    if IS_WILD[top]:
        for number, meld in enumerate(melds):
            if meld.wilds < wild_limit(state.rules, meld.rank):
                yield from _take_lay_offs(state, number, naturals_by_rank.get(meld.rank, []))
        for rank, naturals in naturals_by_rank.items():
            if meld_of_rank(melds, rank) is None and len(naturals) > 1 and wild_limit(state.rules, rank):
                yield Lay((top, *naturals[:2]))
        return
    naturals = naturals_by_rank.get(RANK[top], [])
    number_of_rank = meld_of_rank(melds, RANK[top])
    if number_of_rank is not None:
        yield from _take_lay_offs(state, number_of_rank, naturals)
        return
    if len(naturals) > 1:
        yield Lay((top, *naturals[:2]))
    if naturals and not needs_pair(state):
        for wilds in _wild_choices(state.hands[state.seat], 1)[1:]:
            yield Lay((top, naturals[0], *wilds))


def _take_lay_offs(state: State, number: int, naturals: Sequence[Card]) -> Iterator[Lay]:
    if not pair_only(state):
        yield Lay((state.pile[-1],), number)
    elif len(naturals) > 1:
        yield Lay((state.pile[-1], *naturals[:2]), number)
