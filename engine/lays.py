"""Every meld and lay-off that a hand allows by the form of melds alone; the turn's end is not looked at.

Sets are listed once for each (rank, naturals, twos, jokers), with the first faces in suit order; sequences by
the faces of their naturals, with each number of twos and jokers. The same few cards of a rank or a suit come
up again and again, so what can be made of them is remembered.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any

from engine.actions import Lay, LayDown
from engine.cards import IS_WILD, JOKER, RANK, SUIT, SUIT_CODES, THREE, TWO, of_rank
from engine.melds import set_fault, wild_limit
from engine.pile import PAIR, needs_pair, pair_only
from engine.sequences import BIT, faces, is_run, mask_of, near, runs, within_reach
from engine.state import MeldKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from engine.cards import Card, Rank, Suit
    from engine.ruleset import RuleSet
    from engine.state import Meld, State

    Plays: TypeAlias = tuple[LayDown, ...]
    """Single lays, as actions."""

_REMEMBERED = 1 << 15
"""Results kept of each function below; a whole deal needs a few hundred."""


class Holding:
    """A sorted hand, looked at as melds see it: of wilds, only as many of a kind as a meld can hold."""

    __slots__ = ("by_rank", "masks", "wilds")

    def __init__(self, rules: RuleSet, hand: Sequence[Card]) -> None:
        most = rules.wild.max_per_meld
        begin, end = bisect_left(hand, 4 * THREE), bisect_left(hand, JOKER)
        self.wilds = (*hand[:begin][:most], *hand[end:][:most])
        by_rank: dict[Rank, tuple[Card, ...]] = {}
        for card in hand[begin:end]:
            rank = RANK[card]
            by_rank[rank] = (*by_rank[rank], card) if rank in by_rank else (card,)
        self.by_rank = by_rank
        self.masks: list[int] = []
        if rules.meld.sequences:
            self.masks = masks = [0] * len(SUIT_CODES)
            for card in hand[begin:end]:
                masks[SUIT[card]] |= BIT[card]


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


ANY_HAND = 1000
"""More cards than any hand."""


class Repertoire:
    """What a rule set lets be laid, by the cards that it is made of: see the functions remembered."""

    def __init__(self, rules: RuleSet) -> None:
        self.on_set = _Memory(_on_set)
        self.sets = _Memory(partial(_sets, rules))
        self.on_sequence = _Memory(partial(_on_sequence, rules))
        self.sequences = _Memory(partial(_sequences, rules))


repertoire_of = cache(Repertoire)


def single_lays(rules: RuleSet, melds: Sequence[Meld], holding: Holding) -> list[tuple[Plays, int]]:
    """Return the lay-offs on each of ``melds``, then the new melds, rank by rank and suit by suit.

    With each group comes how many cards of the hand go into a single lay of it at most. Black threes count
    as more than any hand: whether they may be laid is another matter. Rules: I-4, T-3, T-4, T-5, X-10.
    """
    repertoire = repertoire_of(rules)
    return _lay_offs(repertoire, rules, melds, holding) + _new_melds(repertoire, rules, melds, holding)


def _lay_offs(
    repertoire: Repertoire, rules: RuleSet, melds: Sequence[Meld], holding: Holding
) -> list[tuple[Plays, int]]:
    by_rank, masks, largest = holding.by_rank, holding.masks, rules.meld.max_set or ANY_HAND
    found = []
    for number, meld in enumerate(melds):
        free = wild_limit(rules, meld.rank) - meld.wilds
        wilds = holding.wilds if free else ()
        if meld.rank is not None:
            naturals = by_rank.get(meld.rank, ())
            most = min(len(naturals) + len(wilds), largest - len(meld.cards))
            if most:
                found.append((repertoire.on_set[number, most, free, naturals, wilds], most))
        elif meld.suit is not None:
            held = within_reach(meld.mask, masks[meld.suit], meld.wilds + min(free, len(wilds)))
            if held or wilds:
                there = meld.suit, meld.mask, meld.wilds
                plays = repertoire.on_sequence[number, there, held, wilds]
                found.append((plays, held.bit_count() + len(wilds)))
    return found


def _new_melds(
    repertoire: Repertoire, rules: RuleSet, melds: Sequence[Meld], holding: Holding
) -> list[tuple[Plays, int]]:
    wilds, least = holding.wilds, rules.wild.min_naturals
    taken = [meld.rank for meld in melds] if rules.meld.one_per_rank else ()
    found = []
    for rank, naturals in holding.by_rank.items():
        if len(naturals) >= least and rank not in taken:
            most = ANY_HAND if rank == THREE else len(naturals) + len(wilds)
            found.append((repertoire.sets[naturals, wilds], most))
    for suit, cards in enumerate(holding.masks):
        held = near(cards, min(rules.wild.max_per_meld, len(wilds))) & cards
        if held:
            found.append((repertoire.sequences[suit, held, wilds], held.bit_count() + len(wilds)))
    return found


def _on_set(number: int, most: int, free: int, naturals: tuple[Card, ...], wilds: tuple[Card, ...]) -> Plays:
    """Return the lay-offs of up to ``most`` cards on meld ``number``, with ``free`` places for wilds."""
    return tuple(
        LayDown((Lay(naturals[:count] + choice, number),))
        for count in range(len(naturals) + 1)
        for choice in wild_choices(wilds, free)
        if 0 < count + len(choice) <= most
    )


def _sets(rules: RuleSet, naturals: tuple[Card, ...], wilds: tuple[Card, ...]) -> Plays:
    rank = RANK[naturals[0]]
    return tuple(
        LayDown((Lay(naturals[:count] + choice),))
        for count in range(rules.wild.min_naturals, len(naturals) + 1)
        for choice in wild_choices(wilds, rules.wild.max_per_meld)
        if set_fault(rules, rank, count, len(choice)) is None
    )


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


def _sequences(rules: RuleSet, suit: Suit, held: int, wilds: tuple[Card, ...]) -> Plays:
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
