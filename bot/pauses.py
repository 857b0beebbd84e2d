"""Tables that cannot be shown where they belong: paused, announced, and tried again."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from bot.outages import UNREACHABLE, is_out_of_place, reason
from bot.ui.notes import out_of_place_note
from bot.ui.plain import plain_panel

if TYPE_CHECKING:
    from collections.abc import Callable

    import discord

    from bot.background import Background
    from bot.notices import Notices
    from bot.preferences import Preferences
    from bot.redraw import Redraw
    from bot.tables import OpenTable, Tables
    from storage.model import TableId

_FIRST_LOOK_SECONDS = 30.0
_LAST_LOOK_SECONDS = 60 * 60.0
"""Each look that finds nothing doubles the wait before the next one, up to this."""
_ASIDE_SECONDS = 3.0
"""By then the press was answered, and more can be said about it."""
log = logging.getLogger(__name__)


class Pauses:
    """A table whose message, thread, channel or server is gone or closed to the bot is paused, never ended.

    Its computers and clocks wait until it can be drawn again: because ``/table`` moved it, because the bot
    may write there once more, or because the place came back. ``watchers`` are told of both.
    """

    def __init__(  # noqa: PLR0913, PLR0917  # the parts that it works with
        self,
        client: discord.Client,
        tables: Tables,
        redraw: Redraw,
        notices: Notices,
        preferences: Preferences,
        background: Background,
    ) -> None:
        self._client = client
        self._tables = tables
        self._redraw = redraw
        self._notices = notices
        self._preferences = preferences
        self._background = background
        self._lost: dict[TableId, float] = {}
        self.watchers: list[Callable[[OpenTable], None]] = []

    def drawn(self, table: OpenTable) -> None:
        """Go on with a table that was paused: it is to be seen, if its server is there at all."""
        if self._has_server(table) and self._lost.pop(table.info.id, None) is not None:
            log.info("table %s goes on", table.info.id)
            self._background.cancel(_name(table))
            self._pause(table, paused=False)

    def undrawable(self, table: OpenTable, error: Exception) -> None:
        """Pause a table that has no place any more, and look again later."""
        if is_out_of_place(error):
            self._lose(table, reason(error))

    def lose_channel(self, channel_id: int, parent_id: int | None = None) -> None:
        """Pause the tables of a channel that was deleted, or of a thread in the channel ``parent_id``."""
        for table in self._tables.known():
            if table.info.channel_id == channel_id:
                self._lose(table, "its channel was deleted", parent_id)

    def miss_servers(self) -> None:
        """Pause the tables of servers that are not there, or out of reach: nobody can play at them."""
        for table in self._tables.known():
            if not table.paused and not self._has_server(table):
                self._lose(table, "its server is gone")

    def look_again(self, guild_id: int) -> None:
        """Try to show the paused tables of a server that is there again."""
        for table in self._tables.known():
            if table.paused and table.info.guild_id == guild_id:
                self._redraw.request(table)

    def visited(self, table: OpenTable, interaction: discord.Interaction) -> None:
        """Try again, now that somebody asks for a paused table; if it is of no use, tell them once."""
        if table.paused:
            self._redraw.request(table)
            aside = partial(self._explain, table, interaction)
            name = f"aside {table.info.id} {interaction.user.id}"
            self._background.start(name, aside, after=_ASIDE_SECONDS)

    def _lose(self, table: OpenTable, why: str, near: int | None = None) -> None:
        if table.info.status.is_over:
            self._lost.pop(table.info.id, None)
            return
        wait = self._lost.get(table.info.id)
        self._lost[table.info.id] = _FIRST_LOOK_SECONDS if wait is None else min(2 * wait, _LAST_LOOK_SECONDS)
        if wait is None:
            log.warning("table %s is paused: it cannot be shown (%s)", table.info.id, why)
            self._pause(table, paused=True)
        if not self._has_server(table):
            return  # nobody is there to be told; that the server is back is an event of its own
        again = partial(self._look, table)
        self._background.start(_name(table), again, after=self._lost[table.info.id])
        if wait is None:
            say = partial(self._notices.say, table, out_of_place_note, near)
            self._background.start(f"notice {table.info.id}", say)

    async def _look(self, table: OpenTable) -> None:
        self._redraw.request(table)

    async def _explain(self, table: OpenTable, interaction: discord.Interaction) -> None:
        if not table.paused or table.info.status.is_over:
            return
        t = self._preferences.texts(interaction)
        words = t("This table cannot be shown where it was. `/table` goes on with it in another channel.")
        try:
            await interaction.followup.send(view=plain_panel(words), ephemeral=True)
        except UNREACHABLE as error:
            log.info("table %s: somebody could not be told (%s)", table.info.id, reason(error))

    def _has_server(self, table: OpenTable) -> bool:
        guild = self._client.get_guild(table.info.guild_id)
        return guild is not None and not guild.unavailable

    def _pause(self, table: OpenTable, *, paused: bool) -> None:
        table.paused = paused
        for watcher in self.watchers:
            watcher(table)


def _name(table: OpenTable) -> str:
    return f"look for {table.info.id}"
