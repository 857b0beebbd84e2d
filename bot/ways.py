"""Changing table messages through interactions, which costs no call of the bot's own while they last."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, TypeVar

from bot.outages import reason
from bot.reply import in_reach

if TYPE_CHECKING:
    from collections.abc import Awaitable

    import discord

    from bot.ports import Ports
    from bot.reply import Sent
    from storage.model import TableId, TableInfo

T = TypeVar("T")
_LONGEST_SECONDS = 30.0
"""How long a call through an interaction may take; discord.py waits in it for as long as Discord says."""
log = logging.getLogger(__name__)


class Ways:
    """The newest interactions of each table: one that can change its message, and that of the last play."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._ways: dict[TableId, Sent] = {}
        self._played: dict[TableId, discord.Interaction[Any]] = {}

    def keep(self, table: TableId, way: Sent) -> None:
        """Remember a message of a table with the interaction that can change it."""
        self._ways[table] = way

    def played(self, table: TableId, interaction: discord.Interaction[Any]) -> None:
        """Remember the interaction of a play: what follows on it costs the bot no call of its own."""
        self._played[table] = interaction

    def is_being_answered(self, table: TableId) -> bool:
        """Tell whether the answer to the last play is still to come, so that nothing can follow on it yet."""
        last = self._played.get(table)
        return last is not None and not last.response.is_done()

    def last_play(self, table: TableId) -> discord.Interaction[Any] | None:
        """Return the interaction of the last play, if it was answered and one can still follow on it."""
        last = self._played.get(table)
        if last is None or not last.response.is_done() or not in_reach(last, self._ports.now()):
            return None
        return last

    def forget(self, table: TableId) -> None:
        """Remember nothing of a table that is over."""
        self._ways.pop(table, None)
        self._played.pop(table, None)

    def lost(self, info: TableInfo, error: Exception) -> None:
        """Give a way up that led nowhere."""
        log.debug("table %s: an interaction is of no use any more (%s)", info.id, reason(error))
        self._ways.pop(info.id, None)

    async def in_time(self, call: Awaitable[T]) -> T:
        """Return what a call through an interaction returns. Raises TimeoutError, if it takes too long."""
        work, alarm = asyncio.ensure_future(call), asyncio.ensure_future(self._ports.sleep(_LONGEST_SECONDS))
        try:
            await asyncio.wait({work, alarm}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                return work.result()
            raise TimeoutError
        finally:
            work.cancel()
            alarm.cancel()
            await asyncio.gather(work, alarm, return_exceptions=True)

    def to_message(self, info: TableInfo) -> Sent | None:
        """Return the table message as an interaction can change it, if any can."""
        way = self._fresh(info)
        return way if way is not None and way.id == info.message_id else None

    def to_channel(self, info: TableInfo) -> discord.Interaction[Any] | None:
        """Return an interaction that can send a message where the table is played, if any can."""
        way = self._fresh(info)
        if way is None or way.interaction.channel_id != info.channel_id:
            return None
        return way.interaction

    def _fresh(self, info: TableInfo) -> Sent | None:
        way = self._ways.get(info.id)
        return way if way is not None and way.in_reach(self._ports.now()) else None
