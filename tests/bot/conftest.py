"""The simulated Discord, with a little latency, so that answers overtake each other."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import pytest
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from tests.bot.dying import Death
from tests.bot.outages import Outage
from tests.bot.world import World

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

_LATENCY = 0.003


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """What cards are dealt and how long each call takes: the same in every run of a test."""
    return getattr(request, "param", 1)


@pytest.fixture(autouse=True)
def _latency(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every call to Discord take up to three milliseconds."""
    rng = random.Random(seed)
    for transport in (FakeHTTPClient, FakeWebhookAdapter):
        original = transport.request

        async def request(self: Any, *args: Any, _original: Any = original, **kwargs: Any) -> Any:
            await asyncio.sleep(rng.uniform(0, _LATENCY))
            return await _original(self, *args, **kwargs)

        monkeypatch.setattr(transport, "request", request)


@pytest.fixture
async def world(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    world = World(tmp_path, seed, monkeypatch)
    await world.start()
    yield world
    await world.stop()


@pytest.fixture
def death(world: World, monkeypatch: pytest.MonkeyPatch) -> Death:
    """What kills the bot when a test says so."""
    death = Death(world)
    death.install(monkeypatch)
    return death


@pytest.fixture
def outage(world: World, monkeypatch: pytest.MonkeyPatch) -> Outage:
    """What becomes of calls to Discord, as a test says; nothing yet."""
    outage = Outage(world)
    outage.install(monkeypatch)
    return outage
