"""What people and servers chose, and what the program itself remembers."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from storage.database import Database

_CHOICES_OF_PERSON = "SELECT key, value FROM person_settings WHERE user_id = ?"
_CHOICES_OF_PEOPLE = "SELECT user_id, value FROM person_settings WHERE key = ?"
_CHOICES_OF_GUILDS = "SELECT guild_id, key, value FROM guild_settings"
_SET_FOR_PERSON = """
    INSERT INTO person_settings (user_id, key, value) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET value = excluded.value
"""
_SET_FOR_GUILD = """
    INSERT INTO guild_settings (guild_id, key, value) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET value = excluded.value
"""
_SET_META = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"

log = logging.getLogger(__name__)


class Settings:
    """The settings of one database. Every change is one durable commit.

    A chosen value is anything that JSON can hold; a key that is missing was never chosen.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_person(self, user_id: int) -> dict[str, object]:
        """Return what a person chose, by key."""
        rows = await self._database.read(_CHOICES_OF_PERSON, (user_id,))
        return dict(_readable(rows))

    async def of_people(self, key: str) -> dict[int, object]:
        """Return what everybody chose who chose anything for ``key``, by person."""
        rows = await self._database.read(_CHOICES_OF_PEOPLE, (key,))
        return dict(_readable(rows))

    async def set_for_person(self, user_id: int, key: str, value: object) -> None:
        """Keep a person's choice."""
        await self._write(_SET_FOR_PERSON, (user_id, key, json.dumps(value)))

    async def of_guilds(self) -> dict[int, dict[str, object]]:
        """Return what was chosen for servers, by server and key."""
        rows = await self._database.read(_CHOICES_OF_GUILDS)
        chosen: dict[int, dict[str, object]] = {}
        for guild_id, key, value in _readable(rows):
            chosen.setdefault(guild_id, {})[key] = value
        return chosen

    async def set_for_guild(self, guild_id: int, key: str, value: object) -> None:
        """Keep what was chosen for a server."""
        await self._write(_SET_FOR_GUILD, (guild_id, key, json.dumps(value)))

    async def meta(self, key: str) -> str | None:
        """Return what the program remembers under ``key``, if anything."""
        rows = await self._database.read("SELECT value FROM meta WHERE key = ?", (key,))
        return next((value for (value,) in rows), None)

    async def set_meta(self, key: str, value: str) -> None:
        """Remember ``value`` under ``key``."""
        await self._write(_SET_META, (key, value))

    async def _write(self, sql: str, row: tuple[int | str, ...]) -> None:
        await self._database.run(lambda connection: connection.execute(sql, row))


def _readable(rows: Iterable[Sequence[Any]]) -> Iterator[list[Any]]:
    """Yield the rows with their last value decoded; one that is damaged counts as never chosen."""
    for *keys, value in rows:
        try:
            yield [*keys, json.loads(value)]
        except (RecursionError, TypeError, ValueError):
            log.warning("a setting cannot be read and is passed over: %s", " ".join(map(str, keys)))
