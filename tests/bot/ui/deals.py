"""Deals to make panels of: moments of deals played at random, and deals larger than any real one."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from bot.render.cards import CardStyle
from bot.ui.hand_panel import pictured_hand
from bot.ui.ids import option_values
from bot.ui.panel_state import PanelState
from engine.cards import ACE, FACES, FOUR, JOKER, RED_THREES, TWO, pack
from engine.match import SIDES
from engine.melds import make_meld
from engine.rulebook import load_rules
from engine.sequences import LONGEST
from engine.state import Phase, PileState, SideState, State
from storage.model import SeatInfo, SeatKind
from tests.bot.ui.panels import T, matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.i18n import Texts
    from engine.ruleset import OptionValue, RuleSet
    from engine.state import Meld
    from engine.view import View

LONG = "*|_" * 10 + "xx"
SEATS = (
    SeatInfo(SeatKind.HUMAN, 11, LONG),
    SeatInfo(SeatKind.COMPUTER, None, LONG),
    SeatInfo(SeatKind.HUMAN, 13, "א" * 32),
    SeatInfo(SeatKind.COMPUTER, 14, LONG),
)
HAND = [card for card in pack(packs=2, jokers=4) if card not in RED_THREES]
OPTIONS: dict[str, dict[str, OptionValue]] = {
    "italian": {"opening.minimum": "fifty", "pile.wild_top": "as_wild", "canasta.min_size": 6},
    "tranca": {"deck.jokers": 4, "wild.max_per_meld": 3, "opening.minimum": "brackets"},
    "classic": {"black_three.wilds": True, "going_out.canasta": "clean", "going_out.bonus": 200},
}
"""House rules that change much, for each rule set."""


def houses(name: str) -> list[RuleSet]:
    """Return a rule set as it is, and with house rules."""
    return [load_rules(name), load_rules(name, options=OPTIONS[name])]


def huge(phase: Phase, rules: RuleSet, size: int = 60) -> State:
    """Return a deal with ``size`` cards in each hand and, on both sides, more and larger melds than any."""
    melds = [*_sets(rules), *_sequences(rules)]
    feet = [JOKER] * rules.foot.size or None
    sides = [SideState(melds.copy(), sorted(RED_THREES) * 2, -99995, feet) for _ in range(SIDES)]
    hands = [HAND[:: len(HAND) // size][:size] for _ in range(4)]
    pile = [*FACES, 4 * FOUR]
    return State(rules, 3, 0, phase, hands, sides, list(FACES), pile, PileState.FROZEN, [False] * 4)


def _sets(rules: RuleSet) -> list[Meld]:
    wilds = [JOKER] * rules.wild.max_per_meld
    room = (rules.meld.max_set or len(HAND)) - len(wilds)
    naturals = [([4 * rank + suit for suit in range(4)] * 2)[:room] for rank in range(FOUR, ACE + 1)]
    melds = [make_meld(rules, [*cards, *wilds]) for cards in naturals]
    return [*melds, *melds[:2]]


def _sequences(rules: RuleSet) -> list[Meld]:
    if not rules.meld.sequences:
        return []
    runs = [[4 * (FOUR + step) + suit for step in range(LONGEST - 1)] for suit in range(4)]
    return [make_meld(rules, [*run, TWO]) for run in runs] * 2


def unmelded(phase: Phase, rules: RuleSet) -> State:
    """Return the largest hand there can be, of a side that has no meld yet; less where it has to open."""
    state = huge(phase, rules, len(HAND) if rules.opening.minimum == "none" else len(HAND) // 4)
    state.sides[0] = SideState(foot=state.sides[0].foot)
    return state


def asking(rules: RuleSet) -> list[State]:
    """Return a deal in which the partner has to answer, where the rules have asking."""
    state = huge(Phase.PLAY, rules)
    state.turn = state.turn._replace(asked="waiting")
    return [state] if rules.going_out.ask else []


def states(seed: int, rules: RuleSet, share: float = 0.1) -> Iterator[State]:
    """Yield some moments of deals played at random."""
    players = [("random",) * 4, ("greedy",) * 4, ("greedy", "random")][seed % 3]
    if len(players) not in rules.deal.players:
        players = ("greedy", "random", "greedy", "random")
    rng = Random(seed)
    for match in matches(seed, 2, players, rules):
        if match.state is not None and rng.random() < share:
            yield match.state


def hand_states(view: View, rng: Random, t: Texts = T) -> Iterator[PanelState]:
    """Yield states of a hand panel, plain and with all that can be open or chosen in it."""
    values = option_values(view.hand or ())
    yield PanelState(version=999_999_999, can_undo=True)
    yield PanelState(version=1, sort="suit")
    yield PanelState(version=1, text_only=True, chosen=tuple(values), notice="x" * 5000)
    yield PanelState(version=1, chosen=tuple(values), sort="suit", notice="x" * 5000, drawn=view.hand or ())
    all_chosen = PanelState(version=1, chosen=tuple(values), drawn=view.hand or ())
    yield replace(all_chosen, picture=pictured_hand(view, all_chosen, CardStyle.TWO_COLORS, t))
    yield PanelState(version=1, chosen=tuple(rng.sample(values, min(len(values), 3))))
    for page in (0, 1, 99):
        yield PanelState(version=1, ideas=page)
    for action in view.legal[:1]:
        yield PanelState(version=1, confirm=action, chosen=tuple(values))
