"""What a player can do. Every action is a small value; `engine.codec` gives its JSON form.

Nobody edits an action. Those with lays are not frozen because making a frozen one takes far longer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from engine.cards import Card


class Lay(NamedTuple):
    """Cards laid together: a new meld, or a lay-off on the side's meld number ``meld`` (from 0).

    Numbers count the melds that lay on the table before the action.
    """

    cards: tuple[Card, ...]
    meld: int | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw from the stock; on an exhausted stock this ends the deal (I-16)."""


@dataclass(slots=True, unsafe_hash=True)
class TakePile:
    """Take the whole pile; the first lay holds its top card, later lays use hand cards only (X-6)."""

    lays: tuple[Lay, ...]


@dataclass(slots=True, unsafe_hash=True)
class LayDown:
    """Lay these melds and lay-offs, judged together: all or none (X-5)."""

    lays: tuple[Lay, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """End the turn by putting one card on the pile."""

    card: Card


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the partner "may I go out?", where the rule set has asking."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the partner's question."""

    yes: bool


Action: TypeAlias = Draw | TakePile | LayDown | Discard | Ask | Answer
