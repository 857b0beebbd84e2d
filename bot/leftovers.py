"""Messages that the bot does not know of: it ended before it could note them, or the answer was lost."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import discord

from bot.notices import Posted
from bot.outages import UNREACHABLE, pause_after, reason
from bot.ui.ids import Press, Verb, parse
from bot.ui.notes import moved_note
from storage.model import Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.background import Background
    from bot.redraw import Redraw
    from bot.tables import OpenTable, Tables
    from bot.turns import Turns
    from storage.model import TableId, TableInfo

_LOOK_BACK = 100
"""How many messages of a channel are looked at; Discord gives no more at once."""
_SETTLING_SECONDS = 5.0
"""By then it is noted whose message it is, if it was posted after the start."""
_DOUBT_SECONDS = 15.0
"""Longer than a redraw waits for its next try, so that one look is enough for all tries of an outage."""
_RETRY_SECONDS = 60.0
_ONE_ONLY = frozenset({Verb.CANCEL, Verb.CUT, Verb.HAND})
"""Buttons of a table's one message, and of its one note that mentions who is awaited."""
_WHILE_OPEN = frozenset({*_ONE_ONLY, Verb.AGREE})
"""Buttons that nothing has any more when a table is over."""
log = logging.getLogger(__name__)


class _Found(NamedTuple):
    """A message of the bot's with a button that makes it one of a kind."""

    posted: Posted
    press: Press


class Leftovers:
    """Compares, once after a start, what the bot posted in the channel of each table with what it knows of.

    A message is posted first and noted afterwards. Nothing can put both into one transaction, so a bot that
    is killed in between leaves a message behind: a second table message, or a mention that would stay for
    ever. Mentions are noted in memory only, so this finds those of the bot's former life, too. A post whose
    answer was lost leaves the same, and is looked for in its channel.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        redraw: Redraw,
        turns: Turns,
        background: Background,
    ) -> None:
        self._client = client
        self._tables = tables
        self._redraw = redraw
        self._turns = turns
        self._background = background
        self._looking: set[tuple[TableId, int]] = set()
        self._removed: set[int] = set()

    def is_looking(self, table: OpenTable) -> bool:
        """Tell whether something may be left over of a table."""
        return any(table_id == table.info.id for table_id, _ in self._looking)

    def resume(self, table: OpenTable) -> None:
        """Look soon for what is left over of a table."""
        self._look_soon(table, table.info.channel_id)

    def doubt(self, table: OpenTable, channel_id: int) -> None:
        """Look for a message that may have been posted in a channel, once such posts fail no more."""
        self._look_soon(table, channel_id, after=_DOUBT_SECONDS)

    def _look_soon(self, table: OpenTable, channel_id: int, after: float = 0.0) -> None:
        self._looking.add((table.info.id, channel_id))
        look = partial(self._look, table, channel_id)
        self._background.start(_name(table, channel_id), look, after=after)

    async def _look(self, table: OpenTable, channel_id: int) -> None:
        try:
            await self._point_from_lobby(table)
            found = await self._found(table, channel_id)
        except UNREACHABLE as error:
            log.info("table %s: nothing left over could be looked for (%s)", table.info.id, reason(error))
            pause = pause_after(error, _RETRY_SECONDS)
            if pause is not None:
                self._look_soon(table, channel_id, after=pause)
                return
            found = []
        finish = partial(self._finish, table, channel_id, found)
        self._background.start(_name(table, channel_id), finish, after=_SETTLING_SECONDS if found else 0.0)

    async def _finish(self, table: OpenTable, channel_id: int, found: Sequence[_Found]) -> None:
        await self._tidy(table, found)
        self._looking.discard((table.info.id, channel_id))
        await self._redraw.note_end(table)

    async def _point_from_lobby(self, table: OpenTable) -> None:
        """Have the lobby say that the match is played in the thread that hangs on its message."""
        thread = self._client.get_channel(table.info.channel_id)
        if not isinstance(thread, discord.Thread) or table.match.deals:
            return
        with suppress(discord.NotFound):
            lobby = await self._client.get_partial_messageable(thread.parent_id).fetch_message(thread.id)
            if any(press.table == table.info.id for press in _presses(lobby)):
                await lobby.edit(view=moved_note(table.info, self._redraw.texts(table.info)))

    async def _found(self, table: OpenTable, channel_id: int) -> list[_Found]:
        """Return the messages of a table that have to be the only ones, the newest first.

        Its own is not among them: whoever replaces that removes it.
        """
        channel, me = self._client.get_partial_messageable(channel_id), self._client.user
        return [
            found
            async for message in channel.history(limit=_LOOK_BACK)
            if message.author == me
            for found in _one_of_a_kind(table, message)
        ]

    async def pressed(self, table: OpenTable, message: discord.Message | None) -> None:
        """Learn from a press that its message is there, which is the lobby that nobody noted, or is too many.

        The press proves it, whatever became of the answer when the message was posted.
        """
        if message is None or message.flags.ephemeral or not (found := [*_one_of_a_kind(table, message)]):
            return
        await self._adopt_lobby(table, found)
        tidy = partial(self._tidy, table, found)
        self._background.start(f"left over {message.id}", tidy, after=_SETTLING_SECONDS)

    async def _adopt_lobby(self, table: OpenTable, found: Sequence[_Found]) -> None:
        for posted, press in found:
            if press.verb is Verb.CANCEL:
                await self._tables.change(table, partial(_adopted, posted=posted))

    async def _tidy(self, table: OpenTable, found: Sequence[_Found]) -> None:
        """Remove what is neither the table's message nor its note, nor can be taken for it."""
        await self._adopt_lobby(table, found)
        for posted, press in found:
            known = posted.message_id == table.info.message_id or posted.message_id in self._removed
            if not known and not self._turns.adopt(table, press.arg, posted):
                log.info("table %s: message %s was left over", table.info.id, posted.message_id)
                self._removed.add(posted.message_id)  # it may have been found by a press as well
                await self._redraw.remove(*posted)


def _one_of_a_kind(table: OpenTable, message: discord.Message) -> Iterator[_Found]:
    """Yield the buttons, of which a table has one at most, of a message that is not the table's own.

    Nor is it the lobby that the table's thread hangs on, and has its number from.
    """
    kinds = _WHILE_OPEN if table.info.status.is_over else _ONE_ONLY
    if message.id not in {table.info.message_id, table.info.channel_id}:
        for press in _presses(message):
            if press.table == table.info.id and press.verb in kinds:
                yield _Found(Posted(message.channel.id, message.id), press)


def _is_unnoted_lobby(info: TableInfo) -> bool:
    return info.status is Status.LOBBY and info.message_id is None


def _adopted(info: TableInfo, posted: Posted) -> TableInfo:
    """Note the message of a lobby, if none was ever noted for it."""
    if _is_unnoted_lobby(info):
        return replace(info, channel_id=posted.channel_id, message_id=posted.message_id)
    return info


def _presses(message: discord.Message) -> Iterator[Press]:
    """Yield what the buttons of a message ask for."""
    for item in discord.ui.LayoutView.from_message(message).walk_children():
        press = parse(getattr(item, "custom_id", None) or "")
        if press is not None:
            yield press


def _name(table: OpenTable, channel_id: int) -> str:
    return f"left over {table.info.id} {channel_id}"
