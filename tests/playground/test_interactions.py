"""Interactions: three seconds to answer, a quarter of an hour to go on, and who sees what came of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from playground import interactions
from tests.playground.answerer import PING
from tests.playground.loopback import (
    ANA,
    BOT,
    BRUNO,
    CANASTA,
    EPHEMERAL,
    GUILD,
    V2,
    Loopback,
    button,
    codes,
    row,
    text,
)

if TYPE_CHECKING:
    import pytest

    from tests.playground.answerer import Answerer


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


async def test_a_token_is_good_for_five_messages_in_two_seconds(answerer: Answerer) -> None:
    await answerer.command(4, {"content": "pong"})
    answers = [await answerer.webhook("POST", "", {"content": "more"}) for _ in range(6)]
    assert [status for status, _ in answers] == [204] * 5 + [429]
    assert answers[-1][1]["retry_after"] <= 2.0
    assert (await answerer.webhook("PATCH", "/messages/@original", {"content": "edited"}))[0] == 200
    await answerer.command(4, {"content": "pong"})
    assert (await answerer.webhook("POST", "", {"content": "by another token"}))[0] == 204


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
