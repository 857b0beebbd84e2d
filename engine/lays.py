"""Every meld and lay-off that a hand allows by the form of melds alone; the turn's end is not looked at.

Sets are listed once for each (rank, naturals, twos, jokers), with the first faces in suit order; sequences by
the faces of their naturals, with each number of twos and jokers.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from engine.actions import Lay
from engine.cards import FOUR, IS_WILD, RANK, SUIT, SUIT_CODES, TWO
from engine.melds import set_fault, wild_limit
from engine.pile import needs_pair, pair_only
from engine.sequences import faces, is_run, mask_of, runs
from engine.state import MeldKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.cards import Card, Rank
    from engine.ruleset import RuleSet
    from engine.state import Meld, State

PAIR = 2


class Holding:
    """A sorted hand, looked at as melds see it."""

    __slots__ = ("by_rank", "masks", "wilds")

    def __init__(self, rules: RuleSet, hand: Sequence[Card]) -> None:
        self.by_rank: dict[Rank, list[Card]] = {
            rank: list(cards) for rank, cards in groupby(hand, RANK.__getitem__) if not IS_WILD[4 * rank]
        }
        self.masks: tuple[int, ...] = ()
        if rules.meld.sequences:
            naturals = [card for card in hand if RANK[card] >= FOUR and not IS_WILD[card]]
            self.masks = tuple(
                mask_of(card for card in naturals if SUIT[card] == suit) for suit in range(len(SUIT_CODES))
            )
        self.wilds = _wild_choices(hand, rules.wild.max_per_meld)


def _wild_choices(hand: Sequence[Card], most: int) -> list[tuple[Card, ...]]:
    """Return one choice of wilds for each (twos, jokers) of up to ``most`` cards, the fewest first."""
    twos = [card for card in hand if RANK[card] == TWO]
    jokers = [card for card in hand if IS_WILD[card] and RANK[card] != TWO]
    return [
        (*twos[:two_count], *jokers[: count - two_count])
        for count in range(min(most, len(twos) + len(jokers)) + 1)
        for two_count in range(min(count, len(twos)), max(-1, count - len(jokers) - 1), -1)
    ]


def lay_offs(rules: RuleSet, melds: Sequence[Meld], holding: Holding) -> Iterator[Lay]:
    """Yield the lay-offs on ``melds``. Rules: I-4, T-3, T-4, T-5, X-10."""
    for number, meld in enumerate(melds):
        if meld.kind is MeldKind.SET:
            yield from _lay_offs_on_set(rules, number, meld, holding)
        else:
            yield from _lay_offs_on_sequence(rules, number, meld, holding)


def _lay_offs_on_set(rules: RuleSet, number: int, meld: Meld, holding: Holding) -> Iterator[Lay]:
    naturals = () if meld.rank is None else holding.by_rank.get(meld.rank, ())
    wild_room = wild_limit(rules, meld.rank) - meld.wilds
    room = rules.meld.max_set - len(meld.cards) if rules.meld.max_set else len(naturals) + wild_room
    for count in range(min(len(naturals), room) + 1):
        for wilds in holding.wilds:
            if len(wilds) > min(wild_room, room - count):
                break
            if count or wilds:
                yield Lay((*naturals[:count], *wilds), number)


def _lay_offs_on_sequence(rules: RuleSet, number: int, meld: Meld, holding: Holding) -> Iterator[Lay]:
    if meld.suit is None:
        return
    for wilds in holding.wilds:
        if len(wilds) > rules.wild.max_per_meld - meld.wilds:
            break
        for mask in runs(meld.mask, holding.masks[meld.suit], meld.wilds + len(wilds)):
            if wilds or mask != meld.mask:
                yield Lay((*faces(mask & ~meld.mask, meld.suit), *wilds), number)


def new_melds(rules: RuleSet, melds: Sequence[Meld], holding: Holding) -> Iterator[Lay]:
    """Yield the new melds beside ``melds``. Rules: I-4, T-3, T-4, T-5."""
    taken = {meld.rank for meld in melds} if rules.meld.one_per_rank else set()
    for rank, naturals in holding.by_rank.items():
        if rank in taken:
            continue
        for count in range(rules.wild.min_naturals, len(naturals) + 1):
            for wilds in holding.wilds:
                if set_fault(rules, rank, count, len(wilds)) is None:
                    yield Lay((*naturals[:count], *wilds))
    for suit, held in enumerate(holding.masks):
        for wilds in holding.wilds:
            for mask in runs(0, held, len(wilds)):
                naturals_count = mask.bit_count()
                if (
                    naturals_count >= rules.wild.min_naturals
                    and naturals_count + len(wilds) >= rules.meld.min_size
                ):
                    yield Lay((*faces(mask, suit), *wilds))


def first_lays(state: State, holding: Holding) -> Iterator[Lay]:
    """Yield the lays that take the pile, each with just the hand cards that it needs.

    ``holding`` is the hand of the seat to act; that the pile may be taken at all is for the caller to see.
    Rules: I-5, I-8, I-9, T-9, T-10, C-4.
    """
    top = state.pile[-1]
    for number, meld in enumerate(state.own_side.melds):
        if _fits(state, meld, top):
            yield from _taking_lay_offs(state, number, meld, holding)
    if IS_WILD[top]:
        yield from _new_melds_with_wild_top(state, holding)
    else:
        yield from _new_melds_with_top(state, holding)


def _fits(state: State, meld: Meld, top: Card) -> bool:
    rules = state.rules
    if meld.kind is MeldKind.SET:
        if rules.meld.max_set and len(meld.cards) >= rules.meld.max_set:
            return False
        if not IS_WILD[top]:
            return RANK[top] == meld.rank
    elif not IS_WILD[top]:
        bit = mask_of((top,)) if RANK[top] >= FOUR else 0
        return SUIT[top] == meld.suit and not meld.mask & bit and is_run(meld.mask | bit, meld.wilds)
    elif not is_run(meld.mask, meld.wilds + 1):
        return False
    return meld.wilds < min(wild_limit(rules, meld.rank), rules.pile.max_wilds)


def _taking_lay_offs(state: State, number: int, meld: Meld, holding: Holding) -> Iterator[Lay]:
    if not pair_only(state):
        yield Lay((state.pile[-1],), number)
    elif meld.rank is not None and len(naturals := holding.by_rank.get(meld.rank, [])) >= PAIR:
        yield Lay((state.pile[-1], *naturals[:PAIR]), number)


def _new_melds_with_top(state: State, holding: Holding) -> Iterator[Lay]:
    rules, top = state.rules, state.pile[-1]
    wilds = [] if needs_pair(state) else [choice for choice in holding.wilds if len(choice) == 1]
    if _rank_is_free(state, RANK[top]):
        naturals = holding.by_rank.get(RANK[top], [])
        if len(naturals) >= PAIR:
            yield Lay((top, *naturals[:PAIR]))
        if naturals:
            for wild in wilds:
                yield Lay((top, naturals[0], *wild))
    if not rules.meld.sequences or RANK[top] < FOUR:
        return
    suit, base = SUIT[top], mask_of((top,))
    for choice in [*holding.wilds[:1], *wilds]:
        for mask in runs(base, holding.masks[suit], len(choice)):
            if mask.bit_count() + len(choice) == 1 + PAIR:
                yield Lay((top, *faces(mask & ~base, suit), *choice))


def _new_melds_with_wild_top(state: State, holding: Holding) -> Iterator[Lay]:
    rules, top = state.rules, state.pile[-1]
    for rank, naturals in holding.by_rank.items():
        pair = len(naturals) >= PAIR and set_fault(rules, rank, PAIR, 1) is None
        if pair and _rank_is_free(state, rank):
            yield Lay((top, *naturals[:PAIR]))
    for suit, held in enumerate(holding.masks):
        for mask in runs(0, held, 1):
            if mask.bit_count() == PAIR:
                yield Lay((top, *faces(mask, suit)))


def _rank_is_free(state: State, rank: Rank) -> bool:
    return not state.rules.meld.one_per_rank or all(meld.rank != rank for meld in state.own_side.melds)
