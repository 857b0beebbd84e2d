"""Hand panels: each person's private message of a table, and what is remembered of it between presses."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from discord import File

from bot.chronicle import is_mere_draw
from bot.outages import UNREACHABLE, reason
from bot.referee import judge_for
from bot.refusals import Refusal
from bot.reply import Sent
from bot.seating import ready_after, require_seat
from bot.ui.hand_panel import HAND_PICTURE, drawn_cards, hand_panel, pictured_hand
from bot.ui.panel_state import PanelState, read_selection
from bot.ui.sheets import over_panel
from engine.view import view_for

if TYPE_CHECKING:
    from discord import Interaction
    from discord.ui import LayoutView

    from bot.background import Background
    from bot.emojis import Emojis
    from bot.i18n import Texts
    from bot.pictures import Pictures
    from bot.ports import Ports
    from bot.preferences import Preferences
    from bot.render.hand_scene import HandScene
    from bot.reply import Reply
    from bot.tables import OpenTable
    from engine.actions import Action
    from engine.cards import Card
    from engine.state import Seat
    from engine.table import Commit
    from storage.model import TableId, TableInfo

log = logging.getLogger(__name__)
_GATHER_SECONDS = 0.1
"""Lets the answer to the click go first, before the panels of others are brought up to date."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a panel shows besides the table and what is remembered of its person; see `PanelState`."""

    chosen: tuple[str, ...] = ()
    notice: str | None = None
    confirm: Action | None = None
    ideas: int | None = None


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A panel of a table, which shows that table's ``version`` and these cards as chosen.

    ``picture`` is what its picture shows, if it has one and that is known.
    """

    table: OpenTable
    message: Sent
    version: int
    chosen: tuple[str, ...] = ()
    picture: HandScene | None = None


class _Panel(NamedTuple):
    """A hand panel that is about to be shown, and what its picture shows; None where it has none."""

    view: LayoutView
    picture: HandScene | None


_PLAIN = Shown()


class Hands:
    """The hand panels on people's screens. All of it may be lost: a panel carries what it needs itself."""

    def __init__(
        self,
        preferences: Preferences,
        emojis: Emojis,
        pictures: Pictures,
        background: Background,
        ports: Ports,
    ) -> None:
        self._preferences = preferences
        self._emojis = emojis
        self._background = background
        self._ports = ports
        self._pictures = pictures
        self._open: dict[tuple[TableId, int], OpenHand] = {}
        self._drawn: dict[TableId, tuple[Seat, tuple[Card, ...]]] = {}

    def on_commit(self, table: OpenTable, commit: Commit, *, revealed: bool) -> None:
        """Remember the cards just drawn, for as long as their turn lasts; show others what they may see."""
        seat, _ = self._drawn.get(table.info.id, (None, ()))
        if commit.kind.deals or table.in_turn != seat:
            self._drawn.pop(table.info.id, None)
        if commit.seat is not None and commit.seat == table.in_turn:
            cards = drawn_cards(commit.events, commit.seat)
            if cards:
                self._drawn[table.info.id] = commit.seat, cards
        if revealed and not is_mere_draw(commit):
            self._push_all(table)

    def on_change(self, table: OpenTable, before: TableInfo | None) -> None:
        """Show who sits there now, and whether the match is over."""
        if before is not None and (before.status, before.seats) != (table.info.status, table.info.seats):
            self._push_all(table, whatever=True)

    def refresh(self, user_id: int) -> None:
        """Show a person's open panels as that person wants them now."""
        for hand in [hand for (_, owner), hand in self._open.items() if owner == user_id]:
            self._start_push(hand.table, user_id, whatever=True)

    async def show(self, reply: Reply, table: OpenTable, notice: str | None = None) -> None:
        """Answer with a new panel; the person's earlier one is removed while its token lives."""
        version = table.table.version
        panel = await self._panel(table, reply.interaction, reply.t, Shown(notice=notice))
        sent = await reply.show(panel.view, await self._files(panel))
        if sent is not None:
            self._remember(reply.user.id, OpenHand(table, sent, version, picture=panel.picture))

    async def turn_to(self, reply: Reply, table: OpenTable, shown: Shown = _PLAIN) -> None:
        """Answer with the panel in place of the private message that was pressed on, or as a new one."""
        message = reply.interaction.message
        if message is None or not reply.from_private_panel:
            await self.show(reply, table, shown.notice)
            return
        # Before the answer: a press that overtakes it finds the selection here, not in its message yet.
        # What picture it has is unknown until the answer is there.
        hand = OpenHand(table, Sent(reply.interaction, message.id), table.table.version, shown.chosen)
        before = self._remember(reply.user.id, hand)
        panel = await self._panel(table, reply.interaction, reply.t, shown)
        has = before.picture if before is not None and before.message.id == message.id else None
        keeps = panel.picture == has and (has is not None or not message.attachments)
        delivered = await reply.replace(panel.view, None if keeps else await self._files(panel))
        key = table.info.id, reply.user.id
        if delivered and self._open.get(key) is hand:
            self._open[key] = replace(hand, picture=panel.picture)

    def chosen(self, reply: Reply, table: OpenTable) -> tuple[str, ...]:
        """Return what the pressed panel shows as chosen."""
        message = reply.interaction.message
        if message is None:
            return ()
        hand = self._open.get((table.info.id, reply.user.id))
        if hand is not None and hand.message.id == message.id:
            return hand.chosen
        return tuple(read_selection(message.components))

    def _push_all(self, table: OpenTable, *, whatever: bool = False) -> None:
        """Bring every open panel of a table up to date, each by a task of its own."""
        for table_id, user_id in list(self._open):
            if table_id == table.info.id:
                self._start_push(table, user_id, whatever=whatever)

    def _start_push(self, table: OpenTable, user_id: int, *, whatever: bool) -> None:
        name = f"panel {table.info.id} {user_id}"
        push = partial(self._push, table, user_id, whatever=whatever)
        self._background.start(name, push, after=_GATHER_SECONDS)

    async def _push(self, table: OpenTable, user_id: int, *, whatever: bool) -> None:
        """Bring a person's open panel up to date, if it can be reached.

        One that shows the newest version already, such as that of who just played, is left alone unless what
        changed is no matter of versions.
        """
        hand = self._open.get((table.info.id, user_id))
        if hand is None or (hand.version == table.table.version and not whatever):
            return
        is_over = table.info.status.is_over
        if not hand.message.in_reach(self._ports.now()) or not await self._edit(hand, user_id) or is_over:
            self._forget(hand, user_id)

    async def _edit(self, hand: OpenHand, user_id: int) -> bool:
        """Show a panel as it is now; return whether that could be done."""
        table, message = hand.table, hand.message
        t = self._preferences.texts(message.interaction)
        version = table.table.version
        try:
            panel = await self._panel(table, message.interaction, t, Shown(hand.chosen))
            if panel.picture == hand.picture:
                await message.edit(view=panel.view)  # what is attached stays
            else:
                await message.edit(view=panel.view, attachments=await self._files(panel))
        except Refusal:
            await self._remove(hand)  # of somebody who left the table
            return False
        except UNREACHABLE as error:
            log.debug("table %s: a panel is out of reach (%s)", table.info.id, reason(error))
            return False
        key = table.info.id, user_id
        if self._open.get(key) is hand:
            self._open[key] = OpenHand(table, message, version, hand.chosen, panel.picture)
        return True

    def _forget(self, hand: OpenHand, user_id: int) -> None:
        key = hand.table.info.id, user_id
        if (now := self._open.get(key)) is not None and now.message is hand.message:
            del self._open[key]

    async def _panel(self, table: OpenTable, asked: Interaction[Any], t: Texts, shown: Shown) -> _Panel:
        """Return the panel of the person who ``asked`` for it."""
        seat = require_seat(table.info, asked.user.id)
        if table.match.state is None:
            raise Refusal(lambda t: t("The match has not started yet."))
        if table.info.status.is_over:
            return _Panel(over_panel(table.info, table.match, t), None)
        mine = await self._preferences.person(asked.user.id)
        drawn_by, drawn = self._drawn.get(table.info.id, (None, ()))
        # Nothing is awaited from here on: deal, version and undo are those of one moment.
        deal = table.table.state_for(seat)
        state = PanelState(
            version=table.table.version,
            chosen=shown.chosen,
            can_undo=table.table.can_undo(seat),
            notice=shown.notice,
            sort=mine.order(table.info.rules),
            drawn=drawn if drawn_by == seat else (),
            confirm=shown.confirm,
            ideas=shown.ideas,
            until=table.deadline,
            text_only=mine.look.text_only,
            over=_to_go_on_from(table, asked.user.id),
            cutter=table.table.cutter,
            result=table.match.deals[-1] if table.match.between_deals else None,
        )
        cards, view = self._emojis.seen(t, mine.look), view_for(deal, seat)
        if mine.pictured and asked.app_permissions.attach_files:
            state = replace(state, picture=pictured_hand(view, state, mine.look.style, t))
        return _Panel(hand_panel(table.info, view, state, judge_for(deal, seat), cards), state.picture)

    async def _files(self, panel: _Panel) -> list[File]:
        if panel.picture is None:
            return []
        return [File(BytesIO(await self._pictures.png(panel.picture)), HAND_PICTURE)]

    def _remember(self, user_id: int, hand: OpenHand) -> OpenHand | None:
        """Keep the panel that a person has now; return the one before, which goes if it is another."""
        key = hand.table.info.id, user_id
        old = self._open.get(key)
        self._open[key] = hand
        if old is not None and old.message.id != hand.message.id:
            self._background.start(f"remove panel {old.message.id}", partial(self._remove, old))
        return old

    async def _remove(self, hand: OpenHand) -> None:
        if not hand.message.in_reach(self._ports.now()):
            return
        try:
            await hand.message.delete()
        except UNREACHABLE as error:
            log.debug("an old panel was not removed (%s)", reason(error))


def _to_go_on_from(table: OpenTable, user_id: int) -> int | None:
    """Return the number of the deal that is over while a person has not said to be ready for the next."""
    deals = len(table.match.deals)
    return deals if table.match.between_deals and user_id not in ready_after(table.info, deals) else None
