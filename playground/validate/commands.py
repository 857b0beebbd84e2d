"""Application commands as a bot registers them."""

from __future__ import annotations

import unicodedata
from enum import IntEnum
from typing import TYPE_CHECKING

from playground.validate.choices import check_choice_list

if TYPE_CHECKING:
    from playground.validate.form import Form
    from playground.wire import Json

MAX_COMMANDS = 100
_MAX_OPTIONS = 25
_MAX_CHARACTERS = 8000
_NAME = (1, 32)
_DESCRIPTION = (1, 100)
_MAX_TEXT_LENGTH = 6000
_MAX_NUMBER = 2**53
_SCRIPTS_WITH_MARKS = ("DEVANAGARI ", "THAI ")
LOCALES = frozenset(
    (
        *(
            "id",
            "da",
            "de",
            "en-GB",
            "en-US",
            "es-ES",
            "es-419",
            "fr",
            "hr",
            "it",
            "lt",
            "hu",
            "nl",
            "no",
            "pl",
        ),
        *("pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja"),
        *("zh-TW", "ko"),
    )
)


class OptionType(IntEnum):
    """Discord's types of command options."""

    SUBCOMMAND = 1
    GROUP = 2
    TEXT = 3
    WHOLE = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


NUMERIC = frozenset({OptionType.WHOLE, OptionType.NUMBER})
_WITH_CHOICES = NUMERIC | {OptionType.TEXT}
_NESTING = {OptionType.SUBCOMMAND, OptionType.GROUP}
_VALUES = frozenset(OptionType) - _NESTING


class CommandType(IntEnum):
    """Where a command is found: typed, or in the menu of a user or message."""

    CHAT_INPUT = 1
    USER = 2
    MESSAGE = 3


def check_command(form: Form) -> None:
    """Check one command."""
    kind = form["type"].one_of(set(CommandType)) or CommandType.CHAT_INPUT
    if kind == CommandType.CHAT_INPUT:
        _check_words(form)
        _check_options(form["options"], frozenset(OptionType))
    elif form["name"].required():
        form["name"].text(*_NAME)
    form["default_member_permissions"].snowflake()
    form["nsfw"].flag()
    for name, allowed in (("contexts", {0, 1, 2}), ("integration_types", {0, 1})):
        for item in form[name].items(0, len(allowed)):
            item.one_of(allowed)
    if form.sound and kind == CommandType.CHAT_INPUT and _characters(form.value) > _MAX_CHARACTERS:
        form.fail("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({_MAX_CHARACTERS})")


def _check_options(form: Form, allowed: frozenset[OptionType]) -> None:
    names: set[str] = set()
    kinds = []
    optional_seen = False
    for option in form.objects(0, _MAX_OPTIONS):
        kinds.append(_check_option(option, allowed))
        option["name"].unique(
            names,
            "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
            "Option name already exists in this option list",
        )
        if option["required"].value is True and optional_seen:
            option.fail(
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or option["required"].value is not True
    if len({kind in _NESTING for kind in kinds if kind}) > 1:
        form.fail(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )


def _check_option(form: Form, allowed: frozenset[OptionType]) -> OptionType | None:
    _check_words(form)
    form["required"].flag()
    form["autocomplete"].flag()
    number = form["type"].one_of(allowed) if form["type"].required() else None
    if number is None:
        return None
    kind = OptionType(number)
    if kind == OptionType.GROUP:
        _check_options(form["options"], frozenset({OptionType.SUBCOMMAND}))
    elif kind == OptionType.SUBCOMMAND:
        _check_options(form["options"], _VALUES)
    else:
        if form["options"].value:
            form["options"].fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only subcommands have options")
        for channel_type in form["channel_types"].items(0, _MAX_OPTIONS):
            channel_type.number(0, _MAX_OPTIONS)
        _check_range(form, kind)
        _check_suggestions(form, kind)
    return kind


def _check_range(form: Form, kind: OptionType) -> None:
    if kind == OptionType.TEXT:
        form["min_length"].number(0, _MAX_TEXT_LENGTH)
        form["max_length"].number(1, _MAX_TEXT_LENGTH)
    if kind == OptionType.WHOLE:
        form["min_value"].number(-_MAX_NUMBER, _MAX_NUMBER)
        form["max_value"].number(-_MAX_NUMBER, _MAX_NUMBER)


def _check_suggestions(form: Form, kind: OptionType) -> None:
    has_choices = bool(form["choices"].value)
    if kind in _WITH_CHOICES:
        check_choice_list(form["choices"], kind)
    elif has_choices or form["autocomplete"].value:
        form.fail(
            "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
            "This option type has no choices and no autocomplete",
        )
    if has_choices and form["autocomplete"].value:
        form.fail(
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
            "Autocomplete and choices are mutually exclusive",
        )


def _check_words(form: Form) -> None:
    """Check name and description of a command or option, with their translations."""
    if form["name"].required():
        _check_name(form["name"])
    if form["description"].required():
        form["description"].text(*_DESCRIPTION)
    for member in ("name_localizations", "description_localizations"):
        if form[member].missing or not form[member].is_object():
            continue
        for locale in form[member].value:
            if locale not in LOCALES:
                form[member].fail("ENUM_TYPE_COERCE", "An unknown locale.")
            elif member == "name_localizations":
                _check_name(form[member][locale])
            else:
                form[member][locale].text(*_DESCRIPTION)


def _check_name(form: Form) -> None:
    form.text(*_NAME)
    form.matches(is_name, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def is_name(name: str) -> bool:
    """Tell whether a name is of small letters, digits, dashes, apostrophes and underscores, in any script."""
    return name == name.lower() and all(map(_is_name_character, name))


def _is_name_character(character: str) -> bool:
    return (
        character in "-_'"
        or character.isalnum()
        or unicodedata.name(character, "").startswith(_SCRIPTS_WITH_MARKS)
    )


def _characters(thing: Json) -> int:
    """Count the characters of a command or option; of the translations only the longest one counts."""
    choices = sum(
        _longest(choice, "name") + len(str(choice.get("value"))) for choice in thing.get("choices") or ()
    )
    options = sum(map(_characters, thing.get("options") or ()))
    return _longest(thing, "name") + _longest(thing, "description") + choices + options


def _longest(thing: Json, member: str) -> int:
    translations = thing.get(f"{member}_localizations") or {}
    return max(len(str(text)) for text in (thing.get(member) or "", *translations.values()))
