"""What people chose, and what the program remembers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.database import open_database
from storage.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest.fixture
async def settings() -> AsyncIterator[Settings]:
    async with open_database(None) as database:
        yield Settings(database)


async def test_choices_are_kept_per_person(settings: Settings) -> None:
    assert await settings.of_person(1) == {}
    await settings.set_for_person(1, "sort", "rank")
    await settings.set_for_person(1, "sort", "suit")
    await settings.set_for_person(1, "pictures", False)
    await settings.set_for_person(2, "sort", {"by": ["rank", 1, None]})
    assert await settings.of_person(1) == {"sort": "suit", "pictures": False}
    assert await settings.of_person(2) == {"sort": {"by": ["rank", 1, None]}}
    assert await settings.of_people("sort") == {1: "suit", 2: {"by": ["rank", 1, None]}}
    assert await settings.of_people("language") == {}


async def test_choices_are_kept_per_server_and_apart_from_peoples(settings: Settings) -> None:
    assert await settings.of_guilds() == {}
    await settings.set_for_guild(1, "rules", "italian")
    await settings.set_for_guild(1, "rules", "tranca")
    await settings.set_for_guild(2, "channels", [3, 4])
    await settings.set_for_person(1, "sort", "suit")
    assert await settings.of_guilds() == {1: {"rules": "tranca"}, 2: {"channels": [3, 4]}}
    assert await settings.of_person(1) == {"sort": "suit"}


async def test_the_program_remembers_under_a_key(settings: Settings) -> None:
    assert await settings.meta("commands") is None
    await settings.set_meta("commands", "one")
    await settings.set_meta("commands", "two")
    assert await settings.meta("commands") == "two"
    assert await settings.meta("other") is None
