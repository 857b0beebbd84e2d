"""Plays in words: what a button, a choice or an answer says of an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from bot.render.melds import meld_names
from bot.render.text import cards_text, points_of, ranks_of
from engine.actions import Answer, Ask, Discard, Draw, LayDown, TakePile
from engine.state import side_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.i18n import Texts
    from engine.actions import Action, Lay
    from engine.cards import Card
    from engine.view import MeldView, SideView, View

_AND = " + "


def action_label(action: Action, view: View, t: Texts) -> str:
    """Return what a play does, for a button or a choice: *Meld J J J (30)*, *K onto kings*, *Draw*."""
    match action:
        case Draw():
            return _draw_label(view, t)
        case TakePile(lays):
            return _take_label(lays, view, t)
        case LayDown(lays):
            return _lay_label(lays, view, t)
        case Discard(card):
            return t("Discard {card}", card=cards_text([card], t))
        case Ask():
            return t("Ask: may I go out?")
        case Answer(yes):
            return t("Yes, go out") if yes else t("No, not yet")
        case _:
            assert_never(action)


def from_hand(action: Action, view: View) -> tuple[Card, ...]:
    """Return the hand cards that a play uses; for a take, the cards laid but for the pile's top."""
    match action:
        case LayDown(lays) | TakePile(lays):
            cards = [card for lay in lays for card in lay.cards]
            if isinstance(action, TakePile) and view.pile.top in cards:
                cards.remove(view.pile.top)
            return tuple(cards)
        case Discard(card):
            return (card,)
        case Draw() | Ask() | Answer():
            return ()
        case _:
            assert_never(action)


def own_side(view: View) -> SideView:
    """Return the side of the viewing seat. Raises ValueError for a spectator's view."""
    if view.seat is None:
        raise ValueError("a spectator has no side")
    return view.sides[side_of(view.seat)]


def own_meld(number: int, view: View) -> MeldView:
    """Return meld ``number`` of the viewing seat's side."""
    return own_side(view).melds[number]


def meld_name(number: int, view: View, t: Texts) -> str:
    """Return what meld ``number`` of the viewing seat's side is called."""
    return meld_names(own_side(view).melds, t)[number]


def can_draw(view: View) -> bool:
    """Tell whether a card can still be drawn, an untaken foot included. Rules: I-16, T-14."""
    return bool(view.stock_count) or any(side.foot == "untaken" for side in view.sides)


def draw_count(view: View) -> int:
    """Return how many cards a player draws."""
    return view.rules.draw_count(len(view.hand_counts))


def _draw_label(view: View, t: Texts) -> str:
    if not can_draw(view):
        return t("End the deal: the stock is empty")
    count = draw_count(view)
    return t("Draw") if count == 1 else t.n("Draw {count} card", "Draw {count} cards", count)


def _take_label(lays: Sequence[Lay], view: View, t: Texts) -> str:
    first, *others = lays
    cards = [
        cards_text(from_hand(TakePile((first,)), view), t),
        *(_cards(lay.cards, view, t) for lay in others),
    ]
    used = _AND.join(filter(None, cards))
    if others:
        points = points_of([card for lay in lays for card in lay.cards], view)
        return t("Take the pile with {cards} ({points})", cards=used, points=points)
    if first.meld is None:
        return t("Take the pile with {cards}", cards=used)
    meld = meld_name(first.meld, view, t)
    if not used:
        return t("Take the pile onto {meld}", meld=meld)
    return t("Take the pile with {cards} onto {meld}", cards=used, meld=meld)


def _lay_label(lays: Sequence[Lay], view: View, t: Texts) -> str:
    points = points_of([card for lay in lays for card in lay.cards], view)
    cards = _AND.join(_cards(lay.cards, view, t) for lay in lays)
    if len(lays) > 1:
        return t("Lay {cards} ({points})", cards=cards, points=points)
    if lays[0].meld is None:
        return t("Meld {cards} ({points})", cards=cards, points=points)
    return t("{cards} onto {meld}", cards=cards, meld=meld_name(lays[0].meld, view, t))


def _cards(cards: Iterable[Card], view: View, t: Texts) -> str:
    """Return the cards of a lay: by rank where the rules look at nothing else."""
    return cards_text(cards, t) if view.rules.meld.sequences else ranks_of(cards, t)
