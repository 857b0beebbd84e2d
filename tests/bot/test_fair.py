"""Sealed decks at a table: who cuts, when, and what is shown afterwards."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot.flow import NEXT_DEAL_SECONDS
from bot.ui.cut import CUT_SECONDS
from bot.ui.ids import Verb
from engine.fair import check_fair
from engine.players import PLAYERS
from engine.seal import cut_deck
from storage.history import record_of
from tests.bot.world import Message, explanation, said
from tests.positions import position

if TYPE_CHECKING:
    from tests.bot.world import World

FOUR = ("Ana", "Bruno", "Carla", "Dario")
CLOSING = "play: KC; table: KH KS KC KD KH KS KD; pile: 4S"


async def sealed(world: World, *names: str) -> tuple[Message, str]:
    """Start a match; return the message that waits for the cut, and who is to cut."""
    lobby = await world.seated(*names)
    await lobby.press(names[0], "Start")
    await world.wait(1)
    cutter = world.table.table.cutter
    assert cutter is not None
    return world.table_message(), world.table.info.seats[cutter].name


def pledged(world: World) -> str:
    """Return the commitment of the deck that waits or is played."""
    pledge = world.table.table.pledge
    assert pledge is not None
    return pledge.commitment


async def fill_in(world: World, message: Message, name: str, number: str) -> Any:
    shown = await message.press(name, "Cut the deck")
    return await world[name].submit_modal(shown, {"number": number})


async def test_the_commitment_is_shown_before_the_cut(world: World) -> None:
    message, cutter = await sealed(world, *FOUR)
    commitment = pledged(world)
    assert f"Commitment: `{commitment}`" in message.text
    assert f"**{cutter}** cuts it; after 15 seconds it is cut at random." in message.text
    assert message.labels == ["Cut the deck", "More"]


async def test_the_cut_deals_from_where_the_player_said(world: World) -> None:
    message, cutter = await sealed(world, *FOUR)
    table = world.table.table
    deck = table._snapshot.sealed.deck.deck  # type: ignore[union-attr]  # it is sealed
    await fill_in(world, message, cutter, "17 ")
    await world.wait(1)
    assert table.match.deal_running
    fair = table._snapshot.fair
    assert fair is not None
    assert (fair.cut, fair.cut_by) == (17, [seat.name for seat in world.table.info.seats].index(cutter))
    assert fair.dealt == cut_deck(deck, 17)
    assert "Deal 1 of a match to 5000" in world.table_message().text


async def test_an_open_hand_leads_from_the_deal_that_is_over_to_the_cut(world: World) -> None:
    await world.playing(*FOUR, position=position(CLOSING))
    hands = {name: await world.hand(name) for name in FOUR}
    await hands["Ana"].choose("Ana", "Discard…", "K♧")
    await hands["Ana"].press("Ana", "Go out")
    await world.wait(1)
    for name, hand in hands.items():
        await hand.press(name, "Next deal")
    await world.wait(1)
    cutter = world.table.table.cutter
    assert cutter is not None
    name = world.table.info.seats[cutter].name
    for other in set(FOUR) - {name}:
        assert f"The next deck is shuffled: **{name}** cuts it." in hands[other].text
        assert "Cut the deck" not in hands[other].labels
    assert "The next deck is shuffled: you cut it." in hands[name].text
    await fill_in(world, hands[name], name, "17")
    await world.wait(1)
    fair = world.table.table._snapshot.fair
    assert fair is not None
    assert (fair.cut, fair.cut_by) == (17, cutter)
    assert "The deal is over." not in hands[name].text


async def test_by_command(world: World) -> None:
    _, cutter = await sealed(world, *FOUR)
    result = await world[cutter].slash(world.channel, "cut", number=0)
    assert explanation(result) == "You cut the deck at 0."
    assert world.table.match.deal_running
    again = await world[cutter].slash(world.channel, "cut", number=0)
    assert explanation(again) == "No deck waits to be cut."


@pytest.mark.parametrize("number", ["-1", "108", "1.5", "¹", "ten", "٣"])
async def test_what_is_no_cut_is_explained(world: World, number: str) -> None:
    message, cutter = await sealed(world, *FOUR)
    result = await fill_in(world, message, cutter, number)
    assert explanation(result) == "Say a number from 0 to 107."
    assert not world.table.match.deal_running


async def test_a_form_that_would_come_too_late_is_asked_for_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    message, cutter = await sealed(world, *FOUR)
    assert world.bot.desk is not None
    tables = world.bot.desk.tables
    find = tables.find

    async def slow(*arguments: Any) -> Any:
        await world._sleep(2.5)
        return await find(*arguments)

    monkeypatch.setattr(tables, "find", slow)
    record = await message.forge(cutter, message.custom_id("Cut the deck"))
    await world.wait(3)
    assert said(world, record) == "That took too long. Please press again."


async def test_nobody_else_cuts(world: World) -> None:
    message, cutter = await sealed(world, *FOUR)
    other = next(name for name in FOUR if name != cutter)
    told = f"**{cutter}** is to cut this deck."
    assert explanation(await message.press(other, "Cut the deck")) == told
    assert explanation(await message.press("Elena", "Cut the deck")) == "You do not sit at this table."
    assert explanation(await world[other].slash(world.channel, "cut", number=3)) == told
    forged = await message.forge_result(other, Verb.CUT_AT, "")
    assert explanation(forged) == told
    assert not world.table.match.deal_running


async def test_without_a_cut_it_is_cut_at_random(world: World) -> None:
    await sealed(world, *FOUR)
    await world.wait(CUT_SECONDS)
    assert world.table.match.deal_running
    fair = world.table.table._snapshot.fair
    assert fair is not None
    assert fair.cut_by is None


async def test_a_computer_cuts_at_once(world: World) -> None:
    lobby = await world.seated("Ana")
    await lobby.press("Ana", "Start")
    cutter = world.table.table.cutter
    await world.wait(1)
    expected = cutter is None or world.table.info.seats[cutter].name != "Ana"
    assert world.table.match.deal_running == expected


async def test_a_restart_while_the_deck_waits(world: World) -> None:
    message, cutter = await sealed(world, *FOUR)
    commitment = pledged(world)
    await world.restart()
    assert pledged(world) == commitment
    await fill_in(world, message, cutter, "5")
    await world.wait(1)
    assert world.table.match.deal_running


async def test_two_cuts_at_once_deal_once(world: World) -> None:
    _, cutter = await sealed(world, *FOUR)
    version = world.table.table.version
    for number in (3, 4):
        await world[cutter].slash(world.channel, "cut", number=number)
    assert world.table.table.version == version + 1


async def test_all_is_shown_and_checked_after_the_deal(world: World) -> None:
    message, cutter = await sealed(world, *FOUR)
    commitment = pledged(world)
    await fill_in(world, message, cutter, "17")
    await play_out(world)
    table = world.table
    revealed = table.table.revealed
    assert revealed is not None
    await world.wait(1)
    sheet = world.table_message().text
    for line in (f"Commitment: `{commitment}`", f"Nonce: `{revealed.sealed.nonce}`", "Cut at 17."):
        assert line in sheet
    result = await world["Elena"].slash(world.channel, "verify", match=str(table.info.id))
    told = explanation(result)
    assert "All of it agrees" in told
    assert f"Cut at 17 by the player on the seat of {cutter}" in told
    assert "The deck before the cut:" in told
    history = await world.bot.desk.archive._matches.history(table.info.match_id)  # type: ignore[union-attr]  # it has started
    assert check_fair([json.dumps(record_of(history)).encode()])["fair_deals"] == 1


async def test_what_binds_the_deal_is_told_while_it_is_played(world: World) -> None:
    message, cutter = await sealed(world, *FOUR)
    commitment = pledged(world)
    before = explanation(await world["Ana"].slash(world.channel, "verify"))
    assert before.splitlines()[:2] == ["### Deal 1, not over yet", f"-# Commitment: `{commitment}`"]
    assert "Cut at" not in before
    await fill_in(world, message, cutter, "17")
    await world.wait(1)
    table = world.table_message()
    assert f"Deal 1 of a match to 5000 · sealed `{commitment[:8]}…`" in table.text
    assert commitment not in table.text
    told = [f"Commitment: `{commitment}`", f"Cut at 17 by the player on the seat of {cutter}"]
    match = str(world.table.info.id)
    for shown in (
        explanation(await table.press("Elena", "In words")),
        "\n".join(reversed(explanation(await table.press("Elena", "Log")).splitlines())),
        explanation(await world["Elena"].slash(world.channel, "verify", match=match)),
        explanation(await world["Ana"].slash(world.channel, "verify", deal=1)),
    ):
        lines = [line.removeprefix("-# ") for line in shown.splitlines()]
        assert [line for line in lines if line in told] == told
        assert "nonce" not in shown.replace("Deck and nonce are revealed", "").lower()
        assert "7H" not in shown
    refused = await world["Ana"].slash(world.channel, "verify", deal=2)
    assert explanation(refused) == "There is no such deal, or it is not over yet."


async def test_the_last_deal_is_checked_with_a_word_of_the_running_one(world: World) -> None:
    message, cutter = await sealed(world, *FOUR)
    await fill_in(world, message, cutter, "17")
    await play_out(world)
    await world.wait(NEXT_DEAL_SECONDS + 1)
    lines = explanation(await world["Ana"].slash(world.channel, "verify")).splitlines()
    assert lines[0] == "### Deal 1, checked"
    assert lines[-2:] == ["### Deal 2, not over yet", f"-# Commitment: `{pledged(world)}`"]
    first = explanation(await world["Ana"].slash(world.channel, "verify", deal=1))
    assert "Deal 2" not in first


_FIRST, _SECOND, _NONCE = (f"json_extract(payload, '$.{part}')" for part in ("deck[0]", "deck[1]", "nonce"))
_SWAPPED = f"json_set(payload, '$.deck[0]', {_SECOND}, '$.deck[1]', {_FIRST})"
_DOUBLED = f"json_set(payload, '$.deck[0]', {_SECOND})"
TAMPERING = {
    "a card of the deck": ("seal", _DOUBLED, "The commitment disagrees: "),
    "the order of the deck": ("seal", _SWAPPED, "The commitment disagrees: "),
    "both": ("seal", f"json_remove({_SWAPPED}, '$.commitment')", "The commitment disagrees: "),
    "the nonce": (
        "seal",
        f"json_set(payload, '$.nonce', 'ff' || substr({_NONCE}, 3))",
        "The commitment disagrees: ",
    ),
    "all cards": ("seal", f"json_remove({_DOUBLED}, '$.commitment')", "The deck disagrees: "),
    "the cut": ("cut", "json_set(payload, '$.cut', 18)", "The cut disagrees: "),
    "a cut that no deck has": ("cut", "json_set(payload, '$.cut', 108)", "The cut disagrees: "),
    "the plays": ("action", """'{"type": "draw"}'""", "The log disagrees: "),
}


@pytest.mark.parametrize("tampering", TAMPERING)
async def test_tampering_is_found_and_said_where(world: World, tampering: str) -> None:
    message, cutter = await sealed(world, *FOUR)
    await fill_in(world, message, cutter, "17")
    await play_out(world)
    kind, payload, found = TAMPERING[tampering]
    await tamper(world, f"UPDATE log SET payload = {payload} WHERE kind = '{kind}'", found)  # noqa: S608


async def test_other_points_than_were_played_for_are_found(world: World) -> None:
    message, cutter = await sealed(world, *FOUR)
    await fill_in(world, message, cutter, "17")
    await play_out(world)
    changed = "UPDATE matches SET snapshot = json_set(snapshot, '$.match.deals[0].totals[0]', 99999)"
    await tamper(world, changed, "The result disagrees: ")


async def tamper(world: World, statement: str, found: str) -> None:
    """Change what is kept; hold that checking the deal says what disagrees."""
    changed = await world.bot.desk.tables._matches._database.run(  # type: ignore[union-attr]  # it has started
        lambda connection: connection.execute(statement).rowcount
    )
    assert changed
    lines = explanation(await world["Ana"].slash(world.channel, "verify")).splitlines()
    assert "does not agree with what was committed to" in lines[1]
    assert lines[2].startswith(found)


async def play_out(world: World) -> None:
    """Let the computer play every seat until the deal is over."""
    table, rng = world.table.table, Random(1)
    with world.env._bot_scope():
        while table.match.deal_running:
            state = table.match.state
            assert state is not None
            action = PLAYERS["greedy"](table.view(state.awaited), rng)
            await table.submit(
                state.awaited, action, expected_version=table.version, action_id=f"t{table.version}"
            )
    await world.wait(1)


async def test_a_deal_that_was_not_sealed_says_so(world: World) -> None:
    await world.playing(*FOUR, position=position(CLOSING))
    await (await world.hand("Ana")).press("Ana", "Go out")
    result = await world["Ana"].slash(world.channel, "verify", deal=2)
    assert explanation(result) == "There is no such deal, or it is not over yet."


async def test_a_ranked_match_is_played_by_the_rules_as_they_are(world: World) -> None:
    refused = await world["Ana"].slash(world.channel, "canasta", ranked=True, target=2000)
    assert explanation(refused) == "A ranked match is played by the rules as they are."
    lobby = await world.lobby("Ana", ranked=True)
    assert "Ranked: it counts for the leaderboard" in lobby.text
    told = explanation(await lobby.press("Ana", "House rules"))
    assert told == "A ranked match is played by the rules as they are."


async def test_a_ranked_match_that_is_over_is_on_the_board(world: World) -> None:
    await world.playing(*FOUR, ranked=True)
    await world.rig(position(CLOSING), totals=(4800, 900))
    await (await world.hand("Ana")).press("Ana", "Go out")
    await world.wait(2)
    result = await world["Bruno"].slash(world.channel, "leaderboard")
    lines = explanation(result).splitlines()
    assert lines[2].startswith("1\\. Ana: ")
    assert len(lines) == 6
