"""Who stands where on a server: leaderboards, and what one person's matches come to."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from storage.rating import POINTS, Rating

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.state import Side
    from storage.database import Database
    from storage.rating import UserId

HIDDEN = "hidden"
"""The key of a person's setting that keeps them off the boards; its value is true or false."""
LEAST_MATCHES = 5
"""Matches that a rate or a mean needs before it is shown."""


class Board(NamedTuple):
    """One leaderboard: a server, a rule set and a number of players."""

    guild_id: int
    rules_name: str
    players: int


class Measure(StrEnum):
    """What a leaderboard is ordered by, the most first; all of it from ranked matches."""

    RATING = "rating"
    WINS = "wins"
    WIN_RATE = "win_rate"
    POINTS = "points"
    MARGIN = "margin"


_VALUES = {
    Measure.RATING: "round(:points * (mu - 3 * sigma))",
    Measure.WINS: "wins",
    Measure.WIN_RATE: "1.0 * wins / matches",
    Measure.POINTS: "1.0 * points / deals",
    Measure.MARGIN: "1.0 * margin / matches",
}
_MEANS = (Measure.WIN_RATE, Measure.POINTS, Measure.MARGIN)

_ALL_TIME = """
    SELECT user_id, mu, sigma, matches, wins, deals, points, margin FROM standings
    WHERE guild_id = :guild_id AND rules_name = :rules_name AND players = :players
"""
# CROSS JOIN keeps the order of the tables: matches of the period first, else everybody's are looked for.
_SINCE = """
    SELECT s.user_id, now.mu, now.sigma, count(*) AS matches, sum(s.won) AS wins,
        sum(json_array_length(r.deals)) AS deals, sum(s.points) AS points,
        sum(CASE s.seat % 2 WHEN r.winner THEN r.margin ELSE -r.margin END) AS margin
    FROM results AS r CROSS JOIN result_seats AS s USING (number)
        CROSS JOIN standings AS now USING (guild_id, rules_name, players, user_id)
    WHERE guild_id = :guild_id AND rules_name = :rules_name AND players = :players
        AND r.ended_at >= :since AND r.sides IS NOT NULL
    GROUP BY s.user_id
"""
_HIDDEN_PEOPLE = "SELECT user_id FROM person_settings WHERE key = 'hidden' AND value = 'true'"
# What a person was called at the end of their last match on the server; nothing if they always left before.
_NAME = """
    coalesce((
        SELECT s.name FROM result_seats AS s JOIN results AS r USING (number)
        WHERE s.user_id = {user_id} AND s.finisher_id = s.user_id AND r.guild_id = :guild_id
        ORDER BY number DESC LIMIT 1
    ), '')
"""
# Window functions would number the whole board for the few lines of a page. Standings are cheaper read again
# than copied, the sums over a period are made once.
_PAGE = """
    WITH shown AS {once} (
        SELECT *, {value} AS value FROM ({source})
        WHERE matches >= :least AND user_id > 0 AND (user_id = :viewer OR user_id NOT IN ({hidden}))
    ),
    page AS MATERIALIZED (
        SELECT user_id, value FROM shown
        ORDER BY value DESC, matches DESC, user_id LIMIT :limit OFFSET :offset
    ),
    own AS MATERIALIZED (SELECT user_id, value, matches FROM shown WHERE user_id = :viewer),
    counted AS MATERIALIZED (
        SELECT count(*) AS total,
            count(*) FILTER (WHERE value > (SELECT max(value) FROM page)) AS above_page,
            count(*) FILTER (WHERE value > (SELECT value FROM own)) AS above_own,
            count(*) FILTER (
                WHERE (value, matches, -user_id) > (SELECT value, matches, -user_id FROM own)
            ) AS before_own
        FROM shown
    )
    SELECT total, above_page, above_own, before_own, mu, sigma, user_id, {name}, value, matches, wins
    FROM counted JOIN shown WHERE user_id IN (SELECT user_id FROM page UNION SELECT user_id FROM own)
    ORDER BY value DESC, matches DESC, user_id
"""
_SUMMARIES = """
    SELECT r.rules_name, r.players, now.mu, now.sigma, count(*), sum(s.won), sum(json_array_length(r.deals)),
        sum(s.points), max(s.best_deal), sum(s.clean), sum(s.dirty)
    FROM result_seats AS s JOIN results AS r USING (number)
        LEFT JOIN standings AS now USING (guild_id, rules_name, players, user_id)
    WHERE r.guild_id = ? AND s.user_id = ?
    GROUP BY r.rules_name, r.players ORDER BY count(*) DESC, r.rules_name, r.players
"""
_PARTNERS = """
    SELECT partner.user_id, {name}, sum(own.won) AS wins, count(*) AS matches
    FROM result_seats AS own JOIN results AS r USING (number)
        JOIN result_seats AS partner ON partner.number = own.number AND partner.user_id <> own.user_id
            AND partner.seat % 2 = own.seat % 2
    WHERE own.user_id = :user_id AND r.guild_id = :guild_id AND r.rules_name = :rules_name
        AND r.players = :players AND partner.user_id > 0 AND partner.user_id NOT IN ({hidden})
    GROUP BY partner.user_id HAVING wins > 0 ORDER BY wins DESC, matches, partner.user_id LIMIT :limit
"""
_HISTORY = """
    SELECT r.match_id, r.ended_at, r.rules_name, r.players, r.winner, r.margin, r.sides IS NOT NULL,
        (SELECT json_group_array(name) FROM (
            SELECT CASE WHEN coalesce(finisher_id, user_id) IN ({hidden}) AND NOT EXISTS (
                SELECT 1 FROM result_seats AS own
                WHERE own.number = r.number AND :viewer IN (own.user_id, own.finisher_id)
            ) THEN '' ELSE name END AS name
            FROM result_seats WHERE number = r.number ORDER BY seat
        ))
    FROM results AS r WHERE r.guild_id = :guild_id ORDER BY r.number DESC LIMIT :limit OFFSET :offset
"""
_RATINGS = """
    SELECT r.ended_at, s.mu, s.sigma FROM result_seats AS s JOIN results AS r USING (number)
    WHERE s.user_id = :user_id AND r.guild_id = :guild_id AND r.rules_name = :rules_name
        AND r.players = :players AND s.mu IS NOT NULL
    ORDER BY number DESC LIMIT :limit
"""


@dataclass(frozen=True, slots=True)
class Query:
    """What of a leaderboard is asked for: ``page`` counts from 0.

    ``since`` (seconds since 1970) leaves out older matches; a rating is today's all the same.
    """

    board: Board
    measure: Measure = Measure.RATING
    since: int = 0
    page: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a leaderboard: ``place`` is shared by those with the same value, ``line`` by nobody.

    ``name`` is what the person was called last, or empty.
    """

    rating: Rating
    place: int
    line: int
    user_id: UserId
    name: str
    value: float
    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class Page:
    """Some lines of a leaderboard, how many it has in all, and the viewer's own line wherever it is."""

    lines: tuple[Standing, ...]
    total: int
    own: Standing | None


@dataclass(frozen=True, slots=True)
class Summary:
    """What a person's finished matches on a board come to, ranked or not; points and canastas are the side's.

    ``rating`` is None before the first ranked match.
    """

    board: Board
    rating: Rating | None
    matches: int
    wins: int
    deals: int
    points: int
    best_deal: int
    clean: int
    dirty: int


@dataclass(frozen=True, slots=True)
class Partner:
    """Somebody on the same side: matches together, how many of them were won; ``name`` as a `Standing`'s."""

    user_id: UserId
    name: str
    wins: int
    matches: int


@dataclass(frozen=True, slots=True)
class Finished:
    """One finished match of a server, as a list of its last matches shows it.

    Of ``names`` those are empty that are hidden from the viewer.
    """

    names: tuple[str, ...]
    ranked: bool
    match_id: str
    ended_at: int
    rules_name: str
    players: int
    winner: Side
    margin: int


class Standings:
    """What the results of one database come to."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, query: Query, viewer: UserId, limit: int = 10) -> Page:
        """Return the page of at most ``limit`` lines that ``viewer`` asks for."""
        offset = query.page * limit
        values = {
            **query.board._asdict(),
            "points": POINTS,
            "since": query.since,
            "least": LEAST_MATCHES if query.measure in _MEANS else 1,
            "viewer": viewer,
            "offset": offset,
            "limit": limit,
        }
        return _page_of(await self._database.read(_page_statement(query), values), viewer, offset, limit)

    async def person(self, guild_id: int, user_id: UserId) -> list[Summary]:
        """Return what a person's finished matches come to, one summary a board, the most played first."""
        rows = await self._database.read(_SUMMARIES, (guild_id, user_id))
        return [
            Summary(Board(guild_id, rules_name, players), None if mu is None else Rating(mu, sigma), *numbers)
            for rules_name, players, mu, sigma, *numbers in rows
        ]

    async def partners(self, board: Board, user_id: UserId, limit: int = 3) -> list[Partner]:
        """Return the people that a person has won with on a board, the most often first."""
        values = {**board._asdict(), "user_id": user_id, "limit": limit}
        rows = await self._database.read(
            _PARTNERS.format(hidden=_HIDDEN_PEOPLE, name=_NAME.format(user_id="partner.user_id")), values
        )
        return [Partner(*row) for row in rows]

    async def history(self, guild_id: int, viewer: UserId, *, limit: int, offset: int = 0) -> list[Finished]:
        """Return a server's finished matches, the last one first, leaving out ``offset`` of them.

        Who hides is named to those only who played the match too.
        """
        values = {"guild_id": guild_id, "viewer": viewer, "limit": limit, "offset": offset}
        rows = await self._database.read(_HISTORY.format(hidden=_HIDDEN_PEOPLE), values)
        return [Finished(tuple(json.loads(names)), bool(ranked), *row) for *row, ranked, names in rows]

    async def ratings(self, board: Board, user_id: UserId, limit: int = 100) -> list[tuple[int, Rating]]:
        """Return a person's ratings after their last matches on a board, the oldest first, with the times."""
        values = {**board._asdict(), "user_id": user_id, "limit": limit}
        rows = await self._database.read(_RATINGS, values)
        return [(ended_at, Rating(mu, sigma)) for ended_at, mu, sigma in reversed(list(rows))]


def _page_statement(query: Query) -> str:
    source, once = (_SINCE, "MATERIALIZED") if query.since else (_ALL_TIME, "NOT MATERIALIZED")
    name = _NAME.format(user_id="shown.user_id")
    return _PAGE.format(
        once=once, source=source, value=_VALUES[query.measure], hidden=_HIDDEN_PEOPLE, name=name
    )


def _page_of(rows: Sequence[Sequence[Any]], viewer: UserId, offset: int, limit: int) -> Page:
    """Return the page whose lines and the viewer's own one are ``rows`` of `_PAGE`, in their order."""
    lines: list[Standing] = []
    own = None
    for _total, above_page, above_own, before_own, mu, sigma, *row in rows:
        standing = Standing(Rating(mu, sigma), above_page + 1, offset + len(lines) + 1, *row)
        if standing.user_id == viewer:
            own = standing = replace(standing, place=above_own + 1, line=before_own + 1)
        elif lines:
            before = lines[-1]
            tied = standing.value == before.value
            standing = replace(standing, place=before.place if tied else standing.line)
        if offset < standing.line <= offset + limit:
            lines.append(standing)
    return Page(tuple(lines), next((total for total, *_ in rows), 0), own)
