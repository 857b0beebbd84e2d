"""Matches for tests: one that has been played, and the values that describe one."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from engine.deal import shuffled_deck
from engine.legal import legal_actions
from engine.ports import CommitKind, LogEntry, MatchId
from engine.table import Table
from storage.model import SeatInfo, SeatKind, Status, TableId, TableInfo
from tests.positions import italian

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ruleset import OptionValue
    from storage.matches import Matches

MATCH, OTHER = MatchId(7, "abc234"), MatchId(7, "xyz789")
SEATS = (
    SeatInfo(SeatKind.HUMAN, 100, "Ada"),
    SeatInfo(SeatKind.COMPUTER, name="Greedy"),
    SeatInfo(SeatKind.EMPTY),
    SeatInfo(SeatKind.HUMAN, 101, "Ben *the* <@1>"),
)


class Clock:
    """A clock that goes when a test says so."""

    def __init__(self) -> None:
        self.time = datetime(2024, 2, 29, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


def entry(version: int, action_id: str | None = None) -> LogEntry:
    return LogEntry(version, action_id or f"a{version}", CommitKind.ACTION, 2, '{"type":"draw"}')


def described(
    match_id: MatchId = MATCH,
    *,
    channel_id: int = 1,
    status: Status = Status.LOBBY,
    seats: tuple[SeatInfo, ...] = SEATS,
    options: dict[str, OptionValue] | None = None,
) -> TableInfo:
    return TableInfo(
        TableId(match_id.id), match_id.guild_id, channel_id, None, 100, status, italian(options), 4, seats
    )


def one_deal(table: Table) -> bool:
    return len(table.match.deals) == 1


def two_deals(table: Table) -> bool:
    return len(table.match.deals) == 2


def some_turns(table: Table) -> bool:
    return table.version >= 40


def many_turns(table: Table) -> bool:
    return table.version >= 100


def may_undo(table: Table) -> bool:
    return any(table.can_undo(seat) for seat in range(4))


async def play(
    matches: Matches, until: Callable[[Table], bool] = one_deal, match_id: MatchId = MATCH
) -> Table:
    """Play on at random, now and then taking an action back; return the table."""
    rng = random.Random(1)
    table = await Table.open(match_id, matches)
    while not until(table):
        request = {"expected_version": table.version, "action_id": f"request {table.version}"}
        if table.match.between_deals:
            dealer = None if table.match.deals else rng.randrange(4)
            await table.deal(shuffled_deck(table.match.rules, rng), dealer, **request)
            continue
        state = table.match.state
        assert state
        if table.can_undo(state.seat) and rng.random() < 0.4:
            await table.undo(state.seat, **request)
        else:
            await table.submit(state.seat, rng.choice(legal_actions(state)), **request)
    return table
