"""What is checked of components in messages and in forms alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.components import Kind
from playground.validate.emoji import check_emoji

if TYPE_CHECKING:
    from collections.abc import Collection, Container

    from playground.validate.form import Form

MAX_OPTIONS = 25
_MAX_ID = 2**31 - 1
_CUSTOM_ID = (1, 100)
_PLACEHOLDER = (0, 150)
_OPTION_TEXT = (1, 100)
_DEFAULT_TYPES = {
    Kind.USER_SELECT: {"user"},
    Kind.ROLE_SELECT: {"role"},
    Kind.MENTIONABLE_SELECT: {"user", "role"},
    Kind.CHANNEL_SELECT: {"channel"},
}


class Parts:
    """Checks the components of one message or form, which must differ in their ids."""

    def __init__(self, emojis: Container[str]) -> None:
        self._emojis = emojis
        self._custom_ids: set[str] = set()
        self._ids: set[int] = set()

    def kind(self, form: Form, allowed: Collection[Kind]) -> Kind | None:
        """Check a component's ``type`` and ``id``. Return its kind, or None where it may not stand."""
        if not form.is_object():
            return None
        kind = form["type"].value
        if not isinstance(kind, int) or isinstance(kind, bool) or kind not in allowed:
            listed = ", ".join(str(int(each)) for each in sorted(allowed))
            form["type"].fail("UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({listed},).')
            return None
        if form["id"].number(0, _MAX_ID):
            form["id"].unique(self._ids, "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        return Kind(kind)

    def custom_id(self, form: Form) -> None:
        """Check that a component has a ``custom_id`` that no other has."""
        place = form["custom_id"]
        if place.required():
            place.text(*_CUSTOM_ID)
            place.unique(
                self._custom_ids, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
            )

    def select(self, form: Form, kind: Kind) -> None:
        """Check a select of any kind."""
        self.custom_id(form)
        form["placeholder"].text(*_PLACEHOLDER)
        form["disabled"].flag()
        form["required"].flag()
        at_most = self.range(form, MAX_OPTIONS)
        if kind == Kind.STRING_SELECT:
            self._string_options(form, at_most)
            return
        for channel_type in form["channel_types"].items(0, MAX_OPTIONS):
            channel_type.number(0, MAX_OPTIONS)
        for default in form["default_values"].objects(0, at_most):
            if default["type"].required():
                default["type"].matches(
                    _DEFAULT_TYPES[kind].__contains__,
                    "SELECT_DEFAULT_VALUE_TYPE",
                    "Invalid default value type for this select",
                )
            if default["id"].required():
                default["id"].snowflake()

    def range(self, form: Form, most: int) -> int:
        """Check ``min_values`` and ``max_values``. Return how many may be chosen."""
        least = form["min_values"].number(0, most)
        at_most = form["max_values"].number(1, most)
        at_most = 1 if at_most is None else at_most
        if (1 if least is None else least) > at_most:
            form["min_values"].fail("NUMBER_TYPE_MAX", "min_values must not be greater than max_values")
        return at_most

    def options(self, form: Form, low: int, high: int) -> list[Form]:
        """Check ``options``, of which there must be so many. Return those that are objects."""
        if not form["options"].required():
            return []
        values: set[str] = set()
        checked = list(form["options"].objects(low, high))
        for option in checked:
            for name in ("label", "value"):
                if option[name].required():
                    option[name].text(*_OPTION_TEXT)
            option["description"].text(0, _OPTION_TEXT[1])
            option["default"].flag()
            option["value"].unique(
                values,
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        return checked

    def _string_options(self, form: Form, at_most: int) -> None:
        options = self.options(form, 1, MAX_OPTIONS)
        for option in options:
            check_emoji(option["emoji"], self._emojis)
        if at_most > len(options):
            form["max_values"].fail(
                "NUMBER_TYPE_MAX", "max_values must not be greater than the number of options"
            )
        if sum(option["default"].value is True for option in options) > at_most:
            form["options"].fail("SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than may be chosen")
