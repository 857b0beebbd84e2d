"""The rules of Italian Canasta a second time, straight from the clauses and by plain search.

Nothing here uses the engine's own judgment: cards are their texts, a meld is a sorted tuple of texts, and
whether a turn can end is found by trying every way of laying cards. It is slow and only good for small hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, TypeAlias

from engine.actions import Discard, Draw, LayDown, TakePile
from engine.cards import codes
from engine.state import Phase, PileState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.actions import Action, Lay
    from engine.ruleset import RuleSet
    from engine.state import State

Cards: TypeAlias = tuple[str, ...]
Melds: TypeAlias = tuple[Cards, ...]

RED_THREES = ("3D", "3H")


@dataclass(frozen=True)
class House:
    """The options of a table, as the oracle reads them."""

    frozen_take: str
    wild_top: str
    black_three_wilds: bool
    canasta: str
    canasta_size: int


def house_of(rules: RuleSet) -> House:
    return House(
        rules.pile.frozen_take,
        rules.pile.wild_top,
        rules.black_three.wilds,
        rules.going_out.canasta,
        rules.canasta.min_size,
    )


def is_wild(card: str) -> bool:
    return card == "JK" or card[0] == "2"


@cache
def naturals(cards: Cards) -> Cards:
    return tuple(card for card in cards if not is_wild(card))


@cache
def is_meld(house: House, cards: Cards) -> bool:
    """I-4 and I-10: one rank, three cards, two naturals, three wilds at most; red threes never."""
    plain = naturals(cards)
    wilds = len(cards) - len(plain)
    if len(cards) < 3 or len(plain) < 2 or wilds > 3 or len({card[0] for card in plain}) > 1:
        return False
    if any(card in RED_THREES for card in plain):
        return False
    return not (plain[0][0] == "3" and wilds and not house.black_three_wilds)


def rank_of(meld: Cards) -> str:
    return naturals(meld)[0][0]


def may_close(house: House, melds: Melds) -> bool:
    """I-11 and I-12: a canasta of the kind that the house asks for."""
    for meld in melds:
        plain = naturals(meld)
        if len(meld) >= house.canasta_size and len(plain) >= 4 and (house.canasta == "any" or plain == meld):
            return True
    return False


@cache
def sub_hands(cards: Cards) -> set[Cards]:
    """Every non-empty choice of cards, once for each set of faces."""
    held = sorted(cards)
    return set(chain.from_iterable(combinations(held, size) for size in range(1, len(held) + 1)))


@cache
def without(cards: Cards, gone: Cards) -> Cards | None:
    """The cards that are left, or None when some are not there."""
    left = list(cards)
    for card in gone:
        if card not in left:
            return None
        left.remove(card)
    return tuple(sorted(left))


def lay(house: House, melds: Melds, cards: Cards, number: int | None) -> Melds | None:
    """The melds after one lay, or None when it is no legal one."""
    if number is None:
        fits = is_meld(house, cards) and rank_of(cards) not in map(rank_of, melds)
        return (*melds, tuple(sorted(cards))) if fits else None
    grown = tuple(sorted(melds[number] + cards))
    return (*melds[:number], grown, *melds[number + 1 :]) if is_meld(house, grown) else None


@cache
def can_end(house: House, hand: Cards, melds: Melds) -> bool:
    """X-3: whether some sequence of lays, and a discard or none, ends the turn legally."""
    if not hand:
        return may_close(house, melds)
    black_threes = any(rank_of(meld) == "3" for meld in melds)
    if (len(hand) > 1 and not black_threes) or (len(hand) == 1 and may_close(house, melds)):
        return True
    return any(can_end(house, *after) for after in _steps(house, hand, melds))


@cache
def can_close(house: House, hand: Cards, melds: Melds) -> bool:
    """Whether some sequence of lays, and a last discard or none, empties the hand and closes."""
    if len(hand) <= 1 and may_close(house, melds):
        return True
    return any(can_close(house, *after) for after in _steps(house, hand, melds))


def _steps(house: House, hand: Cards, melds: Melds) -> Iterator[tuple[Cards, Melds]]:
    """What the hand and the melds are after each single lay-off of a card and each new meld."""
    for number in range(len(melds)):
        for card in set(hand):
            grown = lay(house, melds, (card,), number)
            if grown is not None:
                yield without(hand, (card,)) or (), grown
    for cards in sub_hands(hand):
        more = lay(house, melds, cards, None)
        if more is not None:
            yield without(hand, cards) or (), more


def turn_can_end(state: State) -> bool:
    """Whether the seat to act, in the play phase, can end its turn."""
    hand = tuple(sorted(codes(state.hands[state.seat])))
    return can_end(house_of(state.rules), hand, melds_of(state))


def accepts(state: State, action: Action) -> bool:
    """Whether the seat to act may play this action."""
    house = house_of(state.rules)
    hand, melds = tuple(codes(state.hands[state.seat])), melds_of(state)
    if state.phase is Phase.OVER:
        return False
    match action:
        case Draw():
            return state.phase is Phase.DRAW
        case Discard(card):
            (text,) = codes([card])
            left = without(hand, (text,))
            closes_only = any(rank_of(meld) == "3" for meld in melds)
            fits = left is not None and state.phase is Phase.PLAY
            return fits and (not closes_only if left else may_close(house, melds))
        case LayDown(lays):
            return state.phase is Phase.PLAY and _all_laid(house, hand, melds, lays)
        case TakePile(lays):
            return state.phase is Phase.DRAW and _takes(state, house, lays)
    return False


def melds_of(state: State) -> Melds:
    return tuple(tuple(sorted(codes(meld.cards))) for meld in state.own_side.melds)


def _all_laid(house: House, hand: Cards, melds: Melds, lays: Sequence[Lay], under: Cards = ()) -> bool:
    """X-5 and X-3: every lay is legal and the turn can end with what is left and what lay under the top."""
    before = len(melds)
    if not lays:
        return False
    for one in lays:
        cards = tuple(codes(one.cards))
        left = without(hand, cards)
        if left is None or not cards or (one.meld is not None and not 0 <= one.meld < before):
            return False
        laid = lay(house, melds, cards, one.meld)
        if laid is None:
            return False
        hand, melds = left, laid
    return can_end(house, tuple(sorted(hand + under)), melds)


def _takes(state: State, house: House, lays: Sequence[Lay]) -> bool:
    """I-5, I-8, I-9 and X-6."""
    if not state.pile or not lays:
        return False
    *under, top = codes(state.pile)
    from_hand = without(tuple(codes(lays[0].cards)), (top,))
    if top[0] == "3" or (is_wild(top) and house.wild_top == "never") or from_hand is None:
        return False
    frozen = state.pile_state is PileState.FROZEN
    is_pair = len(from_hand) == len(naturals(from_hand)) == 2
    if lays[0].meld is None:
        if frozen and house.frozen_take != "any_valid_meld" and len(naturals(from_hand)) < 2:
            return False
    elif not (is_pair if frozen and house.frozen_take == "pair" else not from_hand):
        return False
    hand = (*codes(state.hands[state.seat]), top)
    rest = tuple(card for card in under if card not in RED_THREES)
    return _all_laid(house, hand, melds_of(state), lays, rest)
