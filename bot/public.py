"""What everybody sees of a table, chosen by how far it got."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.cards import CardStyle
from bot.render.events import event_text
from bot.render.scene import scene_of
from bot.render.table import seat_names
from bot.seating import ready_after, seat_of
from bot.ui.cut import cut_panel
from bot.ui.lobby import lobby_panel
from bot.ui.sheets import FinishedDeal, deal_sheet, match_end
from bot.ui.table_panel import DealShown, table_panel
from storage.model import Status

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from discord.ui import LayoutView

    from bot.i18n import Texts
    from bot.render.cards import Cards
    from bot.render.scene import Scene
    from bot.tables import OpenTable
    from bot.ui.table_panel import TablePicture
    from engine.state import Seat


def table_message(table: OpenTable, cards: Cards, picture: TablePicture | None = None) -> LayoutView:
    """Return the table message: the lobby, the running deal, the sheet of the last one, or the end."""
    info, match, t = table.info, table.match, cards.t
    cutter, pledge = table.table.cutter, table.table.pledge
    if info.status is Status.PLAYING and cutter is not None and pledge is not None:
        return cut_panel(info, len(match.deals) + 1, cutter, pledge, t)
    if info.status is Status.LOBBY or match.state is None:
        return lobby_panel(info, t)
    if match.over or info.status is not Status.PLAYING:
        return match_end(info, match, t, table.table.revealed)
    if match.between_deals:
        return sheet(table, t)
    return table_panel(info, deal_shown(table, cards), cards, picture)


def deal_shown(table: OpenTable, cards: Cards) -> DealShown:
    """Return the running or last deal as everybody may see it; only after the first deal."""
    match = table.match
    view = table.table.view(None)
    names = seat_names(table.info)
    log = [event_text(event, names, cards, view) for event in table.chronicle.events]
    number, totals = len(match.deals) + match.deal_running, tuple(side.score for side in view.sides)
    return DealShown(view, number, totals, log, table.deadline, table.table.pledge)


def scene_shown(table: OpenTable, t: Texts, style: CardStyle = CardStyle.FOUR_COLORS) -> Scene | None:
    """Return what the picture in the table message shows; None where the message has no picture."""
    match = table.match
    if table.info.status is not Status.PLAYING or not match.deal_running:
        return None
    return scene_of(table.table.view(None), seat_names(table.info), t, style)


def sheet(table: OpenTable, t: Texts) -> LayoutView:
    """Return the sheet of the last deal, with who is ready for the next one."""
    deals = table.match.deals
    ready = seats_of(table, ready_after(table.info, len(deals)))
    last = FinishedDeal(len(deals), deals[-1], table.table.revealed)
    return deal_sheet(table.info, last, t, ready=ready)


def seats_of(table: OpenTable, people: AbstractSet[int]) -> set[Seat]:
    """Return the seats of ``people``, leaving out who has none."""
    return {seat for person in people if (seat := seat_of(table.info, person)) is not None}
