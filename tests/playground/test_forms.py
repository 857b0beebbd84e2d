"""Interactions that carry values: forms and selects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.playground.loopback import (
    ANA,
    BRUNO,
    CANASTA,
    button,
    codes,
    row,
    select,
    text,
)

if TYPE_CHECKING:
    from tests.playground.answerer import Answerer
    from tests.playground.loopback import Json

LABELED = {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "name", "style": 1}}


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
