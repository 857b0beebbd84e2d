from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from inline_snapshot import snapshot

from bot.ui.lobby import lobby_panel, removal_panel
from storage.model import SeatInfo, SeatKind, Status
from tests.bot.ui.panels import PEOPLE, T, labels, shown, table

if TYPE_CHECKING:
    from engine.ruleset import OptionValue

EMPTY = SeatInfo(SeatKind.EMPTY)
ADA = SeatInfo(SeatKind.COMPUTER, None, "Ada")


async def test_a_lobby_shows_who_sits_where() -> None:
    assert shown(lobby_panel(table(PEOPLE[0], ADA, EMPTY, EMPTY, status=Status.LOBBY), T)) == snapshot("""\
### A table for Italian Canasta
4 players in pairs, to 5000 points
**Side 1:** Ann (host) & *empty seat*
**Side 2:** Ada (computer) & *empty seat*
-# Sit down, or fill the free seats with computers; then the host starts.
-# A table that nobody touches for half an hour closes.
[Sit: side 1] [Sit: side 2] [Leave] [Fill up with computers] [House rules]
[Cancel]\
""")


async def test_a_full_lobby_can_start() -> None:
    assert shown(lobby_panel(table(PEOPLE[0], ADA, *PEOPLE[2:], status=Status.LOBBY), T)) == snapshot("""\
### A table for Italian Canasta
4 players in pairs, to 5000 points
**Side 1:** Ann (host) & Cid
**Side 2:** Ada (computer) & Dee
-# All seats are taken: the host can start.
-# A table that nobody touches for half an hour closes.
[Sit: side 2] [Leave] [Start] [House rules] [Remove somebody]
[Cancel]\
""")


async def test_a_side_of_people_has_no_seat_to_offer() -> None:
    shown_labels = labels(lobby_panel(table(status=Status.LOBBY), T))
    assert shown_labels == ["Leave", "Start", "House rules", "Remove somebody", "Cancel"]


async def test_a_computers_seat_can_be_taken() -> None:
    assert "Sit: side 2" in labels(lobby_panel(table(PEOPLE[0], ADA, *PEOPLE[2:], status=Status.LOBBY), T))


async def test_an_empty_lobby_has_nobody_to_leave() -> None:
    assert "Leave" not in labels(lobby_panel(table(EMPTY, EMPTY, EMPTY, EMPTY, status=Status.LOBBY), T))


async def test_a_closed_lobby_has_no_buttons() -> None:
    assert shown(lobby_panel(table(PEOPLE[0], ADA, EMPTY, EMPTY, status=Status.ENDED), T)) == snapshot("""\
### This table is closed.
4 players in pairs, to 5000 points
**Side 1:** Ann (host) & *empty seat*
**Side 2:** Ada (computer) & *empty seat*\
""")


async def test_the_target_of_the_table_is_told() -> None:
    info = table(status=Status.LOBBY, options={"match.target": 3000})
    assert "4 players in pairs, to 3000 points" in shown(lobby_panel(info, T))


async def test_at_a_table_of_two_each_plays_alone() -> None:
    text = shown(lobby_panel(table(PEOPLE[0], EMPTY, status=Status.LOBBY, rules="tranca"), T))
    assert text == snapshot("""\
### A table for Tranca
2 players, each alone, to 3000 points
**Seat 1:** Ann (host)
**Seat 2:** *empty seat*
-# Sit down, or fill the free seats with computers; then the host starts.
-# A table that nobody touches for half an hour closes.
[Sit: seat 2] [Leave] [Fill up with computers] [House rules] [Cancel]\
""")


async def test_house_rules_are_told_with_their_clauses() -> None:
    options: dict[str, OptionValue] = {
        "match.target": 3000,
        "going_out.bonus": 200,
        "pile.wild_top": "as_wild",
    }
    assert shown(lobby_panel(table(status=Status.LOBBY, options=options), T)) == snapshot("""\
### A table for Italian Canasta
4 players in pairs, to 3000 points
House rules: bonus for going out: 200_(I-13)_· a pile with a wild on top: can be taken, the wild as
a wild_(I-9)
**Side 1:** Ann (host) & Cid
**Side 2:** Bob & Dee
-# All seats are taken: the host can start.
-# A table that nobody touches for half an hour closes.
[Leave] [Start] [House rules] [Remove somebody] [Cancel]\
""")


async def test_all_but_the_host_can_be_removed() -> None:
    odd = replace(PEOPLE[2], name="*\N{RIGHT-TO-LEFT OVERRIDE}Cid*")
    info = table(PEOPLE[0], ADA, odd, PEOPLE[3], status=Status.LOBBY)
    assert shown(removal_panel(info, T)) == snapshot("""\
### Who is to give up their seat?
Whom you remove can sit down again where a seat is free.
[Remove *Cid*] [Remove Dee]\
""")
    namesake = replace(PEOPLE[2], name="Dee")
    alike = table(PEOPLE[0], ADA, namesake, PEOPLE[3], status=Status.LOBBY)
    assert labels(removal_panel(alike, T)) == ["Remove Dee (3)", "Remove Dee (4)"]
    alone = table(PEOPLE[0], ADA, EMPTY, EMPTY, status=Status.LOBBY)
    assert shown(removal_panel(alone, T)) == snapshot("Nobody but you sits here.")
