"""What goes wrong: one ERROR in the log with table, version and action; the person is told a number."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

import pytest

from bot.reply import Reply
from bot.ui.ids import Press, Verb
from storage.errors import WriteFailed
from tests.bot.world import TOKEN, explanation, said
from tests.positions import position

if TYPE_CHECKING:
    import discord

    from tests.bot.outages import Outage
    from tests.bot.world import World

FOUR = ("Ana", "Bruno", "Carla", "Dario")
START = "draw: 7H 7D 7C 9S 9C KD KC 4S 5H QH; pile: 4D KH; stock: 6S 8D 9D"
TOLD = r"This could not be saved, so it did not happen \(error ([0-9a-f]{6})\)\. Please try again\."
UNFORESEEN = r"Something went wrong here; it has been noted as error ([0-9a-f]{6})\."


async def test_a_press_that_cannot_be_stored_changes_nothing(
    world: World, logged_errors: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.playing(*FOUR, position=position(START))
    hand = await world.hand("Ana")
    before = world.table.table.view(0)

    async def broken(*_: object) -> None:
        raise WriteFailed("the disk is full")

    assert world.bot.desk is not None
    matches = world.bot.desk.tables._matches
    monkeypatch.setattr(matches, "append", broken)
    draw = hand.press_of(Verb.PLAY)
    record = await hand.forge("Ana", draw.custom_id)
    match = re.fullmatch(TOLD, said(world, record))
    assert match is not None
    (error,) = logged_errors
    assert error.getMessage() == (
        f"error {match[1]} at table {draw.table} version {draw.version} verb play action {record.id}: "
        "the disk is full"
    )
    logged_errors.clear()
    assert world.table.table.view(0) == before
    monkeypatch.undo()
    await hand.press("Ana", "Draw")
    assert "You drew" in hand.text


def take_long(world: World, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    """Have a call of the store take longer than an answer may."""
    assert world.bot.desk is not None
    matches = world.bot.desk.tables._matches
    original = getattr(matches, call)

    async def slow(*arguments: object) -> None:
        await world._sleep(2.5)
        await original(*arguments)

    monkeypatch.setattr(matches, call, slow)


async def test_an_outage_while_an_answer_is_promised_is_one_line_in_the_log(
    world: World, outage: Outage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.playing(*FOUR, position=position(START))
    hand = await world.hand("Ana")
    take_long(world, monkeypatch, "append")
    outage.begin("POST", "/interactions/*", "server error")
    record = await hand.forge("Ana", hand.custom_id("Draw"))
    await world.wait(1.8)
    told = [(entry.levelno, entry.getMessage(), entry.exc_info) for entry in caplog.records]
    words = f"interaction {record.id}: no answer could be promised (DiscordServerError 500)"
    assert told == [(logging.WARNING, words, None)]
    await world.wait(1)
    assert len(world.table.match.state.hands[0]) == 11


async def test_an_explanation_that_fails_itself_is_noted_too(
    world: World, logged_errors: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise KeyError("interaction")

    monkeypatch.setattr(Reply, "show", broken)
    await world["Ana"].slash(world.channel, "help")
    error, second = [record.getMessage() for record in logged_errors]
    assert re.fullmatch(r"error [0-9a-f]{6} at command help action \d+", error)
    assert re.fullmatch(r"command help action \d+: nobody knows whether the explanation arrived", second)
    logged_errors.clear()


async def test_a_choice_that_is_none_is_answered(
    world: World, logged_errors: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def misread(interaction: discord.Interaction) -> None:
        assert interaction.data is not None
        interaction.data["values"] = 7  # type: ignore[typeddict-unknown-key]
        await handle(interaction)

    await world.playing(*FOUR, position=position(START))
    hand = await world.hand("Ana")
    router = world.bot._router
    assert router is not None
    handle = router.on_interaction
    monkeypatch.setattr(router, "on_interaction", misread)
    record = await hand.forge("Ana", hand.custom_id("Draw"))
    assert re.fullmatch(UNFORESEEN, said(world, record))
    assert len(logged_errors) == 1
    logged_errors.clear()


async def test_a_command_that_fails_is_answered(
    world: World, logged_errors: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    assert world.bot.desk is not None
    monkeypatch.setattr(world.bot.desk.tables._matches, "create", broken)
    result = await world["Ana"].slash(world.channel, "canasta")
    assert re.fullmatch(UNFORESEEN, explanation(result))
    error = logged_errors.pop()
    assert "command canasta" in error.getMessage()
    assert error.exc_info is not None


@pytest.mark.parametrize(
    "damage",
    ["UPDATE matches SET snapshot = '{'", "UPDATE log SET payload = '{}'"],
)
async def test_a_damaged_table_is_set_aside_and_another_one_is_played(
    world: World, logged_errors: list[logging.LogRecord], damage: str
) -> None:
    await world.playing("Ana")
    await world.wait(10)
    table = world.table.info
    message = world.table_message()
    assert world.bot.desk is not None
    await world.bot.desk.tables._matches._database.run(lambda connection: connection.execute(damage))
    world.seed = 2  # or the new table would get the name of this one
    await world.restart()
    (error,) = logged_errors
    assert error.getMessage().startswith(f"table {table.id} is set aside: ")
    assert error.exc_info is None
    assert not re.search(r"\b[2-9TJQKA][CDHS]\b", error.getMessage())
    set_aside = "What was kept of this table is damaged. It is set aside; all others go on."
    hand = Press(table.id, Verb.HAND, 0, "")
    assert said(world, await message.forge("Ana", hand.custom_id)) == set_aside
    assert explanation(await world["Ana"].slash(world.channel, "hand")) == set_aside
    assert len(logged_errors) == 1
    logged_errors.clear()
    await world.playing("Ana", "Bruno")
    assert world.table.match.deal_running
    assert explanation(await world["Ana"].slash(world.channel, "table", table=table.id)) == set_aside


async def test_a_computers_step_that_fails_is_tried_again(
    world: World, logged_errors: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.playing("Ana")
    await world.rig(position(START.replace("draw:", "seat: 1; draw:")))
    assert world.bot.desk is not None
    matches = world.bot.desk.tables._matches

    async def broken(*_: object) -> None:
        raise WriteFailed("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(matches, "append", broken)
        await world.wait(2)
    assert world.table.to_act == 1
    assert len(logged_errors) == 1
    logged_errors.clear()
    await world.wait(11)
    assert world.table.to_act != 1


async def test_an_answer_that_takes_long_is_promised_first(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.playing(*FOUR, position=position(START))
    hand = await world.hand("Ana")
    take_long(world, monkeypatch, "append")
    record = await hand.forge("Ana", hand.custom_id("Draw"))
    assert not record.responded
    await world.wait(2.1)
    assert record.responded
    assert "You drew" not in hand.text
    await world.wait(1)
    assert "You drew **6♤**." in hand.text


async def test_a_command_that_takes_long_is_promised_first(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.playing(*FOUR, position=position(START))
    take_long(world, monkeypatch, "append")
    result = await world["Ana"].slash(world.channel, "draw")
    await world.wait(3)
    assert result.ephemeral
    assert result.response is not None
    assert "You drew" in str(result.response.components)


async def test_a_lobby_that_takes_long_is_public_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_long(world, monkeypatch, "create")
    await world["Ana"].slash(world.channel, "canasta")
    await world.wait(3)
    lobby = world.table_message()
    assert lobby.id in [message.id for message in world.channel.history(viewer=world["Bruno"])]
    await lobby.press("Bruno", "Sit: side 1")
    assert "Bruno" in lobby.text


async def test_an_answer_that_comes_too_late_is_no_error(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    hand = await world.hand("Ana")
    world.env.inject_error("POST", "/interactions/*", status=404, code=10062)
    await hand.forge("Ana", hand.custom_id("Draw"))
    assert len(world.table.match.state.hands[0]) == 11


async def test_a_lobby_that_came_too_late_to_be_seen_is_no_table(world: World) -> None:
    desk = world.bot.desk
    assert desk is not None
    world.env.inject_error("POST", "/interactions/*", status=404, code=10062)
    await world["Ana"].slash(world.channel, "canasta")
    await world.wait(1)
    assert desk.tables.known() == []
    for _ in range(5):  # as many as a host may have
        lobby = await world.lobby()
    assert "Ana (host)" in lobby.text


async def test_no_card_and_no_token_is_logged(world: World, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        for name in ("asyncio", "discord"):
            logging.getLogger(name).setLevel(logging.INFO)
        await world.playing(*FOUR, position=position(START))
        hand = await world.hand("Ana")
        press = Press(world.table.info.id, Verb.PLAY, world.table.table.version, "L9S9C4S")
        await hand.forge("Ana", press.custom_id)
        await hand.press("Ana", "Draw")
        await hand.forge("Ana", "nonsense 7H")
        await world["Ana"].slash(world.channel, "meld", cards="7H 7D 7C")
        await world.restart()
    logged = "\n".join(record.getMessage() for record in caplog.records)
    assert not re.search(r"\b[2-9TJQKA][CDHS]\b|[♧♢♡♤]|joker", logged)
    assert TOKEN not in logged
