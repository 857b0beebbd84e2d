"""Computer players: always a legal action, nothing but the view, and greedy the better one by far."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.actions import Discard
from engine.apply import apply
from engine.pile import card_kind
from engine.players import PLAYERS
from engine.simulate import Plan, Tally, simulate
from engine.state import Ending, Phase
from engine.view import view_for
from tests.engine.played import MIXED, played_match
from tests.positions import action, italian, position

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.cards import Card
    from engine.ruleset import OptionValue
    from engine.state import State

HOUSES: list[dict[str, OptionValue]] = [
    {},
    {"pile.frozen_take": "pair", "black_three.wilds": False},
    {"pile.frozen_take": "any_valid_meld", "pile.wild_top": "as_wild"},
    {"going_out.canasta": "clean", "going_out.bonus": 200, "canasta.min_size": 6},
]
SIX_KINGS = "KC KC KD KD KH KH"
CANASTA = f"{SIX_KINGS} KS"
STOCK = "4D 4H 4S 5C 5D 5H 5S 8C 8D 8S JC JD JH JS QC QD QH 6C 6S AS"

BEHIND = f"theirs: TC TD TH TS TC TD TH; score: 2000 4900; stock: {STOCK}"
"""Whatever is on the own table, the others win the match if the deal ends now."""


def greedy(state: State, seed: int = 1) -> Action:
    return PLAYERS["greedy"](view_for(state, state.seat), Random(seed))


def choice(text: str) -> Action:
    return greedy(position(text))


@pytest.mark.parametrize("options", HOUSES)
@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_always_chooses_a_legal_action(name: str, options: dict[str, OptionValue]) -> None:
    rules = italian({"match.target": 3000, **options})
    for match in played_match(11, (name,) * 4, rules):
        state = match.state
        assert state is not None
        if state.phase is not Phase.OVER:
            view = view_for(state, state.seat)
            assert PLAYERS[name](view, Random(1)) in view.legal


def _permuted(state: State, seat: int, rng: Random) -> State:
    """Return the position with the cards that ``seat`` cannot see dealt anew: other hands, stock, deep pile.

    What froze the pile is no secret, so wilds and threes stay where they are in it, and none comes to it.
    """
    copy = state.copy()
    private = [hand for other, hand in enumerate(copy.hands) if other != seat] + [copy.stock]
    slots = [(zone, index) for zone in private for index in range(len(zone))]
    deep = [(copy.pile, index) for index in range(len(copy.pile) - 1)]
    _shuffle([slot for slot in slots + deep if card_kind(slot[0][slot[1]]) is None], rng)
    _shuffle([slot for slot in slots if card_kind(slot[0][slot[1]]) in ("wild", "black_three")], rng)
    for hand in copy.hands:
        hand.sort()
    return copy


def _all_cards(state: State) -> Counter[Card]:
    return Counter(chain(state.stock, state.pile, *state.hands))


def _shuffle(slots: list[tuple[list[Card], int]], rng: Random) -> None:
    cards = [zone[index] for zone, index in slots]
    rng.shuffle(cards)
    for (zone, index), card in zip(slots, cards, strict=True):
        zone[index] = card


def test_hidden_cards_change_neither_the_view_nor_the_choice() -> None:
    rng = Random(5)
    for match in played_match(6):
        state = match.state
        assert state is not None
        if state.phase is Phase.OVER:
            continue
        permuted = _permuted(state, state.seat, rng)
        assert _all_cards(permuted) == _all_cards(state)
        assert view_for(permuted, state.seat) == view_for(state, state.seat)
        assert greedy(permuted) == greedy(state)


def test_the_choice_among_equals_is_the_generator_s() -> None:
    state = position("play: 4C 5D 6S 7H; pile: 3C")
    assert greedy(state, 1) == greedy(state, 1)
    assert len({greedy(state, seed) for seed in range(30)}) > 1


def test_random_chooses_among_all_that_is_legal() -> None:
    view = view_for(position("play: 4C 5D 6S 9H 9D 9S"), 0)
    chosen = Counter(PLAYERS["random"](view, Random(seed)) for seed in range(400))
    assert set(chosen) == set(view.legal)
    assert min(chosen.values()) > 400 / len(view.legal) / 2


def test_greedy_takes_a_pile_worth_having() -> None:
    assert choice("draw: 9C 9D 4C 6S 7S; pile: KC QD JH 8D 9S; stock: " + STOCK) == action("take 9S 9C 9D")


def test_greedy_completes_a_canasta() -> None:
    lay = choice("play: KS 4C 6S 7S TD; table: KC KC KD KD KH KH; stock: " + STOCK)
    assert lay == action("meld KS on 0")


def test_greedy_keeps_a_clean_canasta_clean() -> None:
    state = position(f"play: 2C 4C 6S 7S TD; table: {CANASTA}; stock: {STOCK}")
    assert isinstance(greedy(state), Discard)


def test_greedy_keeps_its_wilds() -> None:
    assert choice(f"play: 2C JK 4C; stock: {STOCK}") == action("discard 4C")


def test_greedy_does_not_feed_the_melds_of_the_others() -> None:
    text = "play: 9C 7D 4C; theirs: 9S 9H 9H, 7C 7C 7H; pile: 5C 5C 6C 8D TD QS; stock: "
    assert choice(text + STOCK) == action("discard 4C")


def test_greedy_discards_a_black_three_when_all_else_feeds() -> None:
    text = "play: 9C 7D 3S; theirs: 9S 9H 9H, 7C 7C 7H; pile: 5C 5C 6C 8D TD QS; stock: "
    assert choice(text + STOCK) == action("discard 3S")


def test_greedy_freezes_the_pile_rather_than_give_it_away() -> None:
    text = "play: 9C 7D 2S; theirs: 9S 9H 9H, 7C 7C 7H; pile: 5C 5C 6C 8D TD QS QD 8H 8S KD; stock: "
    assert choice(text + STOCK) == action("discard 2S")


def test_greedy_goes_out_when_that_leaves_its_side_ahead() -> None:
    state = position(f"play: 9C 9D 9H 4S; table: {CANASTA}; theirs: TC TD TH; stock: {STOCK}")
    for _ in range(2):
        _play(state, greedy(state))
    assert (state.ended, state.closed_by) == (Ending.CLOSED, 0)


def test_greedy_does_not_hand_the_match_to_the_others() -> None:
    theirs = "TC TD TH TS TC TD TH"
    state = position(f"play: 4S; table: {CANASTA}; theirs: {theirs}; score: 2000 4900; stock: {STOCK}")
    assert len(view_for(state, 0).legal) == 1, "with one card left there is no choice"
    state = position(f"play: 4S 5S KS; table: {CANASTA}; theirs: {theirs}; score: 2000 4900; stock: {STOCK}")
    _play(state, greedy(state))
    assert state.ended is None


@pytest.mark.parametrize(
    ("cards", "chosen"),
    [("play: KS 4C", "discard 4C"), ("draw: 4C; pile: KS", "draw")],
    ids=["lay", "take"],
)
def test_greedy_does_not_make_a_first_canasta_that_forces_it_to_lose(cards: str, chosen: str) -> None:
    """One card would be left, and its discard is going out."""
    assert choice(f"{cards}; table: {SIX_KINGS}; {BEHIND}") == action(chosen)


def test_greedy_does_not_lay_black_threes_that_force_it_to_lose() -> None:
    """They leave two cards to go on with, but lie on the table only to go out. Rule: I-10."""
    assert isinstance(choice(f"play: 3C 3C 3S 3S 4C; table: {CANASTA}; {BEHIND}"), Discard)


def test_greedy_takes_a_pile_that_leaves_a_card_to_keep() -> None:
    assert choice(f"draw: 4C; pile: 9C KS; table: {SIX_KINGS}; {BEHIND}") == action("take KS on 0")


@pytest.mark.parametrize(
    ("cards", "chosen"),
    [("play: KS 4C", "meld KS on 0"), ("draw: 4C; pile: KS", "take KS on 0")],
    ids=["lay", "take"],
)
def test_greedy_goes_out_by_a_canasta_that_wins_the_match(cards: str, chosen: str) -> None:
    """Without its bonus going out would lose."""
    text = f"{cards}; table: {SIX_KINGS}; theirs: AC AD AH AS AC AD; score: 4750 4970; stock: {STOCK}"
    assert choice(text) == action(chosen)


def test_greedy_goes_out_and_loses_where_nothing_else_is_left() -> None:
    state = position(f"play: KS QS 4D; table: {CANASTA}, QC QD QH, 3C 3C 3S; {BEHIND}")
    while state.phase is not Phase.OVER:
        _play(state, greedy(state))
    assert (state.ended, state.closed_by) == (Ending.CLOSED, 0)


def test_greedy_beats_random_and_always_finishes() -> None:
    plan = Plan(italian(), MIXED, seed=1, matches=30)
    tally = Tally(plan)
    for outcome in simulate(plan):
        assert outcome.winner is not None
        tally.add(outcome)
    assert tally.wins["greedy"] >= 29


def test_greedy_alone_finishes_every_match() -> None:
    plan = Plan(italian(), ("greedy",) * 4, seed=2, matches=10)
    assert all(outcome.winner is not None for outcome in simulate(plan))


def test_a_rule_set_s_name_means_nothing_to_a_player() -> None:
    for match in played_match(8):
        state = match.state
        assert state is not None
        renamed = replace(state, rules=replace(state.rules, name="other", title="Other"))
        if state.phase is not Phase.OVER:
            assert greedy(renamed) == greedy(state)


def _play(state: State, chosen: Action) -> None:
    assert chosen in view_for(state, state.seat).legal
    apply(state, state.seat, chosen)
