"""Mentions: only for who seems to be away, one a turn, gone when they act."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.ui.ids import Press, Verb
from tests.bot.outages import Gate, Outage
from tests.bot.world import TEXT, Message, words_of
from tests.positions import position

if TYPE_CHECKING:
    from tests.bot.world import World

FOUR = ("Ana", "Bruno", "Carla", "Dario")
START = "play: 9C 4S 5S; pile: 4H; left: 7C 7D KH QH; partner: 5C 5D 5H; stock: 8C 8D 8S TC TD"


def mentions(world: World) -> list[Any]:
    return [
        request
        for request in world.env.http_requests
        if request.method == "POST"
        and any("it is your turn" in text for text in words_of(request.json, types=(TEXT,)))
    ]


def notes(world: World) -> list[str]:
    """The mentions that are to be seen."""
    texts = [
        Message(world, channel, message.id).text
        for channel in (world.channel, *world.channel.threads)
        for message in channel.history()
    ]
    return [text for text in texts if "it is your turn" in text]


async def test_who_is_looking_is_not_mentioned(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    await (await world.hand("Ana")).choose("Ana", "Discard…", "9♧")
    assert mentions(world) == []


async def test_who_is_away_is_mentioned_until_they_act(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    await world.wait(4 * 60)
    await (await world.hand("Ana")).choose("Ana", "Discard…", "9♧")
    _, request = mentions(world)  # Ana was away, too
    thread = world.table_message().channel
    assert request.path.startswith("/webhooks/")
    note = Message(world, thread, thread.history()[-1].id)
    assert note.text == f"{world['Bruno'].mention}, it is your turn."
    assert request.json["allowed_mentions"]["users"] == [world["Bruno"].id]
    hand = await note.press_new("Bruno", "My hand")
    assert note.exists
    await hand.press("Bruno", "Draw")
    await world.env.settle()
    assert not note.exists
    assert len(mentions(world)) == 2


async def test_nobody_is_mentioned_while_the_table_is_paused(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    world.table.paused = True
    await world.wait(20 * 60)
    assert mentions(world) == []
    world.table.paused = False
    await world.wait(4 * 60)
    assert len(mentions(world)) == 1


async def test_a_turn_has_one_mention_at_most_and_each_is_taken_away(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    thread = world.table_message().channel
    await world.wait(4 * 60)
    await (await world.hand("Ana")).choose("Ana", "Discard…", "9♧")
    await world.wait(10 * 60)
    assert len(mentions(world)) == 2
    bruno = await world.hand("Bruno")
    await bruno.press("Bruno", "Draw")
    await bruno.choose("Bruno", "Discard…", bruno.options["Discard…"][0])
    await world.wait(5)
    assert len(mentions(world)) == 3
    told = [
        message.id
        for message in thread.history()
        if "it is your turn" in Message(world, thread, message.id).text
    ]
    assert len(told) == 1
    assert world["Carla"].mention in Message(world, thread, told[0]).text
    assert [r for r in world.env.http_requests if r.path == "/users/@me/channels"] == []


async def test_the_reminder_mentions_nobody_a_second_time(world: World) -> None:
    await world.playing(*FOUR, position=position(START), clock="relaxed")
    await world.wait(4 * 60)
    await (await world.hand("Ana")).choose("Ana", "Discard…", "9♧")
    await world.wait(4 * 60)
    assert [request.json["allowed_mentions"]["users"] for request in mentions(world)] == [
        [world["Ana"].id],
        [world["Bruno"].id],
    ]


async def test_a_mention_that_did_not_get_through_is_made_up_for_by_the_reminder(world: World) -> None:
    await world.playing(*FOUR, position=position(START), clock="relaxed")
    await world.wait(4 * 60)
    hand = await world.hand("Ana")
    for route in ("/channels/*/messages", "/webhooks/*/*"):
        world.env.inject_error("POST", route, status=503)
    await hand.choose("Ana", "Discard…", "9♧")
    before = len(mentions(world))
    await world.wait(2 * 60)
    assert len(mentions(world)) == before
    await world.wait(60)
    assert mentions(world)[-1].json["allowed_mentions"]["users"] == [world["Bruno"].id]
    assert len(mentions(world)) == before + 1


async def test_a_mention_that_did_not_get_through_is_made_again_without_a_clock(
    world: World, outage: Outage
) -> None:
    await world.playing(*FOUR, position=position(START))
    outage.begin("POST", "/channels/*/messages", "server error")
    await world.wait(10 * 60)
    assert outage.hits == {"server error": 3}
    assert notes(world) == []
    outage.end()
    await world.wait(3 * 60)
    assert notes(world) == [f"{world['Ana'].mention}, it is your turn."]
    await world.wait(3600)
    assert len(mentions(world)) == 1


async def test_a_mention_whose_answer_was_lost_goes_with_its_turn(world: World, outage: Outage) -> None:
    await world.playing(*FOUR, position=position(START))
    outage.begin("POST", "/channels/*/messages", "connection reset", works=True)
    await world.wait(4 * 60)
    outage.end()
    assert notes(world) == [f"{world['Ana'].mention}, it is your turn."]
    await world.wait(3600)
    assert len(mentions(world)) == 1
    await (await world.hand_by_command("Ana")).choose("Ana", "Discard…", "9♧")
    await world.wait(1)
    assert [note for note in notes(world) if world["Ana"].mention in note] == []


async def test_a_mention_that_is_refused_is_not_tried_again(world: World, outage: Outage) -> None:
    await world.playing(*FOUR, position=position(START))
    outage.begin("POST", "/channels/*/messages", "no permission")
    await world.wait(3600)
    assert outage.hits == {"no permission": 1}


async def test_without_a_fresh_play_the_mention_is_a_message_of_its_own(world: World) -> None:
    await world.playing("Ana")
    await world.wait(4 * 60)
    await world.rig(position(START.replace("play:", "seat: 2; play:")))
    await world.wait(5)
    request = mentions(world)[-1]
    assert request.path == f"/channels/{world.table.info.channel_id}/messages"


async def test_a_restart_mentions_nobody_again(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    await world.wait(4 * 60)
    assert len(mentions(world)) == 1
    await world.restart()
    await world.wait(10 * 60)
    assert len(mentions(world)) == 1


async def test_who_walks_away_in_their_turn_is_mentioned_once(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    await (await world.hand("Ana")).choose("Ana", "Discard…", "9♧")
    bruno = await world.hand("Bruno")
    await world.wait(60)
    await bruno.press("Bruno", "Draw")
    await world.wait(3 * 60 - 2)
    assert mentions(world) == []
    await world.wait(4)
    (request,) = mentions(world)
    assert request.json["allowed_mentions"]["users"] == [world["Bruno"].id]
    await world.wait(60 * 60)
    assert len(mentions(world)) == 1


async def test_who_walked_away_before_a_restart_is_mentioned_after_it(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    await (await world.hand("Ana")).choose("Ana", "Discard…", "9♧")
    await world.restart()
    await world.wait(2 * 60)
    assert mentions(world) == []
    await world.wait(2 * 60)
    assert [request.json["allowed_mentions"]["users"] for request in mentions(world)] == [[world["Bruno"].id]]


@pytest.mark.parametrize("over", [False, True])
async def test_nobody_is_mentioned_who_left_meanwhile_nor_at_a_table_that_is_over(
    world: World, monkeypatch: pytest.MonkeyPatch, *, over: bool
) -> None:
    gate = Gate(world, "GET", "/guilds/*/members/*")
    gate.install(monkeypatch)
    await world.playing(*FOUR, position=position(START.replace("play:", "draw:")), clock="relaxed")
    message = world.table_message()
    gate.close()
    await world.wait(151)
    if over:
        await world["Ana"].slash(message.channel, "end")
    else:
        await message.forge("Ana", Press(world.table.info.id, Verb.LEAVE).custom_id)
    await gate.open()
    assert mentions(world) == []


async def test_a_mention_on_its_way_when_its_table_ends_goes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(world, "POST", "/channels/*/messages")
    gate.install(monkeypatch)
    await world.playing(*FOUR, position=position(START), clock="relaxed")
    gate.close()
    await world.wait(151)
    await world["Ana"].slash(world.table_message().channel, "end")
    assert notes(world) == []
    await gate.open()
    assert len(mentions(world)) == 1
    assert notes(world) == []
