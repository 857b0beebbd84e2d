"""The rules of melds and of a turn's end a second time, straight from the clauses and by plain search.

Nothing here uses the engine's own judgment: cards are their texts, a meld is a sorted tuple of texts, and
whether a turn can end is found by trying every way of laying cards. It is slow and only good for small hands.
Whether an action is legal is asked in `tests.properties.judge`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, Literal, TypeAlias

from engine.cards import codes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.ruleset import OptionValue, RuleSet
    from engine.state import State

Cards: TypeAlias = tuple[str, ...]
Melds: TypeAlias = tuple[Cards, ...]
Asked: TypeAlias = Literal["waiting"] | bool | None

RED_THREES = ("3D", "3H")
ORDER = "456789TJQKA"

# What the clauses say where a house has chosen nothing.
DEFAULTS: dict[str, dict[str, OptionValue]] = {
    "italian": {"black_three.wilds": True, "going_out.bonus": 0, "wild.max_per_meld": 3},
    "classic": {
        "black_three.wilds": False,
        "going_out.bonus": 100,
        "opening.minimum": "brackets",
        "pile.frozen_take": "pair",
        "wild.max_per_meld": 3,
    },
    "tranca": {
        "going_out.bonus": 100,
        "pile.frozen_take": "any_valid_meld",
        "pile.wild_top": "as_wild",
        "wild.max_per_meld": 1,
    },
}
COMMON_DEFAULTS: dict[str, OptionValue] = {
    "black_three.hand_penalty": 10,
    "canasta.min_size": 7,
    "deck.jokers": 4,
    "going_out.canasta": "any",
    "opening.minimum": "none",
    "pile.frozen_take": "pair_or_own_meld",
    "pile.wild_top": "never",
}


@dataclass(frozen=True)
class House:
    """What a table plays: a rule set, its players and its options."""

    name: str
    players: int
    options: tuple[tuple[str, OptionValue], ...]

    def __getitem__(self, option: str) -> OptionValue:
        return _options(self)[option]

    @property
    def tranca(self) -> bool:
        return self.name == "tranca"

    @property
    def classic(self) -> bool:
        return self.name == "classic"

    @property
    def canastas(self) -> int:
        """C-11: two players need two of them."""
        return 2 if self.classic and self.players == 2 else 1


@cache
def _options(house: House) -> dict[str, OptionValue]:
    return COMMON_DEFAULTS | DEFAULTS[house.name] | dict(house.options)


def house_of(rules: RuleSet, players: int = 4) -> House:
    return House(rules.name, players, tuple(sorted(rules.options.items())))


def is_wild(card: str) -> bool:
    return card == "JK" or card[0] == "2"


@cache
def naturals(cards: Cards) -> Cards:
    return tuple(card for card in cards if not is_wild(card))


@cache
def is_meld(house: House, cards: Cards) -> bool:
    """I-4, I-10, C-5, T-3, T-4: three cards, two naturals, so many wilds, a set or (Tranca) a sequence."""
    plain = naturals(cards)
    wilds = len(cards) - len(plain)
    most = house["wild.max_per_meld"]
    if len(cards) < 3 or len(plain) < 2 or not isinstance(most, int) or wilds > most:
        return False
    if house.tranca and any(card[0] == "3" for card in plain):
        return False
    if is_set(cards):
        if house.tranca:
            return len(cards) <= 8
        return not (set(plain) & set(RED_THREES)) and not (
            plain[0][0] == "3" and wilds and not house["black_three.wilds"]
        )
    return house.tranca and is_sequence(cards)


def is_set(cards: Cards) -> bool:
    return len({card[0] for card in naturals(cards)}) == 1


@cache
def is_sequence(cards: Cards) -> bool:
    """X-10: naturals of one suit, distinct, all within some window of as many consecutive ranks as cards."""
    ranks = [card[0] for card in naturals(cards)]
    if len({card[1] for card in naturals(cards)}) > 1 or len(set(ranks)) < len(ranks):
        return False
    windows = (set(ORDER[start : start + len(cards)]) for start in range(len(ORDER) - len(cards) + 1))
    return any(set(ranks) <= window for window in windows)


def is_canasta(house: House, meld: Cards) -> bool:
    """I-11 (four naturals) and T-15."""
    size = house["canasta.min_size"]
    return isinstance(size, int) and len(meld) >= size and (house.tranca or len(naturals(meld)) >= 4)


def is_clean(meld: Cards) -> bool:
    return naturals(meld) == meld


def may_close(house: House, melds: Melds) -> bool:
    """I-12, T-12, C-11: canastas of the kind that the house asks for, as many as needed."""
    match house["going_out.canasta"]:
        case "royal":
            found = [meld for meld in melds if len(meld) == 11]  # no set is that large in Tranca
        case "clean":
            found = [meld for meld in melds if is_canasta(house, meld) and is_clean(meld)]
        case _:
            found = [meld for meld in melds if is_canasta(house, meld)]
    return len(found) >= house.canastas


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
        fits = is_meld(house, cards) and (house.tranca or rank_of(cards) not in map(rank_of, melds))
        return (*melds, tuple(sorted(cards))) if fits else None
    grown = tuple(sorted(melds[number] + cards))
    return (*melds[:number], grown, *melds[number + 1 :]) if is_meld(house, grown) else None


def rank_of(meld: Cards) -> str:
    return naturals(meld)[0][0]


def bound_to_close(melds: Melds, asked: Asked) -> bool:
    """I-10 and C-8: black threes lie on the table, or the partner said yes."""
    return asked is True or any(rank_of(meld) == "3" for meld in melds)


@cache
def can_end(house: House, hand: Cards, melds: Melds, asked: Asked = None, foot: bool = False) -> bool:  # noqa: FBT001, FBT002
    """X-3, T-11, T-18: whether some sequence of lays, and a discard or none, ends the turn legally."""
    goes_out = may_close(house, melds) and asked is not False
    if not hand:
        return foot or goes_out
    bound = bound_to_close(melds, asked)
    if (len(hand) > 1 and not bound) or (len(hand) == 1 and (foot or goes_out)):
        return True
    return any(can_end(house, *after, asked, foot) for after in _steps(house, hand, melds))


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


def melds_of(state: State) -> Melds:
    return tuple(tuple(sorted(codes(meld.cards))) for meld in state.own_side.melds)


def turn_can_end(state: State) -> bool:
    """Whether the seat to act, in the play phase, can end its turn."""
    hand = tuple(sorted(codes(state.hands[state.seat])))
    house = house_of(state.rules, state.players)
    return can_end(house, hand, melds_of(state), state.turn.asked, state.own_side.foot is not None)
