"""What the properties are tried on: house rules, small positions, any well-formed action.

The cards come from seeded random numbers and not from Hypothesis, whose draws cost a hundred times as much
and favor the smallest hands. Hypothesis plays whole deals with the same actions: see `test_deals`.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from hypothesis import settings

from engine.actions import Answer, Ask, Discard, Draw, Lay, LayDown, TakePile
from engine.cards import FACES, IS_WILD, RANK, THREE, codes, pack, parse_cards
from engine.legal import legal_actions
from engine.melds import make_meld
from engine.state import Phase, PileState, SideState, State, Turn
from tests.positions import italian
from tests.properties.oracle import house_of, is_meld

if TYPE_CHECKING:
    from collections.abc import Container
    from random import Random

    from engine.actions import Action
    from engine.cards import Card
    from engine.ruleset import RuleSet
    from engine.state import Meld

CHOICES = {
    "pile.frozen_take": ("pair_or_own_meld", "pair", "any_valid_meld"),
    "pile.wild_top": ("never", "as_wild"),
    "black_three.wilds": (True, False),
    "going_out.canasta": ("any", "clean"),
    "going_out.bonus": (0, 100, 200),
    "canasta.min_size": (7, 6),
}
HOUSES = [italian(dict(zip(CHOICES, values, strict=True))) for values in product(*CHOICES.values())]

# Few ranks, so that small hands have something to lay.
WILDS = parse_cards("2C 2D 2H 2S JK")
MELDS = [parse_cards(cards) for cards in ("9C 9D 9H 9S", "KC KD KH KS", "AC AD AH AS")]
RANKS = [*MELDS, parse_cards("3C 3S"), parse_cards("3C 3S"), parse_cards("5C 5D 5H 5S")]
DISCARDED = {*parse_cards("3D 3H 7C"), *WILDS, *(card for cards in RANKS for card in cards)}
MELD_SIZES, MELD_WILDS = (2, 3, 3, 4, 5, 6, 6, 7, 8), (0, 0, 1, 2, 3)


def rounds(count: int) -> range:
    """Seeds for so many rounds; twenty times as many with ``--hypothesis-profile explore``."""
    return range(count * settings().max_examples // 100)


def small_position(random: Random, phase: Phase | None = None, most: int = 6) -> State:
    """Return a position in which the seat to act holds few cards and its side may have melds."""
    rules = random.choice(HOUSES)
    deck = pack(2, 4)
    random.shuffle(deck)
    tried = [_meld(random, rules, cards, deck) for cards in random.sample(MELDS, random.randint(0, 3))]
    melds = [meld for meld in tried if meld is not None]
    in_hand = [card for cards in random.sample(RANKS, random.randint(1, 3)) for card in cards]
    in_hand += random.choice(([], WILDS, WILDS))
    hands = [_take(deck, random.randint(1, most), in_hand) or _take(deck, 1, RANKS[-1])]
    hands += [_take(deck, 2, parse_cards("6C 6D 6H 6S")) for _ in range(3)]
    pile = _take(deck, random.choice((0, 1, 1, 2, 2, 3)), DISCARDED)
    if pile and random.random() < 0.5:  # a top that the hand may have use for
        pile += _take(deck, 1, in_hand)
    freezing = any(IS_WILD[card] or RANK[card] == THREE for card in pile)
    return State(
        rules=rules,
        dealer=3,
        seat=0,
        phase=phase or random.choice((Phase.DRAW, Phase.PLAY)),
        hands=[sorted(hand) for hand in hands],
        sides=[SideState(melds), SideState()],
        stock=_take(deck, 3, parse_cards("TC TD TH TS")),
        pile=pile,
        pile_state=PileState.FROZEN if freezing or random.random() < 0.3 else PileState.OPEN,
        laid_before=[False] * 4,
        turn=Turn(melds_before=len(melds)),
    )


def _meld(random: Random, rules: RuleSet, rank: list[Card], deck: list[Card]) -> Meld | None:
    """Take a meld off the deck; what is none goes back."""
    before = deck.copy()
    cards = _take(deck, random.choice(MELD_SIZES), rank) + _take(deck, random.choice(MELD_WILDS), WILDS)
    if is_meld(house_of(rules), tuple(codes(cards))):
        return make_meld(rules, cards)
    deck[:] = before
    return None


def _take(deck: list[Card], count: int, wanted: Container[Card]) -> list[Card]:
    taken = [card for card in deck if card in wanted][:count]
    for card in taken:
        deck.remove(card)
    return taken


def any_action(random: Random, state: State) -> Action:
    """Return a well-formed action, legal or not: something like a legal one, or any cards at all."""
    legal = legal_actions(state)
    if legal and random.random() < 0.5:
        return _changed(random, state, random.choice(legal))
    match random.randrange(8):
        case 0 | 1 | 2:
            return LayDown(_any_lays(random, state))
        case 3 | 4:
            return TakePile(_any_lays(random, state))
        case 5:
            return Draw()
        case 6:
            return random.choice((Ask(), Answer(True), Answer(False)))
    return Discard(_any_card(random, state))


def _changed(random: Random, state: State, action: Action) -> Action:
    """Return an action a card or a lay away from a legal one, sometimes that one itself."""
    match action:
        case LayDown(lays) if random.random() < 0.3:
            others = [other.lays for other in legal_actions(state) if isinstance(other, LayDown)]
            return LayDown(lays + random.choice(others))
        case LayDown(lays):
            return LayDown(_changed_lays(random, state, lays))
        case TakePile(lays):
            return TakePile(_changed_lays(random, state, lays))
    return Discard(_any_card(random, state)) if isinstance(action, Discard) else action


def _changed_lays(random: Random, state: State, lays: tuple[Lay, ...]) -> tuple[Lay, ...]:
    cards, number = list(lays[0].cards), lays[0].meld
    match random.randrange(6):
        case 0:
            cards.append(_any_card(random, state))
        case 1:
            cards.pop(random.randrange(len(cards)))
        case 2:
            number = _any_number(random)
        case 3:
            lays += _any_lays(random, state)
        case 4:
            cards[random.randrange(len(cards))] = _any_card(random, state)
    return (Lay(tuple(cards), number), *lays[1:])


def _any_card(random: Random, state: State) -> Card:
    near = [*state.hands[state.seat], *state.pile[-1:]]
    return random.choice(near if near and random.random() < 0.9 else list(FACES))


def _any_number(random: Random) -> int | None:
    return random.choice((None, None, 0, 1, 2, random.randint(-1, 4)))


def _any_lays(random: Random, state: State) -> tuple[Lay, ...]:
    lays = (_any_lay(random, state) for _ in range(random.choice((0, 1, 1, 1, 2, 2, 3))))
    return tuple(lays)


def _any_lay(random: Random, state: State) -> Lay:
    """Return a lay of any cards, or of some of one rank with some wilds."""
    cards = [_any_card(random, state) for _ in range(random.randrange(6))]
    if cards and random.random() < 0.7:
        hand = state.hands[state.seat]
        alike = [card for card in hand if RANK[card] == RANK[cards[0]]]
        wilds = [card for card in hand if IS_WILD[card] and card not in alike]
        cards = [*alike[: random.randint(1, 8)], *wilds[: random.choice((0, 0, 1, 2, 3))]]
    return Lay(tuple(cards), _any_number(random))
