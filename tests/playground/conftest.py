"""A fresh playground for each test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.playground.loopback import Loopback

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def loopback(tmp_path: Path) -> AsyncIterator[Loopback]:
    """Run a server for one test, on a port of its own."""
    async with Loopback(tmp_path) as running:
        yield running
