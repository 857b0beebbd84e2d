"""Rules in words: options, their values, and what a table plays differently."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.text import DOT, NO_BREAK
from engine.texts import OPTIONS, VALUES

if TYPE_CHECKING:
    from bot.i18n import Texts
    from engine.ruleset import OptionValue, RuleSet

_TOLD_ANYWAY = "match.target"


def option_name(name: str, t: Texts) -> str:
    """Return what an option is called."""
    return t(OPTIONS[name])


def value_text(name: str, value: OptionValue, t: Texts) -> str:
    """Return a value of an option in words; a number as it is."""
    words = VALUES[name].get(value) if name in VALUES else None
    return str(value) if words is None else t(words)


def changed_text(rules: RuleSet, name: str, t: Texts) -> str:
    """Return what a table plays for an option: ``bonus for going out: 200 (I-13)``."""
    clause, value = rules.clauses[name], value_text(name, rules.options[name], t)
    return t("{option}: {value}", option=option_name(name, t), value=value) + f"{NO_BREAK}({clause})"


def house_rules_lines(rules: RuleSet, t: Texts) -> list[str]:
    """Return one line that names the house rules, or none; the target, which is told anyway, is left out."""
    changed = [changed_text(rules, name, t) for name in rules.options if name != _TOLD_ANYWAY]
    return [t("House rules: {rules}", rules=DOT.join(changed))] if changed else []
