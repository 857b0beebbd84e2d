"""What holds for every panel, in deals played at random and in one that is larger than any real one."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.model import SeatInfo, SeatKind, Status
from bot.render.text import from_hand
from bot.ui.answers import end_vote_panel, log_panel, more_panel, words_panel
from bot.ui.hand_panel import hand_panel
from bot.ui.help_panel import help_panel
from bot.ui.ids import Verb, action_code, chosen_cards, option_values, parse, parse_action
from bot.ui.lobby import lobby_panel
from bot.ui.panel_state import PanelState
from bot.ui.plays import goes_out
from bot.ui.rules_panel import rules_panel
from bot.ui.sheets import deal_sheet, match_end
from bot.ui.table_panel import DealShown, table_panel
from engine.actions import LayDown
from engine.cards import ACE, FACES, FOUR, JOKER, RANK, RED_THREES, pack
from engine.match import SIDES, Match
from engine.melds import make_meld
from engine.state import Phase, PileState, SideState, State
from engine.view import view_for
from tests.bot.ui.panels import PSEUDO, T, custom_ids, hold_limits, items, matches, table, words
from tests.positions import italian

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from discord.ui import LayoutView

    from bot.i18n import Texts
    from engine.actions import Action
    from engine.view import View

LONG = "*|_" * 10 + "xx"
SEATS = (
    SeatInfo(SeatKind.HUMAN, 11, LONG),
    SeatInfo(SeatKind.COMPUTER, None, LONG),
    SeatInfo(SeatKind.HUMAN, 13, "א" * 32),
    SeatInfo(SeatKind.COMPUTER, 14, LONG),
)
HAND = [card for card in pack(packs=2, jokers=4) if card not in RED_THREES]


def huge(phase: Phase, size: int = 60) -> State:
    """Return a deal with ``size`` cards in each hand and, on both sides, 13 melds as large as can be."""
    rules = italian()
    ranks = list(range(FOUR, ACE + 1))
    melds = [
        make_meld(rules, [*[4 * rank + suit for suit in range(4)] * 2, JOKER, JOKER, JOKER])
        for rank in [*ranks, *ranks[:2]]
    ]
    sides = [SideState(melds.copy(), sorted(RED_THREES) * 2, -99995) for _ in range(SIDES)]
    hands = [HAND[:: len(HAND) // size][:size] for _ in range(4)]
    pile = [*FACES, 4 * FOUR]
    return State(rules, 3, 0, phase, hands, sides, list(FACES), pile, PileState.FROZEN, [False] * 4)


def unmelded(phase: Phase) -> State:
    """Return the largest hand there can be, of a side that has no meld yet."""
    state = huge(phase, len(HAND))
    state.sides[0] = SideState()
    return state


def states(seed: int) -> Iterator[State]:
    """Yield some moments of deals played at random."""
    players = [("random",) * 4, ("greedy",) * 4, ("greedy", "random", "greedy", "random")][seed % 3]
    rng = Random(seed)
    for match in matches(seed, 2, players):
        if match.state is not None and rng.random() < 0.1:
            yield match.state


def hand_states(view: View, rng: Random) -> Iterator[PanelState]:
    """Yield states of a hand panel, plain and with all that can be open or chosen in it."""
    values = option_values(view.hand or ())
    plain = PanelState(version=999_999_999, can_undo=True)
    yield plain
    yield PanelState(version=1, chosen=tuple(values), sort="suit", notice="x" * 5000, drawn=view.hand or ())
    yield PanelState(version=1, chosen=tuple(rng.sample(values, min(len(values), 3))))
    for page in (0, 1, 99):
        yield PanelState(version=1, ideas=page)
    for action in view.legal[:1]:
        yield PanelState(version=1, confirm=action, chosen=tuple(values))


def hand_panels(state: State, rng: Random, t: Texts) -> Iterator[LayoutView]:
    for seat in range(state.players):
        view = view_for(state, seat)
        for panel_state in hand_states(view, rng):
            yield hand_panel(table(*SEATS), view, panel_state, t)


def public_panels(state: State, t: Texts) -> Iterator[LayoutView]:
    log = ["y" * 150] * 300
    shown = DealShown(view_for(state, None), 99, (-99995, 99995), log)
    yield table_panel(table(*SEATS), shown, t)
    for page in (0, 1, 99):
        yield words_panel(table(*SEATS), shown, t, page)
        yield log_panel(table(*SEATS), log, t, page)


def other_panels(match: Match, t: Texts) -> Iterator[LayoutView]:
    info = table(*SEATS, options={"match.target": 20000})
    for status in (Status.LOBBY, Status.ENDED):
        yield lobby_panel(table(*SEATS, status=status), t)
        yield lobby_panel(table(*SEATS[:2], *[SeatInfo(SeatKind.EMPTY)] * 2, status=status), t)
    for user in (11, 13, 14, 99):
        yield more_panel(info, user, t)
    yield end_vote_panel(info, {0}, t)
    yield help_panel(t)
    for page in (0, 1, 2, 3):
        yield rules_panel(info.rules, t, page)
    for number, result in enumerate(match.deals, 1):
        yield deal_sheet(info, result, number, t)
    yield match_end(info, match, t)


def played(seed: int, deals: int = 3) -> Match:
    """Return a match after some deals."""
    *_, last = matches(seed, deals)
    return last


def reachable(panel: LayoutView) -> set[str]:
    """Return the codes of the plays that can be pressed or picked in a panel."""
    presses = [press for press in map(parse, custom_ids(panel)) if press]
    codes = {press.arg for press in presses if press.verb in {Verb.PLAY, Verb.CONFIRM}}
    picks = [
        item for item in items(panel) if hasattr(item, "options") and parse(item.custom_id).verb is Verb.PICK
    ]
    return codes | {option.value for item in picks for option in item.options}


def kind_of(action: Action | None) -> tuple[object, ...]:
    """Return what a play is but for suits, which no rule of melds looks at."""
    match action:
        case LayDown(lays):
            return tuple((lay.meld, tuple(sorted(RANK[card] for card in lay.cards))) for lay in lays)
        case _:
            return (action,)


def choose(view: View, cards: Sequence[int]) -> tuple[str, ...]:
    """Return option values that choose these cards."""
    left, values = list(cards), []
    for value in option_values(view.hand or ()):
        (card,) = chosen_cards([value], view.hand or ()) or (None,)
        if card in left:
            left.remove(card)
            values.append(value)
    return tuple(values)


@pytest.mark.parametrize("phase", [Phase.DRAW, Phase.PLAY, Phase.OVER])
@pytest.mark.parametrize("deal", [huge, unmelded])
@pytest.mark.parametrize("t", [T, PSEUDO], ids=["en", "qps"])
async def test_the_largest_deal_fits(phase: Phase, deal: Callable[[Phase], State], t: Texts) -> None:
    state = deal(phase)
    for panel in (*hand_panels(state, Random(1), t), *public_panels(state, t)):
        hold_limits(panel)


@pytest.mark.parametrize("seed", range(3))
async def test_every_panel_keeps_discords_limits(seed: int) -> None:
    for state in states(seed):
        for panel in (*hand_panels(state, Random(seed), T), *public_panels(state, T)):
            hold_limits(panel)


@pytest.mark.parametrize("t", [T, PSEUDO], ids=["en", "qps"])
async def test_the_panels_around_a_match_keep_discords_limits(t: Texts) -> None:
    for panel in other_panels(played(2), t):
        hold_limits(panel)


@pytest.mark.parametrize("seed", range(3))
async def test_every_legal_play_can_be_reached(seed: int) -> None:
    for state in (*states(seed), huge(Phase.PLAY), unmelded(Phase.PLAY), huge(Phase.DRAW)):
        if state.phase is Phase.OVER:
            continue
        view = view_for(state, state.seat)
        start = hand_panel(table(), view, PanelState(version=1), T)
        at_once = {kind_of(parse_action(code)) for code in reachable(start)}
        for action in Random(seed).sample(view.legal, min(len(view.legal), 60)):
            if kind_of(action) in at_once:
                continue
            chosen = choose(view, from_hand(action, view))
            codes = reachable(hand_panel(table(), view, PanelState(version=1, chosen=chosen), T))
            assert action_code(action) in codes, action


@pytest.mark.parametrize("seed", range(3))
async def test_nothing_is_offered_that_is_not_legal(seed: int) -> None:
    for state in states(seed):
        if state.phase is Phase.OVER:
            continue
        view = view_for(state, state.seat)
        legal = {kind_of(action) for action in view.legal}
        for panel_state in hand_states(view, Random(seed)):
            offered = {
                kind_of(parse_action(code)) for code in reachable(hand_panel(table(), view, panel_state, T))
            }
            assert offered <= legal


@pytest.mark.parametrize("seed", range(3))
async def test_going_out_is_never_one_press_away_but_by_its_suggestion(seed: int) -> None:
    for state in states(seed):
        if state.phase is Phase.OVER:
            continue
        view = view_for(state, state.seat)
        for item in items(hand_panel(table(), view, PanelState(version=1), T)):
            press = parse(getattr(item, "custom_id", None) or "")
            if press is not None and press.verb is Verb.PLAY:
                action = parse_action(press.arg)
                assert action is not None
                assert goes_out(view, action) == (item.label == "Go out")


@pytest.mark.parametrize("seed", range(3))
async def test_nobody_but_the_seat_to_move_is_offered_a_play(seed: int) -> None:
    for state in states(seed):
        for seat in range(4):
            if seat != state.seat or state.phase is Phase.OVER:
                panel = hand_panel(table(), view_for(state, seat), PanelState(version=1, can_undo=True), T)
                verbs = {press.verb for press in map(parse, custom_ids(panel)) if press}
                assert verbs == {Verb.SHOW, Verb.SORT, Verb.HELP}


def bare_english(panel: LayoutView) -> list[str]:
    """Return the plain words of a panel in the pseudo-language, but for clauses and the filler of tests."""
    return [
        text
        for text in words(panel)
        if re.search(r"[A-Za-z]{2,}", re.sub(r"[xy]{2,}|\([A-Z]-\d+\)|\*\*[A-Z]-\d+\*\*", "", text))
    ]


@pytest.mark.parametrize("seed", range(3))
async def test_no_panel_has_a_word_that_was_never_translated(seed: int) -> None:
    for state in (*states(seed), huge(Phase.PLAY), huge(Phase.DRAW)):
        for panel in (*hand_panels(state, Random(seed), PSEUDO), *public_panels(state, PSEUDO)):
            assert not bare_english(panel)


async def test_no_panel_around_a_match_has_a_word_that_was_never_translated() -> None:
    for panel in other_panels(played(2), PSEUDO):
        assert not bare_english(panel)
