"""House rules: chosen by the host in the lobby, shown to everybody, kept for the whole match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.ui.ids import Press, Verb
from engine.ports import MatchId
from storage.history import record_of
from tests.bot.world import explanation, said

if TYPE_CHECKING:
    from tests.bot.world import Message, World

BONUS = "bonus for going out"


async def panel(world: World, **options: object) -> tuple[Message, Message]:
    """Ana's lobby, and her private panel of house rules."""
    lobby = await world.lobby(**options)
    return lobby, await lobby.press_new("Ana", "House rules")


async def test_the_host_chooses_and_everybody_sees_it(world: World) -> None:
    lobby, house = await panel(world)
    assert house.options[BONUS] == ["0 (usual)", "100", "200"]
    await house.choose("Ana", BONUS, "200")
    await house.choose("Ana", "cards in a canasta", "6")
    await world.wait(1)
    assert "House rules: bonus for going out: 200 (I-13) · cards in a canasta: 6 (I-11)" in lobby.text
    assert world.table.info.rules.options == {"going_out.bonus": 200, "canasta.min_size": 6}
    await house.choose("Ana", BONUS, "0 (usual)")
    assert world.table.info.rules.options == {"canasta.min_size": 6}


async def test_the_panel_shows_what_is_chosen(world: World) -> None:
    _, house = await panel(world, rules="tranca")
    await house.choose("Ana", "canasta needed to go out", "royal: a sequence from four to ace")
    chosen = [
        option["label"]
        for row in house.components
        for select in row.get("components", [])
        for option in select["options"]
        if option["default"]
    ]
    assert "royal: a sequence from four to ace" in chosen
    assert "3000 (usual)" in chosen
    assert len(chosen) == len(house.options)


async def test_house_rules_are_kept_and_frozen_into_the_match(world: World) -> None:
    _, house = await panel(world)
    await house.choose("Ana", BONUS, "200")
    await world.restart()
    await world.table_message().press("Ana", "Fill up with computers")
    await world.table_message().press("Ana", "Start")
    await world.cut_at_random()
    await world.wait(2)
    assert world.table.match.rules.options == {"going_out.bonus": 200}
    assert "House rules: bonus for going out: 200 (I-13)" in world.table_message().text
    press = Press(world.table.info.id, Verb.OPTION, 0, "going_out.bonus").custom_id
    record = await world.table_message().forge("Ana", press)
    assert said(world, record) == "The match has already started."


async def test_records_carry_the_house_rules(world: World) -> None:
    _, house = await panel(world)
    await house.choose("Ana", BONUS, "200")
    assert world.bot.desk is not None
    info = world.table.info
    history = await world.bot.desk.tables._matches.history(MatchId(info.guild_id, info.id))
    assert record_of(history)["rules"]["options"] == {"going_out.bonus": 200}


async def test_a_rematch_is_played_by_the_same_house_rules(world: World) -> None:
    lobby, house = await panel(world)
    await house.choose("Ana", BONUS, "200")
    await lobby.press("Ana", "Fill up with computers")
    await lobby.press("Ana", "Start")
    await world.cut_at_random()
    await world.wait(1)
    end = world.table_message()
    await world["Ana"].slash(world.channel, "end")
    await world.wait(2)
    await end.press("Ana", "Rematch")
    assert world.table.info.rules.options == {"going_out.bonus": 200}


async def test_only_the_host_chooses(world: World) -> None:
    lobby = await world.lobby()
    await lobby.press("Bruno", "Sit: side 2")
    for name in ("Bruno", "Elena"):
        assert (
            explanation(await lobby.press(name, "House rules")) == "Only the host can choose the house rules."
        )


@pytest.mark.parametrize("option", ["going_out.bonus", "canasta.clean", "no.such", ""])
async def test_forged_choices_are_refused(world: World, option: str) -> None:
    lobby = await world.lobby()
    record = await lobby.forge("Ana", Press(world.table.info.id, Verb.OPTION, 0, option).custom_id)
    assert said(world, record) == "These rules cannot be played like that."
    assert world.table.info.rules.options == {}
