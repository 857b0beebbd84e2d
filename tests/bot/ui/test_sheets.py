# ruff: noqa: RUF001  # what people read has real minus and times signs
from __future__ import annotations

import pytest
from inline_snapshot import snapshot

from bot.i18n import available_locales, texts_for
from bot.ui.sheets import FinishedDeal, deal_sheet, match_end, over_panel, sheet_lines
from engine.match import DealResult, Match
from engine.scoring import ScoreItem, ScoreKind, score_side, total
from engine.state import Ending
from storage.model import Status
from tests.bot.ui.panels import PEOPLE, T, hold_limits, labels, shown, table
from tests.positions import italian, position

K_28 = (
    "over: ; table: KC KD KH KS KC KD KH, 7C 7D 7H 7S 7C JK 2C, AC AD AH; red threes: 3D 3H 3D;"
    "partner: QC 9C JK 2D;"
    "theirs: 8C 8D 8H JK; left: 4C"
)


def result(
    text: str = K_28, *, concealed: bool = False, before: tuple[int, int] = (1000, 2000)
) -> DealResult:
    state = position(text)
    state.closed_by, state.concealed = 0, concealed
    scores = score_side(state, 0), score_side(state, 1)
    totals = tuple(old + total(items) for old, items in zip(before, scores, strict=True))
    return DealResult(3, Ending.CLOSED, 0, concealed, scores, totals)


def match(*deals: DealResult) -> Match:
    return Match(italian(), 4, list(deals))


async def test_a_sheet_shows_its_arithmetic_value_first() -> None:
    assert shown(deal_sheet(table(), FinishedDeal(2, result()), T, ready={0, 1})) == snapshot("""\
### Deal 2 is over.
Ann went out.
**Side 1** (Ann & Cid): 1235, now 2235
-# `395` sevens, dirty: 300_+_95 (I-11)
-# `570` kings, clean: 500_+_7_×_10 (I-11)
-# ` 60` aces: 3 cards (I-14)
-# `300` red threes: 3 (I-6)
-# `−90` cards in hand: 4 (I-14)
**Side 2** (Bob & Dee): 65, now 2065
-# ` 80` eights: 4 cards (I-14)
-# `−15` cards in hand: 3 (I-14)
The next deal starts when everybody is ready, or after half a minute.
Not ready yet: Cid, Dee
[Next deal] [Log] [More]\
""")


async def test_going_out_concealed_is_told() -> None:
    text = shown(deal_sheet(table(), FinishedDeal(2, result(concealed=True)), T))
    assert "Ann went out concealed." in text
    assert "`100` going out concealed (I-13)" in text


async def test_when_all_are_ready_nobody_is_waited_for() -> None:
    panel = deal_sheet(table(), FinishedDeal(2, result()), T, ready=range(4))
    assert "Not ready" not in shown(panel)
    assert labels(panel) == ["Next deal", "Log", "More"]


async def test_the_end_of_a_match_says_who_won_and_by_how_much() -> None:
    last = result(before=(4500, 2000))
    assert shown(match_end(table(status=Status.FINISHED), match(result(), last), T)) == snapshot("""\
### Side 1 (Ann & Cid) wins by 3670 points.
5735_:_2065
**Deal 2 is over.** Ann went out.
**Side 1** (Ann & Cid): 1235, now 5735
-# `395` sevens, dirty: 300_+_95 (I-11)
-# `570` kings, clean: 500_+_7_×_10 (I-11)
-# ` 60` aces: 3 cards (I-14)
-# `300` red threes: 3 (I-6)
-# `−90` cards in hand: 4 (I-14)
**Side 2** (Bob & Dee): 65, now 2065
-# ` 80` eights: 4 cards (I-14)
-# `−15` cards in hand: 3 (I-14)
-# After deal 1: 2235_:_2065
-# After deal 2: 5735_:_2065
[Rematch] [Log] [More]\
""")


async def test_a_match_that_ended_early_has_no_winner() -> None:
    assert shown(match_end(table(status=Status.ENDED), match(result()), T)).startswith(
        "### The match was ended early."
    )
    assert shown(match_end(table(status=Status.ENDED), match(), T)) == snapshot("""\
### The match was ended early.
0_:_0
[Rematch] [Log] [More]\
""")


async def test_a_long_match_shows_its_last_deals_only() -> None:
    panel = match_end(table(), match(*[result()] * 200), T)
    hold_limits(panel)
    assert "After deal 191:" in shown(panel)
    assert "After deal 190:" not in shown(panel)


async def test_one_deal_needs_no_list_of_totals() -> None:
    assert "After deal" not in shown(match_end(table(status=Status.FINISHED), match(result()), T))


async def test_who_plays_alone_is_named_instead_of_a_side() -> None:
    alone = table(*PEOPLE[:2], status=Status.FINISHED, rules="tranca")
    lines = shown(match_end(alone, match(result(before=(4500, 2000))), T)).splitlines()
    assert lines[0] == "### Ann wins by 3670 points."
    assert [line for line in lines if line.startswith("**")][1:] == [
        "**Ann**: 1235, now 5735",
        "**Bob**: 65, now 2065",
    ]


async def test_the_hand_gives_way_to_how_the_match_ended() -> None:
    last = result(before=(4500, 2000))
    assert shown(over_panel(table(status=Status.FINISHED), match(result(), last), T)) == snapshot("""\
**The match is over.** Side 1 (Ann & Cid) wins by 3670 points.
5735_:_2065
[Score sheet] [Rematch] [Log]\
""")


async def test_without_a_finished_deal_there_is_no_score_sheet() -> None:
    panel = over_panel(table(status=Status.ENDED), match(), T)
    assert shown(panel).startswith("**The match is over.** The match was ended early.")
    assert labels(panel) == ["Rematch", "Log"]


_PHONE_CHARACTERS = 42
"""Of a line in small letters, in the 288 pixels that a frame leaves on a phone: most are narrow."""


@pytest.mark.parametrize("locale", available_locales())
@pytest.mark.parametrize("kind", ScoreKind)
async def test_a_line_of_the_sheet_fits_a_phone(kind: ScoreKind, locale: str) -> None:
    clean = kind is ScoreKind.CLEAN_CANASTA
    of_ranks = [ScoreItem(kind, "I-11", 7, 535, rank, 500 if clean else 300) for rank in range(13)]
    of_suits = [ScoreItem(kind, "T-15", 7, 272, None, 200, suit) for suit in range(4)]
    items = (*of_ranks, *of_suits)
    deal = DealResult(3, Ending.CLOSED, 0, False, (items, ()), (0, 0))
    lines = sheet_lines(table(), deal, texts_for(locale))[1:-1]
    assert len(lines) == len(items)
    assert max(len(line.removeprefix("-# ").replace("`", "")) for line in lines) <= _PHONE_CHARACTERS
