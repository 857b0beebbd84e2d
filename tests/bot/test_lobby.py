"""The way to a table: opening, sitting, leaving, filling, starting, cancelling."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.seating import change_rule
from bot.tables import MAX_HOSTED
from bot.ui.ids import Press, Verb
from storage.model import Status
from tests.bot.outages import FAULTS, Outage, refusal
from tests.bot.world import Message, deny, explanation, said

if TYPE_CHECKING:
    from tests.bot.world import World


async def test_who_opens_a_table_sits_there_as_its_host(world: World) -> None:
    lobby = await world.lobby()
    assert "**Side 1:** Ana (host) & *empty seat*" in lobby.text
    assert lobby.labels == [
        *("Sit: side 1", "Sit: side 2", "Leave", "Fill up with computers", "House rules", "Cancel"),
    ]


async def test_the_target_is_the_one_asked_for(world: World) -> None:
    lobby = await world.lobby(target=3000)
    assert "4 players in pairs, to 3000 points" in lobby.text
    assert world.table.info.rules.match.target == 3000


async def test_people_sit_on_the_side_they_choose_and_change_it(world: World) -> None:
    lobby = await world.lobby()
    await lobby.press("Bruno", "Sit: side 1")
    await lobby.press("Carla", "Sit: side 2")
    assert "**Side 1:** Ana (host) & Bruno" in lobby.text
    await lobby.press("Bruno", "Sit: side 2")
    assert "**Side 1:** Ana (host) & *empty seat*" in lobby.text
    assert "**Side 2:** Carla & Bruno" in lobby.text


async def test_a_person_has_one_seat_and_a_side_two(world: World) -> None:
    lobby = await world.lobby()
    assert explanation(await lobby.press("Ana", "Sit: side 1")) == "You already sit there."
    await lobby.press("Bruno", "Sit: side 1")
    record = await lobby.forge("Carla", Press(world.table.info.id, Verb.SIT, arg="0").custom_id)
    assert said(world, record) == "No seat is free there."


async def test_two_press_for_the_last_seat_and_one_gets_it(world: World) -> None:
    lobby = await world.lobby()
    sit = lobby.custom_id("Sit: side 1")
    records = await world.at_once(("Bruno", lobby, sit), ("Carla", lobby, sit))
    assert all(record.responded for record in records)
    assert [said(world, record) for record in records].count("No seat is free there.") == 1
    await world.wait(2)
    assert ("Bruno" in lobby.text) != ("Carla" in lobby.text)


async def test_the_host_passes_on_and_the_last_to_leave_closes_the_table(world: World) -> None:
    lobby = await world.lobby()
    await lobby.press("Bruno", "Sit: side 2")
    await lobby.press("Ana", "Leave")
    assert "Bruno (host)" in lobby.text
    assert explanation(await lobby.press("Elena", "Leave")) == "You do not sit at this table."
    await lobby.press("Bruno", "Leave")
    assert "This table is closed." in lobby.text
    assert lobby.labels == []


async def test_computers_fill_up_and_people_take_their_places(world: World) -> None:
    lobby = await world.lobby()
    told = explanation(await lobby.press("Elena", "Fill up with computers"))
    assert told == "You do not sit at this table."
    await lobby.press("Ana", "Fill up with computers")
    assert lobby.text.count("(computer)") == 3
    await lobby.press("Bruno", "Sit: side 2")
    assert lobby.text.count("(computer)") == 2
    assert "Bruno" in lobby.text


async def test_only_the_host_starts_and_only_a_full_table(world: World) -> None:
    lobby = await world.lobby()
    start = Press(world.table.info.id, Verb.START).custom_id
    told = "Some seats are still free: wait for people or fill up with computers."
    assert said(world, await lobby.forge("Ana", start)) == told
    await lobby.press("Ana", "Fill up with computers")
    assert explanation(await lobby.press("Bruno", "Start")) == "Only the host can start the match."
    await lobby.press("Ana", "Start")
    await world.cut_at_random()
    assert world.table.info.status is Status.PLAYING


async def test_the_match_is_played_in_a_thread_of_its_own(world: World) -> None:
    table = await world.playing("Ana", "Bruno")
    (thread,) = world.channel.threads
    assert table.channel.id == thread.id
    assert thread.name == "Italian Canasta: Ana, Bruno, Ada, Blaise"
    lobby = world.channel.history()[0]
    assert Message(world, world.channel, lobby.id).text == f"The match is played in <#{thread.id}>."
    members = world.env.backend.get_channel(thread.id).thread_members
    assert {world["Ana"].id, world["Bruno"].id} <= set(members)


async def test_without_the_permission_for_threads_it_is_played_in_the_channel(world: World) -> None:
    deny(world, create_public_threads=False)
    table = await world.playing("Ana")
    assert world.channel.threads == []
    assert table.labels == ["My hand", "In words", "Log", "More"]
    assert world.channel.last_message is not None
    assert table.id == world.channel.last_message.id


async def test_where_no_thread_can_be_opened_it_is_played_in_the_channel(world: World) -> None:
    lobby = await world.seated("Ana")
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=160006)
    await lobby.press("Ana", "Start")
    await world.cut_at_random()
    await world.wait(1)
    assert lobby.labels == ["My hand", "In words", "Log", "More"]


async def test_in_a_thread_it_is_played_right_there(world: World) -> None:
    await world.playing("Ana")
    thread = world.table_message().channel
    await world["Ana"].slash(thread, "end")
    result = await world["Ana"].slash(thread, "canasta")
    assert result.response is not None
    lobby = Message(world, thread, result.response.id)
    await lobby.press("Ana", "Fill up with computers")
    await lobby.press("Ana", "Start")
    await world.cut_at_random()
    await world.wait(1)
    assert world.table.info.channel_id == thread.id
    assert lobby.labels == ["My hand", "In words", "Log", "More"]


async def test_two_presses_on_start_begin_one_match(world: World) -> None:
    lobby = await world.seated("Ana")
    start = lobby.custom_id("Start")
    records = await world.at_once(("Ana", lobby, start), ("Ana", lobby, start))
    assert all(record.responded for record in records)
    assert [said(world, record) for record in records].count("The match has already started.") == 1
    assert len(world.channel.threads) == 1
    await world.cut_at_random()
    kinds = [entry.kind for entry in await history(world)]
    assert kinds[:2] == ["seal", "cut"]
    assert set(kinds[2:]) <= {"action"}


async def test_the_host_or_a_moderator_cancels(world: World) -> None:
    lobby = await world.lobby()
    told = explanation(await lobby.press("Bruno", "Cancel"))
    assert told == "Only the host can cancel this table."
    guild = world.env.guild
    moderators = guild.create_role("Mods", permissions=discord.Permissions(manage_messages=True))
    mod = guild.add_member(world.env.create_user("mod"), roles=[moderators])
    world.people["Mod"] = mod
    await lobby.press("Mod", "Cancel")
    assert "This table is closed." in lobby.text


async def test_a_lobby_that_nobody_touches_expires(world: World) -> None:
    lobby = await world.lobby()
    await world.wait(29 * 60)
    await lobby.press("Bruno", "Sit: side 2")
    await world.wait(29 * 60)
    assert lobby.labels != []
    table = world.table
    await world.wait(61)
    assert table.info.status is Status.ENDED


async def test_a_lobby_that_is_not_known_to_be_shown_goes_soon(world: World) -> None:
    world.env.inject_error("POST", "/interactions/*", status=500, times=5)
    await world["Ana"].slash(world.channel, "canasta")
    await world.wait(30)
    (table,) = await world.open_tables()
    assert table.info.message_id is None
    await world.wait(60)
    assert table.info.status is Status.ENDED


async def lost(world: World, outage: Outage) -> Message:
    """A lobby that is shown, which the bot does not know as the answer was lost."""
    outage.begin("POST", "/interactions/*/callback", "timeout", works=True)
    await world["Ana"].slash(world.channel, "canasta")
    outage.end()
    assert world.table.info.message_id is None
    messages = [Message(world, world.channel, message.id) for message in world.channel.history()]
    return next(message for message in messages if "Cancel" in message.labels)


async def test_a_lobby_that_is_not_known_to_be_shown_is_found(world: World, outage: Outage) -> None:
    lobby = await lost(world, outage)
    await world.wait(65)
    assert world.table.info.message_id == lobby.id
    await world.wait(31 * 60)
    assert (await world.open_tables(), lobby.labels) == ([], [])


async def test_a_lobby_that_was_shown_by_an_answer_said_to_be_late_goes(
    world: World, outage: Outage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when an answer takes effect, fails all the same, and is given again by the library."""
    monkeypatch.setitem(FAULTS, "acknowledged already", lambda: refusal(400, 40060))
    outage.begin("POST", "/interactions/*/callback", "acknowledged already", works=True)
    await world["Ana"].slash(world.channel, "canasta")
    outage.end()
    assert await world.open_tables() == []
    assert len(world.channel.history()) == 1
    await world.wait(30)
    assert world.channel.history() == []


async def test_a_press_on_a_lobby_proves_that_it_is_shown(world: World, outage: Outage) -> None:
    lobby = await lost(world, outage)
    await lobby.press("Bruno", "Sit: side 2")
    assert world.table.info.message_id == lobby.id
    assert "Bruno" in lobby.text


async def test_a_press_on_anything_else_proves_nothing(world: World, outage: Outage) -> None:
    lobby = await lost(world, outage)
    table, sit = world.table, lobby.custom_id("Sit: side 2")
    another = await world.lobby("Carla")
    private = await another.press_new("Carla", "House rules")
    await another.forge("Bruno", sit)
    await private.forge("Carla", sit)
    assert table.info.message_id is None


async def test_a_lobby_whose_rules_are_being_chosen_stays_open(world: World) -> None:
    await world.lobby()
    table = world.table
    for target in ("3000", "4000", "6000", "7000"):
        await world.wait(25 * 60)
        change = partial(change_rule, user_id=world["Ana"].id, option="match.target", word=target)
        with world.env._bot_scope():
            await world.bot.desk.tables.change(table, change)  # type: ignore[union-attr]  # it has started
    assert table.info.status is Status.LOBBY
    await world.wait(31 * 60)
    assert table.info.status is Status.ENDED


@pytest.mark.parametrize("hosted", [0, MAX_HOSTED - 1])
async def test_a_command_that_arrives_twice_opens_one_table(
    world: World, monkeypatch: pytest.MonkeyPatch, hosted: int
) -> None:
    for _ in range(hosted):
        await world.lobby()
    emit = world.env.backend.emit

    def twice(event: str, data: dict[str, Any], **options: Any) -> None:
        for _ in range(1 + (event == "INTERACTION_CREATE")):
            emit(event, data, **options)

    monkeypatch.setattr(world.env.backend, "emit", twice)
    await world["Ana"].slash(world.channel, "canasta")
    await world.wait(120)
    *_, table = tables = await world.open_tables()
    assert len(tables) == hosted + 1
    assert table.info.message_id is not None
    assert table.info.status is Status.LOBBY


async def test_an_expired_lobby_says_so_and_explains_old_presses(world: World) -> None:
    lobby = await world.lobby()
    sit = lobby.custom_id("Sit: side 2")
    await world.wait(31 * 60)
    message = Message(world, world.channel, world.channel.history()[-1].id)
    assert "This table is closed." in message.text
    assert said(world, await message.forge("Bruno", sit)) == "This table is closed."


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        ({"send_messages": False}, "Send Messages"),
        ({"view_channel": False}, "View Channel"),
    ],
)
async def test_what_the_bot_lacks_is_named(world: World, denied: dict[str, bool], named: str) -> None:
    deny(world, **denied)
    result = await world["Ana"].slash(world.channel, "canasta")
    told = f"I cannot do that here: I lack these permissions in this channel: {named}."
    assert explanation(result) == told
    assert await world.open_tables() == []


async def test_several_tables_in_a_channel(world: World) -> None:
    first, second = await world.lobby("Ana"), await world.lobby("Ana")
    await first.press("Bruno", "Sit: side 1")
    await second.press("Carla", "Sit: side 2")
    assert "Bruno" in first.text
    assert "Carla" not in first.text
    assert len(await world.open_tables()) == 2


async def history(world: World) -> list[object]:
    table = world.table
    assert world.bot.desk is not None
    stored = await world.bot.desk.tables._matches.history(table.table.match_id)
    return [*stored.entries]
