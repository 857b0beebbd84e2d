"""Cards, names, numbers and refusals in words.

Suits are the outlined ones: Discord turns ♠ ♥ ♦ ♣ into emojis that cannot be told apart.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.cards import JOKER, JOKER_RANK, RANK, RANK_CODES
from engine.state import Canasta
from engine.texts import RANKS, REASONS
from engine.texts import SUITS as SUIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.i18n import Texts
    from engine.cards import Card, Rank, Suit
    from engine.errors import IllegalAction
    from engine.view import View

SUITS = "♧♢♡♤"
SUITS_SHOWN: tuple[Suit, ...] = (3, 2, 1, 0)
"""The order of suits in a hand sorted by suit: spades, hearts, diamonds, clubs."""
NO_BREAK, TIMES, MINUS = "\N{NO-BREAK SPACE}", "\N{MULTIPLICATION SIGN}", "\N{MINUS SIGN}"
DOT = f"{NO_BREAK}· "
"""Between things in one line: where it breaks, the dot stays at the end."""
_NAME_LIMIT, _ALT_LIMIT = 32, 1024
_MARKDOWN = frozenset("\\`*_{}[]()#+-.!|~<>:@/")
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def rank_text(rank: Rank, t: Texts) -> str:
    """Return the short form of a rank: ``7``, ``10``, ``K``, or the word for a joker."""
    if rank == JOKER_RANK:
        return t("joker")
    return "10" if RANK_CODES[rank] == "T" else RANK_CODES[rank]


def ranks_text(rank: Rank, t: Texts) -> str:
    """Return the name of the cards of a rank: kings."""
    return t(RANKS[rank])


def suit_text(suit: Suit, t: Texts) -> str:
    """Return the name of the cards of a suit: hearts."""
    return t(SUIT_NAMES[suit])


def card_text(card: Card, t: Texts) -> str:
    """Return a card as ``7♡``, or the word for a joker."""
    return t("joker") if card == JOKER else rank_text(RANK[card], t) + SUITS[card % 4]


def cards_text(cards: Iterable[Card], t: Texts) -> str:
    """Return cards in their order, so joined that a line does not break between them."""
    return NO_BREAK.join(card_text(card, t) for card in cards)


def ranks_of(cards: Iterable[Card], t: Texts) -> str:
    """Return the ranks of cards in their order, for a meld, where suits mean nothing: ``J J 2``."""
    return NO_BREAK.join(rank_text(RANK[card], t) for card in cards)


def canasta_word(canasta: Canasta, t: Texts) -> str:
    """Return the word for a kind of canasta."""
    match canasta:
        case Canasta.CLEAN:
            return t("clean")
        case Canasta.DIRTY:
            return t("dirty")


@lru_cache(maxsize=1024)
def plain_name(name: str) -> str:
    """Return a name without control and direction characters, at most 32 characters long: for labels."""
    kept = "".join(
        char for char in name if unicodedata.category(char) not in {"Cc", "Cf", "Zl", "Zp"}
    ).strip()
    return shorten(kept, _NAME_LIMIT) or "?"


@lru_cache(maxsize=1024)
def safe_name(name: str) -> str:
    """Return a name so that a message shows it literally: no markdown, no mention, no change of direction."""
    plain = plain_name(name)
    escaped = "".join("\\" + char if char in _MARKDOWN else char for char in plain)
    if any(unicodedata.bidirectional(char) in {"R", "AL", "AN"} for char in plain):
        return _FIRST_STRONG_ISOLATE + escaped + _POP_ISOLATE
    return escaped


def points_of(cards: Iterable[Card], view: View) -> int:
    """Return what cards are worth in a meld, in points."""
    return sum(view.rules.card_points[card] for card in cards)


def signed(points: int) -> str:
    """Return points with a real minus sign."""
    return f"{MINUS}{-points}" if points < 0 else str(points)


def refusal(error: IllegalAction, t: Texts) -> str:
    """Return why an action was refused, with its clause: ``The pile is frozen: … (I-8)``."""
    params = dict(error.params)
    if isinstance(card := params.get("card"), int):
        params["card"] = card_text(card, t)
    if isinstance(rank := params.get("rank"), int):
        params["rank"] = ranks_text(rank, t)
    return f"{t(REASONS[error.reason], **params)}{NO_BREAK}({error.clause})"


def shorten(words: str, limit: int) -> str:
    """Return ``words``, cut where they are longer than ``limit`` characters."""
    return words if len(words) <= limit else words[: limit - 1] + "…"


def as_alt_text(words: str) -> str:
    """Return the words for a picture, cut where they are longer than Discord takes them."""
    return shorten(words, _ALT_LIMIT)
