"""What the bot asks of the world besides Discord and the database; tests pass their own."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from discord.utils import utcnow

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import datetime

T = TypeVar("T")


class OffLoop(Protocol):
    """Does work that takes long in another thread, so that the event loop goes on."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]:
        """Return the result of ``work`` when it is there."""
        ...


@dataclass(frozen=True, slots=True)
class Ports:
    """Waiting, the time, chance, and work that takes long.

    All waiting for time to pass goes through ``sleep`` (seconds); ``now`` is an aware UTC instant;
    ``rng`` shuffles decks, draws first dealers and names tables, so in production it is the system's.
    """

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    now: Callable[[], datetime] = utcnow
    rng: random.Random = field(default_factory=random.SystemRandom)
    off_loop: OffLoop = asyncio.to_thread
