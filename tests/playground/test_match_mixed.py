"""People and computers at one table, and what goes wrong there: restarts, tokens, strangers, haste."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest

from tests.playground.ledger import check_match
from tests.playground.people import company
from tests.playground.players import Player, Scene, is_panel, is_turn, panels_of, seeded, table_of
from tests.playground.running import real_playground, refusals_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable
    from pathlib import Path

    from tests.playground.people import Answer, Person, Seen
    from tests.playground.running import Playground

LONGEST_SECONDS = 400
TERMINATION_SECONDS = 5.0
MEANWHILE_SECONDS = 0.3
LATE_SECONDS = 2.0
EXPIRED = 50027


@pytest.fixture
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    async with real_playground(tmp_path) as running:
        yield running
        assert not running.complaints()


async def test_computers_play_on_after_a_restart_and_a_person_without_tokens(playground: Playground) -> None:
    async with asyncio.timeout(LONGEST_SECONDS), company(playground, ["Ana"]) as [ana]:
        await ana.command("canasta")
        await ana.press_label("Fill up with computers")
        player = Player(ana, Scene(), seeded())
        await player.begin()
        await player.take_turn()
        await asyncio.sleep(player.rng.random() * 2.0)  # into the computers' turns
        await terminate(playground, player.scene)
        await player.take_turn()
        await playground.act("clock", op="expire_tokens")
        await player.take_turn()  # nothing could bring her panel up to date, yet its buttons work
        history = await check_match(player.scene.ledger, playground.data)
        assert {entry.seat for entry in history.entries} == {None, 0, 1, 2, 3}
        refusals = (await playground.look("refusals"))["refusals"]
        assert {refusal["code"] for refusal in refusals} <= {EXPIRED}


async def test_a_lobby_that_is_drawn_late_still_leads_to_the_match(playground: Playground) -> None:
    async with asyncio.timeout(LONGEST_SECONDS), company(playground, ["Ana"]) as [ana]:
        route = "PATCH /channels/{channel}/messages/{message}"
        await playground.act("fault", route=route, delay=LATE_SECONDS)
        await ana.command("canasta")
        await ana.press_label("Fill up with computers")
        await asyncio.sleep(LATE_SECONDS / 2)  # by now the lobby is drawn, but has not arrived
        await ana.press_label("Start")
        await asyncio.sleep(LATE_SECONDS)

        async def led() -> bool | None:
            return any("The match is played in" in seen.text for seen in await ana.look()) or None

        assert await ana.until(led)


async def test_everybody_gets_an_answer_and_nobody_more_than_is_theirs(playground: Playground) -> None:
    names = ("Ana", "Bruno", "Carla", "Elena")
    async with asyncio.timeout(LONGEST_SECONDS), company(playground, names) as (ana, bruno, carla, elena):
        await ana.command("canasta")
        await one_seat_for_two(bruno, carla)
        await ana.press_label("Fill up with computers")
        for label in ("Leave", "Start", "Cancel"):
            assert_private(await elena.press_label(label))
        scene, rng = Scene(), seeded()
        players = [Player(person, scene, rng) for person in (ana, bruno, carla)]
        await players[0].begin()
        active, *others = await who_is_to_act(players)
        for player in others:
            refused = await player.person.command("draw", scene.channel)
            assert_private(refused, "It is not your turn. (X-2)")
        await draw_twice(active)
        await stranger_tries_all(elena, active)
        await asyncio.gather(*(player.play(is_second_deal) for player in players))
        await asyncio.gather(*(player.take_turn() for player in players))
        await check_match(scene.ledger, playground.data)
        assert await refusals_of(playground) == []


def assert_private(answer: Answer, words: str = "") -> None:
    """Hold that an answer explains itself, and to nobody else."""
    assert answer.ok, answer.error
    assert answer.seen
    assert answer.seen.private
    assert answer.words
    assert words in answer.words


async def terminate(playground: Playground, scene: Scene) -> None:
    """End the bot by SIGTERM, in good order and time, and start it again."""
    said = len(playground.console)
    scene.lose_bot()
    began = time.monotonic()
    await playground.bot("terminate")
    assert time.monotonic() - began < TERMINATION_SECONDS
    await playground.bot("start")
    await playground.until_online()
    assert any("The bot ended, exit status 0." in line for line in playground.console[said:])
    scene.back.set()


async def at_once(
    playground: Playground, one: Awaitable[Answer], other: Awaitable[Answer]
) -> tuple[Answer, Answer]:
    """Have two things pressed at the same instant: both are with the bot before either is answered.

    The answer that is sent first arrives last, so that each person sees what became of each press.
    """
    route = "POST /interactions/{interaction}/{token}/callback"
    await playground.act("fault", route=route, delay=MEANWHILE_SECONDS)
    answers = await asyncio.gather(one, other)
    assert answers[0].ok
    assert answers[1].ok
    return answers


async def one_seat_for_two(one: Person, other: Person) -> None:
    """Have two people press at once for the last seat of a side; who is late takes the other side."""
    found = await one.find("Sit: side 1")
    assert found
    answers = await at_once(one.playground, one.press(*found), other.press(*found))
    late = [answer for answer in answers if answer.seen and answer.seen.private]
    assert len(late) == 1
    assert_private(late[0], "No seat is free there.")
    who = one if answers[0] in late else other
    assert who.name in (await who.press_label("Sit: side 2")).words


def is_second_deal(seen: list[Seen]) -> bool:
    """Tell whether the second deal is on."""
    table = table_of(seen)
    return table is not None and "Deal 2 of a match" in table.text


async def who_is_to_act(players: list[Player]) -> list[Player]:
    """Return the players, first the one who can play; a computer may have to play before."""
    await asyncio.gather(*(player.play(lambda seen: bool(panels_of(seen))) for player in players))

    async def active() -> Player | None:
        for player in players:
            if any(map(is_turn, panels_of(await player.look()))):
                return player
        return None

    first = await players[0].person.until(active)
    return sorted(players, key=lambda player: player is not first)


async def draw_twice(player: Player) -> None:
    """Press *Draw* twice at the same instant: one card comes, and both presses are answered."""
    [panel] = panels_of(await player.look())
    button = panel.button("Draw")
    assert button
    answers = await at_once(
        player.person.playground, player.press(panel, button), player.press(panel, button)
    )
    assert sorted(bool(answer.seen and answer.seen.notice) for answer in answers) == [False, True]
    assert [move.made for move in player.scene.ledger.moves].count(True) == 1


async def stranger_tries_all(stranger: Person, player: Player) -> None:
    """Have somebody without a seat press and type everything: the answers are private, nothing happens."""
    channel = player.scene.channel
    before = await stranger.look(channel)
    table, panels = table_of(before), panels_of(await player.look())
    assert table
    assert not any(map(is_panel, before))
    answers = {button.label: await stranger.press(table, button) for button in table.buttons}
    for name, options in (("hand", {}), ("draw", {}), ("undo", {}), ("discard", {"card": "4S"}), ("end", {})):
        answers[name] = await stranger.command(name, channel, **options)
    for label, answer in answers.items():
        assert_private(answer, "" if label in {"In words", "Log", "More"} else "You do not sit at")
    guessed = await stranger.press(panels[0], panels[0].buttons[0])
    assert guessed.error == "This message is not there."
    assert [seen.id for seen in await player.look() if not seen.private] == [table.id]
