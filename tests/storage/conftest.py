"""A store of matches in memory, with a clock of its own and a look at every statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.matches import Matches
from tests.storage.databases import tapped_database
from tests.storage.matches import Clock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from storage.database import Database
    from tests.storage.databases import Tap


@pytest.fixture
async def opened() -> AsyncIterator[tuple[Database, Tap]]:
    async with tapped_database() as opened:
        yield opened


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def matches(opened: tuple[Database, Tap], clock: Clock) -> Matches:
    return Matches(opened[0], clock)


@pytest.fixture
def tapped(opened: tuple[Database, Tap]) -> Tap:
    return opened[1]
