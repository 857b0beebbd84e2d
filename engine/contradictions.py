"""Values of a rule set that do not go together, whether its author or a house chose them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ruleset import RuleSet


class Contradiction(NamedTuple):
    """Two fields, by dotted name, and when their values leave a rule that nobody can follow."""

    fields: tuple[str, str]
    is_in: Callable[[RuleSet], bool]


CONTRADICTIONS = (
    Contradiction(
        ("going_out.canasta", "meld.sequences"),
        lambda rules: rules.going_out.canasta == "royal" and not rules.meld.sequences,
    ),
    Contradiction(
        ("canasta.min_size", "meld.max_set"),
        lambda rules: not rules.meld.sequences and 0 < rules.meld.max_set < rules.canasta.min_size,
    ),
    Contradiction(
        ("black_three.wilds", "black_three.meld"),
        lambda rules: rules.black_three.wilds and rules.black_three.meld == "never",
    ),
    Contradiction(
        ("opening.minimums", "opening.scores"),
        lambda rules: len(rules.opening.minimums) != len(rules.opening.scores) + 1,
    ),
)


def contradiction_in(rules: RuleSet) -> tuple[str, str] | None:
    """Return two fields of ``rules`` whose values contradict each other, or None."""
    return next((found.fields for found in CONTRADICTIONS if found.is_in(rules)), None)
