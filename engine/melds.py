"""What is a legal meld, a legal lay-off, a canasta."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, NoReturn

from engine.cards import RANK, SUIT, THREE, split_wilds
from engine.errors import IllegalAction, Reason
from engine.memory import Memory, kept_with_rules
from engine.sequences import BIT, LONGEST, faces, is_run, mask_of
from engine.state import Canasta, Meld, MeldKind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.actions import Lay
    from engine.cards import Card, Rank
    from engine.ruleset import RuleSet

_SET = MeldKind.SET


rank_of: Callable[[Meld], Rank | None] = attrgetter("rank")
"""The rank of a meld, for going through melds without a loop of Python's own."""


def refuse(rules: RuleSet, reason: Reason, **params: object) -> NoReturn:
    """Raise the IllegalAction for ``reason``, with the clause that ``rules`` gives it."""
    raise IllegalAction(reason, rules.refusals[reason], **params)


def set_fault(rules: RuleSet, rank: Rank, naturals: int, wilds: int) -> Reason | None:
    """Return why so many cards are no set of ``rank``, or None when they are one.

    Whether a black-three meld may be laid *now* is a matter of the turn's end: see `engine.closing`.
    Rules: I-4, I-10, T-3, T-4, T-7.
    """
    if rank == THREE and rules.black_three.meld == "never":
        return Reason.THREES_NEVER_MELD
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
    if naturals + wilds > (rules.meld.max_set or naturals + wilds):
        return Reason.MELD_TOO_LARGE
    return None


def sequence_fault(rules: RuleSet, mask: int, wilds: int) -> Reason | None:
    """Return why the naturals of ``mask`` with ``wilds`` are no sequence, or None when they are one.

    Rules: X-10, T-3, T-4, T-5.
    """
    if mask.bit_count() < rules.wild.min_naturals:
        return Reason.TOO_FEW_NATURALS
    if wilds > rules.wild.max_per_meld:
        return Reason.TOO_MANY_WILDS
    if mask.bit_count() + wilds < rules.meld.min_size:
        return Reason.MELD_TOO_SMALL
    if mask.bit_count() + wilds > LONGEST:
        return Reason.SEQUENCE_COMPLETE
    return None if is_run(mask, wilds) else Reason.NOT_CONSECUTIVE


def wild_limit(rules: RuleSet, rank: Rank | None) -> int:
    """Return how many wilds a set of ``rank``, or a sequence (None), may hold. Rules: I-4, I-10, T-4."""
    return 0 if rank == THREE and not rules.black_three.wilds else rules.wild.max_per_meld


def make_meld(rules: RuleSet, cards: Sequence[Card]) -> Meld:
    """Return ``cards`` as a new meld; its kind follows from them.

    Raises IllegalAction(NOTHING_LAID | MIXED_RANKS | MIXED_CARDS | TOO_FEW_NATURALS | TOO_MANY_WILDS |
    BLACK_THREE_WILDS | THREES_NEVER_MELD | MELD_TOO_SMALL | MELD_TOO_LARGE | NOT_CONSECUTIVE |
    SEQUENCE_COMPLETE).
    Rules: I-4, T-3, T-4.
    """
    if not cards:
        refuse(rules, Reason.NOTHING_LAID)
    naturals, wilds = split_wilds(sorted(cards))
    if not naturals:
        refuse(rules, Reason.TOO_FEW_NATURALS, least=rules.wild.min_naturals)
    if RANK[naturals[0]] == RANK[naturals[-1]]:
        return _set(rules, RANK[naturals[0]], naturals, wilds)
    if not rules.meld.sequences:
        refuse(rules, Reason.MIXED_RANKS)
    return _sequence(rules, naturals, wilds)


def extend_meld(rules: RuleSet, meld: Meld, cards: Sequence[Card]) -> Meld:
    """Return ``meld`` with ``cards`` laid off on it.

    Raises IllegalAction, with the reasons of `make_meld`. Rules: I-4, T-3, T-4, X-4, X-10.
    """
    if not cards:
        refuse(rules, Reason.NOTHING_LAID)
    naturals, wilds = split_wilds(sorted(meld.cards + tuple(cards)))
    if meld.rank is None:
        return _sequence(rules, naturals, wilds)
    if RANK[naturals[0]] != meld.rank or RANK[naturals[-1]] != meld.rank:
        refuse(rules, Reason.MIXED_CARDS if rules.meld.sequences else Reason.MIXED_RANKS)
    return _set(rules, meld.rank, naturals, wilds)


def natural_fits(rules: RuleSet, meld: Meld, natural: Card) -> bool:
    """Tell whether ``natural`` can be laid off on ``meld``. Rules: I-4, T-3, T-5."""
    if meld.suit is None:
        most = rules.meld.max_set
        return meld.rank == RANK[natural] and not (most and len(meld.cards) >= most)
    bit = BIT[natural]
    if meld.suit != SUIT[natural] or not bit or meld.mask & bit:
        return False
    return is_run(meld.mask | bit, meld.wilds)


def lay_on(rules: RuleSet, melds: list[Meld], lay: Lay) -> int:
    """Put ``lay`` on the table of a side: a new meld behind its ``melds``, or cards on one of them.

    Mutates ``melds`` and returns the number of the meld. The number of a lay-off has to be one of theirs.
    Raises IllegalAction(RANK_ALREADY_MELDED), and with the reasons of `make_meld`. Rules: I-4, T-3, X-4, X-9.
    """
    cards, number = lay
    if number is not None:
        melds[number] = extend_meld(rules, melds[number], cards)
        return number
    meld = make_meld(rules, cards)
    if rules.meld.one_per_rank and meld.rank is not None:
        _check_only_of_rank(rules, melds, meld.rank)
    melds.append(meld)
    return len(melds) - 1


def canasta_kind(rules: RuleSet, naturals: int, wilds: int) -> Canasta | None:
    """Return what kind of canasta so many naturals and wilds make, or None. Rules: I-11, T-15."""
    if naturals + wilds < rules.canasta.min_size or naturals < rules.canasta.min_naturals:
        return None
    return Canasta.DIRTY if wilds else Canasta.CLEAN


def is_royal(meld: Meld) -> bool:
    """Tell whether ``meld`` is a sequence from four to ace. Rule: T-12."""
    return meld.kind is MeldKind.SEQUENCE and len(meld.cards) == LONGEST


def _check_only_of_rank(rules: RuleSet, melds: Sequence[Meld], rank: Rank) -> None:
    for number, meld in enumerate(melds):
        if meld.rank == rank:
            refuse(rules, Reason.RANK_ALREADY_MELDED, rank=rank, meld=number)


def _set(rules: RuleSet, rank: Rank, naturals: tuple[Card, ...], wilds: tuple[Card, ...]) -> Meld:
    fault, canasta = judged_sets(rules)[rank, len(naturals), len(wilds)]
    if fault is not None:
        refuse(rules, fault, **_limits(rules, fault, rank))
    return Meld(_SET, naturals + wilds, rank, None, len(naturals), len(wilds), canasta)


@kept_with_rules
def judged_sets(rules: RuleSet) -> Memory[tuple[Rank, int, int], tuple[Reason | None, Canasta | None]]:
    """Return a memory of what is wrong with so many naturals and wilds of a rank, and of their canasta."""
    return Memory(lambda key: (set_fault(rules, *key), canasta_kind(rules, *key[1:])))


def _sequence(rules: RuleSet, naturals: tuple[Card, ...], wilds: tuple[Card, ...]) -> Meld:
    suit, mask = SUIT[naturals[0]], mask_of(naturals)
    if RANK[naturals[0]] == THREE:
        refuse(rules, Reason.THREES_NEVER_MELD if rules.black_three.meld == "never" else Reason.MIXED_CARDS)
    if naturals != faces(mask, suit):
        refuse(rules, Reason.MIXED_CARDS)
    fault = sequence_fault(rules, mask, len(wilds))
    if fault is not None:
        refuse(rules, fault, **_limits(rules, fault, None))
    counts = len(naturals), len(wilds)
    canasta = canasta_kind(rules, *counts)
    return Meld(MeldKind.SEQUENCE, naturals + wilds, None, suit, *counts, canasta, mask)


def _limits(rules: RuleSet, fault: Reason, rank: Rank | None) -> dict[str, object]:
    """Return the numbers that the sentence for ``fault`` names."""
    return {
        "least": rules.wild.min_naturals if fault is Reason.TOO_FEW_NATURALS else rules.meld.min_size,
        "most": rules.meld.max_set if fault is Reason.MELD_TOO_LARGE else wild_limit(rules, rank),
    }
