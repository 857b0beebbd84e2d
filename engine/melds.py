"""What is a legal meld, a legal lay-off, a canasta."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from engine.cards import IS_WILD, RANK, THREE
from engine.errors import IllegalAction, Reason
from engine.state import Canasta, Meld

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card, Rank
    from engine.ruleset import RuleSet


def refuse(rules: RuleSet, reason: Reason, **params: object) -> NoReturn:
    """Raise the IllegalAction for ``reason``, with the clause that ``rules`` gives it."""
    raise IllegalAction(reason, rules.refusals[reason], **params)


def set_fault(rules: RuleSet, rank: Rank, naturals: int, wilds: int) -> Reason | None:
    """Return why so many cards are no set of ``rank``, or None when they are one.

    Whether a black-three meld may be laid *now* is a matter of the turn's end: see `engine.closing`.
    Rules: I-4, I-10.
    """
    if naturals < rules.wild.min_naturals:
        return Reason.TOO_FEW_NATURALS
    if wilds > wild_limit(rules, rank):
        return (
            Reason.BLACK_THREE_WILDS
            if rank == THREE and not rules.black_three.wilds
            else Reason.TOO_MANY_WILDS
        )
    if naturals + wilds < rules.meld.min_size:
        return Reason.MELD_TOO_SMALL
    return None


def wild_limit(rules: RuleSet, rank: Rank) -> int:
    """Return how many wilds a meld of ``rank`` may hold. Rules: I-4, I-10."""
    return 0 if rank == THREE and not rules.black_three.wilds else rules.wild.max_per_meld


def make_meld(rules: RuleSet, cards: Sequence[Card]) -> Meld:
    """Return ``cards`` as a new meld.

    Raises IllegalAction(NOTHING_LAID | MIXED_RANKS | TOO_FEW_NATURALS | TOO_MANY_WILDS | BLACK_THREE_WILDS |
    MELD_TOO_SMALL). Rule: I-4.
    """
    if not cards:
        refuse(rules, Reason.NOTHING_LAID)
    ranks = {RANK[card] for card in cards if not IS_WILD[card]}
    if len(ranks) > 1:
        refuse(rules, Reason.MIXED_RANKS)
    if not ranks:
        refuse(rules, Reason.TOO_FEW_NATURALS, least=rules.wild.min_naturals)
    return _checked(rules, _meld(ranks.pop(), cards))


def extend_meld(rules: RuleSet, meld: Meld, cards: Sequence[Card]) -> Meld:
    """Return ``meld`` with ``cards`` laid off on it.

    Raises IllegalAction(NOTHING_LAID | MIXED_RANKS | TOO_MANY_WILDS | BLACK_THREE_WILDS). Rules: I-4, X-4.
    """
    if not cards:
        refuse(rules, Reason.NOTHING_LAID)
    if any(RANK[card] != meld.rank and not IS_WILD[card] for card in cards):
        refuse(rules, Reason.MIXED_RANKS)
    return _checked(rules, _meld(meld.rank, meld.cards + tuple(cards)))


def canasta_of(rules: RuleSet, meld: Meld) -> Canasta | None:
    """Return what kind of canasta ``meld`` is, or None. Rule: I-11."""
    return canasta_kind(rules, meld.naturals, meld.wilds)


def canasta_kind(rules: RuleSet, naturals: int, wilds: int) -> Canasta | None:
    """Return what kind of canasta so many naturals and wilds make, or None. Rule: I-11."""
    if naturals + wilds < rules.canasta.min_size or naturals < rules.canasta.min_naturals:
        return None
    return Canasta.DIRTY if wilds else Canasta.CLEAN


def meld_of_rank(melds: Iterable[Meld], rank: Rank) -> int | None:
    """Return the number of the first meld of ``rank``, or None."""
    return next((number for number, meld in enumerate(melds) if meld.rank == rank), None)


def _meld(rank: Rank, cards: Sequence[Card]) -> Meld:
    wilds = sorted(card for card in cards if IS_WILD[card])
    naturals = sorted(card for card in cards if not IS_WILD[card])
    return Meld((*naturals, *wilds), rank, len(naturals), len(wilds))


def _checked(rules: RuleSet, meld: Meld) -> Meld:
    fault = set_fault(rules, meld.rank, meld.naturals, meld.wilds)
    if fault is not None:
        refuse(
            rules,
            fault,
            rank=meld.rank,
            least=rules.wild.min_naturals if fault is Reason.TOO_FEW_NATURALS else rules.meld.min_size,
            most=wild_limit(rules, meld.rank),
        )
    return meld
