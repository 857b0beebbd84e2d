"""Every call the bot makes fails in every way, in the middle of a turn: the match reaches its end."""

from __future__ import annotations

import fnmatch
import json
import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.emojis import Emojis
from bot.ui.ids import Press, Verb, action_code
from engine.actions import Discard, Draw
from storage.model import Status
from tests.bot.outages import FAULTS, Outage
from tests.bot.world import Message
from tests.positions import position

if TYPE_CHECKING:
    from engine.actions import Action
    from tests.bot.world import World

PEOPLE = ("Ana", "Bruno", "Carla")
HANDS = "9S 9C KD KC 4S 5H QH TC JD 6C 6S"
START = f"draw: {HANDS}; pile: 4D KH; stock: " + " ".join(["6S 8D 9D 8C 8S JC JD QC QD TC"] * 5)
CLOSING = "play: KC; table: KH KS KC KD KH KS KD; pile: 4S"

IN_A_TURN = {
    "the answer to a press": ("POST", "/interactions/*/callback"),
    "the edit of a panel": ("PATCH", "/webhooks/*/messages/@original"),
    "the removal of a panel": ("DELETE", "/webhooks/*/messages/*"),
    "a follow-up": ("POST", "/webhooks/*"),
    "a new message": ("POST", "/channels/*/messages"),
    "the edit of the table message": ("PATCH", "*/messages/[0-9]*"),
    "the removal of a message": ("DELETE", "/channels/*/messages/*"),
    "a look for a member": ("GET", "/guilds/*/members/*"),
}
AT_THE_START = {
    "the opening of a thread": ("POST", "/channels/*/threads"),
    "an invitation into a thread": ("PUT", "/channels/*/thread-members/*"),
}
AT_LOGIN = {
    "the look for commands": ("GET", "/applications/*/commands"),
    "the sending of commands": ("PUT", "/applications/*/commands"),
    "the look for emojis": ("GET", "/applications/*/emojis"),
    "the removal of an emoji": ("DELETE", "/applications/*/emojis/*"),
    "the upload of an emoji": ("POST", "/applications/*/emojis"),
}
AT_A_RESTART = {
    "the look for what was left over": ("GET", "/channels/*/messages"),
    "the look at a lobby": ("GET", "/channels/*/messages/*"),
}
PASSING = {"long rate limit", "server error", "timeout", "connection reset"}
BEFORE_ALL = {("GET", "/users/@me"), ("GET", "/oauth2/applications/@me")}
"""Without these the bot ends with one line; see `tests.bot.test_main`."""
AGAIN = 600
UPLOAD = Emojis.upload
"""What the world of other tests leaves out."""


async def act(world: World, action: Action) -> None:
    """Have whoever is to act press a button for ``action`` on the table message."""
    table = world.table
    name = PEOPLE[table.to_act or 0]
    press = Press(table.info.id, Verb.PLAY, table.table.version, action_code(action))
    await world.table_message().forge(name, press.custom_id)


async def turn(world: World, after: float = 200) -> None:
    """Play a person's turn, long after everybody was seen last."""
    seat = world.table.to_act
    await world.wait(after)
    if world.table.to_act == seat and Draw() in world.table.table.view(seat).legal:
        await act(world, Draw())
    if world.table.to_act == seat:
        view = world.table.table.view(seat)
        await act(world, next(action for action in view.legal if isinstance(action, Discard)))


async def to_the_end(world: World) -> None:
    """Have Ana's side go out and win, and see that everybody sees it."""
    await world.rig(position(CLOSING), totals=(4800, 900))
    table = world.table
    hand = await world.hand("Ana")
    await hand.press("Ana", "Go out")
    await world.wait(400)
    assert table.info.status is Status.FINISHED
    assert table.info.message_id is not None
    end = Message(world, world._channel(table.info.channel_id), table.info.message_id)
    assert end.labels == ["Rematch", "Log", "More"]
    assert strange_routes(world) == set()


def strange_routes(world: World) -> set[tuple[str, str]]:
    """What the bot called that is in no list above."""
    listed = (IN_A_TURN, AT_THE_START, AT_LOGIN, AT_A_RESTART)
    known = {*BEFORE_ALL, *(route for routes in listed for route in routes.values())}
    called = {(request.method, request.path) for request in world.env.http_requests}
    return {
        (method, path)
        for method, path in called
        if not any(method == known_ and fnmatch.fnmatch(path, pattern) for known_, pattern in known)
    }


@pytest.mark.parametrize("route", IN_A_TURN)
async def test_a_call_that_fails_in_a_turn_stops_no_match(world: World, outage: Outage, route: str) -> None:
    await world.playing(*PEOPLE, position=position(START))
    await turn(world)
    for fault in FAULTS:
        while world.table.to_act == len(PEOPLE):
            await world.wait(2)
        # Panels that are open, so that there is something to edit and to remove.
        for name in PEOPLE:
            await world.hand(name)
        version = world.table.table.version
        outage.begin(*IN_A_TURN[route], fault)
        # A message is new when the old one is; by then nothing can follow on a press any more.
        await turn(world, 51 * 60 if route == "a new message" else 200)
        await world.wait(5)
        outage.end()
        assert world.table.table.version > version
        await world.table_message().forge("Ana", Press(world.table.info.id, Verb.HAND).custom_id)
        await world.wait(310 if fault == "long rate limit" else 20)
        assert not world.table.paused
    assert set(outage.hits) == set(FAULTS)
    await to_the_end(world)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("route", AT_THE_START)
async def test_a_call_that_fails_at_the_start_stops_no_match(
    world: World, outage: Outage, route: str, fault: str
) -> None:
    outage.begin(*AT_THE_START[route], fault)
    lobby = await world.seated("Ana")
    await lobby.press("Ana", "Start")
    await world.cut_at_random()
    await world.wait(320)
    outage.end()
    assert outage.hits == {fault: 1}
    await to_the_end(world)


@pytest.mark.parametrize("route", AT_LOGIN)
async def test_a_call_that_fails_at_login_is_made_up_for(
    world: World,
    outage: Outage,
    route: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("bot.emojis.Emojis.upload", UPLOAD)
    world.emojis = True
    monkeypatch.setattr("bot.emojis.all_faces", lambda: ["seven_hearts"])
    monkeypatch.setattr("bot.outages._DAY_SECONDS", AGAIN)
    await world.playing(*PEOPLE)
    await world.restart()  # from here on there are emojis to look for and to remove
    settings = world.bot.desk.preferences._settings  # type: ignore[union-attr]
    for fault in FAULTS:
        while world.table.to_act == len(PEOPLE):
            await world.wait(2)
        for forgotten in ("commands", "emojis"):
            await settings.set_meta(forgotten, "{}")
        caplog.clear()
        outage.begin(*AT_LOGIN[route], fault)
        await world.restart()
        settings = world.bot.desk.preferences._settings  # type: ignore[union-attr]
        version = world.table.table.version
        await turn(world, after=10)
        outage.end()
        assert world.table.table.version > version
        told = [record for record in caplog.records if record.name == "bot.outages"]
        assert [record.levelno for record in told] == [logging.WARNING], fault
        assert "the next try is in" in told[0].getMessage()
        await world.wait(AGAIN + 10)
        assert await settings.meta("commands") != "{}"
        assert set(json.loads(await settings.meta("emojis") or "")) == {"seven_hearts", "card_back"}
    assert set(outage.hits) == set(FAULTS)


@pytest.mark.parametrize("route", AT_A_RESTART)
async def test_a_call_that_fails_at_a_restart_is_made_again_if_that_may_help(
    world: World, outage: Outage, route: str
) -> None:
    await world.playing(*PEOPLE)
    for fault in FAULTS:
        left_over = world.table_message()
        await world.bot.desk.tables.change(world.table, partial(replace, message_id=None))  # type: ignore[union-attr]
        outage.begin(*AT_A_RESTART[route], fault)
        await world.restart()
        await world.wait(2)
        outage.end()
        await world.wait(310)
        unknown = route == "the look at a lobby" and fault in {"unknown channel", "unknown message"}
        assert left_over.exists == (fault not in PASSING and not unknown), fault
    assert outage.hits == dict.fromkeys(FAULTS, 1)
