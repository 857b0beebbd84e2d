"""The commands as Discord gets them, in every language."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Any

import pytest

from bot.i18n import texts_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.bot.world import World

Json = dict[str, Any]
LOCALES = ("it", "pt-BR", "es-ES", "es-419")
_NAME = re.compile(r"[-_\w]{1,32}")
SUBCOMMAND = 1


async def sent(world: World) -> list[Json]:
    (request,) = [
        request
        for request in world.env.http_requests
        if request.method == "PUT" and request.path.endswith("/commands")
    ]
    commands: list[Json] = request.json
    return commands


def parts(thing: Json) -> Iterator[Json]:
    """A command with all that is in it: subcommands and options."""
    yield thing
    for option in thing.get("options", ()):
        yield from parts(option)


def words(thing: Json, what: str) -> list[str]:
    """A name or description in all languages."""
    return [thing[what], *(thing.get(f"{what}_localizations") or {}).values()]


def in_language(thing: Json, locale: str) -> str:
    return str((thing.get("name_localizations") or {}).get(locale, thing["name"]))


async def test_names_and_descriptions_keep_discords_limits(world: World) -> None:
    for command in await sent(world):
        for part in parts(command):
            for name in words(part, "name"):
                assert _NAME.fullmatch(name), name
                assert name == name.lower()
            assert all(1 <= len(text) <= 100 for text in words(part, "description")), part["name"]
            for choice in part.get("choices", ()):
                assert all(1 <= len(name) <= 100 for name in words(choice, "name")), part["name"]


async def test_a_command_has_at_most_8000_characters_in_its_longest_language(world: World) -> None:
    for command in await sent(world):
        length = 0
        for part in parts(command):
            length += max(map(len, words(part, "name"))) + max(map(len, words(part, "description")))
            for choice in part.get("choices", ()):
                length += max(map(len, words(choice, "name"))) + len(str(choice["value"]))
        assert length <= 8000, command["name"]


@pytest.mark.parametrize("locale", LOCALES)
async def test_names_beside_each_other_differ(world: World, locale: str) -> None:
    commands = await sent(world)
    groups = [commands, *(part["options"] for part in chain(*map(parts, commands)) if part.get("options"))]
    for group in groups:
        names = [in_language(each, locale) for each in group]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("locale", "command", "option", "choice"),
    [
        ("it", "pescare", "tavolo", "per seme"),
        ("pt-BR", "comprar", "mesa", "por naipe"),
        ("es-ES", "robar", "mesa", "por palo"),
        ("es-419", "robar", "mesa", "por palo"),
    ],
)
async def test_commands_are_offered_in_the_language_of_who_types(
    world: World, locale: str, command: str, option: str, choice: str
) -> None:
    commands = {each["name"]: each for each in await sent(world)}
    draw = commands["draw"]
    assert draw["name_localizations"][locale] == command
    assert draw["description_localizations"][locale] == texts_for(locale)("Draw a card from the stock")
    assert draw["options"][0]["name_localizations"][locale] == option
    sort = next(each for each in commands["settings"]["options"] if each["name"] == "sort")
    assert choice in [each["name_localizations"][locale] for each in sort["choices"]]


async def test_languages_name_themselves_to_everybody(world: World) -> None:
    commands = {each["name"]: each for each in await sent(world)}
    language = next(each for each in commands["settings"]["options"] if each["name"] == "language")
    as_discord, *languages = language["choices"]
    assert as_discord["name_localizations"]["it"] == "come nel mio Discord"
    names = ["English", "Español", "Italiano", "Português (Brasil)"]
    assert [each["name"] for each in languages] == names
    assert not any(each.get("name_localizations") for each in languages)


async def test_the_commands_are_sent_once(world: World) -> None:
    await world.restart()
    assert len(await sent(world)) > 1
