"""Worked cases with right answers, K-32, K-33 and the last part of K-23."""

from __future__ import annotations

from functools import partial

import pytest

from engine.errors import Reason
from tests.positions import allowed, can, position, refused

at = partial(position, rules="classic")


@pytest.mark.parametrize(
    ("score", "hand", "melds", "legal"),
    [
        (0, "KC KD JK 5C 7D", "KC KD JK", True),
        (1500, "AC AD 2C 5C 7D", "AC AD 2C", False),
        (0, "7C 7D 7H 4C 4D 4H 5C 5D", "7C 7D 7H, 4C 4D 4H", False),
        (0, "7C 7D 7H 4C 4D 4H QC QD 2C 5C 5D", "7C 7D 7H, 4C 4D 4H, QC QD 2C", True),
    ],
)
def test_k32_what_opens(score: int, hand: str, melds: str, legal: bool) -> None:  # noqa: FBT001
    state = at(f"play: {hand}; score: {score} 0")
    if legal:
        allowed(state, f"meld {melds}")
    else:
        refused(state, f"meld {melds}", Reason.OPENING_TOO_LOW, "C-2")


def test_k33_frozen_for_a_side_that_has_not_opened() -> None:
    state = at("draw: AC JK 5C 7D; pile: 4C AS")
    refused(state, "take AS AC JK", Reason.PILE_FROZEN_UNOPENED, "C-3")
    assert can(at("draw: AC JK 5C 7D; pile: 4C AS; table: KC KD KH"), "take AS AC JK")


def test_k23_in_classic_a_black_three_freezes_nothing() -> None:
    for take in ("take KD KH 2C", "take KD KH KC"):
        state = at(
            "play: 3C 5C 7D; pile: 4S; left: KD 8C 8D; stock: 6C; partner: KH 2C KC 5D; table: 9C 9D 9H"
        )
        allowed(state, "discard 3C", "draw", "discard KD", take)
    state = at("play: 3C 5C 7D; pile: 4S; left: KD 8C 8D; stock: 6C; partner: KH 2C KC 5D")
    allowed(state, "discard 3C", "draw", "discard KD")
    refused(state, "take KD KH 2C", Reason.PILE_FROZEN_UNOPENED, "C-3")
