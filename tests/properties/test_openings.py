"""What is listed for a side that must reach its opening minimum, beside every way of opening there is."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import TYPE_CHECKING, TypeAlias

import pytest

from engine.actions import Lay, LayDown, TakePile
from engine.cards import codes, parse_cards
from engine.legal import legal_actions
from engine.state import Phase
from tests.properties import oracle
from tests.properties.chance import SETS, rounds, small_position
from tests.properties.judge import accepts, is_frozen, least_to_open
from tests.properties.test_against_the_clauses import key_of, lays_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.state import State

Lays: TypeAlias = tuple[Lay, ...]
Kind: TypeAlias = tuple[tuple[str, int], ...]
SCORES = (-200, 0, 0, 1500, 3000)


def unopened(seed: int, name: str, phase: Phase) -> State:
    """A position of a side that has melded nothing and must reach a minimum."""
    random = Random(seed)
    while True:
        state = small_position(random, phase, most=9, name=name)
        if len(state.hands[0]) < 6 or (phase is Phase.DRAW and not can_matter(state)):
            continue
        state.own_side.melds.clear()
        state.own_side.score = random.choice(SCORES)
        state.laid_before = [False] * state.players
        state.turn = state.turn._replace(melds_before=0, asked=None)
        if least_to_open(state) and (state.phase is Phase.DRAW or oracle.turn_can_end(state)):
            return state


def can_matter(state: State) -> bool:
    """Whether the hand may have use for the pile's top."""
    top, hand = codes(state.pile[-1:]), codes(state.hands[0])
    return (
        bool(top) and top[0][0] != "3" and any(card[0] == top[0][0] or card[1] == top[0][1] for card in hand)
    )


def ways(state: State, hand: tuple[str, ...], fewest: int = 1) -> Iterator[Lays]:
    """Every way to lay new melds out of a hand, once for each choice of cards."""
    house = oracle.house_of(state.rules, state.players)
    melds = sorted(cards for cards in oracle.sub_hands(hand) if oracle.is_meld(house, cards))
    for count in range(fewest, len(hand) // 3 + 1):
        for chosen in combinations_with_replacement(melds, count):
            if oracle.without(hand, tuple(card for cards in chosen for card in cards)) is not None:
                yield tuple(Lay(tuple(parse_cards(" ".join(cards)))) for cards in chosen)


@pytest.mark.parametrize("name", SETS)
def test_what_opens_is_listed(name: str) -> None:
    for seed in rounds(150):
        state = unopened(seed, name, Phase.PLAY)
        hand = tuple(codes(state.hands[state.seat]))
        listed = [play.lays for play in legal_actions(state) if isinstance(play, LayDown)]
        assert all(accepts(state, LayDown(lays)) for lays in listed)
        assert len(set(map(unordered, listed))) == len(listed)
        singles = {key_of(state, lay) for lay in lays_of(hand, state) if accepts(state, LayDown((lay,)))}
        if singles:
            assert {key_of(state, lay) for (lay,) in listed} == singles
            assert len(listed) == len(singles)
        else:
            opens = any(accepts(state, LayDown(lays)) for lays in ways(state, hand, fewest=2))
            assert bool(listed) is opens, state


@pytest.mark.parametrize("name", SETS)
def test_for_each_way_to_use_the_top_a_take_that_opens_is_listed(name: str) -> None:
    for seed in rounds(150):
        state = unopened(seed, name, Phase.DRAW)
        hand = tuple(codes(state.hands[state.seat]))
        top = codes(state.pile)[-1]
        listed = [play.lays for play in legal_actions(state) if isinstance(play, TakePile)]
        assert all(accepts(state, TakePile(lays)) for lays in listed)
        assert len(set(map(unordered, listed))) == len(listed), "lists of cards are unordered"
        opening = list(takes(state, hand, top))
        needed = least_kinds(state, opening)
        assert len(listed) <= len(needed), state
        for kind in needed:
            fewest = min((len(lays) for lays in opening if kind_of(state, lays[0]) == kind), default=None)
            found = [lays for lays in listed if kind_of(state, lays[0]) == kind]
            if fewest is not None:
                assert [len(lays) for lays in found] == [fewest], (kind, listed, state)
            else:
                larger = [lays for lays in listed if is_part(kind, kind_of(state, lays[0]))]
                fewest = min(len(lays) for lays in opening if is_part(kind, kind_of(state, lays[0])))
                assert min(map(len, larger), default=None) == fewest, (kind, listed, state)


def takes(state: State, hand: tuple[str, ...], top: str) -> Iterator[Lays]:
    """Every take that opens."""
    for cards in sorted(oracle.sub_hands(hand)):
        first = Lay(tuple(parse_cards(" ".join((top, *cards)))))
        house = oracle.house_of(state.rules, state.players)
        if not oracle.is_meld(house, (top, *cards)):
            continue
        rest = oracle.without(hand, cards) or ()
        for further in ((), *ways(state, rest)):
            if accepts(state, TakePile((first, *further))):
                yield (first, *further)


def unordered(lays: Lays) -> Lays:
    """The same lays for any order of their cards."""
    return tuple(Lay(tuple(sorted(lay.cards)), lay.meld) for lay in lays)


def kind_of(state: State, lay: Lay) -> Kind:
    return key_of(state, lay)[1]


def is_part(kind: Kind, of: Kind) -> bool:
    return Counter(dict(kind)) <= Counter(dict(of))


def least_kinds(state: State, opening: list[Lays]) -> set[Kind]:
    """The kinds of first lays of three cards that are part of the first lay of some take that opens.

    With a pile that only a natural pair takes, those of a pair.
    """
    house = oracle.house_of(state.rules, state.players)
    pair = is_frozen(state, house) and house["pile.frozen_take"] != "any_valid_meld"
    top = codes(state.pile)[-1]
    kinds = set()
    for lays in opening:
        first = codes(lays[0].cards)
        from_hand = oracle.without(tuple(first), (top,)) or ()
        for two in combinations(from_hand, 2):
            least = (top, *two)
            if oracle.is_meld(house, least) and not (pair and any(map(oracle.is_wild, two))):
                kinds.add(kind_of(state, Lay(tuple(parse_cards(" ".join(least))))))
    return kinds
