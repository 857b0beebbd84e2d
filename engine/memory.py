"""Remembering what was worked out, since the same few cards come up again and again.

What depends on the rules is kept with them, so that it goes when they go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ruleset import RuleSet

Key = TypeVar("Key")
Value = TypeVar("Value")

_MOST = 1 << 13
"""Values that a memory holds at most, where nothing else is said; a whole deal needs a few hundred."""


class Memory(dict[Key, Value]):
    """``memory[key]`` is ``make(key)``, made when it is first asked for; later it costs next to nothing."""

    def __init__(self, make: Callable[[Key], Value], most: int | None = None) -> None:
        super().__init__()
        self._make = make
        self._most = most or _MOST

    def __missing__(self, key: Key) -> Value:
        value = self._make(key)
        if len(self) >= self._most:
            self.clear()
        self[key] = value
        return value


def kept_with_rules(make: Callable[[RuleSet], Value]) -> Callable[[RuleSet], Value]:
    """Decorate a function of a rule set: its value is made once for each and then kept there."""

    def kept(rules: RuleSet) -> Value:
        memory: dict[object, Any] = rules.memory
        try:
            value: Value = memory[make]
        except KeyError:
            value = memory[make] = make(rules)
        return value

    return kept
