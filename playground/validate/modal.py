"""The form (in Discord's word: modal) with which a bot may answer an interaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.components import SELECTS, Kind
from playground.validate.parts import Parts

if TYPE_CHECKING:
    from playground.validate.form import Form

_TITLE = (1, 45)
_CUSTOM_ID = (1, 100)
_LABEL = (1, 45)
_DESCRIPTION = (0, 100)
_PLACEHOLDER = (0, 100)
_MAX_COMPONENTS = 5
_MAX_TEXT = 4000
_MAX_BOXES = 10
_MIN_RADIOS = 2
_MAX_UPLOADS = 10

_IN_LABEL = {
    Kind.TEXT_INPUT,
    Kind.FILE_UPLOAD,
    Kind.RADIO_GROUP,
    Kind.CHECKBOX_GROUP,
    Kind.CHECKBOX,
    *SELECTS,
}


class Modal(Parts):
    """Checks the ``data`` of an answer that opens a form."""

    def check(self, form: Form) -> None:
        """Check title, id and components."""
        if form["title"].required():
            form["title"].text(*_TITLE)
        if form["custom_id"].required():
            form["custom_id"].text(*_CUSTOM_ID)
        if form["components"].required():
            for component in form["components"].items(1, _MAX_COMPONENTS):
                self._top(component)

    def _top(self, form: Form) -> None:
        match self.kind(form, {Kind.ACTION_ROW, Kind.TEXT_DISPLAY, Kind.LABEL}):
            case Kind.ACTION_ROW:
                for child in form["components"].items(1, 1):
                    if self.kind(child, {Kind.TEXT_INPUT}) and child["label"].required():
                        self._text_input(child)
            case Kind.LABEL:
                self._label(form)
            case Kind.TEXT_DISPLAY:
                if form["content"].required():
                    form["content"].text(1, _MAX_TEXT)
            case _:
                pass

    def _label(self, form: Form) -> None:
        if form["label"].required():
            form["label"].text(*_LABEL)
        form["description"].text(*_DESCRIPTION)
        if form["component"].required():
            self._field(form["component"])

    def _field(self, form: Form) -> None:
        kind = self.kind(form, _IN_LABEL)
        if kind is None:
            return
        form["required"].flag()
        match kind:
            case Kind.TEXT_INPUT:
                self._text_input(form)
            case Kind.RADIO_GROUP:
                self.custom_id(form)
                self.options(form, _MIN_RADIOS, _MAX_BOXES)
            case Kind.CHECKBOX_GROUP:
                self.custom_id(form)
                self.options(form, 1, _MAX_BOXES)
                self.range(form, _MAX_BOXES)
            case Kind.CHECKBOX:
                self.custom_id(form)
                form["default"].flag()
            case Kind.FILE_UPLOAD:
                self.custom_id(form)
                self.range(form, _MAX_UPLOADS)
            case _:
                self.select(form, kind)
                if form["disabled"].value:
                    form["disabled"].fail("COMPONENT_DISABLED_IN_MODAL", "A form has no disabled components")

    def _text_input(self, form: Form) -> None:
        self.custom_id(form)
        if form["style"].required():
            form["style"].one_of({1, 2})
        form["label"].text(*_LABEL)
        form["placeholder"].text(*_PLACEHOLDER)
        form["required"].flag()
        form["min_length"].number(0, _MAX_TEXT)
        form["max_length"].number(1, _MAX_TEXT)
        form["value"].text(0, _MAX_TEXT)
