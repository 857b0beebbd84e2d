"""What the bot asks of the world besides Discord and the database; tests pass their own."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discord.utils import utcnow

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class Ports:
    """Waiting, the time and chance.

    All waiting for time to pass goes through ``sleep`` (seconds); ``now`` is an aware UTC instant;
    ``rng`` shuffles decks, draws first dealers and names tables, so in production it is the system's.
    """

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    now: Callable[[], datetime] = utcnow
    rng: random.Random = field(default_factory=random.SystemRandom)
