"""Second messages of a table, which nobody noted: they go, however short the bot lives and whatever ends."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot import seating
from bot.public import table_message
from storage.model import Status
from tests.bot.world import Message
from tests.positions import position

if TYPE_CHECKING:
    from tests.bot.dying import Death
    from tests.bot.world import World

FOUR = ("Ana", "Bruno", "Carla", "Dario")
CLOSING = "play: KC; table: KH KS KC KD KH KS KD; pile: 4S"


async def post_another(world: World) -> Message:
    """Post a second table message, as a bot does that is killed before it notes which it is."""
    table, channel = world.table, world.table_message().channel
    assert world.bot.desk is not None
    with world.env._bot_scope():
        cards = world.bot.desk.redraw.cards(table.info)
        sent = await world.bot.get_partial_messageable(channel.id).send(view=table_message(table, cards))
    return Message(world, channel, sent.id)


async def test_one_is_looked_for_until_it_is_gone_though_the_match_ended(world: World, death: Death) -> None:
    await world.playing(*FOUR)
    await world.rig(position(CLOSING), totals=(4800, 900))
    own, left_over = world.table_message(), await post_another(world)
    await death.restart()
    await (await world.hand("Ana")).press("Ana", "Go out")
    await world.wait(2)
    assert own.labels == ["Rematch", "Log", "More"]
    assert left_over.exists
    death.left = 0
    await world.wait(1)
    await death.restart()
    await world.wait(10)
    assert (own.exists, left_over.exists) == (True, False)


@pytest.mark.parametrize("is_over", [False, True])
async def test_one_that_is_pressed_goes(world: World, *, is_over: bool) -> None:
    table = await world.playing(*FOUR)
    await world.wait(10)
    left_over = await post_another(world)
    if is_over:
        await end(world)
    await left_over.press_new("Elena", "Log")
    await world.wait(10)
    assert (table.exists, left_over.exists) == (True, False)


async def test_one_that_is_found_and_pressed_is_removed_once(world: World) -> None:
    await world.playing(*FOUR)
    left_over = await post_another(world)
    await world.restart()
    await world.wait(2)
    for name in ("Ana", "Bruno"):
        await left_over.press_new(name, "My hand")
    await world.wait(15)
    removed = [request.path for request in world.env.http_requests if request.method == "DELETE"]
    assert removed == [f"/channels/{left_over.channel.id}/messages/{left_over.id}"]


async def test_one_that_is_noted_after_the_press_stays(world: World) -> None:
    await world.playing(*FOUR)
    posted = await post_another(world)
    await posted.press_new("Ana", "My hand")
    assert world.bot.desk is not None
    await world.bot.desk.tables.change(world.table, partial(replace, message_id=posted.id))
    await world.wait(10)
    assert posted.exists


async def test_the_lobby_that_the_thread_hangs_on_stays(world: World) -> None:
    lobby = await world.seated("Ana")
    table, backend = world.table, world.env.backend
    thread = backend.create_thread(world.channel.id, "x", backend.bot_user.id, message_id=lobby.id)
    assert world.bot.desk is not None
    moved = partial(replace, status=Status.PLAYING, channel_id=thread.id, message_id=None)
    world.bot.desk.tables.listeners.clear()  # killed before it could say so
    await world.bot.desk.tables.change(table, moved)
    await lobby.press("Elena", "Sit: side 1")
    assert lobby.text == f"The match is played in <#{thread.id}>."
    await world.wait(10)
    assert lobby.exists


async def end(world: World) -> None:
    """End the match at the table, and have its end drawn."""
    assert world.bot.desk is not None
    with world.env._bot_scope():
        await world.bot.desk.tables.change(world.table, seating.end)
    await world.wait(5)
