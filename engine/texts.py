"""The engine's words: one English template per reason, score label and house rule.

The command line prints them; the bot uses the same templates as keys of its translations. Clause texts and
the meanings of fields stand beside the data they explain: see `engine.rulebook`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import code
from engine.errors import Reason
from engine.scoring import ScoreKind

if TYPE_CHECKING:
    from engine.errors import IllegalAction
    from engine.ruleset import OptionValue
    from engine.scoring import ScoreItem

REASONS: dict[Reason, str] = {
    Reason.DEAL_OVER: "This deal is over.",
    Reason.NOT_YOUR_TURN: "It is not your turn.",
    Reason.DRAW_FIRST: "Draw a card or take the pile first.",
    Reason.ALREADY_DRAWN: "You have drawn already: lay melds, then discard.",
    Reason.NOT_OFFERED: "Asking the partner is not part of these rules.",
    Reason.NOTHING_LAID: "There are no cards in this lay.",
    Reason.CARD_NOT_HELD: "You do not hold {card}, or not that often.",
    Reason.NO_SUCH_MELD: "Your side has no such meld.",
    Reason.MELD_TOO_SMALL: "A meld needs at least {least} cards.",
    Reason.MELD_TOO_LARGE: "A set holds at most {most} cards.",
    Reason.MIXED_CARDS: "The naturals of a meld have one rank, or are different cards of one suit.",
    Reason.NOT_CONSECUTIVE: "Even with its wilds these cards are not consecutive, from four to ace.",
    Reason.SEQUENCE_COMPLETE: "A sequence is complete with eleven cards, from four to ace.",
    Reason.THREES_NEVER_MELD: "Threes never meld.",
    Reason.MIXED_RANKS: "All naturals of a meld have the same rank.",
    Reason.TOO_FEW_NATURALS: "A meld needs at least {least} naturals; jokers and twos are wild.",
    Reason.TOO_MANY_WILDS: "Wilds in one meld: {most} at most.",
    Reason.RANK_ALREADY_MELDED: "Your side already has a meld of {rank}: lay off there.",
    Reason.BLACK_THREES_CLOSE: "Black threes are melded only in the turn in which you go out.",
    Reason.BLACK_THREE_WILDS: "No wild goes into a meld of black threes.",
    Reason.OPENING_TOO_LOW: "Your side's first melds must be worth {least} points; these are worth {points}.",
    Reason.PILE_BLOCKED: "A black three blocks the pile for you in this turn.",
    Reason.PILE_FROZEN_UNOPENED: "Until your side has melded, the pile is frozen for it: {card} needs two "
    "naturals of the same rank from your hand.",
    Reason.TOP_WILD_FITS_NOT: "A wild on top goes on a meld of your side only within its limit of wilds: "
    "{most}.",
    Reason.TAKE_WILDS: "Wilds in the meld that takes the pile: {most} at most.",
    Reason.SINGLE_FOR_SINGLE: "With a single card you may not take a pile of a single card.",
    Reason.MUST_TAKE: "The stock is empty and {card} fits a meld of your side: you must take the pile.",
    Reason.ALREADY_ASKED: "You have asked already in this turn.",
    Reason.ASK_FIRST: "Ask before you lay anything.",
    Reason.ANSWER_FIRST: 'First the question "may I go out?" has to be answered.',
    Reason.NO_QUESTION: "Nobody has asked you anything.",
    Reason.SAID_YES: "Your partner said yes: in this turn you must go out.",
    Reason.SAID_NO: "Your partner said no: in this turn you must not go out.",
    Reason.PILE_EMPTY: "The pile is empty: draw from the stock.",
    Reason.TOP_OUT_OF_REACH: "With {card} on top the pile cannot be taken.",
    Reason.TOP_NOT_USED: "Taking the pile starts by laying its top card, {card}.",
    Reason.PILE_FROZEN: "The pile is frozen: {card} needs two naturals of the same rank from your hand.",
    Reason.TAKE_LAYS_OFF_MORE: "Take the pile by laying off {card} alone; lay off more once you have it.",
    Reason.NEEDS_CANASTA: "Your side cannot go out yet: it has no canasta for that.",
    Reason.NO_WAY_TO_END: "You would be left with no legal way to end your turn: to discard your last card "
    "is to go out, and that takes a canasta.",
}
"""Template of each reason; placeholders are filled from the refusal's ``params``."""

SCORES: dict[ScoreKind, str] = {
    ScoreKind.CLEAN_CANASTA: "{rank}, clean: {bonus} + {cards}",
    ScoreKind.DIRTY_CANASTA: "{rank}, dirty: {bonus} + {cards}",
    ScoreKind.MELD: "{rank}: {count} cards",
    ScoreKind.RED_THREES: "red threes: {count}",
    ScoreKind.GOING_OUT: "going out",
    ScoreKind.CONCEALED: "going out concealed",
    ScoreKind.BLACK_THREES_HELD: "black threes in hand: {count}",
    ScoreKind.FOOT: "foot not taken",
    ScoreKind.HAND: "cards in hand: {count}",
}
"""Template of each kind of score item, short enough for a line on a phone.

``cards`` is the item's points less its bonus.
"""

OPTIONS: dict[str, str] = {
    "match.target": "target",
    "deck.jokers": "jokers in the deck",
    "wild.max_per_meld": "most wilds in a meld",
    "black_three.wilds": "wilds in a meld of black threes",
    "black_three.hand_penalty": "each black three left in a hand",
    "pile.frozen_take": "taking a frozen pile",
    "pile.wild_top": "a pile with a wild on top",
    "canasta.min_size": "cards in a canasta",
    "going_out.canasta": "canasta needed to go out",
    "going_out.bonus": "bonus for going out",
    "opening.minimum": "minimum for a side's first melds",
}
"""Short name of each field that a house may change."""

VALUES: dict[str, dict[OptionValue, str]] = {
    "black_three.wilds": {True: "allowed", False: "not allowed"},
    "pile.frozen_take": {
        "pair_or_own_meld": "natural pair, or the top card onto an own meld",
        "pair": "natural pair only",
        "any_valid_meld": "with any meld that takes an open pile",
    },
    "pile.wild_top": {"never": "cannot be taken", "as_wild": "can be taken, the wild as a wild"},
    "going_out.canasta": {"any": "any", "clean": "clean", "royal": "royal: a sequence from four to ace"},
    "opening.minimum": {"none": "none", "brackets": "by the side's score", "fifty": "50 points"},
}
"""The values of those fields in words, where a number does not say it."""

RANKS: tuple[str, ...] = (
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "sevens",
    "eights",
    "nines",
    "tens",
    "jacks",
    "queens",
    "kings",
    "aces",
    "jokers",
)
"""Name of the cards of each rank."""

SUITS: tuple[str, ...] = ("clubs", "diamonds", "hearts", "spades")
"""Name of the cards of each suit."""


def refusal_text(refusal: IllegalAction) -> str:
    """Return the English sentence for a refusal, without its clause."""
    params = dict(refusal.params)
    if isinstance(card := params.get("card"), int):
        params["card"] = code(card)
    if isinstance(rank := params.get("rank"), int):
        params["rank"] = RANKS[rank]
    return REASONS[refusal.reason].format(**params)


def score_text(item: ScoreItem) -> str:
    """Return the English label of a score item."""
    rank = RANKS[item.rank] if item.rank is not None else SUITS[item.suit] if item.suit is not None else ""
    cards = item.points - item.bonus
    return SCORES[item.kind].format(count=item.count, rank=rank, bonus=item.bonus, cards=cards)
