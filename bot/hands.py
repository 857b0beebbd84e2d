"""Hand panels: each person's private message of a table, and what is remembered of it between presses."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from bot.i18n import texts_for
from bot.model import Status
from bot.outages import UNREACHABLE, reason
from bot.referee import judge_for
from bot.refusals import Refusal
from bot.seating import require_seat
from bot.ui.hand_panel import drawn_cards, hand_panel
from bot.ui.panel_state import PanelState, read_selection
from engine.view import view_for

if TYPE_CHECKING:
    from datetime import datetime

    import discord
    from discord.ui import LayoutView

    from bot.background import Background
    from bot.i18n import Texts
    from bot.model import TableId, TableInfo
    from bot.ports import Ports
    from bot.reply import Reply
    from bot.tables import OpenTable
    from bot.ui.panel_state import Sort
    from engine.actions import Action
    from engine.cards import Card
    from engine.ruleset import RuleSet
    from engine.state import Seat
    from engine.table import Commit
    from storage.settings import Settings

TOKEN_LIFE = timedelta(minutes=14, seconds=30)
"""An interaction can edit its original response for 15 minutes."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a panel shows besides the table and what is remembered of its person; see `PanelState`."""

    chosen: tuple[str, ...] = ()
    notice: str | None = None
    confirm: Action | None = None
    ideas: int | None = None


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A panel, which is the original response of ``interaction``, and the cards that it shows as chosen."""

    interaction: discord.Interaction
    message_id: int
    opened: datetime
    chosen: tuple[str, ...] = ()


_PLAIN = Shown()


class Hands:
    """The hand panels on people's screens. All of it may be lost: a panel carries what it needs itself."""

    def __init__(self, settings: Settings, background: Background, ports: Ports) -> None:
        self._settings = settings
        self._background = background
        self._ports = ports
        self._open: dict[tuple[TableId, int], OpenHand] = {}
        self._drawn: dict[TableId, tuple[Seat, tuple[Card, ...]]] = {}
        self._sorts: dict[tuple[int, str], Sort] = {}

    def on_commit(self, table: OpenTable, commit: Commit, *, revealed: bool) -> None:  # noqa: ARG002
        """Remember the cards just drawn, for as long as their turn lasts."""
        seat, _ = self._drawn.get(table.info.id, (None, ()))
        if commit.kind.deals or table.in_turn != seat:
            self._drawn.pop(table.info.id, None)
        if commit.seat is not None and commit.seat == table.in_turn:
            cards = drawn_cards(commit.events, commit.seat)
            if cards:
                self._drawn[table.info.id] = commit.seat, cards

    def on_change(self, table: OpenTable, before: TableInfo | None) -> None:
        """Forget the panels of a table that is over."""
        if before is not None and table.info.status not in (Status.LOBBY, Status.PLAYING):
            for key in [key for key in self._open if key[0] == table.info.id]:
                del self._open[key]

    async def show(self, reply: Reply, table: OpenTable, notice: str | None = None) -> None:
        """Answer with a new panel; the person's earlier one is removed while its token lives."""
        panel = await self._panel(table, reply.user.id, reply.t, Shown(notice=notice))
        self._remember(reply, table, await reply.show(panel))

    async def turn_to(self, reply: Reply, table: OpenTable, shown: Shown = _PLAIN) -> None:
        """Answer with the panel in place of the private message that was pressed on, or as a new one."""
        message = reply.interaction.message
        if message is None or not reply.from_private_panel:
            await self.show(reply, table, shown.notice)
            return
        # Before the answer: a press that overtakes it finds the selection here, not in its message yet.
        self._remember(reply, table, message.id, shown.chosen)
        await reply.replace(await self._panel(table, reply.user.id, reply.t, shown))

    def chosen(self, reply: Reply, table: OpenTable) -> tuple[str, ...]:
        """Return what the pressed panel shows as chosen."""
        message = reply.interaction.message
        if message is None:
            return ()
        hand = self._open.get((table.info.id, reply.user.id))
        if hand is not None and hand.message_id == message.id:
            return hand.chosen
        return tuple(read_selection(message.components))

    async def push(self, table: OpenTable, user_id: int) -> None:
        """Bring a person's open panel up to date, if it can be reached."""
        key = table.info.id, user_id
        hand = self._open.get(key)
        if hand is None or self._ports.now() - hand.opened > TOKEN_LIFE:
            return
        t = texts_for(str(hand.interaction.locale.value))
        panel = await self._panel(table, user_id, t, Shown(hand.chosen))
        try:
            await hand.interaction.edit_original_response(view=panel)
        except UNREACHABLE as error:
            log.debug("table %s: a panel is out of reach (%s)", table.info.id, reason(error))
            if self._open.get(key) is hand:
                del self._open[key]

    async def push_all(self, table: OpenTable) -> None:
        """Bring every open panel of a table up to date."""
        for table_id, user_id in list(self._open):
            if table_id == table.info.id:
                await self.push(table, user_id)

    async def sort_by(self, table: OpenTable, user_id: int, order: Sort) -> None:
        """Keep how a person wants hands sorted, at all tables where melds are of the same kinds."""
        key = _sort_key(table.info.rules)
        self._sorts[user_id, key] = order
        await self._settings.set_for_person(user_id, key, order)

    async def _panel(self, table: OpenTable, user_id: int, t: Texts, shown: Shown) -> LayoutView:
        seat = require_seat(table.info, user_id)
        if table.match.state is None:
            raise Refusal(lambda t: t("The match has not started yet."))
        sort = await self._sort_of(table, user_id)
        drawn_by, drawn = self._drawn.get(table.info.id, (None, ()))
        # Nothing is awaited from here on: deal, version and undo are those of one moment.
        deal = table.table.state_for(seat)
        state = PanelState(
            version=table.table.version,
            chosen=shown.chosen,
            can_undo=table.table.can_undo(seat),
            notice=shown.notice,
            sort=sort,
            drawn=drawn if drawn_by == seat else (),
            confirm=shown.confirm,
            ideas=shown.ideas,
            until=table.deadline,
        )
        return hand_panel(table.info, view_for(deal, seat), state, judge_for(deal, seat), t)

    async def _sort_of(self, table: OpenTable, user_id: int) -> Sort:
        rules = table.info.rules
        key = _sort_key(rules)
        if (user_id, key) not in self._sorts:
            usual = "suit" if rules.meld.sequences else "rank"
            stored = (await self._settings.of_person(user_id)).get(key, usual)
            self._sorts[user_id, key] = "suit" if stored == "suit" else "rank"
        return self._sorts[user_id, key]

    def _remember(
        self, reply: Reply, table: OpenTable, message_id: int | None, chosen: tuple[str, ...] = ()
    ) -> None:
        key = table.info.id, reply.user.id
        old = self._open.pop(key, None)
        if message_id is not None:
            self._open[key] = OpenHand(reply.interaction, message_id, self._ports.now(), chosen)
        if old is not None and old.message_id != message_id:
            self._background.start(f"remove panel {old.message_id}", partial(self._remove, old))

    async def _remove(self, hand: OpenHand) -> None:
        if self._ports.now() - hand.opened > TOKEN_LIFE:
            return
        try:
            await hand.interaction.delete_original_response()
        except UNREACHABLE as error:
            log.debug("an old panel was not removed (%s)", reason(error))


def _sort_key(rules: RuleSet) -> str:
    """Return the name of the setting: who plays sequences may want suits together there, and only there."""
    return "sort with sequences" if rules.meld.sequences else "sort"
