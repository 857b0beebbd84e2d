"""Components, wherever they stand: their kinds, and ways through a tree of them."""

from __future__ import annotations

from enum import IntEnum
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from playground.wire import Json


class Kind(IntEnum):
    """Discord's component types."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = frozenset(
    {Kind.STRING_SELECT, Kind.USER_SELECT, Kind.ROLE_SELECT, Kind.MENTIONABLE_SELECT, Kind.CHANNEL_SELECT}
)


class ButtonStyle(IntEnum):
    """The styles of a button that have rules of their own; 1 to 4 differ in color only."""

    DANGER = 4
    LINK = 5
    PREMIUM = 6


_SINGLE_CHILD = ("accessory", "component")
_SELECT = ("custom_id", "placeholder", "min_values", "max_values", "disabled", "required")
_MEMBERS: dict[int, tuple[str, ...]] = {
    Kind.ACTION_ROW: ("components",),
    Kind.BUTTON: ("style", "label", "emoji", "custom_id", "sku_id", "url", "disabled"),
    Kind.STRING_SELECT: (*_SELECT, "options"),
    Kind.TEXT_INPUT: (
        *("custom_id", "style", "label", "min_length", "max_length", "required", "value", "placeholder"),
    ),
    Kind.USER_SELECT: (*_SELECT, "default_values"),
    Kind.ROLE_SELECT: (*_SELECT, "default_values"),
    Kind.MENTIONABLE_SELECT: (*_SELECT, "default_values"),
    Kind.CHANNEL_SELECT: (*_SELECT, "default_values", "channel_types"),
    Kind.SECTION: ("components", "accessory"),
    Kind.TEXT_DISPLAY: ("content",),
    Kind.THUMBNAIL: ("media", "description", "spoiler"),
    Kind.MEDIA_GALLERY: ("items",),
    Kind.FILE: ("file", "spoiler"),
    Kind.SEPARATOR: ("divider", "spacing"),
    Kind.CONTAINER: ("components", "accent_color", "spoiler"),
    Kind.LABEL: ("label", "description", "component"),
    Kind.FILE_UPLOAD: ("custom_id", "min_values", "max_values", "required"),
    Kind.RADIO_GROUP: ("custom_id", "options", "required"),
    Kind.CHECKBOX_GROUP: ("custom_id", "options", "min_values", "max_values", "required"),
    Kind.CHECKBOX: ("custom_id", "default"),
}


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Yield components with all that is nested in them, from the top down."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        for single in _SINGLE_CHILD:
            if single in component:
                yield from walk([component[single]])


def find(components: Iterable[Json], custom_id: str) -> Json | None:
    """Find the component with a ``custom_id``."""
    return next(
        (component for component in walk(components) if component.get("custom_id") == custom_id), None
    )


def completed(components: Iterable[Json]) -> list[Json]:
    """Return components that were found good in the form in which Discord gives them back.

    That is without members that it does not know, each with an ``id``, and ids of emojis and people as texts.
    """
    cleaned = [_cleaned(component) for component in components]
    taken = {component["id"] for component in walk(cleaned) if component.get("id")}
    free = (id_ for id_ in count(1) if id_ not in taken)
    for component in walk(cleaned):
        component["id"] = component.get("id") or next(free)
        for holder in (component, *component.get("options", ())):
            if emoji := holder.get("emoji"):
                holder["emoji"] = emoji | ({"id": str(emoji["id"])} if emoji.get("id") else {})
        for default in component.get("default_values", ()):
            default["id"] = str(default["id"])
    return cleaned


def _cleaned(component: Json) -> Json:
    known = {"type", "id", *_MEMBERS[component["type"]]}
    kept = {name: value for name, value in component.items() if name in known and value is not None}
    if "components" in kept:
        kept["components"] = [_cleaned(child) for child in kept["components"]]
    return kept | {name: _cleaned(kept[name]) for name in _SINGLE_CHILD if name in kept}


def texts(components: Iterable[Json]) -> Iterator[str]:
    """Yield what the text displays say."""
    return (part["content"] for part in walk(components) if part["type"] == Kind.TEXT_DISPLAY)


def media(components: Iterable[Json]) -> Iterator[Json]:
    """Yield the objects that name a picture or file by its ``url``."""
    for component in walk(components):
        kind = component["type"]
        if kind == Kind.THUMBNAIL:
            yield component["media"]
        elif kind == Kind.FILE:
            yield component["file"]
        elif kind == Kind.MEDIA_GALLERY:
            yield from (item["media"] for item in component["items"])


def embedded_media(embeds: Iterable[Json]) -> Iterator[Json]:
    """Yield the objects of embeds that name a picture by its ``url``."""
    return (embed[place] for embed in embeds for place in ("image", "thumbnail") if embed.get(place))
