"""The greedy player where rule sets differ: feet, sequences, opening, asking the partner, two players."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.actions import Answer, Ask, Discard, LayDown
from engine.apply import apply
from engine.players import PLAYERS
from engine.players.knowledge import Knowledge
from engine.players.prospects import Prospects
from engine.rulebook import load_rules
from engine.simulate import Plan, Tally, simulate
from engine.state import Ending, Phase
from engine.view import view_for
from tests.engine.played import MIXED, played_match
from tests.positions import action, position
from tests.properties.test_hidden_cards import with_hidden_exchanged

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.state import State

TWO = ("greedy", "random")
STOCK = "4D 4H 5C 5D 6C 6D 7C 8C 8D TC TD JD QD KD AD 4S 5S 6S 9S JS QS KS AS"


def greedy(state: State, seed: int = 1) -> Action:
    return PLAYERS["greedy"](view_for(state, state.awaited), Random(seed))


def tranca(text: str) -> State:
    return position(f"{text}; stock: {STOCK}", rules="tranca")


def classic(text: str) -> State:
    return position(f"{text}; stock: {STOCK}", rules="classic")


def play_turn(state: State) -> None:
    seat = state.seat
    while state.phase is not Phase.OVER and state.seat == seat:
        apply(state, state.awaited, greedy(state))


@pytest.mark.parametrize("players", [MIXED, TWO])
@pytest.mark.parametrize("name", ["tranca", "classic"])
def test_hidden_cards_do_not_change_the_choice(name: str, players: tuple[str, ...]) -> None:
    rng = Random(3)
    rules = load_rules(name, options={"match.target": 500})
    for match in played_match(4, players, rules):
        state = match.state
        assert state is not None
        if state.phase is not Phase.OVER:
            exchanged = with_hidden_exchanged(rng, state, state.awaited)
            assert greedy(exchanged) == greedy(state) in view_for(state, state.awaited).legal


@pytest.mark.parametrize("players", [MIXED, TWO])
@pytest.mark.parametrize("name", ["tranca", "classic"])
def test_greedy_beats_random(name: str, players: tuple[str, ...]) -> None:
    plan = Plan(load_rules(name), players, seed=1, matches=12)
    tally = Tally(plan)
    for outcome in simulate(plan):
        tally.add(outcome)
    assert tally.wins["greedy"] >= 11


def test_most_deals_of_tranca_are_closed_and_most_feet_taken() -> None:
    plan = Plan(load_rules("tranca"), ("greedy",) * 4, seed=1, matches=8)
    tally = Tally(plan)
    for outcome in simulate(plan):
        assert outcome.winner is not None
        tally.add(outcome)
    assert tally.ends[Ending.CLOSED] > 0.7 * tally.deals
    assert tally.feet_to_stock < 0.25 * 2 * tally.deals


def test_greedy_empties_its_hand_to_take_the_foot() -> None:
    state = tranca("play: 9C 9D 9H 4S; foot: 5C 5H 8S JH QC KC AC 6H 7D TH TS 8H 4C")
    play_turn(state)
    assert state.own_side.foot is None
    assert len(state.hands[0]) == 13


def test_greedy_finds_the_lays_that_empty_its_hand_together() -> None:
    """Four nines are tempting, but they would leave two hearts and a four."""
    state = tranca("play: 4C 7H 8H 9C 9D 9H 9S; foot: 5C 5H 8S JH QC KC AC 6H 7D TH TS 8H 4C")
    play_turn(state)
    assert state.sides[0].foot is None


def test_greedy_goes_out_by_sequences() -> None:
    state = tranca("play: 7H 8H 9H KS; table: TC TC TD TD TH TH TS; theirs: 5C 5D 5H")
    play_turn(state)
    assert (state.ended, state.closed_by) == (Ending.CLOSED, 0)


def test_greedy_does_not_feed_a_sequence_of_the_others() -> None:
    state = tranca("play: 9H 3C 4S; theirs: 6H 7H 8H; pile: QC QD 6C")
    assert greedy(state) != action("discard 9H")


def test_a_sequence_without_the_cards_to_grow_is_hopeless() -> None:
    """Fives, tens and jacks of clubs lie with the others: with one wild no seven clubs are consecutive."""
    theirs = "TC TC TD, JC JC JD, 5C 5C 5D"
    state = tranca(f"play: KS AD; table: 7C 8C 9C, 7H 8H 9H; theirs: {theirs}; foot: taken")
    view = view_for(state, 0)
    prospects = Prospects(Knowledge(view, 0, state.hands[0]))
    clubs, hearts = view.sides[0].melds
    assert prospects.of(clubs) == 0 < prospects.of(hearts)


def test_a_set_is_worth_the_less_the_more_of_its_cards_are_gone() -> None:
    hopes = []
    for theirs in ("4C 4D 4H", "9C 9D 2C"):
        state = classic(f"play: KS AD; table: 9H 9H 9S 9S; theirs: {theirs}")
        view = view_for(state, 0)
        hopes.append(Prospects(Knowledge(view, 0, state.hands[0])).of(view.sides[0].melds[0]))
    assert hopes[0] > 2 * hopes[1] > 0


def test_greedy_does_not_go_out_by_its_last_lay_when_that_loses_the_match() -> None:
    theirs = "9C 9D 9H 9S 9C 9D 9H"
    state = tranca(f"play: 5H KS; table: 5C 5C 5D 5D 5H 5S 5S; theirs: {theirs}; score: 500 2900")
    play_turn(state)
    assert state.ended is None


def test_greedy_opens_with_several_melds_where_one_is_not_enough() -> None:
    state = classic("play: QC QD QH 7C 7D 7H 4C 4H 4S 9D JS")
    chosen = greedy(state)
    assert isinstance(chosen, LayDown)
    assert len(chosen.lays) > 1


def test_greedy_saves_pairs_until_it_can_open() -> None:
    state = classic("play: QC QD 7C 7D AC AD 9S")
    assert greedy(state) == action("discard 9S")


CLOSING = (
    "play: 9C 9D 9H 4S; table: KC KC KD KD KH KH KS; theirs: {}; partner: {}; laid before: 0 2; "
    "left: 6C 6D 6H 7C 7D 7H 8C 8D; right: 6C 6D 6H 7C 7D 7H 8C 8D"
)
CLOSE_RACE = "TC TC TD TD TH TH TS, 4C 4C 4D, AC AD AH AH AS"


def test_greedy_asks_where_the_partner_s_cards_decide() -> None:
    state = classic(CLOSING.format(CLOSE_RACE, "5C 5D 5H 5S 8C 8D 8H JC QC JD"))
    assert greedy(state) == Ask()


def test_greedy_asks_nobody_when_it_is_far_ahead() -> None:
    state = classic(CLOSING.format("TC TD TH", "5C"))
    assert greedy(state) != Ask()
    play_turn(state)
    assert (state.ended, state.closed_by) == (Ending.CLOSED, 0)


@pytest.mark.parametrize(("partner", "answer"), [("4H", True), ("AC AD AS JK JK 2C 2D 2H 2S JS", False)])
def test_greedy_answers_by_what_its_own_hand_costs(partner: str, answer: bool) -> None:  # noqa: FBT001
    state = classic(CLOSING.format(CLOSE_RACE, partner) + "; asked: waiting")
    assert greedy(state) == Answer(yes=answer)


def test_after_a_no_greedy_does_not_go_out() -> None:
    state = classic(CLOSING.format("TC TD TH", "5C") + "; asked: no")
    play_turn(state)
    assert state.ended is None
    assert isinstance(greedy(classic("play: 4C 9D; asked: no")), Discard)
