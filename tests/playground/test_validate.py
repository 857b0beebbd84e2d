"""Discord's limits: what is refused, where, and with which code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from playground.validate.choices import check_choices
from playground.validate.commands import check_command, is_name
from playground.validate.emoji import is_emoji
from playground.validate.form import Form
from playground.validate.layout import Layout
from playground.validate.message import Surroundings, check_message
from playground.validate.modal import Modal
from playground.wire import ApiError
from tests.playground.loopback import button, codes, row, select, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.playground.loopback import Json

KNOWN_EMOJI = "77"


def problems(check: Callable[[Form], None], body: Any) -> dict[str, str]:
    form = Form(body)
    check(form)
    if form.sound:
        form.verdict()
        return {}
    with pytest.raises(ApiError) as refused:
        form.verdict()
    assert (refused.value.status, refused.value.code) == (400, 50035)
    return codes(refused.value.errors or {})


def in_layout(*components: Any) -> dict[str, str]:
    layout = Layout({KNOWN_EMOJI}, {"a.png"})
    return problems(lambda form: layout.check(form, free=True), list(components))


def in_rows(*components: Any) -> dict[str, str]:
    layout = Layout({KNOWN_EMOJI}, set())
    return problems(lambda form: layout.check(form, free=False), list(components))


def in_message(body: Json) -> dict[str, str]:
    around = Surroundings(free=False, emojis=set(), files=set())
    return problems(lambda form: check_message(form, around), body)


def in_modal(*components: Any, **more: Any) -> dict[str, str]:
    body = {"title": "t", "custom_id": "c", "components": list(components), **more}
    return problems(Modal(set()).check, body)


def in_command(**body: Any) -> dict[str, str]:
    return problems(check_command, {"name": "canasta", "description": "d"} | body)


def container(*components: Json, **more: Any) -> Json:
    return {"type": 17, "components": list(components), **more}


def gallery(*urls: str, **more: Any) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}, **more} for url in urls]}


def section(*texts: str, **more: Any) -> Json:
    return {"type": 9, "components": [text(each) for each in texts], "accessory": button("x")} | more


def option(kind: int = 3, name: str = "o", **more: Any) -> Json:
    return {"type": kind, "name": name, "description": "d", **more}


def label(component: Json, **more: Any) -> Json:
    return {"type": 18, "label": "l", "component": component, **more}


@pytest.mark.parametrize(
    "components",
    [
        [text("x"), row(button()), {"type": 14, "divider": False, "spacing": 2}],
        [container(text("x"), row(select("a", "b")), accent_color=0xFFFFFF)],
        [section("a", "b", "c")],
        [gallery("attachment://a.png", "https://example.org/b.png", description="x" * 1024)],
        [{"type": 13, "file": {"url": "attachment://a.png"}, "spoiler": True}],
        [container(*[text("x" * 100)] * 39)],
        [text("x" * 2000), text("x" * 2000)],
        [row(*(button(str(n)) for n in range(5)))],
        [row(button(emoji={"name": "♥️"}), button("e", emoji={"id": 77, "name": "any"}))],
        [row({"type": 2, "style": 5, "label": "l", "url": "https://example.org"})],
        [row(select(*map(str, range(25)), min_values=0, max_values=25, placeholder="x" * 150))],
        [row(button("x" * 100, label="x" * 80))],
        [row(select("x" * 100))],
        [text("x" * 4000)],
        [row({"type": 7, "custom_id": "m", "default_values": [{"id": "1", "type": "role"}]})],
    ],
)
def test_good_layouts(components: list[Json]) -> None:
    assert in_layout(*components) == {}


@pytest.mark.parametrize(
    ("components", "wrong"),
    [
        ([container(*[text("x")] * 40)], {"": "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"}),
        (
            [section("a", "b", "c", accessory=button(str(n))) for n in range(9)],
            {"": "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"},
        ),
        ([text("x" * 2000)] * 3, {"": "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"}),
        ([text("")], {"0.content": "BASE_TYPE_BAD_LENGTH"}),
        (
            [text("x" * 4001)],
            {"0.content": "BASE_TYPE_BAD_LENGTH", "": "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"},
        ),
        ([button()], {"0.type": "UNION_TYPE_CHOICES"}),
        ([container(container(text("x")))], {"0.components.0.type": "UNION_TYPE_CHOICES"}),
        ([row(text("x"))], {"0.components.0.type": "UNION_TYPE_CHOICES"}),
        ([{"type": [1]}], {"0.type": "UNION_TYPE_CHOICES"}),
        (["x"], {"0": "MODEL_TYPE_CONVERT"}),
        ([row(button("a"), button("a"))], {"0.components.1.custom_id": "COMPONENT_CUSTOM_ID_DUPLICATED"}),
        ([text("x") | {"id": 5}, text("x") | {"id": 5}], {"1.id": "COMPONENT_ID_DUPLICATED"}),
        ([row(button("x" * 101))], {"0.components.0.custom_id": "BASE_TYPE_BAD_LENGTH"}),
        ([row(button(""))], {"0.components.0.custom_id": "BASE_TYPE_BAD_LENGTH"}),
        ([row(button(label="x" * 81))], {"0.components.0.label": "BASE_TYPE_MAX_LENGTH"}),
        ([row(button(label=""))], {"0.components.0": "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"}),
        ([row(button(emoji={"name": "♡"}))], {"0.components.0.emoji.name": "BUTTON_COMPONENT_INVALID_EMOJI"}),
        ([row(button(emoji={"id": "78"}))], {"0.components.0.emoji.id": "BUTTON_COMPONENT_INVALID_EMOJI"}),
        ([row(button(url="https://x.org"))], {"0.components.0.url": "BUTTON_COMPONENT_URL"}),
        (
            [row({"type": 2, "style": 5, "label": "l", "url": "ftp://x", "custom_id": "c"})],
            {
                "0.components.0.url": "URL_TYPE_INVALID_SCHEME",
                "0.components.0.custom_id": "BUTTON_COMPONENT_CUSTOM_ID",
            },
        ),
        ([row(button(style=7))], {"0.components.0.style": "BASE_TYPE_CHOICES"}),
        ([row()], {"0.components": "BASE_TYPE_BAD_LENGTH"}),
        ([row(*(button(str(n)) for n in range(6)))], {"0.components": "BASE_TYPE_BAD_LENGTH"}),
        ([row(select("a"), button())], {"0.components": "COMPONENT_LAYOUT_WIDTH_EXCEEDED"}),
        (
            [row(select())],
            {
                "0.components.0.options": "BASE_TYPE_BAD_LENGTH",
                "0.components.0.max_values": "NUMBER_TYPE_MAX",
            },
        ),
        ([row(select(*map(str, range(26))))], {"0.components.0.options": "BASE_TYPE_BAD_LENGTH"}),
        (
            [row(select("a", "a"))],
            {"0.components.0.options.1.value": "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"},
        ),
        (
            [row(select("a" * 101))],
            {
                "0.components.0.options.0.label": "BASE_TYPE_BAD_LENGTH",
                "0.components.0.options.0.value": "BASE_TYPE_BAD_LENGTH",
            },
        ),
        (
            [row(select("a") | {"options": [{"label": "a", "value": "a", "description": "x" * 101}]})],
            {"0.components.0.options.0.description": "BASE_TYPE_MAX_LENGTH"},
        ),
        (
            [row(button("a")), row(select("b") | {"custom_id": "a"})],
            {"1.components.0.custom_id": "COMPONENT_CUSTOM_ID_DUPLICATED"},
        ),
        ([text("x" * 2000), container(text("x" * 2001))], {"": "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"}),
        ([row(select("a", max_values=2))], {"0.components.0.max_values": "NUMBER_TYPE_MAX"}),
        ([row(select("a", min_values=2))], {"0.components.0.min_values": "NUMBER_TYPE_MAX"}),
        ([row(select("a", max_values=0))], {"0.components.0.max_values": "NUMBER_TYPE_MIN"}),
        ([row(select("a", placeholder="x" * 151))], {"0.components.0.placeholder": "BASE_TYPE_MAX_LENGTH"}),
        (
            [row({"type": 5, "custom_id": "u", "default_values": [{"id": "1", "type": "role"}]})],
            {"0.components.0.default_values.0.type": "SELECT_DEFAULT_VALUE_TYPE"},
        ),
        ([section()], {"0.components": "BASE_TYPE_BAD_LENGTH"}),
        ([section("x", accessory=text("y"))], {"0.accessory.type": "UNION_TYPE_CHOICES"}),
        ([section("x", accessory=None)], {"0.accessory": "BASE_TYPE_REQUIRED"}),
        ([gallery()], {"0.items": "BASE_TYPE_BAD_LENGTH"}),
        (
            [gallery("attachment://b.png")],
            {"0.items.0.media": "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"},
        ),
        ([gallery("javascript:x")], {"0.items.0.media.url": "URL_TYPE_INVALID_SCHEME"}),
        ([gallery("https://x", description="x" * 1025)], {"0.items.0.description": "BASE_TYPE_MAX_LENGTH"}),
        ([{"type": 13, "file": {"url": "https://x"}}], {"0.file.url": "URL_TYPE_INVALID_SCHEME"}),
        ([{"type": 14, "spacing": 3}], {"0.spacing": "BASE_TYPE_CHOICES"}),
        ([container(text("x"), accent_color=1 << 24)], {"0.accent_color": "NUMBER_TYPE_MAX"}),
        ([text("x") | {"id": "1"}], {"0.id": "NUMBER_TYPE_COERCE"}),
    ],
)
def test_bad_layouts(components: list[Json], wrong: dict[str, str]) -> None:
    assert in_layout(*components) == wrong


def test_too_many_defaults() -> None:
    chosen = select("a", "b")
    for each in chosen["options"]:
        each["default"] = True
    assert in_layout(row(chosen)) == {"0.components.0.options": "SELECT_COMPONENT_TOO_MANY_DEFAULTS"}


def test_without_the_flag_only_rows_stand_at_the_top() -> None:
    assert in_rows(row(button())) == {}
    assert in_rows(text("x")) == {"0.type": "UNION_TYPE_CHOICES"}
    assert in_rows(*(row(button(str(n))) for n in range(6))) == {"": "BASE_TYPE_MAX_LENGTH"}


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"content": "x" * 2000}, {}),
        ({"content": "x" * 2001}, {"content": "BASE_TYPE_MAX_LENGTH"}),
        ({"content": ["x"]}, {"content": "STRING_TYPE_CONVERT"}),
        ({"components": {}}, {"components": "LIST_TYPE_CONVERT"}),
        ({"embeds": [{"title": "x" * 256, "description": "x" * 4096}]}, {}),
        ({"embeds": [{"title": "x" * 257}]}, {"embeds.0.title": "BASE_TYPE_MAX_LENGTH"}),
        ({"embeds": [{"description": "x" * 4000}] * 2}, {"embeds": "MAX_EMBED_SIZE_EXCEEDED"}),
        ({"embeds": [{"title": "x"}] * 11}, {"embeds": "BASE_TYPE_MAX_LENGTH"}),
        (
            {"embeds": [{"fields": [{"name": "x", "value": ""}]}]},
            {"embeds.0.fields.0.value": "BASE_TYPE_BAD_LENGTH"},
        ),
        ({"embeds": [{"footer": {}}]}, {"embeds.0.footer.text": "BASE_TYPE_REQUIRED"}),
        ({"embeds": [{"author": {"name": "x" * 257}}]}, {"embeds.0.author.name": "BASE_TYPE_BAD_LENGTH"}),
        ({"nonce": "x" * 26}, {"nonce": "NONCE_TYPE_TOO_LONG"}),
        (
            {"attachments": [{"id": "0", "description": "x" * 1025}]},
            {"attachments.0.description": "BASE_TYPE_MAX_LENGTH"},
        ),
        ({"attachments": [{}]}, {"attachments.0.id": "BASE_TYPE_REQUIRED"}),
        ({"allowed_mentions": {"parse": ["people"]}}, {"allowed_mentions.parse.0": "BASE_TYPE_CHOICES"}),
        (
            {"allowed_mentions": {"parse": ["users"], "users": ["1"]}},
            {"allowed_mentions.parse": "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"},
        ),
        ({"allowed_mentions": {"users": ["x"]}}, {"allowed_mentions.users.0": "NUMBER_TYPE_COERCE"}),
    ],
)
def test_bodies_of_messages(body: Json, wrong: dict[str, str]) -> None:
    assert in_message(body) == wrong


@pytest.mark.parametrize(
    ("components", "wrong"),
    [
        ([label({"type": 4, "custom_id": "a", "style": 1, "max_length": 4000})], {}),
        ([row({"type": 4, "custom_id": "a", "style": 2, "label": "l"})], {}),
        ([text("x"), label(select("a"))], {}),
        ([], {"components": "BASE_TYPE_BAD_LENGTH"}),
        ([text("x")] * 6, {"components": "BASE_TYPE_BAD_LENGTH"}),
        ([row(button())], {"components.0.components.0.type": "UNION_TYPE_CHOICES"}),
        ([select("a")], {"components.0.type": "UNION_TYPE_CHOICES"}),
        ([label(button())], {"components.0.component.type": "UNION_TYPE_CHOICES"}),
        ([label(select("a"), label="x" * 46)], {"components.0.label": "BASE_TYPE_BAD_LENGTH"}),
        ([label(select("a"), description="x" * 101)], {"components.0.description": "BASE_TYPE_MAX_LENGTH"}),
        (
            [label(select("a", disabled=True))],
            {"components.0.component.disabled": "COMPONENT_DISABLED_IN_MODAL"},
        ),
        ([label(select("a") | {"type": 21})], {"components.0.component.options": "BASE_TYPE_BAD_LENGTH"}),
        (
            [label(select(*"abcdefghijk") | {"type": 22})],
            {"components.0.component.options": "BASE_TYPE_BAD_LENGTH"},
        ),
        (
            [label({"type": 23, "custom_id": "b", "default": 1})],
            {"components.0.component.default": "BOOLEAN_TYPE_CONVERT"},
        ),
        (
            [label({"type": 19, "custom_id": "b", "max_values": 11})],
            {"components.0.component.max_values": "NUMBER_TYPE_MAX"},
        ),
        ([label({"type": 4, "custom_id": "a"})], {"components.0.component.style": "BASE_TYPE_REQUIRED"}),
        (
            [label(select("a")), label(select("a"))],
            {"components.1.component.custom_id": "COMPONENT_CUSTOM_ID_DUPLICATED"},
        ),
    ],
)
def test_forms(components: list[Json], wrong: dict[str, str]) -> None:
    assert in_modal(*components) == wrong


def test_titles_of_forms() -> None:
    fine = label(select("a"))
    assert in_modal(fine, title="x" * 46) == {"title": "BASE_TYPE_BAD_LENGTH"}
    assert in_modal(fine, title=None, custom_id="") == {
        "title": "BASE_TYPE_REQUIRED",
        "custom_id": "BASE_TYPE_BAD_LENGTH",
    }


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"options": [option(1, "sub", options=[option()]), option(2, "group", options=[option(1)])]}, {}),
        ({"options": [option(required=True), option(name="p", choices=[{"name": "n", "value": "v"}])]}, {}),
        ({"contexts": [0], "integration_types": [0], "default_member_permissions": "32"}, {}),
        ({"type": 2, "name": "Look Up", "description": ""}, {}),
        ({"name": "Canasta"}, {"name": "APPLICATION_COMMAND_INVALID_NAME"}),
        ({"name": "x" * 33}, {"name": "BASE_TYPE_BAD_LENGTH"}),
        ({"description": "x" * 101}, {"description": "BASE_TYPE_BAD_LENGTH"}),
        ({"description": None}, {"description": "BASE_TYPE_REQUIRED"}),
        ({"type": 9}, {"type": "BASE_TYPE_CHOICES"}),
        ({"name_localizations": {"pt": "x"}}, {"name_localizations": "ENUM_TYPE_COERCE"}),
        (
            {"name_localizations": {"pt-BR": "X"}},
            {"name_localizations.pt-BR": "APPLICATION_COMMAND_INVALID_NAME"},
        ),
        ({"description_localizations": {"it": ""}}, {"description_localizations.it": "BASE_TYPE_BAD_LENGTH"}),
        ({"options": [option(name=str(n)) for n in range(26)]}, {"options": "BASE_TYPE_MAX_LENGTH"}),
        (
            {"options": [option(), option()]},
            {"options.1.name": "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"},
        ),
        (
            {"options": [option(), option(name="p", required=True)]},
            {"options.1": "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
        ),
        ({"options": [option(), option(1, "p")]}, {"options": "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"}),
        ({"options": [option(2, options=[option(2)])]}, {"options.0.options.0.type": "BASE_TYPE_CHOICES"}),
        (
            {"options": [option(autocomplete=True, choices=[{"name": "n", "value": "v"}])]},
            {"options.0": "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID"},
        ),
        (
            {"options": [option(6, autocomplete=True)]},
            {"options.0": "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID"},
        ),
        (
            {"options": [option(4, choices=[{"name": "n", "value": "v"}])]},
            {"options.0.choices.0.value": "NUMBER_TYPE_COERCE"},
        ),
        ({"options": [option(max_length=6001)]}, {"options.0.max_length": "NUMBER_TYPE_MAX"}),
        (
            {
                "options": [
                    option(
                        name=str(n),
                        description="x" * 100,
                        choices=[{"name": f"{m}" + "x" * 20, "value": "y" * 20} for m in range(25)],
                    )
                    for n in range(8)
                ]
            },
            {"": "APPLICATION_COMMAND_TOO_LARGE"},
        ),
    ],
)
def test_commands(body: Json, wrong: dict[str, str]) -> None:
    assert in_command(**body) == wrong


@pytest.mark.parametrize("name", ["canasta", "mão", "カナスタ", "a-b_c'd", "कनास्ता", "ชื่อ", "7"])
def test_good_names(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize("name", ["Canasta", "a b", "a/b", "♥", "é!"])
def test_bad_names(name: str) -> None:
    assert not is_name(name)


def test_choices_fit_the_option_that_is_typed() -> None:
    typed = {"options": [{"type": 1, "name": "s", "options": [{"type": 4, "name": "o", "focused": True}]}]}
    good = {"choices": [{"name": "one", "value": 1}]}
    assert check_choices(good, typed) == good["choices"]
    for choices in (
        [{"name": "one", "value": "1"}],
        [{"name": "", "value": 1}],
        [{"name": "n", "value": 1}] * 26,
        None,
    ):
        with pytest.raises(ApiError):
            check_choices({"choices": choices}, typed)


@pytest.mark.parametrize("emoji", ["♥️", "♠", "🃏", "🎴", "1️⃣", "🇧🇷", "👨‍👩‍👧"])
def test_emojis(emoji: str) -> None:
    assert is_emoji(emoji)


@pytest.mark.parametrize("other", ["♡", "♤", "♢", "♧", "", "A", "7", "x" * 33, ":heart:"])
def test_what_only_looks_like_an_emoji(other: str) -> None:
    assert not is_emoji(other)
