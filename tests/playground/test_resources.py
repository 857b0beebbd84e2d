"""Threads, emojis, commands, members: what else the bot's REST offers."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import pytest

from playground.rest import emojis
from tests.playground.loopback import ANA, BOT, BRUNO, CANASTA, ELENA, GUILD, LOUNGE, Loopback, codes

if TYPE_CHECKING:
    from tests.playground.loopback import Json

PUBLIC, PRIVATE = 11, 12
COMMANDS = f"/applications/{BOT}/commands"
OF_GUILD = f"/applications/{BOT}/guilds/{GUILD}/commands"
EMOJIS = f"/applications/{BOT}/emojis"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(16)


def uri(picture: bytes = PNG) -> str:
    return f"data:image/png;base64,{base64.b64encode(picture).decode()}"


async def start_thread(loopback: Loopback, **body: object) -> Json:
    thread: Json = await loopback.good(
        "POST", f"/channels/{CANASTA}/threads", {"name": "t", "type": PUBLIC} | body
    )
    return thread


async def test_a_public_thread_is_announced(loopback: Loopback) -> None:
    thread = await start_thread(loopback, auto_archive_duration=60)
    assert (thread["parent_id"], thread["owner_id"], thread["type"]) == (CANASTA, BOT, PUBLIC)
    assert thread["thread_metadata"]["auto_archive_duration"] == 60
    [said] = await loopback.messages(ANA)
    assert (said["type"], said["content"], said["message_reference"]["channel_id"]) == (18, "t", thread["id"])
    [listed] = (await loopback.good("GET", f"/guilds/{GUILD}/threads/active"))["threads"]
    assert listed["id"] == thread["id"]


async def test_a_thread_grows_from_a_message_once(loopback: Loopback) -> None:
    sent = await loopback.send(content="table 1")
    path = f"/channels/{CANASTA}/messages/{sent['id']}/threads"
    thread = await loopback.good("POST", path, {"name": "table 1"})
    assert thread["id"] == sent["id"]
    status, error = await loopback.rest("POST", path, {"name": "again"})
    assert (status, error["code"]) == (400, 160004)
    [seen] = await loopback.messages(ANA)
    assert (seen["flags"] & 32, seen["thread"]["id"]) == (32, thread["id"])


async def test_a_private_thread_is_for_its_members(loopback: Loopback) -> None:
    thread = await start_thread(loopback, type=PRIVATE)
    await loopback.good("PUT", f"/channels/{thread['id']}/thread-members/{BRUNO}")
    await loopback.send(thread["id"], content=f"come in, <@{ELENA}>")
    members = await loopback.good("GET", f"/channels/{thread['id']}/thread-members")
    assert [member["user_id"] for member in members] == [BOT, BRUNO, ELENA]
    assert len(await loopback.messages(BRUNO, thread["id"])) == 1
    status, _ = await loopback.play_raw("say", user="1100000000000000023", channel=thread["id"], content="?")
    assert status == 403
    await loopback.good("DELETE", f"/channels/{thread['id']}/thread-members/{BRUNO}")
    seen = (await loopback.look("world", user=BRUNO))["channels"]
    assert thread["id"] not in [channel["id"] for channel in seen]


@pytest.mark.parametrize(
    ("denied", "body"),
    [("CREATE_PUBLIC_THREADS", {"type": PUBLIC}), ("CREATE_PRIVATE_THREADS", {"type": PRIVATE})],
)
async def test_threads_take_a_permission(loopback: Loopback, denied: str, body: Json) -> None:
    await loopback.play("channel", op="permit", channel=CANASTA, deny=[denied])
    status, error = await loopback.rest("POST", f"/channels/{CANASTA}/threads", {"name": "t"} | body)
    assert (status, error["code"]) == (403, 50013)


async def test_writing_in_threads_is_a_permission_of_its_own(loopback: Loopback) -> None:
    thread = await start_thread(loopback)
    await loopback.play("channel", op="permit", channel=CANASTA, deny=["SEND_MESSAGES"])
    await loopback.send(thread["id"], content="x")
    await loopback.play("channel", op="permit", channel=CANASTA, deny=["SEND_MESSAGES_IN_THREADS"])
    status, error = await loopback.rest("POST", f"/channels/{thread['id']}/messages", {"content": "x"})
    assert (status, error["code"]) == (403, 50013)


async def test_an_archived_thread_is_closed_until_somebody_writes(loopback: Loopback) -> None:
    thread = await start_thread(loopback)
    sent = await loopback.send(thread["id"], content="x")
    path = f"/channels/{thread['id']}"
    await loopback.good("PATCH", path, {"archived": True})
    for method, sub, body in (
        ("PATCH", f"/messages/{sent['id']}", {"content": "y"}),
        ("DELETE", f"/messages/{sent['id']}", None),
        ("PATCH", "", {"name": "new"}),
    ):
        status, error = await loopback.rest(method, path + sub, body)
        assert (status, error["code"]) == (400, 50083)
    await loopback.send(thread["id"], content="y")
    renamed = await loopback.good("PATCH", path, {"name": "new"})
    assert (renamed["name"], renamed["thread_metadata"]["archived"]) == ("new", False)

    await loopback.play("channel", op="archive", channel=thread["id"], locked=True)
    status, error = await loopback.rest("POST", f"{path}/messages", {"content": "z"})
    assert (status, error["code"]) == (400, 50083)
    status, error = await loopback.rest("PATCH", path, {"archived": False})
    assert (status, error["code"]) == (403, 50013)


async def test_only_managers_lock_and_delete(loopback: Loopback) -> None:
    thread = await start_thread(loopback)
    path = f"/channels/{thread['id']}"
    assert (await loopback.rest("PATCH", path, {"locked": True}))[1]["code"] == 50013
    assert (await loopback.rest("DELETE", path))[1]["code"] == 50013
    assert (await loopback.rest("DELETE", f"/channels/{CANASTA}"))[1]["code"] == 50013
    assert (await loopback.rest("PATCH", f"/channels/{CANASTA}", {"name": "x"}))[1]["code"] == 50013
    allowed = ["MANAGE_THREADS", "MANAGE_CHANNELS"]
    await loopback.play("channel", op="permit", channel=CANASTA, allow=allowed)
    assert (await loopback.good("PATCH", path, {"locked": True}))["thread_metadata"]["locked"]
    await loopback.good("DELETE", path)
    changed = await loopback.good("PATCH", f"/channels/{CANASTA}", {"name": "x", "topic": "cards"})
    assert (changed["name"], changed["topic"]) == ("x", "cards")
    await loopback.good("DELETE", f"/channels/{CANASTA}")
    assert (await loopback.rest("GET", f"/channels/{CANASTA}"))[1]["code"] == 10003


async def test_bodies_of_threads(loopback: Loopback) -> None:
    for body, wrong in (
        ({}, {"name": "BASE_TYPE_REQUIRED"}),
        (
            {"name": "x" * 101, "auto_archive_duration": 5},
            {"name": "BASE_TYPE_BAD_LENGTH", "auto_archive_duration": "BASE_TYPE_CHOICES"},
        ),
        ({"name": "x", "type": 13}, {"type": "BASE_TYPE_CHOICES"}),
    ):
        status, error = await loopback.rest("POST", f"/channels/{CANASTA}/threads", body)
        assert (status, codes(error["errors"])) == (400, wrong)
    thread = await start_thread(loopback)
    status, error = await loopback.rest("POST", f"/channels/{thread['id']}/threads", {"name": "x"})
    assert (status, error["code"]) == (400, 50024)


async def test_emojis_are_uploaded_listed_renamed_and_deleted(loopback: Loopback) -> None:
    made = await loopback.good("POST", EMOJIS, {"name": "seven_hearts", "image": uri()})
    assert (await loopback.good("GET", EMOJIS))["items"] == [made]
    path = f"{EMOJIS}/{made['id']}"
    renamed = await loopback.good("PATCH", path, {"name": "seven"})
    assert renamed == made | {"name": "seven"} == await loopback.good("GET", path)
    async with loopback.http.get(f"/cdn/emojis/{made['id']}.webp") as response:
        assert await response.read() == PNG
    await loopback.good("DELETE", path)
    assert (await loopback.rest("GET", path))[1]["code"] == 10014
    async with loopback.http.get(f"/cdn/emojis/{made['id']}.webp") as response:
        assert response.status == 404


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"name": "x", "image": uri()}, {"name": "BASE_TYPE_BAD_LENGTH"}),
        ({"name": "sieben herz", "image": uri()}, {"name": "STRING_TYPE_REGEX"}),
        ({"name": "taken", "image": uri()}, {"name": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"}),
        ({"name": "seven"}, {"image": "BASE_TYPE_REQUIRED"}),
        ({"name": "seven", "image": uri(b"GI")}, {"image": "IMAGE_INVALID"}),
        ({"name": "seven", "image": "https://x"}, {"image": "IMAGE_INVALID"}),
        ({"name": "seven", "image": uri(PNG + bytes(256 << 10))}, {"image": "BINARY_TYPE_MAX_SIZE"}),
    ],
)
async def test_bad_emojis(loopback: Loopback, body: Json, wrong: dict[str, str]) -> None:
    await loopback.good("POST", EMOJIS, {"name": "taken", "image": uri()})
    status, error = await loopback.rest("POST", EMOJIS, body)
    assert (status, codes(error["errors"])) == (400, wrong)


async def test_so_many_emojis_and_no_more(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emojis, "_MAX_EMOJIS", 2)
    for name in ("x2", "a" * 32):
        await loopback.good("POST", EMOJIS, {"name": name, "image": uri(PNG)})
    status, error = await loopback.rest("POST", EMOJIS, {"name": "third", "image": uri()})
    assert (status, error["code"]) == (400, 30008)


async def test_the_largest_emoji(loopback: Loopback) -> None:
    largest = PNG + bytes((256 << 10) - len(PNG))
    await loopback.good("POST", EMOJIS, {"name": "large", "image": uri(largest)})
    status, error = await loopback.rest("POST", EMOJIS, {"name": "larger", "image": uri(largest + b"x")})
    assert (status, codes(error["errors"])) == (400, {"image": "BINARY_TYPE_MAX_SIZE"})


async def test_commands_keep_their_ids(loopback: Loopback) -> None:
    draw = {"name": "draw", "description": "Draw a card"}
    take = {"name": "take", "description": "Take the pile"}
    first = await loopback.good("PUT", COMMANDS, [draw, take])
    second = await loopback.good("PUT", COMMANDS, [take | {"description": "The pile"}])
    assert (second[0]["id"], second[0]["description"]) == (first[1]["id"], "The pile")
    assert await loopback.good("GET", COMMANDS) == second
    made = await loopback.good("POST", COMMANDS, draw)
    assert made["id"] not in {first[0]["id"], first[1]["id"]}
    path = f"{COMMANDS}/{made['id']}"
    changed = await loopback.good("PATCH", path, {"description": "Draw"})
    assert (changed["id"], changed["name"], changed["description"]) == (made["id"], "draw", "Draw")
    assert await loopback.good("GET", path) == changed
    await loopback.good("DELETE", path)
    assert (await loopback.rest("GET", path))[1]["code"] == 10063
    assert len(await loopback.good("GET", COMMANDS)) == 1


async def test_commands_of_the_server_are_apart(loopback: Loopback) -> None:
    draw = {"name": "draw", "description": "Draw a card"}
    [made] = await loopback.good("PUT", OF_GUILD, [draw])
    assert made["guild_id"] == GUILD
    assert await loopback.good("GET", COMMANDS) == []
    assert [command["id"] for command in (await loopback.look("world", user=ANA))["commands"]] == [made["id"]]


async def test_bad_registries(loopback: Loopback) -> None:
    draw = {"name": "draw", "description": "Draw a card"}
    status, error = await loopback.rest("PUT", COMMANDS, [draw, draw])
    assert (status, codes(error["errors"])) == (400, {"1.name": "APPLICATION_COMMANDS_DUPLICATE_NAME"})
    many = [draw | {"name": f"draw{n}"} for n in range(101)]
    assert (await loopback.rest("PUT", COMMANDS, many))[1]["code"] == 30032
    assert (await loopback.rest("PUT", COMMANDS, draw))[1]["code"] == 50109
    assert (await loopback.rest("GET", "/applications/1/commands"))[1]["code"] == 20012
    assert (await loopback.rest("GET", f"/applications/{BOT}/guilds/1/commands"))[1]["code"] == 10004


async def test_who_left_is_no_member(loopback: Loopback) -> None:
    path = f"/guilds/{GUILD}/members/{BRUNO}"
    assert (await loopback.good("GET", path))["user"]["global_name"] == "Bruno"
    await loopback.play("person", user=BRUNO, present=False)
    assert (await loopback.rest("GET", path))[1]["code"] == 10007
    assert (await loopback.rest("GET", f"/guilds/{GUILD}/members/1"))[1]["code"] == 10013
    assert (await loopback.play_raw("say", user=BRUNO, channel=LOUNGE, content="?"))[0] == 403
    await loopback.play("person", user=BRUNO, present=True)
    await loopback.good("GET", path)


async def test_other_things_to_look_up(loopback: Loopback) -> None:
    assert (await loopback.good("GET", f"/guilds/{GUILD}"))["owner_id"] == ANA
    assert [role["name"] for role in await loopback.good("GET", f"/guilds/{GUILD}/roles")] == [
        "@everyone",
        "Canasta",
    ]
    assert len(await loopback.good("GET", f"/guilds/{GUILD}/channels")) == 3
    assert (await loopback.good("GET", "/users/@me/guilds"))[0]["id"] == GUILD
    assert (await loopback.good("GET", "/oauth2/applications/@me"))["id"] == BOT
    assert (await loopback.good("GET", "/gateway", headers={}))["url"].endswith("/gateway")
    assert (await loopback.good("GET", f"/users/{ANA}"))["username"] == "ana"
    assert (await loopback.rest("GET", "/users/1"))[1]["code"] == 10013
    await loopback.good("POST", f"/channels/{LOUNGE}/typing")
