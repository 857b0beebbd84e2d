"""What the bot asks of the world besides Discord and the database; tests pass their own."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Ports:
    """Waiting, the time and chance.

    All waiting for time to pass goes through ``sleep`` (seconds); ``now`` is an aware UTC instant;
    ``rng`` shuffles decks, draws first dealers and names tables, so in production it is the system's.
    """

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    now: Callable[[], datetime] = _now
    rng: random.Random = field(default_factory=random.SystemRandom)
