"""Every meld and lay-off that a hand allows by the form of melds alone; the turn's end is not looked at.

Sets are listed once for each (rank, naturals, twos, jokers), with the first faces in suit order; sequences by
the faces of their naturals, with each number of twos and jokers. The same few cards of a rank or a suit come
up again and again, so what can be made of them is remembered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.actions import Lay, LayDown
from engine.cards import FOUR, IS_WILD, RANK, SUIT, SUIT_CODES, TWO
from engine.melds import set_fault, wild_limit
from engine.pile import PAIR, needs_pair, pair_only
from engine.sequences import faces, is_run, mask_of, runs
from engine.state import MeldKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from engine.cards import Card, Rank, Suit
    from engine.ruleset import RuleSet
    from engine.state import Meld, State

    Plays: TypeAlias = tuple[LayDown, ...]
    """Single lays, as actions."""

_REMEMBERED = 1 << 15
"""Results kept of each function below; a whole deal needs a few hundred."""


class Holding:
    """A sorted hand, looked at as melds see it."""

    __slots__ = ("by_rank", "masks", "wilds")

    def __init__(self, rules: RuleSet, hand: Sequence[Card]) -> None:
        by_rank: dict[Rank, tuple[Card, ...]] = {}
        wilds = []
        masks = [0] * len(SUIT_CODES)
        for card in hand:
            if IS_WILD[card]:
                wilds.append(card)
                continue
            rank = RANK[card]
            by_rank[rank] = (*by_rank.get(rank, ()), card)
            if rank >= FOUR:
                masks[SUIT[card]] |= 1 << (rank - FOUR)
        self.by_rank = by_rank
        self.wilds = tuple(wilds)
        self.masks = masks if rules.meld.sequences else []


@lru_cache(_REMEMBERED)
def wild_choices(wilds: tuple[Card, ...], most: int) -> tuple[tuple[Card, ...], ...]:
    """Return one choice of wilds for each (twos, jokers) of up to ``most`` cards, the fewest first."""
    twos = tuple(card for card in wilds if RANK[card] == TWO)
    jokers = wilds[len(twos) :]
    return tuple(
        twos[:two_count] + jokers[: count - two_count]
        for count in range(min(most, len(wilds)) + 1)
        for two_count in range(min(count, len(twos)), max(-1, count - len(jokers) - 1), -1)
    )


def lay_offs(rules: RuleSet, melds: Sequence[Meld], holding: Holding) -> Iterator[Plays]:
    """Yield the lay-offs on each of ``melds`` that can take any. Rules: I-4, T-3, T-4, T-5, X-10."""
    wilds = holding.wilds
    for number, meld in enumerate(melds):
        if meld.rank is not None:
            naturals = holding.by_rank.get(meld.rank, ())
            if naturals or wilds:
                yield _on_set(rules, number, (meld.rank, meld.naturals, meld.wilds), naturals, wilds)
        elif meld.suit is not None and (wilds or holding.masks[meld.suit] & ~meld.mask):
            held = holding.masks[meld.suit]
            yield _on_sequence(rules, number, (meld.suit, meld.mask, meld.wilds), held, wilds)


def new_melds(rules: RuleSet, melds: Sequence[Meld], holding: Holding) -> Iterator[Plays]:
    """Yield the new melds beside ``melds``, rank by rank, then suit by suit. Rules: I-4, T-3, T-4, T-5."""
    taken = {meld.rank for meld in melds} if rules.meld.one_per_rank else ()
    for rank, naturals in holding.by_rank.items():
        if len(naturals) >= rules.wild.min_naturals and rank not in taken:
            yield _sets(rules, naturals, holding.wilds)
    for suit, held in enumerate(holding.masks):
        if held & (held - 1):  # two cards or more
            yield _sequences(rules, suit, held, holding.wilds)


@lru_cache(_REMEMBERED)
def _on_set(
    rules: RuleSet,
    number: int,
    there: tuple[Rank, int, int],
    naturals: tuple[Card, ...],
    wilds: tuple[Card, ...],
) -> Plays:
    rank, naturals_there, wilds_there = there
    return tuple(
        LayDown((Lay(naturals[:count] + choice, number),))
        for count in range(len(naturals) + 1)
        for choice in wild_choices(wilds, wild_limit(rules, rank) - wilds_there)
        if (count or choice)
        and set_fault(rules, rank, naturals_there + count, wilds_there + len(choice)) is None
    )


@lru_cache(_REMEMBERED)
def _sets(rules: RuleSet, naturals: tuple[Card, ...], wilds: tuple[Card, ...]) -> Plays:
    rank = RANK[naturals[0]]
    return tuple(
        LayDown((Lay(naturals[:count] + choice),))
        for count in range(rules.wild.min_naturals, len(naturals) + 1)
        for choice in wild_choices(wilds, rules.wild.max_per_meld)
        if set_fault(rules, rank, count, len(choice)) is None
    )


@lru_cache(_REMEMBERED)
def _on_sequence(
    rules: RuleSet, number: int, there: tuple[Suit, int, int], held: int, wilds: tuple[Card, ...]
) -> Plays:
    suit, mask, wilds_there = there
    return tuple(
        LayDown((Lay(faces(run & ~mask, suit) + choice, number),))
        for choice in wild_choices(wilds, rules.wild.max_per_meld - wilds_there)
        for run in runs(mask, held, wilds_there + len(choice))
        if choice or run != mask
    )


@lru_cache(_REMEMBERED)
def _sequences(rules: RuleSet, suit: Suit, held: int, wilds: tuple[Card, ...]) -> Plays:
    return tuple(
        LayDown((Lay(faces(run, suit) + choice),))
        for choice in wild_choices(wilds, rules.wild.max_per_meld)
        for run in runs(0, held, len(choice))
        if run.bit_count() >= rules.wild.min_naturals and run.bit_count() + len(choice) >= rules.meld.min_size
    )


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
        if SUIT[top] != meld.suit or RANK[top] < FOUR:
            return False
        bit = mask_of((top,))
        return not meld.mask & bit and is_run(meld.mask | bit, meld.wilds)
    elif not is_run(meld.mask, meld.wilds + 1):
        return False
    return meld.wilds < min(wild_limit(rules, meld.rank), rules.pile.max_wilds)


def _taking_lay_offs(state: State, number: int, meld: Meld, holding: Holding) -> Iterator[Lay]:
    if not pair_only(state):
        yield Lay((state.pile[-1],), number)
    elif meld.rank is not None and len(naturals := holding.by_rank.get(meld.rank, ())) >= PAIR:
        yield Lay((state.pile[-1], *naturals[:PAIR]), number)


def _new_melds_with_top(state: State, holding: Holding) -> Iterator[Lay]:
    rules, top = state.rules, state.pile[-1]
    helpers = [] if needs_pair(state) else [one for one in wild_choices(holding.wilds, 1) if one]
    naturals = holding.by_rank.get(RANK[top], ())
    if naturals and _rank_is_free(state, RANK[top]):
        if len(naturals) >= PAIR:
            yield Lay((top, *naturals[:PAIR]))
        for helper in helpers:
            yield Lay((top, naturals[0], *helper))
    if not rules.meld.sequences or RANK[top] < FOUR:
        return
    suit, base = SUIT[top], mask_of((top,))
    for helper in [(), *helpers]:
        for run in runs(base, holding.masks[suit], len(helper)):
            if run.bit_count() + len(helper) == 1 + PAIR:
                yield Lay((top, *faces(run & ~base, suit), *helper))


def _new_melds_with_wild_top(state: State, holding: Holding) -> Iterator[Lay]:
    rules, top = state.rules, state.pile[-1]
    for rank, naturals in holding.by_rank.items():
        pair = len(naturals) >= PAIR and set_fault(rules, rank, PAIR, 1) is None
        if pair and _rank_is_free(state, rank):
            yield Lay((top, *naturals[:PAIR]))
    for suit, held in enumerate(holding.masks):
        for run in runs(0, held, 1):
            if run.bit_count() == PAIR:
                yield Lay((top, *faces(run, suit)))


def _rank_is_free(state: State, rank: Rank) -> bool:
    return not state.rules.meld.one_per_rank or all(meld.rank != rank for meld in state.own_side.melds)
