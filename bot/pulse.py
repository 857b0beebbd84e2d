"""The bot's heartbeat: a file that is touched while the event loop turns, and how late the loop comes."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections import deque
from typing import TYPE_CHECKING

from bot.metrics import Sample
from storage.lock import PRIVATE_FILE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable
    from pathlib import Path

_SECONDS = 1.0
_BEATS_A_TOUCH = 5
_REMEMBERED = 60
_BLOCKED_SECONDS = 0.5
"""A loop that is this late keeps people waiting."""
_SWITCH_SECONDS = 0.001
"""How long a thread that draws or thinks may go on while the event loop waits; Python says 0.005."""
log = logging.getLogger(__name__)


def shorten_pauses() -> None:
    """Keep what stops the whole process short; to be called when all modules are imported.

    A collection of garbage that went through everything imported would take tens of milliseconds.
    """
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(_SWITCH_SECONDS)


class Pulse:
    """Measures once a second how much later than asked for the event loop wakes a task."""

    def __init__(self, heartbeat: Path, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._heartbeat = heartbeat
        self._sleep = sleep
        self._lags: deque[float] = deque(maxlen=_REMEMBERED)

    @property
    def worst(self) -> float:
        """The longest delay of the last minute, in seconds."""
        return max(self._lags, default=0.0)

    async def run(self) -> None:
        """Beat until cancelled."""
        loop, beats = asyncio.get_running_loop(), 0
        while True:
            if beats % _BEATS_A_TOUCH == 0:
                self._heartbeat.touch(mode=PRIVATE_FILE)
            beats += 1
            asked = loop.time() + _SECONDS
            await self._sleep(_SECONDS)
            self.note(loop.time() - asked)

    def note(self, lag: float) -> None:
        """Take in one measurement."""
        self._lags.append(max(0.0, lag))
        if lag > _BLOCKED_SECONDS:
            log.warning("the event loop came %.1f seconds late", lag)

    def samples(self) -> Iterable[Sample]:
        """Yield the newest delay and the longest of the last minute."""
        newest = self._lags[-1] if self._lags else 0.0
        yield Sample("canasta_loop_lag_seconds", "gauge", "How late the event loop came, last time.", newest)
        yield Sample("canasta_loop_lag_worst_seconds", "gauge", "The worst of the last minute.", self.worst)
