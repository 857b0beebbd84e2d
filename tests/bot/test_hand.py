# ruff: noqa: RUF001  # what people read has real times signs
"""Playing by the buttons and selects of the hand panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.ui.ids import Press, Verb
from engine.cards import parse_card, parse_cards
from storage.model import SeatKind
from tests.bot.world import explanation, said
from tests.positions import position

if TYPE_CHECKING:
    from tests.bot.world import Message, World

FOUR = ("Ana", "Bruno", "Carla", "Dario")
START = "draw: 7H 7D 7C 9S 9C KD KC 4S 5H QH; pile: KH; stock: 6S 8D 9D; partner: 5C 5D"
MELDED = "play: 7H 7D 9S 9C KD 4S; table: KH KS KC; pile: 4S; stock: 6S 8D 9D"
NAMES = {"Ana": 0, "Bruno": 1, "Carla": 2, "Dario": 3}


async def hand_at(world: World, text: str) -> Message:
    """Ana's panel, it being her turn in the position; four people play."""
    await world.playing(*FOUR, position=position(text))
    return await world.hand("Ana")


async def test_my_hand_shows_the_cards_to_their_person_alone(world: World) -> None:
    hand = await hand_at(world, START)
    assert "4♤ · 5♡ · 7♧ 7♢ 7♡ · 9♧ 9♤ · Q♡ · K♧ K♢" in hand.text
    assert hand.labels == ["Draw", "Take the pile with K♧ K♢", "Sort by suit", "Help"]
    seen_by = world.table_message().channel.history(viewer=world["Bruno"])
    assert hand.id not in [message.id for message in seen_by]


async def test_an_outsider_is_told_so(world: World) -> None:
    await world.playing(*FOUR)
    result = await world.table_message().press("Elena", "My hand")
    assert explanation(result) == "You do not sit at this table."


async def test_opening_a_panel_removes_the_one_before(world: World) -> None:
    first = await hand_at(world, START)
    second = await world.hand("Ana")
    await world.env.settle()
    assert not first.exists
    assert second.exists


async def test_a_whole_turn_by_buttons_and_selects(world: World) -> None:
    hand = await hand_at(world, START)
    await hand.press("Ana", "Draw")
    assert "You drew **6♤**." in hand.text
    await hand.choose("Ana", "Choose cards…", "7♧", "7♢", "7♡")
    assert "Chosen: 7♧ 7♢ 7♡" in hand.text
    await hand.press("Ana", "Meld 3 cards (15)")
    assert "**We** 0: 7×3" in hand.text
    assert "Undo" in hand.labels
    await hand.choose("Ana", "Discard…", "4♤")
    assert "It is the turn of **Bruno**." in hand.text
    assert world.table.to_act == 1


async def test_undo_takes_back_what_was_laid(world: World) -> None:
    hand = await hand_at(world, MELDED)
    await hand.press("Ana", "K onto kings")
    assert "K×4" in hand.text
    await hand.press("Ana", "Undo")
    assert "K×3" in hand.text
    assert "Undo" not in hand.labels
    record = await hand.forge(
        "Ana", Press(world.table.info.id, Verb.UNDO, world.table.table.version).custom_id
    )
    assert record.responded
    assert "There is nothing to take back: new cards came, or the turn is over." in hand.text


async def test_a_refusal_stands_in_the_panel_with_its_clause_and_keeps_the_selection(world: World) -> None:
    hand = await hand_at(world, MELDED)
    await hand.choose("Ana", "Choose cards…", "7♢", "7♡", "4♤")
    press = Press(world.table.info.id, Verb.PLAY, world.table.table.version, "L7H7D4S")
    await hand.forge("Ana", press.custom_id)
    assert "All naturals of a meld have the same rank. (I-4)" in hand.text
    assert "Chosen: 4♤" in hand.text


async def test_a_selection_travels_in_the_message_through_a_restart(world: World) -> None:
    hand = await hand_at(world, MELDED)
    await hand.choose("Ana", "Choose cards…", "9♧")
    await world.restart()
    hand.world = world
    await hand.press("Ana", "Sort by suit")
    assert "Chosen: 9♧" in hand.text
    await hand.press("Ana", "Discard")
    assert world.table.to_act == 1


async def test_a_selection_survives_what_others_do(world: World) -> None:
    hand = await hand_at(world, MELDED)
    await hand.choose("Ana", "Choose cards…", "9♧", "9♤")
    await world.table_message().press_new("Bruno", "My hand")
    await hand.press("Ana", "Sort by suit")
    assert "Chosen: 9♧" in hand.text


async def test_two_selects_of_a_long_hand_keep_each_others_cards(world: World) -> None:
    cards = " ".join(f"{rank}{suit}" for rank in "456789TJQK" for suit in "CDH")
    hand = await hand_at(world, f"play: {cards}; pile: 4S")
    low, high = [name for name in hand.options if "choose" in name]
    await hand.choose("Ana", low, "4♧", "4♢")
    await hand.choose("Ana", high, "K♧")
    assert "4♧ 4♢ K♧" in hand.text


async def test_twins_are_two_options(world: World) -> None:
    hand = await hand_at(world, "play: 9C 9C 9D 4S 5S; pile: 4S")
    assert hand.options["Choose cards…"].count("9♧") == 2
    await hand.choose("Ana", "Choose cards…", "9♧", "9♧", "9♢")
    assert "Meld 3 cards (30)" in hand.labels


async def test_going_out_is_asked_about_once(world: World) -> None:
    table = "KH KS KC KD KH KS KD"
    hand = await hand_at(world, f"play: 9C; table: {table}; pile: 4S")
    await hand.choose("Ana", "Discard…", "9♧")
    assert "with this you go out, and the deal ends. Go out?" in hand.text
    await hand.press("Ana", "Not yet")
    assert "Go out?" not in hand.text
    await hand.choose("Ana", "Discard…", "9♧")
    await hand.press("Ana", "Go out")
    assert "**The deal is over.**" in hand.text


async def test_to_go_out_from_an_old_panel_is_not_asked_about_but_told(world: World) -> None:
    hand = await hand_at(world, "play: KC 9C; table: KH KS KC KD KH KS KD; pile: 4S")
    version = world.table.table.version
    pick, confirm = (
        Press(world.table.info.id, verb, version, arg).custom_id
        for verb, arg in ((Verb.PICK, "discard"), (Verb.CONFIRM, "X9C"))
    )
    await hand.choose("Ana", "Choose cards…", "K♧")
    await hand.press("Ana", next(label for label in hand.labels if label.startswith("Onto")))
    for custom_id, values in ((pick, ["X9C"]), (confirm, [])):
        await hand.press("Ana", "Sort by suit" if "Sort by suit" in hand.labels else "Sort by rank")
        assert "moved on" not in hand.text
        await hand.forge("Ana", custom_id, *values)
        assert "The table has moved on since. This is how it stands now." in hand.text
        assert "Not yet" not in hand.labels
    assert world.table.match.deal_running


async def test_a_suggestion_to_go_out_needs_no_question(world: World) -> None:
    hand = await hand_at(world, "play: KC; table: KH KS KC KD KH KS KD; pile: 4S")
    await hand.press("Ana", "Go out")
    assert world.table.match.between_deals


async def test_the_pile_is_taken_by_a_button(world: World) -> None:
    hand = await hand_at(world, START.replace("pile: KH", "pile: 4D KH"))
    await hand.press("Ana", "Take the pile with K♧ K♢")
    assert "**We** 0: K×3" in hand.text
    await world.wait(2)
    assert "Ana took the pile: 2 cards." in world.table_message().text


async def test_who_is_not_to_act_has_no_controls_and_is_refused(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    hand = await world.hand("Bruno")
    assert hand.labels == ["Refresh", "Sort by suit", "Help"]
    assert hand.options == {}
    draw = Press(world.table.info.id, Verb.PLAY, world.table.table.version, "D").custom_id
    await hand.forge("Bruno", draw)
    assert "It is not your turn. (X-2)" in hand.text


async def test_a_press_on_an_old_version_does_not_act(world: World) -> None:
    hand = await hand_at(world, START)
    old = hand.custom_id("Draw")
    await hand.press("Ana", "Draw")
    version = world.table.table.version
    record = await hand.forge("Ana", old)
    assert record.responded
    assert "The table has moved on since. This is how it stands now." in hand.text
    assert world.table.table.version == version


@pytest.mark.parametrize("seed", [1, 2, 3], indirect=True)
async def test_a_double_press_draws_once_and_both_are_answered(world: World) -> None:
    hand = await hand_at(world, START)
    draw = hand.custom_id("Draw")
    before = len(world.table.match.state.hands[0])
    records = await world.at_once(("Ana", hand, draw), ("Ana", hand, draw))
    assert all(record.responded for record in records)
    assert len(world.table.match.state.hands[0]) == before + 1


async def test_an_interaction_that_arrives_twice_has_one_effect(world: World) -> None:
    hand = await hand_at(world, START)
    draw = hand.custom_id("Draw")
    await hand.forge("Ana", draw)
    version = world.table.table.version
    event, payload = next(
        (name, payload)
        for kind, name, payload in reversed(world.env.backend.transcript)
        if kind == "GATEWAY" and name == "INTERACTION_CREATE"
    )
    world.env.backend.emit(event, payload)
    await world.env.settle()
    assert world.table.table.version == version


async def test_four_people_press_at_once(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    hands = {name: await world.hand(name) for name in FOUR}
    draw = Press(world.table.info.id, Verb.PLAY, world.table.table.version, "D").custom_id
    records = await world.at_once(*((name, hands[name], draw) for name in FOUR))
    assert all(record.responded for record in records)
    assert len(world.table.match.state.hands[0]) == 11
    assert world.table.to_act == 0


@pytest.mark.parametrize(
    ("custom_id", "told"),
    [
        ("c1:nonsense", "This button is not known here any more."),
        ("c2:abcdefgh:play:1:D", "This button is not known here any more."),
        ("someone-elses-button", "This button is not known here any more."),
        ("c1:aaaaaaaa:hand:0:", "This table does not exist any more."),
        ("c1:{table}:play:1:Z", "This button is not known here any more."),
        ("c1:{table}:rules:0:99999", "This button is not known here any more."),
        ("c1:-:rules:0:nothing.1.0", "These rules do not exist any more."),
        ("c1:-:hand:0:", "This button is not known here any more."),
        ("c1:{table}:next:0:7", "The next deal has started already."),
        ("c1:{table}:rematch:0:", "This match is not over yet."),
        ("c1:{table}:start:0:", "The match has already started."),
        ("c1:{table}:sit:0:1", "The match has already started."),
        ("c1:{table}:back:0:", "You are playing yourself already."),
        ("c1:{table}:seat:0:9", "You already have a seat at this table."),
    ],
)
async def test_forged_presses_are_explained(world: World, custom_id: str, told: str) -> None:
    hand = await hand_at(world, START)
    record = await hand.forge("Ana", custom_id.format(table=world.table.info.id))
    assert said(world, record) == told


async def test_an_outsider_gets_a_private_answer_to_every_press(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    table = world.table_message()
    before = world.table.table.version, world.table.info
    presses = [Press(world.table.info.id, verb, before[0], "0").custom_id for verb in Verb]
    for start in range(0, len(presses), 8):
        records = await world.at_once(*(("Elena", table, press) for press in presses[start : start + 8]))
        assert all(record.responded and said(world, record) for record in records)
    assert (world.table.table.version, world.table.info) == before


async def test_a_private_panel_is_never_put_into_a_public_message(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    table = world.table_message()
    before = table.text
    for verb in (Verb.SHOW, Verb.SORT, Verb.CLEAR, Verb.CHOOSE, Verb.PLAY):
        record = await table.forge("Ana", Press(world.table.info.id, verb, 1, "0").custom_id)
        assert record.ephemeral
    assert table.text == before


async def test_the_panel_is_brought_up_to_date_when_the_turn_comes(world: World) -> None:
    await world.playing(*FOUR, position=position("play: 9C 4S; pile: 4H; left: 7C 7D KH QH"))
    bruno, ana = await world.hand("Bruno"), await world.hand("Ana")
    assert bruno.labels == ["Refresh", "Sort by suit", "Help"]
    await ana.choose("Ana", "Discard…", "9♧")
    await world.wait(1)
    assert bruno.labels[0] == "Draw"


async def test_what_others_do_shows_on_every_panel_in_reach(world: World) -> None:
    await world.playing(*FOUR, position=position(START.replace("pile: KH", "pile: 4D KH")))
    panels = {name: await world.hand(name) for name in FOUR}
    await panels["Ana"].press("Ana", "Take the pile with K♧ K♢")
    await world.wait(1)
    assert "**They** 0: K×3" in panels["Bruno"].text
    assert "**We** 0: K×3" in panels["Carla"].text
    await panels["Ana"].choose("Ana", "Discard…", "4♤")
    await world.wait(1)
    assert all("Pile: **4♤** on top" in panel.text for panel in panels.values())


async def test_a_mere_draw_and_what_can_be_taken_back_show_on_no_other_panel(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    ana, bruno = await world.hand("Ana"), await world.hand("Bruno")
    before = bruno.components
    await ana.press("Ana", "Draw")
    await ana.press("Ana", "Meld 7 7 7 (15)")
    await world.wait(1)
    assert bruno.components == before
    await ana.press("Ana", "Undo")
    await world.wait(1)
    assert bruno.components == before


async def test_who_acted_has_the_answer_and_no_other_change(world: World) -> None:
    await world.playing(*FOUR, position=position(START.replace("pile: KH", "pile: 4D KH")))
    ana = await world.hand("Ana")
    start = len(world.env.http_requests)
    await ana.press("Ana", "Take the pile with K♧ K♢")
    await world.wait(0.2)  # other panels were changed, the table was not drawn yet
    calls = [request.path for request in world.env.http_requests[start:]]
    assert len([path for path in calls if path.startswith("/interactions/")]) == 1
    assert [path for path in calls if path.startswith("/webhooks/")] == []


async def test_the_panel_of_who_left_goes(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    bruno = await world.hand("Bruno")
    more = await world.table_message().press_new("Bruno", "More")
    await more.press("Bruno", "Leave the table")
    await world.wait(1)
    assert not bruno.exists


async def test_the_end_of_the_match_shows_on_every_panel(world: World) -> None:
    await world.playing(*FOUR)
    await world.rig(position("play: KC; table: KH KS KC KD KH KS KD; pile: 4S"), totals=(4800, 0))
    ana, bruno = await world.hand("Ana"), await world.hand("Bruno")
    await ana.press("Ana", "Go out")
    await world.wait(1)
    for name, panel in (("Ana", ana), ("Bruno", bruno)):
        assert "**The match is over.** Side 1 (Ana & Carla) wins by " in panel.text
        assert panel.labels == ["Score sheet", "Rematch", "Log"]
        await panel.press(name, "Score sheet")
        assert "kings, clean: 500 + 8 × 10 (I-11)" in panel.text
        assert panel.labels == ["Rematch", "Log", "More"]


async def test_an_old_panel_shows_that_the_match_was_ended(world: World) -> None:
    await world.playing(*FOUR)
    ana = await world.hand("Ana")
    await world.wait(16 * 60)
    await world["Ana"].slash(world.channel, "end")
    await world.wait(1)
    assert "Sort by suit" in ana.labels
    await ana.press("Ana", "Sort by suit")
    assert "**The match is over.** The match was ended early." in ana.text
    assert ana.labels == ["Rematch", "Log"]


async def test_a_panel_out_of_reach_is_left_alone(world: World) -> None:
    await world.playing(*FOUR, position=position("play: 9C 4S; pile: 4H; left: 7C 7D KH QH"))
    bruno = await world.hand("Bruno")
    await world.wait(16 * 60)
    ana = await world.hand("Ana")
    await ana.choose("Ana", "Discard…", "9♧")
    await world.wait(1)
    assert bruno.labels == ["Refresh", "Sort by suit", "Help"]
    await bruno.press("Bruno", "Refresh")
    assert bruno.labels[0] == "Draw"


async def test_how_a_hand_is_sorted_is_kept_for_the_person(world: World) -> None:
    hand = await hand_at(world, START)
    await hand.press("Ana", "Sort by suit")
    assert "Sort by rank" in hand.labels
    await world.restart()
    again = await world.hand("Ana")
    assert "Sort by rank" in again.labels


async def test_further_suggestions_are_a_page_away(world: World) -> None:
    cards = "4C 4D 4H 5C 5D 5H 6C 6D 6H 7C 7D 7H QS"
    hand = await hand_at(world, f"play: {cards}; pile: 4S")
    await hand.press("Ana", "1 more…")
    assert len(hand.options["Choose a play…"]) == 4
    await hand.press("Ana", "Back")
    assert "1 more…" in hand.labels


async def test_a_person_can_play_the_seat_of_nobody_else(world: World) -> None:
    hand = await hand_at(world, START)
    assert world.table.info.seats[0].kind is SeatKind.HUMAN
    assert parse_card("9S") in world.table.match.state.hands[0]
    record = await hand.forge("Bruno", hand.custom_id("Draw"))
    assert record.responded
    assert world.table.match.state.hands[0] == sorted(parse_cards("7H 7D 7C 9S 9C KD KC 4S 5H QH"))
