"""Tasks that nobody awaits: kept alive, logged when they fail, ended with the bot."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.ports import Ports

Work: TypeAlias = "Callable[[], Awaitable[None]]"
log = logging.getLogger(__name__)


class Background:
    """Owner of tasks, each with a name; of one name at most one runs at a time."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._guests: set[asyncio.Task[object]] = set()

    def is_running(self, name: str) -> bool:
        """Tell whether a task of this name is at work or waiting."""
        return name in self._tasks

    def start(self, name: str, work: Work, *, after: float = 0.0) -> None:
        """Do ``work`` after some seconds, in place of the task of the same name: that one is cancelled.

        A task may name its own successor in this way; it then runs on to its end.
        """
        self.cancel(name)
        self._tasks[name] = asyncio.get_running_loop().create_task(self._run(name, work, after), name=name)

    def cancel(self, name: str) -> None:
        """End the task of this name, if there is one; a task that names itself runs on."""
        task = self._tasks.pop(name, None)
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    def welcome(self, guest: asyncio.Task[object]) -> None:
        """Have the end of the bot wait a little for somebody else's task."""
        self._guests.add(guest)
        guest.add_done_callback(self._guests.discard)

    async def close(self, patience: float) -> None:
        """Wait for the guests, ``patience`` seconds at most, then cancel the tasks and wait for their end."""
        guests = self._guests - {asyncio.current_task()}
        if guests:
            await asyncio.wait(guests, timeout=patience)
        tasks = list(self._tasks.values())
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, name: str, work: Work, after: float) -> None:
        try:
            if after:
                await self._ports.sleep(after)
            await work()
        except Exception:
            log.exception("background task %s failed", name)
        finally:
            # At once, not in a done callback: whoever asks next must not take this task for a running one.
            if self._tasks.get(name) is asyncio.current_task():
                del self._tasks[name]
