"""Cards, melds, plays, refusals and events in words.

Suits are the outlined ones: Discord turns ♠ ♥ ♦ ♣ into emojis that cannot be told apart.
"""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import TYPE_CHECKING, assert_never

from engine.actions import Answer, Ask, Discard, Draw, LayDown, TakePile
from engine.cards import CODES, IS_WILD, JOKER, JOKER_RANK, RANK, RANK_CODES
from engine.events import DealEnded, Discarded, Drew, Laid, RedThreeLaid, TookPile
from engine.state import Canasta, Ending
from engine.texts import RANKS, REASONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.i18n import Texts
    from engine.actions import Action, Lay
    from engine.cards import Card, Rank
    from engine.errors import IllegalAction
    from engine.events import Event
    from engine.view import MeldView, View

SUITS = "♧♢♡♤"
NO_BREAK, TIMES, MINUS = "\N{NO-BREAK SPACE}", "\N{MULTIPLICATION SIGN}", "\N{MINUS SIGN}"
_NAME_LIMIT = 32
_MARKDOWN = frozenset("\\`*_{}[]()#+-.!|~<>:@/")
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def rank_text(rank: Rank, t: Texts) -> str:
    """Return the short form of a rank: ``7``, ``10``, ``K``, or the word for a joker."""
    if rank == JOKER_RANK:
        return t("joker")
    return "10" if RANK_CODES[rank] == "T" else RANK_CODES[rank]


def ranks_text(rank: Rank, t: Texts) -> str:
    """Return the name of the cards of a rank: kings."""
    return t(RANKS[rank])


def card_text(card: Card, t: Texts) -> str:
    """Return a card as ``7♡``, or the word for a joker."""
    return t("joker") if card == JOKER else rank_text(RANK[card], t) + SUITS[card % 4]


def cards_text(cards: Iterable[Card], t: Texts) -> str:
    """Return cards in their order, so joined that a line does not break between them."""
    return NO_BREAK.join(card_text(card, t) for card in cards)


def ranks_of(cards: Iterable[Card], t: Texts) -> str:
    """Return the ranks of cards in their order, for a meld, where suits mean nothing: ``J J 2``."""
    return NO_BREAK.join(rank_text(RANK[card], t) for card in cards)


def canasta_word(canasta: Canasta, t: Texts) -> str:
    """Return the word for a kind of canasta."""
    match canasta:
        case Canasta.CLEAN:
            return t("clean")
        case Canasta.DIRTY:
            return t("dirty")


def meld_text(meld: MeldView, t: Texts) -> str:
    """Return a meld as a tile: rank, count, a dot for each wild, and the kind of canasta it is."""
    tile = f"{rank_text(meld.rank, t)}{TIMES}{len(meld.cards)}{'•' * meld.wilds}"
    return tile if meld.canasta is None else f"{tile}{NO_BREAK}{canasta_word(meld.canasta, t)}"


def plain_name(name: str) -> str:
    """Return a name without control and direction characters, at most 32 characters long: for labels."""
    kept = "".join(
        char for char in name if unicodedata.category(char) not in {"Cc", "Cf", "Zl", "Zp"}
    ).strip()
    return (kept if len(kept) <= _NAME_LIMIT else kept[: _NAME_LIMIT - 1] + "…") or "?"


def safe_name(name: str) -> str:
    """Return a name so that a message shows it literally: no markdown, no mention, no change of direction."""
    plain = plain_name(name)
    escaped = "".join("\\" + char if char in _MARKDOWN else char for char in plain)
    if any(unicodedata.bidirectional(char) in {"R", "AL", "AN"} for char in plain):
        return _FIRST_STRONG_ISOLATE + escaped + _POP_ISOLATE
    return escaped


def points_of(cards: Iterable[Card], view: View) -> int:
    """Return what cards are worth in a meld, in points."""
    return sum(view.rules.card_points[card] for card in cards)


def signed(points: int) -> str:
    """Return points with a real minus sign."""
    return f"{MINUS}{-points}" if points < 0 else str(points)


def refusal(error: IllegalAction, t: Texts) -> str:
    """Return why an action was refused, with its clause: ``The pile is frozen: … (I-8)``."""
    params = dict(error.params)
    if isinstance(card := params.get("card"), int):
        params["card"] = card_text(card, t)
    if isinstance(rank := params.get("rank"), int):
        params["rank"] = ranks_text(rank, t)
    return f"{t(REASONS[error.reason], **params)}{NO_BREAK}({error.clause})"


def action_label(action: Action, view: View, t: Texts) -> str:
    """Return what a play does, for a button or a choice: *Meld J J J (30)*, *K onto kings*, *Draw*."""
    match action:
        case Draw():
            return t("Draw") if view.stock_count else t("End the deal: the stock is empty")
        case TakePile(lays):
            return _take_label(lays[0], view, t)
        case LayDown(lays):
            return _lay_label(lays, view, t)
        case Discard(card):
            return t("Discard {card}", card=card_text(card, t))
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


def own_meld(number: int, view: View) -> MeldView:
    """Return meld ``number`` of the viewing seat's side."""
    if view.seat is None:
        raise ValueError("a spectator has no side")
    return view.sides[view.seat % len(view.sides)].melds[number]


def _take_label(lay: Lay, view: View, t: Texts) -> str:
    cards = cards_text(from_hand(TakePile((lay,)), view), t)
    if lay.meld is None:
        return t("Take the pile with {cards}", cards=cards)
    meld = ranks_text(own_meld(lay.meld, view).rank, t)
    if not cards:
        return t("Take the pile onto {meld}", meld=meld)
    return t("Take the pile with {cards} onto {meld}", cards=cards, meld=meld)


def _lay_label(lays: Sequence[Lay], view: View, t: Texts) -> str:
    cards = [card for lay in lays for card in lay.cards]
    points = points_of(cards, view)
    if len(lays) > 1:
        return t("Lay {cards} ({points})", cards=ranks_of(cards, t), points=points)
    if lays[0].meld is None:
        return t("Meld {cards} ({points})", cards=ranks_of(cards, t), points=points)
    meld = ranks_text(own_meld(lays[0].meld, view).rank, t)
    return t("{cards} onto {meld}", cards=ranks_of(cards, t), meld=meld)


def event_text(event: Event, names: Sequence[str], t: Texts, view: View | None = None) -> str | None:
    """Return what everybody saw happen; ``names`` are the seats' display names as they are.

    ``view``, of any later moment of the deal, names the meld that a wild was laid on. Red threes are told by
    `RedThreeLaid`, so a draw is told without its card.
    """
    match event:
        case Drew(seat):
            return t("{name} drew a card.", name=safe_name(names[seat]))
        case RedThreeLaid(seat, card):
            return t(
                "{name} laid the red three {card}.", name=safe_name(names[seat]), card=card_text(card, t)
            )
        case TookPile(seat, count):
            name = safe_name(names[seat])
            return t.n(
                "{name} took the pile: {count} card.",
                "{name} took the pile: {count} cards.",
                count,
                name=name,
            )
        case Laid():
            return _laid_text(event, safe_name(names[event.seat]), t, view)
        case Discarded(seat, card):
            return t("{name} discarded {card}.", name=safe_name(names[seat]), card=card_text(card, t))
        case DealEnded(ended, closed_by, concealed):
            return ending_text(ended, None if closed_by is None else names[closed_by], t, concealed=concealed)
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


def _laid_text(event: Laid, name: str, t: Texts, view: View | None) -> str:
    cards = cards_text(event.cards, t)
    rank = next((RANK[card] for card in event.cards if not IS_WILD[card]), None)
    if view is not None and event.meld < len(melds := view.sides[event.side].melds):
        rank = melds[event.meld].rank
    if rank is None:
        return t("{name} laid {cards}.", name=name, cards=cards)
    ranks = ranks_text(rank, t)
    match event.canasta:
        case None:
            return t("{name} laid {cards} ({meld}).", name=name, cards=cards, meld=ranks)
        case Canasta.CLEAN:
            return t("{name} laid {cards}: a clean canasta of {meld}.", name=name, cards=cards, meld=ranks)
        case Canasta.DIRTY:
            return t("{name} laid {cards}: a dirty canasta of {meld}.", name=name, cards=cards, meld=ranks)


def hand_lines(hand: Sequence[Card], t: Texts, *, by_suit: bool = False) -> list[str]:
    """Return a hand as lines, wilds last: in one line the groups of each rank, or a line for each suit."""
    wilds = sorted((card for card in hand if IS_WILD[card]), key=lambda card: (RANK[card], card))
    naturals = sorted(card for card in hand if not IS_WILD[card])
    if by_suit:
        suits = [[card for card in naturals if CODES[card][1] == suit] for suit in "SHDC"]
        return [cards_text(group, t) for group in (*suits, wilds) if group]
    groups = [cards_text(cards, t) for _, cards in groupby([*naturals, *wilds], RANK.__getitem__)]
    return [" · ".join(groups)] if groups else []
