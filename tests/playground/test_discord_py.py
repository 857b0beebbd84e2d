"""The real discord.py against the playground."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.playground.loopback import ANA, BRUNO, CANASTA, EPHEMERAL, V2, Loopback
from tests.playground.sample_bot import SampleBot, point_at

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from tests.playground.loopback import Json


@pytest.fixture
async def bot(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SampleBot]:
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    point_at(loopback.server.api_address, loopback.server.gateway_address)
    async with SampleBot() as client:
        running = asyncio.create_task(client.start(loopback.world.token))
        await asyncio.wait_for(client.wait_until_ready(), 10)
        yield client
        await client.close()
        await running


async def command(loopback: Loopback, name: str, **options: object) -> Json:
    result = await loopback.play("command", user=ANA, channel=CANASTA, name=name, options=options)
    assert result["ok"], result
    return result


async def press(loopback: Loopback, message: Json, custom_id: str, **more: object) -> Json:
    said = {"user": ANA, "channel": CANASTA, "message": message["id"], "custom_id": custom_id}
    result = await loopback.play("press", **said | more)
    assert result["ok"], result
    return result


async def eventually(test: Callable[[], Awaitable[bool]]) -> None:
    """Wait until a test holds."""
    async with asyncio.timeout(10):
        while not await test():  # noqa: ASYNC110  # there is nothing to wait for but the other side
            await asyncio.sleep(0.02)


async def come(loopback: Loopback, channel: str, count: int) -> list[Json]:
    """Wait until there are so many messages, none of them awaited any more."""
    seen: list[Json] = []

    async def all_there() -> bool:
        seen[:] = await loopback.messages(ANA, channel)
        return len(seen) == count and not any(message["loading"] for message in seen)

    await eventually(all_there)
    return seen


def shown(message: Json) -> str:
    found: str = message["components"][0]["components"][0]["content"]
    return found


async def test_a_panel_is_shown_pressed_and_filled_in(loopback: Loopback, bot: SampleBot) -> None:
    message = (await command(loopback, "panel"))["message"]
    assert (message["flags"], shown(message)) == (V2, "count 0; chosen: none")
    message = (await press(loopback, message, "more:0"))["message"]
    message = (await press(loopback, message, "more:1"))["message"]
    assert shown(message) == "count 2; chosen: none"

    assert (await press(loopback, message, "rank", values=["ace", "jack"]))["callback"] == 6

    async def filled_in() -> bool:
        return shown((await loopback.messages(ANA))[0]) == "count 0; chosen: ace, jack"

    await eventually(filled_in)

    modal = (await press(loopback, message, "form"))["modal"]
    assert modal["title"] == "How many"
    form = {"user": ANA, "channel": CANASTA, "interaction": modal["interaction"], "custom_id": "how-many"}
    result = await loopback.play("modal", **form, fields={"number": "41"})
    assert (result["callback"], shown(result["message"])) == (7, "count 41; chosen: none")
    assert (await loopback.look("refusals"))["refusals"] == []
    assert bot.is_ready()


@pytest.mark.usefixtures("bot")
async def test_private_answers_and_follow_ups(loopback: Loopback) -> None:
    message = (await command(loopback, "secret"))["message"]
    assert (message["flags"], message["ephemeral_for"]) == (V2 | EPHEMERAL, ANA)
    first, second = await come(loopback, CANASTA, 2)
    assert (first["id"], second["content"], second["ephemeral_for"]) == (message["id"], "and more", ANA)
    assert shown((await press(loopback, message, "more:0"))["message"]) == "count 1; chosen: none"
    assert await loopback.messages(BRUNO) == []


@pytest.mark.usefixtures("bot")
async def test_deferred_answers(loopback: Loopback) -> None:
    result = await command(loopback, "later")
    assert result["callback"] == 5
    [message] = await come(loopback, CANASTA, 1)
    assert (message["id"], message["content"]) == (result["message"]["id"], "here it is")


@pytest.mark.usefixtures("bot")
async def test_options_and_suggestions(loopback: Loopback) -> None:
    typing = {"user": ANA, "channel": CANASTA, "name": "pick", "focused": "rank"}
    offered = await loopback.play("autocomplete", **typing, options={"rank": "k", "times": 2})
    assert offered == {"choices": [{"name": "King", "value": "king"}]}
    assert (await command(loopback, "pick", rank="king", times=2))["message"]["content"] == "king king"
    result = await loopback.play(
        "command", user=ANA, channel=CANASTA, name="pick", options={"rank": "k", "times": 4}
    )
    assert result == {"ok": False, "error": "times: this value does not fit."}


@pytest.mark.usefixtures("bot")
async def test_threads_files_and_mentions(loopback: Loopback) -> None:
    async with loopback.http.ws_connect(f"/play/live?user={ANA}") as live:
        await command(loopback, "table")
        frames: list[Json] = []
        while not any(frame["t"] == "ping_user" for frame in frames):
            frames.append(await live.receive_json(timeout=5))
    world = await loopback.look("world", user=ANA)
    [thread] = [channel for channel in world["channels"] if channel["type"] == 11]
    assert (thread["name"], thread["parent_id"], thread["archived"]) == ("table", CANASTA, True)
    [message] = await loopback.messages(ANA, thread["id"])
    assert [user["id"] for user in message["mentions"]] == [ANA]
    item = message["components"][1]["items"][0]
    assert (item["description"], item["media"]["url"]) == ("the table", message["attachments"][0]["url"])
    async with loopback.http.get(message["attachments"][0]["url"]) as response:
        assert response.content_type == "image/png"


@pytest.mark.usefixtures("bot")
async def test_emojis_of_the_application(loopback: Loopback) -> None:
    message = (await command(loopback, "emoji"))["message"]
    [emoji] = (await loopback.look("world", user=ANA))["emojis"]
    assert message["content"] == f"<:seven_hearts:{emoji['id']}> of ['seven_hearts']"
    assert message["components"][0]["components"][0]["emoji"]["id"] == emoji["id"]
    async with loopback.http.get(f"/cdn/emojis/{emoji['id']}.png") as response:
        assert response.content_type == "image/png"


@pytest.mark.usefixtures("bot")
async def test_a_full_bucket_makes_the_client_wait(loopback: Loopback) -> None:
    await command(loopback, "many")
    before = asyncio.get_running_loop().time()
    seen = await come(loopback, CANASTA, 7)
    assert asyncio.get_running_loop().time() - before > 4.5
    assert sorted(message["content"] for message in seen) == ["0", "1", "2", "3", "4", "5", "sent"]


@pytest.mark.usefixtures("bot")
async def test_people_and_channels_are_looked_up(loopback: Loopback) -> None:
    result = await command(loopback, "fetch", who=BRUNO)
    assert result["message"]["content"] == "Bruno 3 ana canasta"


async def test_the_client_resumes_and_begins_anew(loopback: Loopback, bot: SampleBot) -> None:
    message = (await command(loopback, "panel"))["message"]
    for how in ("reconnect", "invalidate_resumable", "drop"):
        await loopback.play("fault", gateway=how)
        await asyncio.wait_for(bot.resumed.get(), 10)
    await press(loopback, message, "more:0")
    await loopback.play("fault", gateway="invalidate")
    await asyncio.wait_for(bot.wait_for("ready"), 15)
    await press(loopback, message, "more:1")
