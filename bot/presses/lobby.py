"""The buttons of a lobby."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot import seating
from bot.places import invite, open_thread
from bot.public import table_message
from bot.refusals import Refusal
from bot.ui.house_rules import house_rules_panel
from bot.ui.ids import Verb
from bot.ui.lobby import removal_panel
from bot.ui.notes import moved_note
from storage.model import Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.desk import Desk, Handlers, Request
    from storage.model import TableInfo


class LobbyPresses:
    """Sitting down, filling up, starting, cancelling: the answer is the lobby as it is then.

    The host's private panels: house rules, and who is to give up their seat.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def handlers(self) -> Handlers:
        """What answers each verb."""
        return {
            Verb.SIT: self._sit,
            Verb.FILL: self._fill,
            Verb.START: self._start,
            Verb.HOUSE: self._house,
            Verb.OPTION: self._option,
            Verb.PEOPLE: self._people,
            Verb.REMOVE: self._remove,
            Verb.CANCEL: self._cancel,
        }

    async def _sit(self, request: Request) -> None:
        side = int(request.press.arg) if request.press.arg in {"0", "1"} else 0
        name = request.reply.user.display_name
        await self._change(request, partial(seating.sit, user_id=request.user_id, name=name, side=side))

    async def _fill(self, request: Request) -> None:
        await self._change(request, partial(seating.fill_with_computers, user_id=request.user_id))

    async def _house(self, request: Request) -> None:
        seating.require_house_rules(request.table.info, request.user_id)
        await request.reply.turn_to(house_rules_panel(request.table.info, request.reply.t))

    async def _option(self, request: Request) -> None:
        """Take a choice of the host's; the lobby is redrawn beside it."""
        option, word = request.press.arg, "".join(request.values)
        change = partial(seating.change_rule, user_id=request.user_id, option=option, word=word)
        await self._desk.tables.change(request.table, change)
        await self._house(request)

    async def _people(self, request: Request) -> None:
        seating.require_removal(request.table.info, request.user_id)
        await request.reply.turn_to(removal_panel(request.table.info, request.reply.t))

    async def _remove(self, request: Request) -> None:
        """Take somebody off their seat; the lobby is redrawn beside it."""
        whom = int(request.press.arg) if request.press.arg.isdecimal() else 0
        change = partial(seating.remove, user_id=request.user_id, whom=whom)
        await self._desk.tables.change(request.table, change)
        await self._people(request)

    async def _cancel(self, request: Request) -> None:
        await self._seek_host(request)
        await self._change(
            request,
            partial(
                _cancelled,
                user_id=request.user_id,
                may_moderate=request.reply.interaction.permissions.manage_messages,
            ),
        )

    async def leave(self, request: Request) -> None:
        """Give up a seat before the match."""
        await self._change(request, partial(seating.leave, user_id=request.user_id))

    async def _change(self, request: Request, change: Callable[[TableInfo], TableInfo]) -> None:
        if await self._mend(request):
            return
        await self._desk.tables.change(request.table, change)
        await self._show(request)

    async def _start(self, request: Request) -> None:
        """Begin the match, in a thread of its own where that can be."""
        if await self._mend(request):
            return
        await self._seek_host(request)
        table, reply = request.table, request.reply
        seating.start(table.info, request.user_id)
        await reply.defer()
        texts = self._desk.redraw.texts(table.info)
        thread_id = await open_thread(reply.interaction, table.info, texts)
        message = reply.interaction.message
        here = message.id if message else None
        await self._desk.tables.change(
            table, partial(_started, user_id=request.user_id, thread_id=thread_id, message_id=here)
        )
        await self._desk.tables.seal(table)
        if thread_id is None:
            await self._show(request)
            return
        await self._point_there(request)

    async def _seek_host(self, request: Request) -> None:
        """Have a host who left the server leave the lobby too, when somebody who sits there needs one."""
        table, user_id = request.table, request.user_id
        while _needs_host(table.info, user_id):
            host_id = table.info.host_id
            if not await self._desk.absences.is_gone(table, host_id):
                return
            await self._desk.tables.change(table, partial(_without_host, host_id=host_id))

    async def _mend(self, request: Request) -> bool:
        """Replace a lobby that was left behind when the bot stopped between the start and this message."""
        info, message = request.table.info, request.reply.interaction.message
        left_behind = info.status is Status.PLAYING and message is not None and message.id != info.message_id
        if left_behind and info.channel_id != request.reply.interaction.channel_id:
            await self._point_there(request)
            return True
        return False

    async def _point_there(self, request: Request) -> None:
        info = request.table.info
        await request.reply.replace(moved_note(info, self._desk.redraw.texts(info)))
        self._desk.background.start(f"invite {info.id}", partial(invite, self._desk, info))

    async def _show(self, request: Request) -> None:
        table = request.table
        await request.reply.replace(table_message(table, self._desk.redraw.cards(table.info)))


def _started(info: TableInfo, user_id: int, thread_id: int | None, message_id: int | None) -> TableInfo:
    info = seating.start(info, user_id)
    if thread_id is None:
        return replace(info, message_id=message_id)
    return replace(info, channel_id=thread_id, message_id=None)


def _needs_host(info: TableInfo, user_id: int) -> bool:
    seated = seating.seat_of(info, user_id) is not None
    return info.status is Status.LOBBY and seated and user_id != info.host_id


def _without_host(info: TableInfo, host_id: int) -> TableInfo:
    """Empty the seat of a host who is gone, unless somebody else is the host by now."""
    seating.require_status(info, Status.LOBBY)
    return seating.leave(info, host_id) if info.host_id == host_id else info


def _cancelled(info: TableInfo, user_id: int, *, may_moderate: bool) -> TableInfo:
    seating.require_status(info, Status.LOBBY)
    if user_id != info.host_id and not may_moderate:
        raise Refusal(lambda t: t("Only the host can cancel this table."))
    return seating.end(info)
