"""Shuffling, dealing, and every way in which cards come out of the stock."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from engine.cards import FACES, IS_WILD, RANK, RED_THREES, THREE, pack
from engine.events import Drew, FootToStock, RedThreeLaid, TookFoot
from engine.pile import freezes
from engine.state import SEATS, Phase, PileState, SideState, State, side_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.cards import Card
    from engine.events import Event
    from engine.ruleset import RuleSet
    from engine.state import Seat


class DrawResult(Enum):
    """What came of drawing a card: one for the hand, only red threes, or nothing at all."""

    CARD = "card"
    RED_THREES = "red_threes"
    NOTHING = "nothing"


_DREW = [[Drew(seat, card) for card in FACES] for seat in SEATS]
_CARD, _NOTHING = DrawResult.CARD, DrawResult.NOTHING


@dataclass(frozen=True, slots=True)
class Lead:
    """The first dealer, and the rounds of drawing for the lead, if it was drawn for: see `draw_for_lead`."""

    dealer: Seat
    rounds: tuple[tuple[Card, ...], ...]


def cards_of(rules: RuleSet) -> int:
    """Return how many cards a whole deck has."""
    return rules.deck.packs * 52 + rules.deck.jokers


def shuffled_deck(rules: RuleSet, rng: Random) -> list[Card]:
    """Return a whole deck in random order; play passes the system's random numbers."""
    deck = pack(rules.deck.packs, rules.deck.jokers)
    rng.shuffle(deck)
    return deck


def draw_for_lead(rules: RuleSet, players: int, rng: Random) -> list[list[Card]]:
    """Let everybody draw a card until one is highest; return the rounds, one card a seat in each.

    The winner of the last round plays first: `leader_of`. Seats that are out hold no card in later rounds,
    so each round lists only those still in, in seat order. Jokers are left out. Rule: T-2.
    """
    rounds: list[list[Card]] = []
    seats = players
    while seats > 1:
        cards = rng.sample(pack(rules.deck.packs, jokers=0), seats)
        rounds.append(cards)
        highest = max(RANK[card] for card in cards)
        seats = sum(RANK[card] == highest for card in cards)
    return rounds


def choose_lead(rules: RuleSet, players: int, rng: Random) -> Lead:
    """Find out who leads in the first deal. Rules: I-2, T-2, C-1."""
    match rules.deal.lead:
        case "random":
            return Lead(rng.randrange(players), ())
        case "draw":
            rounds = draw_for_lead(rules, players, rng)
            return Lead((leader_of(rounds) - 1) % players, tuple(map(tuple, rounds)))


def leader_of(rounds: Sequence[Sequence[Card]]) -> Seat:
    """Return the seat that won the draw for the lead."""
    drawn = rounds_by_seat(rounds)[-1]
    return max(drawn, key=lambda seat: RANK[drawn[seat]])


def rounds_by_seat(rounds: Sequence[Sequence[Card]]) -> list[dict[Seat, Card]]:
    """Return who drew which card in each round; only those who tied for the highest draw again."""
    seats = list(range(len(rounds[0]))) if rounds else []
    found = []
    for cards in rounds:
        drawn = dict(zip(seats, cards, strict=True))
        highest = max(RANK[card] for card in cards)
        seats = [seat for seat, card in drawn.items() if RANK[card] == highest]
        found.append(drawn)
    return found


def check_deck(rules: RuleSet, deck: Sequence[Card]) -> None:
    """Raise ValueError when ``deck`` is not a whole deck."""
    if sorted(deck) != pack(rules.deck.packs, rules.deck.jokers):
        raise ValueError("the deck does not hold the cards of its rule set")


def deal(
    rules: RuleSet, dealer: Seat, deck: Sequence[Card], scores: Sequence[int], players: int
) -> tuple[State, list[Event]]:
    """Deal ``deck``, consumed from the front, and lay and replace the red threes.

    ``scores`` are the sides' totals before the deal. Raises ValueError when ``deck`` is not a whole deck.
    Rules: I-1, I-2, I-6, T-2, T-6, C-1, C-11, X-11, X-12.
    """
    check_deck(rules, deck)
    stock = list(reversed(deck))
    hands: list[list[Card]] = [[] for _ in range(players)]
    order = [(dealer + 1 + step) % players for step in range(players)]
    for _ in range(rules.hand_size(players)):
        for seat in order:
            hands[seat].append(stock.pop())
    sides = [SideState(score=score) for score in scores]
    if rules.foot.size:
        for side in sides:
            side.foot = [stock.pop() for _ in range(rules.foot.size)]
    pile = _turn_up(rules, stock)
    state = State(
        rules=rules,
        dealer=dealer,
        seat=order[0],
        phase=Phase.DRAW,
        hands=[sorted(hand) for hand in hands],
        sides=sides,
        stock=stock,
        pile=pile,
        pile_state=PileState.FROZEN if any(freezes(rules, card) for card in pile) else PileState.OPEN,
        laid_before=[False] * players,
    )
    events: list[Event] = []
    for seat in order:
        lay_red_threes_of_hand(state, seat, events)
    return state, events


def draw_card(state: State, seat: Seat, events: list[Event]) -> DrawResult:
    """Move the next card of the stock to the seat's hand; red threes are laid and replaced.

    An untaken foot takes the place of an empty stock. Mutates ``state``, adds to ``events``.
    Rules: I-6, T-6, T-14, X-11.
    """
    result = _NOTHING
    while state.stock or _turn_foot_into_stock(state, events):
        card = state.stock.pop()
        events.append(_DREW[seat][card])
        if card not in RED_THREES:
            insort(state.hands[seat], card)
            return _CARD
        lay_red_three(state, seat, card, events)
        result = DrawResult.RED_THREES
    return result


def take_foot(state: State, events: list[Event]) -> None:
    """Give the seat to act its side's foot, which must be there, and lay and replace its red threes.

    Rules: T-6, T-11.
    """
    foot = state.own_side.foot or []
    state.own_side.foot = None
    state.own_side.foot_taken = True
    state.hands[state.seat] = sorted(foot)
    events.append(TookFoot(state.seat, len(foot)))
    lay_red_threes_of_hand(state, state.seat, events)


def lay_red_three(state: State, seat: Seat, card: Card, events: list[Event]) -> None:
    """Put a red three, which is in no zone at the moment, face up on the seat's side."""
    state.sides[side_of(seat)].red_threes.append(card)
    events.append(RedThreeLaid(seat, card))


def lay_red_threes_of_hand(state: State, seat: Seat, events: list[Event]) -> None:
    """Lay the red threes that a dealt hand or a foot holds and replace them. Rules: I-6, T-6."""
    hand = state.hands[seat]
    red_threes = [card for card in hand if card in RED_THREES]
    for card in red_threes:
        hand.remove(card)
        lay_red_three(state, seat, card, events)
    for _ in red_threes:
        draw_card(state, seat, events)


def stock_left(state: State) -> bool:
    """Tell whether a card can still be drawn, an untaken foot included. Rules: I-16, T-14."""
    return bool(state.stock) or any(side.foot for side in state.sides)


def _turn_up(rules: RuleSet, stock: list[Card]) -> list[Card]:
    """Take the cards that start the pile off ``stock``. Rules: I-2, T-2, C-1."""
    match rules.deal.upcard:
        case "none":
            return []
        case "one":
            return [stock.pop()]
        case "natural":
            pile = [stock.pop()]
            while IS_WILD[pile[-1]] or RANK[pile[-1]] == THREE:
                pile.append(stock.pop())
            return pile


def _turn_foot_into_stock(state: State, events: list[Event]) -> bool:
    """Make an untaken foot the stock, first that of the side whose turn it is not. Rule: T-14."""
    own = side_of(state.seat)
    for number in (1 - own, own):
        side = state.sides[number]
        if side.foot is not None:
            state.stock = list(reversed(side.foot))
            events.append(FootToStock(number, len(side.foot)))
            side.foot = None
            return bool(state.stock) or _turn_foot_into_stock(state, events)
    return False
