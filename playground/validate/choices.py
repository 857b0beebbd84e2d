"""Choices that a bot offers while a person types an option."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.validate.form import Form

if TYPE_CHECKING:
    from playground.wire import Json

MAX_CHOICES = 25
_CHOICE_TEXT = (1, 100)
_TEXT_OPTION = 3
_WHOLE_OPTION = 4


def check_choices(body: Json, data: Json) -> list[Json]:
    """Check the ``choices`` of an answer to the interaction data. Return them. Raises ApiError 50035."""
    form = Form(body)
    if form["choices"].required():
        check_choice_list(form["choices"], _focused_type(data.get("options") or []))
    form.verdict()
    return list(body["choices"])


def check_choice_list(form: Form, option_type: int) -> None:
    """Check choices, whose values must be of the option's type."""
    for choice in form.objects(0, MAX_CHOICES):
        if choice["name"].required():
            choice["name"].text(*_CHOICE_TEXT)
        if choice["value"].required():
            _check_value(choice["value"], option_type)


def _check_value(form: Form, option_type: int) -> None:
    if option_type == _TEXT_OPTION:
        form.text(*_CHOICE_TEXT)
        return
    wanted: type = int if option_type == _WHOLE_OPTION else float
    if isinstance(form.value, bool) or not isinstance(form.value, int | wanted):
        form.fail("NUMBER_TYPE_COERCE", "The value must be a number of the option's type.")


def _focused_type(options: list[Json]) -> int:
    """Return the type of the option that is being typed."""
    for option in options:
        if option.get("focused"):
            return int(option["type"])
        if nested := _focused_type(option.get("options") or []):
            return nested
    return 0
