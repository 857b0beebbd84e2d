"""A hand in lines, sorted and grouped: as one sees it at a glance, or as a list to be read aloud."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from bot.render.text import DOT, SUITS_SHOWN, cards_text, ranks_text, suit_text
from engine.cards import IS_WILD, RANK, SUIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.i18n import Texts
    from bot.render.cards import Cards
    from engine.cards import Card


class RowSize(NamedTuple):
    """How long a row of cards is, and what a card of it and a gap between groups take, in any unit."""

    room: int
    card: int
    gap: int


_PHONE, _ENDLESS = RowSize(32, 3, 1), RowSize(1000, 3, 1)


def hand_groups(hand: Sequence[Card], *, by_suit: bool = False) -> list[list[Card]]:
    """Return a hand as the groups of each rank, or of each suit, wilds last."""
    return [group for _, group in _suits(hand)] if by_suit else _ranks(hand)


def hand_rows(hand: Sequence[Card], size: RowSize, *, by_suit: bool = False) -> list[list[list[Card]]]:
    """Return a hand as rows of groups: as many ranks in a row as fit, or rows of its own for each suit.

    A group is parted only where it is longer than a row.
    """
    rows: list[list[list[Card]]] = []
    used = size.room
    for group in hand_groups(hand, by_suit=by_suit):
        used = size.room if by_suit else used
        for part in _parts(group, size.room // size.card):
            needed = len(part) * size.card
            if used + size.gap + needed > size.room:
                rows.append([])
                used = -size.gap
            rows[-1].append(part)
            used += size.gap + needed
    return rows


def hand_lines(hand: Sequence[Card], cards: Cards, *, by_suit: bool = False) -> list[str]:
    """Return a hand as lines, wilds last: the groups of each rank one after another, or a line for each suit.

    Emojis are put in lines as short as a phone's, since lines that it breaks itself touch each other.
    """
    rows = hand_rows(hand, _PHONE if cards.emojis else _ENDLESS, by_suit=by_suit)
    return [DOT.join(cards.line(group) for group in row) for row in rows]


def hand_list(hand: Sequence[Card], t: Texts, *, by_suit: bool = False) -> list[str]:
    """Return a hand as a list of named groups, ``- nines: 9♧ 9♢``, wilds last."""
    if by_suit:
        named = [(t("wilds") if suit is None else suit_text(suit, t), group) for suit, group in _suits(hand)]
    else:
        named = [(ranks_text(RANK[group[0]], t), group) for group in _ranks(hand)]
    return [t("- {group}: {cards}", group=name, cards=cards_text(group, t)) for name, group in named]


def _parts(group: Sequence[Card], size: int) -> list[list[Card]]:
    return [list(group[start : start + size]) for start in range(0, len(group), size)]


def _ranks(hand: Sequence[Card]) -> list[list[Card]]:
    naturals, wilds = _parted(hand)
    return [list(group) for _, group in groupby([*naturals, *wilds], RANK.__getitem__)]


def _suits(hand: Sequence[Card]) -> list[tuple[int | None, list[Card]]]:
    """Return the cards of each suit that there is, then the wilds under None."""
    naturals, wilds = _parted(hand)
    suits = [(suit, [card for card in naturals if SUIT[card] == suit]) for suit in SUITS_SHOWN]
    return [(suit, group) for suit, group in (*suits, (None, wilds)) if group]


def _parted(hand: Sequence[Card]) -> tuple[list[Card], list[Card]]:
    """Return the naturals by rank, and the wilds: twos, then jokers."""
    wilds = sorted((card for card in hand if IS_WILD[card]), key=lambda card: (RANK[card], card))
    return sorted(card for card in hand if not IS_WILD[card]), wilds
