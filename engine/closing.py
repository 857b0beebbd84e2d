"""Whether a turn can still end: going out, and the keep-a-card rule (X-3).

Everything here asks about what *could* follow: the side's melds and the hand that is left, in the play phase.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.cards import IS_WILD, RANK, THREE
from engine.errors import Reason
from engine.melds import canasta_kind, meld_of_rank, refuse, wild_limit
from engine.state import Canasta

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card, Rank
    from engine.ruleset import RuleSet
    from engine.state import Meld


def side_may_close(rules: RuleSet, melds: Iterable[Meld]) -> bool:
    """Tell whether the melds hold the canasta that going out needs. Rule: I-12."""
    return any(_qualifies(rules, meld.naturals, meld.wilds) for meld in melds)


def must_close(melds: Iterable[Meld]) -> bool:
    """Tell whether the turn can only end by going out: black threes lie on the table. Rule: I-10."""
    return any(meld.rank == THREE for meld in melds)


def turn_can_end(rules: RuleSet, melds: Sequence[Meld], hand: Sequence[Card]) -> bool:
    """Tell whether a player in the play phase, left with ``hand``, has a legal way to end the turn.

    With two cards or more a discard always ends it, unless black threes were melded. Rules: X-3, I-10, I-12.
    """
    if len(hand) > 1 and not must_close(melds):
        return True
    return can_close(rules, melds, hand)


def check_turn_can_end(rules: RuleSet, melds: Sequence[Meld], hand: Sequence[Card]) -> None:
    """Raise IllegalAction(BLACK_THREES_CLOSE | NEEDS_CANASTA | NO_WAY_TO_END) when the turn could not end."""
    if turn_can_end(rules, melds, hand):
        return
    if must_close(melds):
        refuse(rules, Reason.BLACK_THREES_CLOSE)
    refuse(rules, Reason.NO_WAY_TO_END if hand else Reason.NEEDS_CANASTA)


def can_close(rules: RuleSet, melds: Sequence[Meld], hand: Sequence[Card]) -> bool:
    """Tell whether all of ``hand``, but for at most one card to discard, can be laid so as to close.

    Exact: every possible last discard is tried, and for each every way to share out the wilds.
    """
    counts = Counter(RANK[card] for card in hand if not IS_WILD[card])
    wilds = len(hand) - counts.total()
    melded = {meld.rank for meld in melds}
    lone = [rank for rank, count in counts.items() if count < rules.wild.min_naturals and rank not in melded]
    if len(lone) > 1:
        return False
    if not lone and _can_lay_all(rules, melds, counts, wilds):
        return True
    if not lone and wilds and _can_lay_all(rules, melds, counts, wilds - 1):
        return True
    return any(_can_lay_all(rules, melds, counts - Counter((rank,)), wilds) for rank in lone or counts)


@dataclass(frozen=True, slots=True)
class _Place:
    """A meld as it will be, but for the wilds from the hand that it needs at least and can take at most."""

    naturals: int
    wilds: int
    least: int
    most: int


def _can_lay_all(rules: RuleSet, melds: Sequence[Meld], naturals: Counter[Rank], wilds: int) -> bool:
    places = [_grown(rules, meld, naturals[meld.rank]) for meld in melds]
    for rank, count in naturals.items():
        if meld_of_rank(melds, rank) is not None:
            continue
        place = _Place(count, 0, max(0, rules.meld.min_size - count), wild_limit(rules, rank))
        if count < rules.wild.min_naturals or place.least > place.most:
            return False
        places.append(place)
    return _can_share_out(rules, places, wilds)


def _grown(rules: RuleSet, meld: Meld, naturals: int) -> _Place:
    room = wild_limit(rules, meld.rank) - meld.wilds
    return _Place(meld.naturals + naturals, meld.wilds, 0, room)


def _can_share_out(rules: RuleSet, places: Sequence[_Place], wilds: int) -> bool:
    """Tell whether ``wilds`` can be shared out over ``places`` so that one of them is the canasta needed."""
    least = sum(place.least for place in places)
    most = sum(place.most for place in places)
    for place in places:
        fewest = max(place.least, wilds - (most - place.most))
        greatest = min(place.most, wilds - (least - place.least))
        if any(_qualifies(rules, place.naturals, place.wilds + n) for n in range(fewest, greatest + 1)):
            return True
    return False


def _qualifies(rules: RuleSet, naturals: int, wilds: int) -> bool:
    kind = canasta_kind(rules, naturals, wilds)
    return kind is Canasta.CLEAN if rules.going_out.canasta == "clean" else kind is not None
