"""Matches, their seats and their logs. Every change is one durable commit."""

from __future__ import annotations

import json
import sqlite3
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from engine.codec import decode_match, encode_match
from engine.errors import EngineError
from engine.ports import AppendConflict, CommitKind, LogEntry, MatchId
from engine.snapshot import dump_snapshot, first_snapshot, load_snapshot
from storage import sql
from storage.errors import MatchDamaged, MatchExists, NoRoom, NoSuchMatch, primary_code
from storage.model import (
    History,
    MatchPlace,
    Pace,
    Resumed,
    Room,
    SeatInfo,
    SeatKind,
    Status,
    TableId,
    TableInfo,
    instant,
)
from storage.results import note_starters, write_result

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from sqlite3 import Connection

    from engine.match import Match
    from engine.ruleset import RuleSet
    from storage.database import Database


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Matches:
    """The matches of one database; also the store that an `engine.table.Table` writes to."""

    def __init__(self, database: Database, now: Callable[[], datetime] = _utc_now) -> None:
        self._database = database
        self._now = now

    async def create(self, info: TableInfo, room: Room | None = None) -> None:
        """Add a match before its first deal. Raises MatchExists; NoRoom where it is one too many."""
        values = {
            **_changeable(info),
            **_beginning(info.rules, info.players),
            "players": info.players,
            "pace": info.pace,
            "ranked": info.ranked,
            "now": self._seconds(),
        }

        def work(connection: Connection) -> None:
            if not connection.execute(sql.INSERT_MATCH, values).rowcount:
                raise MatchExists(f"there is a match {info.id} already")
            if room is not None:
                _require_room(connection, info, room)
            _write_people(connection, info)

        await self._database.run(work)

    async def save(self, info: TableInfo) -> None:
        """Write what can change of a match besides its cards: place, message, host, status, and all people.

        At its start it is noted who sits where; at its end the result is written, and that the end is still
        to be drawn. Raises NoSuchMatch.
        """
        now = self._seconds()
        values = {**_changeable(info), "over": info.status.is_over, "now": now}

        def work(connection: Connection) -> None:
            if not connection.execute(sql.UPDATE_MATCH, values).rowcount:
                raise _no_such(info.match_id)
            connection.execute(sql.DELETE_SEATS, info.match_id)
            connection.execute(sql.DELETE_MARKS, info.match_id)
            _write_people(connection, info)
            if info.status is Status.PLAYING:
                note_starters(connection, info.match_id)
            elif info.status is Status.FINISHED:
                write_result(connection, info.match_id, now)

        await self._database.run(work)

    async def note_drawn(self, match_id: MatchId) -> None:
        """Note that the end of a match is to be seen, or will never be."""
        await self._database.run(lambda connection: connection.execute(sql.UPDATE_DRAWN, match_id))

    async def change_rules(self, match_id: MatchId, rules: RuleSet, players: int) -> None:
        """Have a match that is still a lobby be played by other rules. Raises NoSuchMatch for any other."""
        beginning = _beginning(rules, players)
        values = {"guild_id": match_id.guild_id, "match_id": match_id.id, **beginning, "now": self._seconds()}

        def work(connection: Connection) -> None:
            if not connection.execute(sql.UPDATE_RULES, values).rowcount:
                raise _no_such(match_id)

        await self._database.run(work)

    async def set_deadline(self, match_id: MatchId, deadline: datetime | None) -> None:
        """Write when the awaited player's time is over; None: nobody is hurried. Raises NoSuchMatch."""
        seconds = None if deadline is None else int(deadline.timestamp())

        def work(connection: Connection) -> None:
            if not connection.execute(sql.UPDATE_DEADLINE, (seconds, *match_id)).rowcount:
                raise _no_such(match_id)

        await self._database.run(work)

    async def resume(self, match_id: MatchId) -> Resumed:
        """Return a match as it is taken up again. Raises NoSuchMatch; MatchDamaged where it is unreadable."""

        def work(connection: Connection) -> tuple[_Row, _People, list[LogEntry]]:
            with reading(match_id):
                row = _read_row(connection, match_id)
                log = connection.execute(sql.SELECT_LOG_OF_DEAL, match_id).fetchall()
                return row, _read_people(connection, match_id), [_entry(*entry) for entry in log]

        row, people, log = await self._database.run(work)
        with reading(match_id):
            snapshot = load_snapshot(row.version, row.snapshot)
            return Resumed(_info(match_id, row, people), snapshot, log, instant(row.deadline))

    async def pending_matches(self) -> list[MatchPlace]:
        """Return the places of all matches that a start has to see to, the oldest first.

        These are lobbies and running matches, and those whose end may not have been drawn.
        """
        return await self._places(sql.SELECT_PENDING)

    async def open_matches_of(self, guild_id: int, user_id: int) -> list[MatchPlace]:
        """Return the lobbies and running matches of a guild where a person sits, the oldest first."""
        return await self._places(sql.SELECT_OPEN_OF_PERSON, guild_id, user_id)

    async def open_matches_in(self, guild_id: int, channel_id: int) -> list[MatchPlace]:
        """Return the lobbies and running matches in a channel or thread, the oldest first."""
        return await self._places(sql.SELECT_OPEN_IN_CHANNEL, guild_id, channel_id)

    async def open_matches_in_guild(self, guild_id: int, limit: int) -> list[MatchPlace]:
        """Return the first ``limit`` lobbies and running matches of a guild, the longest untouched first."""
        return await self._places(sql.SELECT_OPEN_IN_GUILD, guild_id, limit)

    async def untouched_matches(self, before: datetime) -> list[MatchPlace]:
        """Return the running matches in which nothing has happened since ``before``, in that order too."""
        return await self._places(sql.SELECT_UNTOUCHED, int(before.timestamp()))

    async def append(self, match_id: MatchId, entry: LogEntry, snapshot: str) -> None:
        """Write an entry and the snapshot after it: see `engine.ports.MatchStore`. Raises NoSuchMatch."""
        now = self._seconds()

        def work(connection: Connection) -> None:
            moved = connection.execute(
                sql.UPDATE_SNAPSHOT, (entry.version, snapshot, now, *match_id, entry.version - 1)
            )
            if not moved.rowcount:
                _read_snapshot(connection, match_id)  # raises where the match itself is missing
                raise AppendConflict(f"version {entry.version} does not follow the newest")
            logged = connection.execute(
                sql.INSERT_ENTRY,
                (*match_id, entry.version, entry.action_id, entry.kind, entry.seat, entry.payload, now),
            )
            if not logged.rowcount:
                raise AppendConflict("the action id was used before")

        await self._database.run(work)

    async def load(self, match_id: MatchId) -> tuple[int, str]:
        """Return the newest version and its snapshot. Raises NoSuchMatch."""
        return await self._database.run(lambda connection: _read_snapshot(connection, match_id))

    async def find(self, match_id: MatchId, action_id: str) -> LogEntry | None:
        """Return the entry that was written for ``action_id``, if there is one."""
        rows = await self._database.read(sql.SELECT_ENTRY, (*match_id, action_id))
        return next((_entry(*row) for row in rows), None)

    async def history(self, match_id: MatchId) -> History:
        """Return everything of a match, read at one instant. Raises NoSuchMatch; MatchDamaged."""

        def work(connection: Connection) -> tuple[_Row, _People, list[LogEntry]]:
            with reading(match_id):
                row = _read_row(connection, match_id)
                log = connection.execute(sql.SELECT_LOG, match_id).fetchall()
                return row, _read_people(connection, match_id), [_entry(*entry) for entry in log]

        row, people, log = await self._database.run(work)
        with reading(match_id):
            beginning = match_id, Status(row.status), _first_match(row)
            dropped = row.log_dropped_at is not None
            return History(*beginning, people.seats, log, row.version, row.snapshot, dropped)

    async def all_ids(self) -> list[MatchId]:
        """Return the ids of all matches, open or not, the oldest first."""
        return [MatchId(*row) for row in await self._database.read(sql.SELECT_IDS)]

    async def drop_logs(self, before: datetime) -> int:
        """Drop the logs of matches that were over ``before``, whose results stay; return how many."""
        instant = int(before.timestamp())

        def work(connection: Connection) -> int:
            connection.execute(sql.DROP_LOGS, (instant,))
            return connection.execute(sql.MARK_LOGS_DROPPED, (self._seconds(), instant)).rowcount

        return await self._database.run(work)

    async def _places(self, statement: str, *values: object) -> list[MatchPlace]:
        return [*map(MatchPlace._make, await self._database.read(statement, values))]

    def _seconds(self) -> int:
        return int(self._now().timestamp())


class _Row(NamedTuple):
    """A row of `sql.SELECT_MATCH`."""

    channel_id: int
    message_id: int | None
    host_id: int
    status: str
    pace: str
    ranked: int
    deadline: int | None
    rules_name: str
    rules_version: int
    options: str
    rule_values: str
    players: int
    version: int
    snapshot: str
    log_dropped_at: int | None


class _People(NamedTuple):
    """Who sits at a table, and by kind what is kept of people: a value of each person's."""

    seats: tuple[SeatInfo, ...]
    marks: Mapping[str, Mapping[int, int]]


@contextmanager
def reading(match_id: MatchId) -> Iterator[None]:
    """Raise MatchDamaged where what is read of one match makes no sense, to Python or to SQLite."""
    try:
        yield
    except (EngineError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise _damaged(match_id, error) from None
    except sqlite3.DatabaseError as error:
        if not _is_damage(error):
            raise
        raise _damaged(match_id, error) from None


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    """Tell whether SQLite found broken pages, or Python text that is no UTF-8 (which has no code)."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return isinstance(error, sqlite3.OperationalError)
    return bool(primary_code(code) == sqlite3.SQLITE_CORRUPT)


def _damaged(match_id: MatchId, error: Exception) -> MatchDamaged:
    # Only the kind of the error: its message may quote cards.
    return MatchDamaged(f"what is kept of match {match_id.id} cannot be read ({type(error).__name__})")


def _no_such(match_id: MatchId) -> NoSuchMatch:
    return NoSuchMatch(f"there is no match {match_id.id}")


def _changeable(info: TableInfo) -> dict[str, object]:
    return {
        "guild_id": info.guild_id,
        "match_id": info.id,
        "channel_id": info.channel_id,
        "message_id": info.message_id,
        "host_id": info.host_id,
        "status": info.status,
    }


def _beginning(rules: RuleSet, players: int) -> dict[str, object]:
    """Return how a match begins that is played by ``rules``."""
    first = first_snapshot(rules, players)
    encoded = encode_match(first.match)["rules"]
    return {
        "rules_name": encoded["name"],
        "rules_version": encoded["version"],
        "options": json.dumps(encoded["options"]),
        "rule_values": json.dumps(encoded["values"]),
        "snapshot": dump_snapshot(first),
    }


def _require_room(connection: Connection, info: TableInfo, room: Room) -> None:
    values = info.host_id, info.guild_id, info.id
    of_host, in_guild = connection.execute(sql.COUNT_OTHERS, values).fetchone()
    if of_host >= room.of_host or in_guild >= room.in_guild:
        raise NoRoom(of_host, in_guild)


def _write_people(connection: Connection, info: TableInfo) -> None:
    seats = [
        (*info.match_id, number, seat.kind, seat.user_id, seat.name, seat.missed)
        for number, seat in enumerate(info.seats)
    ]
    marks = [
        *((*info.match_id, "ready", *seen) for seen in info.ready.items()),
        *((*info.match_id, "vote", user_id, 0) for user_id in info.votes),
        *((*info.match_id, "former", *left) for left in info.former.items()),
    ]
    connection.executemany(sql.INSERT_SEAT, seats)
    connection.executemany(sql.INSERT_MARK, marks)


def _read_row(connection: Connection, match_id: MatchId) -> _Row:
    row = connection.execute(sql.SELECT_MATCH, match_id).fetchone()
    if row is None:
        raise _no_such(match_id)
    return _Row(*row)


def _read_people(connection: Connection, match_id: MatchId) -> _People:
    seats = connection.execute(sql.SELECT_SEATS, match_id).fetchall()
    marks = connection.execute(sql.SELECT_MARKS, match_id).fetchall()
    marked = {
        kind: {user_id: value for of, user_id, value in marks if of == kind}
        for kind in ("ready", "vote", "former")
    }
    return _People(tuple(SeatInfo(SeatKind(kind), *rest) for kind, *rest in seats), marked)


def _read_snapshot(connection: Connection, match_id: MatchId) -> tuple[int, str]:
    row: tuple[int, str] | None = connection.execute(sql.SELECT_SNAPSHOT, match_id).fetchone()
    if row is None:
        raise _no_such(match_id)
    return row


def _info(match_id: MatchId, row: _Row, people: _People) -> TableInfo:
    first = _first_match(row)
    if len(people.seats) != first.players:
        raise ValueError("not a seat for each player")
    return TableInfo(
        TableId(match_id.id),
        match_id.guild_id,
        row.channel_id,
        row.message_id,
        row.host_id,
        Status(row.status),
        first.rules,
        first.players,
        people.seats,
        Pace(row.pace),
        bool(row.ranked),
        people.marks["ready"],
        frozenset(people.marks["vote"]),
        people.marks["former"],
    )


def _first_match(row: _Row) -> Match:
    """Return a match as it was before its first deal, by the rules as they were then."""
    return decode_match(
        {
            "format": "canasta-match/1",
            "rules": {
                "name": row.rules_name,
                "version": row.rules_version,
                "options": json.loads(row.options),
                "values": json.loads(row.rule_values),
            },
            "players": row.players,
            "deals": [],
            "position": None,
        }
    )


def _entry(version: int, action_id: str, kind: str, seat: int | None, payload: str) -> LogEntry:
    return LogEntry(version, action_id, CommitKind(kind), seat, payload)
