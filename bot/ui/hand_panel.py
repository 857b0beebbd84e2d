"""The hand panel: one person's cards and what that person can do, in a message that nobody else sees."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from discord import ButtonStyle

from bot.model import SeatKind, Status
from bot.render.table import counts_text, melds_text, pile_text, seat_name
from bot.render.text import action_label, cards_text, hand_lines, signed
from bot.ui.controls import Controls
from bot.ui.ids import Press, Verb, still_held
from bot.ui.layout import button, panel, rows, shorten, text
from bot.ui.plays import is_offered, takes
from engine.cards import RED_THREES
from engine.events import Drew
from engine.match import SIDES
from engine.state import Phase, side_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discord.ui import Button, LayoutView

    from bot.i18n import Texts
    from bot.model import TableInfo
    from bot.ui.panel_state import PanelState
    from engine.cards import Card
    from engine.events import Event
    from engine.state import Seat
    from engine.view import View

_NOTICE_LIMIT = 600


def hand_panel(info: TableInfo, view: View, state: PanelState, t: Texts) -> LayoutView:
    """Return the panel of the seat that ``view`` belongs to.

    While others play, ``view`` must not show what they can still take back.
    Raises ValueError for a spectator's view.
    """
    if view.hand is None or view.seat is None:
        raise ValueError("a spectator has no hand")
    confirm = state.confirm if state.confirm and is_offered(view, state.confirm) else None
    state = replace(state, chosen=tuple(still_held(state.chosen, view.hand)), confirm=confirm)
    controls = Controls(info.id, view, state, t)
    away = info.status is Status.PLAYING and info.seats[view.seat].kind is SeatKind.COMPUTER
    acting = info.status is Status.PLAYING and view.to_act == view.seat and not away
    hand = [f"### {line}" for line in hand_lines(view.hand, t, by_suit=state.sort == "suit")]
    return panel(
        text(*_heading(info, view, state, t, away=away)),
        text(*(hand or [t("Your hand is empty.")])),
        text(*_table_lines(info, view, t)),
        *([text(*lines)] if (lines := _question(controls)) and acting else []),
        *(controls.rows() if acting else []),
        *rows(_footer(info, state, t, acting=acting, away=away)),
    )


def drawn_cards(events: Iterable[Event], seat: Seat) -> tuple[Card, ...]:
    """Return the cards that came to the hand of ``seat`` from the stock, for ``PanelState.drawn``."""
    return tuple(
        event.card
        for event in events
        if isinstance(event, Drew) and event.seat == seat and event.card not in RED_THREES
    )


def _heading(info: TableInfo, view: View, state: PanelState, t: Texts, *, away: bool) -> list[str]:
    """Return what stands at the top: a notice, whose turn it is and what to do, the card just drawn."""
    lines = [f"> {line}" for line in shorten(state.notice or "", _NOTICE_LIMIT).splitlines()]
    if away:
        lines.append(t("**The computer plays for you.**"))
    if not away or view.to_act != view.seat:
        lines.append(_whose_turn(info, view, t))
    if state.drawn:
        lines.append(t("You drew {cards}.", cards=f"**{cards_text(state.drawn, t)}**"))
    return lines


def _whose_turn(info: TableInfo, view: View, t: Texts) -> str:
    if info.status is not Status.PLAYING:
        return t("**The match is over.**")
    if view.to_act is None:
        return t("**The deal is over.**")
    if view.to_act != view.seat:
        return t("It is the turn of **{name}**.", name=seat_name(info, view.to_act, t))
    if view.phase is Phase.PLAY:
        return t("**Your turn:** lay cards if you like, then discard.")
    return _how_to_draw(view, t)


def _how_to_draw(view: View, t: Texts) -> str:
    match bool(view.stock_count), bool(takes(view)):
        case True, True:
            return t("**Your turn:** draw a card or take the pile.")
        case True, False:
            return t("**Your turn:** draw a card.")
        case False, True:
            return t("**Your turn:** the stock is empty: take the pile or end the deal.")
        case _:
            return t("**Your turn:** the stock is empty and you cannot take the pile: end the deal.")


def _table_lines(info: TableInfo, view: View, t: Texts) -> list[str]:
    side = side_of(view.seat or 0)
    own, other = view.sides[side], view.sides[(side + 1) % SIDES]
    return [
        t("**We** {score}: {melds}", score=signed(own.score), melds=melds_text(own, t)),
        t("**They** {score}: {melds}", score=signed(other.score), melds=melds_text(other, t)),
        pile_text(view, t),
        counts_text(info, view, t),
    ]


def _question(controls: Controls) -> list[str]:
    """Return what the controls below ask or answer: a play to be confirmed, or the cards chosen."""
    t, confirm, cards = controls.t, controls.state.confirm, controls.chosen()
    if confirm is not None:
        label = action_label(confirm, controls.view, t)
        return [t("**{play}**: with this you go out, and the deal ends. Go out?", play=label)]
    if not cards or controls.view.phase is not Phase.PLAY:
        return []
    lines = [t("Chosen: {cards}", cards=cards_text(cards, t))]
    return lines if controls.chosen_plays() else [*lines, t("Nothing can be done with just these cards.")]


def _footer(info: TableInfo, state: PanelState, t: Texts, *, acting: bool, away: bool) -> list[Button[Any]]:
    def press(verb: Verb, arg: str = "") -> Press:
        return Press(info.id, verb, state.version, arg)

    buttons = [button(press(Verb.BACK), t("Take my seat back"), ButtonStyle.success)] if away else []
    if acting and state.can_undo:
        buttons.append(button(press(Verb.UNDO), t("Undo")))
    if not acting:
        buttons.append(button(press(Verb.SHOW), t("Refresh")))
    if state.sort == "rank":
        buttons.append(button(press(Verb.SORT, "suit"), t("Sort by suit")))
    else:
        buttons.append(button(press(Verb.SORT, "rank"), t("Sort by rank")))
    return [*buttons, button(press(Verb.HELP), t("Help"))]
