"""Renew ``bot.pot``, the template of all catalogues: what a person can read of the bot, in English.

It holds the texts in the bot's source and the engine's templates, which the bot words by the same keys.
"""

from __future__ import annotations

import ast
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from engine.rulebook import load_book, rule_set_names
from engine.texts import OPTIONS, RANKS, REASONS, SCORES, SUITS, VALUES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

TEMPLATE = Path(__file__).with_name("bot.pot")
_SOURCE = TEMPLATE.parents[1]
_FORMS = {"t": 1, "locale_str": 1, "n": 2}
"""Functions that word a message or mark one, and how many of their arguments are its forms."""
_DESCRIBING = frozenset({"command", "describe", "Group"})
"""What describes slash commands: keywords are texts, but for the command's name."""
_NOT_READ = frozenset({"name"})

Message: TypeAlias = str | tuple[str, ...]


def template() -> str:
    """Return the text of the template, without dates and places: it changes when texts change."""
    catalog = Catalog()
    for message in (*_source_messages(), *_engine_messages()):
        catalog.add(message)
    out = BytesIO()
    write_po(out, catalog, omit_header=True, sort_output=True)
    return out.getvalue().decode()


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
    """Yield the messages in one call: the forms of a worded text, or what describes a slash command."""
    count = _FORMS.get(function, 0)
    forms = tuple(_texts(call.args[:count], constants))
    if count and len(forms) == count:
        yield forms[0] if count == 1 else forms
    if function in _DESCRIBING:
        described = [keyword.value for keyword in call.keywords if keyword.arg not in _NOT_READ]
        yield from _texts(described, constants)


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


if __name__ == "__main__":
    TEMPLATE.write_text(template(), "utf-8")
