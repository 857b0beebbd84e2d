"""A bot that was ended goes on where it was, and old messages go on working."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

import discord

from storage.model import Status
from tests.bot.world import Message
from tests.positions import position

if TYPE_CHECKING:
    import pytest

    from tests.bot.world import World

FOUR = ("Ana", "Bruno", "Carla", "Dario")
START = "draw: 7H 7D 7C 9S 9C KD KC 4S 5H QH; pile: 4D KH; stock: 6S 8D 9D"
CLOSING = "play: KC; table: KH KS KC KD KH KS KD; pile: 4S"


async def test_in_the_middle_of_a_turn(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    hand = await world.hand("Ana")
    await hand.press("Ana", "Draw")
    await hand.press("Ana", "Meld 7 7 7 (15)")
    version = world.table.table.version
    await world.restart()
    assert world.table.table.version == version
    assert "Undo" in hand.labels
    await hand.press("Ana", "Undo")
    assert "7×3" not in hand.text  # noqa: RUF001  # a real times sign
    await hand.choose("Ana", "Discard…", "4♤")
    await world.wait(1)
    assert "Bruno is to draw" in world.table_message().text


async def test_what_arrives_while_the_bot_ends_has_no_effect(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.playing(*FOUR, position=position(START))
    hand, table, version = await world.hand("Ana"), world.table_message(), world.table.table.version
    leave, answered = discord.Client.close, []

    async def leave_late(client: discord.Client) -> None:
        (press,) = await world.at_once(("Ana", hand, hand.custom_id("Draw")))
        typed = await world["Ana"].slash(table.channel, "draw")
        answered.extend([press.responded, typed.acknowledged])
        await leave(client)

    monkeypatch.setattr(discord.Client, "close", leave_late)
    await world.restart()
    assert world.table.table.version == version
    assert answered == [False, False]


async def test_the_log_survives(world: World) -> None:
    table = await world.playing("Ana")
    for _ in range(3):
        await world.wait(10)
        hand = await world.hand("Ana")
        if "Draw" in hand.labels:
            await hand.press("Ana", "Draw")
        await hand.choose("Ana", "Discard…", hand.options["Discard…"][0])
    await world.wait(10)
    before = (await table.press_new("Elena", "Log")).text
    assert "Ana discarded" in before
    await world.restart()
    assert (await table.press_new("Elena", "Log")).text == before


async def test_a_lobby(world: World) -> None:
    lobby = await world.lobby()
    await world.restart()
    await lobby.press("Bruno", "Sit: side 1")
    assert "Ana (host) & Bruno" in lobby.text
    await world.wait(31 * 60)
    assert lobby.labels == []


async def test_a_computers_turn(world: World) -> None:
    await world.playing("Ana")
    await world.rig(position(START.replace("draw:", "seat: 1; draw:")))
    await world.restart()
    assert world.table.to_act == 1
    await world.wait(3)
    assert world.table.to_act != 1


async def test_between_two_deals(world: World) -> None:
    await world.playing(*FOUR, position=position(CLOSING))
    await (await world.hand("Ana")).press("Ana", "Go out")
    await world.restart()
    assert world.table.match.between_deals
    await world.wait(31)
    await world.cut_at_random()
    assert world.table.match.deal_running


async def test_between_the_opening_of_the_thread_and_the_start(world: World) -> None:
    lobby = await world.seated("Ana")
    backend = world.env.backend
    backend.create_thread(world.channel.id, "left behind", backend.bot_user.id, message_id=lobby.id)
    await world.env.settle()
    await lobby.press("Ana", "Start")
    await world.wait(1)
    assert world.table_message().channel.name == "left behind"
    assert not [r for r in world.env.http_requests if r.path.endswith("/threads")]


async def test_between_the_message_of_a_lobby_and_the_note_of_it(world: World) -> None:
    lobby = await world.lobby()
    assert world.bot.desk is not None
    await world.bot.desk.tables.change(world.table, partial(replace, message_id=None))
    await world.restart()
    await world.wait(6)
    assert world.table.info.message_id == lobby.id
    await world.wait(31 * 60)
    assert (lobby.exists, lobby.labels) == (True, [])


async def test_between_the_start_and_the_message_that_says_so(world: World) -> None:
    lobby = await world.seated("Ana")
    table = world.table
    assert world.bot.desk is not None
    thread = world.env.backend.create_thread(world.channel.id, "x", world.env.backend.bot_user.id)
    moved = partial(replace, status=Status.PLAYING, channel_id=thread.id, message_id=None)
    await world.bot.desk.tables.change(table, moved)
    await world.restart()
    await lobby.press("Elena", "Sit: side 1")  # at once: nothing was mended yet
    assert lobby.text == f"The match is played in <#{thread.id}>."


async def test_between_the_start_and_the_first_deal(world: World) -> None:
    lobby = await world.seated("Ana")
    table = world.table
    assert world.bot.desk is not None
    tables = world.bot.desk.tables
    tables.listeners.clear()
    await tables.change(table, partial(replace, status=Status.PLAYING))
    await world.restart()
    await world.cut_at_random()
    assert world.table.match.deal_running
    assert "My hand" in lobby.labels


async def test_between_the_message_of_a_deck_and_the_note_of_it(world: World) -> None:
    lobby = await world.seated(*FOUR)
    await lobby.press("Ana", "Start")
    await world.wait(1)
    left_over = world.table_message()
    assert world.bot.desk is not None
    await world.bot.desk.tables.change(world.table, partial(replace, message_id=None))
    await world.restart()
    await world.wait(2)
    assert world.table_message().id != left_over.id
    await world.wait(5)
    assert not left_over.exists
    assert world.table_message().exists


async def test_a_message_that_is_posted_anew_after_long_is_removed_once(world: World) -> None:
    await world.playing(*FOUR)
    old = world.table_message()
    await world.bot.close()
    await world.wait(2 * 3600)
    world.bot = world.new_bot()
    await world.env.restart_bot(world.bot)
    await world.wait(10)
    removed = [request.path for request in world.env.http_requests if request.method == "DELETE"]
    assert removed == [f"/channels/{old.channel.id}/messages/{old.id}"]
    assert world.table_message().id != old.id


async def test_between_the_end_of_a_match_and_its_status(world: World) -> None:
    await world.playing(*FOUR)
    await world.rig(position(CLOSING), totals=(4800, 900))
    table = world.table
    message = world.table_message()
    assert world.bot.desk is not None
    world.bot.desk.tables.listeners.clear()
    hand = await world.hand("Ana")
    await hand.press("Ana", "Go out")
    assert table.info.status is Status.PLAYING
    await world.restart()
    await world.wait(2)
    assert await world.open_tables() == []
    assert Message(world, message.channel, message.id).labels == ["Rematch", "Log", "More"]


async def test_between_the_end_of_a_match_and_its_last_drawing(world: World) -> None:
    await world.playing(*FOUR)
    await world.rig(position(CLOSING), totals=(4800, 900))
    await world.wait(1)
    table, message = world.table, world.table_message()
    assert world.bot.desk is not None
    listeners = world.bot.desk.tables.listeners
    listeners.remove(world.bot.desk.redraw)
    await (await world.hand("Ana")).press("Ana", "Go out")
    await world.wait(1)
    assert table.info.status is Status.FINISHED
    assert "My hand" in message.labels
    await world.restart()
    await world.wait(1)
    assert message.labels == ["Rematch", "Log", "More"]


async def test_tables_are_taken_up_one_by_one_and_at_once_where_somebody_presses(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobbies = []
    for host in FOUR:
        lobbies.append(await world.lobby(host))
        await world.wait(1)
    monkeypatch.setattr("bot.app._TAKING_UP_SECONDS", 60.0)
    await world.restart()
    assert [table.info.host_id for table in await world.open_tables()] == [world["Ana"].id]
    await lobbies[3].press("Elena", "Sit: side 2")
    assert "Elena" in lobbies[3].text
    hosts = {table.info.host_id for table in await world.open_tables()}
    assert hosts == {world["Ana"].id, world["Dario"].id}
    await world.wait(60)
    hosts = {table.info.host_id for table in await world.open_tables()}
    assert hosts == {world[name].id for name in ("Ana", "Bruno", "Dario")}
    await world.wait(33 * 60)
    assert [lobby.labels for lobby in lobbies] == [[]] * len(FOUR)


async def test_a_deadline_has_its_table_read_before_its_turn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for host in FOUR:
        await world.lobby(host)
        await world.wait(1)
    assert world.bot.desk is not None
    for table, seconds in zip(await world.open_tables(), (None, 50, 20, 80), strict=True):
        table.deadline = None if seconds is None else world.env.now() + timedelta(seconds=seconds)
        await world.bot.desk.tables.keep_deadline(table)
    monkeypatch.setattr("bot.app._TAKING_UP_SECONDS", 3600.0)
    await world.restart()
    assert [table.info.host_id for table in await world.open_tables()] == [world["Carla"].id]
    await world.wait(60)
    hosts = {table.info.host_id for table in await world.open_tables()}
    assert hosts == {world["Carla"].id, world["Bruno"].id}
