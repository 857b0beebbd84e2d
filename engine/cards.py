"""Cards as faces: small integers, with a two-character text form.

A card is a face and not one of 108 objects: two sevens of hearts are the same to every rule.
Faces are numbered rank first (2 lowest, ace highest, joker last), so that a sorted hand is grouped by rank
and, within a rank, lies in the suit order C D H S.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Card: TypeAlias = int
"""A face: ``4 * rank + suit`` for the 52 ordinary faces, ``JOKER`` for a joker."""
Rank: TypeAlias = int
"""0 (two) to 12 (ace); a joker's is ``JOKER_RANK``."""
Suit: TypeAlias = int
"""0 to 3: clubs, diamonds, hearts, spades."""

RANK_CODES = "23456789TJQKA"
SUIT_CODES = "CDHS"
JOKER: Card = 52
FACES = range(53)

TWO, THREE, FOUR, EIGHT, KING, ACE, JOKER_RANK = 0, 1, 2, 6, 11, 12, 13

RANK: tuple[Rank, ...] = tuple(face // 4 for face in FACES)
"""Rank of each face."""
SUIT: tuple[Suit, ...] = tuple(face % 4 for face in FACES)
"""Suit of each face; a joker's means nothing."""
IS_WILD: tuple[bool, ...] = tuple(rank in (TWO, JOKER_RANK) for rank in RANK)
"""Whether a face is a joker or a two: a wild card in every rule set."""

CODES: tuple[str, ...] = (*(rank + suit for rank in RANK_CODES for suit in SUIT_CODES), "JK")
"""Text form of each face, rank then suit: ``7H``, ``TS``, ``JK``."""
_FACE_BY_CODE = {code: face for face, code in enumerate(CODES)}

RED_THREES = frozenset({_FACE_BY_CODE["3D"], _FACE_BY_CODE["3H"]})
BLACK_THREES = frozenset({_FACE_BY_CODE["3C"], _FACE_BY_CODE["3S"]})


def code(card: Card) -> str:
    """Return the two-character text of a face."""
    return CODES[card]


def codes(cards: Iterable[Card]) -> list[str]:
    """Return the texts of ``cards`` in their order."""
    return [CODES[card] for card in cards]


def parse_card(text: str) -> Card:
    """Return the face that ``text`` names.

    Raises ValueError with a line that quotes the text.
    """
    face = _FACE_BY_CODE.get(text)
    if face is None:
        raise ValueError(f"{text!r} is not a card: rank (A23456789TJQK) then suit (CDHS), or JK for a joker")
    return face


def faces_of(texts: Iterable[str]) -> list[Card]:
    """Return the faces of texts that `codes` gave. Raises KeyError for one that names no card."""
    return [_FACE_BY_CODE[text] for text in texts]


def parse_cards(text: str) -> list[Card]:
    """Return the faces named in a line of codes divided by spaces; the inverse of joining `codes`."""
    return [parse_card(word) for word in text.split()]


def split_wilds(cards: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the naturals and the wilds of sorted ``cards``: twos come first, jokers last."""
    ordered = tuple(cards)
    if ordered and ordered[0] >= 4 * THREE and ordered[-1] < JOKER:
        return ordered, ()
    begin, end = bisect_left(ordered, 4 * THREE), bisect_left(ordered, JOKER)
    return ordered[begin:end], ordered[:begin] + ordered[end:]


def of_rank(hand: Sequence[Card], rank: Rank) -> tuple[Card, ...]:
    """Return the cards of one rank of a sorted hand."""
    begin = bisect_left(hand, 4 * rank)
    return tuple(hand[begin : bisect_left(hand, 4 * rank + 4, begin)])


def without(cards: Iterable[Card], taken: Iterable[Card]) -> tuple[Card, ...]:
    """Return ``cards`` in their order without those ``taken``, each of which must be among them."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def pack(packs: int, jokers: int) -> list[Card]:
    """Return ``packs`` ordinary packs of 52 and ``jokers`` jokers, in face order."""
    return sorted([*range(JOKER)] * packs) + [JOKER] * jokers
