# ruff: noqa: RUF001  # what people read has real minus and times signs
from __future__ import annotations

from dataclasses import replace

from inline_snapshot import snapshot

from bot.ui.answers import end_vote_panel, log_panel, more_panel, words_panel
from bot.ui.plain import plain_panel
from bot.ui.table_panel import DealShown
from storage.model import SeatKind, Status
from tests.bot.ui.panels import PEOPLE, T, custom_ids, hold_limits, labels, shown, table, view

MIDDLE = (
    "play: 5H 6H; table: 9S 9H 9C, KC KD KS KH KC KD KS JK; theirs: 8C 8D 2D; red threes: 3H 3D;"
    "pile: JK 4S; stock: 8C 3H"
)


async def test_the_table_in_words_names_every_card() -> None:
    assert shown(words_panel(table(), DealShown(view(MIDDLE, None), 3, (1200, -50)), T)) == snapshot("""\
Deal 3 of a match to 5000
**Side 1** (Ann & Cid): 1200 points
- nines: 9♧_9♡_9♤
- kings, dirty canasta: K♧_K♧_K♢_K♢_K♡_K♤_K♤_joker
- red threes: 3♡_3♢
**Side 2** (Bob & Dee): −50 points
- eights: 8♧_8♢_2♢
Pile: **4♤** on top, 2 cards_· frozen by a wild
Stock 2_· Ann_2_· Bob_2_· Cid_2_· Dee_2\
""")


def logged(log: list[str]) -> DealShown:
    return DealShown(view(MIDDLE, None), 3, (1200, -50), log)


async def test_the_log_has_the_newest_first_and_turns_pages() -> None:
    log = [f"{number}. " + "x" * 90 for number in range(100)]
    first = log_panel(table(), logged(log), T)
    assert shown(first).startswith("99. ")
    assert labels(first) == ["Next page"]
    assert custom_ids(first) == ["c1:abcd2345:log:0:1"]
    assert labels(log_panel(table(), logged(log), T, 1)) == ["Previous page", "Next page"]
    last = log_panel(table(), logged(log), T, 99)
    assert "0. xxx" in shown(last)
    assert labels(last) == ["Previous page"]
    hold_limits(first)


async def test_every_line_of_the_log_is_on_one_page() -> None:
    log = [f"<{number}>" + "x" * (number * 37 % 300) for number in range(200)]
    whole = "\n".join(shown(log_panel(table(), logged(log), T, page)) for page in range(20))
    assert all(f"<{number}>" in whole for number in range(200))


async def test_an_empty_log_says_so() -> None:
    assert shown(log_panel(table(), logged([]), T)) == "Nothing has happened yet."


async def test_a_line_longer_than_a_page_is_cut() -> None:
    hold_limits(log_panel(table(), logged(["x" * 9000]), T))
    hold_limits(plain_panel("x" * 9000))


async def test_who_plays_can_let_the_computer_play_and_leave() -> None:
    assert labels(more_panel(table(), 11, T)) == snapshot(
        ["Rules", "Help", "Let the computer play for me", "Leave the table", "Offer to end the match"]
    )


async def test_who_is_away_can_take_the_seat_back() -> None:
    away = table(replace(PEOPLE[0], kind=SeatKind.COMPUTER), *PEOPLE[1:])
    assert labels(more_panel(away, 11, T)) == snapshot(
        ["Rules", "Help", "Take my seat back", "Leave the table"]
    )


async def test_an_outsider_can_play_instead_of_somebody_who_left() -> None:
    computers = (
        replace(PEOPLE[0], kind=SeatKind.COMPUTER),
        replace(PEOPLE[1], kind=SeatKind.COMPUTER, user_id=None),
    )
    panel = more_panel(replace(table(*computers, *PEOPLE[2:]), former={22: 1}), 99, T)
    assert labels(panel) == ["Rules", "Help", "Play instead of Bob"]
    assert custom_ids(panel)[-1] == "c1:abcd2345:seat:0:1"


async def test_after_the_match_there_are_only_rules_and_help() -> None:
    assert labels(more_panel(table(status=Status.FINISHED), 11, T)) == ["Rules", "Help"]


async def test_ending_early_is_put_to_the_vote() -> None:
    assert shown(end_vote_panel(table(), {0, 2}, T)) == snapshot("""\
**End this match without a winner?** Everybody has to agree.
Agreed: Ann, Cid
Not yet: Bob, Dee
[End the match] [Play on]\
""")
