"""The schema as numbered migrations, ``migrations/0001_*.sql`` and on; the file remembers how far it came."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from storage.errors import WrongSchema

if TYPE_CHECKING:
    from collections.abc import Sequence
    from sqlite3 import Connection


def migrations() -> list[str]:
    """Return the SQL of every migration; the n-th takes a file from version n - 1 to n."""
    found = [file for file in (files("storage") / "migrations").iterdir() if file.name.endswith(".sql")]
    return [file.read_text("utf-8") for file in sorted(found, key=lambda file: file.name)]


def schema_version(connection: Connection) -> int:
    """Return how many migrations the file has seen; a new file has seen none."""
    ((version,),) = connection.execute("PRAGMA user_version").fetchall()
    return int(version)


def migrate(connection: Connection, steps: Sequence[str]) -> None:
    """Bring the file to the newest schema, each step in a transaction of its own.

    A step that fails, or a process that dies in it, leaves the file at the step before.
    Raises WrongSchema for a file from a newer version of the program.
    """
    version = schema_version(connection)
    if version > len(steps):
        raise WrongSchema(
            f"the database has schema {version}, newer than this program, which knows up to {len(steps)}"
        )
    for number, sql in enumerate(steps[version:], version + 1):
        try:
            connection.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};\nCOMMIT;")
        except BaseException:
            connection.rollback()
            raise


def check_schema(connection: Connection) -> None:
    """Raise WrongSchema unless the file is at the newest schema: what is only read is not migrated."""
    version, newest = schema_version(connection), len(migrations())
    if version != newest:
        raise WrongSchema(f"the database has schema {version}, this program reads {newest}")
