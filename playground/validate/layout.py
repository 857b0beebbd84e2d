"""The components of a message: what may stand where, how many, and how long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.components import SELECTS, ButtonStyle, Kind
from playground.validate.emoji import check_emoji
from playground.validate.parts import Parts

if TYPE_CHECKING:
    from collections.abc import Collection, Container

    from playground.validate.form import Form

MAX_COMPONENTS = 40
MAX_TEXT = 4000
ATTACHMENT_SCHEME = "attachment://"
_MAX_ROWS = 5
_MAX_BUTTONS = 5
_MAX_PICTURES = 10
_MAX_SECTION_TEXTS = 3
_MAX_URL = 512
_MAX_MEDIA_URL = 2048
_LABEL = (0, 80)
_ALT_TEXT = (0, 1024)
_MAX_COLOR = 0xFFFFFF

_IN_CONTAINER = {
    Kind.ACTION_ROW,
    Kind.SECTION,
    Kind.TEXT_DISPLAY,
    Kind.MEDIA_GALLERY,
    Kind.FILE,
    Kind.SEPARATOR,
}
_IN_MESSAGE = {*_IN_CONTAINER, Kind.CONTAINER}
_IN_ROW = {Kind.BUTTON, *SELECTS}


class Layout(Parts):
    """Checks a message's components; ``files`` are the names that ``attachment://`` may refer to."""

    def __init__(self, emojis: Container[str], files: Container[str]) -> None:
        super().__init__(emojis)
        self._files = files
        self._total = 0
        self._text = 0
        self._checks = {
            Kind.ACTION_ROW: self._row,
            Kind.BUTTON: self._button,
            Kind.SECTION: self._section,
            Kind.TEXT_DISPLAY: self._text_display,
            Kind.THUMBNAIL: self._picture,
            Kind.MEDIA_GALLERY: self._gallery,
            Kind.FILE: self._file,
            Kind.SEPARATOR: self._separator,
            Kind.CONTAINER: self._container,
        }

    def check(self, form: Form, *, free: bool) -> None:
        """Check the list of top components: ``free`` layouts of version 2, or rows only."""
        for component in form.items(0, MAX_COMPONENTS if free else _MAX_ROWS):
            self._component(component, _IN_MESSAGE if free else {Kind.ACTION_ROW})
        if free and self._total > MAX_COMPONENTS:
            form.fail(
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The total number of components must not exceed {MAX_COMPONENTS}, nested ones counted.",
            )
        if self._text > MAX_TEXT:
            form.fail(
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"The displayable text of all components must not exceed {MAX_TEXT} characters.",
            )

    def _component(self, form: Form, allowed: Collection[Kind]) -> Kind | None:
        kind = self.kind(form, allowed)
        self._total += 1
        if kind in SELECTS:
            self.select(form, kind)
        elif kind is not None:
            self._checks[kind](form)
        return kind

    def _row(self, form: Form) -> None:
        if not form["components"].required():
            return
        kinds = [self._component(child, _IN_ROW) for child in form["components"].items(1, _MAX_BUTTONS)]
        if len(kinds) > 1 and not SELECTS.isdisjoint(kinds):
            form["components"].fail(
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width"
            )

    def _button(self, form: Form) -> None:
        form["disabled"].flag()
        form["label"].text(*_LABEL)
        check_emoji(form["emoji"], self._emojis)
        style = form["style"].one_of(range(1, ButtonStyle.PREMIUM + 1)) if form["style"].required() else None
        if style == ButtonStyle.PREMIUM:
            form["sku_id"].required()
            return
        if not form["label"].value and form["emoji"].missing:
            form.fail("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji")
        if style != ButtonStyle.LINK:
            self.custom_id(form)
            if not form["url"].missing:
                form["url"].fail("BUTTON_COMPONENT_URL", "A url may not be specified for this button style")
            return
        if form["url"].required():
            self._url(form["url"], _MAX_URL, {"http", "https", "discord"})
        if not form["custom_id"].missing:
            form["custom_id"].fail(
                "BUTTON_COMPONENT_CUSTOM_ID", "A custom id and url cannot both be specified"
            )

    def _section(self, form: Form) -> None:
        if form["components"].required():
            for text in form["components"].items(1, _MAX_SECTION_TEXTS):
                self._component(text, {Kind.TEXT_DISPLAY})
        if form["accessory"].required():
            self._component(form["accessory"], {Kind.BUTTON, Kind.THUMBNAIL})

    def _text_display(self, form: Form) -> None:
        if form["content"].required():
            self._text += len(form["content"].text(1, MAX_TEXT) or "")

    def _picture(self, form: Form) -> None:
        self._media(form["media"])
        form["description"].text(*_ALT_TEXT)
        form["spoiler"].flag()

    def _gallery(self, form: Form) -> None:
        if form["items"].required():
            for item in form["items"].objects(1, _MAX_PICTURES):
                self._picture(item)

    def _file(self, form: Form) -> None:
        self._media(form["file"], attached_only=True)
        form["spoiler"].flag()

    def _separator(self, form: Form) -> None:
        form["divider"].flag()
        form["spacing"].one_of({1, 2})

    def _container(self, form: Form) -> None:
        form["accent_color"].number(0, _MAX_COLOR)
        form["spoiler"].flag()
        if form["components"].required():
            for child in form["components"].items(1, MAX_COMPONENTS):
                self._component(child, _IN_CONTAINER)

    def _media(self, form: Form, *, attached_only: bool = False) -> None:
        if not (form.required() and form.is_object() and form["url"].required()):
            return
        url = form["url"]
        if not (isinstance(url.value, str) and url.value.startswith(ATTACHMENT_SCHEME)):
            self._url(url, _MAX_MEDIA_URL, set() if attached_only else {"http", "https"})
        elif (name := url.value.removeprefix(ATTACHMENT_SCHEME)) not in self._files:
            form.fail(*attachment_missing(name))

    def _url(self, form: Form, longest: int, schemes: Collection[str]) -> None:
        form.text(1, longest)
        form.matches(
            lambda url: url.partition(":")[0].lower() in schemes and " " not in url,
            "URL_TYPE_INVALID_SCHEME",
            f"Scheme must be one of ({', '.join(sorted(schemes)) or 'attachment'}).",
        )


def attachment_missing(name: str) -> tuple[str, str]:
    """Return code and message for a picture or file that is shown but not attached."""
    return (
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
        f"The referenced attachment with name {name} was not found",
    )
