"""People who go away, come back, leave, and take over while a match is on; computers that play meanwhile."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from bot.ui.ids import Press, Verb
from storage.model import SeatKind, Status
from tests.bot.world import explanation, said
from tests.positions import position

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from tests.bot.world import Message, World

T = TypeVar("T")
FOUR = ("Ana", "Bruno", "Carla", "Dario")
START = "draw: 7H 7D 7C 9S 9C KD KC 4S 5H QH; pile: KH; stock: 6S 8D 9D 8C 8S JC JD QC QD TC"


async def more(world: World, name: str) -> Message:
    return await world.table_message().press_new(name, "More")


async def test_the_computer_plays_for_a_person_until_they_are_back(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    panel = await more(world, "Ana")
    await panel.press("Ana", "Let the computer play for me")
    await world.wait(3)
    assert world.table.to_act == 1
    assert "-# The computer plays for Ana." in world.table_message().text.splitlines()
    assert panel.labels[2:] == ["Take my seat back", "Leave the table"]
    hand = await world.hand("Ana")
    record = await hand.forge("Ana", Press(world.table.info.id, Verb.PLAY, 1, "D").custom_id)
    told = "The computer plays for you: take your seat back first, under *More*."
    assert said(world, record) == told
    taken = explanation(await (await more(world, "Elena")).forge_result("Elena", Verb.SEAT, "0"))
    assert taken == "This seat is kept for somebody who will be back."
    await panel.press("Ana", "Take my seat back")
    assert "It is the turn of **Bruno**." in panel.text
    assert world.table.info.seats[0].kind is SeatKind.HUMAN
    await world.wait(3)
    assert "The computer plays for" not in world.table_message().text


async def test_who_leaves_makes_room_for_somebody_else(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    panel = await more(world, "Ana")
    await panel.press("Ana", "Leave the table")
    assert panel.text == "You have left the table. The computer plays on for you."
    info = world.table.info
    assert info.seats[0].kind is SeatKind.COMPUTER
    assert info.host_id == world["Bruno"].id
    seat = await more(world, "Elena")
    assert seat.labels[2:] == ["Play instead of Ada"]
    await seat.press("Elena", "Play instead of Ada")
    assert "It is the turn of" in seat.text or "Your turn" in seat.text
    assert world.table.info.seats[0].user_id == world["Elena"].id


async def test_who_left_may_only_come_back_to_their_own_seat(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    for name in ("Ana", "Bruno"):
        await (await more(world, name)).press(name, "Leave the table")
    back = await more(world, "Ana")
    assert back.labels[2:] == ["Play instead of Ada"]
    told = explanation(await back.forge_result("Ana", Verb.SEAT, "1"))
    assert told == "You have seen other cards of this deal: only your old seat is open to you."
    await back.press("Ana", "Play instead of Ada")
    assert world.table.info.seats[0].user_id == world["Ana"].id


async def test_when_the_last_person_leaves_the_table_closes(world: World) -> None:
    await world.playing("Ana")
    table = world.table
    await (await more(world, "Ana")).press("Ana", "Leave the table")
    assert table.info.status is Status.ENDED
    version = table.table.version
    await world.wait(30)
    assert table.table.version == version


async def test_computers_take_their_turns_with_a_pause(world: World) -> None:
    await world.playing("Ana")
    await world.rig(position(START.replace("draw:", "seat: 1; draw:")))
    table = world.table
    await world.wait(1.4)
    assert table.to_act == 1
    await world.wait(0.2)
    assert table.to_act == 2
    await world.wait(1.5)
    assert table.to_act == 3


async def test_a_computer_thinks_off_the_event_loop(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts = thinking(world, monkeypatch)
    await world.playing("Ana")
    await world.rig(position(START.replace("draw:", "seat: 1; draw:")))
    version = world.table.table.version
    thoughts.clear()
    await world.wait(2)
    assert world.table.to_act == 2
    assert len(thoughts) == world.table.table.version - version


async def test_who_is_back_while_the_computer_thinks_plays(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.playing("Ana")
    await world.rig(position(START))
    thoughts = thinking(world, monkeypatch, seconds=1)
    await (await more(world, "Ana")).press("Ana", "Let the computer play for me")
    version = world.table.table.version
    await world.wait(2)
    assert thoughts == []
    await (await world.hand("Ana")).press("Ana", "Take my seat back")
    await world.wait(5)
    assert (world.table.table.version, world.table.to_act) == (version, 0)


def thinking(world: World, monkeypatch: pytest.MonkeyPatch, *, seconds: float = 0) -> list[None]:
    """Have computers think for so many seconds, away from the loop; return a list with an entry a thought."""
    desk, thoughts = world.bot.desk, []
    assert desk is not None
    ports = desk.flow._ports

    async def off_loop(work: Callable[[], T], /) -> T:
        await ports.sleep(seconds)
        thoughts.append(None)
        return work()

    monkeypatch.setattr(desk.flow, "_ports", replace(ports, off_loop=off_loop))
    return thoughts


async def test_computers_finish_a_whole_deal(world: World) -> None:
    await world.playing("Ana")
    await (await more(world, "Ana")).press("Ana", "Let the computer play for me")
    for _ in range(100):
        await world.wait(10)
        if not world.table.match.deal_running or world.table.match.deals:
            break
    assert len(world.table.match.deals) == 1


SIT_IN = "Let the computer play for Ana"


async def test_where_somebody_keeps_a_table_without_a_clock_waiting_the_computer_may_sit_in(
    world: World,
) -> None:
    await world.playing(*FOUR, position=position(START))
    await (await world.hand("Ana")).press("Ana", "Draw")
    panel = await more(world, "Bruno")
    sit_in = Press(world.table.info.id, Verb.SIT_IN, 0, "0").custom_id
    await world.wait(10 * 60 - 5)
    await panel.forge("Bruno", sit_in)
    assert SIT_IN not in (await more(world, "Bruno")).labels
    assert world.table.to_act == 0
    await world.wait(10)
    assert SIT_IN not in (await more(world, "Ana")).labels  # and with this press Ana is back
    await world.wait(10 * 60)
    panel = await more(world, "Bruno")
    assert said(world, await panel.forge("Elena", sit_in)) == "You do not sit at this table."
    await panel.press("Bruno", SIT_IN)
    assert SIT_IN not in panel.labels
    await world.wait(5)
    seat = world.table.info.seats[0]
    assert (seat.kind, seat.user_id) == (SeatKind.COMPUTER, world["Ana"].id)
    assert world.table.to_act == 1
    notes = [str(message.components) for message in world.table_message().channel.history()]
    assert any("Ana is away: the computer sits in" in note for note in notes)
    assert said(world, await panel.forge("Bruno", sit_in)) == "Nobody keeps you waiting any more."
    await (await more(world, "Ana")).press("Ana", "Take my seat back")
    assert world.table.info.seats[0].kind is SeatKind.HUMAN


async def test_at_a_table_with_a_clock_nobody_else_decides_that(world: World) -> None:
    await world.playing(*FOUR, position=position(START), clock="correspondence")
    await world.wait(60 * 60)
    assert SIT_IN not in (await more(world, "Bruno")).labels


async def test_who_goes_by_another_name_is_called_so_after_the_next_press(world: World) -> None:
    await world.playing(*FOUR)
    world.env.backend.edit_member(world.env.guild.id, world["Ana"].id, {"nick": "Anita"})
    await world.hand("Ana")
    await world.wait(2)
    assert world.table.info.seats[0].name == "Anita"
    assert "Anita" in world.table_message().text
    assert "Ana " not in world.table_message().text
