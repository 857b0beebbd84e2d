"""Score sheets: what a deal was worth, and how the match stands or ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discord import ButtonStyle
from discord.ui import Separator

from bot.render.events import ending_text
from bot.render.table import seat_name, seat_names, side_title
from bot.render.text import NO_BREAK, TIMES, ranks_text, signed, suit_text
from bot.ui.cut import revealed_lines
from bot.ui.ids import Press, Verb
from bot.ui.layout import SIDE_COLORS, button, fold, panel, rows, text
from engine.cards import FOUR
from engine.match import SIDES
from engine.scoring import total
from engine.texts import SCORES
from storage.model import SeatKind

if TYPE_CHECKING:
    from collections.abc import Collection

    from discord.ui import Button, LayoutView

    from bot.i18n import Texts
    from bot.ui.layout import Item
    from engine.match import DealResult, Match
    from engine.scoring import ScoreItem
    from engine.seal import FairDeal
    from engine.state import Seat
    from storage.model import TableInfo

_SHEET_LIMIT = 2800
_DEALS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A deal that is over: its number, from 1, what it came to, and how its deck came about, if sealed."""

    number: int
    result: DealResult
    fair: FairDeal | None = None


def deal_sheet(info: TableInfo, deal: FinishedDeal, t: Texts, *, ready: Collection[Seat] = ()) -> LayoutView:
    """Return the sheet of a deal and the way on; the seats in ``ready`` pressed it."""
    number, result = deal.number, deal.result
    return panel(
        text(f"### {t('Deal {number} is over.', number=number)}", _ending(info, result, t)),
        Separator(),
        text(*sheet_lines(info, result, t)),
        *_revealed(deal.fair, t),
        Separator(),
        text(*_readiness(info, ready, t)),
        *rows(
            [
                button(Press(info.id, Verb.NEXT, arg=str(number)), t("Next deal"), ButtonStyle.success),
                *_after_buttons(info, t),
            ]
        ),
    )


def match_end(info: TableInfo, match: Match, t: Texts, fair: FairDeal | None = None) -> LayoutView:
    """Return the end of a match: result and margin, the last deal's sheet, all deals' totals, *Rematch*.

    A match that ended early has no winner, and one that ended before its first deal was over no sheet.
    """
    rematch = button(Press(info.id, Verb.REMATCH), t("Rematch"), ButtonStyle.success)
    return panel(
        text(f"### {_result(info, match, t)}", _totals(match.totals)),
        *(_last_deal(info, match, t) if match.deals else []),
        *_revealed(fair, t),
        *rows([rematch, *_after_buttons(info, t)]),
        frame=None if match.winner is None else SIDE_COLORS[match.winner],
    )


def over_panel(info: TableInfo, match: Match, t: Texts) -> LayoutView:
    """Return what takes the place of a hand when its match is over: how that ended, what is left to do."""
    sheet = [button(Press(info.id, Verb.SHEET), t("Score sheet"), ButtonStyle.primary)] if match.deals else []
    return panel(
        text(f"**{t('The match is over.')}** {_result(info, match, t)}", _totals(match.totals)),
        *rows(
            [
                *sheet,
                button(Press(info.id, Verb.REMATCH), t("Rematch"), ButtonStyle.success),
                button(Press(info.id, Verb.LOG, arg="0"), t("Log")),
            ]
        ),
    )


def _revealed(fair: FairDeal | None, t: Texts) -> list[Item]:
    return [] if fair is None else [text(*revealed_lines(fair, t))]


def _last_deal(info: TableInfo, match: Match, t: Texts) -> list[Item]:
    result = match.deals[-1]
    title = t("Deal {number} is over.", number=len(match.deals))
    return [
        Separator(),
        text(f"**{title}** {_ending(info, result, t)}", *sheet_lines(info, result, t)),
        *([Separator(), text(*lines)] if (lines := _deal_lines(match, t)) else []),
    ]


def sheet_lines(info: TableInfo, result: DealResult, t: Texts) -> list[str]:
    """Return both sides' scores of a deal, value first, and the totals they lead to."""
    lines: list[str] = []
    width = max((len(signed(item.points)) for items in result.scores for item in items), default=0)
    for side in range(SIDES):
        items = result.scores[side]
        lines.append(
            t(
                "{side}: {points}, now {total}",
                side=side_title(info, side, t, bold="**"),
                points=signed(total(items)),
                total=signed(result.totals[side]),
            )
        )
        lines += [_item_line(info, item, width, t) for item in sorted(items, key=_as_on_the_table)]
    return fold(lines, _SHEET_LIMIT, t)


def _as_on_the_table(item: ScoreItem) -> tuple[bool, bool, int, int]:
    """Return what sorts the items of a sheet: melds in the order of their tiles, then all else as it is."""
    rank, suit = item.rank, item.suit
    return rank is None and suit is None, rank is None, rank or 0, suit or 0


def _item_line(info: TableInfo, item: ScoreItem, width: int, t: Texts) -> str:
    """Return a line of the sheet, its value in a column of ``width`` characters."""
    label = t(
        SCORES[item.kind],
        count=item.count,
        rank=_cards_meant(item, t),
        bonus=item.bonus,
        cards=_card_points(info, item),
    )
    arithmetic = label.replace(" + ", f"{NO_BREAK}+{NO_BREAK}")
    return f"-# `{signed(item.points):>{width}}` {arithmetic} ({item.clause})"


def _cards_meant(item: ScoreItem, t: Texts) -> str:
    """Return which cards an item is about: those of a rank, or of a suit for a sequence."""
    if item.rank is not None:
        return ranks_text(item.rank, t)
    return "" if item.suit is None else suit_text(item.suit, t)


def _card_points(info: TableInfo, item: ScoreItem) -> str:
    """Return what the cards of an item are worth: ``7 times 10`` in signs where all are worth the same."""
    points = item.points - item.bonus
    rank, suit = FOUR if item.rank is None else item.rank, item.suit or 0
    each = info.rules.card_points[4 * rank + suit]
    return f"{item.count}{NO_BREAK}{TIMES}{NO_BREAK}{each}" if item.count * each == points else str(points)


def _ending(info: TableInfo, result: DealResult, t: Texts) -> str:
    closer = None if result.closed_by is None else seat_names(info)[result.closed_by]
    return ending_text(result.ended, closer, t, concealed=result.concealed)


def _readiness(info: TableInfo, ready: Collection[Seat], t: Texts) -> list[str]:
    waiting = [
        seat_name(info, seat, t)
        for seat, holder in enumerate(info.seats)
        if holder.kind is SeatKind.HUMAN and seat not in ready
    ]
    lines = [t("The next deal starts when everybody is ready, or after half a minute.")]
    return [*lines, t("Not ready yet: {names}", names=", ".join(waiting))] if waiting else lines


def _after_buttons(info: TableInfo, t: Texts) -> list[Button[Any]]:
    return [
        button(Press(info.id, Verb.LOG, arg="0"), t("Log")),
        button(Press(info.id, Verb.MORE), t("More")),
    ]


def _result(info: TableInfo, match: Match, t: Texts) -> str:
    if match.winner is None or match.margin is None:
        return t("The match was ended early.")
    winner = side_title(info, match.winner, t)
    return t.n("{side} wins by {count} point.", "{side} wins by {count} points.", match.margin, side=winner)


def _deal_lines(match: Match, t: Texts) -> list[str]:
    """Return what each of the last deals made of the totals, where there were several."""
    if len(match.deals) == 1:
        return []
    numbered = list(enumerate(match.deals, 1))[-_DEALS_SHOWN:]
    return [
        f"-# {t('After deal {number}: {totals}', number=number, totals=_totals(deal.totals))}"
        for number, deal in numbered
    ]


def _totals(totals: tuple[int, ...]) -> str:
    return f"{NO_BREAK}:{NO_BREAK}".join(signed(points) for points in totals)
