"""Matches that end as a test says, put through the real storage."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.match import DealResult, Match
from engine.ports import CommitKind, LogEntry
from engine.rulebook import load_rules
from engine.scoring import ScoreItem, ScoreKind
from engine.snapshot import Snapshot, dump_snapshot
from engine.state import Ending
from storage.model import SeatInfo, SeatKind, Status, TableId, TableInfo

if TYPE_CHECKING:
    from engine.ports import MatchId
    from engine.ruleset import OptionValue
    from storage.matches import Matches

CLEAN = ScoreItem(ScoreKind.CLEAN_CANASTA, "I-11", 7, 570, 5, 500)
DIRTY = ScoreItem(ScoreKind.DIRTY_CANASTA, "I-11", 8, 380, 6, 300)


@dataclass(frozen=True, slots=True)
class End:
    """How a match ends: who sat down (None is a computer), which side wins, and who sits there by then.

    The winner makes 3000 and 2500 points in two deals, the other side 950 and -100.
    """

    seats: tuple[int | None, ...]
    winner: int = 0
    finishers: tuple[int | None, ...] | None = None
    ranked: bool = True
    rules: str = "italian"
    options: dict[str, OptionValue] | None = None


async def finish(matches: Matches, match_id: MatchId, end: End) -> None:
    """Open a match, start it, and let it end."""
    rules, players = load_rules(end.rules, options=end.options or {}), len(end.seats)
    lobby = TableInfo(
        TableId(match_id.id),
        match_id.guild_id,
        1,
        None,
        100,
        Status.LOBBY,
        rules,
        players,
        _seats(end.seats),
        ranked=end.ranked,
    )
    await matches.create(lobby)
    playing = replace(lobby, status=Status.PLAYING)
    await matches.save(playing)
    deals = [_deal(end.winner, (0, 0), 3000, 950), _deal(end.winner, (3000, 950), 2500, -100)]
    snapshot = Snapshot(1, Match(rules, players, deals))
    await matches.append(match_id, LogEntry(1, "all", CommitKind.DEAL, None, "{}"), dump_snapshot(snapshot))
    seats = _seats(end.seats if end.finishers is None else end.finishers)
    await matches.save(replace(playing, seats=seats))
    await matches.save(replace(playing, seats=seats, status=Status.FINISHED))


def _seats(users: tuple[int | None, ...]) -> tuple[SeatInfo, ...]:
    return tuple(
        SeatInfo(SeatKind.COMPUTER, name="Greedy")
        if user is None
        else SeatInfo(SeatKind.HUMAN, user, f"Person {user}")
        for user in users
    )


def _deal(winner: int, before: tuple[int, int], won: int, lost: int) -> DealResult:
    """Return a deal in which the winner had a clean and two dirty canastas, the other side a dirty one."""
    ours = (CLEAN, DIRTY, DIRTY, _rest(won - 570 - 2 * 380))
    theirs = (DIRTY, _rest(lost - 380))
    sides = {winner: ours, 1 - winner: theirs}
    points = {winner: before[0] + won, 1 - winner: before[1] + lost}
    return DealResult(
        0, Ending.CLOSED, winner, concealed=False, scores=(sides[0], sides[1]), totals=(points[0], points[1])
    )


def _rest(points: int) -> ScoreItem:
    return ScoreItem(ScoreKind.HAND, "I-14", 3, points)
