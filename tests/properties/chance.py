"""What the properties are tried on: house rules, small positions, any well-formed action.

The cards come from seeded random numbers and not from Hypothesis, whose draws cost a hundred times as much
and favor the smallest hands. Hypothesis plays whole deals with the same actions: see `test_deals`.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import settings

from engine.actions import Answer, Ask, Discard, Draw, Lay, LayDown, TakePile
from engine.cards import FACES, IS_WILD, RANK, SUIT, codes, pack, parse_cards
from engine.legal import legal_actions
from engine.melds import make_meld
from engine.rulebook import load_rules
from engine.state import Phase, PileState, SideState, State, Turn
from tests.positions import pile_state
from tests.properties.judge import accepts
from tests.properties.oracle import house_of, is_meld

if TYPE_CHECKING:
    from collections.abc import Container

    from engine.actions import Action
    from engine.cards import Card
    from engine.ruleset import OptionValue, RuleSet
    from engine.state import Meld
    from tests.properties.oracle import Asked

CHOICES: dict[str, dict[str, tuple[OptionValue, ...]]] = {
    "italian": {
        "pile.frozen_take": ("pair_or_own_meld", "pair", "any_valid_meld"),
        "pile.wild_top": ("never", "as_wild"),
        "black_three.wilds": (True, False),
        "going_out.canasta": ("any", "clean"),
        "going_out.bonus": (0, 100, 200),
        "canasta.min_size": (7, 6),
        "opening.minimum": ("none", "none", "brackets", "fifty"),
    },
    "tranca": {
        "black_three.hand_penalty": (10, 100),
        "going_out.canasta": ("any", "clean", "royal"),
        "going_out.bonus": (100, 0, 200),
        "deck.jokers": (0, 4),
        "wild.max_per_meld": (1, 1, 2, 3),
        "canasta.min_size": (7, 6),
        "opening.minimum": ("none", "none", "none", "brackets", "fifty"),
    },
    "classic": {
        "black_three.wilds": (False, True),
        "going_out.canasta": ("any", "clean"),
        "going_out.bonus": (100, 0, 200),
        "canasta.min_size": (7, 6),
        "opening.minimum": ("brackets", "brackets", "none", "fifty"),
    },
}
PLAYERS = {"italian": (4,), "tranca": (4, 2), "classic": (4, 2)}
SETS = tuple(CHOICES)


class Table(NamedTuple):
    """House rules and how many play."""

    rules: RuleSet
    players: int


# The tables that whole deals are played at: every pair of rule set and players, plain and with options.
PLAIN = [Table(load_rules(name), players) for name in SETS for players in PLAYERS[name]]


def some_table(random: Random, name: str | None = None) -> Table:
    """House rules at random, of the rule set ``name`` or of any."""
    name = name or random.choice(SETS)
    options = {option: random.choice(values) for option, values in CHOICES[name].items()}
    return Table(load_rules(name, options=options), random.choice(PLAYERS[name]))


TABLES = [*PLAIN, *(some_table(Random(seed), SETS[seed % 3]) for seed in range(60))]

# Few ranks, so that small hands have something to lay.
WILDS = parse_cards("2C 2D 2H 2S JK")
MELDS = [parse_cards(cards) for cards in ("9C 9D 9H 9S", "KC KD KH KS", "AC AD AH AS")]
RANKS = [*MELDS, parse_cards("3C 3S"), parse_cards("3C 3S"), parse_cards("5C 5D 5H 5S")]
RUN = parse_cards("7C 8C 9C TC JC")
RUNS = [RUN, parse_cards("QC KC AC 9C"), parse_cards("4D 5D 6D 7D")]
MELD_SIZES, MELD_WILDS = (2, 3, 3, 4, 5, 6, 6, 7, 8), (0, 0, 1, 2, 3)
SCORES = (-200, 0, 0, 0, 1500, 3000)


def rounds(count: int) -> range:
    """Seeds for so many rounds; twenty times as many with ``--hypothesis-profile explore``."""
    return range(count * settings().max_examples // 100)


def small_position(
    random: Random, phase: Phase | None = None, most: int = 6, name: str | None = None
) -> State:
    """Return a position in which the seat to act holds few cards and its side may have melds."""
    rules, players = some_table(random, name)
    deck = pack(rules.deck.packs, rules.deck.jokers)
    random.shuffle(deck)
    melds = _melds(random, rules, deck)
    kinds = [*RANKS, *RUNS, RUN, RUN] if rules.name == "tranca" else RANKS
    in_hand = [card for cards in random.sample(kinds, random.randint(1, 3)) for card in cards]
    in_hand += random.choice(([], WILDS, WILDS))
    hands = [_take(deck, random.randint(1, most), in_hand) or _take(deck, 1, RANKS[-1])]
    hands += [_take(deck, 2, parse_cards("6C 6D 6H 6S")) for _ in range(players - 1)]
    discarded = {*parse_cards("7C 3C"), *in_hand, *(parse_cards("3D 3H") if rules.name != "tranca" else ())}
    pile = _take(deck, random.choice((0, 1, 1, 2, 2, 3)), discarded)
    if pile and random.random() < 0.5:  # a top that the hand may have use for
        pile += _take(deck, 1, in_hand)
    state = State(
        rules=rules,
        dealer=players - 1,
        seat=0,
        phase=phase or random.choice((Phase.DRAW, Phase.PLAY)),
        hands=[sorted(hand) for hand in hands],
        sides=[SideState(melds, score=random.choice(SCORES)), SideState()],
        stock=_take(deck, random.choice((0, 3, 3)), parse_cards("TD TH TS 8D 3D")),
        pile=pile,
        pile_state=_pile_state(random, rules, pile),
        laid_before=[bool(melds) and random.random() < 0.5 for _ in range(players)],
        turn=Turn(melds_before=len(melds)),
    )
    _add_feet(random, state, deck)
    _add_question(random, state)
    return state


def _melds(random: Random, rules: RuleSet, deck: list[Card]) -> list[Meld]:
    kinds = MELDS
    if rules.name == "tranca":
        kinds = [*MELDS, RUN, parse_cards("4D 5D 6D 7D 8D 9D TD JD QD KD AD"), MELDS[0]]
    tried = [_meld(random, rules, cards, deck) for cards in random.sample(kinds, random.randint(0, 3))]
    return [meld for meld in tried if meld is not None]


def _pile_state(random: Random, rules: RuleSet, pile: list[Card]) -> PileState:
    state = pile_state(rules.name, pile)
    frozen = rules.name != "tranca" and state is PileState.OPEN and random.random() < 0.2
    return PileState.FROZEN if frozen else state


def _add_feet(random: Random, state: State, deck: list[Card]) -> None:
    if not state.rules.foot.size:
        return
    for side in state.sides:
        match random.randrange(4):
            case 0:
                side.foot = _take(deck, random.randint(1, 4), parse_cards("8S TS JS 4H 3H"))
            case 1:
                side.foot_taken = False  # it became the stock
            case _:
                side.foot_taken = True


def _add_question(random: Random, state: State) -> None:
    """Let a question wait, or have been answered, where it could be asked."""
    if random.random() < 0.7 and accepts(state, Ask()):
        asked: Asked = random.choice(("waiting", True, True, False))
        state.turn = Turn(melds_before=len(state.sides[0].melds), asked=asked)


def _meld(random: Random, rules: RuleSet, kind: list[Card], deck: list[Card]) -> Meld | None:
    """Take a meld off the deck; what is none goes back."""
    before = deck.copy()
    if len({RANK[card] for card in kind}) > 1:
        start, size = random.randrange(len(kind)), random.choice(MELD_SIZES)
        wanted = [card for card in kind[start : start + size] if random.random() < 0.9]
        cards = [card for one in wanted for card in _take(deck, 1, (one,))]
    else:
        cards = _take(deck, random.choice(MELD_SIZES), kind)
    cards += _take(deck, random.choice(MELD_WILDS), WILDS)
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
        case _:
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
        case Discard():
            return Discard(_any_card(random, state))
        case _:
            return action


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
        case _:
            pass
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
    """Return a lay of any cards, or of some of one rank or suit with some wilds."""
    cards = [_any_card(random, state) for _ in range(random.randrange(6))]
    if cards and random.random() < 0.7:
        hand = state.hands[state.seat]
        like = random.choice((RANK, RANK, SUIT) if state.rules.name == "tranca" else (RANK,))
        alike = [card for card in hand if like[card] == like[cards[0]] and not IS_WILD[card]]
        wilds = [card for card in hand if IS_WILD[card]]
        cards = [*alike[: random.randint(1, 8)], *wilds[: random.choice((0, 0, 1, 2, 3))]]
    return Lay(tuple(cards), _any_number(random))
