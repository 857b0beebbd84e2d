"""Plays typed as text: cards in several spellings, and the action that is meant by them."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from bot.i18n import available_locales, texts_for
from bot.referee import stage
from bot.refusals import Refusal
from bot.render.melds import run_ends
from bot.render.plays import from_hand, own_side
from bot.render.text import safe_name
from bot.ui.advice import no_take_text
from bot.ui.ids import parse_action
from bot.ui.plays import is_meld, several_melds
from engine.actions import Discard, Lay, LayDown, TakePile
from engine.cards import CODES, JOKER, RANK, RANK_CODES, SUIT_CODES, parse_card

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.referee import Case
    from engine.actions import Action
    from engine.cards import Card
    from engine.view import MeldView, View

_SUIT_SIGNS = str.maketrans(dict(zip("♣♧♦♢♥♡♠♤", "CCDDHHSS", strict=True)) | {",": " ", "\ufe0f": ""})
_JOKERS = frozenset({"JK", "JOKER", "*"} | {texts_for(each)("joker").upper() for each in available_locales()})
_BETWEEN_MELDS = "/"
_BESIDE_NAMES = re.compile("[\\s+•\N{WORD JOINER}]")


def typed_cards(text: str, hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards that ``text`` names: ``7H``, ``10♤``, ``joker``, or a rank for any such card held.

    Raises Refusal naming the first word that is none.
    """
    return tuple(card for meld in typed_melds(text, hand) for card in meld)


def typed_melds(text: str, hand: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Return the cards that ``text`` names, meld by meld: a slash stands between two. Raises Refusal."""
    parts = [part.split() for part in _spelled(text).split(_BETWEEN_MELDS)]
    named = [[_face(word) for word in part] for part in parts]
    left = list(hand)
    for card in (card for part in named for card in part):
        if card in left:
            left.remove(card)
    melds = []
    for words, cards in zip(parts, named, strict=True):
        meld: list[Card] = []
        for word, face in zip(words, cards, strict=True):
            card = _any_of_rank(word, left) if face is None else face
            if face is None:
                left.remove(card)
            meld.append(card)
        melds.append(tuple(meld))
    return melds


def take_action(text: str | None, case: Case) -> Action:
    """Return the way to take the pile that ``text`` means: its hand cards, or None for the only way.

    After a slash come further melds. Raises Refusal where that leaves a choice, or where nothing takes the
    pile. Whether the rules allow what was typed is the table's to say.
    """
    view = case.view
    if text is None:
        return _only_way(case)
    code = parse_action(text)
    if isinstance(code, TakePile):
        return code
    first, *others = typed_melds(text, view.hand or ())
    further = tuple(Lay(cards) for cards in others)
    top = () if view.pile.top is None else (view.pile.top,)
    numbers = [None, *range(len(own_side(view).melds))]
    ways = [TakePile((Lay((*top, *first), number), *further)) for number in numbers]
    return next((way for way in ways if case.judge(way) is None), ways[0])


def _only_way(case: Case) -> Action:
    view = case.view
    ways = [action for action in view.legal if isinstance(action, TakePile)]
    alone = [way for way in ways if not from_hand(way, view)]
    if len(ways) == 1 or len(alone) == 1:
        return [*alone, *ways][0]
    if ways:
        raise Refusal(lambda t: t("There are several ways: say which cards of your hand you take it with."))
    fault = case.judge(TakePile(()))
    if fault is not None and not stage(fault):
        return TakePile(())
    raise Refusal(partial(no_take_text, case))


def meld_action(text: str, view: View) -> Action:
    """Return the new melds that ``text`` means: divided by slashes, or as they come out.

    Raises Refusal for what is not a card.
    """
    code = parse_action(text)
    if isinstance(code, LayDown):
        return code
    melds = typed_melds(text, view.hand or ())
    if len(melds) == 1 and not is_meld(view, melds[0]) and (several := several_melds(view, melds[0])):
        return several
    return LayDown(tuple(Lay(cards) for cards in melds))


def layoff_action(text: str, onto: str | None, case: Case) -> Action:
    """Return the lay-off that ``text`` means, on the meld that ``onto`` names or the one that fits.

    Raises Refusal where that leaves a choice.
    """
    code, view = parse_action(text), case.view
    if isinstance(code, LayDown):
        return code
    cards = typed_cards(text, view.hand or ())
    melds = own_side(view).melds
    numbers = [number for number in range(len(melds)) if onto is None or _is_meant(melds, number, onto)]
    if onto is not None and not numbers:
        raise Refusal(lambda t: t("Your side has no such meld."))
    plays = [LayDown((Lay(cards, number),)) for number in numbers] or [LayDown((Lay(cards, 0),))]
    verdicts = [(play, case.judge(play)) for play in plays]
    fitting = [play for play, verdict in verdicts if verdict is None]
    if len(fitting) > 1:
        raise Refusal(lambda t: t("That fits more than one meld: say onto which."))
    if fitting:
        return fitting[0]
    return max(verdicts, key=lambda pair: 0 if pair[1] is None else stage(pair[1]))[0]


def discard_action(text: str, view: View) -> Action:
    """Return the discard that ``text`` means. Raises Refusal unless it names one card."""
    code = parse_action(text)
    if isinstance(code, Discard):
        return code
    cards = typed_cards(text, view.hand or ())
    if len(cards) != 1:
        raise Refusal(lambda t: t("Name the one card that you discard."))
    return Discard(cards[0])


def _spelled(text: str) -> str:
    return text.upper().translate(_SUIT_SIGNS).replace("10", "T")


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


def _is_meant(melds: Sequence[MeldView], number: int, onto: str) -> bool:
    """Tell whether ``onto`` names meld ``number``: ``#1``, ``7`` or ``7 (2)``, ``H`` or ``4-8H``."""
    word = _BESIDE_NAMES.sub("", _spelled(onto)).replace("\N{EN DASH}", "-")
    if word == f"#{number}":
        return True
    words = [_words_for(meld) for meld in melds]
    mark = 1 + sum(earlier == words[number] for earlier in words[:number])
    return word in {name + end for name in words[number] for end in ("", f"({mark})")}


def _words_for(meld: MeldView) -> set[str]:
    if meld.rank is not None:
        return {RANK_CODES[meld.rank]}
    low, high = (RANK_CODES[rank] for rank in run_ends(meld))
    suit = SUIT_CODES[meld.suit or 0]
    return {suit, f"{low}-{high}{suit}"}
