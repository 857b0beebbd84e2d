# ruff: noqa: RUF001  # what people read has real minus and times signs
from __future__ import annotations

from random import Random

import pytest
from inline_snapshot import snapshot

from bot.model import SeatInfo, SeatKind
from bot.ui.layout import SIDE_COLORS
from bot.ui.table_panel import DealShown, table_panel
from engine.view import view_for
from tests.bot.ui.panels import T, matches, shown, table, view

MIDDLE = (
    "play: 5H 6H; table: 9S 9H 9C, KC KD KS KH KC KD KS JK; theirs: 8C 8D 2D; red threes: 3H 3D;"
    "pile: JK 4S; stock: 8C 3H; score: 1200 -50"
)


def shown_deal(text: str, log: tuple[str, ...] = ()) -> DealShown:
    return DealShown(view(text, None), 3, (1200, -50), log)


async def test_the_table_message_says_first_whose_turn_it_is() -> None:
    deal = shown_deal(MIDDLE, ("Dee discarded 4♤.", "Ann drew a card."))
    assert shown(table_panel(table(), deal, T)) == snapshot("""\
### Ann is to lay cards and to discard.
-# Deal 3 of a match to 5000
**Side 1** (Ann & Cid): 1200 points
9×3 · **K×8•_dirty** · red threes×2
**Side 2** (Bob & Dee): −50 points
8×3•
Pile: **4♤** on top, 2 cards · frozen by a wild
Stock 2 · Ann_2 · Bob_2 · Cid_2 · Dee_2
-# Dee discarded 4♤.
-# Ann drew a card.
[My hand] [In words] [Log] [More]\
""")


async def test_a_table_at_its_start_has_nothing_to_tell() -> None:
    assert shown(table_panel(table(), DealShown(view("draw: 5H", None), 1, (0, 0)), T)) == snapshot("""\
### Ann is to draw or to take the pile.
-# Deal 1 of a match to 5000
**Side 1** (Ann & Cid): 0 points
nothing yet
**Side 2** (Bob & Dee): 0 points
nothing yet
Pile: **4♤** on top, 1 card
Stock 2 · Ann_1 · Bob_2 · Cid_2 · Dee_2
[My hand] [In words] [Log] [More]\
""")


async def test_only_the_last_events_are_told() -> None:
    deal = shown_deal(MIDDLE, tuple(f"event {number}" for number in range(20)))
    text = shown(table_panel(table(), deal, T))
    assert "event 14" in text
    assert "event 13" not in text


@pytest.mark.parametrize("seat", range(4))
async def test_the_frame_has_the_color_of_the_side_to_move(seat: int) -> None:
    (frame,) = table_panel(table(), shown_deal(f"draw: 5H; seat: {seat}"), T).to_components()
    assert frame["accent_color"] == SIDE_COLORS[seat % 2].value


@pytest.mark.parametrize(
    ("pile", "words"),
    [
        ("pile: 4S", "**4♤** on top, 1 card"),
        ("pile: 4S 9D", "**9♢** on top, 2 cards"),
        ("pile: JK 9D", "**9♢** on top, 2 cards · frozen by a wild"),
        ("pile: 3D 9D", "**9♢** on top, 2 cards · frozen by a red three"),
        ("pile: 3C 9D", "**9♢** on top, 2 cards · frozen by a black three"),
        ("pile: 9D 2S", "**2♤** on top, 2 cards · frozen by a wild · out of reach under its top card"),
        ("pile: 9D 3S", "**3♤** on top, 2 cards · frozen by a black three · out of reach under its top card"),
        ("frozen pile: 9D", "**9♢** on top, 1 card · frozen"),
    ],
)
async def test_the_pile_says_what_stands_in_the_way_of_taking_it(pile: str, words: str) -> None:
    text = shown(table_panel(table(), shown_deal(f"draw: 5H; {pile}"), T))
    assert f"Pile: {words}\n" in text


async def test_an_empty_pile_is_told() -> None:
    assert "Pile: empty\n" in shown(table_panel(table(), shown_deal("play: 5H 4D; pile:"), T))


async def test_a_wild_on_top_is_in_reach_where_the_house_plays_so() -> None:
    seen = view("draw: 5H; pile: 9D 2S", None, {"pile.wild_top": "as_wild"})
    assert "out of reach" not in shown(table_panel(table(), DealShown(seen, 1, (0, 0)), T))


async def test_names_are_shown_literally() -> None:
    nasty = SeatInfo(SeatKind.HUMAN, 11, "**x**\u202e <@1>")
    text = shown(table_panel(table(nasty, *table().seats[1:]), shown_deal(MIDDLE), T))
    assert r"### \*\*x\*\* \<\@1\> is to lay" in text


async def test_an_empty_seat_has_words() -> None:
    gone = SeatInfo(SeatKind.EMPTY)
    assert "### empty seat is to lay" in shown(
        table_panel(table(gone, *table().seats[1:]), shown_deal(MIDDLE), T)
    )


async def test_the_message_does_not_depend_on_a_hidden_card() -> None:
    for number, match in enumerate(matches(8, 1)):
        state = match.state
        assert state is not None
        if number % 7:
            continue
        other = state.copy()
        hidden = [card for hand in state.hands for card in hand] + state.stock
        Random(number).shuffle(hidden)
        for hand in other.hands:
            hand[:] = sorted(hidden.pop() for _ in hand)
        other.stock[:] = hidden
        panels = [
            table_panel(table(), DealShown(view_for(deal, None), 1, (0, 0)), T).to_components()
            for deal in (state, other)
        ]
        assert panels[0] == panels[1]
