"""Whole deals, played by Hypothesis with legal and with any actions under any house rules."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.actions import LayDown, TakePile
from engine.apply import apply, check
from engine.cards import codes, pack
from engine.codec import decode_action, decode_position, encode_action, encode_position
from engine.deal import deal, shuffled_deck
from engine.errors import IllegalAction
from engine.legal import legal_actions
from engine.match import new_match, play, start_deal
from engine.scoring import ScoreKind, score_side, total
from engine.state import Ending, Phase, PileState, State
from tests.positions import italian
from tests.properties import oracle
from tests.properties.chance import HOUSES, any_action, rounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.actions import Action
    from engine.events import Event
    from engine.ruleset import RuleSet
    from engine.state import Seat

SEEDS = st.integers(0, 2**32)
POINTS = {"2": 20, "A": 20, **dict.fromkeys("KQJT98", 10), **dict.fromkeys("76543", 5)}


def points(card: str) -> int:
    return 50 if card == "JK" else POINTS[card[0]]


def expected_total(state: State, side: int) -> int:
    """What the side's deal is worth, counted straight from the clauses."""
    own, rules = state.sides[side], state.rules
    worth = 800 if len(own.red_threes) == 4 else 100 * len(own.red_threes)
    for meld in own.melds:
        cards = tuple(codes(meld.cards))
        plain = len(oracle.naturals(cards))
        worth += sum(map(points, cards))
        if len(cards) >= rules.canasta.min_size and plain >= 4:
            worth += 500 if plain == len(cards) else 300
    worth -= sum(points(card) for hand in state.hands[side::2] for card in codes(hand))
    if state.closed_by is not None and state.closed_by % 2 == side:
        worth += rules.going_out.bonus + 100 * state.concealed
    return worth


class Deal(RuleBasedStateMachine):
    """One deal: legal plays and attempts, with everything that must hold after each."""

    state: State
    rules: RuleSet
    deck: list[int]
    dealer: Seat
    first_events: list[Event]

    def __init__(self) -> None:
        super().__init__()
        self.played: list[tuple[Seat, Action, list[Event]]] = []

    @initialize(
        house=st.one_of(st.just(italian()), st.sampled_from(HOUSES)),
        dealer=st.integers(0, 3),
        seed=SEEDS,
        turns=st.integers(0, 150),
    )
    def start(self, house: RuleSet, dealer: Seat, seed: int, turns: int) -> None:
        random = Random(seed)
        self.rules, self.dealer = house, dealer
        self.deck = shuffled_deck(house, random)
        self.state, self.first_events = deal(house, dealer, self.deck, (120, -40), 4)
        for _ in range(turns):
            if self.state.phase is not Phase.OVER:
                self.play(self.state.seat, random.choice(legal_actions(self.state)))

    def play(self, seat: Seat, action: Action) -> None:
        self.played.append((seat, action, apply(self.state, seat, action)))

    @rule(seed=SEEDS)
    def play_something_legal(self, seed: int) -> None:
        if self.state.phase is not Phase.OVER:
            self.play(self.state.seat, Random(seed).choice(legal_actions(self.state)))

    @rule(seed=SEEDS, other_seat=st.sampled_from([0, 0, 0, 1, 2, 3]))
    def try_anything(self, seed: int, other_seat: int) -> None:
        action = any_action(Random(seed), self.state)
        seat, before = (self.state.seat + other_seat) % 4, self.state.copy()
        verdict = None
        try:
            check(self.state, seat, action)
        except IllegalAction as refusal:
            verdict = (refusal.reason, refusal.clause, refusal.params)
        assert self.state == before
        if verdict is None:
            assert seat == self.state.seat
            self.play(seat, action)
            return
        with pytest.raises(IllegalAction) as raised:
            apply(self.state, seat, action)
        assert (raised.value.reason, raised.value.clause, raised.value.params) == verdict
        assert self.state == before

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        state = self.state
        melded = chain.from_iterable(meld.cards for side in state.sides for meld in side.melds)
        red = chain.from_iterable(side.red_threes for side in state.sides)
        cards = Counter(chain(state.stock, state.pile, *state.hands, melded, red))
        assert cards == Counter(pack(2, 4))
        assert not any(card in oracle.RED_THREES for hand in state.hands for card in codes(hand))
        assert all(card in oracle.RED_THREES for side in state.sides for card in codes(side.red_threes))

    @invariant()
    def hands_are_sorted_and_melds_are_melds(self) -> None:
        house = oracle.house_of(self.rules)
        assert all(hand == sorted(hand) for hand in self.state.hands)
        for side in self.state.sides:
            melds = [tuple(codes(meld.cards)) for meld in side.melds]
            assert all(oracle.is_meld(house, cards) for cards in melds)
            ranks = [oracle.rank_of(cards) for cards in melds]
            assert len(ranks) == len(set(ranks))
            for meld, cards in zip(side.melds, melds, strict=True):
                plain = len(oracle.naturals(cards))
                assert (meld.naturals, meld.wilds) == (plain, len(cards) - plain)

    @invariant()
    def the_pile_is_frozen_by_what_lies_in_it(self) -> None:
        # A pile begins empty or with the upcard, so I-7 comes down to what it holds now.
        freezing = any(card[0] in "23" or card == "JK" for card in codes(self.state.pile))
        assert (self.state.pile_state is PileState.FROZEN) == freezing

    @invariant()
    def everything_listed_is_accepted_and_nothing_twice(self) -> None:
        listed = legal_actions(self.state)
        assert bool(listed) == (self.state.phase is not Phase.OVER)
        assert len(listed) == len(set(listed))
        before = self.state.copy()
        for action in listed:
            check(self.state, self.state.seat, action)
        assert self.state == before
        if listed:
            apply(self.state.copy(), self.state.seat, listed[len(self.played) % len(listed)])
        assert self.state == before, "a copy shares nothing that changes"

    @invariant()
    def scores_are_the_sum_of_their_items(self) -> None:
        for side in (0, 1):
            items = score_side(self.state, side)
            assert total(items) == sum(item.points for item in items) == expected_total(self.state, side)
            assert all(item.points and item.count for item in items)
            kinds = (ScoreKind.CLEAN_CANASTA, ScoreKind.DIRTY_CANASTA)
            assert all(bool(item.bonus) == (item.kind in kinds) for item in items)

    @invariant()
    def positions_survive_their_json(self) -> None:
        assert decode_position(encode_position(self.state)) == self.state
        for action in legal_actions(self.state)[:5]:
            assert decode_action(encode_action(action)) == action

    @invariant()
    def a_deal_that_is_over_says_how(self) -> None:
        state = self.state
        assert (state.ended is None) == (state.phase is not Phase.OVER)
        assert (state.closed_by is not None) == (state.ended is Ending.CLOSED)
        assert state.ended is not Ending.DEAD
        if state.closed_by is not None:
            assert state.hands[state.closed_by] == []
            house = oracle.house_of(self.rules)
            own = state.sides[state.closed_by % 2].melds
            assert oracle.may_close(house, tuple(tuple(codes(meld.cards)) for meld in own))
        if state.ended is Ending.STOCK:
            assert state.stock == []
            assert all(state.hands)

    def teardown(self) -> None:
        """Replay the deal: the same deck and the same actions make the same events and the same end."""
        state, events = deal(self.rules, self.dealer, self.deck, (120, -40), 4)
        assert events == self.first_events
        for seat, action, happened in self.played:
            assert apply(state, seat, action) == happened
        assert state == self.state


TestDeal = Deal.TestCase
TestDeal.settings = settings(stateful_step_count=20)


def test_every_deal_ends() -> None:
    endings: Counter[Ending | None] = Counter()
    for seed in rounds(60):
        random = Random(seed)
        rules = HOUSES[seed % len(HOUSES)] if seed % 2 else italian()
        state, _ = deal(rules, seed % 4, shuffled_deck(rules, random), (0, 0), 4)
        for _ in range(1500):
            if state.phase is Phase.OVER:
                break
            apply(state, state.seat, random.choice(legal_actions(state)))
        endings[state.ended] += 1
    assert endings[None] == 0
    assert endings[Ending.STOCK]
    assert endings[Ending.CLOSED], "the sample is worth something only with both"


def test_a_match_adds_up_and_ends_at_its_target() -> None:
    for seed in rounds(6):
        random = Random(seed)
        rules = italian({"match.target": 1500})
        match = new_match(rules, 4)
        while not match.over:
            assert max(match.totals) < 1500 or match.totals[0] == match.totals[1]
            start_deal(match, shuffled_deck(rules, random), None if match.deals else seed % 4)
            while not match.between_deals and not match.over:
                state = match.state
                assert state is not None
                play(match, state.seat, lively(random, legal_actions(state)))
        sums = [sum(total(result.scores[side]) for result in match.deals) for side in (0, 1)]
        assert match.totals == match.deals[-1].totals == tuple(sums)
        assert [result.dealer for result in match.deals] == [(seed + n) % 4 for n in range(len(match.deals))]
        winner = sums.index(max(sums))
        assert (match.winner, match.margin) == (winner, sums[winner] - sums[1 - winner])
        assert max(sums) >= 1500


def lively(random: Random, legal: Sequence[Action]) -> Action:
    """Choose so that scores grow: take and lay while there is something to lay."""
    lays = [action for action in legal if isinstance(action, TakePile | LayDown)]
    return random.choice(lays or legal)
