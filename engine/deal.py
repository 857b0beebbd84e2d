"""Shuffling, dealing, and drawing from the stock."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from engine.cards import RED_THREES, pack
from engine.events import Drew, RedThreeLaid
from engine.pile import freezes
from engine.state import Phase, PileState, SideState, State, side_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.cards import Card
    from engine.events import Event
    from engine.ruleset import RuleSet
    from engine.state import Seat


def shuffled_deck(rules: RuleSet, rng: Random) -> list[Card]:
    """Return a whole deck in random order; play passes the system's random numbers."""
    deck = pack(rules.deck.packs, rules.deck.jokers)
    rng.shuffle(deck)
    return deck


def deal(
    rules: RuleSet, dealer: Seat, deck: Sequence[Card], scores: Sequence[int], players: int
) -> tuple[State, list[Event]]:
    """Deal ``deck``, consumed from the front, and lay and replace the red threes.

    ``scores`` are the sides' totals before the deal. Raises ValueError when ``deck`` is not a whole deck.
    Rules: I-1, I-2, I-6, X-11, X-12.
    """
    if sorted(deck) != pack(rules.deck.packs, rules.deck.jokers):
        raise ValueError("the deck does not hold the cards of its rule set")
    stock = list(reversed(deck))
    hands: list[list[Card]] = [[] for _ in range(players)]
    order = [(dealer + 1 + step) % players for step in range(players)]
    for _ in range(rules.deal.hand_size):
        for seat in order:
            hands[seat].append(stock.pop())
    upcard = stock.pop()
    state = State(
        rules=rules,
        dealer=dealer,
        seat=order[0],
        phase=Phase.DRAW,
        hands=[sorted(hand) for hand in hands],
        sides=[SideState(score=score) for score in scores],
        stock=stock,
        pile=[upcard],
        pile_state=PileState.FROZEN if freezes(rules, upcard) else PileState.OPEN,
        laid_before=[False] * players,
    )
    events: list[Event] = []
    for seat in order:
        _replace_red_threes(state, seat, events)
    return state, events


def draw_card(state: State, seat: Seat, events: list[Event]) -> bool:
    """Move the next card of the stock to the seat's hand; red threes are laid and replaced.

    Mutates ``state``, adds to ``events``; returns False when the stock ran out before a card came.
    Rules: I-6, X-11.
    """
    while state.stock:
        card = state.stock.pop()
        events.append(Drew(seat, card))
        if card not in RED_THREES:
            insort(state.hands[seat], card)
            return True
        lay_red_three(state, seat, card, events)
    return False


def lay_red_three(state: State, seat: Seat, card: Card, events: list[Event]) -> None:
    """Put a red three, which is in no zone at the moment, face up on the seat's side."""
    state.sides[side_of(seat)].red_threes.append(card)
    events.append(RedThreeLaid(seat, card))


def _replace_red_threes(state: State, seat: Seat, events: list[Event]) -> None:
    hand = state.hands[seat]
    dealt = [card for card in hand if card in RED_THREES]
    for card in dealt:
        hand.remove(card)
        lay_red_three(state, seat, card, events)
    for _ in dealt:
        draw_card(state, seat, events)
