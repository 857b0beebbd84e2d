"""What a deal is worth to each side, as items that add up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from engine.melds import canasta_of
from engine.state import Canasta, side_of

if TYPE_CHECKING:
    from engine.cards import Rank
    from engine.state import Meld, Side, State


class ScoreKind(Enum):
    """What an item of a score is for; `engine.texts` words each."""

    CLEAN_CANASTA = "clean_canasta"
    DIRTY_CANASTA = "dirty_canasta"
    MELD = "meld"
    RED_THREES = "red_threes"
    GOING_OUT = "going_out"
    CONCEALED = "concealed"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """One line of a score: ``count`` cards (or 1), ``points`` in all, of which ``bonus`` is a canasta's.

    ``rank`` is the meld's, else None.
    """

    kind: ScoreKind
    clause: str
    count: int
    points: int
    rank: Rank | None = None
    bonus: int = 0


def score_side(state: State, side: Side) -> tuple[ScoreItem, ...]:
    """Return the items of one side's score for a deal that is over, zero items left out.

    Reads ``closed_by`` and ``concealed``. Rules: I-6, I-11, I-13, I-14.
    """
    own = state.sides[side]
    items = [_meld_item(state, meld) for meld in own.melds]
    items.append(_red_threes_item(state, len(own.red_threes)))
    if state.closed_by is not None and side_of(state.closed_by) == side:
        items += _going_out_items(state)
    items.append(_hand_item(state, side))
    return tuple(item for item in items if item.points)


def total(items: tuple[ScoreItem, ...]) -> int:
    """Return the sum of the items, in points."""
    return sum(item.points for item in items)


def _meld_item(state: State, meld: Meld) -> ScoreItem:
    rules = state.rules
    kind, bonus, field = {
        Canasta.CLEAN: (ScoreKind.CLEAN_CANASTA, rules.canasta.clean, "canasta.clean"),
        Canasta.DIRTY: (ScoreKind.DIRTY_CANASTA, rules.canasta.dirty, "canasta.dirty"),
        None: (ScoreKind.MELD, 0, "points.ace"),
    }[canasta_of(rules, meld)]
    points = bonus + sum(rules.card_points[card] for card in meld.cards)
    return ScoreItem(kind, rules.clauses[field], len(meld.cards), points, meld.rank, bonus)


def _red_threes_item(state: State, count: int) -> ScoreItem:
    rules = state.rules
    points = rules.red_three.all_four if count == 2 * rules.deck.packs else count * rules.red_three.value
    return ScoreItem(ScoreKind.RED_THREES, rules.clauses["red_three.value"], count, points)


def _going_out_items(state: State) -> list[ScoreItem]:
    rules, clauses = state.rules.going_out, state.rules.clauses
    items = [ScoreItem(ScoreKind.GOING_OUT, clauses["going_out.bonus"], 1, rules.bonus)]
    if state.concealed:
        clause = clauses["going_out.concealed_bonus"]
        items.append(ScoreItem(ScoreKind.CONCEALED, clause, 1, rules.concealed_bonus))
    return items


def _hand_item(state: State, side: Side) -> ScoreItem:
    cards = [card for hand in state.hands[side::2] for card in hand]
    points = -sum(state.rules.card_points[card] for card in cards)
    return ScoreItem(ScoreKind.HAND, state.rules.clauses["points.ace"], len(cards), points)
