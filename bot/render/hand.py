"""A hand in lines, sorted and grouped: as one sees it at a glance, or as a list to be read aloud."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from bot.render.text import SUITS_SHOWN, cards_text, ranks_text, suit_text
from engine.cards import IS_WILD, RANK, SUIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.i18n import Texts
    from bot.render.cards import Cards
    from engine.cards import Card


def hand_groups(hand: Sequence[Card], *, by_suit: bool = False) -> list[list[Card]]:
    """Return a hand as the groups of each rank, or of each suit, wilds last."""
    return [group for _, group in _suits(hand)] if by_suit else _ranks(hand)


def hand_lines(hand: Sequence[Card], cards: Cards, *, by_suit: bool = False) -> list[str]:
    """Return a hand as lines, wilds last: in one line the groups of each rank, or a line for each suit."""
    lines = [cards.line(group) for group in hand_groups(hand, by_suit=by_suit)]
    return lines if by_suit or not lines else [" · ".join(lines)]


def hand_list(hand: Sequence[Card], t: Texts, *, by_suit: bool = False) -> list[str]:
    """Return a hand as a list of named groups, ``- nines: 9♧ 9♢``, wilds last."""
    if by_suit:
        named = [(t("wilds") if suit is None else suit_text(suit, t), group) for suit, group in _suits(hand)]
    else:
        named = [(ranks_text(RANK[group[0]], t), group) for group in _ranks(hand)]
    return [t("- {group}: {cards}", group=name, cards=cards_text(group, t)) for name, group in named]


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
