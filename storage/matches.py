"""Matches, their seats and their logs. Every change is one durable commit."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from engine.codec import decode_match, encode_match
from engine.ports import AppendConflict, CommitKind, LogEntry, MatchId
from engine.snapshot import dump_snapshot, first_snapshot
from storage import sql
from storage.errors import MatchExists, NoSuchMatch
from storage.model import (
    History,
    MarkKind,
    MatchPlace,
    Pace,
    SeatKind,
    Status,
    StoredMark,
    StoredMatch,
    StoredSeat,
)
from storage.results import note_starters, write_result

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import aiosqlite

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

    async def create(self, match: StoredMatch) -> None:
        """Add a match before its first deal. Raises MatchExists."""
        values = {
            **_changeable(match),
            **_beginning(match.rules, match.players),
            "players": match.players,
            "ranked": match.ranked,
            "pace": match.pace,
            "now": self._seconds(),
        }

        async def work(connection: aiosqlite.Connection) -> None:
            if not await connection.execute_fetchall(sql.INSERT_MATCH, values):
                raise MatchExists(f"there is a match {match.id.id} already")
            await _write_people(connection, match)

        await self._database.run(work)

    async def save(self, match: StoredMatch) -> None:
        """Write what can change of a match besides its cards: place, message, host, status, seats and marks.

        Raises NoSuchMatch.
        """
        now = self._seconds()
        values = {**_changeable(match), "now": now}

        async def work(connection: aiosqlite.Connection) -> None:
            if not await connection.execute_fetchall(sql.UPDATE_MATCH, values):
                raise _no_such(match.id)
            await connection.execute_fetchall(sql.DELETE_SEATS, match.id)
            await connection.execute_fetchall(sql.DELETE_MARKS, match.id)
            await _write_people(connection, match)
            if match.status is Status.PLAYING:
                await note_starters(connection, match.id)
            elif match.status is Status.FINISHED:
                await write_result(connection, match.id, now)

        await self._database.run(work)

    async def set_deadline(self, match_id: MatchId, deadline: datetime | None) -> None:
        """Write until when the turn that is awaited may take, None for as long as it likes.

        Raises NoSuchMatch.
        """
        seconds = None if deadline is None else int(deadline.timestamp())

        async def work(connection: aiosqlite.Connection) -> None:
            if not await connection.execute_fetchall(sql.UPDATE_DEADLINE, (seconds, *match_id)):
                raise _no_such(match_id)

        await self._database.run(work)

    async def change_rules(self, match_id: MatchId, rules: RuleSet, players: int) -> None:
        """Have a match that is still a lobby be played by other rules. Raises NoSuchMatch for any other."""
        beginning = _beginning(rules, players)
        values = {"guild_id": match_id.guild_id, "match_id": match_id.id, **beginning, "now": self._seconds()}

        async def work(connection: aiosqlite.Connection) -> None:
            if not await connection.execute_fetchall(sql.UPDATE_RULES, values):
                raise _no_such(match_id)

        await self._database.run(work)

    async def get(self, match_id: MatchId) -> StoredMatch:
        """Return a match without its cards. Raises NoSuchMatch."""

        async def work(connection: aiosqlite.Connection) -> StoredMatch:
            for row in await connection.execute_fetchall(sql.SELECT_MATCH, match_id):
                seats = await _read_seats(connection, match_id)
                return _match(match_id, row, seats, await _read_marks(connection, match_id))
            raise _no_such(match_id)

        return await self._database.run(work)

    async def delete(self, match_id: MatchId) -> None:
        """Remove a match with its seats and its log; one that is not there is removed already."""
        await self._database.run(lambda connection: connection.execute_fetchall(sql.DELETE_MATCH, match_id))

    async def open_matches(self) -> list[MatchPlace]:
        """Return the places of all lobbies and running matches, the oldest first."""
        return await self._places(sql.SELECT_OPEN)

    async def open_matches_of(self, guild_id: int, user_id: int) -> list[MatchPlace]:
        """Return the lobbies and running matches of a guild where a person sits, the oldest first."""
        return await self._places(sql.SELECT_OPEN_OF_PERSON, guild_id, user_id)

    async def open_matches_in(self, guild_id: int, channel_id: int) -> list[MatchPlace]:
        """Return the lobbies and running matches in a channel or thread, the oldest first."""
        return await self._places(sql.SELECT_OPEN_IN_CHANNEL, guild_id, channel_id)

    async def count_open(self, guild_id: int, host_id: int) -> tuple[int, int]:
        """Return how many lobbies and running matches a guild has, and how many of them the person hosts."""
        ((in_guild, of_host),) = await self._database.run(
            lambda connection: connection.execute_fetchall(sql.COUNT_OPEN, (host_id, guild_id))
        )
        return in_guild, of_host

    async def expire_lobbies(self, before: datetime) -> list[MatchPlace]:
        """End the lobbies in which nothing changed since ``before``; return their places."""
        return await self._places(sql.EXPIRE_LOBBIES, self._seconds(), int(before.timestamp()))

    async def append(self, match_id: MatchId, entry: LogEntry, snapshot: str) -> None:
        """Write an entry and the snapshot after it: see `engine.ports.MatchStore`. Raises NoSuchMatch."""
        now = self._seconds()

        async def work(connection: aiosqlite.Connection) -> None:
            moved = await connection.execute_fetchall(
                sql.UPDATE_SNAPSHOT, (entry.version, snapshot, now, *match_id, entry.version - 1)
            )
            if not moved:
                await _read_snapshot(connection, match_id)  # raises where the match itself is missing
                raise AppendConflict(f"version {entry.version} does not follow the newest")
            logged = await connection.execute_fetchall(
                sql.INSERT_ENTRY,
                (*match_id, entry.version, entry.action_id, entry.kind, entry.seat, entry.payload, now),
            )
            if not logged:
                raise AppendConflict("the action id was used before")

        await self._database.run(work)

    async def load(self, match_id: MatchId) -> tuple[int, str]:
        """Return the newest version and its snapshot. Raises NoSuchMatch."""
        return await self._database.run(lambda connection: _read_snapshot(connection, match_id))

    async def find(self, match_id: MatchId, action_id: str) -> LogEntry | None:
        """Return the entry that was written for ``action_id``, if there is one."""
        rows = await self._database.run(
            lambda connection: connection.execute_fetchall(sql.SELECT_ENTRY, (*match_id, action_id))
        )
        return next((_entry(*row) for row in rows), None)

    async def history(self, match_id: MatchId) -> History:
        """Return everything of a match, read at one instant. Raises NoSuchMatch."""

        async def work(connection: aiosqlite.Connection) -> History:
            version, snapshot = await _read_snapshot(connection, match_id)
            ((*_, rules_name, rules_version, options, values, players),) = await connection.execute_fetchall(
                sql.SELECT_MATCH, match_id
            )
            first = _first_match(rules_name, rules_version, options, values, players)
            seats = await _read_seats(connection, match_id)
            entries = [_entry(*row) for row in await connection.execute_fetchall(sql.SELECT_LOG, match_id)]
            return History(match_id, first, seats, entries, version, snapshot)

        return await self._database.run(work)

    async def all_ids(self) -> list[MatchId]:
        """Return the ids of all matches, open or not, the oldest first."""
        rows = await self._database.run(lambda connection: connection.execute_fetchall(sql.SELECT_IDS))
        return [MatchId(*row) for row in rows]

    async def _places(self, statement: str, *values: object) -> list[MatchPlace]:
        rows = await self._database.run(lambda connection: connection.execute_fetchall(statement, values))
        return [
            MatchPlace(MatchId(guild_id, name), channel_id, message_id, Status(status))
            for guild_id, name, channel_id, message_id, status in rows
        ]

    def _seconds(self) -> int:
        return int(self._now().timestamp())


def _no_such(match_id: MatchId) -> NoSuchMatch:
    return NoSuchMatch(f"there is no match {match_id.id}")


def _changeable(match: StoredMatch) -> dict[str, object]:
    return {
        "guild_id": match.id.guild_id,
        "match_id": match.id.id,
        "channel_id": match.channel_id,
        "message_id": match.message_id,
        "host_id": match.host_id,
        "status": match.status,
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


async def _write_people(connection: aiosqlite.Connection, match: StoredMatch) -> None:
    seats: Iterable[tuple[object, ...]] = [
        (*match.id, number, seat.kind, seat.user_id, seat.name, seat.missed)
        for number, seat in enumerate(match.seats)
    ]
    await connection.executemany(sql.INSERT_SEAT, seats)
    await connection.executemany(sql.INSERT_MARK, [(*match.id, *mark) for mark in match.marks])


async def _read_seats(connection: aiosqlite.Connection, match_id: MatchId) -> tuple[StoredSeat, ...]:
    rows = await connection.execute_fetchall(sql.SELECT_SEATS, match_id)
    return tuple(StoredSeat(SeatKind(kind), *rest) for kind, *rest in rows)


async def _read_marks(connection: aiosqlite.Connection, match_id: MatchId) -> frozenset[StoredMark]:
    rows = await connection.execute_fetchall(sql.SELECT_MARKS, match_id)
    return frozenset(StoredMark(MarkKind(kind), user_id, value) for kind, user_id, value in rows)


async def _read_snapshot(connection: aiosqlite.Connection, match_id: MatchId) -> tuple[int, str]:
    for version, snapshot in await connection.execute_fetchall(sql.SELECT_SNAPSHOT, match_id):
        return version, snapshot
    raise _no_such(match_id)


def _match(
    match_id: MatchId, row: Sequence[Any], seats: tuple[StoredSeat, ...], marks: frozenset[StoredMark]
) -> StoredMatch:
    channel_id, message_id, host_id, status, pace, deadline, ranked, *beginning = row
    first = _first_match(*beginning)
    return StoredMatch(
        match_id,
        channel_id,
        message_id,
        host_id,
        Status(status),
        first.rules,
        first.players,
        seats,
        Pace(pace),
        marks,
        None if deadline is None else datetime.fromtimestamp(deadline, UTC),
        bool(ranked),
    )


def _first_match(rules_name: str, rules_version: int, options: str, values: str, players: int) -> Match:
    """Return a match as it was before its first deal, by the rules as they were then."""
    return decode_match(
        {
            "format": "canasta-match/1",
            "rules": {
                "name": rules_name,
                "version": rules_version,
                "options": json.loads(options),
                "values": json.loads(values),
            },
            "players": players,
            "deals": [],
            "position": None,
        }
    )


def _entry(version: int, action_id: str, kind: str, seat: int | None, payload: str) -> LogEntry:
    return LogEntry(version, action_id, CommitKind(kind), seat, payload)
