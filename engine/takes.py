"""The lays that take the pile, each with just the hand cards that it needs, as actions.

Whether the pile may be taken at all, and whether the turn can end afterwards, is for the caller to check.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Lay, TakePile
from engine.cards import FACES, IS_WILD, JOKER, RANK, SUIT, TWO, of_rank
from engine.holding import Holding
from engine.melds import natural_fits, rank_of, set_fault, wild_limit
from engine.memory import Memory
from engine.pile import PAIR, needs_pair, pair_only
from engine.sequences import BIT, faces, is_run, mask_of, runs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from engine.cards import Card, Rank
    from engine.ruleset import RuleSet
    from engine.state import Meld, State

    Takes: TypeAlias = tuple[TakePile, ...]
    Cards: TypeAlias = tuple[Card, ...]


def first_lays(state: State) -> list[Lay]:
    """Return the first lays of `single_takes`."""
    return [take.lays[0] for take in single_takes(state)]


def single_takes(state: State) -> list[TakePile]:
    """Return the takes of the pile, which is not empty, with one lay and no card more than it needs.

    Rules: I-5, I-8, T-9, T-10, C-4.
    """
    rules, top, melds = state.rules, state.pile[-1], state.sides[state.seat % 2].melds
    rank, suit, wild = RANK[top], SUIT[top], IS_WILD[top]
    found: list[TakePile] = []
    if wild or rules.meld.sequences or rank in map(rank_of, melds):
        for number, meld in enumerate(melds):
            if wild:
                fits = _wild_fits(rules, meld)
            else:
                fits = (meld.rank == rank or meld.suit == suit) and natural_fits(rules, meld, top)
            if fits:
                found += _taking_lay_offs(state, number, meld)
    found += _with_wild_top(state) if wild else _with_natural_top(state)
    return found


def _wild_fits(rules: RuleSet, meld: Meld) -> bool:
    """Tell whether a wild on top can be laid off on ``meld``. Rules: T-4, T-9."""
    if meld.wilds >= min(wild_limit(rules, meld.rank), rules.pile.max_wilds):
        return False
    if meld.suit is None:
        return not rules.meld.max_set or len(meld.cards) < rules.meld.max_set
    return is_run(meld.mask, meld.wilds + 1)


def _taking_lay_offs(state: State, number: int, meld: Meld) -> Takes:
    top = state.pile[-1]
    if not pair_only(state):
        return _LAY_OFFS[number, (top,)]
    pair = () if meld.rank is None else of_rank(state.hands[state.seat], meld.rank)[:PAIR]
    return _LAY_OFFS[number, (top, *pair)] if len(pair) == PAIR else ()


def _with_natural_top(state: State) -> Takes:
    top, hand = state.pile[-1], state.hands[state.seat]
    alike = of_rank(hand, RANK[top])[:PAIR]
    if alike and not _rank_is_free(state, RANK[top]):
        alike = ()
    near = tuple([card for card in _NEAR[top] if card in hand]) if state.rules.meld.sequences else ()
    if not (alike or near):
        return ()
    helpers = () if needs_pair(state) else _helpers(hand)
    if not near:
        return _NEW_SETS[top, alike, helpers]
    return _NEW_SETS[top, alike, helpers] + _NEW_SEQUENCES[top, near, helpers]


def _helpers(hand: Sequence[Card]) -> Cards:
    """Return a two and a joker of a sorted hand, as far as it holds them."""
    two = (hand[0],) if RANK[hand[0]] == TWO else ()
    return (*two, JOKER) if hand[-1] == JOKER else two


def _with_wild_top(state: State) -> list[TakePile]:
    top, holding = state.pile[-1], Holding(state.rules, state.hands[state.seat])
    pairs = [
        holding.of_rank(rank)[:PAIR]
        for rank in holding.alike(PAIR)
        if set_fault(state.rules, rank, PAIR, 1) is None and _rank_is_free(state, rank)
    ]
    neighbors = [
        faces(run, suit)
        for suit, held in enumerate(holding.masks)
        for run in runs(0, held, 1)
        if run.bit_count() == PAIR
    ]
    return [TakePile((Lay((top, *two)),)) for two in pairs + neighbors]


def _rank_is_free(state: State, rank: Rank) -> bool:
    """Tell whether the side to act may lay a new set of ``rank``. Rules: I-4, X-9."""
    return not state.rules.meld.one_per_rank or rank not in map(rank_of, state.sides[state.seat % 2].melds)


def _lay_offs(key: tuple[int, Cards]) -> Takes:
    number, cards = key
    return (TakePile((Lay(cards, number),)),)


def _new_sets(key: tuple[Card, Cards, Cards]) -> Takes:
    """Return the sets of ``top`` with two of the cards: alike, or wild helpers."""
    top, alike, helpers = key
    pairs = [alike] if len(alike) == PAIR else []
    if alike:
        pairs += [(alike[0], helper) for helper in helpers]
    return tuple(TakePile((Lay((top, *pair)),)) for pair in pairs)


def _new_sequences(key: tuple[Card, Cards, Cards]) -> Takes:
    """Return the sequences of ``top`` with two of the cards: near in its suit, or wild helpers."""
    top, near, helpers = key
    base, held = BIT[top], mask_of(near)
    return tuple(
        TakePile((Lay((top, *faces(run & ~base, SUIT[top]), *choice)),))
        for choice in ((), *((helper,) for helper in helpers))
        for run in runs(base, held, len(choice))
        if run.bit_count() + len(choice) == 1 + PAIR
    )


_LAY_OFFS = Memory(_lay_offs)
_NEW_SETS = Memory(_new_sets)
_NEW_SEQUENCES = Memory(_new_sequences)
_NEAR = tuple(
    faces(BIT[top] << 2 | BIT[top] << 1 | BIT[top] >> 1 | BIT[top] >> 2, SUIT[top]) for top in FACES
)
"""The faces that can be in a sequence of three with each face."""
