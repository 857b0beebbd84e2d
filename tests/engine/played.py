"""Positions and records that play itself led to."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

from engine.deal import shuffled_deck
from engine.match import new_match, play, start_deal
from engine.players import PLAYERS
from engine.simulate import Plan, play_match
from engine.view import view_for
from tests.positions import italian

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.match import Match
    from engine.ruleset import RuleSet

MIXED = ("greedy", "random", "greedy", "random")


def played_match(
    seed: int, players: tuple[str, ...] = MIXED, rules: RuleSet | None = None
) -> Iterator[Match]:
    """Yield the same match after every deal and action, up to its end."""
    rng = Random(seed)
    match = new_match(rules or italian(), len(players))
    while not match.over:
        if match.between_deals:
            start_deal(match, shuffled_deck(match.rules, rng), None if match.deals else seed % match.players)
            yield match
        state = match.state
        assert state is not None
        seat = state.awaited
        play(match, seat, PLAYERS[players[seat]](view_for(state, seat), rng))
        yield match


def record(seed: int = 1) -> dict[str, Any]:
    """Return the record of a short match: to 2000 points."""
    rules = italian({"match.target": 2000})
    plan = Plan(rules, MIXED, seed, matches=1, keep_records=True)
    parsed: dict[str, Any] = json.loads(play_match(plan, 0).record)
    return parsed
