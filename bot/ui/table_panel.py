"""The table message, which everybody sees.

Nothing in it may depend on a hidden card, nor show what the player to move can still take back: the view is
a spectator's, of the last moment that stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from discord import ButtonStyle
from discord.ui import Separator

from bot.render.clock import until_lines
from bot.render.rules import house_rules_lines
from bot.render.table import counts_text, melds_text, pile_text, seat_name, side_head
from bot.render.text import DOT
from bot.ui.cut import seal_mark
from bot.ui.ids import Press, Verb
from bot.ui.layout import SIDE_COLORS, button, gallery, panel, rows, text
from engine.match import SIDES
from engine.state import Phase, partner_of, side_of
from storage.model import SeatKind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from discord.ui import Button, LayoutView

    from bot.i18n import Texts
    from bot.render.cards import Cards
    from bot.ui.layout import Item
    from engine.seal import Pledge
    from engine.view import View
    from storage.model import TableInfo

_LOG_SHOWN = 6
_LOG_LIMIT = 1500
"""Characters: an emoji has some forty of them."""


@dataclass(frozen=True, slots=True)
class DealShown:
    """A deal as everybody may see it: a spectator's view, its number from 1, and what happened so far.

    ``totals`` are the match's before this deal; ``log`` holds lines of markdown, the newest last; ``until``
    is the end of the time of whoever is to act. ``pledge`` binds the deck, if it was sealed.
    """

    view: View
    number: int
    totals: tuple[int, ...]
    log: Sequence[str] = ()
    until: datetime | None = None
    pledge: Pledge | None = None


class TablePicture(NamedTuple):
    """The picture in a table message: the name of its file, and its words for who cannot see it."""

    file_name: str
    words: str


def table_panel(
    info: TableInfo, shown: DealShown, cards: Cards, picture: TablePicture | None = None
) -> LayoutView:
    """Return the table message of a running deal; melds and pile are in its picture, or else in words."""
    view, t = shown.view, cards.t
    recent = _recent(shown)
    return panel(
        text(
            f"### {_whose_turn(info, view, t)}",
            *until_lines(shown.until, t),
            *(f"-# {line}" for line in _marked(deal_lines(info, shown, t), shown.pledge, t)),
        ),
        Separator(),
        *(_in_words(info, shown, cards) if picture is None else _pictured(info, shown, picture, t)),
        text(f"{cards.back} {counts_text(info, view, t)}".strip()),
        *([Separator(), text(*recent)] if recent else []),
        *rows(_buttons(info, t)),
        frame=SIDE_COLORS[side_of(view.to_act or 0)],
    )


def _in_words(info: TableInfo, shown: DealShown, cards: Cards) -> list[Item]:
    view, t = shown.view, cards.t
    sides = [
        line
        for side in range(SIDES)
        for line in (side_head(info, side, shown.totals[side], t), melds_text(view, side, t))
    ]
    return [text(*sides), text(pile_text(view, cards))]


def _pictured(info: TableInfo, shown: DealShown, picture: TablePicture, t: Texts) -> list[Item]:
    heads = [side_head(info, side, shown.totals[side], t) for side in range(SIDES)]
    return [text(*heads), gallery(picture.file_name, picture.words)]


def _recent(shown: DealShown) -> list[str]:
    """Return the newest lines of the log, as many as there is room for."""
    lines: list[str] = []
    room = _LOG_LIMIT
    for line in reversed(shown.log[-_LOG_SHOWN:]):
        room -= len(line)
        if room < 0:
            break
        lines.insert(0, f"-# {line}")
    return lines


def deal_lines(info: TableInfo, shown: DealShown, t: Texts) -> list[str]:
    """Return which deal this is, how far the match goes, house rules if there are any, and who is away."""
    deal = t("Deal {number} of a match to {target}", number=shown.number, target=info.rules.match.target)
    first = DOT.join([deal, t("ranked")]) if info.ranked else deal
    return [first, *house_rules_lines(info.rules, t), *_absence_lines(info, t)]


def _absence_lines(info: TableInfo, t: Texts) -> list[str]:
    """Return for whom a turn was played, and for whom the computer plays until they are back."""
    late: list[str] = []
    away: list[str] = []
    for seat, holder in enumerate(info.seats):
        if holder.kind is SeatKind.COMPUTER and holder.user_id is not None:
            away.append(seat_name(info, seat, t))
        elif holder.missed:
            late.append(seat_name(info, seat, t))
    lines = []
    if late:
        lines.append(t("Time ran out for {names}: the computer played that turn.", names=", ".join(late)))
    if away:
        lines.append(t("The computer plays for {names}.", names=", ".join(away)))
    return lines


def _marked(lines: Sequence[str], pledge: Pledge | None, t: Texts) -> list[str]:
    """Return lines about a deal, with the seal of its deck in the first."""
    first, *others = lines
    return [first if pledge is None else first + DOT + seal_mark(pledge, t), *others]


def _whose_turn(info: TableInfo, view: View, t: Texts) -> str:
    if view.to_act is None:
        return t("The deal is over.")
    name = seat_name(info, view.to_act, t)
    if view.turn.asked == "waiting":
        asker = seat_name(info, partner_of(view.to_act), t)
        return t("{name} is to answer: may {asker} go out?", name=name, asker=asker)
    if view.phase is Phase.DRAW:
        return t("{name} is to draw or to take the pile.", name=name)
    return t("{name} is to lay cards and to discard.", name=name)


def _buttons(info: TableInfo, t: Texts) -> list[Button[Any]]:
    return [
        button(Press(info.id, Verb.HAND), t("My hand"), ButtonStyle.primary),
        button(Press(info.id, Verb.WORDS, arg="0"), t("In words")),
        button(Press(info.id, Verb.LOG, arg="0"), t("Log")),
        button(Press(info.id, Verb.MORE), t("More")),
    ]
