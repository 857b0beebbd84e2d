"""The body of a message, new or edited."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from playground.validate.embeds import check_embeds
from playground.validate.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from playground.validate.form import Form

_MAX_CONTENT = 2000
_MAX_ATTACHMENTS = 10
_MAX_MENTIONS = 100
_NONCE = (0, 25)
_ALT_TEXT = (0, 1024)
_MENTION_KINDS = {"users", "roles", "everyone"}
_NEVER_FREE = ("poll", "sticker_ids")
_LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a body is judged by beside itself: free layout or not, known emojis, names of attached files."""

    free: bool
    emojis: Container[str]
    files: Container[str]


def check_message(form: Form, around: Surroundings) -> None:
    """Check all members of a message's body that mean something here."""
    form["content"].text(0, _MAX_CONTENT)
    check_embeds(form["embeds"])
    Layout(around.emojis, around.files).check(form["components"], free=around.free)
    form["nonce"].matches(lambda nonce: len(nonce) <= _NONCE[1], "NONCE_TYPE_TOO_LONG", "Nonce is too long")
    if not form["allowed_mentions"].missing and form["allowed_mentions"].is_object():
        _check_allowed_mentions(form["allowed_mentions"])
    for attachment in form["attachments"].objects(0, _MAX_ATTACHMENTS):
        if attachment["id"].required():
            attachment["id"].snowflake()
        attachment["filename"].text(1, _ALT_TEXT[1])
        attachment["description"].text(*_ALT_TEXT)


def check_no_legacy(form: Form, written: Mapping[str, object]) -> None:
    """Check that a message with a free layout has no content and no embeds, nor asks for what goes with them.

    ``written`` is what content and embeds the message would have.
    """
    asked = {name: form[name].value for name in _NEVER_FREE}
    for name, value in {**written, **asked}.items():
        if value:
            form[name].fail(
                _LEGACY, f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            )


def _check_allowed_mentions(form: Form) -> None:
    for kind in form["parse"].items(0, len(_MENTION_KINDS)):
        kind.matches(
            _MENTION_KINDS.__contains__, "BASE_TYPE_CHOICES", "Value must be one of everyone, roles, users."
        )
        kind.text(1, _MAX_CONTENT)
    for name in ("users", "roles"):
        for someone in form[name].items(0, _MAX_MENTIONS):
            someone.snowflake()
        parse = form["parse"].value
        if form[name].value and isinstance(parse, list) and name in parse:
            form["parse"].fail(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{name}"] and {name}: [ids...] are mutually exclusive.',
            )
