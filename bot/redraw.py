"""Keeping table messages up to date: the newest state only, about once a second and table at most."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.i18n import texts_for
from bot.model import Status
from bot.notes import lead_note, moved_note
from bot.public import table_message
from engine.actions import Draw
from engine.events import Drew
from engine.ports import CommitKind

if TYPE_CHECKING:
    from bot.background import Background
    from bot.i18n import Texts
    from bot.model import TableInfo
    from bot.ports import Ports
    from bot.reply import Reply
    from bot.tables import OpenTable, Tables
    from engine.deal import Lead
    from engine.table import Commit

_GATHER_SECONDS = 0.25
"""Lets the answer to the click go first, and a computer's whole turn become one redraw."""
_PAUSE_SECONDS = 1.0
_RETRY_SECONDS = 10.0
_MAX_AGE = timedelta(minutes=50)
"""Discord limits edits of messages that are over an hour old."""
_POST_ANEW = frozenset({10008, 30046, 50083})
"""Message deleted, too old to be edited so often, its thread archived (which a new message undoes)."""
log = logging.getLogger(__name__)


class Redraw:
    """One short-lived task a table draws whatever is newest when its time comes."""

    def __init__(self, client: discord.Client, tables: Tables, background: Background, ports: Ports) -> None:
        self._client = client
        self._tables = tables
        self._background = background
        self._ports = ports
        self._wanted: set[str] = set()
        self._anew: set[str] = set()

    def on_commit(self, table: OpenTable, commit: Commit, *, revealed: bool) -> None:
        """Redraw what others may see of a commit; a mere draw shows nothing."""
        if commit.kind is CommitKind.DEAL:
            self._begin(table)
        if revealed and not _is_mere_draw(commit):
            self.request(table)

    def on_change(self, table: OpenTable, before: TableInfo | None) -> None:
        """Redraw who sits there and how far the table is; whoever opens a table posts it."""
        if before is not None and replace(before, message_id=table.info.message_id) != table.info:
            self.request(table)

    def _begin(self, table: OpenTable) -> None:
        """Leave the message of the deal before behind as its sheet; before the first, tell who leads it."""
        if table.match.deals:
            self._anew.add(table.info.id)
        elif table.lead is not None and table.lead.rounds:
            self._background.start(f"lead {table.info.id}", partial(self._tell_lead, table, table.lead))

    async def _tell_lead(self, table: OpenTable, lead: Lead) -> None:
        channel = self._client.get_partial_messageable(table.info.channel_id)
        try:
            await channel.send(view=lead_note(table.info, lead, self.texts(table.info)))
        except discord.HTTPException as error:
            log.warning("table %s: nobody was told who leads (%s)", table.info.id, error.code)

    def request(self, table: OpenTable) -> None:
        """Have the table message drawn soon."""
        self._wanted.add(table.info.id)
        name = f"redraw {table.info.id}"
        if not self._background.is_running(name):
            self._background.start(name, partial(self._run, table), after=_GATHER_SECONDS)

    async def post(self, reply: Reply, table: OpenTable) -> None:
        """Answer with the table message, which is the one that is drawn from now on; the old one goes."""
        old, channel_id = table.info, reply.interaction.channel_id
        message_id = await reply.post(table_message(table, self.texts(old)))
        if message_id is None or channel_id is None:
            return
        await self._tables.change(table, partial(replace, channel_id=channel_id, message_id=message_id))
        if old.message_id is not None:
            remove = partial(self.remove, old.channel_id, old.message_id)
            self._background.start(f"remove {old.message_id}", remove)

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a message of the bot's own that nothing points to any more, if it is there."""
        try:
            await self._client.get_partial_messageable(channel_id).get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            log.info("message %s was not removed (%s)", message_id, error.code)

    def texts(self, info: TableInfo) -> Texts:
        """Return the texts of the table's server."""
        guild = self._client.get_guild(info.guild_id)
        return texts_for(str(guild.preferred_locale.value) if guild else None)

    async def _run(self, table: OpenTable) -> None:
        while table.info.id in self._wanted:
            self._wanted.discard(table.info.id)
            pause = _PAUSE_SECONDS
            try:
                await self._draw(table)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.warning("table %s cannot be drawn (%s)", table.info.id, type(error).__name__)
                if _passes(error):
                    self._wanted.add(table.info.id)
                    pause = _RETRY_SECONDS
            await self._ports.sleep(pause)

    async def _draw(self, table: OpenTable) -> None:
        info = table.info
        keep_old = info.id in self._anew
        if info.message_id is None and info.status is Status.LOBBY:
            return
        if (
            info.message_id is None
            or keep_old
            or self._is_old(info.message_id)
            or not await self._edit(table)
        ):
            await self._post(table, keep_old=keep_old)

    async def _edit(self, table: OpenTable) -> bool:
        """Edit the table message; return whether it could still be edited."""
        info = table.info
        if info.message_id is None:
            return False
        message = self._client.get_partial_messageable(info.channel_id).get_partial_message(info.message_id)
        try:
            await message.edit(view=table_message(table, self.texts(info)))
            if info.status is Status.LOBBY and table.info.channel_id != info.channel_id:
                # It began in a thread while the lobby was on its way, perhaps over the note that says so.
                await message.edit(view=moved_note(table.info, self.texts(info)))
        except discord.HTTPException as error:
            if error.code not in _POST_ANEW:
                raise
            return False
        return True

    async def _post(self, table: OpenTable, *, keep_old: bool) -> None:
        """Post the table message anew and make it the one that is drawn from now on."""
        old = table.info
        channel = self._client.get_partial_messageable(old.channel_id)
        new = await channel.send(view=table_message(table, self.texts(old)))
        self._anew.discard(old.id)
        await self._tables.change(table, partial(_moved, to=new.id, channel_id=old.channel_id))
        if table.info.message_id != new.id:
            await self.remove(old.channel_id, new.id)  # the table went elsewhere in the meantime
        elif old.message_id is not None and not keep_old:
            await self.remove(old.channel_id, old.message_id)

    def _is_old(self, message_id: int) -> bool:
        return self._ports.now() - discord.utils.snowflake_time(message_id) > _MAX_AGE


def _moved(info: TableInfo, *, to: int, channel_id: int) -> TableInfo:
    return replace(info, message_id=to) if info.channel_id == channel_id else info


def _passes(error: Exception) -> bool:
    """Tell an outage from a refusal: where a table may not be shown it is paused until /table moves it."""
    return not isinstance(error, discord.HTTPException) or error.status >= HTTPStatus.INTERNAL_SERVER_ERROR


def _is_mere_draw(commit: Commit) -> bool:
    return isinstance(commit.action, Draw) and all(isinstance(event, Drew) for event in commit.events)
