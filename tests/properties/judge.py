"""Whether an action is legal, a second time and straight from the clauses: see `tests.properties.oracle`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Answer, Ask, Discard, Draw, Lay, LayDown, TakePile
from engine.cards import codes
from engine.state import Phase, PileState
from tests.properties.oracle import (
    RED_THREES,
    Cards,
    House,
    Melds,
    bound_to_close,
    can_close,
    can_end,
    house_of,
    is_wild,
    lay,
    may_close,
    melds_of,
    naturals,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.actions import Action
    from engine.state import State

POINTS = {"2": 20, "A": 20, **dict.fromkeys("KQJT98", 10), **dict.fromkeys("76543", 5)}


def points(house: House, card: str) -> int:
    """I-14, T-15."""
    if house.tranca:
        return 10
    return 50 if card == "JK" else POINTS[card[0]]


def minimum(house: House, score: int) -> int:
    """C-2: what the first melds must be worth."""
    if house["opening.minimum"] == "none":
        return 0
    if house["opening.minimum"] == "fifty":
        return 50
    return 15 if score < 0 else 50 if score < 1500 else 90 if score < 3000 else 120


def least_to_open(state: State) -> int:
    """What the next lays must be worth; 0 once the side has melded."""
    own = state.own_side
    return 0 if own.melds else minimum(house_of(state.rules, state.players), own.score)


def accepts(state: State, action: Action) -> bool:  # noqa: PLR0911  # one verdict an action
    """Whether the seat awaited may play this action."""
    house = house_of(state.rules, state.players)
    asked = state.turn.asked
    if state.phase is Phase.OVER:
        return False
    if asked == "waiting" or isinstance(action, Answer):
        return asked == "waiting" and isinstance(action, Answer)
    hand, melds = tuple(codes(state.hands[state.seat])), melds_of(state)
    match action:
        case Draw():
            return state.phase is Phase.DRAW and not _must_take(state)
        case Discard(card):
            return state.phase is Phase.PLAY and _discards(state, house, codes([card])[0])
        case LayDown(lays):
            return state.phase is Phase.PLAY and _all_laid(state, house, hand, lays)
        case TakePile(lays):
            return state.phase is Phase.DRAW and _takes(state, house, lays)
        case Ask():
            may = house.classic and house.players == 4 and state.phase is Phase.PLAY
            fresh = asked is None and not state.turn.laid
            # C-8 and X-3: either answer can be followed
            return may and fresh and len(hand) > 1 and can_close(house, tuple(sorted(hand)), melds)
    return False


def _discards(state: State, house: House, card: str) -> bool:
    """I-10, I-12, T-11, T-12, C-8."""
    left = without(tuple(codes(state.hands[state.seat])), (card,))
    melds, asked = melds_of(state), state.turn.asked
    if left is None:
        return False
    if left:
        return not bound_to_close(melds, asked)
    return state.own_side.foot is not None or (may_close(house, melds) and asked is not False)


def _all_laid(state: State, house: House, hand: Cards, lays: Sequence[Lay], under: Cards = ()) -> bool:
    """X-5, X-3 and C-2: every lay is legal, they open if they must, and the turn can end after them."""
    melds = melds_of(state)
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
    hand = tuple(sorted(hand + under))
    worth = sum(points(house, card) for one in lays for card in codes(one.cards))
    if worth < least_to_open(state) and not _waived(state, house, hand, melds):
        return False
    return can_end(house, hand, melds, state.turn.asked, state.own_side.foot is not None)


def _waived(state: State, house: House, hand: Cards, melds: Melds) -> bool:
    """C-2: for a concealed closing from the stock; Tranca knows none."""
    from_stock = state.phase is Phase.PLAY and not state.turn.took_pile
    concealed = not house.tranca and not state.laid_before[state.seat]
    return from_stock and concealed and len(hand) <= 1 and may_close(house, melds)


def is_frozen(state: State, house: House) -> bool:
    """I-7, C-3; in Tranca nothing freezes."""
    return state.pile_state is PileState.FROZEN or (house.classic and not state.own_side.melds)


def _takes(state: State, house: House, lays: Sequence[Lay]) -> bool:  # noqa: PLR0911  # one a clause
    """I-5, I-8, I-9, T-7, T-9, T-10, C-3, C-4, C-10 and X-6."""
    if not state.pile or not lays or state.pile_state is PileState.BLOCKED:
        return False
    *under, top = codes(state.pile)
    first = tuple(codes(lays[0].cards))
    from_hand = without(first, (top,))
    if top[0] == "3" or (is_wild(top) and house["pile.wild_top"] == "never") or from_hand is None:
        return False
    if house.classic and len(state.hands[state.seat]) == len(state.pile) == 1:
        return False
    plain = naturals(from_hand)
    way = house["pile.frozen_take"] if is_frozen(state, house) else "any_valid_meld"
    if lays[0].meld is None:
        if way != "any_valid_meld" and len(plain) < 2:
            return False
    elif way == "pair":
        if not len(from_hand) == len(plain) == 2:
            return False
    elif from_hand:
        return False
    if house.tranca and not _one_wild(state, first, lays[0].meld):
        return False
    hand = (*codes(state.hands[state.seat]), top)
    rest = tuple(card for card in under if card not in RED_THREES)
    return _all_laid(state, house, hand, lays, rest)


def _one_wild(state: State, first: Cards, number: int | None) -> bool:
    """T-9, T-10: one wild in the new meld; a wild on top goes on a meld that has none."""
    wilds = sum(map(is_wild, first))
    if number is None:
        return wilds <= 1
    melds = melds_of(state)
    return not wilds or (0 <= number < len(melds) and not any(map(is_wild, melds[number])))


def _must_take(state: State) -> bool:
    """C-9: the stock is empty, and an own meld takes the unfrozen top."""
    house = house_of(state.rules, state.players)
    if not house.classic or state.stock or is_frozen(state, house) or not state.pile:
        return False
    numbers = range(len(state.own_side.melds))
    return any(_takes(state, house, (Lay((state.pile[-1],), number),)) for number in numbers)
