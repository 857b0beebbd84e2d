"""Forgetting: a person, so that nothing kept tells who it was, and all of a server."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite3 import Connection

    from storage.database import Database

FORGOTTEN = "(forgotten)"
"""What stands in the place of the person's name."""

# In a match that is over the seat keeps its result, under a number that is nobody's; at an open table it is
# as if the person had left: the seat is free, or the computer's. Ratings of others stay as they are.
_STATEMENTS = (
    """
    UPDATE result_seats SET name = :forgotten WHERE EXISTS (
        SELECT 1 FROM results JOIN seats USING (guild_id, match_id) WHERE results.number = result_seats.number
            AND seats.seat = result_seats.seat AND seats.user_id = :person
    )
    """,
    """
    UPDATE matches SET host_id = coalesce(
        (SELECT user_id FROM seats WHERE seats.guild_id = matches.guild_id
            AND seats.match_id = matches.match_id AND kind = 'human' AND user_id <> :person LIMIT 1),
        :nobody
    ) WHERE host_id = :person
    """,
    """
    UPDATE seats SET kind = 'empty', user_id = NULL, name = ''
    WHERE user_id = :person AND (guild_id, match_id) IN (
        SELECT guild_id, match_id FROM matches WHERE status = 'lobby'
    )
    """,
    """
    UPDATE seats SET kind = 'computer', user_id = NULL, name = :forgotten
    WHERE user_id = :person AND (guild_id, match_id) IN (
        SELECT guild_id, match_id FROM matches WHERE status = 'playing'
    )
    """,
    "UPDATE seats SET user_id = :nobody, name = :forgotten WHERE user_id = :person",
    """
    UPDATE matches SET starters = (
        SELECT json_group_array(CASE value WHEN :person THEN :nobody ELSE value END) FROM json_each(starters)
    ) WHERE EXISTS (SELECT 1 FROM json_each(starters) WHERE value = :person)
    """,
    """
    UPDATE results SET sides = trim(replace(replace(
        ',' || replace(sides, '|', ',|,') || ',', ',' || :person || ',', ',' || :nobody || ','
    ), ',|,', '|'), ',') WHERE number IN (SELECT number FROM result_seats WHERE user_id = :person)
    """,
    """
    UPDATE result_seats SET name = :forgotten WHERE finisher_id = :person OR (
        user_id = :person AND finisher_id IS NULL
    )
    """,
    "UPDATE result_seats SET user_id = :nobody WHERE user_id = :person",
    "UPDATE result_seats SET finisher_id = :nobody WHERE finisher_id = :person",
    "UPDATE standings SET user_id = :nobody WHERE user_id = :person",
    "DELETE FROM marks WHERE user_id = :person",
    "DELETE FROM person_settings WHERE user_id = :person",
)

_TABLES_OF_SERVERS = ("matches", "results", "standings", "guild_settings")
"""What else is kept of a server hangs on these, and goes with them."""


async def forget_person(database: Database, user_id: int) -> int:
    """Take a person out of all that is kept; return how many rows named the person.

    What was written before is overwritten on the disk too, in this file.
    """
    # Negative numbers are never ids of Discord's; one for all rows, so that results still belong together.
    values = {"person": user_id, "nobody": -1 - secrets.randbits(62), "forgotten": FORGOTTEN}

    def work(connection: Connection) -> int:
        _overwrite(connection)
        return sum(connection.execute(statement, values).rowcount for statement in _STATEMENTS)

    return await database.run(work)


async def forget_server(database: Database, guild_id: int) -> int:
    """Delete all matches, results, ratings and settings of a server; return how many matches there were.

    What people chose for themselves is theirs, wherever they play, and stays.
    """

    def work(connection: Connection) -> int:
        _overwrite(connection)
        deleted = {
            table: connection.execute(f"DELETE FROM {table} WHERE guild_id = ?", (guild_id,)).rowcount  # noqa: S608  # names of ours
            for table in _TABLES_OF_SERVERS
        }
        return deleted["matches"]

    return await database.run(work)


def _overwrite(connection: Connection) -> None:
    """Have the disk overwritten wherever something is deleted from now on."""
    connection.execute("PRAGMA secure_delete = ON").fetchall()
