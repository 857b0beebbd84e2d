"""The private answers to the buttons of the table message, *In words*, *Log* and *More*; the vote to end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import ButtonStyle

from bot.render.cards import Cards
from bot.render.melds import in_order
from bot.render.table import counts_text, foot_text, pile_text, seat_name, seat_names, side_head
from bot.render.text import canasta_word, cards_text, plain_name
from bot.seating import seat_of, seats_that_vote, seats_to_take
from bot.ui.cut import pledge_lines
from bot.ui.ids import Press, Verb
from bot.ui.layout import button, paged, panel, rows, text
from bot.ui.table_panel import deal_lines
from engine.match import SIDES
from storage.model import SeatKind, Status

if TYPE_CHECKING:
    from collections.abc import Collection

    from discord.ui import Button, LayoutView

    from bot.i18n import Texts
    from bot.ui.table_panel import DealShown
    from engine.state import Seat
    from engine.view import MeldView, SideView
    from storage.model import TableInfo


def words_panel(info: TableInfo, shown: DealShown, t: Texts, page: int = 0) -> LayoutView:
    """Return the whole table in words, card by card."""
    lines = deal_lines(info, shown, t)
    for side in range(SIDES):
        lines += [side_head(info, side, shown.totals[side], t), *_side_words(shown.view.sides[side], t)]
    lines += [pile_text(shown.view, Cards(t)), counts_text(info, shown.view, t)]
    lines += _seal_lines(info, shown, t)
    return paged(lines, Press(info.id, Verb.WORDS), page, t)


def _seal_lines(info: TableInfo, shown: DealShown, t: Texts) -> list[str]:
    return [] if shown.pledge is None else pledge_lines(shown.pledge, seat_names(info), t)


def _side_words(side: SideView, t: Texts) -> list[str]:
    lines = [_meld_words(name, meld, t) for name, meld in in_order(side.melds, t)] or [t("- nothing yet")]
    if side.red_threes:
        lines.append(t("- red threes: {cards}", cards=cards_text(side.red_threes, t)))
    if side.foot is not None:
        lines.append(f"- {foot_text(side.foot, t)}")
    return lines


def _meld_words(name: str, meld: MeldView, t: Texts) -> str:
    params = {"meld": name, "cards": cards_text(meld.cards, t)}
    if meld.canasta is None:
        return t("- {meld}: {cards}", **params)
    return t("- {meld}, {kind} canasta: {cards}", kind=canasta_word(meld.canasta, t), **params)


def log_panel(info: TableInfo, shown: DealShown, t: Texts, page: int = 0) -> LayoutView:
    """Return what happened in this deal, the newest first, down to the sealing of its deck."""
    lines = list(reversed(shown.log)) or [t("Nothing has happened yet.")]
    lines += _seal_lines(info, shown, t)[::-1]
    return paged(lines, Press(info.id, Verb.LOG), page, t)


def more_panel(info: TableInfo, user_id: int, t: Texts, absent: Seat | None = None) -> LayoutView:
    """Return what this person can do besides playing; rules and help are for everybody.

    The person on the seat ``absent`` keeps the others waiting.
    """
    buttons = [
        button(Press(info.id, Verb.RULES, arg="0"), t("Rules")),
        button(Press(info.id, Verb.HELP), t("Help")),
    ]
    if info.status is Status.PLAYING:
        buttons += _seat_buttons(info, user_id, t, absent)
    return panel(text(t("What else would you like to do?")), *rows(buttons))


def _seat_buttons(info: TableInfo, user_id: int, t: Texts, absent: Seat | None) -> list[Button[Any]]:
    seat = seat_of(info, user_id)
    if seat is None:
        return [
            button(
                Press(info.id, Verb.SEAT, arg=str(number)),
                t("Play instead of {name}", name=plain_name(seat_names(info)[number])),
            )
            for number in seats_to_take(info, user_id)
        ]
    leave = button(Press(info.id, Verb.LEAVE), t("Leave the table"), ButtonStyle.danger)
    if info.seats[seat].kind is SeatKind.COMPUTER:
        return [button(Press(info.id, Verb.BACK), t("Take my seat back"), ButtonStyle.success), leave]
    return [
        button(Press(info.id, Verb.AWAY), t("Let the computer play for me")),
        *_sit_in_button(info, seat, t, absent),
        leave,
        button(Press(info.id, Verb.END), t("Offer to end the match"), ButtonStyle.danger),
    ]


def _sit_in_button(info: TableInfo, seat: Seat, t: Texts, absent: Seat | None) -> list[Button[Any]]:
    if absent is None or absent == seat:
        return []
    label = t("Let the computer play for {name}", name=plain_name(seat_names(info)[absent]))
    return [button(Press(info.id, Verb.SIT_IN, arg=str(absent)), label)]


def end_vote_panel(info: TableInfo, agreed: Collection[Seat], t: Texts) -> LayoutView:
    """Return the public question whether to end the match unfinished; the seats in ``agreed`` would."""
    names: dict[bool, list[str]] = {True: [], False: []}
    for seat in seats_that_vote(info):
        names[seat in agreed].append(seat_name(info, seat, t))
    return panel(
        text(
            t("**End this match without a winner?** Everybody has to agree."),
            t("Agreed: {names}", names=", ".join(names[True])),
            t("Not yet: {names}", names=", ".join(names[False])),
        ),
        *rows(
            [
                button(Press(info.id, Verb.AGREE), t("End the match"), ButtonStyle.danger),
                button(Press(info.id, Verb.DECLINE), t("Play on"), ButtonStyle.primary),
            ]
        ),
    )
