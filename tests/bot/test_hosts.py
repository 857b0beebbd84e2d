"""The host of a lobby: gives way when gone, and may take others off their seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.ui.ids import Press, Verb
from storage.model import Status
from tests.bot.world import explanation, said

if TYPE_CHECKING:
    from tests.bot.world import World


def asked_for_members(world: World) -> int:
    return sum(request.method == "GET" and "/members/" in request.path for request in world.env.http_requests)


async def test_a_host_who_left_the_server_gives_way_to_who_wants_to_start(world: World) -> None:
    lobby = await world.seated("Ana", "Bruno", "Carla", "Dario")
    world.env.guild.remove_member(world["Ana"])
    told = explanation(await lobby.press("Carla", "Start"))
    assert told == "Only the host can start the match."
    await world.wait(2)
    assert "**Side 1:** *empty seat* & Carla" in lobby.text
    assert "**Side 2:** Bruno (host) & Dario" in lobby.text
    start = Press(world.table.info.id, Verb.START).custom_id
    assert "still free" in said(world, await lobby.forge("Bruno", start))
    await lobby.press("Bruno", "Fill up with computers")
    await lobby.press("Bruno", "Start")
    await world.cut_at_random()
    assert world.table.info.status is Status.PLAYING


async def test_whoever_is_left_cancels_however_many_hosts_are_gone(world: World) -> None:
    lobby = await world.seated("Ana", "Bruno", "Carla", "Dario")
    for name in ("Ana", "Bruno"):
        world.env.guild.remove_member(world[name])
    await lobby.press("Carla", "Cancel")
    assert "This table is closed." in lobby.text
    assert asked_for_members(world) == 2


async def test_two_find_out_at_once_that_the_host_is_gone(world: World) -> None:
    lobby = await world.seated("Ana", "Bruno", "Carla", "Dario")
    world.env.guild.remove_member(world["Ana"])
    start = lobby.custom_id("Start")
    records = await world.at_once(("Bruno", lobby, start), ("Carla", lobby, start))
    told = [said(world, record) for record in records]
    assert told == [
        "Some seats are still free: wait for people or fill up with computers.",
        "Only the host can start the match.",
    ]
    assert [seat.name for seat in world.table.info.seats] == ["", "Bruno", "Carla", "Dario"]


async def test_for_a_host_discord_is_asked_once_and_only_by_who_sits_there(world: World) -> None:
    lobby = await world.seated("Ana", "Bruno", "Carla", "Dario")
    for label in ("Start", "Cancel"):
        assert "Only the host" in explanation(await lobby.press("Elena", label))
    assert asked_for_members(world) == 0
    assert "Only the host" in explanation(await lobby.press("Bruno", "Start"))
    assert asked_for_members(world) == 1
    await lobby.press("Ana", "Start")
    assert asked_for_members(world) == 1


@pytest.mark.parametrize(("status", "code"), [(404, 10004), (403, 50001)])
async def test_a_host_of_whom_nobody_knows_anything_stays(world: World, status: int, code: int) -> None:
    lobby = await world.seated("Ana", "Bruno", "Carla", "Dario")
    world.env.inject_error("GET", "/guilds/*/members/*", status=status, code=code)
    assert explanation(await lobby.press("Bruno", "Cancel")) == "Only the host can cancel this table."
    assert "Ana (host)" in lobby.text


@pytest.mark.parametrize("ranked", [False, True])
async def test_the_host_removes_people_who_may_sit_down_again(world: World, *, ranked: bool) -> None:
    lobby = await world.lobby(ranked=ranked)
    assert "Remove somebody" not in lobby.labels
    await lobby.press("Bruno", "Sit: side 2")
    await lobby.press("Carla", "Sit: side 1")
    removal = await lobby.press_new("Ana", "Remove somebody")
    assert removal.labels == ["Remove Bruno", "Remove Carla"]
    await removal.press("Ana", "Remove Bruno")
    await world.wait(2)
    assert "**Side 1:** Ana (host) & Carla" in lobby.text
    assert "**Side 2:** *empty seat* & *empty seat*" in lobby.text
    assert removal.labels == ["Remove Carla"]
    await removal.press("Ana", "Remove Carla")
    assert removal.text == "Nobody but you sits here."
    await world.wait(2)
    assert "Remove somebody" not in lobby.labels
    await lobby.press("Bruno", "Sit: side 2")
    assert "**Side 2:** Bruno & *empty seat*" in lobby.text


async def test_nobody_else_removes_anybody(world: World) -> None:
    lobby = await world.seated("Ana", "Bruno", "Carla", "Dario")
    for name in ("Bruno", "Elena"):
        told = explanation(await lobby.press(name, "Remove somebody"))
        assert told == "Only the host can remove somebody."
        forged = await lobby.forge_result(name, Verb.REMOVE, str(world["Carla"].id))
        assert explanation(forged) == "Only the host can remove somebody."
    for arg in (str(world["Elena"].id), "", "-1", "Carla", "9" * 60):
        forged = await lobby.forge_result("Ana", Verb.REMOVE, arg)
        assert explanation(forged) == "This person does not sit here any more."
    assert "Ana (host) & Carla" in lobby.text
    await lobby.press("Ana", "Start")
    await world.cut_at_random()
    forged = await lobby.forge_result("Ana", Verb.REMOVE, str(world["Carla"].id))
    assert explanation(forged) == "The match has already started."
