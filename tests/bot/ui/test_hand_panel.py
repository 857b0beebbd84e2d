# ruff: noqa: RUF001  # what people read has real minus and times signs
from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from discord import PartialEmoji
from discord.ui import Button, Select
from inline_snapshot import snapshot

from bot.render.cards import Cards
from bot.ui.hand_panel import drawn_cards, hand_panel
from bot.ui.panel_state import PanelState
from engine.cards import parse_card, parse_cards
from engine.events import Drew, RedThreeLaid
from storage.model import SeatKind
from tests.bot.ui.panels import (
    CARDS,
    FACES_OF,
    PEOPLE,
    T,
    custom_ids,
    hand,
    items,
    labels,
    shown,
    table,
    view,
)
from tests.positions import action

if TYPE_CHECKING:
    from engine.ruleset import OptionValue

FULL = (
    "play: 9C 9D 9H JC JD JH JS 5H 2C JK 3S KH; table: 9S 9H 9C, KC KD KS KH KC KD KS; theirs: 8C 8D 2D;"
    "red threes: 3H 3D; pile: JK 4S; stock: 8C 3H; score: 1200 -50"
)


def panel(text: str, seat: int = 0, **state: object) -> str:
    return shown(hand(text, PanelState(version=7, **state), seat))  # type: ignore[arg-type]


async def test_in_the_play_phase_suggestions_come_before_the_cards() -> None:
    assert panel(FULL, can_undo=True, drawn=(parse_card("5H"),)) == snapshot("""\
**Your turn:** lay cards if you like, then discard.
You drew **5♡**.
### 3♤_· 5♡_· 9♧_9♢_9♡_· J♧_J♢_J♡_J♤_· K♡_· 2♧_· joker
**We** 1200: 9×3_· **K×7_clean**_· red_threes×2
**They** −50: 8×3•
Pile: **4♤** on top, 2 cards_· frozen by a wild
Stock 2_· Ann_12_· Bob_2_· Cid_2_· Dee_2
[9_9_9_2 onto nines] [Meld J_J_J_J (40)] [9_9_9 onto nines] [2 more…]
{Choose cards…} 3♤ | 5♡ | 9♧ | 9♢ | 9♡ | J♧ | J♢ | J♡ | J♤ | K♡ | 2♧ (wild) | joker (wild)
{Discard…} 3♤ (freezes the pile) | 5♡ | 9♧ | 9♢ | 9♡ | J♧ | J♢ | J♡ | J♤ | K♡ | 2♧ (freezes the
pile) | joker (freezes the pile)
[Undo] [Sort by suit] [Help]\
""")


async def test_as_text_it_is_read_from_what_to_do_to_the_controls() -> None:
    assert panel(FULL, text_only=True, drawn=(parse_card("5H"),), notice="Not so. (I-4)") == snapshot("""\
> Not so. (I-4)
**Your turn:** lay cards if you like, then discard.
You drew **5♡**.
- threes: 3♤
- fives: 5♡
- nines: 9♧_9♢_9♡
- jacks: J♧_J♢_J♡_J♤
- kings: K♡
- twos: 2♧
- jokers: joker
**We** 1200: nines: 3 cards_· kings: 7 cards, clean canasta_· red_threes×2
**They** −50: eights: 3 cards, 1 wild
Pile: **4♤** on top, 2 cards_· frozen by a wild
Stock 2_· Ann_12_· Bob_2_· Cid_2_· Dee_2
[9_9_9_2 onto nines] [Meld J_J_J_J (40)] [9_9_9 onto nines] [2 more…]
{Choose cards…} 3♤ | 5♡ | 9♧ | 9♢ | 9♡ | J♧ | J♢ | J♡ | J♤ | K♡ | 2♧ (wild) | joker (wild)
{Discard…} 3♤ (freezes the pile) | 5♡ | 9♧ | 9♢ | 9♡ | J♧ | J♢ | J♡ | J♤ | K♡ | 2♧ (freezes the
pile) | joker (freezes the pile)
[Sort by suit] [Help]\
""")


async def test_emojis_stand_for_cards_in_texts_and_beside_labels() -> None:
    cards = Cards(T, {parse_card(name): PartialEmoji(name=name, id=1) for name in ("KC", "5H", "JC")})
    state = PanelState(version=7, drawn=(parse_card("5H"),), chosen=("JC.0",))
    text = "play: KC JC 5H 5D; table: KD KS KH; pile: 4S"
    assert "### <:5H:1>_· <:JC:1>_· <:KC:1>" in shown(hand(text, cards=cards)).replace("5♢_", "")
    assert "You drew **<:5H:1>**." in shown(hand(text, state, cards=cards))
    assert "Chosen: <:JC:1>" in shown(hand(text, state, cards=cards))
    buttons = [item for item in items(hand(text, cards=cards)) if isinstance(item, Button)]
    assert [(button.emoji and button.emoji.name, button.label) for button in buttons[:1]] == [
        ("KC", "Onto kings")
    ]
    options = {
        option.label: option.emoji and option.emoji.name
        for item in items(hand(text, cards=cards))
        if isinstance(item, Select)
        for option in item.options
    }
    assert options == {"5♢": None, "5♡": "5H", "J♧": "JC", "K♧": "KC"}


@pytest.mark.parametrize(("copies", "as_emojis"), [(1, True), (3, False)])
async def test_a_hand_too_large_for_emojis_is_shown_without(copies: int, as_emojis: bool) -> None:  # noqa: FBT001
    held = " ".join(f"{rank}{suit}" for rank in "456789TJQKA" for suit in "CDHS")
    panel = hand(f"play: {' '.join([held] * copies)}; pile: 4S", cards=Cards(T, FACES_OF))
    assert panel.content_length() <= 4000
    assert shown(panel).startswith("**Your turn:** lay cards if you like, then discard.\n### ")
    assert ("een_of_diamonds" in shown(panel)) == as_emojis


async def test_with_cards_chosen_the_first_row_is_what_they_can_do() -> None:
    assert panel(FULL, chosen=("JC.0", "JD.0", "JH.0")) == snapshot("""\
**Your turn:** lay cards if you like, then discard.
### 3♤_· 5♡_· 9♧_9♢_9♡_· J♧_J♢_J♡_J♤_· K♡_· 2♧_· joker
**We** 1200: 9×3_· **K×7_clean**_· red_threes×2
**They** −50: 8×3•
Pile: **4♤** on top, 2 cards_· frozen by a wild
Stock 2_· Ann_12_· Bob_2_· Cid_2_· Dee_2
Chosen: J♧_J♢_J♡
[Meld 3 cards (30)] [Clear]
{Choose cards…} 3♤ | 5♡ | 9♧ | 9♢ | 9♡ | *J♧ | *J♢ | *J♡ | J♤ | K♡ | 2♧ (wild) | joker (wild)
{Discard…} 3♤ (freezes the pile) | 5♡ | 9♧ | 9♢ | 9♡ | J♧ | J♢ | J♡ | J♤ | K♡ | 2♧ (freezes the
pile) | joker (freezes the pile)
[Sort by suit] [Help]\
""")


async def test_a_wild_goes_onto_any_meld_and_a_hand_can_be_sorted_by_suit() -> None:
    assert panel(FULL, chosen=("2C.0",), sort="suit") == snapshot("""\
**Your turn:** lay cards if you like, then discard.
### 3♤_J♤
### 5♡_9♡_J♡_K♡
### 9♢_J♢
### 9♧_J♧
### 2♧_joker
**We** 1200: 9×3_· **K×7_clean**_· red_threes×2
**They** −50: 8×3•
Pile: **4♤** on top, 2 cards_· frozen by a wild
Stock 2_· Ann_12_· Bob_2_· Cid_2_· Dee_2
Chosen: 2♧
[Onto nines] [Onto kings: makes it dirty] [Discard: freezes the pile] [Clear]
{Choose cards…} 3♤ | J♤ | 5♡ | 9♡ | J♡ | K♡ | 9♢ | J♢ | 9♧ | J♧ | *2♧ (wild) | joker (wild)
{Discard…} 3♤ (freezes the pile) | J♤ | 5♡ | 9♡ | J♡ | K♡ | 9♢ | J♢ | 9♧ | J♧ | 2♧ (freezes the
pile) | joker (freezes the pile)
[Sort by rank] [Help]\
""")


async def test_cards_that_do_nothing_together_say_so() -> None:
    assert panel(FULL, chosen=("5H.0", "3S.0")) == snapshot("""\
**Your turn:** lay cards if you like, then discard.
### 3♤_· 5♡_· 9♧_9♢_9♡_· J♧_J♢_J♡_J♤_· K♡_· 2♧_· joker
**We** 1200: 9×3_· **K×7_clean**_· red_threes×2
**They** −50: 8×3•
Pile: **4♤** on top, 2 cards_· frozen by a wild
Stock 2_· Ann_12_· Bob_2_· Cid_2_· Dee_2
Chosen: 3♤_5♡
Nothing can be done with just these cards. All naturals of a meld have the same rank._(I-4)
[Clear]
{Choose cards…} *3♤ | *5♡ | 9♧ | 9♢ | 9♡ | J♧ | J♢ | J♡ | J♤ | K♡ | 2♧ (wild) | joker (wild)
{Discard…} 3♤ (freezes the pile) | 5♡ | 9♧ | 9♢ | 9♡ | J♧ | J♢ | J♡ | J♤ | K♡ | 2♧ (freezes the
pile) | joker (freezes the pile)
[Sort by suit] [Help]\
""")


async def test_further_suggestions_are_a_select() -> None:
    assert panel(FULL, ideas=0) == snapshot("""\
**Your turn:** lay cards if you like, then discard.
### 3♤_· 5♡_· 9♧_9♢_9♡_· J♧_J♢_J♡_J♤_· K♡_· 2♧_· joker
**We** 1200: 9×3_· **K×7_clean**_· red_threes×2
**They** −50: 8×3•
Pile: **4♤** on top, 2 cards_· frozen by a wild
Stock 2_· Ann_12_· Bob_2_· Cid_2_· Dee_2
{Choose a play…} 9_9_9_2 onto nines | Meld J_J_J_J (40) | 9_9_9 onto nines | Meld J_J_J_J_2 (60) | K
onto kings
[Back]
{Choose cards…} 3♤ | 5♡ | 9♧ | 9♢ | 9♡ | J♧ | J♢ | J♡ | J♤ | K♡ | 2♧ (wild) | joker (wild)
{Discard…} 3♤ (freezes the pile) | 5♡ | 9♧ | 9♢ | 9♡ | J♧ | J♢ | J♡ | J♤ | K♡ | 2♧ (freezes the
pile) | joker (freezes the pile)
[Sort by suit] [Help]\
""")


async def test_in_the_draw_phase_each_way_to_take_the_pile_is_a_button() -> None:
    assert panel("draw: 9C 9D JK 2C 5C; pile: 4H 9S; stock: 8C") == snapshot("""\
**Your turn:** draw a card or take the pile.
### 5♧_· 9♧_9♢_· 2♧_· joker
**We** 0: nothing yet
**They** 0: nothing yet
Pile: **9♤** on top, 2 cards
Stock 1_· Ann_5_· Bob_2_· Cid_2_· Dee_2
[Draw] [Take the pile with 9♧_9♢] [Take the pile with 9♧_2♧] [Take the pile with 9♧_joker]
[Sort by suit] [Help]\
""")


async def test_a_refusal_stands_at_the_top() -> None:
    assert panel("draw: 9C 5C; pile: JK 9S; stock: 8C", notice="The pile is frozen. (I-8)") == snapshot("""\
> The pile is frozen. (I-8)
**Your turn:** draw a card.
### 5♧_· 9♧
**We** 0: nothing yet
**They** 0: nothing yet
Pile: **9♤** on top, 2 cards_· frozen by a wild
Stock 1_· Ann_2_· Bob_2_· Cid_2_· Dee_2
[Draw]
[Sort by suit] [Help]\
""")


async def test_while_others_play_there_are_no_controls() -> None:
    assert panel(FULL, seat=1, chosen=("6C.0",), can_undo=True) == snapshot("""\
It is the turn of **Ann**.
### 6♧_6♧
**We** −50: 8×3•
**They** 1200: 9×3_· **K×7_clean**_· red_threes×2
Pile: **4♤** on top, 2 cards_· frozen by a wild
Stock 2_· Ann_12_· Bob_2_· Cid_2_· Dee_2
[Refresh] [Sort by suit] [Help]\
""")


async def test_going_out_is_one_press_from_the_suggestion() -> None:
    text = "play: 9C; table: KC KD KS KH KC KD KS, 9S 9H 9D"
    assert panel(text) == snapshot("""\
**Your turn:** lay cards if you like, then discard.
### 9♧
**We** 0: 9×3_· **K×7_clean**
**They** 0: nothing yet
Pile: **4♤** on top, 1 card
Stock 2_· Ann_1_· Bob_2_· Cid_2_· Dee_2
[Go out]
{Choose cards…} 9♧
{Discard…} 9♧ (you go out)
[Sort by suit] [Help]\
""")
    assert "c1:abcd2345:play:7:L1+9C" in custom_ids(hand(text))


async def test_going_out_by_chosen_cards_is_asked_about_once() -> None:
    text = "play: 9C; table: KC KD KS KH KC KD KS, 9S 9H 9D"
    chosen = PanelState(version=7, chosen=("9C.0",))
    assert "c1:abcd2345:confirm:7:L1+9C" in custom_ids(hand(text, chosen))
    confirming = replace(chosen, confirm=action("meld 9C on 1"))
    assert shown(hand(text, confirming)) == snapshot("""\
**Your turn:** lay cards if you like, then discard.
### 9♧
**We** 0: 9×3_· **K×7_clean**
**They** 0: nothing yet
Pile: **4♤** on top, 1 card
Stock 2_· Ann_1_· Bob_2_· Cid_2_· Dee_2
**9 onto nines**: with this you go out, and the deal ends. Go out?
[Go out] [Not yet]
{Choose cards…} *9♧
[Sort by suit] [Help]\
""")
    assert "c1:abcd2345:play:7:L1+9C" in custom_ids(hand(text, confirming))


async def test_going_out_by_taking_the_pile_is_asked_about_once() -> None:
    text = "draw: 9C 9D; table: KC KD KS KH KC KD KS; pile: 9S"
    assert custom_ids(hand(text))[:2] == [
        "c1:abcd2345:play:7:D",
        "c1:abcd2345:confirm:7:T9S9C9D",
    ]
    confirming = PanelState(version=7, confirm=action("take 9S 9C 9D"))
    assert labels(hand(text, confirming))[:2] == ["Go out", "Not yet"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("draw: 9C 5C; pile: 4S; stock: 8C", "**Your turn:** draw a card."),
        (
            "draw: 9C 9D; pile: 4S; stock:",
            "**Your turn:** the stock is empty and you cannot take the pile: end the deal.",
        ),
        (
            "draw: 9C 9D 5C 5D; pile: 9S; stock:",
            "**Your turn:** the stock is empty: take the pile or end the deal.",
        ),
        ("over: 9C", "**The deal is over.**"),
        ("draw: 9C; seat: 2", "It is the turn of **Cid**."),
    ],
)
async def test_the_first_line_says_whose_turn_it_is(text: str, words: str) -> None:
    assert panel(text).startswith(words)


async def test_who_is_away_sees_no_controls_but_the_way_back() -> None:
    away = table(replace(PEOPLE[0], kind=SeatKind.COMPUTER), *PEOPLE[1:])
    panel = hand(FULL, PanelState(version=7, can_undo=True), info=away)
    assert shown(panel).startswith("**The computer plays for you.**\n### 3♤")
    assert labels(panel) == ["Take my seat back", "Refresh", "Sort by suit", "Help"]


@pytest.mark.parametrize(
    "forged", ["meld 5H on 99", "meld 5H 5H 5H", "take 9S on 7", "take JK", "discard 4C"]
)
async def test_a_forged_question_is_not_asked(forged: str) -> None:
    panel = hand(FULL, PanelState(version=7, confirm=action(forged)))
    assert "Not yet" not in labels(panel)


async def test_an_empty_hand_is_told() -> None:
    assert "Your hand is empty." in panel("over:")


async def test_a_choice_that_is_not_held_any_more_is_forgotten() -> None:
    text = panel(FULL, chosen=("JC.0", "4S.0", "JC.1", "nonsense"))
    assert "Chosen: J♧\n" in text


async def test_what_was_chosen_says_so_explicitly_and_all_else_that_it_is_not() -> None:
    components = hand(FULL, PanelState(version=7, chosen=("JC.0",))).to_components()
    options = [
        option
        for row in components
        for item in row.get("components", [])
        for option in item.get("options", [])
    ]
    assert [option["value"] for option in options if option["default"]] == ["JC.0"]
    assert all("default" in option for option in options)


async def test_a_pile_that_many_melds_can_take_offers_four_buttons_and_a_select() -> None:
    text = (
        "draw: 5C 5D; table: 4C 4D 4H, 6C 6D 6H, 7C 7D 7H, 8C 8D 8H, 9C 9D 9H, TC TD TH, KC KD KH, AC AD AH;"
        "pile: JK; stock: 8C"
    )
    options: dict[str, OptionValue] = {"pile.wild_top": "as_wild", "pile.frozen_take": "pair_or_own_meld"}
    assert shown(hand(text, options=options)) == snapshot("""\
**Your turn:** draw a card or take the pile.
### 5♧_5♢
**We** 0: 4×3_· 6×3_· 7×3_· 8×3_· 9×3_· 10×3_· K×3_· A×3
**They** 0: nothing yet
Pile: **joker** on top, 1 card_· frozen by a wild
Stock 1_· Ann_2_· Bob_2_· Cid_2_· Dee_2
[Draw] [Take the pile onto fours] [Take the pile onto sixes] [Take the pile onto sevens] [Take the
pile onto eights]
{More ways to take the pile…} Take the pile onto nines | Take the pile onto tens | Take the pile
onto kings | Take the pile onto aces
[Sort by suit] [Help]\
""")


async def test_a_wild_that_fits_many_melds_offers_four_buttons_and_a_select() -> None:
    text = "play: 2C 5C 5D; table: 4C 4D 4H, 6C 6D 6H, 7C 7D 7H, 8C 8D 8H, 9C 9D 9H, TC TD TH"
    assert panel(text, chosen=("2C.0",)) == snapshot("""\
**Your turn:** lay cards if you like, then discard.
### 5♧_5♢_· 2♧
**We** 0: 4×3_· 6×3_· 7×3_· 8×3_· 9×3_· 10×3
**They** 0: nothing yet
Pile: **4♤** on top, 1 card
Stock 2_· Ann_3_· Bob_2_· Cid_2_· Dee_2
Chosen: 2♧
[Onto fours] [Onto sixes] [Onto sevens] [Onto eights] [Clear]
{More with these cards…} Onto nines | Onto tens | Discard: freezes the pile
{Choose cards…} 5♧ | 5♢ | *2♧ (wild)
{Discard…} 5♧ | 5♢ | 2♧ (freezes the pile)
[Sort by suit] [Help]\
""")


async def test_a_spectator_has_no_hand_panel() -> None:
    with pytest.raises(ValueError, match="no hand"):
        hand_panel(table(), view(FULL, None), PanelState(version=7), lambda _: None, CARDS)


def test_the_cards_drawn_are_the_seats_own_and_no_red_threes() -> None:
    red, black, king = parse_cards("3H 4S KH")
    events = [Drew(0, red), RedThreeLaid(0, red), Drew(0, black), Drew(1, king)]
    assert drawn_cards(events, 0) == (black,)


async def test_nobody_else_sees_what_is_shown_to_the_seat_alone() -> None:
    text = panel(FULL, seat=2)
    assert "9♧" not in text
    assert "{" not in text
