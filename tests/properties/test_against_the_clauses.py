"""The engine beside a second reading of the clauses, on small hands under every house rule."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, TypeAlias

import pytest

from engine.actions import Answer, Ask, Discard, Draw, Lay, LayDown, TakePile
from engine.apply import apply, check
from engine.cards import codes, parse_cards
from engine.closing import turn_can_end
from engine.errors import IllegalAction
from engine.legal import legal_actions
from engine.state import Phase
from tests.properties import oracle
from tests.properties.chance import SETS, any_action, rounds, small_position
from tests.properties.judge import accepts, least_to_open

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.actions import Action
    from engine.state import State

Key: TypeAlias = tuple[int | None, tuple[tuple[str, int], ...]]


def accepted(state: State, action: Action) -> bool:
    try:
        check(state, state.awaited, action)
    except IllegalAction:
        return False
    return True


def key_of(state: State, lay: Lay) -> Key:
    """What a list of legal actions tells apart.

    The meld; of a set, how many cards of each rank; of a sequence, the naturals and how many wilds of each.
    """
    texts = codes(lay.cards)
    target = () if lay.meld is None else tuple(codes(state.own_side.melds[lay.meld].cards))
    by_rank = oracle.is_set((*target, *texts))
    kinds = Counter(
        "JK" if text == "JK" else text[0] if by_rank or text[0] == "2" else text for text in texts
    )
    return lay.meld, tuple(sorted(kinds.items()))


def lays_of(cards: Iterable[str], state: State) -> list[Lay]:
    """Every choice of these cards as a new meld and on each meld of the side."""
    numbers = (None, *range(len(state.own_side.melds)))
    return [
        Lay(tuple(parse_cards(" ".join(choice))), number)
        for choice in oracle.sub_hands(tuple(cards))
        for number in numbers
    ]


def expected(state: State) -> tuple[set[Action], set[Key], set[Key]]:
    """What the clauses allow: plain actions, the keys of single lays, the keys of takes.

    Of choices that are equal but for their faces the first ones count, in the order C D H S.
    """
    hand = codes(state.hands[state.seat])
    plain: list[Action] = [Draw(), Ask(), Answer(True), Answer(False)]
    plain += [Discard(card) for card in state.hands[state.seat]]
    lays = {
        key_of(state, lay)
        for lay in lays_of(hand, state)
        if has_first_faces(state, lay) and accepts(state, LayDown((lay,)))
    }
    takes = {
        lay for lay in lays_of([*hand, *codes(state.pile[-1:])], state) if accepts(state, TakePile((lay,)))
    }
    needed = {key_of(state, lay) for lay in takes if not any(_is_less(other, lay) for other in takes)}
    return {action for action in plain if accepts(state, action)}, lays, needed


def _is_less(one: Lay, other: Lay) -> bool:
    return one.meld == other.meld and Counter(one.cards) < Counter(other.cards)


def compare(state: State) -> None:
    listed = legal_actions(state)
    plain, lays, takes = expected(state)
    assert {action for action in listed if isinstance(action, Draw | Discard | Ask | Answer)} == plain
    for action in listed:
        check(state, state.awaited, action)
    if least_to_open(state):
        return  # what such a side sees is compared in test_openings
    laid = [key_of(state, action.lays[0]) for action in listed if isinstance(action, LayDown)]
    taken = [key_of(state, action.lays[0]) for action in listed if isinstance(action, TakePile)]
    assert (set(laid), len(laid)) == (lays, len(lays)), f"every lay, none twice: {state}"
    assert (set(taken), len(taken)) == (takes, len(takes)), f"every take, none twice: {state}"
    assert len(plain) + len(lays) + len(takes) == len(listed), "and single lays only"
    singles = [action.lays[0] for action in listed if isinstance(action, LayDown)]
    assert all(has_first_faces(state, lay) for lay in singles)


def has_first_faces(state: State, lay: Lay) -> bool:
    """Whether a lay on or of a set holds the hand's first faces of its ranks; of any lay, its first twos."""
    hand = codes(state.hands[state.seat])
    laid = codes(lay.cards)
    target = () if lay.meld is None else tuple(codes(state.own_side.melds[lay.meld].cards))
    by_rank = oracle.is_set((*target, *laid))
    ranks = {text[0] for text in laid if text != "JK" and (by_rank or oracle.is_wild(text))}
    return all(_of_rank(rank, laid) == _of_rank(rank, hand)[: len(_of_rank(rank, laid))] for rank in ranks)


def _of_rank(rank: str, cards: list[str]) -> list[str]:
    return sorted(text for text in cards if text[0] == rank and text != "JK")


@pytest.mark.parametrize("name", SETS)
def test_the_list_of_legal_actions_is_what_the_clauses_allow(name: str) -> None:
    for seed in rounds(350):
        random = Random(seed)
        state = small_position(random, name=name)
        if state.phase is Phase.PLAY and not oracle.turn_can_end(state):
            continue  # no deal comes to such a position
        compare(state)
        while state.phase is not Phase.OVER and state.seat == 0:
            apply(state, state.awaited, random.choice(legal_actions(state)))
            if len(state.hands[0]) < 8:
                compare(state)


@pytest.mark.parametrize("name", SETS)
def test_any_action_is_judged_as_the_clauses_say(name: str) -> None:
    for seed in rounds(1200):
        random = Random(seed)
        state = small_position(random, name=name)
        for _ in range(10):
            action = any_action(random, state)
            assert accepted(state, action) == accepts(state, action), (action, state)


@pytest.mark.parametrize("name", SETS)
def test_every_choice_of_cards_is_judged_as_the_clauses_say(name: str) -> None:
    for seed in rounds(350):
        state = small_position(Random(seed), name=name)
        hand = codes(state.hands[0])
        for lay in lays_of(hand, state):
            action: Action = LayDown((lay,))
            assert accepted(state, action) == accepts(state, action), (action, state)
        for lay in lays_of([*hand, *codes(state.pile[-1:])], state):
            action = TakePile((lay,))
            assert accepted(state, action) == accepts(state, action), (action, state)


@pytest.mark.parametrize("name", SETS)
def test_a_turn_can_end_exactly_when_some_way_of_playing_it_on_ends_it(name: str) -> None:
    for seed in rounds(800):
        state = small_position(Random(seed), Phase.PLAY, most=8, name=name)
        if state.turn.asked != "waiting":
            ends = turn_can_end(state, state.own_side.melds, state.hands[0])
            assert ends == oracle.turn_can_end(state), state


@pytest.mark.parametrize("name", SETS)
def test_a_turn_that_can_end_has_a_legal_action(name: str) -> None:
    for seed in rounds(800):
        state = small_position(Random(seed), most=8, name=name)
        if state.phase is Phase.DRAW or oracle.turn_can_end(state):
            assert legal_actions(state), state
