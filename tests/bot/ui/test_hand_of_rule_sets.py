# ruff: noqa: RUF001  # what people read has real minus and times signs
"""The hand panel in Tranca and Classic."""

from __future__ import annotations

import pytest
from inline_snapshot import snapshot

from bot.ui.panel_state import PanelState
from tests.bot.ui.panels import custom_ids, hand, labels, shown, visible

SEQUENCES = (
    "play: 7H 8H 9S TS JS 7C 3S 2D; table: 4H 5H 6H, 7D 7S 7C, 7H 7S 7D; theirs: 8C 9C 2C; foot: 9C 9D;"
    "their foot: taken; pile: KD 4S"
)
SEVEN = "KC KD KS KH KC KD KS"


async def test_tranca_with_cards_that_fit_several_melds() -> None:
    state = PanelState(version=7, chosen=("7C.0",), sort="suit")
    assert shown(hand(SEQUENCES, state, rules="tranca")) == snapshot("""\
**Your turn:** lay cards if you like, then discard.
### 3♤_9♤_10♤_J♤
### 7♡_8♡
### 7♧
### 2♢
**We** 0: 7×3_(1)_· 7×3_(2)_· 4–6♡_· foot not taken yet
**They** 0: 8–9♧+•_· foot taken
Pile: **4♤** on top, 2 cards
Stock 2_· Ann_8_· Bob_2_· Cid_2_· Dee_2
Chosen: 7♧
[Onto sevens_(1)] [Onto sevens_(2)] [Discard] [Clear]
{Choose cards…} 3♤ | 9♤ | 10♤ | J♤ | 7♡ | 8♡ | *7♧ | 2♢ (wild)
{Discard…} 3♤ (blocks the pile for the next player) | 9♤ | 10♤ | J♤ | 7♡ | 8♡ | 7♧ | 2♢
[Sort by rank] [Help]\
""")


async def test_tranca_suggests_sequences_and_tells_sets_apart() -> None:
    assert [visible(label) for label in labels(hand(SEQUENCES, rules="tranca"))] == snapshot(
        ["Meld 9♤_10♤_J♤ (30)", "7♡_8♡ onto 4–6♡", "7♧_7♡ onto sevens_(1)", "7 more…", "Sort by suit", "Help"]
    )


async def test_classic_before_the_opening() -> None:
    text = "play: KC KD KH AC AD 2H 4S 5S; score: 1600 0; pile: 9D; stock: 8C"
    chosen = ("KC.0", "KD.0", "KH.0", "AC.0", "AD.0", "2H.0")
    assert shown(hand(text, PanelState(version=7, chosen=chosen), rules="classic")) == snapshot("""\
**Your turn:** lay cards if you like, then discard.
### 4♤_· 5♤_· K♧_K♢_K♡_· A♧_A♢_· 2♡
**We** 1600: nothing yet, first melds from 90 points
**They** 0: nothing yet, first melds from 50 points
Pile: **9♢** on top, 1 card_· frozen for you until your side melds
Stock 1_· Ann_8_· Bob_2_· Cid_2_· Dee_2
Chosen: K♧_K♢_K♡_A♧_A♢_2♡, 90 of 90 points
[Meld all: 2 melds (90)] [Clear]
{Choose cards…} 4♤ | 5♤ | *K♧ | *K♢ | *K♡ | *A♧ | *A♢ | *2♡ (wild)
{Discard…} 4♤ | 5♤ | K♧ | K♢ | K♡ | A♧ | A♢ | 2♡ (freezes the pile)
[Sort by suit] [Help]\
""")
    panel = hand(text, PanelState(version=7, chosen=chosen), rules="classic")
    assert custom_ids(panel)[0] == "c1:abcd2345:play:7:LKCKDKH/ACAD2H"


ASKED = f"play: 9C 9D 9H 5S; table: {SEVEN}; partner: 4C 4D; asked: "


@pytest.mark.parametrize(
    ("text", "seat", "first", "buttons"),
    [
        (
            ASKED.replace("; asked: ", ""),
            0,
            "**Your turn:** lay cards if you like, then discard.",
            ["Meld 9 9 9 (30)", "Ask: may I go out?", "Sort by suit", "Help"],
        ),
        (
            ASKED + "waiting",
            0,
            "You asked: may I go out? **Cid** has to answer.",
            ["Refresh", "Sort by suit", "Help"],
        ),
        (
            ASKED + "waiting",
            2,
            "**Ann** asks you: **may I go out?**",
            ["Yes, go out", "No, not yet", "Sort by suit", "Help"],
        ),
        (ASKED + "waiting", 1, "It is the turn of **Cid**.", ["Refresh", "Sort by suit", "Help"]),
        (
            ASKED + "yes",
            0,
            "**Your turn:** your partner said yes, so you must go out now.",
            ["Meld 9 9 9 (30)", "Sort by suit", "Help"],
        ),
        (
            ASKED + "no",
            0,
            "**Your turn:** your partner said no, so you must not go out now.",
            ["Sort by suit", "Help"],
        ),
    ],
)
async def test_asking_and_answering(text: str, seat: int, first: str, buttons: list[str]) -> None:
    panel = hand(text, seat=seat, rules="classic")
    assert shown(panel).split("\n")[0] == first
    assert [visible(label).replace("_", " ") for label in labels(panel)] == buttons


@pytest.mark.parametrize(
    ("text", "rules", "first"),
    [
        (
            "draw: 9C 9D; table: KC KD KS; pile: KH; stock:",
            "classic",
            "**Your turn:** the stock is empty and the pile fits your melds: you must take it.",
        ),
        ("draw: 9C 9D 4C; pile: KH; seats: 2", "classic", "**Your turn:** draw 2 cards."),
        ("draw: KC KD 4C 5C; pile: KH; seats: 2", "tranca", "**Your turn:** draw a card or take the pile."),
        (
            "draw: 9C 9D 4C; pile: KH; stock: ; foot: 5C 5D",
            "tranca",
            "**Your turn:** draw a card. The stock is empty: a foot takes its place.",
        ),
        (
            "draw: 9C 9D 4C; pile: KH; stock:",
            "tranca",
            "**Your turn:** the stock is empty and you cannot take the pile: end the deal.",
        ),
    ],
)
async def test_what_drawing_means_now_is_said(text: str, rules: str, first: str) -> None:
    assert shown(hand(text, rules=rules)).split("\n")[0] == first


async def test_an_unopened_side_is_told_that_the_pile_is_frozen_for_it() -> None:
    text = "draw: 9C 9D 4C; pile: KH; theirs: 8C 8D 8S"
    assert "1 card_· frozen for you until your side melds" in shown(hand(text, rules="classic"))
    assert "frozen for you" not in shown(hand(text, seat=1, rules="classic"))


async def test_a_discard_says_what_it_does() -> None:
    text = shown(hand("play: 3C 9C; foot: 5C 5D; pile: KH", rules="tranca"))
    assert "{Discard…} 3♧ (blocks the pile for the next player) | 9♧" in text
    assert "{Discard…} 9♧ (you take the foot)" in shown(hand("play: 9C; foot: 5C 5D", rules="tranca"))


async def test_a_long_hand_by_suit_is_divided_between_suits() -> None:
    cards = " ".join(f"{rank}{suit}" for suit in "SHDC" for rank in "456789TJQK")
    text = shown(hand(f"play: {cards} 2C; pile: 4S", PanelState(version=7, sort="suit"), rules="tranca"))
    assert "{spades to hearts: choose cards…}" in text.replace("}\n", "} ")
    assert "{diamonds to wilds: choose cards…}" in text
    assert "{spades to hearts: discard…}" in text


async def test_very_many_chosen_cards_are_read_from_their_selects() -> None:
    cards = " ".join(f"{rank}{suit}" for rank in "456789TJQK" for suit in "CDHS")
    chosen = tuple(f"{card}.0" for card in cards.split())
    panel = hand(f"play: {cards} AC AD; pile: 4S", PanelState(version=7, chosen=chosen))
    assert labels(panel)[0] == "Meld all: 10 melds (320)"
    assert custom_ids(panel)[0] == "c1:abcd2345:together:7:"
