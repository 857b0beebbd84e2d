"""The bot's WebSocket: logging in, being told, losing and finding the connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from tests.playground.loopback import ANA, BOT, CANASTA, GUILD, GUILD_MESSAGES, GUILDS, Loopback

if TYPE_CHECKING:
    from tests.playground.loopback import Json


async def test_a_bot_logs_in_and_is_given_the_server(loopback: Loopback) -> None:
    bot = await loopback.connect()
    assert (await bot.hear())["d"]["heartbeat_interval"] > 1000
    await bot.say(1, None)
    assert (await bot.hear())["op"] == 11
    await bot.say(2, {"token": loopback.world.token, "intents": GUILDS})

    ready = await bot.event("READY")
    assert ready["guilds"] == [{"id": GUILD, "unavailable": True}]
    assert ready["resume_gateway_url"] == f"ws://127.0.0.1:{loopback.port}/gateway"
    guild = await bot.event("GUILD_CREATE")
    assert guild["unavailable"] is False
    assert [channel["name"] for channel in guild["channels"]] == ["canasta", "tranca", "lounge"]
    assert [member["user"]["id"] for member in guild["members"]] == [BOT]
    assert (await loopback.look("world", user=ANA))["bot"]["status"] == "online"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"intents": 1 << 1}, 4014),
        ({"intents": 1 << 15}, 4014),
        ({"intents": -1}, 4013),
        ({"intents": "1"}, 4013),
        ({"shard": [2, 2]}, 4010),
    ],
)
async def test_a_wrong_identify_closes_the_connection(loopback: Loopback, data: Json, code: int) -> None:
    bot = await loopback.connect()
    await bot.say(2, {"token": loopback.world.token, "intents": GUILDS} | data)
    assert await bot.closed() == code


@pytest.mark.parametrize(("frame", "code"), [("{", 4002), ('{"op": 99}', 4001), ('{"op": 3, "d": {}}', 4003)])
async def test_a_frame_out_of_place_closes_the_connection(loopback: Loopback, frame: str, code: int) -> None:
    bot = await loopback.connect()
    await bot._socket.send_str(frame)
    assert await bot.closed() == code


async def test_identifying_twice_closes_the_connection(loopback: Loopback) -> None:
    bot = await loopback.online()
    await bot.say(2, {"token": loopback.world.token, "intents": GUILDS})
    assert await bot.closed() == 4005


async def test_a_lost_session_is_resumed_with_what_was_missed(loopback: Loopback) -> None:
    bot = await loopback.online()
    await bot.close()
    await loopback.play("channel", op="create", name="while-away")

    again = await loopback.connect()
    await again.resume(bot.session, bot.seq)
    assert (await again.event("CHANNEL_CREATE"))["name"] == "while-away"
    assert (await again.hear())["t"] == "RESUMED"


async def test_a_session_that_nobody_knows_cannot_be_resumed(loopback: Loopback) -> None:
    again = await loopback.connect()
    await again.resume("unknown", 1)
    assert await again.hear() == {"op": 9, "d": False, "s": None, "t": None}
    await again.say(2, {"token": loopback.world.token, "intents": GUILDS})
    await again.event("READY")


@pytest.mark.parametrize("seq", [-1, 99, "1"])
async def test_a_session_is_resumed_only_from_where_it_was(loopback: Loopback, seq: Any) -> None:
    bot = await loopback.online()
    await bot.close()
    again = await loopback.connect()
    await again.resume(bot.session, seq)
    assert (await again.hear())["op"] == 9


async def test_a_clean_close_ends_the_session(loopback: Loopback) -> None:
    bot = await loopback.online()
    await bot.close(1000)
    again = await loopback.connect()
    await again.resume(bot.session, bot.seq)
    assert (await again.hear())["op"] == 9


@pytest.mark.parametrize(
    ("how", "frame"),
    [("reconnect", (7, None)), ("invalidate", (9, False)), ("invalidate_resumable", (9, True))],
)
async def test_connections_can_be_disturbed(loopback: Loopback, how: str, frame: tuple[int, object]) -> None:
    bot = await loopback.online()
    await loopback.play("fault", gateway=how)
    heard = await bot.hear()
    assert (heard["op"], heard["d"]) == frame


async def test_a_connection_can_be_dropped(loopback: Loopback) -> None:
    bot = await loopback.online()
    await loopback.play("fault", gateway="drop")
    assert await bot.closed() == 4000


async def test_connections_can_be_refused_for_a_while(loopback: Loopback) -> None:
    bot = await loopback.online()
    await loopback.play("fault", gateway="refuse")
    assert await bot.closed() == 4000
    with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
        await loopback.connect()
    await loopback.play("fault", clear=True)
    again = await loopback.connect()
    await again.resume(bot.session, bot.seq)
    assert (await again.hear())["t"] == "RESUMED"


async def test_a_bot_is_removed_from_the_server_and_added_again(loopback: Loopback) -> None:
    bot = await loopback.online()
    await loopback.play("server", op="remove_bot")
    assert await bot.event("GUILD_DELETE") == {"id": GUILD}
    for path in (f"/channels/{CANASTA}", f"/guilds/{GUILD}"):
        status, answer = await loopback.rest("GET", path)
        assert (status, answer["code"]) == (403, 50001)
    await loopback.play("channel", op="create", name="unheard")
    await bot.quiet()
    await bot.close()
    other = await loopback.connect()
    await other.log_in()
    await other.quiet()
    await loopback.play("server", op="add_bot")
    guild = await other.event("GUILD_CREATE")
    assert "unavailable" not in guild
    assert [channel["name"] for channel in guild["channels"]][-1] == "unheard"
    await loopback.good("GET", f"/guilds/{GUILD}")


async def test_without_the_intent_no_message_is_told(loopback: Loopback) -> None:
    bot = await loopback.online(GUILDS)
    await loopback.play("say", user=ANA, channel=CANASTA, content="hello")
    await bot.quiet()


async def test_with_the_intent_messages_are_told_but_not_what_people_write(loopback: Loopback) -> None:
    bot = await loopback.online(GUILDS | GUILD_MESSAGES)
    said = await loopback.play("say", user=ANA, channel=CANASTA, content="hello")
    heard = await bot.event("MESSAGE_CREATE")
    assert (heard["id"], heard["content"], heard["guild_id"]) == (said["id"], "", GUILD)
    await loopback.play("say", user=ANA, channel=CANASTA, content=f"hello <@{BOT}>")
    assert (await bot.event("MESSAGE_CREATE"))["content"] == f"hello <@{BOT}>"
    await loopback.play("delete", user=ANA, message=said["id"])
    assert (await bot.event("MESSAGE_DELETE"))["id"] == said["id"]


async def test_channels_and_threads_are_told(loopback: Loopback) -> None:
    bot = await loopback.online()
    channel = await loopback.play("channel", op="create", name="new")
    assert (await bot.event("CHANNEL_CREATE"))["id"] == channel["id"]
    thread = await loopback.good("POST", f"/channels/{channel['id']}/threads", {"name": "table", "type": 11})
    assert (await bot.event("THREAD_CREATE"))["newly_created"] is True
    await loopback.play("channel", op="archive", channel=thread["id"])
    assert (await bot.event("THREAD_UPDATE"))["thread_metadata"]["archived"] is True
    await loopback.play("channel", op="delete", channel=channel["id"])
    assert (await bot.event("THREAD_DELETE"))["id"] == thread["id"]
    assert (await bot.event("CHANNEL_DELETE"))["id"] == channel["id"]


async def test_only_the_shard_of_the_server_is_told(loopback: Loopback) -> None:
    of_guild = (int(GUILD) >> 22) % 2
    bots = []
    for number in (of_guild, 1 - of_guild):
        bot = await loopback.connect()
        await bot.log_in(shard=[number, 2])
        bots.append(bot)
    await bots[0].event("GUILD_CREATE")
    await loopback.play("channel", op="create", name="new")
    await bots[0].event("CHANNEL_CREATE")
    await bots[1].quiet()
