"""Killed at any moment the bot leaves no message behind that pretends: what is over is shown as over."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from bot.redraw import Redraw
from bot.seating import end
from bot.ui.ids import Press, Verb, action_code, parse
from engine.actions import Discard, Draw
from engine.cards import parse_card
from storage.model import Status
from tests.bot.world import Message, walk
from tests.positions import position

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from engine.actions import Action
    from storage.model import TableId
    from tests.bot.dying import Death
    from tests.bot.world import World

    Scene: TypeAlias = Callable[[World], Awaitable[None]]

TWO = ("Ana", "Bruno")
FOUR = ("Ana", "Bruno", "Carla", "Dario")
START = "play: 9C 4S 5S; pile: 4H; left: 7C 7D KH QH; partner: 5C 5D 5H; stock: 8C 8D 8S TC TD"
CLOSING = "play: KC; table: KH KS KC KD KH KS KD; pile: 4S"
LIVE = (Verb.CANCEL, Verb.CUT, Verb.HAND)


def presses(world: World, table_id: TableId) -> list[tuple[Message, Press]]:
    """What can be pressed on messages that everybody sees, of one table."""
    messages = [
        Message(world, channel, message.id)
        for channel in (world.channel, *world.channel.threads)
        for message in channel.history()
    ]
    found = [
        (message, parse(str(component.get("custom_id"))))
        for message in messages
        for component in walk(message.components)
    ]
    return [(message, press) for message, press in found if press is not None and press.table == table_id]


def table_messages(world: World, table_id: TableId) -> int:
    """How many messages pretend to be the table as it is now."""
    return sum(press.verb in LIVE and not press.arg for _, press in presses(world, table_id))


def notes(world: World, table_id: TableId) -> list[str]:
    """Whom the notes mention."""
    return [p.arg for _, p in presses(world, table_id) if p.verb is Verb.HAND and p.arg]


async def status_of(world: World, table_id: TableId) -> Status:
    assert world.bot.desk is not None
    return (await world.bot.desk.tables.find(world.env.guild.id, table_id)).info.status


async def each_death(
    world: World, death: Death, prepare: Scene, act: Scene
) -> AsyncIterator[tuple[TableId, Status]]:
    """Have the bot die at each moment of ``act`` in turn; yield the table and its status, after a restart.

    The last time the bot lived.
    """
    for moment in count():
        await prepare(world)
        table_id = world.table.info.id
        death.left = moment
        await act(world)
        died = death.came
        await death.restart()
        await world.wait(10)
        yield table_id, await status_of(world, table_id)
        if not died:
            assert moment > 2
            return
        await end_all(world)


async def end_all(world: World) -> None:
    assert world.bot.desk is not None
    with world.env._bot_scope():
        for table in await world.open_tables():
            await world.bot.desk.tables.change(table, end)
    await world.wait(5)


async def play(world: World, name: str, action: Action) -> None:
    table = world.table
    press = Press(table.info.id, Verb.PLAY, table.table.version, action_code(action))
    await world.table_message().forge(name, press.custom_id)


async def a_lobby(world: World) -> None:
    await world.lobby()


async def a_match(world: World) -> None:
    await world.playing(*TWO, position=position(START))


async def a_match_almost_ended_by_all(world: World) -> None:
    await a_match(world)
    thread = world.table_message().channel
    await world["Bruno"].slash(thread, "end")


async def a_match_almost_won(world: World) -> None:
    await world.playing(*FOUR)
    await world.rig(position(CLOSING), totals=(4800, 900))
    await world.wait(1)


async def wait_half_an_hour(world: World) -> None:
    await world.wait(31 * 60)


async def end_it(world: World) -> None:
    await world["Ana"].slash(world.table_message().channel, "end")
    await world.wait(3)


async def agree(world: World) -> None:
    table = world.table_message()
    vote = next(m for m, press in presses(world, world.table.info.id) if press.verb is Verb.AGREE)
    await vote.press("Ana", "End the match")
    await world.wait(3)
    assert table.exists


async def go_out(world: World) -> None:
    await play(world, "Ana", Discard(parse_card("KC")))
    await world.wait(3)


@pytest.mark.parametrize(
    ("prepare", "act", "after"),
    [
        (a_lobby, wait_half_an_hour, Status.ENDED),
        (a_lobby, end_it, Status.ENDED),
        (a_match, end_it, Status.ENDED),
        (a_match_almost_ended_by_all, agree, Status.ENDED),
        (a_match_almost_won, go_out, Status.FINISHED),
    ],
)
async def test_what_is_over_is_shown_as_over(
    world: World, death: Death, prepare: Scene, act: Scene, after: Status
) -> None:
    outcomes = set()
    async for table_id, status in each_death(world, death, prepare, act):
        outcomes.add(status)
        assert table_messages(world, table_id) == (not status.is_over)
        assert not status.is_over or notes(world, table_id) == []
        assert not status.is_over or all(p.verb is not Verb.AGREE for _, p in presses(world, table_id))
    assert outcomes - {after} <= {Status.LOBBY, Status.PLAYING}
    assert after in outcomes


async def test_a_drawing_that_was_under_way_at_the_end_is_not_the_last(
    world: World, death: Death, monkeypatch: pytest.MonkeyPatch
) -> None:
    await a_match(world)
    table, message, change = world.table, world.table_message(), Redraw._change
    assert world.bot.desk is not None
    tables, redraw = world.bot.desk.tables, world.bot.desk.redraw

    async def end_meanwhile(*drawing: Any) -> None:
        await change(*drawing)
        if not table.info.status.is_over:
            await tables.change(table, end)

    monkeypatch.setattr(Redraw, "_change", end_meanwhile)
    with world.env._bot_scope():
        redraw.request(table)
    await world.wait(0.5)
    assert table.info.status is Status.ENDED
    assert "My hand" in message.labels
    death.left = 0
    await world.wait(2)
    await death.restart()
    await world.wait(2)
    assert "My hand" not in message.labels


async def a_match_with_nobody_looking(world: World) -> None:
    await a_match(world)
    await world.wait(4 * 60)


async def be_mentioned_and_play(world: World) -> None:
    """Bruno was away when Ana discarded, and comes back."""
    await play(world, "Ana", Discard(parse_card("9C")))
    await world.wait(3)
    await be_back(world)


async def be_back(world: World) -> None:
    for action in (Draw(), Discard(parse_card("KH"))):
        await play(world, "Bruno", action)
    await world.wait(1)


async def test_a_mention_stays_for_as_long_as_its_person_is_awaited(world: World, death: Death) -> None:
    seen = set()
    async for table_id, _ in each_death(world, death, a_match_with_nobody_looking, be_mentioned_and_play):
        awaited = world.table.awaited
        assert awaited is not None
        mentioned = notes(world, table_id)
        seen.add((awaited[0], len(mentioned)))
        assert mentioned in ([], [str(awaited[1])])
        if awaited[0] == 1:
            await be_back(world)
            assert str(awaited[1]) not in notes(world, table_id)
    assert {(0, 1), (1, 0), (1, 1)} <= seen


async def start(world: World) -> None:
    await Message(world, world.channel, world.table.info.message_id or 0).press("Ana", "Start")
    await world.wait(20)


async def test_a_deck_waits_to_be_cut_in_one_place(world: World, death: Death) -> None:
    async for table_id, _ in each_death(world, death, a_lobby_of_two, start):
        assert table_messages(world, table_id) == 1


async def a_lobby_of_two(world: World) -> None:
    await world.seated(*TWO)
