"""What a deal is worth to each side, as items that add up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from engine.cards import BLACK_THREES
from engine.state import Canasta, side_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card, Rank, Suit
    from engine.ruleset import RuleSet
    from engine.state import Meld, Side, SideState, State


class ScoreKind(Enum):
    """What an item of a score is for; `engine.texts` words each."""

    CLEAN_CANASTA = "clean_canasta"
    DIRTY_CANASTA = "dirty_canasta"
    MELD = "meld"
    RED_THREES = "red_threes"
    GOING_OUT = "going_out"
    CONCEALED = "concealed"
    HAND = "hand"
    BLACK_THREES_HELD = "black_threes_held"
    FOOT = "foot"


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """One line of a score: ``count`` cards (or 1), ``points`` in all, of which ``bonus`` is a canasta's.

    ``rank`` is a set's, ``suit`` a sequence's, else None.
    """

    kind: ScoreKind
    clause: str
    count: int
    points: int
    rank: Rank | None = None
    bonus: int = 0
    suit: Suit | None = None


def score_side(state: State, side: Side) -> tuple[ScoreItem, ...]:
    """Return the items of one side's score for a deal that is over, zero items left out.

    Reads ``closed_by`` and ``concealed``. Rules: I-6, I-11, I-13, I-14, T-6, T-13, T-15, T-16, C-6, C-7.
    """
    own = state.sides[side]
    closed = state.closed_by is not None and side_of(state.closed_by) == side
    items = [
        *(_meld_item(state, meld) for meld in own.melds),
        _red_threes_item(state, own),
        *(_going_out_items(state) if closed else ()),
        *_hand_items(state, [card for hand in state.hands[side::2] for card in hand]),
        _foot_item(state, own),
    ]
    return tuple(item for item in items if item.points)


def total(items: tuple[ScoreItem, ...]) -> int:
    """Return the sum of the items, in points."""
    return sum(item.points for item in items)


def canasta_bonus(rules: RuleSet, canasta: Canasta | None) -> int:
    """Return what a canasta is worth beside its cards, in points; 0 for none. Rules: I-11, T-15."""
    match canasta:
        case None:
            return 0
        case Canasta.CLEAN:
            return rules.canasta.clean
        case Canasta.DIRTY:
            return rules.canasta.dirty


def _meld_item(state: State, meld: Meld) -> ScoreItem:
    rules, bonus = state.rules, canasta_bonus(state.rules, meld.canasta)
    kind, field = {
        Canasta.CLEAN: (ScoreKind.CLEAN_CANASTA, "canasta.clean"),
        Canasta.DIRTY: (ScoreKind.DIRTY_CANASTA, "canasta.dirty"),
        None: (ScoreKind.MELD, "points.ace"),
    }[meld.canasta]
    points = bonus + sum(rules.card_points[card] for card in meld.cards)
    return ScoreItem(kind, rules.clauses[field], len(meld.cards), points, meld.rank, bonus, meld.suit)


def _red_threes_item(state: State, own: SideState) -> ScoreItem:
    count = len(own.red_threes)
    points = red_three_points(state.rules, own.melds, count)
    return ScoreItem(ScoreKind.RED_THREES, state.rules.clauses["red_three.favor"], count, points)


def red_three_points(rules: RuleSet, melds: Sequence[Meld], count: int) -> int:
    """Return what so many red threes are worth to a side with ``melds``. Rules: I-6, T-6, C-6."""
    points = rules.red_three.all_four if count == 2 * rules.deck.packs else count * rules.red_three.value
    return points if _red_threes_in_favor(rules, melds) else -points


def _red_threes_in_favor(rules: RuleSet, melds: Sequence[Meld]) -> bool:
    match rules.red_three.favor:
        case "always":
            return True
        case "melded":
            return bool(melds)
        case "canasta":
            return any(meld.canasta for meld in melds)


def _going_out_items(state: State) -> list[ScoreItem]:
    rules, clauses = state.rules.going_out, state.rules.clauses
    items = [ScoreItem(ScoreKind.GOING_OUT, clauses["going_out.bonus"], 1, rules.bonus)]
    if state.concealed:
        clause = clauses["going_out.concealed_bonus"]
        items.append(ScoreItem(ScoreKind.CONCEALED, clause, 1, rules.concealed_bonus))
    return items


def _hand_items(state: State, cards: Sequence[Card]) -> list[ScoreItem]:
    """Score the cards left in hands; black threes may have a price of their own. Rules: I-14, T-15, T-16."""
    rules = state.rules
    items = []
    penalty = rules.black_three.hand_penalty
    if penalty is not None and penalty != rules.points.black_three and state.closed_by is not None:
        held = sum(card in BLACK_THREES for card in cards)
        cards = [card for card in cards if card not in BLACK_THREES]
        clause = rules.clauses["black_three.hand_penalty"]
        items.append(ScoreItem(ScoreKind.BLACK_THREES_HELD, clause, held, -held * penalty))
    points = -sum(rules.card_points[card] for card in cards)
    items.append(ScoreItem(ScoreKind.HAND, rules.clauses["points.ace"], len(cards), points))
    return items


def _foot_item(state: State, own: SideState) -> ScoreItem:
    rules = state.rules.foot
    points = 0 if own.foot_taken else -rules.penalty
    return ScoreItem(ScoreKind.FOOT, state.rules.clauses["foot.penalty"], 1, points)
