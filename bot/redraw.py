"""Keeping table messages up to date: the newest state only, about once a second and table at most."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

import discord

from bot.chronicle import is_mere_draw
from bot.drawings import Drawings
from bot.outages import UNREACHABLE, may_have_worked, pause_after, reason
from bot.public import scene_shown, table_message
from bot.reply import Sent
from bot.ui.notes import lead_note, moved_note
from bot.ways import Ways
from engine.actions import TakePile
from engine.ports import CommitKind
from storage.errors import StorageError
from storage.model import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.background import Background
    from bot.drawings import Drawing
    from bot.emojis import Emojis
    from bot.i18n import Texts
    from bot.pictures import Pictures
    from bot.ports import Ports
    from bot.preferences import Preferences
    from bot.render.cards import Cards
    from bot.reply import Reply
    from bot.tables import OpenTable, Tables
    from engine.deal import Lead
    from engine.ports import MatchId
    from engine.table import Commit
    from storage.model import TableInfo

_GATHER_SECONDS = 0.25
"""Lets the answer to the click go first, and a computer's whole turn become one redraw."""
_PAUSE_SECONDS = 1.0
_STILL_SECONDS = 4.0
_RETRY_SECONDS, _PUZZLED_SECONDS = 10.0, 60.0
"""Until the next try after an outage; and after what nobody expected, or while nothing can be stored."""
_MAX_AGE = timedelta(minutes=50)
"""Discord limits edits of messages that are over an hour old."""
_POST_ANEW = frozenset({10008, 30046, 50083})
"""Message deleted, too old to be edited so often, its thread archived (which a new message undoes)."""
log = logging.getLogger(__name__)


class Watcher(Protocol):
    """Told how each attempt to draw a table went, synchronously."""

    def drawn(self, table: OpenTable) -> None:
        """Take note that a table is to be seen."""
        ...

    def undrawable(self, table: OpenTable, error: Exception) -> None:
        """Take note that Discord will not have a table drawn, for a reason that does not pass by itself."""
        ...


class _Place(NamedTuple):
    """Where a table message stands, or is to be posted."""

    channel_id: int
    message_id: int | None


class Redraw:
    """One short-lived task a table draws whatever is newest when its time comes."""

    def __init__(  # noqa: PLR0913, PLR0917  # the parts that it works with
        self,
        client: discord.Client,
        tables: Tables,
        preferences: Preferences,
        emojis: Emojis,
        pictures: Pictures,
        background: Background,
        ports: Ports,
    ) -> None:
        self._client = client
        self._tables = tables
        self._preferences = preferences
        self._emojis = emojis
        self._drawings = Drawings(client, preferences, pictures)
        self._background = background
        self._ports = ports
        self._wanted: set[str] = set()
        self._under_way: set[str] = set()
        self._anew: set[str] = set()
        self.ways = Ways(ports)
        self.watchers: list[Watcher] = []
        self.doubts: list[Callable[[OpenTable, int], None]] = []
        """Called with a table and the channel where a message of it may stand that nobody knows of."""
        self.unfinished: list[Callable[[OpenTable], bool]] = []
        """Asked whether anything else is owed to a table that is over, before that is noted as settled."""

    def on_commit(self, table: OpenTable, commit: Commit, *, revealed: bool) -> None:
        """Redraw what others may see of a commit; a mere draw shows nothing.

        What happens within a turn, but for taking the pile, waits until that turn has been still for a while.
        """
        if commit.kind in {CommitKind.DEAL, CommitKind.SEAL}:
            self._begin(table)
        shows, still = revealed and not is_mere_draw(commit), f"still {table.info.id}"
        if _is_within_turn(table, commit):
            if shows or self._background.is_running(still):
                self._background.start(still, partial(self._draw_still, table), after=_STILL_SECONDS)
        elif shows:
            self._background.cancel(still)
            self.request(table)

    def on_change(self, table: OpenTable, before: TableInfo | None) -> None:
        """Redraw who sits there and how far the table is; whoever opens a table posts it."""
        if table.info.status.is_over:
            self.ways.forget(table.info.id)
        if before is not None and _shown(before) != _shown(table.info):
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
        except UNREACHABLE as error:
            log.warning("table %s: nobody was told who leads (%s)", table.info.id, reason(error))

    async def _draw_still(self, table: OpenTable) -> None:
        self.request(table)

    def request(self, table: OpenTable) -> None:
        """Have the table message drawn soon."""
        self._wanted.add(table.info.id)
        name = f"redraw {table.info.id}"
        if not self._background.is_running(name) and not self._background.is_running(_put_off(table)):
            self._background.start(name, partial(self._run, table), after=_GATHER_SECONDS)

    def resume(self, table: OpenTable) -> None:
        """Draw what the table message missed while the bot was away, or could not show any more."""
        self.request(table)

    async def post(self, reply: Reply, table: OpenTable) -> bool:
        """Answer with the table message, which is the table's own from now on; the old one is removed.

        Return whether the answer came in time.
        """
        channel_id = reply.interaction.channel_id or table.info.channel_id
        with self.doubting(table, channel_id):
            sent = await reply.post(table_message(table, self.cards(table.info)))
        if sent is None:
            self._doubt(table, channel_id)  # perhaps it was the second try that came too late
            return False
        place = _Place(channel_id, sent.id)
        before = await self._become(table, place)
        self.keep_way(table, sent)
        if before != place:
            self._remove_soon(before)
        self._tell_drawn(table)
        await self.note_end(table)
        if scene_shown(table, reply.t) is not None:
            self.request(table)  # the answer was quick and had no picture yet
        return True

    @contextmanager
    def doubting(self, table: OpenTable, channel_id: int) -> Iterator[None]:
        """Have a message looked for, where posting it in the block failed and yet may have worked."""
        try:
            yield
        except UNREACHABLE as error:
            if may_have_worked(error):
                self._doubt(table, channel_id)
            raise

    def _doubt(self, table: OpenTable, channel_id: int) -> None:
        for look_for in self.doubts:
            look_for(table, channel_id)

    def keep_way(self, table: OpenTable, way: Sent) -> None:
        """Remember an interaction that can change a message of a table; it ends a wait for other ways."""
        self.ways.keep(table.info.id, way)
        if self._background.is_running(_put_off(table)):
            self._hurry(table)

    def _hurry(self, table: OpenTable) -> None:
        self._background.cancel(_put_off(table))
        self.request(table)

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a message of the bot's own that nothing points to any more, if it is there."""
        try:
            await self._client.get_partial_messageable(channel_id).get_partial_message(message_id).delete()
        except UNREACHABLE as error:
            log.info("message %s was not removed (%s)", message_id, reason(error))

    def texts(self, info: TableInfo | MatchId) -> Texts:
        """Return the texts of the server that a table or a match is on."""
        return self._preferences.server_texts(info.guild_id, self._client.get_guild(info.guild_id))

    def cards(self, info: TableInfo | MatchId) -> Cards:
        """Return how cards are written there for everybody."""
        return self._emojis.seen(self.texts(info), self._preferences.server(info.guild_id).look)

    async def _run(self, table: OpenTable) -> None:
        while table.info.id in self._wanted:
            self._wanted.discard(table.info.id)
            self._under_way.add(table.info.id)
            place = _place(table.info)
            again = await self._try(table)
            self._under_way.discard(table.info.id)
            if again is not None:
                self._wanted.add(table.info.id)
            await self.note_end(table)
            if again is not None and place == _place(table.info):
                self._background.start(_put_off(table), partial(self._draw_again, table), after=again)
                return
            await self._ports.sleep(_PAUSE_SECONDS)

    async def _draw_again(self, table: OpenTable) -> None:
        self._hurry(table)

    async def _try(self, table: OpenTable) -> float | None:
        """Draw a table. Return None, or after how many seconds to try again."""
        try:
            await self._draw(table)
        except UNREACHABLE as error:
            log.warning("table %s cannot be drawn (%s)", table.info.id, reason(error))
            again = pause_after(error, _RETRY_SECONDS)
            if again is None:
                for watcher in self.watchers:
                    watcher.undrawable(table, error)
            return again
        except StorageError as error:
            log.error("table %s: its new message cannot be noted (%s)", table.info.id, error)  # noqa: TRY400  # it says all
            return _PUZZLED_SECONDS
        except Exception:  # such as an answer that is not Discord's
            log.exception("table %s could not be drawn", table.info.id)
            return _PUZZLED_SECONDS
        self._tell_drawn(table)
        return None

    def _tell_drawn(self, table: OpenTable) -> None:
        for watcher in self.watchers:
            watcher.drawn(table)

    async def note_end(self, table: OpenTable) -> None:
        """Note that the last drawing of a table that is over was made, or is refused for good; once it is."""
        is_drawn = table.info.id not in self._wanted and table.info.id not in self._under_way
        if not table.info.status.is_over or not is_drawn or any(owed(table) for owed in self.unfinished):
            return
        try:
            await self._tables.note_drawn(table)
        except StorageError as error:
            log.warning("table %s: its end is drawn once more at the next start (%s)", table.info.id, error)

    async def _draw(self, table: OpenTable) -> None:
        info = table.info
        keep_old = info.id in self._anew
        if info.message_id is None and info.status is not Status.PLAYING:
            return  # who opens a table posts it
        if (
            info.message_id is None
            or keep_old
            or self._is_old(info.message_id)
            or not await self._edit(table)
        ) and table.info.message_id == info.message_id:
            await self._post(table, keep_old=keep_old)

    async def _edit(self, table: OpenTable) -> bool:
        """Edit the table message, through an interaction if it can be; return whether it was edited."""
        info, way = table.info, self.ways.to_message(table.info)
        if info.message_id is None:
            return False
        drawing = self._drawings.of(table, self.cards(info))
        if way is not None:
            try:
                await self.ways.in_time(self._change(way, table, info, drawing))
            except UNREACHABLE as error:
                self.ways.lost(info, error)
            else:
                return True
        message = self._client.get_partial_messageable(info.channel_id).get_partial_message(info.message_id)
        try:
            await self._change(message, table, info, drawing)
        except discord.HTTPException as error:
            if error.code not in _POST_ANEW:
                raise
            return False
        return True

    async def _change(
        self, message: Sent | discord.PartialMessage, table: OpenTable, info: TableInfo, drawing: Drawing
    ) -> None:
        if self._drawings.is_pictured(info.id, message.id, drawing):
            await message.edit(view=drawing.view)  # what is attached stays
        else:
            await message.edit(view=drawing.view, attachments=await self._drawings.files(drawing))
        self._drawings.remember(info.id, message.id, drawing)
        if info.status is Status.LOBBY and table.info.channel_id != info.channel_id:
            # It began in a thread while the lobby was on its way, perhaps over the note that says so.
            await message.edit(view=moved_note(table.info, self.texts(info)))

    async def _send(self, table: OpenTable, drawing: Drawing) -> discord.Message:
        """Post a table message, through an interaction if it can be, which can then change it."""
        info, through = table.info, self.ways.to_channel(table.info)
        if through is not None:
            files = await self._drawings.files(drawing)
            try:
                with self.doubting(table, info.channel_id):
                    post = through.followup.send(view=drawing.view, files=files, wait=True)
                    sent = await self.ways.in_time(post)
            except UNREACHABLE as error:
                self.ways.lost(info, error)
            else:
                self.ways.keep(info.id, Sent(through, sent.id, original=False))
                return sent
        channel = self._client.get_partial_messageable(info.channel_id)
        files = await self._drawings.files(drawing)
        with self.doubting(table, info.channel_id):
            return await channel.send(view=drawing.view, files=files)

    async def _post(self, table: OpenTable, *, keep_old: bool) -> None:
        """Post the table message anew and make it the one that is drawn from now on."""
        old = table.info
        drawing = self._drawings.of(table, self.cards(old))
        new = await self._send(table, drawing)
        place = _Place(old.channel_id, new.id)
        before = await self._become(table, place, instead_of=_place(old))
        self._anew.discard(old.id)
        if before != _place(old):
            self._remove_soon(place)  # another message became the table's in the meantime
            return
        self._drawings.remember(old.id, new.id, drawing)
        if not keep_old:
            self._remove_soon(before)

    async def _become(self, table: OpenTable, new: _Place, *, instead_of: _Place | None = None) -> _Place:
        """Make a message just posted the table's own from now on; return where its own was until then.

        With ``instead_of`` nothing changes where that is not the place any more. A message that cannot be
        noted goes again, as nothing would ever change it.
        """
        before = new

        def pointed(info: TableInfo) -> TableInfo:
            nonlocal before
            before = _place(info)
            if instead_of is not None and before != instead_of:
                return info
            return replace(info, channel_id=new.channel_id, message_id=new.message_id)

        try:
            await self._tables.change(table, pointed)
        except Exception:
            self._remove_soon(new)
            raise
        return before

    def _remove_soon(self, place: _Place) -> None:
        channel_id, message_id = place
        if message_id is not None:
            self._background.start(f"remove {message_id}", partial(self.remove, channel_id, message_id))

    def _is_old(self, message_id: int) -> bool:
        return self._ports.now() - discord.utils.snowflake_time(message_id) > _MAX_AGE


def _place(info: TableInfo) -> _Place:
    return _Place(info.channel_id, info.message_id)


def _put_off(table: OpenTable) -> str:
    """Return the name of the task that waits until a table is drawn after all."""
    return f"redraw {table.info.id} later"


def _shown(info: TableInfo) -> TableInfo:
    """Return what a redraw depends on: whoever gets ready or votes is answered with the new message."""
    return replace(info, message_id=None, ready={}, votes=frozenset(), former={})


def _is_within_turn(table: OpenTable, commit: Commit) -> bool:
    """Tell whether the turn of who acted goes on with nothing but cards laid, or a red three drawn."""
    goes_on = commit.seat is not None and commit.seat == table.in_turn == table.to_act
    return goes_on and not isinstance(commit.action, TakePile)
