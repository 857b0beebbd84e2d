# ruff: noqa: RUF001  # what people read has real minus and times signs
from __future__ import annotations

from inline_snapshot import snapshot

from bot.model import Status
from bot.ui.sheets import FinishedDeal, deal_sheet, match_end
from engine.match import DealResult, Match
from engine.scoring import score_side, total
from engine.state import Ending
from tests.bot.ui.panels import T, hold_limits, labels, shown, table
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
`  570` clean canasta, 7 kings: 500_+_7_×_10 (I-11)
`  395` dirty canasta, 7 cards with sevens: 300_+_95 (I-11)
`   60` 3 cards in a meld of aces (I-14)
`  300` red threes: 3 (I-6)
`  −90` cards left in hand: 4 (I-14)
**Side 2** (Bob & Dee): 65, now 2065
`   80` 4 cards in a meld of eights (I-14)
`  −15` cards left in hand: 3 (I-14)
The next deal starts when everybody is ready, or after half a minute.
Not ready yet: Cid, Dee
[Next deal] [Log] [More]\
""")


async def test_going_out_concealed_is_told() -> None:
    text = shown(deal_sheet(table(), FinishedDeal(2, result(concealed=True)), T))
    assert "Ann went out concealed." in text
    assert "` 100` going out concealed (I-13)" in text.replace("`  100`", "` 100`")


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
`  570` clean canasta, 7 kings: 500_+_7_×_10 (I-11)
`  395` dirty canasta, 7 cards with sevens: 300_+_95 (I-11)
`   60` 3 cards in a meld of aces (I-14)
`  300` red threes: 3 (I-6)
`  −90` cards left in hand: 4 (I-14)
**Side 2** (Bob & Dee): 65, now 2065
`   80` 4 cards in a meld of eights (I-14)
`  −15` cards left in hand: 3 (I-14)
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
