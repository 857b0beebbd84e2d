"""What a rule set does is said by its data: no code asks which one it is."""

from __future__ import annotations

import ast
from pathlib import Path

from engine.rulebook import rule_set_names

ROOT = Path(__file__).parent.parent


def test_no_code_names_a_rule_set_but_for_the_one_that_is_played_if_nothing_is_said() -> None:
    names = set(rule_set_names())
    found = [
        (source.relative_to(ROOT).as_posix(), node.value)
        for folder in ("bot", "engine", "storage")
        for source in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(source.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    ]
    assert found == [("bot/preferences.py", "italian")]
