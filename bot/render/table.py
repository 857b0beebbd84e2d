"""What lies on the table, in short lines: both sides' melds, the pile, the stock, the sizes of the hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.melds import meld_tiles, melds_said
from bot.render.text import DOT, NO_BREAK, TIMES, plain_name, safe_name, signed
from engine.match import SIDES
from engine.pile import card_kind
from engine.state import PileState, side_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from bot.i18n import Texts
    from bot.render.cards import Cards
    from engine.state import Seat, Side
    from engine.view import View
    from storage.model import TableInfo


_ALIKE_LIMIT = 28
"""Characters of a name that has a number behind it: together they are no longer than a name may be."""


def seat_name(info: TableInfo, seat: Seat, t: Texts) -> str:
    """Return who sits on ``seat``, to be shown in a text."""
    name = seat_names(info)[seat]
    return safe_name(name) if name else t("empty seat")


def side_names(info: TableInfo, side: Side, t: Texts) -> str:
    """Return who plays on ``side``, to be shown in a text."""
    return " & ".join(seat_name(info, seat, t) for seat in range(side, info.players, SIDES))


def side_label(names: Sequence[str], side: Side, t: Texts) -> str:
    """Return what a side is called in a text: who plays alone by their name, else its number, from 1.

    ``names`` are the seats' display names as they are.
    """
    return safe_name(names[side]) if len(names) == SIDES else side_number(side, t)


def side_number(side: Side, t: Texts) -> str:
    """Return the public name of a side of several people."""
    return t("Side {number}", number=side + 1)


def side_title(info: TableInfo, side: Side, t: Texts, bold: str = "") -> str:
    """Return a side with who plays on it, what it is called between ``bold``."""
    label = f"{bold}{side_label(seat_names(info), side, t)}{bold}"
    return label if info.players == SIDES else f"{label} ({side_names(info, side, t)})"


def seat_names(info: TableInfo) -> list[str]:
    """Return the display names of the seats as they are; behind equal ones stands the number of the seat."""
    plain = [seat.name and plain_name(seat.name) for seat in info.seats]
    alike = [bool(name) and plain.count(name) > 1 for name in plain]
    return [
        f"{plain[number][:_ALIKE_LIMIT]} ({number + 1})" if alike[number] else seat.name
        for number, seat in enumerate(info.seats)
    ]


def melds_text(view: View, side: Side, t: Texts, *, said: bool = False) -> str:
    """Return what lies on a side: melds as tiles or, to be read aloud, in words; red threes, the foot."""
    shown = view.sides[side]
    melds = melds_said(shown.melds, t) if said else meld_tiles(shown.melds, t)
    tiles = melds or [nothing_yet(view, side, t)]
    if shown.red_threes:
        tiles.append(red_threes_text(len(shown.red_threes), t))
    if shown.foot is not None:
        tiles.append(foot_text(shown.foot, t))
    return DOT.join(tiles)


def red_threes_text(count: int, t: Texts) -> str:
    """Return how many red threes lie on a side."""
    return t("red threes").replace(" ", NO_BREAK) + f"{TIMES}{count}"


def foot_text(foot: Literal["untaken", "taken", "stock"], t: Texts) -> str:
    """Return what became of a side's foot."""
    match foot:
        case "untaken":
            return t("foot not taken yet")
        case "taken":
            return t("foot taken")
        case "stock":
            return t("foot became stock")


def opening_minimum(view: View, side: Side) -> int:
    """Return what the next melds of a side must be worth, in points; 0 for nothing. Rule: C-2."""
    shown = view.sides[side]
    return 0 if shown.melds else view.rules.opening_minimum(shown.score)


def nothing_yet(view: View, side: Side, t: Texts) -> str:
    """Return that a side has no melds, and what its first ones must be worth."""
    minimum = opening_minimum(view, side)
    if not minimum:
        return t("nothing yet")
    return t.n(
        "nothing yet, first melds from {count} point",
        "nothing yet, first melds from {count} points",
        minimum,
    )


def pile_text(view: View, cards: Cards) -> str:
    """Return the pile: its top, its size, and what stands in the way of taking it."""
    pile, t = view.pile, cards.t
    if pile.top is None:
        return pile_count(view, t)
    count = t.n(
        "Pile: **{card}** on top, {count} card",
        "Pile: **{card}** on top, {count} cards",
        pile.count,
        card=cards.text(pile.top),
    )
    return DOT.join([count, *obstacles(view, t)])


def pile_count(view: View, t: Texts) -> str:
    """Return the size of the pile."""
    if view.pile.top is None:
        return t("Pile: empty")
    return t.n("Pile: {count} card", "Pile: {count} cards", view.pile.count)


def obstacles(view: View, t: Texts) -> list[str]:
    """Return why the pile is hard to take, or cannot be taken at all. Rules: I-8, I-9, T-7, C-3."""
    pile = view.pile
    found: list[str] = []
    match pile.state:
        case PileState.OPEN if _is_frozen_until_opening(view):
            found.append(t("frozen for you until your side melds"))
        case PileState.OPEN:
            pass
        case PileState.BLOCKED:
            return [t("blocked for one turn")]
        case PileState.FROZEN:
            found.append(_frozen_text(pile.cause, t))
    kind = None if pile.top is None else card_kind(pile.top)
    if kind is not None and not (kind == "wild" and view.rules.pile.wild_top == "as_wild"):
        found.append(t("its top card cannot be taken"))
    return found


def _is_frozen_until_opening(view: View) -> bool:
    if view.seat is None or not view.rules.pile.frozen_before_opening:
        return False
    return not view.sides[side_of(view.seat)].melds


def _frozen_text(cause: str | None, t: Texts) -> str:
    match cause:
        case "wild":
            return t("frozen by a wild")
        case "red_three":
            return t("frozen by a red three")
        case "black_three":
            return t("frozen by a black three")
        case _:
            return t("frozen")


def counts_text(info: TableInfo, view: View, t: Texts) -> str:
    """Return how many cards the stock and each hand have."""
    hands = [f"{seat_name(info, seat, t)}{NO_BREAK}{count}" for seat, count in enumerate(view.hand_counts)]
    return DOT.join([t("Stock {count}", count=view.stock_count), *hands])


def side_head(info: TableInfo, side: Side, points: int, t: Texts) -> str:
    """Return a side's headline: its name, who plays on it, its points."""
    return t.n(
        "{side}: {points} point",
        "{side}: {points} points",
        abs(points),
        side=side_title(info, side, t, bold="**"),
        points=signed(points),
    )
