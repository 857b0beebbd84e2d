"""What people chose, and what the program itself remembers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storage.database import Database

_SET_CHOICE = """
    INSERT INTO person_settings (user_id, key, value) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET value = excluded.value
"""
_SET_META = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"


class Settings:
    """The settings of one database. Every change is one durable commit."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_person(self, user_id: int) -> dict[str, object]:
        """Return what a person chose, by key; a key that is missing was never chosen."""
        rows = await self._database.read(
            "SELECT key, value FROM person_settings WHERE user_id = ?", (user_id,)
        )
        return {key: json.loads(value) for key, value in rows}

    async def set_for_person(self, user_id: int, key: str, value: object) -> None:
        """Keep a person's choice; ``value`` is anything that JSON can hold."""
        row = (user_id, key, json.dumps(value))
        await self._database.run(lambda connection: connection.execute(_SET_CHOICE, row))

    async def meta(self, key: str) -> str | None:
        """Return what the program remembers under ``key``, if anything."""
        rows = await self._database.read("SELECT value FROM meta WHERE key = ?", (key,))
        return next((value for (value,) in rows), None)

    async def set_meta(self, key: str, value: str) -> None:
        """Remember ``value`` under ``key``."""
        await self._database.run(lambda connection: connection.execute(_SET_META, (key, value)))
