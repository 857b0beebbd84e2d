"""Embeds: the boxed texts of messages without layout components."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.validate.form import Form

_MAX_EMBEDS = 10
_MAX_TOTAL = 6000
_MAX_FIELDS = 25
_MAX_COLOR = 0xFFFFFF
_TITLE = (0, 256)
_DESCRIPTION = (0, 4096)
_FIELD_NAME = (1, 256)
_FIELD_VALUE = (1, 1024)
_FOOTER = (1, 2048)
_AUTHOR = (1, 256)
_URL = (1, 2048)


def check_embeds(form: Form) -> None:
    """Check a list of embeds, and the characters of all of them together."""
    total = sum(_check_embed(embed) for embed in form.objects(0, _MAX_EMBEDS))
    if total > _MAX_TOTAL:
        form.fail("MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {_MAX_TOTAL}")


def _check_embed(form: Form) -> int:
    """Check one embed. Return its characters, as Discord counts them."""
    form["color"].number(0, _MAX_COLOR)
    length = len(form["title"].text(*_TITLE) or "") + len(form["description"].text(*_DESCRIPTION) or "")
    for place in ("image", "thumbnail"):
        if not form[place].missing and form[place].is_object():
            _needed(form[place]["url"], _URL)
    for field in form["fields"].objects(0, _MAX_FIELDS):
        field["inline"].flag()
        length += _needed(field["name"], _FIELD_NAME) + _needed(field["value"], _FIELD_VALUE)
    if not form["footer"].missing and form["footer"].is_object():
        length += _needed(form["footer"]["text"], _FOOTER)
    if not form["author"].missing and form["author"].is_object():
        length += _needed(form["author"]["name"], _AUTHOR)
    return length


def _needed(form: Form, limits: tuple[int, int]) -> int:
    return len(form.text(*limits) or "") if form.required() else 0
