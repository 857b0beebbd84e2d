"""The shuffle favors no card and no place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.engine import shuffles

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

DECKS = 5000


@pytest.mark.parametrize("deviations", [shuffles.places, shuffles.neighbors])
def test_an_honest_shuffle(deviations: Callable[[int], float]) -> None:
    assert abs(deviations(DECKS)) < shuffles.LIMIT


def test_a_shuffle_that_leaves_the_last_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def lazy(_rules: object, rng: random.Random) -> list[int]:
        deck = list(range(54)) * 2
        top = deck[:-1]
        rng.shuffle(top)
        return [*top, deck[-1]]

    monkeypatch.setattr(shuffles, "shuffled_deck", lazy)
    monkeypatch.setattr(shuffles, "cut_deck", lambda deck, _cut: deck)
    assert shuffles.places(200) > shuffles.LIMIT
