"""What a deal is worth, counted straight from the clauses, and whether a closing was concealed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Discard
from engine.cards import codes
from engine.events import Laid
from tests.properties.judge import points
from tests.properties.oracle import house_of, is_canasta, is_clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.actions import Action
    from engine.events import Event
    from engine.state import Seat, State
    from tests.properties.oracle import House

BONUS = {"italian": (500, 300), "classic": (500, 300), "tranca": (200, 100)}
"""Of a clean and of a dirty canasta: I-11, T-15."""
BLACK_THREES = ("3C", "3S")


def expected_total(state: State, side: int) -> int:
    """What the side's deal is worth: I-6, I-11, I-13, I-14, T-6, T-13, T-15, T-16, C-6, C-7."""
    house = house_of(state.rules, state.players)
    own = state.sides[side]
    melds = [tuple(codes(meld.cards)) for meld in own.melds]
    worth = sum(points(house, card) for meld in melds for card in meld)
    clean, dirty = BONUS[house.name]
    worth += sum(clean if is_clean(meld) else dirty for meld in melds if is_canasta(house, meld))
    worth += _red_threes(house, len(own.red_threes), melds)
    hands = [card for hand in state.hands[side::2] for card in codes(hand)]
    worth -= sum(_cost(state, house, card) for card in hands)
    if state.closed_by is not None and state.closed_by % 2 == side:
        worth += int(house["going_out.bonus"]) + 100 * state.concealed
    if house.tranca and not own.foot_taken:
        worth -= 100
    return worth


def _red_threes(house: House, count: int, melds: Sequence[tuple[str, ...]]) -> int:
    if house.tranca:
        return 100 * count if any(is_canasta(house, meld) for meld in melds) else -100 * count
    worth = 800 if count == 4 else 100 * count
    return -worth if house.classic and not melds else worth


def _cost(state: State, house: House, card: str) -> int:
    if house.tranca and card in BLACK_THREES and state.closed_by is not None:
        return int(house["black_three.hand_penalty"])
    return points(house, card)


def was_concealed(state: State, played: Sequence[tuple[Seat, Action, list[Event]]], seat: Seat) -> bool:
    """Whether the closing by ``seat`` that ended the deal was concealed: I-13, C-7."""
    house = house_of(state.rules, state.players)
    if house.tranca:
        return False
    turns: list[list[tuple[Seat, Laid]]] = [[]]
    for player, action, events in played:
        turns[-1] += [(player, event) for event in events if isinstance(event, Laid)]
        if isinstance(action, Discard) and action is not played[-1][1]:
            turns.append([])
    earlier = [(player, event) for turn in turns[:-1] for player, event in turn]
    if any(player == seat for player, _ in earlier):
        return False
    if not house.classic:
        return True
    melds = {event.meld for player, event in earlier if player % 2 == seat % 2}
    mine = {event.meld for _, event in turns[-1]}
    own = state.sides[seat % 2].melds
    return not mine & melds and any(is_canasta(house, tuple(codes(own[number].cards))) for number in mine)
