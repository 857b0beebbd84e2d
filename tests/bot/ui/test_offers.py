"""What a hand panel offers: every legal play, nothing else, and to nobody else."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.referee import judge_for
from bot.render.plays import from_hand
from bot.ui.ids import Verb, action_code, chosen_cards, option_values, parse, parse_action
from bot.ui.panel_state import PanelState
from bot.ui.plays import goes_out
from engine.actions import LayDown
from engine.cards import IS_WILD, RANK
from engine.state import Phase
from engine.view import view_for
from tests.bot.ui.deals import hand_states, houses, huge, states, unmelded
from tests.bot.ui.panels import RULES, custom_ids, hand, items

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discord.ui import LayoutView

    from engine.actions import Action
    from engine.state import State
    from engine.view import View

EVERY_RULE_SET = pytest.mark.parametrize("name", RULES)


def running(name: str, seed: int, share: float = 0.05) -> Iterator[State]:
    """Yield moments of deals that are not over, with house rules and without."""
    for rules in houses(name):
        for state in states(seed, rules, share):
            if state.phase is not Phase.OVER:
                yield state


def reachable(panel: LayoutView) -> set[str]:
    """Return the codes of the plays that can be pressed or picked in a panel."""
    presses = [press for press in map(parse, custom_ids(panel)) if press]
    codes = {press.arg for press in presses if press.verb in {Verb.PLAY, Verb.CONFIRM}}
    picks = [
        item for item in items(panel) if hasattr(item, "options") and parse(item.custom_id).verb is Verb.PICK
    ]
    return codes | {option.value for item in picks for option in item.options}


def kind_of(action: Action | None, view: View) -> object:
    """Return what a play is but for the suits of a set and of wilds, and the order of its cards."""
    match action:
        case LayDown(lays):
            return [(lay.meld, _kind_of_cards(lay.cards, lay.meld, view)) for lay in lays]
        case _:
            return action


def _kind_of_cards(cards: Sequence[int], meld: int | None, view: View) -> object:
    naturals = [card for card in cards if not IS_WILD[card]]
    ranks = {RANK[card] for card in naturals}
    is_set = (
        len(ranks) == 1 if meld is None else view.sides[(view.seat or 0) % 2].melds[meld].rank is not None
    )
    wilds = sorted(RANK[card] for card in cards if IS_WILD[card])
    return wilds, Counter(ranks if is_set else naturals) if not is_set else (ranks, len(naturals))


def choose(view: View, cards: Sequence[int]) -> tuple[str, ...]:
    """Return option values that choose these cards."""
    left, values = list(cards), []
    for value in option_values(view.hand or ()):
        (card,) = chosen_cards([value], view.hand or ()) or (None,)
        if card in left:
            left.remove(card)
            values.append(value)
    return tuple(values)


@EVERY_RULE_SET
@pytest.mark.parametrize("seed", range(2))
async def test_every_legal_play_can_be_reached(seed: int, name: str) -> None:
    large = [deal(phase, houses(name)[0]) for deal in (huge, unmelded) for phase in (Phase.DRAW, Phase.PLAY)]
    for state in (*running(name, seed), *large):
        view = view_for(state, state.seat)
        start = hand(state, PanelState(version=1), state.seat)
        at_once = [kind_of(parse_action(code), view) for code in reachable(start)]
        for action in Random(seed).sample(view.legal, min(len(view.legal), 40)):
            if kind_of(action, view) in at_once:
                continue
            chosen = choose(view, from_hand(action, view))
            panel = hand(state, PanelState(version=1, chosen=chosen), state.seat)
            offered = reachable(panel)
            together = any(press and press.verb is Verb.TOGETHER for press in map(parse, custom_ids(panel)))
            several = isinstance(action, LayDown) and len(action.lays) > 1
            assert action_code(action) in offered or (several and (together or "/" in "".join(offered))), (
                action
            )


@EVERY_RULE_SET
@pytest.mark.parametrize("seed", range(3))
async def test_nothing_is_offered_that_is_not_legal(seed: int, name: str) -> None:
    for state in running(name, seed):
        view, judge = view_for(state, state.awaited), judge_for(state, state.awaited)
        for shown in hand_states(view, Random(seed)):
            for code in reachable(hand(state, shown, state.awaited)):
                action = parse_action(code)
                assert action is not None
                assert judge(action) is None


@EVERY_RULE_SET
async def test_going_out_is_never_one_press_away_but_by_its_suggestion(name: str) -> None:
    for state in running(name, 1):
        view = view_for(state, state.awaited)
        for item in items(hand(state, PanelState(version=1), state.awaited)):
            press = parse(getattr(item, "custom_id", None) or "")
            if press is not None and press.verb is Verb.PLAY:
                action = parse_action(press.arg)
                assert action is not None
                assert goes_out(view, action) == (item.label == "Go out")


@EVERY_RULE_SET
async def test_nobody_but_the_seat_to_move_is_offered_a_play(name: str) -> None:
    for state in running(name, 1):
        for seat in range(state.players):
            if seat != state.awaited:
                panel = hand(state, PanelState(version=1, can_undo=True), seat)
                verbs = {press.verb for press in map(parse, custom_ids(panel)) if press}
                assert verbs == {Verb.SHOW, Verb.SORT, Verb.HELP}
