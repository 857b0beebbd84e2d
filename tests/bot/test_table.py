# ruff: noqa: RUF001  # what people read has real minus and times signs
"""The table message: what it shows and when, the deals one after the other, the end and the rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.ids import Press, Verb
from storage.model import Status
from tests.bot.world import Message, explanation, said
from tests.positions import position

if TYPE_CHECKING:
    import logging

    import pytest

    from tests.bot.world import World

FOUR = ("Ana", "Bruno", "Carla", "Dario")
CLOSING = "play: KC; table: KH KS KC KD KH KS KD; pile: 4S"
SETTLED = "draw: 7H 7D 7C 9S 9C KD KC 4S; pile: 4D KH; stock: 6S 8D 9D"


def edits(world: World, message: Message) -> int:
    path = f"/channels/{message.channel.id}/messages/{message.id}"
    return sum(request.method == "PATCH" and request.path == path for request in world.env.http_requests)


async def test_a_mere_draw_redraws_nothing(world: World) -> None:
    await world.playing(*FOUR, position=position(SETTLED))
    hand, table = await world.hand_by_command("Ana"), world.table_message()
    await world.wait(2)
    before = edits(world, table), table.components
    await hand.press("Ana", "Draw")
    await world.wait(5)
    assert (edits(world, table), table.components) == before


async def test_what_happens_within_a_turn_is_drawn_when_it_has_been_still(world: World) -> None:
    await world.playing(*FOUR, position=position(SETTLED.replace("stock: 6S", "stock: 3H 6S")))
    hand, table = await world.hand("Ana"), world.table_message()
    await hand.press("Ana", "Draw")
    await world.wait(3)
    assert "red threes" not in table.text
    await hand.press("Ana", "Meld 7 7 7 (15)")
    await world.wait(3)
    assert "red threes" not in table.text
    await world.wait(2)
    assert "red threes×1" in table.text
    assert "7×3" not in table.text


async def test_the_end_of_a_turn_and_a_taken_pile_are_drawn_at_once(world: World) -> None:
    await world.playing(*FOUR, position=position(SETTLED))
    hand, table = await world.hand("Ana"), world.table_message()
    await hand.press("Ana", "Take the pile with K♧ K♢")
    await world.wait(1)
    assert "K×3" in table.text
    await hand.choose("Ana", "Discard…", "4♤")
    await world.wait(1)
    assert "Bruno is to draw" in table.text


async def test_melds_show_once_they_cannot_be_taken_back(world: World) -> None:
    await world.playing(*FOUR, position=position(SETTLED))
    hand, table = await world.hand("Ana"), world.table_message()
    await hand.press("Ana", "Draw")
    await hand.press("Ana", "Meld 7 7 7 (15)")
    await world.wait(5)
    assert "7×3" not in table.text
    others = await world.hand("Carla")
    assert "7×3" not in others.text
    await hand.choose("Ana", "Discard…", "4♤")
    await world.wait(1)
    assert "7×3" in table.text
    assert "Ana laid 7♧ 7♢ 7♡: sevens." in table.text


async def test_redraws_are_gathered(world: World) -> None:
    table = await world.playing("Ana")
    hand = await world.hand_by_command("Ana")
    before = edits(world, table)
    if "Draw" in hand.labels:
        await hand.press("Ana", "Draw")
        await hand.choose("Ana", "Discard…", hand.options["Discard…"][0])
    turn = world.table.match.state.turn
    await world.wait(6)
    assert world.table.match.state.turn is not turn
    assert 1 <= edits(world, table) - before <= 5


async def test_the_table_in_words_the_log_and_more(world: World) -> None:
    table = await world.playing(*FOUR, position=position(SETTLED + "; table: QH QS QC JK"))
    words = await table.press_new("Elena", "In words")
    assert "- queens: Q♧ Q♡ Q♤ joker" in words.text
    log = await table.press_new("Elena", "Log")
    assert log.text
    more = await table.press_new("Elena", "More")
    assert more.labels == ["Rules", "Help"]
    await more.press("Elena", "Rules")
    assert "**I-1**" in more.text
    await more.press("Elena", "Next page")
    assert "**X-13**" in more.text
    help_ = await (await world.hand("Ana")).press_new("Ana", "Help")
    assert "Playing Canasta here" in help_.text


async def test_a_deal_ends_with_its_sheet_and_the_next_one_follows(world: World) -> None:
    await world.playing(*FOUR, position=position(CLOSING))
    await (await world.hand("Ana")).press("Ana", "Go out")
    await world.wait(1)
    sheet = world.table_message()
    assert "Deal 1 is over." in sheet.text
    assert "kings, clean: 500 + 8 × 10 (I-11)" in sheet.text
    await world.wait(31)
    await world.cut_at_random()
    await world.wait(1)
    table = world.table_message()
    assert table.id != sheet.id
    assert sheet.exists
    assert "Deal 2 of a match to 5000" in table.text
    assert world.table.match.state.dealer == 0


async def test_the_next_deal_starts_when_everybody_is_ready(world: World) -> None:
    await world.playing("Ana", "Bruno", position=position(CLOSING))
    await (await world.hand("Ana")).press("Ana", "Go out")
    await world.wait(1)
    sheet = world.table_message()
    assert "Not ready yet: Ana, Bruno" in sheet.text
    await sheet.press("Ana", "Next deal")
    assert "Not ready yet: Bruno" in sheet.text
    assert not world.table.match.deal_running
    assert explanation(await sheet.press("Elena", "Next deal")) == "You do not sit at this table."
    await sheet.press("Bruno", "Next deal")
    await world.cut_at_random()
    assert world.table.match.deal_running
    late = explanation(await sheet.press("Ana", "Next deal"))
    assert late == "The next deal has started already."


async def test_hands_lead_to_the_next_deal_as_well(world: World) -> None:
    await world.playing("Ana", "Bruno", position=position(CLOSING))
    ana, bruno = await world.hand("Ana"), await world.hand("Bruno")
    await ana.press("Ana", "Go out")
    await world.wait(1)
    for hand, deal in ((ana, "670 for you, −20"), (bruno, "−20 for you, 670")):
        over, worth, following = hand.text.splitlines()[:3]
        assert over == "**The deal is over.**"
        assert worth == f"This deal: {deal} for them."
        assert following.startswith("The next deal starts when everybody is ready")
        assert "Next deal" in hand.labels
    await ana.press("Ana", "Next deal")
    await world.wait(1)
    assert "Next deal" not in ana.labels
    assert "Not ready yet: Bruno" in world.table_message().text
    await bruno.press("Bruno", "Next deal")
    await world.cut_at_random()
    assert world.table.match.deal_running


async def test_two_are_ready_at_once_and_one_deal_starts(world: World) -> None:
    await world.playing("Ana", "Bruno", position=position(CLOSING))
    await (await world.hand("Ana")).press("Ana", "Go out")
    await world.wait(1)
    sheet = world.table_message()
    ready = sheet.custom_id("Next deal")
    version = world.table.table.version
    records = await world.at_once(("Ana", sheet, ready), ("Bruno", sheet, ready))
    assert all(record.responded for record in records)
    await world.cut_at_random()
    assert world.table.table.version == version + 2  # sealed once, cut once


async def to_the_end(world: World, *names: str) -> Message:
    """Ana's side goes out and so wins the match; returns the table message at its end."""
    await world.playing(*names)
    await world.rig(position(CLOSING), totals=(4800, 900))
    table = world.table
    await (await world.hand(names[0])).press(names[0], "Go out")
    await world.wait(2)
    info = table.info
    assert info.message_id is not None
    return Message(world, world._channel(info.channel_id), info.message_id)


async def test_the_match_ends_and_says_who_won(world: World) -> None:
    end = await to_the_end(world, *FOUR)
    assert "Side 1 (Ana & Carla) wins by" in end.text
    assert end.labels == ["Rematch", "Log", "More"]
    assert await world.open_tables() == []


async def test_a_rematch_has_the_same_seats(world: World) -> None:
    end = await to_the_end(world, "Ana", "Bruno")
    assert explanation(await end.press("Elena", "Rematch")) == "You do not sit at this table."
    await end.press("Bruno", "Rematch")
    again = world.table
    assert again.info.status is Status.LOBBY
    assert [seat.name for seat in again.info.seats] == ["Ana", "Bruno", "Ada", "Blaise"]
    lobby = world.table_message()
    await lobby.press("Bruno", "Start")
    await world.cut_at_random()
    assert again.match.deal_running
    assert again.match.totals == (0, 0)


async def test_two_press_rematch_and_there_is_one(world: World) -> None:
    end = await to_the_end(world, "Ana", "Bruno")
    press = end.custom_id("Rematch")
    records = await world.at_once(("Ana", end, press), ("Bruno", end, press))
    assert all(record.responded for record in records)
    words = f"The rematch is open already, in <#{end.channel.id}>."
    assert [said(world, record) for record in records].count(words) == 1
    assert len(await world.open_tables()) == 1


async def test_a_rematch_that_came_to_nothing_can_be_asked_for_again(world: World) -> None:
    end = await to_the_end(world, "Ana", "Bruno")
    for _ in range(2):
        await end.press("Ana", "Rematch")
        lobby = world.table
        assert explanation(await end.press("Bruno", "Rematch")).startswith("The rematch is open already")
        await world["Ana"].slash(end.channel, "end")
        assert lobby.info.status is Status.ENDED
    world.env.inject_error("POST", "/interactions/*", status=404, code=10062)  # nobody sees this one
    await end.forge("Ana", end.custom_id("Rematch"))
    await world.wait(1)
    assert await world.open_tables() == []
    await end.press("Ana", "Rematch")
    await world.table_message().press("Ana", "Start")
    await world.cut_at_random()
    assert world.table.match.deal_running


async def test_presses_on_a_match_that_is_over_are_explained(world: World) -> None:
    end = await to_the_end(world, "Ana", "Bruno")
    table_id = end.press_of(Verb.REMATCH).table
    for verb, arg in ((Verb.PLAY, "D"), (Verb.AWAY, ""), (Verb.END, ""), (Verb.NEXT, "1"), (Verb.LEAVE, "")):
        record = await end.forge("Ana", Press(table_id, verb, 1, arg).custom_id)
        assert said(world, record) == "This match is over.", verb


async def test_the_table_message_is_posted_anew_when_it_was_deleted(world: World) -> None:
    await world.playing(*FOUR, position=position(SETTLED))
    hand, table = await world.hand("Ana"), world.table_message()
    world.env.backend.delete_message(table.channel.id, table.id)
    await hand.press("Ana", "Draw")
    await hand.choose("Ana", "Discard…", "4♤")
    await world.wait(1)
    again = world.table_message()
    assert again.id != table.id
    assert "Bruno is to draw" in again.text


async def test_the_table_message_is_posted_anew_before_it_is_an_hour_old(world: World) -> None:
    await world.playing(*FOUR, position=position(SETTLED))
    table = world.table_message()
    await world.wait(51 * 60)
    hand = await world.hand("Ana")
    await hand.press("Ana", "Draw")
    await hand.choose("Ana", "Discard…", "4♤")
    await world.wait(1)
    assert world.table_message().id != table.id
    assert not table.exists


async def test_an_edit_that_discord_refuses_for_age_posts_anew(world: World) -> None:
    await world.playing(*FOUR, position=position(SETTLED))
    hand, table = await world.hand_by_command("Ana"), world.table_message()
    world.env.inject_error("PATCH", f"/channels/*/messages/{table.id}", status=400, code=30046)
    await hand.press("Ana", "Draw")
    await hand.choose("Ana", "Discard…", "4♤")
    await world.wait(1)
    assert world.table_message().id != table.id


async def test_when_discord_is_out_of_reach_it_is_drawn_later(world: World) -> None:
    await world.playing(*FOUR, position=position(SETTLED))
    hand, table = await world.hand_by_command("Ana"), world.table_message()
    world.env.inject_error("PATCH", f"/channels/*/messages/{table.id}", status=503)
    await hand.press("Ana", "Draw")
    await hand.choose("Ana", "Discard…", "4♤")
    await world.wait(2)
    assert "Bruno is to draw" not in table.text
    await world.wait(10)
    assert "Bruno is to draw" in table.text


async def test_a_drawing_that_failed_as_nobody_expected_is_made_again(
    world: World, logged_errors: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.playing(*FOUR, position=position(SETTLED))
    desk, (hand, table) = world.bot.desk, (await world.hand("Ana"), world.table_message())
    assert desk is not None

    async def odd(_: object) -> None:
        raise TypeError("string indices must be integers")  # a page of HTML where JSON should be

    await hand.press("Ana", "Draw")
    with monkeypatch.context() as patch:
        patch.setattr(desk.redraw, "_draw", odd)
        await hand.choose("Ana", "Discard…", "4♤")
        await world.wait(2)
    assert "Bruno is to draw" not in table.text
    assert len(logged_errors) == 1
    logged_errors.clear()
    await world.wait(60)
    assert "Bruno is to draw" in table.text


async def test_a_press_on_the_table_message_lets_it_be_redrawn_at_no_call_of_the_bots(world: World) -> None:
    await world.playing(*FOUR, position=position(SETTLED))
    hand, table = await world.hand("Ana"), world.table_message()
    before = edits(world, table)
    await hand.press("Ana", "Draw")
    await hand.choose("Ana", "Discard…", "4♤")
    await world.wait(2)
    assert "Bruno is to draw" in table.text
    assert edits(world, table) == before
    await world.wait(15 * 60)
    bruno = await world.hand_by_command("Bruno")
    await bruno.press("Bruno", "Draw")
    await bruno.choose("Bruno", "Discard…", next(iter(bruno.options["Discard…"])))
    await world.wait(2)
    assert "Carla is to draw" in table.text
    assert edits(world, table) == before + 1


async def test_an_interaction_that_cannot_redraw_the_table_message_is_done_without(world: World) -> None:
    await world.playing(*FOUR, position=position(SETTLED))
    table, hand = world.table_message(), await world.hand("Ana")
    opened = await world.hand_by_command("Ana")
    world.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=401, code=50027)
    await opened.press("Ana", "Draw")
    await opened.choose("Ana", "Discard…", "4♤")
    await world.wait(2)
    assert not hand.exists
    assert "Bruno is to draw" in table.text


async def test_the_next_deal_is_posted_through_the_press_that_asked_for_it(world: World) -> None:
    await world.playing("Ana")
    await world.rig(position(CLOSING))
    await (await world.hand("Ana")).press("Ana", "Go out")
    await world.wait(2)
    sheet = world.table_message()
    start = len(world.env.http_requests)
    await sheet.press("Ana", "Next deal")
    await world.wait(3)
    table = world.table_message()
    assert table.id != sheet.id
    assert "Deal 2" in table.text
    assert [r for r in world.env.http_requests[start:] if r.path.startswith("/channels/")] == []


async def test_a_table_whose_thread_is_gone_goes_on_elsewhere(world: World) -> None:
    await world.playing(*FOUR, position=position(SETTLED))
    thread = world.table_message().channel
    world.env.backend.delete_channel(thread.id)
    await world["Ana"].slash(world.channel, "draw")
    await world["Ana"].slash(world.channel, "discard", card="4S")
    await world.wait(1)
    await world["Bruno"].slash(world.channel, "table")
    table = world.table_message()
    assert table.channel.id == world.channel.id
    assert "Bruno is to draw" in table.text
