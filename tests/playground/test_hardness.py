"""Whatever a body holds, it is taken or refused, and never breaks the server."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.files import Upload
from playground.messages import Incoming, edit, post
from playground.model import Message
from playground.render import Render
from playground.validate.commands import check_command
from playground.validate.form import Form
from playground.validate.modal import Modal
from playground.wire import ApiError, encode
from playground.world import World
from tests.playground.loopback import BOT, CANASTA, V2, button, row, select, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.playground.loopback import Json

PICTURE = {"url": "attachment://a.png"}
ATTACHED = [{"id": 0, "filename": "a.png", "description": "d"}]
PLAIN = {
    "content": "x",
    "flags": 4,
    "nonce": "n",
    "embeds": [
        {"title": "t", "fields": [{"name": "n", "value": "v"}], "footer": {"text": "f"}, "image": PICTURE}
    ],
    "attachments": ATTACHED,
    "allowed_mentions": {"parse": [], "users": ["1"]},
    "components": [row(button("a"), button("b", emoji={"name": "♠"})), row(select("a", "b"))],
}
LAYOUT = {
    "flags": V2,
    "attachments": ATTACHED,
    "components": [
        {"type": 17, "accent_color": 5, "components": [text("y"), row(select("a", custom_id="z"))]},
        {"type": 9, "components": [text("q")], "accessory": {"type": 11, "media": PICTURE}},
        {"type": 12, "items": [{"media": PICTURE, "description": "d"}]},
        {"type": 13, "file": PICTURE},
        {"type": 14, "spacing": 1},
        row(
            {
                "type": 8,
                "custom_id": "u",
                "channel_types": [0],
                "default_values": [{"id": "1", "type": "channel"}],
            }
        ),
    ],
}
FORM = {
    "title": "t",
    "custom_id": "c",
    "components": [
        {"type": 18, "label": "l", "component": {"type": 4, "custom_id": "n", "style": 1}},
        {"type": 18, "label": "l", "component": select("a", "b") | {"type": 21}},
    ],
}
COMMAND = {
    "name": "a",
    "description": "d",
    "name_localizations": {"it": "b"},
    "options": [
        {
            "type": 1,
            "name": "s",
            "description": "d",
            "options": [
                {"type": 3, "name": "o", "description": "d", "choices": [{"name": "n", "value": "v"}]},
                {"type": 7, "name": "p", "description": "d", "channel_types": [0]},
            ],
        }
    ],
}
JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [
        None,
        True,
        -1,
        3,
        5,
        8,
        17,
        2**70,
        1.5,
        "",
        "x",
        "x" * 5000,
        "\ud800",
        [],
        {},
        [[]],
        [None],
        [1],
        {"id": []},
    ]
)


@st.composite
def spoiled(draw: st.DrawFn, good: Json) -> Json:
    """Draw a good body in which one or two values are replaced."""
    body = copy.deepcopy(good)
    for _ in range(draw(st.integers(1, 2))):
        holder, key = draw(st.sampled_from(list(_places(body))))
        holder[key] = copy.deepcopy(draw(JUNK))
    return body


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    made = World(tmp_path_factory.mktemp("world"))
    yield made
    made.close()


@given(body=st.one_of(spoiled(PLAIN), spoiled(LAYOUT)), has_file=st.booleans())
@settings(max_examples=300)
def test_messages(world: World, body: Json, *, has_file: bool) -> None:
    incoming = Incoming(body, {0: Upload("a.png", b"x")} if has_file else {})
    blank = Message(world.new_id(), CANASTA, BOT, world.now())
    for old in (blank, post(world, blank, Incoming({"content": "x"}))):
        try:
            new = post(world, old, incoming) if old is blank else edit(world, old, incoming)
            encode(Render(world).for_page(new)).encode()
        except ApiError as error:
            encode(error.body()).encode()


@given(form=spoiled(FORM), command=spoiled(COMMAND))
@settings(max_examples=300)
def test_forms_and_commands(form: Json, command: Json) -> None:
    for check, body in ((Modal(set()).check, form), (check_command, command)):
        check(Form(body))
