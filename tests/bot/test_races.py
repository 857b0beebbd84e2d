"""Presses that meet: exactly one effect, everybody answered at once, nobody's mistake counted as an error."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from simcord import interactions
from simcord.backend import serializers

from bot.refusals import Refusal
from bot.tables import MAX_HOSTED, table_id_of
from bot.ui.ids import Press, Verb
from engine.rulebook import load_rules
from storage.model import SeatKind, Status
from tests.bot.world import BUTTON, said
from tests.positions import position

if TYPE_CHECKING:
    from storage.model import TableInfo
    from tests.bot.world import Message, World

FOUR = ("Ana", "Bruno", "Carla", "Dario")
START = "draw: 7H 7D 7C 9S 9C KD KC 4S 5H QH; pile: 4D KH; stock: 6S 8D 9D 8C 8S JC JD QC QD TC"
CLOSING = "play: KC; table: KH KS KC KD KH KS KD; pile: 4S"
MOVED_ON = "The table has moved on since. This is how it stands now."


def play(world: World, arg: str) -> str:
    table = world.table
    return Press(table.info.id, Verb.PLAY, table.table.version, arg).custom_id


def payload(world: World, name: str, message: Message, custom_id: str) -> dict[str, Any]:
    backend = world.env.backend
    record, data = interactions.base_payload(
        backend,
        type=3,
        channel_id=message.channel.id,
        guild_id=world.env.guild.id,
        user_id=world[name].id,
        data={"custom_id": custom_id, "component_type": BUTTON},
    )
    stored = backend.get_message(message.channel.id, message.id)
    data["message"] = dict(serializers.message_payload(backend, stored))
    record.source_message_id = message.id
    return data


@pytest.mark.parametrize("seed", range(3), indirect=True)
async def test_a_double_press_draws_once(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    hand = await world.hand("Ana")
    draw = play(world, "D")
    records = await world.at_once(("Ana", hand, draw), ("Ana", hand, draw))
    assert all(record.responded for record in records)
    assert len(world.table.match.state.hands[0]) == 11
    assert "You drew" in hand.text


async def test_an_interaction_that_arrives_twice_has_one_effect(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    hand = await world.hand("Ana")
    data = payload(world, "Ana", hand, play(world, "D"))
    for _ in range(2):
        world.env.backend.emit("INTERACTION_CREATE", data)
    await world.env.settle()
    assert len(world.table.match.state.hands[0]) == 11


async def test_two_people_at_once_and_it_is_the_turn_of_one(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    hands = {name: await world.hand(name) for name in ("Ana", "Bruno")}
    draw = play(world, "D")
    records = await world.at_once(("Bruno", hands["Bruno"], draw), ("Ana", hands["Ana"], draw))
    assert all(record.responded for record in records)
    assert [len(hand) for hand in world.table.match.state.hands[:2]] == [11, 2]
    assert world.table.table.version == 3  # sealed, cut, drawn


async def test_a_panel_that_is_out_of_date_never_acts(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    hand = await world.hand("Ana")
    old = play(world, "X4S")
    await hand.press("Ana", "Draw")
    before = world.table.table.version
    await hand.forge("Ana", old)
    assert world.table.table.version == before
    assert MOVED_ON in hand.text


async def test_everybody_wants_the_last_seat(world: World) -> None:
    lobby = await world.lobby()
    await lobby.press("Bruno", "Sit: side 2")
    await lobby.press("Carla", "Sit: side 1")
    sit = lobby.custom_id("Sit: side 2")
    records = await world.at_once(("Dario", lobby, sit), ("Elena", lobby, sit))
    assert [said(world, record) for record in records].count("No seat is free there.") == 1
    assert sum(seat.kind is SeatKind.HUMAN for seat in world.table.info.seats) == 4


async def test_start_is_pressed_twice(world: World) -> None:
    lobby = await world.seated("Ana")
    start = lobby.custom_id("Start")
    records = await world.at_once(("Ana", lobby, start), ("Ana", lobby, start))
    assert all(record.responded for record in records)
    await world.wait(1)
    assert world.table.info.status is Status.PLAYING
    assert len(world.channel.threads) == 1
    assert world.table.table.version >= 1


async def test_the_deadline_and_the_discard_meet(world: World) -> None:
    await world.playing(*FOUR, position=position(START), clock="live")
    hand = await world.hand("Ana")
    await hand.press("Ana", "Draw")
    discard = play(world, "X4S")
    deadline = world.table.deadline
    assert deadline is not None
    await world.wait((deadline - world.env.now()).total_seconds() - 0.001)
    world.env.backend.emit("INTERACTION_CREATE", payload(world, "Ana", hand, discard))
    await world.wait(0.01)
    await world.wait(3)
    assert world.table.to_act == 1
    assert len(world.table.match.state.hands[0]) == 10
    assert len(world.table.match.state.pile) == 3


async def test_a_press_while_the_bot_is_ending_is_answered_and_kept(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    hand = await world.hand("Ana")
    world.env.backend.emit("INTERACTION_CREATE", payload(world, "Ana", hand, play(world, "D")))
    await asyncio.sleep(0)
    await world.restart()
    assert len(world.table.match.state.hands[0]) == 11
    assert "You drew" in hand.text


async def test_a_handler_that_is_cancelled_after_its_commit_did_what_it_did_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.playing(*FOUR, position=position(START))
    hand = await world.hand("Ana")
    assert world.bot.desk is not None
    matches = world.bot.desk.tables._matches
    append = matches.append

    async def cut_off(*arguments: Any) -> None:
        await append(*arguments)
        raise asyncio.CancelledError

    draw = play(world, "D")
    with monkeypatch.context() as patch:
        patch.setattr(matches, "append", cut_off)
        await hand.forge("Ana", draw)
    await hand.forge("Ana", draw)
    assert len(world.table.match.state.hands[0]) == 11
    assert MOVED_ON in hand.text
    await hand.choose("Ana", "Discard…", "4♤")
    assert world.table.to_act == 1


@pytest.mark.parametrize("written", [True, False])
async def test_a_seat_taken_by_a_handler_that_is_cancelled_is_known_to_the_next_press(
    world: World, monkeypatch: pytest.MonkeyPatch, *, written: bool
) -> None:
    lobby = await world.lobby()
    assert world.bot.desk is not None
    matches = world.bot.desk.tables._matches
    save = matches.save

    async def cut_off(info: TableInfo) -> None:
        if written:
            await save(info)
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(matches, "save", cut_off)
        await lobby.forge("Bruno", lobby.custom_id("Sit: side 2"))
    await lobby.forge("Carla", lobby.custom_id("Sit: side 2"))
    assert ("Bruno & Carla" in lobby.text) == written
    await lobby.press("Dario", "Sit: side 2" if not written else "Sit: side 1")
    await world.restart()
    names = {seat.name for seat in world.table.info.seats} - {""}
    assert names == {"Ana", "Carla", "Dario"} | ({"Bruno"} if written else set())


async def test_rules_changed_by_a_handler_that_is_cancelled_are_those_of_the_match(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.lobby()
    assert world.bot.desk is not None
    tables, table = world.bot.desk.tables, world.table
    change_rules, rules = tables._matches.change_rules, load_rules("italian", None, {"match.target": 3000})

    async def cut_off(*arguments: Any) -> None:
        await change_rules(*arguments)
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(tables._matches, "change_rules", cut_off)
        with world.env._bot_scope(), pytest.raises(asyncio.CancelledError):
            await tables.change(table, lambda info: replace(info, rules=rules))
    assert table.info.rules != rules
    with world.env._bot_scope():
        assert await tables.find(table.info.guild_id, table.info.id) is table
    assert table.info.rules == table.match.rules == rules


async def test_away_and_back_at_once(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    table = world.table_message()
    away, back = (Press(world.table.info.id, verb).custom_id for verb in (Verb.AWAY, Verb.BACK))
    records = await world.at_once(("Bruno", table, away), ("Bruno", table, back))
    assert all(record.responded for record in records)
    assert world.table.info.seats[1].user_id == world["Bruno"].id


async def test_many_tables_at_once_stop_at_the_limit(world: World) -> None:
    assert world.bot.desk is not None
    tables = world.bot.desk.tables
    await world.lobby()
    like = world.table.info

    async def open_one(number: int) -> bool:
        try:
            await tables.create(replace(like, id=table_id_of(str(number))))
        except Refusal:
            return False
        return True

    with world.env._bot_scope():
        opened = await asyncio.gather(*map(open_one, range(MAX_HOSTED + 3)))
    assert opened.count(True) == MAX_HOSTED - 1
    assert len(await world.open_tables()) == MAX_HOSTED


# What a restart must not forget


async def test_who_was_ready_is_still_ready_after_a_restart(world: World) -> None:
    await world.playing("Ana", "Bruno", position=position(CLOSING))
    await (await world.hand("Ana")).press("Ana", "Go out")
    await world.wait(1)
    await world.table_message().press("Ana", "Next deal")
    await world.restart()
    sheet = world.table_message()
    assert "Not ready yet: Bruno" in sheet.text
    await sheet.press("Bruno", "Next deal")
    await world.cut_at_random()
    assert world.table.match.deal_running


async def test_readiness_for_one_deal_is_none_for_the_next(world: World) -> None:
    await world.playing("Ana", "Bruno", position=position(CLOSING))
    await (await world.hand("Ana")).press("Ana", "Go out")
    await world.wait(1)
    await world.table_message().press("Ana", "Next deal")
    await world.wait(31)
    await world.cut_at_random()
    await world.rig(position(CLOSING))
    await (await world.hand("Ana")).press("Ana", "Go out")
    await world.wait(1)
    assert "Not ready yet: Ana, Bruno" in world.table_message().text


async def test_votes_survive_a_restart(world: World) -> None:
    await world.playing("Ana", "Bruno", position=position(START))
    end, agree = (Press(world.table.info.id, verb).custom_id for verb in (Verb.END, Verb.AGREE))
    message = world.table_message()
    await world.at_once(("Ana", message, end))
    await world.restart()
    table = world.table
    await world.at_once(("Bruno", message, agree))
    assert table.info.status is Status.ENDED


async def test_former_seats_survive_a_restart(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    message = world.table_message()
    leave = Press(world.table.info.id, Verb.LEAVE).custom_id
    await world.at_once(("Ana", message, leave), ("Bruno", message, leave))
    await world.restart()
    (record,) = await world.at_once(("Ana", message, Press(world.table.info.id, Verb.SEAT, 0, "1").custom_id))
    told = "You have seen other cards of this deal: only your old seat is open to you."
    assert said(world, record) == told
