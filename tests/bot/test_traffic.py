"""How many calls to Discord a turn costs, and how many bytes.

Discord limits what a bot calls with its token to fifty a second in all; answers to interactions, and what is
sent and changed through their tokens, do not count. So the former says how many tables one bot can host.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from bot.ui.ids import Press, Verb, action_code
from engine.events import Discarded
from engine.players import PLAYERS
from tests.bot.limits import Limits, rush
from tests.bot.world import words_of

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.bot.world import Message, World

FOUR = ("Ana", "Bruno", "Carla", "Dario")
SECONDS = 3
"""From one press to the next."""


@dataclass
class Traffic:
    """What a deal of so many turns cost: calls with the bot's token, mentions apart; bytes of all calls."""

    turns: int
    bot_calls: int
    mentions: int
    sent: int


async def traffic_of_a_deal(world: World, *people: str) -> Traffic:
    """Have a deal played by presses at three seconds each; where nobody sits, the computer plays."""
    await world.playing(*people)
    hands: dict[int, Message] = {}
    rng, start = Random(1), len(world.env.http_requests)
    table = world.table
    while table.match.deal_running:
        seat = table.to_act
        assert seat is not None
        if seat < len(people):
            if seat not in hands:
                hands[seat] = await world.hand(people[seat])
            action = PLAYERS["greedy"](table.table.view(seat), rng)
            press = Press(table.info.id, Verb.PLAY, table.table.version, action_code(action))
            await hands[seat].forge(people[seat], press.custom_id)
        await world.wait(SECONDS)
    turns = sum(isinstance(event, Discarded) for event in table.chronicle.events)
    requests = world.env.http_requests[start:]
    own = [request for request in requests if not request.path.startswith(("/interactions/", "/webhooks/"))]
    mentions = [request for request in own if is_mention(request)]
    return Traffic(turns, len(own) - len(mentions), len(mentions), sum(size(request) for request in requests))


def is_mention(request: Any) -> bool:
    return any("it is your turn" in text for text in words_of(request.json, types=(10,)))


def size(request: Any) -> int:
    return len(json.dumps(request.json)) if request.json else 0


def test_six_tables_in_a_hurry_ask_for_no_call_too_many(tmp_path: Path) -> None:
    """`make soak` has ten thousand actions of twelve tables."""
    limits = asyncio.run(rush(tmp_path, actions=100, tables=6))
    assert limits.calls["POST /interactions/{webhook}/{webhook_token}/callback"] > 50
    assert limits.refused.total() == 0


async def test_a_call_too_many_is_counted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(world)
    limits.install(monkeypatch)
    message = world.bot.get_partial_messageable(world.channel.id).get_partial_message(
        (await world.lobby()).id
    )
    for _ in range(7):
        await message.edit(content=None)
    assert limits.refused == {"PATCH /channels/{channel}/messages/{message}": 2}


async def test_a_deal_of_four_people(world: World) -> None:
    """Measured: no call of the bot's own, 10,400 bytes a turn, most of them for the panels of the others."""
    traffic = await traffic_of_a_deal(world, *FOUR)
    assert traffic.turns > 20
    assert traffic.bot_calls < traffic.turns / 10
    assert traffic.mentions == 0
    assert traffic.sent < 15_000 * traffic.turns


async def test_a_deal_with_three_computers(world: World) -> None:
    """Measured: no call of the bot's own, 3,800 bytes a turn."""
    traffic = await traffic_of_a_deal(world, "Ana")
    assert traffic.turns > 20
    assert traffic.bot_calls < traffic.turns / 10
    assert traffic.mentions == 0
    assert traffic.sent < 6_000 * traffic.turns
