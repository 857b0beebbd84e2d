"""One table message, and the newest: whatever meets, fails or is put off while it is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.ids import Press, Verb
from storage.errors import WriteFailed
from tests.bot.outages import Gate, Outage
from tests.bot.world import explanation, walk
from tests.positions import position

if TYPE_CHECKING:
    import logging

    import pytest

    from tests.bot.world import World

FOUR = ("Ana", "Bruno", "Carla", "Dario")
START = "draw: 7H 7D 7C 9S 9C KD KC 4S 5H QH; pile: 4D KH; stock: 6S 8D 9D 8C 8S JC JD QC QD TC"
OLD = 51 * 60
"""A message of that age is posted anew."""


def table_messages(world: World) -> list[int]:
    """The messages with the table's own button for hands; that of a mention says whose."""
    my_hand = Press(world.table.info.id, Verb.HAND).custom_id
    return [
        message.id
        for messages in world.env.backend.messages.values()
        for message in messages.values()
        if any(component.get("custom_id") == my_hand for component in walk(message.components))
    ]


def draw(world: World) -> None:
    """Ask for a drawing."""
    assert world.bot.desk is not None
    with world.env._bot_scope():
        world.bot.desk.redraw.request(world.table)


async def test_of_two_commands_at_once_one_message_stays(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(world, "POST", "/interactions/*/callback")
    gate.install(monkeypatch)
    await world.playing(*FOUR, position=position(START))
    gate.close()
    await world["Ana"].slash(world.channel, "table")
    await world["Bruno"].slash(world.channel, "table")
    await gate.open()
    assert table_messages(world) == [world.table.info.message_id]


async def test_of_a_new_message_and_a_command_at_once_one_stays(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(world, "POST", "/channels/*/messages")
    gate.install(monkeypatch)
    await world.playing(*FOUR, position=position(START))
    thread = world.table_message().channel
    await world.wait(OLD)
    gate.close()
    draw(world)
    await world.wait(1)
    await world["Ana"].slash(thread, "table")
    chosen = world.table.info.message_id
    await gate.open()
    assert table_messages(world) == [chosen] == [world.table.info.message_id]


async def broken(*_: object) -> None:
    raise WriteFailed("the disk is full")


async def test_a_message_that_cannot_be_noted_goes_again(
    world: World, monkeypatch: pytest.MonkeyPatch, logged_errors: list[logging.LogRecord]
) -> None:
    await world.playing(*FOUR, position=position(START))
    await world.wait(OLD)
    before = world.table.info.message_id
    assert world.bot.desk is not None
    with monkeypatch.context() as patch:
        patch.setattr(world.bot.desk.tables._matches, "save", broken)
        draw(world)
        for _ in range(3):
            await world.wait(55)
            assert table_messages(world) == [before]
    errors = {(record.getMessage(), record.exc_info) for record in logged_errors}
    words = f"table {world.table.info.id}: its new message cannot be noted (the disk is full)"
    assert errors == {(words, None)}
    logged_errors.clear()
    await world.wait(60)
    assert table_messages(world) == [world.table.info.message_id] != [before]


async def test_a_command_whose_message_cannot_be_noted_leaves_none(
    world: World, monkeypatch: pytest.MonkeyPatch, logged_errors: list[logging.LogRecord]
) -> None:
    await world.playing(*FOUR, position=position(START))
    before = world.table.info.message_id
    assert world.bot.desk is not None
    with monkeypatch.context() as patch:
        patch.setattr(world.bot.desk.tables._matches, "save", broken)
        result = await world["Ana"].slash(world.channel, "table")
    assert explanation(result).startswith("This could not be saved, so it did not happen")
    assert len(logged_errors) == 1
    logged_errors.clear()
    assert table_messages(world) == [before] == [world.table.info.message_id]


async def discard(world: World, name: str, card: str) -> None:
    """Draw and discard, by a panel that is no way to the table message."""
    hand = await world.hand_by_command(name)
    await hand.press(name, "Draw")
    await hand.choose(name, "Discard…", card)


async def test_a_way_that_is_put_off_for_long_is_left_for_another(world: World, outage: Outage) -> None:
    await world.playing(*FOUR, position=position(START))
    await world.table_message().press("Ana", "My hand")
    await world["Bruno"].slash(world.table_message().channel, "table")
    outage.begin("PATCH", "/webhooks/*/messages/*", "long rate limit")
    await discard(world, "Ana", "4♤")
    await world.wait(25)
    assert "Ana is to draw" in world.table_message().text
    await world.wait(10)
    assert "Bruno is to draw" in world.table_message().text
    assert outage.hits == {"long rate limit": 1}


async def test_a_command_ends_the_wait_for_a_drawing_that_was_put_off(world: World, outage: Outage) -> None:
    await world.playing(*FOUR, position=position(START))
    await world.wait(16 * 60)
    outage.begin("PATCH", "/channels/*/messages/*", "long rate limit")
    await discard(world, "Ana", "4♤")
    await world.wait(5)
    outage.end()
    await world["Ana"].slash(world.channel, "table")
    await discard(world, "Bruno", "8♢")
    await world.wait(5)
    assert "Carla is to draw" in world.table_message().text
    assert outage.hits == {"long rate limit": 1}


async def test_a_press_ends_the_wait_for_a_drawing_that_was_put_off(world: World, outage: Outage) -> None:
    lobby = await world.lobby()
    await world.wait(16 * 60)
    house = await lobby.press_new("Ana", "House rules")
    outage.begin("PATCH", "/channels/*/messages/*", "long rate limit")
    await house.choose("Ana", "bonus for going out", "200")
    await world.wait(5)
    await lobby.press("Bruno", "Sit: side 2")
    await house.choose("Ana", "cards in a canasta", "6")
    await world.wait(2)
    assert "bonus for going out: 200 (I-13) · cards in a canasta: 6 (I-11)" in lobby.text
    assert outage.hits == {"long rate limit": 1}


async def test_a_message_whose_answer_was_lost_is_found_and_removed(world: World, outage: Outage) -> None:
    await world.playing(*FOUR, position=position(START))
    await world.wait(OLD)
    outage.begin("POST", "/channels/*/messages", "connection reset", works=True)
    draw(world)
    await world.wait(5)
    outage.end()
    await world.wait(30)
    assert table_messages(world) == [world.table.info.message_id]


async def test_an_answer_that_was_lost_to_a_command_elsewhere_is_found_and_removed(
    world: World, outage: Outage
) -> None:
    before = (await world.playing(*FOUR, position=position(START))).id
    outage.begin("POST", "/interactions/*/callback", "timeout", works=True)
    await world["Ana"].slash(world.channel, "table")
    outage.end()
    assert len(table_messages(world)) == 2
    await world.wait(30)
    assert table_messages(world) == [before] == [world.table.info.message_id]
