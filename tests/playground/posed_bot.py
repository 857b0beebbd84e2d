"""The seeded bot, dealing positions: each deal begins as written in a file.

``POSE`` in its environment names the file, which holds a line in the notation of `tests.positions`. It is
read anew at every deal, so it can be written before each; no other process can resume what was dealt from it.
"""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from typing import TYPE_CHECKING

from bot import emojis
from engine import match
from tests.positions import position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from engine.events import Event
    from engine.ruleset import RuleSet
    from engine.state import Seat, State

_UPLOAD_SECONDS = 0.01


def pose(
    rules: RuleSet, _dealer: Seat, _deck: Sequence[Card], _scores: Sequence[int], _players: int
) -> tuple[State, list[Event]]:
    """Deal the position, whatever the deck."""
    return position(Path(os.environ["POSE"]).read_text(), rules.options, rules.name), []


if __name__ == "__main__":
    match.deal = pose
    emojis._PAUSE_SECONDS = _UPLOAD_SECONDS
    runpy.run_module("tests.playground.seeded_bot", run_name="__main__")
