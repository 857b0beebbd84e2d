"""Results of finished matches, and the standings that follow from them.

A result is written in the transaction that ends its match, once; the standings are brought up to date in the
same transaction. `rebuild` makes them anew from the results alone, to the same bits.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from engine.scoring import ScoreKind, total
from engine.snapshot import load_snapshot
from engine.state import side_of
from storage.rating import DAY, RankedMatch, Rating, match_weight, rate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from sqlite3 import Connection

    from engine.match import DealResult, Match
    from engine.ports import MatchId
    from engine.state import Side
    from storage.rating import UserId

_NOTE_STARTERS = """
    UPDATE matches SET starters = (
        SELECT json_group_array(CASE kind WHEN 'human' THEN user_id END) FROM (
            SELECT kind, user_id FROM seats WHERE guild_id = :guild_id AND match_id = :match_id ORDER BY seat
        )
    ) WHERE guild_id = :guild_id AND match_id = :match_id AND status = 'playing' AND starters IS NULL
"""
_SELECT_FINISHED = """
    SELECT rules_name, rules_version, options, players, ranked, starters, version, snapshot FROM matches
    WHERE guild_id = ? AND match_id = ? AND status = 'finished'
"""
_SELECT_SEATS = """
    SELECT CASE kind WHEN 'human' THEN user_id END, name FROM seats
    WHERE guild_id = ? AND match_id = ? ORDER BY seat
"""
_INSERT_RESULT = """
    INSERT INTO results (
        guild_id, match_id, ended_at, rules_name, rules_version, options, players, winner, margin, deals,
        sides
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING number
"""
_INSERT_SEAT = """
    INSERT INTO result_seats (
        number, seat, user_id, finisher_id, name, won, points, best_deal, clean, dirty
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_SELECT_RANKED = """
    SELECT number, guild_id, rules_name, players, ended_at, winner, margin, json_array_length(deals), sides
    FROM results WHERE sides IS NOT NULL AND number > ? ORDER BY number LIMIT 1
"""
_SELECT_RESULT_SEATS = "SELECT user_id, finisher_id, points FROM result_seats WHERE number = ? ORDER BY seat"
_COUNT_EARLIER = """
    SELECT count(*) FROM results WHERE guild_id = ? AND sides = ? AND rules_name = ? AND players = ?
        AND ended_at > ? AND number < ?
"""
_SELECT_RATING = """
    SELECT mu, sigma FROM standings WHERE guild_id = ? AND rules_name = ? AND players = ? AND user_id = ?
"""
_ADD_TO_STANDINGS = """
    INSERT INTO standings VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, matches = matches + 1,
        wins = wins + excluded.wins, deals = deals + excluded.deals, points = points + excluded.points,
        margin = margin + excluded.margin
"""


class _Ranked(NamedTuple):
    """A ranked result as it is read back."""

    number: int
    guild_id: int
    rules_name: str
    players: int
    ended_at: int
    winner: Side
    margin: int
    deals: int
    sides: str


def note_starters(connection: Connection, match_id: MatchId) -> None:
    """Remember who sits where, if the match has just started."""
    values = {"guild_id": match_id.guild_id, "match_id": match_id.id}
    connection.execute(_NOTE_STARTERS, values)


def write_result(connection: Connection, match_id: MatchId, seconds: int) -> None:
    """Write the result of a match that is finished, and count it if it is ranked; all that once.

    ``seconds`` is the time, since 1970.
    """
    for *beginning, ranked, starters_json, version, snapshot in connection.execute(
        _SELECT_FINISHED, match_id
    ):
        match = load_snapshot(version, snapshot).match
        if match.winner is None:
            return
        seats = [(user, name) for user, name in connection.execute(_SELECT_SEATS, match_id)]
        finishers = [user for user, _ in seats]
        starters = finishers if starters_json is None else json.loads(starters_json)
        ranks = RankedMatch(tuple(starters), tuple(finishers), match.winner)
        sides = _sides_text(ranks) if ranked and _counts(match, ranks) else None
        rules_name, rules_version, options, players = beginning
        row = (*match_id, seconds, rules_name, rules_version, options, players, match.winner, match.margin)
        inserted = connection.execute(_INSERT_RESULT, (*row, _deals_json(match), sides))
        for (number,) in inserted:
            names = [name for _, name in seats]
            connection.executemany(_INSERT_SEAT, _seat_rows(number, match, ranks, names))
            if sides is not None:
                _count_next(connection, number - 1)


def rebuild(connection: Connection) -> int:
    """Make the standings anew from all results; return how many ranked matches there are."""
    connection.execute("DELETE FROM standings")
    connection.execute("UPDATE result_seats SET mu = NULL, sigma = NULL")
    count, number = 0, _count_next(connection, 0)
    while number is not None:
        count += 1
        number = _count_next(connection, number)
    return count


def _count_next(connection: Connection, after: int) -> int | None:
    """Count the first ranked result after number ``after`` in the standings; return its number, if any."""
    for row in connection.execute(_SELECT_RANKED, (after,)):
        result = _Ranked(*row)
        seats = connection.execute(_SELECT_RESULT_SEATS, (result.number,))
        starters, finishers, points = zip(*seats, strict=True)
        match = RankedMatch(starters, finishers, result.winner)
        weight = match_weight(_earlier(connection, result))
        before = _ratings(connection, result, match)
        after_match = {**before, **rate(match, before, weight)}
        connection.execute("UPDATE results SET weight = ? WHERE number = ?", (weight, result.number))
        connection.executemany(
            "UPDATE result_seats SET mu = ?, sigma = ? WHERE number = ? AND user_id = ?",
            [(rating.mu, rating.sigma, result.number, user) for user, rating in after_match.items()],
        )
        connection.executemany(_ADD_TO_STANDINGS, _standing_rows(result, match, points, after_match))
        return result.number
    return None


def _standing_rows(
    result: _Ranked, match: RankedMatch, points: Sequence[int], ratings: Mapping[UserId, Rating]
) -> Sequence[tuple[object, ...]]:
    rows = []
    for seat, user in enumerate(match.starters):
        if user is None:
            continue
        won = match.has_won(seat)
        margin = result.margin if side_of(seat) == result.winner else -result.margin
        board = result.guild_id, result.rules_name, result.players
        rating = ratings[user]
        rows.append((*board, user, rating.mu, rating.sigma, won, result.deals, points[seat], margin))
    return rows


def _earlier(connection: Connection, result: _Ranked) -> int:
    """Return how often the same people met within the day before."""
    key = result.guild_id, result.sides, result.rules_name, result.players, result.ended_at - DAY
    ((count,),) = connection.execute(_COUNT_EARLIER, (*key, result.number))
    return int(count)


def _ratings(connection: Connection, result: _Ranked, match: RankedMatch) -> dict[UserId, Rating]:
    board = result.guild_id, result.rules_name, result.players
    found = {}
    for user in match.starters:
        if user is not None:
            found[user] = Rating()
            for row in connection.execute(_SELECT_RATING, (*board, user)):
                found[user] = Rating(*row)
    return found


def _counts(match: Match, ranks: RankedMatch) -> bool:
    """Tell whether a match that was to be ranked is: by unchanged rules, with a person on each side."""
    return not match.rules.options and all(ranks.sides) and len(ranks.sides) > 1


def _sides_text(ranks: RankedMatch) -> str:
    """Return the people who met, always as the same text."""
    return "|".join(sorted(",".join(map(str, sorted(side))) for side in ranks.sides))


def _deals_json(match: Match) -> str:
    return json.dumps(
        [
            {
                "scores": [total(items) for items in deal.scores],
                "ended": deal.ended.value,
                "closed_by": deal.closed_by,
                "concealed": deal.concealed,
            }
            for deal in match.deals
        ]
    )


def _seat_rows(
    number: int, match: Match, ranks: RankedMatch, names: Sequence[str]
) -> Sequence[tuple[object, ...]]:
    rows = []
    for seat, user in enumerate(ranks.starters):
        who = user, ranks.finishers[seat], names[seat], ranks.has_won(seat)
        rows.append((number, seat, *who, *_side_numbers(match.deals, side_of(seat))))
    return rows


def _side_numbers(deals: Sequence[DealResult], side: Side) -> tuple[int, int, int, int]:
    """Return a side's points, its best deal, and its clean and dirty canastas."""
    totals = [total(deal.scores[side]) for deal in deals]
    kinds = [item.kind for deal in deals for item in deal.scores[side]]
    clean, dirty = kinds.count(ScoreKind.CLEAN_CANASTA), kinds.count(ScoreKind.DIRTY_CANASTA)
    return sum(totals), max(totals), clean, dirty
