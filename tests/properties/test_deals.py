"""Whole deals of every rule set, played by Hypothesis with legal and any actions under any house rules."""

from __future__ import annotations

from collections import Counter
from itertools import chain, zip_longest
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.actions import Answer, Ask, LayDown, TakePile
from engine.apply import apply, check
from engine.cards import codes, pack
from engine.codec import decode_action, decode_position, encode_action, encode_position
from engine.deal import deal, shuffled_deck
from engine.errors import IllegalAction
from engine.events import Drew, RedThreeLaid
from engine.legal import legal_actions
from engine.match import new_match, play, start_deal
from engine.rulebook import load_rules
from engine.scoring import ScoreKind, score_side, total
from engine.state import Ending, MeldKind, Phase, PileState, State
from tests.positions import pile_state
from tests.properties import oracle
from tests.properties.chance import PLAIN, TABLES, Table, any_action, rounds
from tests.properties.worth import expected_total, was_concealed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.actions import Action
    from engine.events import Event
    from engine.state import Seat

SEEDS = st.integers(0, 2**32)


class Deal(RuleBasedStateMachine):
    """One deal: legal plays and attempts, with everything that must hold after each."""

    state: State
    table: Table
    deck: list[int]
    dealer: Seat
    first_events: list[Event]

    def __init__(self) -> None:
        super().__init__()
        self.played: list[tuple[Seat, Action, list[Event]]] = []

    @initialize(table=st.sampled_from(TABLES), seed=SEEDS, actions=st.integers(0, 300))
    def start(self, table: Table, seed: int, actions: int) -> None:
        random = Random(seed)
        pace = random.choice((0.2, 0.9))
        self.table, self.dealer = table, random.randrange(table.players)
        self.deck = shuffled_deck(table.rules, random)
        self.state, self.first_events = self.dealt()
        for _ in range(actions):
            if self.state.phase is not Phase.OVER:
                self.play(self.state.awaited, lively(random, legal_actions(self.state), pace))

    def dealt(self) -> tuple[State, list[Event]]:
        return deal(self.table.rules, self.dealer, self.deck, (120, -40), self.table.players)

    def play(self, seat: Seat, action: Action) -> None:
        self.played.append((seat, action, apply(self.state, seat, action)))

    @rule(seed=SEEDS)
    def play_something_legal(self, seed: int) -> None:
        if self.state.phase is not Phase.OVER:
            self.play(self.state.awaited, Random(seed).choice(legal_actions(self.state)))

    @rule(seed=SEEDS, other_seat=st.sampled_from([0, 0, 0, 1, 2, 3]))
    def try_anything(self, seed: int, other_seat: int) -> None:
        action = any_action(Random(seed), self.state)
        seat, before = (self.state.awaited + other_seat) % self.table.players, self.state.copy()
        verdict = None
        try:
            check(self.state, seat, action)
        except IllegalAction as refusal:
            verdict = (refusal.reason, refusal.clause, refusal.params)
        assert self.state == before
        if verdict is None:
            assert seat == self.state.awaited
            self.play(seat, action)
            return
        with pytest.raises(IllegalAction) as raised:
            apply(self.state, seat, action)
        assert (raised.value.reason, raised.value.clause, raised.value.params) == verdict
        assert self.state == before

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        state, deck = self.state, self.table.rules.deck
        melded = chain.from_iterable(meld.cards for side in state.sides for meld in side.melds)
        red = chain.from_iterable(side.red_threes for side in state.sides)
        feet = chain.from_iterable(side.foot or () for side in state.sides)
        cards = Counter(chain(state.stock, state.pile, *state.hands, melded, red, feet))
        assert cards == Counter(pack(deck.packs, deck.jokers))
        assert not any(card in oracle.RED_THREES for hand in state.hands for card in codes(hand))
        assert all(card in oracle.RED_THREES for side in state.sides for card in codes(side.red_threes))

    @invariant()
    def hands_are_sorted_and_melds_are_melds(self) -> None:
        house = oracle.house_of(*self.table)
        assert all(hand == sorted(hand) for hand in self.state.hands)
        for side in self.state.sides:
            melds = [tuple(codes(meld.cards)) for meld in side.melds]
            assert all(oracle.is_meld(house, cards) for cards in melds)
            if not house.tranca:
                ranks = [oracle.rank_of(cards) for cards in melds]
                assert len(ranks) == len(set(ranks))
            for meld, cards in zip(side.melds, melds, strict=True):
                plain = len(oracle.naturals(cards))
                assert (meld.naturals, meld.wilds) == (plain, len(cards) - plain)
                assert (meld.kind is MeldKind.SET) == oracle.is_set(cards)

    @invariant()
    def the_pile_is_frozen_or_blocked_by_what_lies_in_it(self) -> None:
        # A pile begins empty or with what was turned up, so the clauses come down to what it holds now.
        if self.state.phase is Phase.DRAW:
            assert self.state.pile_state is pile_state(self.table.rules.name, self.state.pile)
        elif self.state.turn.took_pile and self.state.phase is Phase.PLAY:
            assert (self.state.pile, self.state.pile_state) == ([], PileState.OPEN)

    @invariant()
    def feet_are_untaken_taken_or_stock(self) -> None:
        for side in self.state.sides:
            assert not (side.foot is not None and side.foot_taken)
            if not self.table.rules.foot.size:
                assert side.foot is None
            elif side.foot is not None:
                assert len(side.foot) == 13

    @invariant()
    def everything_listed_is_accepted_and_nothing_twice(self) -> None:
        listed = legal_actions(self.state)
        assert bool(listed) == (self.state.phase is not Phase.OVER)
        assert len(listed) == len(set(listed))
        before = self.state.copy()
        for action in listed:
            check(self.state, self.state.awaited, action)
        assert self.state == before
        if listed:
            apply(self.state.copy(), self.state.awaited, listed[len(self.played) % len(listed)])
        assert self.state == before, "a copy shares nothing that changes"

    @invariant()
    def while_a_question_waits_only_its_answer_is_listed(self) -> None:
        waiting = self.state.turn.asked == "waiting"
        listed = legal_actions(self.state)
        assert waiting == any(isinstance(action, Answer) for action in listed)
        if waiting:
            assert len(listed) == 2
            assert self.state.awaited == (self.state.seat + 2) % 4
        if self.state.turn.asked is not None:
            assert not any(isinstance(action, Ask) for action in listed)

    @invariant()
    def scores_are_the_sum_of_their_items(self) -> None:
        for side in (0, 1):
            items = score_side(self.state, side)
            assert total(items) == sum(item.points for item in items) == expected_total(self.state, side)
            assert all(item.points and item.count for item in items)
            kinds = (ScoreKind.CLEAN_CANASTA, ScoreKind.DIRTY_CANASTA)
            assert all(bool(item.bonus) == (item.kind in kinds) for item in items)
            assert all(item.clause in self.table.rules.clauses.values() for item in items)

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
        house = oracle.house_of(*self.table)
        if state.closed_by is not None:
            assert state.hands[state.closed_by] == []
            own = state.sides[state.closed_by % 2]
            assert own.foot is None, "T-12: a foot that waits is taken, that is no going out"
            assert oracle.may_close(house, tuple(tuple(codes(meld.cards)) for meld in own.melds))
            assert state.concealed == was_concealed(state, self.played, state.closed_by)
        if state.ended is not None and state.ended is not Ending.CLOSED:
            assert state.stock == []
            assert all(side.foot is None for side in state.sides)
        if state.ended is Ending.STOCK:
            assert all(state.hands)
        if state.ended is Ending.DEAD:
            assert house.tranca
            assert len(state.hands[state.seat]) <= 1
            assert not oracle.turn_can_end(state)

    @invariant()
    def a_red_three_is_shown_as_soon_as_it_comes(self) -> None:
        events = self.first_events if not self.played else self.played[-1][2]
        for event, following in zip_longest(events, events[1:]):
            if isinstance(event, Drew) and codes([event.card])[0] in oracle.RED_THREES:
                assert following == RedThreeLaid(event.seat, event.card)

    def teardown(self) -> None:
        """Replay the deal: the same deck and the same actions make the same events and the same end."""
        state, events = self.dealt()
        assert events == self.first_events
        for seat, action, happened in self.played:
            assert apply(state, seat, action) == happened
        assert state == self.state


TestDeal = Deal.TestCase
TestDeal.settings = settings(stateful_step_count=15)


@pytest.mark.parametrize("plain", PLAIN, ids=[f"{table.rules.name}-{table.players}" for table in PLAIN])
def test_every_deal_ends(plain: Table) -> None:
    endings: Counter[Ending | None] = Counter()
    kin = [
        table for table in TABLES if (table.rules.name, table.players) == (plain.rules.name, plain.players)
    ]
    for seed in rounds(40):
        random = Random(seed)
        table = plain if seed % 2 else kin[seed % len(kin)]
        state, _ = deal(table.rules, 0, shuffled_deck(table.rules, random), (0, 0), table.players)
        played: list[tuple[Seat, Action, list[Event]]] = []
        pace = random.choice((0.05, 0.5, 0.9))
        while state.phase is not Phase.OVER and len(played) < 1500:
            seat, action = state.awaited, lively(random, legal_actions(state), pace)
            played.append((seat, action, apply(state, seat, action)))
        endings[state.ended] += 1
        assert [total(score_side(state, side)) for side in (0, 1)] == [
            expected_total(state, side) for side in (0, 1)
        ]
        if state.closed_by is not None:
            assert state.concealed == was_concealed(state, played, state.closed_by)
    assert endings[None] == 0
    assert endings[Ending.STOCK]
    assert endings[Ending.CLOSED], "the sample is worth something only with both"


@pytest.mark.parametrize("name", ["italian", "tranca", "classic"])
def test_a_match_adds_up_and_ends_at_its_target(name: str) -> None:
    for seed in rounds(4):
        random = Random(seed)
        rules = load_rules(name, options={"match.target": 1500 if name == "italian" else 500})
        players = rules.deal.players[seed % len(rules.deal.players)]
        match = new_match(rules, players)
        target = rules.match.target
        while not match.over and len(match.deals) < 60:
            assert max(match.totals) < target or match.totals[0] == match.totals[1]
            start_deal(match, shuffled_deck(rules, random), None if match.deals else seed % players)
            while not match.between_deals and not match.over:
                state = match.state
                assert state is not None
                play(match, state.awaited, lively(random, legal_actions(state), 1))
        sums = [sum(total(result.scores[side]) for result in match.deals) for side in (0, 1)]
        assert match.totals == match.deals[-1].totals == tuple(sums)
        dealers = [(seed + number) % players for number in range(len(match.deals))]
        assert [result.dealer for result in match.deals] == dealers
        assert match.over
        winner = sums.index(max(sums))
        assert (match.winner, match.margin) == (winner, sums[winner] - sums[1 - winner])
        assert max(sums) >= target


def lively(random: Random, legal: Sequence[Action], often: float) -> Action:
    """Choose so that scores grow: so often ask, take and lay while there is something to lay."""
    if Ask() in legal and random.random() < often:
        return Ask()
    lays = [action for action in legal if isinstance(action, TakePile | LayDown)]
    return random.choice(lays if lays and random.random() < often else legal)
