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
from engine.texts import RANKS, REASONS, SCORES

if TYPE_CHECKING:
    from collections.abc import Iterator

TEMPLATE = Path(__file__).with_name("bot.pot")
_SOURCE = TEMPLATE.parents[1]
_FORMS = {"t": 1, "locale_str": 1, "n": 2}
"""Functions that word a message or mark one, and how many of their arguments are its forms."""

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
    """Yield the literal messages of the bot's source.

    Read from the syntax tree: readers of tokens miss what stands inside f-strings.
    """
    for file in sorted(_SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            message = _message(node)
            if message is not None:
                yield message


def _message(node: ast.AST) -> Message | None:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args) if name in _FORMS:
            literals = [arg.value for arg in args[: _FORMS[name]] if isinstance(arg, ast.Constant)]
            forms = tuple(literal for literal in literals if isinstance(literal, str))
            if len(forms) == _FORMS[name]:
                return forms[0] if len(forms) == 1 else forms
    return None


def _engine_messages() -> Iterator[Message]:
    yield from (*REASONS.values(), *SCORES.values(), *RANKS)
    for name in rule_set_names():
        book = load_book(name)
        yield book.rules.title
        yield from (field.meaning for field in book.options)
        yield from book.clauses.values()


if __name__ == "__main__":
    TEMPLATE.write_text(template(), "utf-8")
