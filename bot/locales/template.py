"""All that a person can read of the bot, in English.

It is in the bot's source, in what describes the commands, and in the engine's templates, which the bot words
by the same keys.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from babel.messages.catalog import Catalog
from discord.app_commands import Command, Group

from bot.cogs import COGS
from bot.i18n import NAME_CONTEXT, OWN_NAME, OWN_NAME_CONTEXT, language_names
from engine.rulebook import load_book, rule_set_names
from engine.texts import OPTIONS, RANKS, REASONS, SCORES, SUITS, VALUES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from discord.app_commands import Parameter

_SOURCE = Path(__file__).parents[1]
_FORMS = {"t": 1, "n": 2}
"""Functions that word a message, and how many of their arguments are its forms."""

Message: TypeAlias = str | tuple[str, ...]


def template() -> Catalog:
    """Return the template: it has no dates and places, so that it changes when texts change."""
    catalog = Catalog()
    for message in (*_source_messages(), *_engine_messages(), *_descriptions()):
        catalog.add(message)
    for name in _names():
        catalog.add(name, context=NAME_CONTEXT)
    catalog.add(OWN_NAME, context=OWN_NAME_CONTEXT)
    return catalog


def _source_messages() -> Iterator[Message]:
    """Yield the messages of the bot's source: literals, or constants of their module.

    Read from the syntax tree: readers of tokens miss what stands inside f-strings.
    """
    for file in sorted(_SOURCE.rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        constants = dict(_constants(tree))
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                    yield from _messages(name, node, constants)
                case _:
                    pass


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))):
                yield name, text
            case _:
                pass


def _messages(function: str, call: ast.Call, constants: Mapping[str, str]) -> Iterator[Message]:
    """Yield the message in one call, with all its forms."""
    count = _FORMS.get(function, 0)
    forms = tuple(_texts(call.args[:count], constants))
    if count and len(forms) == count:
        yield forms[0] if count == 1 else forms


def _texts(nodes: Iterable[ast.expr], constants: Mapping[str, str]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.Name(id=name) if name in constants:
                yield constants[name]
            case _:
                pass


def _engine_messages() -> Iterator[Message]:
    yield from (*REASONS.values(), *SCORES.values(), *RANKS, *SUITS, *OPTIONS.values())
    yield from (words for values in VALUES.values() for words in values.values())
    for name in rule_set_names():
        book = load_book(name)
        yield from (book.rules.title, book.intro)
        yield from (field.meaning for field in book.options)
        yield from book.clauses.values()


def _commands() -> Iterator[Command[Any, ..., Any] | Group]:
    """Yield the slash commands, and those within a group."""
    for cog in COGS:
        for command in cog.__cog_app_commands__:
            yield command
            if isinstance(command, Group):
                yield from command.commands


def _options() -> Iterator[Parameter]:
    for command in _commands():
        if isinstance(command, Command):
            yield from command.parameters


def _names() -> Iterator[str]:
    yield from (command.name for command in _commands())
    yield from (option.name for option in _options())


def _descriptions() -> Iterator[str]:
    """Yield what describes the commands and their options, and what these offer, but for languages."""
    yield from (command.description for command in _commands())
    yield from (str(option.description) for option in _options())
    offered = {choice.name for option in _options() for choice in option.choices}
    yield from (name for name in offered - {*language_names().values()} if not name.isdecimal())
