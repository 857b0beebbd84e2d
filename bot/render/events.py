"""What happened at the table, in words that everybody may read."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from bot.render.melds import kind_text, meld_names
from bot.render.table import side_label
from bot.render.text import card_text, ranks_text, safe_name
from engine.cards import IS_WILD, RANK
from engine.deal import rounds_by_seat
from engine.events import (
    Answered,
    Asked,
    DealEnded,
    Discarded,
    Drew,
    FootToStock,
    Laid,
    RedThreeLaid,
    TookFoot,
    TookPile,
)
from engine.state import Canasta, Ending

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.i18n import Texts
    from bot.render.cards import Cards
    from engine.deal import Lead
    from engine.events import Event
    from engine.view import View


def event_text(event: Event, names: Sequence[str], cards: Cards, view: View | None = None) -> str:
    """Return what everybody saw happen; ``names`` are the seats' display names as they are.

    ``view``, of any later moment of the deal, names the meld that cards were laid on. Red threes are told by
    `RedThreeLaid`, so a draw is told without its card.
    """
    t = cards.t
    match event:
        case FootToStock(side, count):
            return t.n(
                "The stock ran out: the foot of {side} takes its place, {count} card.",
                "The stock ran out: the foot of {side} takes its place, {count} cards.",
                count,
                side=side_label(names, side, t),
            )
        case DealEnded(ended, closed_by, concealed):
            return ending_text(ended, None if closed_by is None else names[closed_by], t, concealed=concealed)
        case Laid(seat):
            return _laid_text(event, safe_name(names[seat]), cards, view)
        case Asked(seat):
            return t("{name} asked: may I go out?", name=safe_name(names[seat]))
        case Answered(seat, yes):
            name = safe_name(names[seat])
            return t("{name} answered yes.", name=name) if yes else t("{name} answered no.", name=name)
        case _:
            return _moved_text(event, safe_name(names[event.seat]), cards)


def _moved_text(event: Drew | RedThreeLaid | TookPile | Discarded | TookFoot, name: str, cards: Cards) -> str:
    """Return which cards went where."""
    t = cards.t
    match event:
        case Drew():
            return t("{name} drew a card.", name=name)
        case RedThreeLaid(_, card):
            return t("{name} laid the red three {card}.", name=name, card=cards.text(card))
        case TookPile(_, count):
            return t.n(
                "{name} took the pile: {count} card.",
                "{name} took the pile: {count} cards.",
                count,
                name=name,
            )
        case Discarded(_, card):
            return t("{name} discarded {card}.", name=name, card=cards.text(card))
        case TookFoot(_, count):
            return t.n(
                "{name} took the foot: {count} card.",
                "{name} took the foot: {count} cards.",
                count,
                name=name,
            )
        case _:
            assert_never(event)


def ending_text(ended: Ending, closer: str | None, t: Texts, *, concealed: bool) -> str:
    """Return how a deal ended; ``closer`` is the display name of who went out."""
    if closer is not None:
        name = safe_name(closer)
        return t("{name} went out concealed.", name=name) if concealed else t("{name} went out.", name=name)
    if ended is Ending.STOCK:
        return t("The stock is used up: nobody went out.")
    return t("The turn could not end: nobody went out.")


def lead_lines(lead: Lead, names: Sequence[str], t: Texts) -> list[str]:
    """Return how the first player was drawn for: the cards of each round, then who plays first."""
    shown = [safe_name(name) for name in names]
    leader = (lead.dealer + 1) % len(names)
    lines = [
        ", ".join(f"{shown[seat]} {card_text(card, t)}" for seat, card in drawn.items())
        for drawn in rounds_by_seat(lead.rounds)
    ]
    return [
        t("Everybody draws a card for the first turn:"),
        *lines,
        t("**{name}** plays first.", name=shown[leader]),
    ]


def _laid_text(event: Laid, name: str, cards: Cards, view: View | None) -> str:
    t, laid = cards.t, cards.line(event.cards)
    meld = _meld_of(event, t, view)
    if meld is None:
        return t("{name} laid {cards}.", name=name, cards=laid)
    match event.canasta:
        case None:
            return t("{name} laid {cards}: {meld}.", name=name, cards=laid, meld=meld)
        case Canasta.CLEAN:
            return t("{name} laid {cards}: a clean canasta of {meld}.", name=name, cards=laid, meld=meld)
        case Canasta.DIRTY:
            return t("{name} laid {cards}: a dirty canasta of {meld}.", name=name, cards=laid, meld=meld)


def _meld_of(event: Laid, t: Texts, view: View | None) -> str | None:
    """Return which meld was laid on: a set by its name, a sequence, whose run changes, by its suit."""
    if view is not None and event.meld < len(melds := view.sides[event.side].melds):
        meld = melds[event.meld]
        return kind_text(meld, t) if meld.rank is None else meld_names(melds, t)[event.meld]
    ranks = {RANK[card] for card in event.cards if not IS_WILD[card]}
    return ranks_text(ranks.pop(), t) if len(ranks) == 1 else None
