"""Absent people: noticed, played for by the computer, and announced."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot import seating
from bot.outages import UNREACHABLE, reason
from bot.refusals import Refusal
from bot.ui.notes import sat_in_note

if TYPE_CHECKING:
    from bot.notices import Notices
    from bot.tables import OpenTable, Tables
    from engine.state import Seat

_UNKNOWN = frozenset({10007, 10013})
"""Unknown member, unknown user."""
log = logging.getLogger(__name__)


class Absences:
    """The bot is not told when a member leaves, so it asks when that matters, which costs one call."""

    def __init__(self, client: discord.Client, tables: Tables, notices: Notices) -> None:
        self._client = client
        self._tables = tables
        self._notices = notices

    async def is_gone(self, table: OpenTable, user_id: int) -> bool:
        """Tell whether a person left the server; as long as that is not known, they are taken to be there."""
        guild = self._client.get_guild(table.info.guild_id)
        if guild is None:
            return False
        try:
            await guild.fetch_member(user_id)
        except discord.NotFound as error:
            return error.code in _UNKNOWN
        except UNREACHABLE as error:
            log.info("table %s: nobody knows whether a member is there (%s)", table.info.id, reason(error))
        return False

    async def has_left(self, table: OpenTable, user_id: int) -> bool:
        """Tell whether a person left the server; if so, the computer sits in for them, announced."""
        if not await self.is_gone(table, user_id):
            return False
        seat = seating.seat_of(table.info, user_id)
        try:
            await self._tables.change(table, partial(seating.sit_in, user_id=user_id))
        except Refusal:
            return True  # somebody or something was faster
        if seat is not None:
            await self.announce(table, seat)
        return True

    async def announce(self, table: OpenTable, seat: Seat) -> None:
        """Tell everybody that the computer plays for an absent person, who may come back at any time."""
        await self._notices.say(table, partial(sat_in_note, table.info, seat))
