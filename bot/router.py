"""The one place where presses arrive: a ``custom_id`` says all, and is not trusted."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from bot import seating
from bot.desk import Request
from bot.presses.hand import HandPresses
from bot.presses.lobby import LobbyPresses
from bot.presses.results import ResultPresses
from bot.presses.settings import SettingsPresses
from bot.presses.table import TablePresses
from bot.refusals import unknown_button
from bot.ui.ids import NO_TABLE, Verb, parse
from storage.model import Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.desk import Desk
    from bot.reply import Reply
    from bot.ui.ids import Press

_PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class Router:
    """Finds the table and the handler of a press, and answers whatever comes of it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._lobby, self._table = LobbyPresses(desk), TablePresses(desk)
        self._handlers = {
            **self._lobby.handlers,
            **self._table.handlers,
            **HandPresses(desk).handlers,
            Verb.LEAVE: self._leave,
        }
        self._without_table = {**ResultPresses(desk).handlers, **SettingsPresses(desk).handlers}

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a press; commands are the tree's."""
        if interaction.type not in _PRESSES:
            return
        data = dict(interaction.data or {})
        press = parse(str(data.get("custom_id", "")))
        values = tuple(_values(data))
        async with self._desk.answering(interaction, _where(press)) as reply:
            await self._handle(reply, press, values)

    async def _handle(self, reply: Reply, press: Press | None, values: tuple[str, ...]) -> None:
        at_table = press is not None and press.table != NO_TABLE
        if press is None or press.verb not in (self._handlers if at_table else self._without_table):
            raise unknown_button()
        if not at_table:
            await self._without_table[press.verb](reply, press, values)
            return
        table = await self._desk.tables.find(reply.interaction.guild_id, press.table)
        self._desk.pauses.visited(table, reply.interaction)
        await self._desk.leftovers.pressed(table, reply.interaction.message)
        renamed = partial(seating.rename, user_id=reply.user.id, name=reply.user.display_name)
        if renamed(table.info) is not table.info:
            await self._desk.tables.change(table, renamed)
        await self._handlers[press.verb](Request(reply, table, press, values))
        way = reply.way_to_pressed
        if way is not None and way.id == table.info.message_id:
            self._desk.redraw.keep_way(table, way)

    async def _leave(self, request: Request) -> None:
        before_match = request.table.info.status is Status.LOBBY
        await (self._lobby if before_match else self._table).leave(request)


def _values(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was chosen in a select, or written into the fields of a form."""
    for value in data.get("values") or ():
        yield str(value)
    for row in data.get("components") or ():
        field = row.get("component") or {}
        if isinstance(field.get("value"), str):
            yield field["value"]


def _where(press: Press | None) -> str:
    if press is None:
        return "an unknown press"
    return f"table {press.table} version {press.version} verb {press.verb}"
