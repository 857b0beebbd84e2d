"""Plays typed as text: cards in several spellings, and the action that is meant by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.refusals import Refusal
from bot.render.text import from_hand, safe_name
from bot.ui.ids import parse_action
from bot.ui.plays import plays_for
from engine.actions import Discard, Lay, LayDown, TakePile
from engine.cards import CODES, IS_WILD, JOKER, RANK, RANK_CODES, parse_card
from engine.state import side_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.actions import Action
    from engine.cards import Card, Rank
    from engine.view import MeldView, View

_SUIT_SIGNS = str.maketrans(dict(zip("♣♧♦♢♥♡♠♤", "CCDDHHSS", strict=True)) | {",": " ", "\ufe0f": ""})
_JOKERS = frozenset({"JK", "JOKER", "*"})


def typed_cards(text: str, hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards that ``text`` names: ``7H``, ``10♤``, ``joker``, or a rank for any such card held.

    Raises Refusal naming the first word that is none.
    """
    words = text.upper().translate(_SUIT_SIGNS).replace("10", "T").split()
    named = [_face(word) for word in words]
    left = list(hand)
    for card in named:
        if card in left:
            left.remove(card)
    cards: list[Card] = []
    for word, card in zip(words, named, strict=True):
        if card is None:
            card = _any_of_rank(word, left)  # noqa: PLW2901  # the word's card, found at last
            left.remove(card)
        cards.append(card)
    return tuple(cards)


def take_action(text: str | None, view: View) -> Action:
    """Return the way to take the pile that ``text`` means: its hand cards, or None for the only way.

    Raises Refusal where that leaves a choice. Whether the rules allow it is the table's to say.
    """
    ways = [way for way in view.legal if isinstance(way, TakePile)]
    if text is None:
        alone = [way for way in ways if not from_hand(way, view)]
        if len(ways) > 1 and not alone:
            raise Refusal(
                lambda t: t("There are several ways: say which cards of your hand you take it with.")
            )
        return [*alone, *ways, TakePile((Lay(_top(view)),))][0]
    code = parse_action(text)
    if isinstance(code, TakePile):
        return code
    cards = typed_cards(text, view.hand or ())
    meld = next((way.lays[0].meld for way in ways if _same_ranks(from_hand(way, view), cards)), None)
    return TakePile((Lay((*_top(view), *cards), meld),))


def meld_action(text: str, view: View) -> Action:
    """Return the new meld that ``text`` means. Raises Refusal for what is not a card."""
    code = parse_action(text)
    return code if isinstance(code, LayDown) else LayDown((Lay(typed_cards(text, view.hand or ())),))


def layoff_action(text: str, onto: str | None, view: View) -> Action:
    """Return the lay-off that ``text`` means, on meld number ``onto`` or the one meld that takes the cards.

    Raises Refusal where that leaves a choice.
    """
    code = parse_action(text)
    if isinstance(code, LayDown):
        return code
    cards = typed_cards(text, view.hand or ())
    if onto is not None:
        number = next((i for i, meld in enumerate(own_melds(view)) if _is_meant(meld, i, onto)), None)
        if number is None:
            raise Refusal(lambda t: t("Your side has no such meld."))
        return LayDown((Lay(cards, number),))
    fitting = [lay for play in plays_for(view, cards) for lay in _lay_offs(play)]
    if len(fitting) > 1:
        raise Refusal(lambda t: t("That fits more than one meld: say onto which."))
    return LayDown((fitting[0] if fitting else Lay(cards, _meld_of_rank(cards, view)),))


def discard_action(text: str, view: View) -> Action:
    """Return the discard that ``text`` means. Raises Refusal unless it names one card."""
    code = parse_action(text)
    if isinstance(code, Discard):
        return code
    cards = typed_cards(text, view.hand or ())
    if len(cards) != 1:
        raise Refusal(lambda t: t("Name the one card that you discard."))
    return Discard(cards[0])


def own_melds(view: View) -> tuple[MeldView, ...]:
    """Return the melds of the viewing seat's side."""
    return () if view.seat is None else view.sides[side_of(view.seat)].melds


def _face(word: str) -> Card | None:
    """Return the face that a word names, None for a rank alone. Raises Refusal for anything else."""
    if word in _JOKERS:
        return JOKER
    if word in CODES:
        return parse_card(word)
    if len(word) == 1 and word in RANK_CODES:
        return None
    shown = safe_name(word)
    raise Refusal(lambda t: t("{word} is not a card. Write cards like 7H, 10♤ or joker.", word=shown))


def _any_of_rank(word: str, left: Iterable[Card]) -> Card:
    rank = RANK_CODES.index(word)
    held = [card for card in left if RANK[card] == rank]
    if not held:
        raise Refusal(lambda t: t("You do not hold that many cards of rank {rank}.", rank=word))
    return held[0]


def _top(view: View) -> tuple[Card, ...]:
    return () if view.pile.top is None else (view.pile.top,)


def _same_ranks(some: Iterable[Card], others: Iterable[Card]) -> bool:
    return sorted(RANK[card] for card in some) == sorted(RANK[card] for card in others)


def _lay_offs(play: Action) -> list[Lay]:
    return [lay for lay in play.lays if lay.meld is not None] if isinstance(play, LayDown) else []


def _is_meant(meld: MeldView, number: int, onto: str) -> bool:
    word = onto.strip().upper().replace("10", "T")
    return word in {f"#{number}", RANK_CODES[meld.rank]}


def _meld_of_rank(cards: Sequence[Card], view: View) -> int:
    """Return the own meld that cards of this rank would go on; the first one where there is none."""
    rank: Rank | None = next((RANK[card] for card in cards if not IS_WILD[card]), None)
    return next((i for i, meld in enumerate(own_melds(view)) if meld.rank == rank), 0)
