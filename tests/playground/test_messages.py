"""Messages by REST: sending, editing, files, permissions, mentions, rate limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from playground import world as world_module
from tests.playground.loopback import (
    ANA,
    BRUNO,
    CANASTA,
    ELENA,
    LOUNGE,
    V2,
    Loopback,
    button,
    codes,
    row,
    text,
    with_files,
)

if TYPE_CHECKING:
    from tests.playground.loopback import Json

MESSAGES = f"/channels/{CANASTA}/messages"


async def test_a_message_is_sent_fetched_edited_and_deleted(loopback: Loopback) -> None:
    sent = await loopback.send(content="  hello  ")
    assert (sent["content"], sent["edited_timestamp"], sent["flags"]) == ("hello", None, 0)
    path = f"{MESSAGES}/{sent['id']}"
    assert await loopback.good("GET", path) == sent
    edited = await loopback.good("PATCH", path, {"content": "changed"})
    assert (edited["id"], edited["content"]) == (sent["id"], "changed")
    assert edited["edited_timestamp"] is not None
    await loopback.good("DELETE", path)
    status, error = await loopback.rest("GET", path)
    assert (status, error["code"]) == (404, 10008)


async def test_pages_of_messages(loopback: Loopback) -> None:
    said = [await loopback.play("say", user=ANA, channel=CANASTA, content=str(n)) for n in range(5)]
    ids = [message["id"] for message in said]
    for query, found in {
        "limit=2": [4, 3],
        f"before={ids[2]}": [1, 0],
        f"after={ids[1]}&limit=2": [3, 2],
        f"around={ids[2]}&limit=3": [3, 2, 1],
    }.items():
        page = await loopback.good("GET", f"{MESSAGES}?{query}")
        assert [message["content"] for message in page] == [str(n) for n in found], query
    for query in ("limit=0", "limit=101", "limit=x", "before=x", "after=" + "9" * 5000):
        assert (await loopback.rest("GET", f"{MESSAGES}?{query}"))[0] == 400


@pytest.mark.parametrize("body", [{}, {"content": " "}, {"components": []}, {"content": None, "embeds": []}])
async def test_an_empty_message_is_refused(loopback: Loopback, body: Json) -> None:
    status, error = await loopback.rest("POST", MESSAGES, body)
    assert (status, error["code"]) == (400, 50006)


async def test_bad_bodies_are_refused(loopback: Loopback) -> None:
    for raw in (b"{", b"[]", b"\xff"):
        status, error = await loopback.rest("POST", MESSAGES, data=raw)
        assert (status, error["code"]) == (400, 50109)
    status, error = await loopback.rest("POST", MESSAGES, {"content": 5, "flags": "x"})
    assert (status, codes(error["errors"])) == (400, {"flags": "NUMBER_TYPE_COERCE"})


async def test_ids_of_the_path_are_checked(loopback: Loopback) -> None:
    for path, code in (("/channels/x", 50035), ("/channels/1", 10003), (f"{MESSAGES}/1", 10008)):
        assert (await loopback.rest("GET", path))[1]["code"] == code


async def test_without_the_token_nothing_is_told(loopback: Loopback) -> None:
    for headers in ({}, {"Authorization": "Bot wrong"}, {"Authorization": loopback.world.token}):
        assert (await loopback.rest("GET", "/users/@me", headers=headers))[0] == 401


async def test_an_unknown_route_is_refused_and_logged(
    loopback: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    for method, path in (("PUT", "/channels/1/pins/2"), ("POST", "/users/@me")):
        assert await loopback.rest(method, path) == (404, {"message": "404: Not Found", "code": 0})
        assert f"Unknown route: {method} /api/v10{path}" in caplog.text
    assert len((await loopback.look("refusals"))["refusals"]) == 2


async def test_only_own_messages_are_edited(loopback: Loopback) -> None:
    said = await loopback.play("say", user=ANA, channel=CANASTA, content="mine")
    path = f"{MESSAGES}/{said['id']}"
    status, error = await loopback.rest("PATCH", path, {"content": "yours"})
    assert (status, error["code"]) == (403, 50005)
    status, error = await loopback.rest("DELETE", path)
    assert (status, error["code"]) == (403, 50013)
    await loopback.play("channel", op="permit", channel=CANASTA, allow=["MANAGE_MESSAGES"])
    await loopback.good("DELETE", path)


@pytest.mark.parametrize(
    ("denied", "body", "code"),
    [
        ("VIEW_CHANNEL", {"content": "x"}, 50001),
        ("SEND_MESSAGES", {"content": "x"}, 50013),
        ("EMBED_LINKS", {"embeds": [{"title": "x"}]}, 50013),
    ],
)
async def test_permissions_of_the_channel(loopback: Loopback, denied: str, body: Json, code: int) -> None:
    await loopback.play("channel", op="permit", channel=CANASTA, deny=[denied])
    status, error = await loopback.rest("POST", MESSAGES, body)
    assert (status, error["code"]) == (403, code)
    assert (await loopback.send(LOUNGE, **body))["channel_id"] == LOUNGE
    await loopback.play("channel", op="permit", channel=CANASTA)
    await loopback.send(**body)


async def test_history_takes_a_permission(loopback: Loopback) -> None:
    sent = await loopback.send(content="x")
    await loopback.play(
        "channel", op="permit", channel=CANASTA, deny=["READ_MESSAGE_HISTORY", "ATTACH_FILES"]
    )
    assert await loopback.good("GET", MESSAGES) == []
    assert (await loopback.rest("GET", f"{MESSAGES}/{sent['id']}"))[1]["code"] == 50013
    form = with_files("{}", a_txt=b"abc")
    assert (await loopback.rest("POST", MESSAGES, data=form))[1]["code"] == 50013


async def test_the_layout_flag_is_for_good(loopback: Loopback) -> None:
    old = await loopback.send(content="one", components=[row(button())])
    path = f"{MESSAGES}/{old['id']}"
    status, error = await loopback.rest("PATCH", path, {"flags": V2, "components": [text("two")]})
    assert (status, list(codes(error["errors"]))) == (400, ["content"])
    new = await loopback.good("PATCH", path, {"flags": V2, "content": None, "components": [text("two")]})
    assert (new["flags"], new["content"]) == (V2, "")
    assert (await loopback.good("PATCH", path, {"flags": 0, "components": [text("three")]}))["flags"] == V2


@pytest.mark.parametrize(
    "old",
    [
        {"content": "x"},
        {"embeds": [{"title": "x"}]},
        {"sticker_ids": ["1"]},
        {"poll": {"question": {"text": "x"}}},
    ],
)
async def test_what_a_free_layout_leaves_no_place_for(loopback: Loopback, old: Json) -> None:
    layout: Json = {"flags": V2, "components": [text("x")]}
    status, error = await loopback.rest("POST", MESSAGES, layout | old)
    assert status == 400
    only = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    assert codes(error["errors"]) == dict.fromkeys(old, only)
    sent = await loopback.send(**layout)
    assert (await loopback.rest("PATCH", f"{MESSAGES}/{sent['id']}", old))[0] == 400


async def test_components_are_numbered(loopback: Loopback) -> None:
    sent = await loopback.send(flags=V2, components=[text("x") | {"id": 2}, row(button("a"), button("b"))])
    assert [part["id"] for part in sent["components"]] == [2, 1]
    assert [part["id"] for part in sent["components"][1]["components"]] == [3, 4]


async def test_a_nonce_sends_once(loopback: Loopback) -> None:
    first = await loopback.send(content="x", nonce="one", enforce_nonce=True)
    second = await loopback.send(content="x", nonce="one", enforce_nonce=True)
    third = await loopback.send(content="x", nonce="two", enforce_nonce=True)
    assert first["id"] == second["id"] != third["id"]


async def test_replies(loopback: Loopback) -> None:
    said = await loopback.play("say", user=ANA, channel=CANASTA, content="deal me in")
    reply = await loopback.send(content="yes", message_reference={"message_id": said["id"]})
    assert (reply["type"], reply["referenced_message"]["id"]) == (19, said["id"])
    assert [user["id"] for user in reply["mentions"]] == [ANA]
    quiet = {"parse": [], "replied_user": False}
    reply = await loopback.send(
        content="yes", message_reference={"message_id": said["id"]}, allowed_mentions=quiet
    )
    assert reply["mentions"] == []
    body: Json = {"content": "yes", "message_reference": {"message_id": "123"}}
    status, error = await loopback.rest("POST", MESSAGES, body)
    assert (status, codes(error["errors"])) == (400, {"message_reference": "REPLIES_UNKNOWN_MESSAGE"})
    body["message_reference"]["fail_if_not_exists"] = False
    assert (await loopback.send(**body))["type"] == 0


@pytest.mark.parametrize(
    ("allowed", "pinged"),
    [
        (None, [ANA, BRUNO]),
        ({"parse": ["users"]}, [ANA, BRUNO]),
        ({"parse": []}, []),
        ({"parse": [], "users": [int(BRUNO)]}, [BRUNO]),
    ],
)
async def test_whom_a_message_pings(loopback: Loopback, allowed: Json | None, pinged: list[str]) -> None:
    content = f"<@{ANA}> <@!{BRUNO}> <@{ANA}> <@123> @everyone"
    body: Json = {} if allowed is None else {"allowed_mentions": allowed}
    sent = await loopback.send(flags=V2, components=[text(content)], **body)
    assert [user["id"] for user in sent["mentions"]] == pinged
    assert sent["mention_everyone"] is False
    edited = await loopback.good("PATCH", f"{MESSAGES}/{sent['id']}", {"components": [text(f"<@{ELENA}>")]})
    assert [user["id"] for user in edited["mentions"]] == pinged


async def test_everyone_is_pinged_by_whom_may(loopback: Loopback) -> None:
    await loopback.play("channel", op="permit", channel=CANASTA, allow=["MENTION_EVERYONE"])
    assert (await loopback.send(content="@everyone"))["mention_everyone"] is True
    assert (await loopback.send(content="@everyone", allowed_mentions={"parse": []}))[
        "mention_everyone"
    ] is False


async def test_five_messages_in_five_seconds(loopback: Loopback) -> None:
    async def send(channel: str) -> tuple[int, Any, Any]:
        body, headers = {"content": "x"}, {"Authorization": f"Bot {loopback.world.token}"}
        path = f"/api/v10/channels/{channel}/messages"
        async with loopback.http.post(path, json=body, headers=headers) as response:
            assert response.headers["Content-Type"] == "application/json"
            return response.status, response.headers, await response.json()

    for left in (4, 3, 2, 1, 0):
        status, headers, _ = await send(CANASTA)
        assert (status, headers["X-RateLimit-Remaining"]) == (200, str(left))
    status, headers, body = await send(CANASTA)
    assert (status, headers["X-RateLimit-Scope"], body["global"]) == (429, "user", False)
    assert 0 < body["retry_after"] <= 5
    assert "Via" in headers
    assert (await send(LOUNGE))[0] == 200


async def test_fifty_requests_a_second_in_all(loopback: Loopback) -> None:
    answers = [await loopback.rest("GET", path) for path in ("/users/@me", "/gateway/bot") for _ in range(26)]
    assert [status for status, _ in answers[:50]] == [200] * 26 + [200] * 24
    status, body = answers[50]
    assert (status, body["global"]) == (429, True)


async def test_old_messages_are_edited_seldom(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = await loopback.send(content="x")
    later = loopback.world.clock() + 3601
    monkeypatch.setattr(loopback.world, "clock", lambda: later)
    path = f"{MESSAGES}/{sent['id']}"
    for _ in range(3):
        await loopback.good("PATCH", path, {"content": "y"})
    status, error = await loopback.rest("PATCH", path, {"content": "z"})
    assert (status, error["code"]) == (429, 30046)
    assert error["retry_after"] > 0


async def test_the_newest_messages_are_kept(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world_module, "_MESSAGES_KEPT", 3)
    for n in range(5):
        await loopback.play("say", user=ANA, channel=CANASTA, content=str(n))
    assert [message["content"] for message in await loopback.messages(ANA)] == ["2", "3", "4"]


async def test_many_messages_are_deleted_at_once(loopback: Loopback) -> None:
    ids = [(await loopback.send(content="x"))["id"] for _ in range(3)]
    path = f"{MESSAGES}/bulk-delete"
    assert (await loopback.rest("POST", path, {"messages": ids[:2]}))[1]["code"] == 50013
    await loopback.play("channel", op="permit", channel=CANASTA, allow=["MANAGE_MESSAGES"])
    await loopback.good("POST", path, {"messages": ids[:2]})
    assert [message["id"] for message in await loopback.messages(ANA)] == ids[2:]


async def test_direct_messages_are_not_taken(loopback: Loopback) -> None:
    channel = await loopback.good("POST", "/users/@me/channels", {"recipient_id": int(ANA)})
    assert (channel["type"], channel["recipients"][0]["id"]) == (1, ANA)
    status, error = await loopback.rest("POST", f"/channels/{channel['id']}/messages", {"content": "x"})
    assert (status, error["code"]) == (403, 50007)


async def test_faults_happen_as_arranged(loopback: Loopback) -> None:
    route = "POST /channels/{c}/messages"
    await loopback.play("fault", route=route, times=2, status=500)
    await loopback.play("fault", route=route, status=429, retry_after=0.2, code=30046)
    assert (await loopback.look("faults"))["waiting"] == [route, route]
    assert [(await loopback.rest("POST", MESSAGES, {"content": "x"}))[0] for _ in range(4)] == [
        500,
        500,
        429,
        200,
    ]
    assert (await loopback.look("faults"))["waiting"] == []
    await loopback.play("fault", route=route, drop=True, after=True)
    with pytest.raises(aiohttp.ClientError):
        await loopback.send(content="arrived")
    assert [message["content"] for message in await loopback.messages(ANA)] == ["x", "arrived"]
    await loopback.play("fault", route=route, status=500)
    await loopback.play("fault", clear=True)
    await loopback.send(content="y")
    await loopback.play("fault", route=route, delay=0.01)
    await loopback.send(content="late")
