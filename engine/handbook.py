"""The rules as documents: ``python -m engine.handbook`` writes ``docs/rules`` from the rule sets' own data.

Each clause stands with the values that it gives, what a house may choose, and what the engine says when it
refuses something by that clause. So text, values and behavior are read from one place.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from engine.rulebook import load_book, option_word, rule_set_names
from engine.texts import OPTIONS, REASONS, VALUES

if TYPE_CHECKING:
    from engine.errors import Reason
    from engine.rulebook import RuleBook, RuleField

FOLDER = Path(__file__).parent.parent / "docs" / "rules"
_HEAD = """\
<!-- Written by `python -m engine.handbook` from engine/rulesets: change the rules there. -->

# {title}

{intro}

For {players} players. Each clause has a number that stays the same, and refusals in the game name it. Below a
clause stand the values that the engine plays by and, in *italics*, what it says when it refuses something by
that clause.
"""
_OPTIONS_HEAD = """\
## House rules

The host of a table may change these before the match begins.

| option | usual | may be | clause |
|---|---|---|---|"""
_COMMON = "X-"
_PLACEHOLDER = re.compile(r"\{\w+\}")


def handbook(name: str) -> str:
    """Return the document of a rule set, in markdown. Raises InvalidInput for an unknown name."""
    book = load_book(name)
    players = " or ".join(str(number) for number in sorted(book.rules.deal.players))
    own = [clause for clause in book.clauses if not clause.startswith(_COMMON)]
    common = [clause for clause in book.clauses if clause.startswith(_COMMON)]
    return "\n".join(
        [
            _HEAD.format(title=book.rules.title, intro=book.intro, players=players),
            "## Clauses\n",
            *(_clause_part(book, clause) for clause in own),
            "\n".join([_OPTIONS_HEAD, *map(_option_row, book.options)]),
            "\n## Clauses of every rule set\n",
            *(_clause_part(book, clause) for clause in common),
        ]
    )


def _clause_part(book: RuleBook, clause: str) -> str:
    fields = [field for field in book.fields.values() if field.clause == clause]
    refusals = [reason for reason, cited in book.rules.refusals.items() if cited == clause]
    bullets = [*map(_value_line, fields), *map(_refusal_line, refusals)]
    return "\n".join([f"**{clause}** {book.clauses[clause]}", "", *bullets, *([""] if bullets else [])])


def _value_line(field: RuleField) -> str:
    values = field.value if isinstance(field.value, tuple) else (field.value,)
    shown = ", ".join(_value_text(field, value) for value in values) or "none"
    return f"- `{field.name}`, {field.meaning}: {shown}"


def _refusal_line(reason: Reason) -> str:
    return f"- *{_PLACEHOLDER.sub('…', REASONS[reason])}*"


def _option_row(field: RuleField) -> str:
    allowed = [_value_text(field, value) for value in field.allowed]
    choices = " to ".join(allowed) if field.is_range else ", ".join(allowed)
    usual = _value_text(field, field.value)
    return f"| {OPTIONS[field.name]} (`{field.name}`) | {usual} | {choices} | {field.clause} |"


def _value_text(field: RuleField, value: object) -> str:
    """Return a value as rule sets write it, and in words where it needs some."""
    words = next((words for known, words in VALUES.get(field.name, {}).items() if known == value), None)
    word = f"**{option_word(value)}**"
    return word if words is None or words == option_word(value) else f"{word} ({words})"


if __name__ == "__main__":
    for rule_set in rule_set_names():
        (FOLDER / f"{rule_set}.md").write_text(handbook(rule_set), "utf-8")
