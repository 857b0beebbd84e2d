"""The rules in numbered clauses, with what this table plays differently."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.render.rules import changed_text
from bot.ui.ids import NO_TABLE, Press, Verb
from bot.ui.layout import paged
from engine.rulebook import load_book

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.i18n import Texts
    from engine.ruleset import RuleSet
    from storage.model import TableId

_WHICH = re.compile(r"(?:([a-z_]{1,32})\.([0-9]{1,4})\.)?([0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class RulesAsked:
    """What a press of RULES asks for; ``name`` and ``version`` are None for the rules of the table itself."""

    name: str | None
    version: int | None
    page: int


def rules_asked(arg: str) -> RulesAsked | None:
    """Return what the ``arg`` of a press of RULES asks for, or None; such rules need not exist."""
    match = _WHICH.fullmatch(arg)
    if match is None:
        return None
    return RulesAsked(match[1], int(match[2]) if match[1] else None, int(match[3]))


def _is_common(clause: tuple[str, str]) -> bool:
    return clause[0].startswith("X-")


def rules_panel(rules: RuleSet, t: Texts, page: int = 0, table: TableId = NO_TABLE) -> LayoutView:
    """Return a page of the rules; without a table, its buttons say themselves which rules they turn."""
    which = "" if table != NO_TABLE else f"{rules.name}.{rules.version}."
    book = load_book(rules.name, rules.version)
    changed = {
        name: t("This table plays: {rule}", rule=changed_text(rules, name, t)) for name in rules.options
    }
    lines = [f"## {t(rules.title)}", t(book.intro), *changed.values()]
    for clause, words in sorted(book.clauses.items(), key=_is_common):  # the rule set's own come first
        here = [line for name, line in changed.items() if rules.clauses[name] == clause]
        lines += [f"**{clause}** {t(words)}", *here]
    return paged(lines, Press(table, Verb.RULES, arg=which), page, t)
