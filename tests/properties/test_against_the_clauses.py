"""The engine beside a second reading of the clauses, on small hands under every house rule."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from engine.actions import Discard, Draw, Lay, LayDown, TakePile
from engine.apply import apply, check
from engine.cards import codes, parse_cards
from engine.closing import can_close, turn_can_end
from engine.errors import IllegalAction
from engine.legal import legal_actions
from engine.state import Phase
from tests.properties import oracle
from tests.properties.chance import any_action, rounds, small_position

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.state import State

Key: TypeAlias = tuple[int | None, tuple[tuple[str, int], ...]]


def accepted(state: State, action: Action) -> bool:
    try:
        check(state, state.seat, action)
    except IllegalAction:
        return False
    return True


def key_of(lay: Lay) -> Key:
    """What a list of legal actions tells apart: the meld, and how many cards of each rank."""
    ranks = Counter("JK" if text == "JK" else text[0] for text in codes(lay.cards))
    return lay.meld, tuple(sorted(ranks.items()))


def lays_of(cards: list[str], state: State) -> list[Lay]:
    """Every choice of these cards as a new meld and on each meld of the side."""
    numbers = (None, *range(len(state.own_side.melds)))
    return [
        Lay(tuple(parse_cards(" ".join(choice))), number)
        for choice in oracle.sub_hands(tuple(cards))
        for number in numbers
    ]


def expected(state: State) -> tuple[set[Action], set[Key], set[Key]]:
    """What the clauses allow: draws and discards, the keys of single lays, the keys of takes."""
    hand = codes(state.hands[state.seat])
    plain = [Draw(), *(Discard(card) for card in state.hands[state.seat])]
    lays = {key_of(lay) for lay in lays_of(hand, state) if oracle.accepts(state, LayDown((lay,)))}
    takes = {
        lay
        for lay in lays_of([*hand, *codes(state.pile[-1:])], state)
        if oracle.accepts(state, TakePile((lay,)))
    }
    needed = {key_of(lay) for lay in takes if not any(_is_less(other, lay) for other in takes)}
    return {action for action in plain if oracle.accepts(state, action)}, lays, needed


def _is_less(one: Lay, other: Lay) -> bool:
    return one.meld == other.meld and Counter(one.cards) < Counter(other.cards)


def compare(state: State) -> None:
    listed = legal_actions(state)
    plain, lays, takes = expected(state)
    assert {action for action in listed if isinstance(action, Draw | Discard)} == plain
    laid = [key_of(action.lays[0]) for action in listed if isinstance(action, LayDown)]
    taken = [key_of(action.lays[0]) for action in listed if isinstance(action, TakePile)]
    assert (set(laid), len(laid)) == (lays, len(lays)), f"every lay, none twice: {state}"
    assert (set(taken), len(taken)) == (takes, len(takes)), f"every take, none twice: {state}"
    assert len(plain) + len(lays) + len(takes) == len(listed), "and single lays only"
    for action in listed:
        check(state, state.seat, action)
        if isinstance(action, LayDown):
            assert_first_faces(state, action.lays[0])


def assert_first_faces(state: State, lay: Lay) -> None:
    """Of equal choices the one with the first faces, in the order C D H S, is listed."""
    hand = codes(state.hands[state.seat])
    laid = codes(lay.cards)
    for rank in {text[0] for text in laid}:
        held = sorted(text for text in hand if text[0] == rank)
        mine = sorted(text for text in laid if text[0] == rank)
        assert mine == held[: len(mine)]


def test_the_list_of_legal_actions_is_what_the_clauses_allow() -> None:
    for seed in rounds(500):
        random = Random(seed)
        state = small_position(random)
        if state.phase is Phase.PLAY and not oracle.turn_can_end(state):
            continue  # no deal comes to such a position
        compare(state)
        while state.phase is not Phase.OVER and state.seat == 0:
            apply(state, 0, random.choice(legal_actions(state)))
            if len(state.hands[0]) < 8:
                compare(state)


def test_any_action_is_judged_as_the_clauses_say() -> None:
    for seed in rounds(2500):
        random = Random(seed)
        state = small_position(random)
        for _ in range(10):
            action = any_action(random, state)
            assert accepted(state, action) == oracle.accepts(state, action), (action, state)


def test_every_choice_of_cards_is_judged_as_the_clauses_say() -> None:
    for seed in rounds(600):
        state = small_position(Random(seed))
        hand = codes(state.hands[0])
        for lay in lays_of(hand, state):
            action: Action = LayDown((lay,))
            assert accepted(state, action) == oracle.accepts(state, action), (action, state)
        for lay in lays_of([*hand, *codes(state.pile[-1:])], state):
            action = TakePile((lay,))
            assert accepted(state, action) == oracle.accepts(state, action), (action, state)


def test_closing_is_found_exactly_when_some_way_of_laying_closes() -> None:
    for seed in rounds(1500):
        state = small_position(Random(seed), Phase.PLAY, most=8)
        house, hand, melds = oracle.house_of(state.rules), codes(state.hands[0]), oracle.melds_of(state)
        held, own = tuple(sorted(hand)), state.own_side.melds
        closes, ends = oracle.can_close(house, held, melds), oracle.can_end(house, held, melds)
        assert can_close(state.rules, own, state.hands[0]) == closes, state
        assert turn_can_end(state.rules, own, state.hands[0]) == ends, state
