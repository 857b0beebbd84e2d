"""Every meld and lay-off that a hand allows by the form of melds alone; the turn's end is not looked at.

Sets are listed once for each (rank, naturals, twos, jokers), with the first faces in suit order; sequences by
the faces of their naturals, with each number of twos and jokers. The same few cards of a rank or a suit come
up again and again, so what can be made of them is remembered.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any

from engine.actions import Lay, LayDown
from engine.cards import IS_WILD, JOKER_RANK, RANK, SUIT, THREE, TWO, of_rank
from engine.melds import set_fault, wild_limit
from engine.pile import PAIR, needs_pair, pair_only
from engine.sequences import BIT, faces, is_run, mask_of, near, runs, suit_masks, within_reach
from engine.state import MeldKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from engine.cards import Card, Rank, Suit
    from engine.ruleset import RuleSet
    from engine.state import Meld, State

    Plays: TypeAlias = tuple[LayDown, ...]
    """Single lays, as actions."""
    Group: TypeAlias = tuple[Plays, int]
    """What can be laid of the same cards, and how many cards a lay among them has at most.

    Of black threes that is `ANY_HAND`: whether they may be laid at all is another matter.
    """

_REMEMBERED = 1 << 15
"""Results kept of each function below; a whole deal needs a few hundred."""
ANY_HAND = 1000
"""More cards than any hand."""
_RANK_BIT = tuple(1 << rank for rank in RANK)
_WILD_RANKS = 1 << TWO | 1 << JOKER_RANK


class Holding:
    """A sorted hand, looked at as melds see it.

    Bit r of ``ranks`` tells that naturals of rank r are held, of ``pairs`` that there are two or more.
    ``masks`` has a mask for each suit, where there are sequences. Of wilds, ``wilds`` has no more of a kind
    than a meld can hold.
    """

    __slots__ = ("hand", "masks", "pairs", "ranks", "wilds")

    def __init__(self, rules: RuleSet, hand: Sequence[Card]) -> None:
        ranks = pairs = 0
        for card in hand:
            bit = _RANK_BIT[card]
            pairs |= ranks & bit
            ranks |= bit
        self.hand = hand
        self.ranks = ranks & ~_WILD_RANKS
        self.pairs = pairs & ~_WILD_RANKS
        self.wilds: tuple[Card, ...] = ()
        if ranks & _WILD_RANKS:
            most = rules.wild.max_per_meld
            self.wilds = of_rank(hand, TWO)[:most] + of_rank(hand, JOKER_RANK)[:most]
        self.masks = suit_masks(hand) if rules.meld.sequences else ()

    def of_rank(self, rank: Rank) -> tuple[Card, ...]:
        """Return the cards of one rank."""
        return of_rank(self.hand, rank) if self.ranks >> rank & 1 else ()


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


class _Memory(dict[Any, "Plays"]):
    """Remembers what ``make`` returns: ``memory[a, b]`` is ``make(a, b)``, and costs next to nothing."""

    def __init__(self, make: Callable[..., Plays]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: tuple[Any, ...]) -> Plays:
        if len(self) == _REMEMBERED:
            self.clear()
        self[key] = plays = self._make(*key)
        return plays


class Repertoire:
    """All lays that a rule set knows, each made when it first comes up. Rules: I-4, T-3, T-4, T-5, X-10."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._on_set = _Memory(_lay_offs_on_set)
        self._on_sequence = _Memory(partial(_lay_offs_on_sequence, rules))
        self._sets = _Memory(partial(_new_sets, rules))
        self._sequences = _Memory(partial(_new_sequences, rules))

    def single_lays(self, melds: Sequence[Meld], holding: Holding) -> list[Group]:
        """Return the lay-offs on each of ``melds``, then the new melds, rank by rank and suit by suit."""
        groups = []
        for number, meld in enumerate(melds):
            if meld.suit is not None:
                if holding.wilds or holding.masks[meld.suit] & ~meld.mask:
                    groups.append(self._sequence_lay_offs(number, meld, meld.suit, holding))
            elif meld.rank is not None and (holding.wilds or holding.ranks >> meld.rank & 1):
                groups.append(self._set_lay_offs(number, meld, meld.rank, holding))
        self._add_sets(groups, melds, holding)
        self._add_sequences(groups, holding)
        return groups

    def _set_lay_offs(self, number: int, meld: Meld, rank: Rank, holding: Holding) -> Group:
        free = wild_limit(self._rules, rank) - meld.wilds
        naturals = holding.of_rank(rank)
        wilds = holding.wilds if free else ()
        most = len(naturals) + len(wilds)
        if self._rules.meld.max_set:
            most = min(most, self._rules.meld.max_set - len(meld.cards))
        return self._on_set[number, most, free, naturals, wilds], most

    def _sequence_lay_offs(self, number: int, meld: Meld, suit: Suit, holding: Holding) -> Group:
        free = wild_limit(self._rules, None) - meld.wilds
        wilds = holding.wilds if free else ()
        held = within_reach(meld.mask, holding.masks[suit], meld.wilds + min(free, len(wilds)))
        plays = self._on_sequence[number, (suit, meld.mask, meld.wilds), held, wilds]
        return plays, held.bit_count() + len(wilds)

    def _add_sets(self, groups: list[Group], melds: Sequence[Meld], holding: Holding) -> None:
        rules, wilds = self._rules, holding.wilds
        ranks = holding.pairs if rules.wild.min_naturals > 1 else holding.ranks
        if not ranks:
            return
        if rules.meld.one_per_rank:
            for meld in melds:
                if meld.rank is not None:
                    ranks &= ~(1 << meld.rank)
        for rank in _members(ranks):
            naturals = of_rank(holding.hand, rank)
            most = ANY_HAND if rank == THREE else len(naturals) + len(wilds)
            groups.append((self._sets[naturals, wilds], most))

    def _add_sequences(self, groups: list[Group], holding: Holding) -> None:
        wilds = holding.wilds
        for suit, cards in enumerate(holding.masks):
            held = near(cards, len(wilds)) & cards
            if held:
                groups.append((self._sequences[suit, held, wilds], held.bit_count() + len(wilds)))


repertoire_of = cache(Repertoire)


@cache
def _members(ranks: int) -> tuple[Rank, ...]:
    """Return the ranks whose bits are set, the lowest first."""
    return tuple(rank for rank in range(JOKER_RANK) if ranks >> rank & 1)


def _lay_offs_on_set(
    number: int, most: int, free: int, naturals: tuple[Card, ...], wilds: tuple[Card, ...]
) -> Plays:
    """Return the lay-offs of up to ``most`` cards, no more than ``free`` of them wild, on meld ``number``."""
    return tuple(
        LayDown((Lay(naturals[:count] + choice, number),))
        for count in range(len(naturals) + 1)
        for choice in wild_choices(wilds, free)
        if 0 < count + len(choice) <= most
    )


def _lay_offs_on_sequence(
    rules: RuleSet, number: int, there: tuple[Suit, int, int], held: int, wilds: tuple[Card, ...]
) -> Plays:
    suit, mask, wilds_there = there
    return tuple(
        LayDown((Lay(faces(run & ~mask, suit) + choice, number),))
        for choice in wild_choices(wilds, rules.wild.max_per_meld - wilds_there)
        for run in runs(mask, held, wilds_there + len(choice))
        if choice or run != mask
    )


def _new_sets(rules: RuleSet, naturals: tuple[Card, ...], wilds: tuple[Card, ...]) -> Plays:
    rank = RANK[naturals[0]]
    return tuple(
        LayDown((Lay(naturals[:count] + choice),))
        for count in range(rules.wild.min_naturals, len(naturals) + 1)
        for choice in wild_choices(wilds, rules.wild.max_per_meld)
        if set_fault(rules, rank, count, len(choice)) is None
    )


def _new_sequences(rules: RuleSet, suit: Suit, held: int, wilds: tuple[Card, ...]) -> Plays:
    return tuple(
        LayDown((Lay(faces(run, suit) + choice),))
        for choice in wild_choices(wilds, rules.wild.max_per_meld)
        for run in runs(0, held, len(choice))
        if run.bit_count() >= rules.wild.min_naturals and run.bit_count() + len(choice) >= rules.meld.min_size
    )


def first_lays(state: State) -> Iterator[Lay]:
    """Yield the lays that take the pile, each with just the hand cards that it needs.

    That the pile may be taken at all is for the caller to see. Rules: I-5, I-8, I-9, T-9, T-10, C-4.
    """
    top = state.pile[-1]
    rank, suit, wild = RANK[top], SUIT[top], IS_WILD[top]
    for number, meld in enumerate(state.own_side.melds):
        if (meld.rank == rank or meld.suit == suit or wild) and _fits(state, meld, top):
            yield from _taking_lay_offs(state, number, meld)
    yield from (_new_melds_with_wild_top if wild else _new_melds_with_top)(state)


def _fits(state: State, meld: Meld, top: Card) -> bool:
    rules = state.rules
    if meld.kind is MeldKind.SET:
        if rules.meld.max_set and len(meld.cards) >= rules.meld.max_set:
            return False
        if not IS_WILD[top]:
            return RANK[top] == meld.rank
    elif not IS_WILD[top]:
        bit = BIT[top]
        return bool(bit) and not meld.mask & bit and is_run(meld.mask | bit, meld.wilds)
    elif not is_run(meld.mask, meld.wilds + 1):
        return False
    return meld.wilds < min(wild_limit(rules, meld.rank), rules.pile.max_wilds)


def _taking_lay_offs(state: State, number: int, meld: Meld) -> Iterator[Lay]:
    if not pair_only(state):
        yield Lay((state.pile[-1],), number)
    elif meld.rank is not None:
        naturals = of_rank(state.hands[state.seat], meld.rank)
        if len(naturals) >= PAIR:
            yield Lay((state.pile[-1], *naturals[:PAIR]), number)


def _new_melds_with_top(state: State) -> Iterator[Lay]:
    rules, top, hand = state.rules, state.pile[-1], state.hands[state.seat]
    naturals = of_rank(hand, RANK[top])
    near = _near(top, hand) if rules.meld.sequences else 0
    if not naturals and not near:
        return
    helpers = () if needs_pair(state) else wild_choices(Holding(rules, hand).wilds, 1)[1:]
    if naturals and _rank_is_free(state, RANK[top]):
        if len(naturals) >= PAIR:
            yield Lay((top, *naturals[:PAIR]))
        for helper in helpers:
            yield Lay((top, naturals[0], *helper))
    if near:
        suit, base = SUIT[top], BIT[top]
        for helper in ((), *helpers):
            for run in runs(base, near, len(helper)):
                if run.bit_count() + len(helper) == 1 + PAIR:
                    yield Lay((top, *faces(run & ~base, suit), *helper))


def _near(top: Card, hand: Sequence[Card]) -> int:
    """Return the mask of the cards of a hand that can be in a sequence of three with ``top``."""
    suit, base = SUIT[top], BIT[top]
    held = mask_of([card for card in hand if SUIT[card] == suit])
    return held & (base << 2 | base << 1 | base >> 1 | base >> 2)


def _new_melds_with_wild_top(state: State) -> Iterator[Lay]:
    rules, top = state.rules, state.pile[-1]
    holding = Holding(rules, state.hands[state.seat])
    for rank in _members(holding.pairs):
        if set_fault(rules, rank, PAIR, 1) is None and _rank_is_free(state, rank):
            yield Lay((top, *holding.of_rank(rank)[:PAIR]))
    for suit, held in enumerate(holding.masks):
        for run in runs(0, held, 1):
            if run.bit_count() == PAIR:
                yield Lay((top, *faces(run, suit)))


def _rank_is_free(state: State, rank: Rank) -> bool:
    return not state.rules.meld.one_per_rank or all(meld.rank != rank for meld in state.own_side.melds)
