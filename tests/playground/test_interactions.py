"""Interactions: three seconds to answer, a quarter of an hour to go on, and who sees what came of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from playground import interactions
from tests.playground.loopback import (
    ANA,
    BOT,
    BRUNO,
    CANASTA,
    EPHEMERAL,
    GUILD,
    V2,
    Loopback,
    Socket,
    button,
    codes,
    row,
    select,
    text,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.playground.loopback import Json

PING = {"name": "ping", "description": "Ping"}
LABELED = {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "name", "style": 1}}


class Answerer:
    """A bot that answers one interaction as the test says."""

    def __init__(self, loopback: Loopback, bot: Socket) -> None:
        self.loopback = loopback
        self.bot = bot
        self.heard: Json = {}

    async def hears(self, act: str, **said: Any) -> asyncio.Task[Json]:
        """Let a person act, up to where the bot hears of it. Return what will tell the result."""
        acting = asyncio.create_task(self.loopback.play(act, **said))
        self.heard = await self.bot.event("INTERACTION_CREATE")
        return acting

    async def callback(self, kind: int, data: object = None, **kwargs: Any) -> tuple[int, Any]:
        """Answer what was heard last."""
        path = f"/interactions/{self.heard['id']}/{self.heard['token']}/callback?with_response=1"
        return await self.loopback.rest("POST", path, {"type": kind, "data": data}, headers={}, **kwargs)

    async def webhook(self, method: str, path: str = "", body: object = None) -> tuple[int, Any]:
        """Use the token of what was heard last."""
        path = f"/webhooks/{BOT}/{self.heard['token']}{path}"
        return await self.loopback.rest(method, path, body, headers={})

    async def answers(self, kind: int, data: object, act: str, **said: Any) -> Json:
        """Let a person act and the bot answer. Return the result."""
        acting = await self.hears(act, **said)
        status, answer = await self.callback(kind, data)
        assert status == 200, answer
        return await acting

    async def command(self, kind: int, data: object = None, user: str = ANA) -> Json:
        """Let a person use the one command, and the bot answer."""
        return await self.answers(kind, data, "command", user=user, channel=CANASTA, name="ping")

    async def press(self, kind: int, message: Json, data: object = None, **said: Any) -> Json:
        """Let a person press a button of a message, and the bot answer."""
        said = {"user": ANA, "custom_id": "b"} | said
        return await self.answers(kind, data, "press", channel=CANASTA, message=message["id"], **said)


@pytest.fixture
async def answerer(loopback: Loopback) -> AsyncIterator[Answerer]:
    bot = await loopback.online()
    await loopback.good("PUT", f"/applications/{BOT}/commands", [PING])
    yield Answerer(loopback, bot)
    await bot.close()


async def test_the_bot_is_told_all_that_discord_tells(answerer: Answerer) -> None:
    await answerer.loopback.play("person", user=ANA, locale="pt-BR")
    await answerer.command(4, {"content": "pong"})
    heard = answerer.heard
    assert (heard["type"], heard["application_id"], heard["guild_id"]) == (2, BOT, GUILD)
    assert (heard["locale"], heard["guild_locale"], heard["context"]) == ("pt-BR", "en-US", 0)
    assert heard["member"]["user"]["id"] == ANA
    assert int(heard["member"]["permissions"]) & 1 << 5  # Ana manages the server
    assert int(heard["app_permissions"]) & 1 << 11
    assert not int(heard["app_permissions"]) & 1 << 13
    assert heard["channel"]["name"] == "canasta"
    assert heard["attachment_size_limit"] > 0
    assert heard["data"]["name"] == "ping"


async def test_a_public_answer_is_seen_by_all_and_told_of(answerer: Answerer) -> None:
    result = await answerer.command(4, {"content": "pong"})
    assert (result["ok"], result["callback"]) == (True, 4)
    message = result["message"]
    assert message == (await answerer.loopback.messages(BRUNO))[-1]
    assert message["interaction_metadata"]["user"]["id"] == ANA
    assert message["interaction_metadata"]["name"] == "ping"
    assert (message["type"], message["ephemeral_for"], message["webhook_id"]) == (20, None, BOT)


async def test_an_ephemeral_answer_is_seen_by_one_only(answerer: Answerer) -> None:
    result = await answerer.command(4, {"content": "secret", "flags": EPHEMERAL})
    message = result["message"]
    assert message["ephemeral_for"] == ANA
    assert [seen["id"] for seen in await answerer.loopback.messages(ANA)] == [message["id"]]
    assert await answerer.loopback.messages(BRUNO) == []
    path = f"/channels/{CANASTA}/messages"
    assert (await answerer.loopback.rest("GET", path)) == (200, [])
    for method, body in (("GET", None), ("PATCH", {"content": "?"}), ("DELETE", None)):
        status, error = await answerer.loopback.rest(method, f"{path}/{message['id']}", body)
        assert (status, error["code"]) == (404, 10008)


async def test_flags_stay_over_edits(answerer: Answerer) -> None:
    data = {"flags": EPHEMERAL | V2, "components": [text("one"), row(button())]}
    message = (await answerer.command(4, data))["message"]
    _, edited = await answerer.webhook(
        "PATCH", "/messages/@original", {"components": [text("two"), row(button())]}
    )
    assert edited["flags"] == EPHEMERAL | V2
    pressed = await answerer.press(7, message, {"components": [text("three")]})
    assert (pressed["message"]["flags"], pressed["message"]["ephemeral_for"]) == (EPHEMERAL | V2, ANA)
    status, error = await answerer.webhook("PATCH", "/messages/@original", {"content": "four"})
    assert (status, codes(error["errors"])) == (
        400,
        {"content": "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
    )


async def test_an_answer_is_given_once(answerer: Answerer) -> None:
    await answerer.command(4, {"content": "pong"})
    status, error = await answerer.callback(4, {"content": "again"})
    assert (status, error["code"]) == (400, 40060)


async def test_a_refused_answer_may_be_given_again(answerer: Answerer) -> None:
    acting = await answerer.hears("command", user=ANA, channel=CANASTA, name="ping")
    status, error = await answerer.callback(4, {})
    assert (status, error["code"]) == (400, 50006)
    status, error = await answerer.callback(7, {"content": "no message to update"})
    assert (status, codes(error["errors"])) == (400, {"type": "BASE_TYPE_CHOICES"})
    assert (await answerer.callback(4, {"content": "pong"}))[0] == 200
    assert (await acting)["ok"]


async def test_who_is_silent_for_three_seconds_cannot_answer(
    answerer: Answerer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert interactions.ANSWER_WITHIN == 3.0
    monkeypatch.setattr(interactions, "ANSWER_WITHIN", 0.1)
    acting = await answerer.hears("command", user=ANA, channel=CANASTA, name="ping")
    assert await acting == {"ok": False, "error": "The application did not respond"}
    status, error = await answerer.callback(4, {"content": "late"})
    assert (status, error["code"]) == (404, 10062)
    status, error = await answerer.webhook("POST", "", {"content": "late"})
    assert (status, error["code"]) == (404, 10015)

    message = await answerer.loopback.send(components=[row(button())])
    acting = await answerer.hears("press", user=ANA, channel=CANASTA, message=message["id"], custom_id="b")
    assert await acting == {"ok": False, "error": "This interaction failed"}


async def test_nobody_answers_while_the_bot_is_offline(loopback: Loopback) -> None:
    await loopback.good("PUT", f"/applications/{BOT}/commands", [PING])
    result = await asyncio.wait_for(loopback.play("command", user=ANA, channel=CANASTA, name="ping"), 1)
    assert result == {"ok": False, "error": "The application did not respond"}


async def test_an_unknown_interaction_has_no_answer(answerer: Answerer) -> None:
    answerer.heard = {"id": "123", "token": "unknown"}
    assert (await answerer.callback(4, {"content": "?"}))[1]["code"] == 10062
    status, error = await answerer.webhook("POST", "", {"content": "?"})
    assert (status, error["code"]) == (401, 50027)
    _, error = await answerer.loopback.rest("POST", "/webhooks/123/unknown", {"content": "?"}, headers={})
    assert error["code"] == 10015


async def test_a_deferred_answer_is_filled_in_by_the_first_follow_up(answerer: Answerer) -> None:
    result = await answerer.command(5, {"flags": EPHEMERAL})
    awaited = result["message"]
    assert (awaited["loading"], awaited["ephemeral_for"]) == (True, ANA)
    _, first = await answerer.webhook("POST", "?wait=true", {"content": "here"})
    _, second = await answerer.webhook("POST", "?wait=true", {"content": "more", "flags": EPHEMERAL})
    assert (first["id"], first["flags"]) == (awaited["id"], EPHEMERAL)
    assert second["message_reference"]["message_id"] == awaited["id"]
    seen = await answerer.loopback.messages(ANA)
    assert [(message["content"], message["loading"]) for message in seen] == [
        ("here", False),
        ("more", False),
    ]


async def test_a_deferred_answer_is_filled_in_by_an_edit(answerer: Answerer) -> None:
    await answerer.command(5)
    body = {"flags": V2, "components": [text("here")]}
    _, edited = await answerer.webhook("PATCH", "/messages/@original", body)
    assert (edited["flags"], edited["edited_timestamp"]) == (V2, None)


async def test_a_component_changes_its_message(answerer: Answerer) -> None:
    message = await answerer.loopback.send(content="one", components=[row(button())])
    result = await answerer.press(7, message, {"content": "two"})
    assert (result["callback"], result["message"]["id"]) == (7, message["id"])
    assert answerer.heard["message"]["content"] == "one"
    assert answerer.heard["data"] == {"custom_id": "b", "component_type": 2, "id": 2}
    assert (await answerer.webhook("GET", "/messages/@original"))[1]["content"] == "two"

    result = await answerer.press(6, message)
    assert result["message"]["content"] == "two"
    await answerer.webhook("PATCH", "/messages/@original", {"content": "three"})
    await answerer.webhook("PATCH", f"/messages/{message['id']}", {"components": []})
    [seen] = await answerer.loopback.messages(BRUNO)
    assert (seen["content"], seen["components"]) == ("three", [])
    assert await answerer.loopback.play(
        "press", user=ANA, channel=CANASTA, message=message["id"], custom_id="b"
    ) == {
        "ok": False,
        "error": "The message has no such component now.",
    }


async def test_a_component_may_be_answered_by_a_new_message(answerer: Answerer) -> None:
    message = await answerer.loopback.send(content="one", components=[row(button())])
    result = await answerer.press(4, message, {"content": "yours", "flags": EPHEMERAL}, user=BRUNO)
    assert result["message"]["ephemeral_for"] == BRUNO
    assert result["message"]["message_reference"]["message_id"] == message["id"]
    assert result["message"]["interaction_metadata"]["interacted_message_id"] == message["id"]
    assert (await answerer.webhook("DELETE", "/messages/@original"))[0] == 204
    status, error = await answerer.webhook("GET", "/messages/@original")
    assert (status, error["code"]) == (404, 10008)


async def test_a_token_does_not_reach_other_messages(answerer: Answerer) -> None:
    other = await answerer.loopback.send(content="other")
    await answerer.command(4, {"content": "pong"})
    status, error = await answerer.webhook("PATCH", f"/messages/{other['id']}", {"content": "mine"})
    assert (status, error["code"]) == (404, 10008)


async def test_a_token_ends_after_a_quarter_of_an_hour(
    answerer: Answerer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await answerer.command(4, {"content": "pong"})
    later = answerer.loopback.world.clock() + 899
    monkeypatch.setattr(answerer.loopback.world, "clock", lambda: later)
    assert (await answerer.webhook("GET", "/messages/@original"))[0] == 200
    monkeypatch.setattr(answerer.loopback.world, "clock", lambda: later + 2)
    status, error = await answerer.webhook("GET", "/messages/@original")
    assert (status, error["code"]) == (401, 50027)


async def test_tokens_can_be_made_to_expire(answerer: Answerer) -> None:
    message = (await answerer.command(4, {"content": "pong", "components": [row(button())]}))["message"]
    await answerer.loopback.play("clock", op="expire_tokens")
    status, error = await answerer.webhook("PATCH", "/messages/@original", {"content": "late"})
    assert (status, error["code"]) == (401, 50027)
    await answerer.press(7, message, {"content": "a press has a fresh token"})


async def test_the_token_is_in_no_refusal(answerer: Answerer) -> None:
    await answerer.command(4, {"content": "pong"})
    await answerer.webhook("PATCH", "/messages/@original", {"content": "x" * 2001})
    [refusal] = (await answerer.loopback.look("refusals"))["refusals"]
    assert refusal["path"] == f"/api/v10/webhooks/{BOT}/…/messages/@original"
    assert codes(refusal["errors"]) == {"content": "BASE_TYPE_MAX_LENGTH"}


async def test_a_form_is_opened_and_sent_in(answerer: Answerer) -> None:
    message = await answerer.loopback.send(content="one", components=[row(button())])
    data = {"title": "Who", "custom_id": "who", "components": [text("Say it"), LABELED]}
    opened = await answerer.press(9, message, data)
    assert (opened["callback"], opened["message"]) == (9, None)
    modal = opened["modal"]
    assert (modal["interaction"], modal["title"]) == (opened["interaction"], "Who")

    form = {"user": ANA, "channel": CANASTA, "interaction": modal["interaction"], "custom_id": "who"}
    for fields, error in (
        ({}, "name: 1 to 4000 characters are needed."),
        ({"name": "a", "x": "b"}, "The form has no field x."),
    ):
        assert await answerer.loopback.play("modal", **form, fields=fields) == {"ok": False, "error": error}
    sent = await answerer.answers(7, {"content": "two"}, "modal", **form, fields={"name": "Ana"})
    assert sent["message"]["id"] == message["id"]
    assert answerer.heard["type"] == 5
    [_, label] = answerer.heard["data"]["components"]
    assert label["component"] == {"type": 4, "id": 3, "custom_id": "name", "value": "Ana"}
    again = await answerer.loopback.play("modal", **form, fields={"name": "Ana"})
    assert again == {"ok": False, "error": "There is no such form open."}


async def test_a_form_cannot_be_answered_by_another(answerer: Answerer) -> None:
    data = {"title": "Who", "custom_id": "who", "components": [LABELED]}
    modal = (await answerer.command(9, data))["modal"]
    form = {
        "channel": CANASTA,
        "interaction": modal["interaction"],
        "custom_id": "who",
        "fields": {"name": "?"},
    }
    assert not (await answerer.loopback.play("modal", user=BRUNO, **form))["ok"]
    acting = await answerer.hears("modal", user=ANA, **form)
    status, error = await answerer.callback(9, data)
    assert (status, codes(error["errors"])) == (400, {"type": "BASE_TYPE_CHOICES"})
    status, error = await answerer.callback(7, {"content": "the form came from a command"})
    assert status == 400
    await answerer.callback(4, {"content": "thanks"})
    assert (await acting)["ok"]


@pytest.mark.parametrize(
    ("component", "value", "submitted"),
    [
        (select("a", "b", max_values=2), ["a", "b"], {"values": ["a", "b"]}),
        ({**select("a", "b"), "required": False}, None, {"values": []}),
        ({**select("a", "b"), "type": 21}, "b", {"value": "b"}),
        ({**select("a", "b"), "type": 22, "max_values": 2}, ["a"], {"values": ["a"]}),
        ({"type": 23, "custom_id": "s"}, True, {"value": True}),
        ({"type": 5, "custom_id": "s"}, [BRUNO], {"values": [BRUNO]}),
        ({"type": 19, "custom_id": "s", "required": False}, None, {"values": []}),
    ],
)
async def test_fields_of_all_kinds(
    answerer: Answerer, component: Json, value: object, submitted: Json
) -> None:
    label = {"type": 18, "label": "Choose", "component": component}
    data = {"title": "Form", "custom_id": "form", "components": [label]}
    modal = (await answerer.command(9, data))["modal"]
    form = {"user": ANA, "channel": CANASTA, "interaction": modal["interaction"], "custom_id": "form"}
    await answerer.answers(4, {"content": "thanks"}, "modal", **form, fields={"s": value})
    sent = answerer.heard["data"]["components"][0]["component"]
    assert submitted.items() <= sent.items()


async def test_a_select_takes_only_what_it_offers(answerer: Answerer) -> None:
    options = select("a", "b", "c", min_values=1, max_values=2)
    message = await answerer.loopback.send(content="choose", components=[row(options)])
    press = {"user": ANA, "channel": CANASTA, "message": message["id"], "custom_id": "s"}
    for values, error in (
        ([], "Choose 1 to 2 values."),
        (["a", "b", "c"], "Choose 1 to 2 values."),
        (["a", "a"], "A value was chosen twice."),
        (["d"], "A value is not among the options."),
    ):
        assert await answerer.loopback.play("press", **press, values=values) == {"ok": False, "error": error}
    await answerer.press(6, message, custom_id="s", values=["c", "a"])
    assert answerer.heard["data"]["values"] == ["c", "a"]


async def test_selects_of_people_and_channels_are_resolved(answerer: Answerer) -> None:
    people = {"type": 5, "custom_id": "people"}
    channels = {"type": 8, "custom_id": "channels", "channel_types": [0]}
    message = await answerer.loopback.send(content="choose", components=[row(people), row(channels)])
    await answerer.press(6, message, custom_id="people", values=[BRUNO])
    resolved = answerer.heard["data"]["resolved"]
    assert resolved["users"][BRUNO]["global_name"] == "Bruno"
    assert "user" not in resolved["members"][BRUNO]
    await answerer.press(6, message, custom_id="channels", values=[CANASTA])
    assert answerer.heard["data"]["resolved"]["channels"][CANASTA]["name"] == "canasta"
    press = {"user": ANA, "channel": CANASTA, "message": message["id"]}
    for custom_id in ("people", "channels"):
        assert not (await answerer.loopback.play("press", **press, custom_id=custom_id, values=["123"]))["ok"]


async def test_disabled_and_foreign_components_cannot_be_pressed(answerer: Answerer) -> None:
    disabled = await answerer.loopback.send(content="one", components=[row(button(disabled=True))])
    secret = await answerer.command(4, {"content": "mine", "flags": EPHEMERAL, "components": [row(button())]})
    for user, message, error in (
        (ANA, disabled["id"], "This component is disabled."),
        (BRUNO, secret["message"]["id"], "This message is not there."),
        (ANA, "123", "This message is not there."),
    ):
        pressed = await answerer.loopback.play(
            "press", user=user, channel=CANASTA, message=message, custom_id="b"
        )
        assert pressed == {"ok": False, "error": error}


async def test_the_answer_to_a_deleted_message_is_refused(answerer: Answerer) -> None:
    message = await answerer.loopback.send(content="one", components=[row(button())])
    acting = await answerer.hears("press", user=ANA, channel=CANASTA, message=message["id"], custom_id="b")
    await answerer.loopback.play("delete", user=ANA, message=message["id"])
    status, error = await answerer.callback(7, {"content": "two"})
    assert (status, error["code"]) == (404, 10008)
    assert (await answerer.callback(4, {"content": "gone", "flags": EPHEMERAL}))[0] == 200
    assert (await acting)["ok"]


async def test_the_answer_in_a_deleted_channel_is_refused(answerer: Answerer) -> None:
    channel = await answerer.loopback.play("channel", op="create", name="short-lived")
    acting = await answerer.hears("command", user=ANA, channel=channel["id"], name="ping")
    await answerer.loopback.play("channel", op="delete", channel=channel["id"])
    status, error = await answerer.callback(4, {"content": "pong"})
    assert (status, error["code"]) == (404, 10003)
    acting.cancel()


async def test_answers_may_bring_files(answerer: Answerer) -> None:
    acting = await answerer.hears("command", user=ANA, channel=CANASTA, name="ping")
    path = f"/api/v10/interactions/{answerer.heard['id']}/{answerer.heard['token']}/callback"
    payload = (
        b'{"type": 4, "data": {"attachments": [{"id": 0, "filename": "a.txt", "description": "letters"}]}}'
    )
    boundary = "boundary"
    body = (
        b'--boundary\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n'
        + payload
        + b'\r\n--boundary\r\nContent-Disposition: form-data; name="files[0]"; filename="a.txt"\r\n\r\nabc'
        + b"\r\n--boundary--\r\n"
    )
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    async with answerer.loopback.http.post(path, data=body, headers=headers) as response:
        assert response.status == 204  # without with_response there is no body
    [attachment] = (await acting)["message"]["attachments"]
    assert (attachment["filename"], attachment["description"], attachment["size"]) == ("a.txt", "letters", 3)
    async with answerer.loopback.http.get(attachment["url"]) as response:
        assert await response.read() == b"abc"
        assert "sandbox" in response.headers["Content-Security-Policy"]
