from __future__ import annotations

import pytest

from bot.ui.help_panel import help_panel
from bot.ui.ids import NO_TABLE
from bot.ui.rules_panel import RulesAsked, rules_asked, rules_panel
from engine.rulebook import load_book
from tests.bot.ui.panels import TABLE, T, custom_ids, hold_limits, shown, visible, words
from tests.positions import italian


async def test_every_clause_is_on_one_page() -> None:
    pages = [rules_panel(italian(), T, page) for page in (0, 1)]
    whole = "\n".join(text for page in pages for text in words(page))
    for clause, text in load_book("italian").clauses.items():
        assert f"**{clause}** {text}" in whole
    for page in pages:
        hold_limits(page)


async def test_the_options_of_a_table_are_told_at_the_top_and_at_their_clause() -> None:
    rules = italian({"match.target": 3000, "pile.frozen_take": "pair"})
    first, last = (visible("\n".join(words(rules_panel(rules, T, page)))) for page in (0, 1))
    told = "This table plays: taking a frozen pile: natural pair only_(I-8)"
    assert first.index(told) < first.index("**I-1**")
    assert f"\n{told}\n**I-9**" in first
    assert "This table plays: target: 3000_(I-15)" in first
    assert "**X-1**" in last


async def test_pages_turn_without_a_table_and_with_one() -> None:
    assert custom_ids(rules_panel(italian(), T)) == ["c1:-:rules:0:italian.1.1"]
    assert custom_ids(rules_panel(italian(), T, 1, TABLE)) == ["c1:abcd2345:rules:0:0"]


@pytest.mark.parametrize(
    ("arg", "asked"),
    [
        ("italian.1.1", RulesAsked("italian", 1, 1)),
        ("0", RulesAsked(None, None, 0)),
        ("", None),
        ("italian", None),
        ("italian.1", None),
        ("../x.1.1", None),
        ("italian.1.-1", None),
        ("9999", None),
    ],
)
def test_the_page_asked_for_is_read_from_the_press(arg: str, asked: RulesAsked | None) -> None:
    assert rules_asked(arg) == asked


async def test_help_fits_and_names_every_command() -> None:
    hold_limits(help_panel(T))
    text = shown(help_panel(T))
    commands = (
        "canasta",
        "hand",
        "draw",
        "take",
        "meld",
        "layoff",
        "discard",
        "undo",
        "ask",
        "answer",
        "can take",
        "can meld",
        "can layoff",
        "can discard",
        "can goout",
        "table",
        "rules",
        "end",
    )
    assert all(f"`/{command}`" in text for command in commands)
    assert NO_TABLE not in custom_ids(help_panel(T))
