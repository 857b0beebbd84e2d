"""Ratings find out who plays better; `tests.storage.graded` asks the same of a thousand matches."""

from __future__ import annotations

from storage.database import open_database
from storage.results import rebuild
from tests.storage.graded import order_found, play_matches, standings_of

MATCHES = 100


async def test_ratings_order_people_by_strength_and_are_rebuilt_the_same() -> None:
    async with open_database(None) as database:
        await play_matches(database, MATCHES)
        assert await order_found(database) > 0.7
        before = await standings_of(database)
        assert await database.run(rebuild) == MATCHES
        assert await standings_of(database) == before
