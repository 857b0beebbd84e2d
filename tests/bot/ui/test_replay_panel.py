# ruff: noqa: RUF001  # what people read has real times signs
from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.cards import Cards
from bot.replays import ReplayStep
from bot.ui.replay_panel import replay_panel
from engine.match import DealResult
from engine.state import Ending
from tests.bot.ui.panels import CARDS, FACES_OF, NAMES, T, shown
from tests.positions import position

if TYPE_CHECKING:
    from collections.abc import Sequence

_DEAL = "play: 9C 9D KS; table: 7C 7D 7H; seats: {players}; left: QD"


def scene(names: Sequence[str], step: int = 3) -> ReplayStep:
    state = position(_DEAL.format(players=len(names)), rules="classic")
    result = DealResult(3, Ending.STOCK, None, False, ((), ()), (120, 80))
    return ReplayStep("abcd2345", tuple(names), 1, 2, step, 9, state, (), result)


async def test_emojis_stand_in_lines_of_their_own_below_their_name() -> None:
    lines = shown(replay_panel(scene(NAMES), Cards(T, FACES_OF))).splitlines()
    names = [at for at, line in enumerate(lines) if line in {"▸ **Ann**", "**Bob**", "**Cid**", "**Dee**"}]
    assert len(names) == len(NAMES)
    assert all(lines[at + 1].startswith("### <:") for at in names)


async def test_without_emojis_a_hand_is_one_line() -> None:
    lines = shown(replay_panel(scene(NAMES), CARDS)).splitlines()
    assert "▸ **Ann** 9♧_9♢_· K♤" in lines
    assert "**Side 1** 7×3" in lines


async def test_who_plays_alone_is_named_on_the_table_and_in_the_result() -> None:
    lines = shown(replay_panel(scene(NAMES[:2], step=9), CARDS)).splitlines()
    assert "**Ann** 7×3" in lines
    assert "Ann: 0 points in this deal, now 120" in lines
    assert not [line for line in lines if "Side" in line]
