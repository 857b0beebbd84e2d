"""Nothing that is shown to somebody depends on a card that they may not know."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot.questions import answer_text, may_go_out, may_take
from bot.referee import Case
from bot.render.cards import CardStyle
from bot.render.scene import alt_text, scene_of
from bot.ui.hand_panel import pictured_hand
from bot.ui.table_panel import DealShown, table_panel
from engine.view import view_for
from tests.bot.ui.deals import hand_states, houses, states
from tests.bot.ui.panels import CARDS, NAMES, PEOPLE, RULES, T, hand, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.ui.panel_state import PanelState
    from engine.state import Seat, State


def shuffled(state: State, known: Seat | None, rng: Random) -> State:
    """Return the deal with all cards changed about that ``known`` does not see, but for those in the pile."""
    other = state.copy()
    hands = [hand for seat, hand in enumerate(other.hands) if seat != known]
    feet = [side.foot for side in other.sides if side.foot is not None]
    hidden = [card for zone in (*hands, other.stock, *feet) for card in zone]
    rng.shuffle(hidden)
    for hand_cards in hands:
        hand_cards[:] = sorted(hidden.pop() for _ in hand_cards)
    other.stock[:] = [hidden.pop() for _ in other.stock]
    for side in other.sides:
        if side.foot is not None:
            side.foot = [hidden.pop() for _ in side.foot]
    return other


def table_of(state: State) -> list[Any]:
    info = table(*PEOPLE[: state.players], rules=state.rules.name, options=state.rules.options)
    seen = view_for(state, None)
    panel = table_panel(info, DealShown(seen, 1, (0, 0)), CARDS)
    pictured = scene_of(seen, NAMES, T), alt_text(seen, NAMES, T)
    return [*panel.to_components(), *pictured]  # type: ignore[no-untyped-call]


def hands_of(state: State, seat: Seat, shown: Sequence[PanelState]) -> list[Any]:
    info = table(*PEOPLE[: state.players], rules=state.rules.name, options=state.rules.options)
    view = view_for(state, seat)
    pictures = [pictured_hand(view, one, CardStyle.FOUR_COLORS, T) for one in shown]
    return [*pictures, *(hand(state, one, seat, info=info).to_components() for one in shown)]  # type: ignore[no-untyped-call]


def answers(state: State, seat: Seat) -> list[str]:
    return [answer_text(Case(state, seat), question, T) for question in (may_take(None), may_go_out())]


@pytest.mark.parametrize("name", RULES)
async def test_public_and_private_panels_and_the_referee_tell_nothing_hidden(name: str) -> None:
    rng = Random(5)
    for rules in houses(name):
        for state in states(1, rules, share=0.08):
            assert table_of(state) == table_of(shuffled(state, None, rng))
            for seat in range(state.players):
                other = shuffled(state, seat, rng)
                shown = list(hand_states(view_for(state, seat), Random(1)))[:4]
                assert hands_of(state, seat, shown) == hands_of(other, seat, shown)
                assert answers(state, seat) == answers(other, seat)
