"""The interface for the page and for scripts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from tests.playground.loopback import (
    ANA,
    BOT,
    BRUNO,
    CANASTA,
    ELENA,
    LOUNGE,
    Loopback,
    button,
    row,
)

if TYPE_CHECKING:
    from tests.playground.loopback import Json

SAY = {"user": ANA, "channel": CANASTA, "content": "hello"}


def option(kind: int, name: str = "o", **more: Any) -> Json:
    return {"type": kind, "name": name, "description": "d", **more}


async def test_the_world_as_documented(loopback: Loopback) -> None:
    world = await loopback.look("world", user=ANA)
    assert world["guild"] == {"id": loopback.world.guild_id, "name": "Canasta Club"}
    assert [user["global_name"] for user in world["users"]] == ["Ana", "Bruno", "Carla", "Dario", "Elena"]
    assert world["bot"] == {"id": BOT, "username": "Canasta", "application_id": BOT, "status": "offline"}
    assert [channel["name"] for channel in world["channels"]] == ["canasta", "tranca", "lounge"]
    assert world["channels"][0].keys() == {"id", "name", "type", "parent_id", "archived"}


@pytest.mark.parametrize(
    ("act", "said", "status", "error"),
    [
        ("say", SAY | {"user": "1"}, 404, "user: nobody has this id"),
        ("say", {"channel": CANASTA}, 400, "user: a text is needed"),
        ("say", SAY | {"channel": "1"}, 404, "channel: there is none with this id"),
        ("say", SAY | {"content": 1.5}, 400, "content: a text is needed"),
        ("say", SAY | {"content": " "}, 400, "Cannot send an empty message"),
        ("say", SAY | {"content": "x" * 2001}, 400, "Must be 2000 or fewer in length."),
        ("dismiss", {"user": ANA, "message": "1"}, 404, "message: Ana sees none with this id"),
        ("bot", {"op": "dance"}, 400, "op: one of kill, terminate, start, restart is needed"),
        ("clock", {"op": "dance"}, 400, "op: one of expire_tokens is needed"),
        ("person", {"user": ANA, "locale": "xx"}, 400, "locale: not one of Discord's"),
        ("person", {"user": ANA, "present": 1}, 400, "present: true or false is needed"),
        ("channel", {"op": "create", "name": ""}, 400, "name: 1 to 100 characters are needed"),
        ("channel", {"op": "archive", "channel": CANASTA}, 400, "channel: only a thread can be archived"),
        (
            "channel",
            {"op": "permit", "channel": CANASTA, "deny": ["FLY"]},
            400,
            "there is no permission 'FLY'",
        ),
        (
            "channel",
            {"op": "permit", "channel": CANASTA, "deny": "FLY"},
            400,
            "deny: a list of texts is needed",
        ),
        (
            "fault",
            {"gateway": "burn"},
            400,
            "gateway: one of reconnect, invalidate, invalidate_resumable, drop, refuse is needed",
        ),
        ("fault", {"route": "GET /x", "status": 200}, 400, "status: 400 to 599 is needed"),
        ("fault", {"route": "GET /x", "times": "2"}, 400, "times: a number from 0 to 1000 is needed"),
        ("command", SAY | {"name": "x", "options": []}, 200, None),
        ("press", SAY | {"message": "1", "custom_id": "b"}, 200, None),
    ],
)
async def test_requests_that_make_no_sense(
    loopback: Loopback, act: str, said: Json, status: int, error: str | None
) -> None:
    answer = await loopback.play_raw(act, **said)
    assert answer == (status, {"error": error}) or (error is None and answer[1]["ok"] is False)


async def test_bodies_that_are_no_json(loopback: Loopback) -> None:
    for raw in (b"{", b"[]", b"\xff"):
        async with loopback.http.post("/play/say", data=raw) as response:
            assert (response.status, await response.json()) == (
                400,
                {"error": "the body is not a JSON object"},
            )
    async with loopback.http.get("/play/nothing") as response:
        assert response.status == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example:8765"},
        {"Host": "127.0.0.1:evil"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "https://127.0.0.1"},
    ],
)
async def test_foreign_pages_are_refused(loopback: Loopback, headers: dict[str, str]) -> None:
    for path in ("/", f"/play/world?user={ANA}", "/gateway", "/api/v10/users/@me", f"/play/live?user={ANA}"):
        async with loopback.http.get(path, headers=headers) as response:
            assert response.status == 403, path
    async with loopback.http.post("/play/say", json=SAY, headers=headers) as response:
        assert response.status == 403
    assert await loopback.messages(ANA) == []


async def test_the_own_page_is_served(loopback: Loopback) -> None:
    own = {"Host": f"localhost:{loopback.port}", "Origin": f"http://localhost:{loopback.port}"}
    async with loopback.http.post("/play/say", json=SAY, headers=own) as response:
        assert response.status == 200
    async with loopback.http.get("/") as response:
        assert (response.status, response.content_type) == (200, "text/html")
    async with loopback.http.get("/static/../settings.py") as response:
        assert response.status == 404


async def test_pages_are_told_what_their_person_sees(loopback: Loopback) -> None:
    async with (
        loopback.http.ws_connect(f"/play/live?user={ANA}") as ana,
        loopback.http.ws_connect(f"/play/live?user={BRUNO}") as bruno,
    ):
        sent = await loopback.send(content=f"<@{BRUNO}>", components=[row(button())])
        frame = await bruno.receive_json(timeout=5)
        assert (frame["t"], frame["message"]["id"]) == ("message", sent["id"])
        ping = {"t": "ping_user", "channel": CANASTA, "message": sent["id"], "user": BRUNO}
        assert await bruno.receive_json(timeout=5) == ping
        assert (await ana.receive_json(timeout=5))["t"] == "message"
        await loopback.good("PATCH", f"/channels/{CANASTA}/messages/{sent['id']}", {"content": f"<@{ANA}>"})
        assert (await ana.receive_json(timeout=5))["message"]["content"] == f"<@{ANA}>"
        await loopback.play("delete", user=ANA, message=sent["id"])
        gone = {"t": "message_gone", "channel": CANASTA, "id": sent["id"]}
        assert await ana.receive_json(timeout=5) == gone  # an edit has pinged nobody
        await loopback.play("channel", op="create", name="new")
        assert await ana.receive_json(timeout=5) == {"t": "world"}
    async with loopback.http.get("/play/live?user=1") as response:
        assert response.status == 404


async def test_a_private_message_is_shown_to_one_and_dismissed(loopback: Loopback) -> None:
    bot = await loopback.online()
    sent = await loopback.send(content="x", components=[row(button())])
    async with (
        loopback.http.ws_connect(f"/play/live?user={ANA}") as ana,
        loopback.http.ws_connect(f"/play/live?user={BRUNO}") as bruno,
    ):
        press = {"user": ANA, "channel": CANASTA, "message": sent["id"], "custom_id": "b"}
        acting = asyncio.create_task(loopback.play("press", **press))
        heard = await bot.event("INTERACTION_CREATE")
        path = f"/interactions/{heard['id']}/{heard['token']}/callback"
        await loopback.good("POST", path, {"type": 4, "data": {"content": "psst", "flags": 64}}, headers={})
        message = (await acting)["message"]
        assert (await ana.receive_json(timeout=5))["message"] == message
        assert (await loopback.play_raw("dismiss", user=BRUNO, message=message["id"]))[0] == 404
        assert (await loopback.play_raw("delete", user=ANA, message=message["id"]))[0] == 403
        await loopback.play("dismiss", user=ANA, message=message["id"])
        assert (await ana.receive_json(timeout=5))["t"] == "message_gone"
        original = f"/webhooks/{BOT}/{heard['token']}/messages/@original"
        await loopback.good("PATCH", original, {"content": "still"}, headers={})
        assert [seen["id"] for seen in await loopback.messages(ANA)] == [sent["id"]]
        await loopback.play("say", user=BRUNO, channel=CANASTA, content="last")
        assert (await bruno.receive_json(timeout=5))["message"]["content"] == "last"
    await bot.close()


async def test_a_form_is_told_to_its_person_only(loopback: Loopback) -> None:
    bot = await loopback.online()
    sent = await loopback.send(content="x", components=[row(button())])
    async with loopback.http.ws_connect(f"/play/live?user={ANA}") as ana:
        press = {"user": ANA, "channel": CANASTA, "message": sent["id"], "custom_id": "b"}
        acting = asyncio.create_task(loopback.play("press", **press))
        heard = await bot.event("INTERACTION_CREATE")
        label = {"type": 18, "label": "l", "component": {"type": 4, "custom_id": "n", "style": 1}}
        data = {"title": "t", "custom_id": "c", "components": [label]}
        path = f"/interactions/{heard['id']}/{heard['token']}/callback"
        await loopback.good("POST", path, {"type": 9, "data": data}, headers={})
        modal = (await acting)["modal"]
        assert await ana.receive_json(timeout=5) == {"t": "modal", "modal": modal}
    await bot.close()


async def test_who_may_delete(loopback: Loopback) -> None:
    said = await loopback.play("say", user=BRUNO, channel=CANASTA, content="mine")
    assert (await loopback.play_raw("delete", user=ELENA, message=said["id"]))[0] == 403
    assert (await loopback.play_raw("dismiss", user=BRUNO, message=said["id"]))[0] == 403
    await loopback.play("delete", user=ANA, message=said["id"])
    assert await loopback.messages(BRUNO) == []


async def test_who_may_write(loopback: Loopback) -> None:
    channel = loopback.world.channels[LOUNGE]
    everyone = {"id": loopback.world.guild_id, "type": 0, "allow": "0", "deny": str(1 << 11)}
    channel.overwrites = [everyone]
    assert (await loopback.play_raw("say", **SAY | {"user": BRUNO, "channel": LOUNGE}))[0] == 403
    await loopback.play("say", **SAY | {"channel": LOUNGE})  # the owner may do everything
    channel.overwrites = [everyone | {"deny": str(1 << 10)}]
    assert (await loopback.play_raw("command", user=BRUNO, channel=LOUNGE, name="x"))[0] == 403
    seen = (await loopback.look("world", user=BRUNO))["channels"]
    assert LOUNGE not in [channel["id"] for channel in seen]


@pytest.mark.parametrize(
    ("command", "said", "error"),
    [
        ({}, {"name": "x"}, "There is no command /x."),
        ({}, {"options": {"y": 1}}, "There is no option y."),
        ({"options": [option(3, required=True)]}, {}, "o: this option is required."),
        ({"options": [option(3, max_length=2)]}, {"options": {"o": "abc"}}, "o: this value does not fit."),
        ({"options": [option(3)]}, {"options": {"o": 1}}, "o: this value does not fit."),
        ({"options": [option(4, min_value=2)]}, {"options": {"o": 1}}, "o: this value does not fit."),
        ({"options": [option(4)]}, {"options": {"o": 1.5}}, "o: this value does not fit."),
        ({"options": [option(4)]}, {"options": {"o": True}}, "o: this value does not fit."),
        ({"options": [option(5)]}, {"options": {"o": "true"}}, "o: this value does not fit."),
        (
            {"options": [option(6)]},
            {"options": {"o": "1"}},
            "There is nobody and nothing to choose with this id.",
        ),
        ({"options": [option(7)]}, {"options": {"o": "1"}}, "There is no such channel to choose."),
        ({"options": [option(11)]}, {"options": {"o": "1"}}, "o: this value does not fit."),
        (
            {"options": [option(3, choices=[{"name": "A", "value": "a"}])]},
            {"options": {"o": "A"}},
            "o: this value is not among the choices.",
        ),
        ({"options": [option(1, "sub")]}, {}, "/canasta needs a subcommand."),
        ({"options": [option(1, "sub")]}, {"subcommand": "x"}, "/canasta has no subcommand x."),
        ({"contexts": [1]}, {}, "This command is not for servers."),
        (
            {"default_member_permissions": "32"},
            {"user": BRUNO},
            "You do not have permission to use this command.",
        ),
        (
            {"default_member_permissions": "0"},
            {"user": BRUNO},
            "You do not have permission to use this command.",
        ),
    ],
)
async def test_commands_that_discord_lets_nobody_send(
    loopback: Loopback, command: Json, said: Json, error: str
) -> None:
    registry = [{"name": "canasta", "description": "d"} | command]
    await loopback.good("PUT", f"/applications/{BOT}/commands", registry)
    said = {"user": ANA, "channel": CANASTA, "name": "canasta"} | said
    assert await loopback.play("command", **said) == {"ok": False, "error": error}


async def test_options_arrive_as_discord_sends_them(loopback: Loopback) -> None:
    bot = await loopback.online()
    options = [option(3, "a"), option(4, "b"), option(6, "c"), option(10, "d"), option(8, "e")]
    nested = [option(2, "group", options=[option(1, "sub", options=options)])]
    registry = [{"name": "canasta", "description": "d", "options": nested}]
    await loopback.good("PUT", f"/applications/{BOT}/commands", registry)
    values = {"e": loopback.world.bot_role_id, "b": 2, "a": "x", "d": 1, "c": BRUNO}
    said = {"user": ANA, "channel": CANASTA, "name": "canasta", "subcommand": "group sub", "options": values}
    acting = asyncio.create_task(loopback.play("command", **said))
    data = (await bot.event("INTERACTION_CREATE"))["data"]
    [group] = data["options"]
    [sub] = group["options"]
    assert (group["name"], group["type"], sub["name"], sub["type"]) == ("group", 2, "sub", 1)
    assert [each["name"] for each in sub["options"]] == ["a", "b", "c", "d", "e"]
    assert data["resolved"].keys() == {"users", "members", "roles"}
    acting.cancel()
    await bot.close()


async def test_suggestions(loopback: Loopback) -> None:
    options = [option(3, autocomplete=True), option(4, "p", required=False)]
    registry = [{"name": "canasta", "description": "d", "options": options}]
    await loopback.good("PUT", f"/applications/{BOT}/commands", registry)
    typing = {"user": ANA, "channel": CANASTA, "name": "canasta", "options": {"o": "a", "p": 3}}
    offline = await loopback.play("autocomplete", **typing, focused="o")
    assert offline == {"choices": [], "error": "Loading options failed"}
    refused = await loopback.play("autocomplete", **typing, focused="p")
    assert refused == {"choices": [], "error": "p: this option has no suggestions."}

    bot = await loopback.online()
    acting = asyncio.create_task(loopback.play("autocomplete", **typing, focused="o"))
    heard = await bot.event("INTERACTION_CREATE")
    assert (heard["type"], heard["data"]["options"]) == (
        4,
        [
            {"name": "p", "type": 4, "value": 3},
            {"name": "o", "type": 3, "value": "a", "focused": True},
        ],
    )
    choices = [{"name": "Ace", "value": "ace"}]
    path = f"/interactions/{heard['id']}/{heard['token']}/callback"
    await loopback.good("POST", path, {"type": 8, "data": {"choices": choices}}, headers={})
    assert await acting == {"choices": choices}
    await bot.close()
