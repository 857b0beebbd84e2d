from __future__ import annotations

from inline_snapshot import snapshot

from bot.model import SeatInfo, SeatKind, Status
from bot.ui.lobby import lobby_panel
from tests.bot.ui.panels import PEOPLE, T, labels, shown, table

EMPTY = SeatInfo(SeatKind.EMPTY)
ADA = SeatInfo(SeatKind.COMPUTER, None, "Ada")


async def test_a_lobby_shows_who_sits_where() -> None:
    assert shown(lobby_panel(table(PEOPLE[0], ADA, EMPTY, EMPTY, status=Status.LOBBY), T)) == snapshot("""\
### A table for Italian Canasta
4 players, to 5000 points
**Side 1:** Ann (host) & *empty seat*
**Side 2:** Ada (computer) & *empty seat*
-# Sit down, or fill the free seats with computers; then the host starts.
[Sit: side 1] [Sit: side 2] [Leave] [Fill up with computers] [Cancel]\
""")


async def test_a_full_lobby_can_start() -> None:
    assert shown(lobby_panel(table(PEOPLE[0], ADA, *PEOPLE[2:], status=Status.LOBBY), T)) == snapshot("""\
### A table for Italian Canasta
4 players, to 5000 points
**Side 1:** Ann (host) & Cid
**Side 2:** Ada (computer) & Dee
-# All seats are taken: the host can start.
[Sit: side 2] [Leave] [Start] [Cancel]\
""")


async def test_a_side_of_people_has_no_seat_to_offer() -> None:
    assert labels(lobby_panel(table(status=Status.LOBBY), T)) == ["Leave", "Start", "Cancel"]


async def test_a_computers_seat_can_be_taken() -> None:
    assert "Sit: side 2" in labels(lobby_panel(table(PEOPLE[0], ADA, *PEOPLE[2:], status=Status.LOBBY), T))


async def test_an_empty_lobby_has_nobody_to_leave() -> None:
    assert "Leave" not in labels(lobby_panel(table(EMPTY, EMPTY, EMPTY, EMPTY, status=Status.LOBBY), T))


async def test_a_closed_lobby_has_no_buttons() -> None:
    assert shown(lobby_panel(table(PEOPLE[0], ADA, EMPTY, EMPTY, status=Status.ENDED), T)) == snapshot("""\
### This table is closed.
4 players, to 5000 points
**Side 1:** Ann (host) & *empty seat*
**Side 2:** Ada (computer) & *empty seat*\
""")


async def test_the_target_of_the_table_is_told() -> None:
    info = table(status=Status.LOBBY, options={"match.target": 3000})
    assert "4 players, to 3000 points" in shown(lobby_panel(info, T))
