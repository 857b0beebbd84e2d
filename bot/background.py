"""Tasks that nobody awaits: kept alive, logged when they fail, ended with the bot."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from bot.ports import Ports

log = logging.getLogger(__name__)


class Background:
    """Owner of tasks, each with a name; of one name at most one runs at a time."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def is_running(self, name: str) -> bool:
        """Tell whether a task of this name is at work or waiting."""
        return name in self._tasks

    def start(self, name: str, work: Coroutine[None, None, None]) -> None:
        """Run ``work`` soon; a running task of the same name is cancelled first."""
        self.cancel(name)
        task = asyncio.get_running_loop().create_task(self._guard(name, work), name=name)
        self._tasks[name] = task
        task.add_done_callback(lambda done: self._forget(name, done))

    def start_later(self, name: str, seconds: float, work: Coroutine[None, None, None]) -> None:
        """Run ``work`` after ``seconds``; starting or cancelling the name again before then drops it."""
        self.start(name, self._after(seconds, work))

    def cancel(self, name: str) -> None:
        """End the task of this name, if there is one."""
        task = self._tasks.pop(name, None)
        if task is not None:
            task.cancel()

    async def close(self) -> None:
        """Cancel everything and wait for its end."""
        tasks = list(self._tasks.values())
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _after(self, seconds: float, work: Coroutine[None, None, None]) -> None:
        try:
            await self._ports.sleep(seconds)
        except asyncio.CancelledError:
            work.close()
            raise
        await work

    async def _guard(self, name: str, work: Coroutine[None, None, None]) -> None:
        try:
            await work
        except Exception:
            log.exception("background task %s failed", name)

    def _forget(self, name: str, done: asyncio.Task[None]) -> None:
        if self._tasks.get(name) is done:
            del self._tasks[name]
