"""House rules: what a host may change before the match, one select for each option of the rule set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import SelectOption

from bot.render.rules import option_name, value_text
from bot.render.text import NO_BREAK, shorten
from bot.ui.ids import Press, Verb
from bot.ui.layout import LABEL_LIMIT, panel, select, text
from engine.rulebook import load_book, option_word

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.i18n import Texts
    from bot.ui.layout import Item
    from engine.rulebook import RuleField
    from engine.ruleset import OptionValue
    from storage.model import TableInfo

_USUAL_NUMBERS = (500, 1000, 1500, 2000, 3000, 5000, 7500, 10000, 15000, 20000)
"""What is offered where any number in a range may be chosen."""


def house_rules_panel(info: TableInfo, t: Texts) -> LayoutView:
    """Return the host's private panel; each choice counts at once, and everybody sees it in the lobby."""
    book = load_book(info.rules.name, info.rules.version)
    return panel(
        text(
            t("### House rules for {rules}", rules=t(info.rules.title)),
            t("What you choose counts at once. When the match has started nothing of it changes."),
        ),
        *(item for field in book.options for item in _option_items(info, field, t)),
    )


def _option_items(info: TableInfo, field: RuleField, t: Texts) -> list[Item]:
    name = option_name(field.name, t)
    title = f"**{name}**{NO_BREAK}({field.clause})"
    now = info.rules.options.get(field.name, _usual(field))
    options = [_choice(field, value, now, t) for value in _offered(field, now)]
    return [text(title), select(Press(info.id, Verb.OPTION, arg=field.name), name, options)]


def _choice(field: RuleField, value: OptionValue, now: OptionValue, t: Texts) -> SelectOption:
    words = value_text(field.name, value, t)
    label = t("{value} (usual)", value=words) if value == _usual(field) else words
    return SelectOption(label=shorten(label, LABEL_LIMIT), value=option_word(value), default=value == now)


def _usual(field: RuleField) -> OptionValue:
    if not isinstance(field.value, bool | int | str):
        raise TypeError(f"{field.name} is no option")
    return field.value


def _offered(field: RuleField, now: OptionValue) -> list[OptionValue]:
    if not field.is_range:
        return list(field.allowed)
    return sorted({number for number in (*_USUAL_NUMBERS, now, _usual(field)) if field.allows(number)})
