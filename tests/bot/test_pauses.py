"""Tables that cannot be shown where they belong: paused, said so, and taken up again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from simcord.backend.serializers import guild_create_payload
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from bot.ui.ids import Press, Verb
from tests.bot.outages import Outage, refusal
from tests.bot.world import TEXT, words_of
from tests.positions import position

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.bot.world import World

FOUR = ("Ana", "Bruno", "Carla", "Dario")
START = "draw: 7H 7D 7C 9S 9C KD KC 4S 5H QH; pile: 4D KH; stock: 6S 8D 9D 8C 8S JC JD QC QD TC"
OTHERS = START.replace("draw:", "seat: 1; draw:")
EDIT = "*/messages/*"  # of a table message, through an interaction or not
PAUSED = "The table cannot be shown in its place and is paused. `/table` goes on with it where you type it."
ASIDE = "This table cannot be shown where it was. `/table` goes on with it in another channel."


def in_channel(world: World) -> list[str]:
    """The texts that stand in the channel beside the thread."""
    messages = world.env.backend.messages[world.channel.id].values()
    return ["\n".join(words_of(message.components, types=(TEXT,))) for message in messages]


async def play_unseen(world: World, outage: Outage, kind: str) -> None:
    """Have Ana play a turn while the table cannot be drawn for such a reason."""
    hand = await world.hand("Ana")
    outage.begin("PATCH", EDIT, kind)
    await hand.press("Ana", "Draw")
    await hand.choose("Ana", "Discard…", "4♤")


async def test_a_thread_that_was_deleted_pauses_its_table(world: World) -> None:
    await world.playing("Ana", position=position(START))
    await world.rig(position(OTHERS))
    world.env.backend.delete_channel(world.table_message().channel.id)
    await world.wait(120)
    assert world.table.paused
    assert world.table.to_act == 1
    assert in_channel(world).count(PAUSED) == 1
    await world["Ana"].slash(world.channel, "table")
    assert not world.table.paused
    assert world.table_message().channel.id == world.channel.id
    await world.wait(10)
    assert world.table.to_act == 0


async def test_of_a_thread_that_was_closed_its_channel_is_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As discord.py has it: a thread that was archived is not in its memory any more."""
    await world.playing("Ana", position=position(START))
    hand = await world.hand("Ana")
    thread = world.table_message().channel.id
    guild = world.bot.get_guild(world.env.guild.id)
    assert guild is not None
    del guild._threads[thread]
    for transport in (FakeHTTPClient, FakeWebhookAdapter):
        monkeypatch.setattr(transport, "request", closing(transport.request, thread))
    await hand.press("Ana", "Draw")
    await hand.choose("Ana", "Discard…", "4♤")
    await world.wait(10)
    assert world.table.paused
    assert in_channel(world).count(PAUSED) == 1


def closing(original: Callable[..., Awaitable[Any]], thread: int) -> Callable[..., Awaitable[Any]]:
    """Have Discord take nothing in a thread, through whatever way, but answers."""

    async def request(transport: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
        writes = route.method in {"PATCH", "POST"}
        if writes and (f"/channels/{thread}/" in route.url or "/webhooks/" in route.url):
            raise refusal(400, 50083)
        return await original(transport, route, *args, **kwargs)

    return request


async def test_time_stands_still_while_a_table_is_paused(world: World) -> None:
    await world.playing(*FOUR, position=position(START), clock="live")
    world.env.backend.delete_channel(world.table_message().channel.id)
    await world.wait(600)
    assert (world.table.to_act, world.table.deadline) == (0, None)
    await world["Ana"].slash(world.channel, "table")
    assert world.table.deadline is not None
    assert (world.table.deadline - world.env.now()).total_seconds() == pytest.approx(60, abs=1)
    await world.wait(65)
    assert world.table.to_act == 1


async def test_who_asks_for_a_paused_table_is_told_once(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    world.env.backend.delete_channel(world.table_message().channel.id)
    await world.wait(1)
    before = await world["Ana"].slash(world.channel, "hand")
    result = await world["Ana"].slash(world.channel, "hand")
    await world.wait(4)
    assert "Your turn" in str(result.response and result.response.components)
    told = [words_of(message.components, types=(TEXT,)) for message in result.followups]
    assert told == [[ASIDE]]
    assert not before.followups


async def test_without_permission_it_is_paused_until_somebody_presses_with_permission(
    world: World, outage: Outage
) -> None:
    await world.playing("Ana", position=position(START))
    table = world.table_message()
    await play_unseen(world, outage, "no permission")
    await world.wait(10)
    assert world.table.paused
    assert world.table.to_act == 1
    outage.end()
    await table.forge("Elena", Press(world.table.info.id, Verb.LOG, 0, "0").custom_id)
    await world.wait(10)
    assert not world.table.paused
    assert world.table.to_act == 0
    assert "Ana is to draw" in world.table_message().text


async def test_it_is_looked_for_again_by_itself(world: World, outage: Outage) -> None:
    await world.playing("Ana", position=position(START))
    await play_unseen(world, outage, "no access")
    await world.wait(100)
    assert outage.hits["no access"] >= 3
    outage.end()
    await world.wait(130)
    assert not world.table.paused
    assert world.table.to_act == 0


async def test_a_paused_table_that_was_ended_is_not_looked_for(world: World, outage: Outage) -> None:
    await world.playing("Ana", position=position(START))
    await play_unseen(world, outage, "no access")
    await world.wait(5)
    await world["Ana"].slash(world.channel, "end")
    await world.wait(120)
    hits = outage.hits["no access"]
    await world.wait(7200)
    assert outage.hits["no access"] == hits


async def test_a_server_that_is_back_goes_on(world: World, outage: Outage) -> None:
    await world.playing("Ana", position=position(START))
    await play_unseen(world, outage, "unknown channel")
    await world.wait(5)
    assert world.table.paused
    outage.end()
    with world.env._bot_scope():
        world.bot.dispatch("guild_available", world.bot.get_guild(world.env.guild.id))
    await world.wait(10)
    assert not world.table.paused


@pytest.mark.parametrize("gone", [{}, {"unavailable": True}], ids=["the bot was removed", "an outage"])
async def test_time_stands_still_while_the_server_is_gone(world: World, gone: dict[str, bool]) -> None:
    """Not even drawn is a table there, though the last play could still change its message."""
    await world.playing(*FOUR, position=position(START), clock="live")
    hand = await world.hand("Ana")
    await hand.press("Ana", "Draw")
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.env.guild.id)} | gone)
    await world.wait(1)
    assert world.table.paused
    with world.env._bot_scope():
        world.bot.desk.redraw.request(world.table)
    await world.wait(200)  # somebody who has not pressed for long is still called, once
    calls = len(world.env.http_requests)
    await world.wait(24 * 3600)
    assert len(world.env.http_requests) == calls
    assert (world.table.paused, world.table.to_act, world.table.deadline) == (True, 0, None)
    assert world.table.info.seats[0].missed == 0
    server = dict(guild_create_payload(world.env.backend, world.env.backend.get_guild(world.env.guild.id)))
    server["unavailable"] = False if gone else None
    world.env.backend.emit("GUILD_CREATE", server)
    await world.wait(2)
    assert not world.table.paused
    assert world.table.deadline is not None
    assert (world.table.deadline - world.env.now()).total_seconds() == pytest.approx(60, abs=3)
    await world.wait(65)
    assert world.table.to_act == 1


async def test_a_server_that_went_away_unheard_is_missed_at_the_next_login(world: World) -> None:
    await world.playing("Ana", position=position(OTHERS))
    server = world.bot.get_guild(world.env.guild.id)
    assert server is not None
    with world.env._bot_scope():
        world.bot._connection._remove_guild(server)
        world.bot.dispatch("ready")
    await world.wait(60)
    assert world.table.paused
    with world.env._bot_scope():
        world.bot._connection._add_guild(server)
        world.bot.dispatch("guild_available", server)
    await world.wait(10)
    assert not world.table.paused
    assert world.table.to_act == 0


async def test_when_a_follow_up_is_refused_the_mention_goes_to_the_channel(
    world: World, outage: Outage
) -> None:
    await world.playing(*FOUR, position=position(START))
    await world.wait(240)
    hand = await world.hand("Ana")
    outage.begin("POST", "/webhooks/*", "token expired")
    await hand.press("Ana", "Draw")
    await hand.choose("Ana", "Discard…", "4♤")
    await world.wait(1)
    mentions = [r for r in world.env.http_requests if r.method == "POST" and r.path.endswith("/messages")]
    assert f"<@{world['Bruno'].id}>, it is your turn." in str(mentions[-1].json)


async def test_a_press_whose_answer_does_not_arrive_took_effect_once(world: World, outage: Outage) -> None:
    await world.playing(*FOUR, position=position(START))
    hand = await world.hand("Ana")
    outage.begin("POST", "/interactions/*", "connection reset")
    await hand.forge("Ana", hand.custom_id("Draw"))
    outage.end()
    assert len(world.table.match.state.hands[0]) == 11
    await hand.forge("Ana", hand.custom_id("Draw"))
    assert len(world.table.match.state.hands[0]) == 11
    assert "lay cards if you like" in hand.text
