"""The lobby: who sits where before a match begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import ButtonStyle

from bot.render.clock import pace_name
from bot.render.rules import house_rules_lines
from bot.render.table import seat_name, seat_names, side_number
from bot.render.text import plain_name
from bot.ui.ids import Press, Verb
from bot.ui.layout import button, panel, rows, text
from bot.ui.plain import plain_panel
from engine.match import SIDES
from storage.model import Pace, SeatKind, Status

if TYPE_CHECKING:
    from discord.ui import Button, LayoutView

    from bot.i18n import Texts
    from engine.state import Seat, Side
    from storage.model import TableInfo


def lobby_panel(info: TableInfo, t: Texts) -> LayoutView:
    """Return the message of a table before its match; once closed, without buttons."""
    open_ = info.status is Status.LOBBY
    title = t("A table for {rules}", rules=t(info.rules.title)) if open_ else t("This table is closed.")
    return panel(
        text(f"### {title}", _rules_line(info, t), *_terms(info, t), *house_rules_lines(info.rules, t)),
        text(*(_side_line(info, side, t) for side in range(SIDES))),
        *([text(*(f"-# {line}" for line in _what_next(info, t))), *rows(_buttons(info, t))] if open_ else []),
    )


def removal_panel(info: TableInfo, t: Texts) -> LayoutView:
    """Return the host's private panel that takes people off their seats, one at each press."""
    names = seat_names(info)
    buttons = [
        button(
            Press(info.id, Verb.REMOVE, arg=str(info.seats[seat].user_id)),
            t("Remove {name}", name=plain_name(names[seat])),
            ButtonStyle.danger,
        )
        for seat in _others(info)
    ]
    if not buttons:
        return plain_panel(t("Nobody but you sits here."))
    return panel(
        text(
            t("### Who is to give up their seat?"),
            t("Whom you remove can sit down again where a seat is free."),
        ),
        *rows(buttons),
    )


def _rules_line(info: TableInfo, t: Texts) -> str:
    target = info.rules.match.target
    if info.players == SIDES:
        return t.n(
            "{count} player, each alone, to {target} points",
            "{count} players, each alone, to {target} points",
            info.players,
            target=target,
        )
    return t.n(
        "{count} player in pairs, to {target} points",
        "{count} players in pairs, to {target} points",
        info.players,
        target=target,
    )


def _terms(info: TableInfo, t: Texts) -> list[str]:
    """Return what else was agreed on: the clock, and whether the match counts."""
    clock = [] if info.pace is Pace.NONE else [t("Clock: {pace}", pace=pace_name(info.pace, t))]
    ranked = [t("Ranked: it counts for the leaderboard, if a person sits on each side.")]
    return clock + ranked if info.ranked else clock


def _side_line(info: TableInfo, side: Side, t: Texts) -> str:
    seats = [_seat_text(info, seat, t) for seat in range(side, info.players, SIDES)]
    label = t("Seat {number}", number=side + 1) if info.players == SIDES else side_number(side, t)
    return f"**{label}:** {' & '.join(seats)}"


def _seat_text(info: TableInfo, seat: Seat, t: Texts) -> str:
    name, holder = seat_name(info, seat, t), info.seats[seat]
    match holder.kind:
        case SeatKind.EMPTY:
            return f"*{name}*"
        case SeatKind.COMPUTER:
            return t("{name} (computer)", name=name)
        case SeatKind.HUMAN:
            return t("{name} (host)", name=name) if holder.user_id == info.host_id else name


def _what_next(info: TableInfo, t: Texts) -> list[str]:
    next_step = (
        t("Sit down, or fill the free seats with computers; then the host starts.")
        if _open_seats(info)
        else t("All seats are taken: the host can start.")
    )
    return [next_step, t("A table that nobody touches for half an hour closes.")]


def _buttons(info: TableInfo, t: Texts) -> list[Button[Any]]:
    buttons = [
        button(Press(info.id, Verb.SIT, arg=str(side)), _sit_label(info, side, t), ButtonStyle.primary)
        for side in range(SIDES)
        if any(info.seats[seat].kind is not SeatKind.HUMAN for seat in range(side, info.players, SIDES))
    ]
    if any(holder.kind is SeatKind.HUMAN for holder in info.seats):
        buttons.append(button(Press(info.id, Verb.LEAVE), t("Leave")))
    if _open_seats(info):
        buttons.append(button(Press(info.id, Verb.FILL), t("Fill up with computers")))
    else:
        buttons.append(button(Press(info.id, Verb.START), t("Start"), ButtonStyle.success))
    buttons.append(button(Press(info.id, Verb.HOUSE), t("House rules")))
    if _others(info):
        buttons.append(button(Press(info.id, Verb.PEOPLE), t("Remove somebody")))
    return [*buttons, button(Press(info.id, Verb.CANCEL), t("Cancel"), ButtonStyle.danger)]


def _sit_label(info: TableInfo, side: Side, t: Texts) -> str:
    if info.players == SIDES:
        return t("Sit: seat {number}", number=side + 1)
    return t("Sit: side {number}", number=side + 1)


def _others(info: TableInfo) -> list[Seat]:
    """Return the seats of people besides the host."""
    return [
        seat
        for seat, holder in enumerate(info.seats)
        if holder.kind is SeatKind.HUMAN and holder.user_id != info.host_id
    ]


def _open_seats(info: TableInfo) -> bool:
    return any(holder.kind is SeatKind.EMPTY for holder in info.seats)
