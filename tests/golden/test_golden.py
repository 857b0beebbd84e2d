"""The engine does today what it did when these files were written; how to write them anew: `regenerate`."""

from __future__ import annotations

import pytest

from tests.golden import perft
from tests.golden.regenerate import transcript_file
from tests.golden.transcript import SEEDS, transcript

COUNTS = [count for line in perft.lines() if (count := perft.parse(line)) is not None]


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: count.text)
def test_the_number_of_action_sequences(count: perft.Count) -> None:
    state = perft.state_of(count.text)
    before = state.copy()
    for depth, expected in enumerate(count.counts, start=1):
        assert perft.perft(state, depth) == expected
    assert state == before


@pytest.mark.parametrize("name", SEEDS)
def test_the_transcript_of_a_whole_deal(name: str) -> None:
    assert transcript(name).splitlines() == transcript_file(name).read_text("utf-8").splitlines()
