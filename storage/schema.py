"""The schema as numbered migrations, ``migrations/0001_*.sql`` and on; the file remembers how far it came."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from storage.errors import WrongSchema

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aiosqlite import Connection


def migrations() -> list[str]:
    """Return the SQL of every migration; the n-th takes a file from version n - 1 to n."""
    found = [file for file in (files("storage") / "migrations").iterdir() if file.name.endswith(".sql")]
    return [file.read_text("utf-8") for file in sorted(found, key=lambda file: file.name)]


async def schema_version(connection: Connection) -> int:
    """Return how many migrations the file has seen; a new file has seen none."""
    ((version,),) = await connection.execute_fetchall("PRAGMA user_version")
    return int(version)


async def migrate(connection: Connection, steps: Sequence[str]) -> None:
    """Bring the file to the newest schema, each step in a transaction of its own.

    A step that fails, or a process that dies in it, leaves the file at the step before.
    Raises WrongSchema for a file from a newer version of the program.
    """
    version = await schema_version(connection)
    if version > len(steps):
        raise WrongSchema(
            f"the database has schema {version}, newer than this program, which knows up to {len(steps)}"
        )
    for number, sql in enumerate(steps[version:], version + 1):
        try:
            await connection.executescript(
                f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};\nCOMMIT;"
            )
        except BaseException:
            await connection.rollback()
            raise


async def check_schema(connection: Connection, newest: int) -> None:
    """Raise WrongSchema unless the file is at schema ``newest``: what is only read is not migrated."""
    version = await schema_version(connection)
    if version != newest:
        raise WrongSchema(f"the database has schema {version}, this program reads {newest}")
