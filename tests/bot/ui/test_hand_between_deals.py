# ruff: noqa: RUF001  # what people read has real minus signs
"""The hand panel when a deal is over: what that was worth, and the way to the next one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ui.panel_state import PanelState
from engine.match import DealResult
from engine.scoring import ScoreItem, ScoreKind
from engine.state import Ending
from storage.model import SeatKind
from tests.bot.ui.panels import PEOPLE, hand, labels, shown, table

OVER = "over: 9C; score: 900 -50"


@pytest.mark.parametrize(
    ("seat", "worth", "we", "they"),
    [
        (0, "85 for you, −20 for them.", "**We** 985: ", "**They** −70: "),
        (3, "−20 for you, 85 for them.", "**We** −70: ", "**They** 985: "),
    ],
)
async def test_when_a_deal_is_over_it_says_what_that_was_worth(
    seat: int, worth: str, we: str, they: str
) -> None:
    scores = [(ScoreItem(ScoreKind.MELD, "I-14", 3, points),) for points in (85, -20)]
    last = DealResult(0, Ending.CLOSED, 0, concealed=False, scores=tuple(scores), totals=(985, -70))
    told = shown(hand(OVER, PanelState(version=7, over=1, result=last), seat))
    assert told.splitlines()[:2] == ["**The deal is over.**", f"This deal: {worth}"]
    assert f"\n{we}nothing yet\n{they}nothing yet\n" in told


async def test_who_cuts_the_next_deck_does_it_from_the_hand() -> None:
    state = PanelState(version=7, cutter=1)
    assert "The next deck is shuffled: **Bob** cuts it." in shown(hand(OVER, state, 0))
    assert "Cut the deck" not in labels(hand(OVER, state, 0))
    cutter = hand(OVER, state, 1)
    assert "The next deck is shuffled: you cut it." in shown(cutter)
    assert labels(cutter) == ["Cut the deck", "Refresh", "Sort by suit", "Help"]


async def test_who_is_away_cuts_nothing() -> None:
    away = table(PEOPLE[0], replace(PEOPLE[1], kind=SeatKind.COMPUTER), *PEOPLE[2:])
    assert "Cut the deck" not in labels(hand(OVER, PanelState(version=7, cutter=1), 1, info=away))
