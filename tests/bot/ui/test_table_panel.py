# ruff: noqa: RUF001  # what people read has real minus and times signs
from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from inline_snapshot import snapshot

from bot.ui.layout import SIDE_COLORS
from bot.ui.table_panel import DealShown, table_panel
from storage.model import SeatInfo, SeatKind
from tests.bot.ui.panels import CARDS, PEOPLE, shown, table, view

if TYPE_CHECKING:
    from engine.ruleset import OptionValue

MIDDLE = (
    "play: 5H 6H; table: 9S 9H 9C, KC KD KS KH KC KD KS JK; theirs: 8C 8D 2D; red threes: 3H 3D;"
    "pile: JK 4S; stock: 8C 3H; score: 1200 -50"
)


def shown_deal(text: str, log: tuple[str, ...] = ()) -> DealShown:
    return DealShown(view(text, None), 3, (1200, -50), log)


async def test_the_table_message_says_first_whose_turn_it_is() -> None:
    deal = shown_deal(MIDDLE, ("Dee discarded 4♤.", "Ann drew a card."))
    assert shown(table_panel(table(), deal, CARDS)) == snapshot("""\
### Ann is to lay cards and to discard.
-# Deal 3 of a match to 5000
**Side 1** (Ann & Cid): 1200 points
9×3_· **K×8•_dirty**_· red_threes×2
**Side 2** (Bob & Dee): −50 points
8×3•
Pile: **4♤** on top, 2 cards_· frozen by a wild
Stock 2_· Ann_2_· Bob_2_· Cid_2_· Dee_2
-# Dee discarded 4♤.
-# Ann drew a card.
[My hand] [In words] [Log] [More]\
""")


async def test_a_table_at_its_start_has_nothing_to_tell() -> None:
    assert shown(table_panel(table(), DealShown(view("draw: 5H", None), 1, (0, 0)), CARDS)) == snapshot("""\
### Ann is to draw or to take the pile.
-# Deal 1 of a match to 5000
**Side 1** (Ann & Cid): 0 points
nothing yet
**Side 2** (Bob & Dee): 0 points
nothing yet
Pile: **4♤** on top, 1 card
Stock 2_· Ann_1_· Bob_2_· Cid_2_· Dee_2
[My hand] [In words] [Log] [More]\
""")


async def test_only_the_last_events_are_told() -> None:
    deal = shown_deal(MIDDLE, tuple(f"event {number}" for number in range(20)))
    text = shown(table_panel(table(), deal, CARDS))
    assert "event 14" in text
    assert "event 13" not in text


@pytest.mark.parametrize("seat", range(4))
async def test_the_frame_has_the_color_of_the_side_to_move(seat: int) -> None:
    (frame,) = table_panel(table(), shown_deal(f"draw: 5H; seat: {seat}"), CARDS).to_components()
    assert frame["accent_color"] == SIDE_COLORS[seat % 2].value


@pytest.mark.parametrize(
    ("pile", "words"),
    [
        ("pile: 4S", "**4♤** on top, 1 card"),
        ("pile: 4S 9D", "**9♢** on top, 2 cards"),
        ("pile: JK 9D", "**9♢** on top, 2 cards_· frozen by a wild"),
        ("pile: 3D 9D", "**9♢** on top, 2 cards_· frozen by a red three"),
        ("pile: 3C 9D", "**9♢** on top, 2 cards_· frozen by a black three"),
        ("pile: 9D 2S", "**2♤** on top, 2 cards_· frozen by a wild_· its top card cannot be taken"),
        ("pile: 9D 3S", "**3♤** on top, 2 cards_· frozen by a black three_· its top card cannot be taken"),
        ("frozen pile: 9D", "**9♢** on top, 1 card_· frozen"),
    ],
)
async def test_the_pile_says_what_stands_in_the_way_of_taking_it(pile: str, words: str) -> None:
    text = shown(table_panel(table(), shown_deal(f"draw: 5H; {pile}"), CARDS))
    assert f"Pile: {words}\n" in text


async def test_an_empty_pile_is_told() -> None:
    assert "Pile: empty\n" in shown(table_panel(table(), shown_deal("play: 5H 4D; pile:"), CARDS))


async def test_a_wild_on_top_is_in_reach_where_the_house_plays_so() -> None:
    seen = view("draw: 5H; pile: 9D 2S", None, {"pile.wild_top": "as_wild"})
    assert "out of reach" not in shown(table_panel(table(), DealShown(seen, 1, (0, 0)), CARDS))


async def test_everybody_sees_for_whom_the_computer_plays_and_who_is_one() -> None:
    reserved = [replace(PEOPLE[seat], kind=SeatKind.COMPUTER) for seat in (0, 2)]
    computer = replace(PEOPLE[3], kind=SeatKind.COMPUTER, user_id=None)
    info = table(reserved[0], PEOPLE[1], reserved[1], computer)
    assert "-# The computer plays for Ann, Cid." in shown(table_panel(info, shown_deal(MIDDLE), CARDS))


async def test_names_are_shown_literally() -> None:
    nasty = SeatInfo(SeatKind.HUMAN, 11, "**x**\u202e <@1>")
    text = shown(table_panel(table(nasty, *table().seats[1:]), shown_deal(MIDDLE), CARDS))
    assert r"### \*\*x\*\* \<\@1\> is to lay" in text


async def test_an_empty_seat_has_words() -> None:
    gone = SeatInfo(SeatKind.EMPTY)
    assert "### empty seat is to lay" in shown(
        table_panel(table(gone, *table().seats[1:]), shown_deal(MIDDLE), CARDS)
    )


async def test_the_house_rules_and_the_feet_are_on_the_table() -> None:
    options: dict[str, OptionValue] = {"going_out.canasta": "royal"}
    info = table(rules="tranca", options=options)
    seen = view("draw: 5H; foot: 4C 4D; their foot: stock; pile: 7C 3S", None, options, "tranca")
    assert shown(table_panel(info, DealShown(seen, 2, (300, 0)), CARDS)) == snapshot("""\
### Ann is to draw or to take the pile.
-# Deal 2 of a match to 3000
-# House rules: canasta needed to go out: royal: a sequence from four to ace_(T-12)
**Side 1** (Ann & Cid): 300 points
nothing yet_· foot not taken yet
**Side 2** (Bob & Dee): 0 points
nothing yet_· foot became stock
Pile: **3♤** on top, 2 cards_· blocked for one turn
Stock 2_· Ann_1_· Bob_2_· Cid_2_· Dee_2
[My hand] [In words] [Log] [More]\
""")


async def test_what_a_side_must_reach_first_is_on_the_table() -> None:
    seen = view("draw: 5H; score: 1600 -20", None, rules="classic")
    assert shown(table_panel(table(rules="classic"), DealShown(seen, 2, (1600, -20)), CARDS)) == snapshot("""\
### Ann is to draw or to take the pile.
-# Deal 2 of a match to 5000
**Side 1** (Ann & Cid): 1600 points
nothing yet, first melds from 90 points
**Side 2** (Bob & Dee): −20 points
nothing yet, first melds from 15 points
Pile: **4♤** on top, 1 card
Stock 2_· Ann_1_· Bob_2_· Cid_2_· Dee_2
[My hand] [In words] [Log] [More]\
""")


async def test_everybody_sees_who_is_asked() -> None:
    text = "play: 9C 5H; asked: waiting; table: KC KD KS KH KC KD KS"
    seen = view(text, None, rules="classic")
    panel = table_panel(table(rules="classic"), DealShown(seen, 1, (0, 0)), CARDS)
    assert shown(panel).startswith("### Cid is to answer: may Ann go out?")
