"""Joint lays of new melds out of one hand, by what their cards are worth. Rules: C-2, X-5.

Wilds are alike but for their points, so only how many a meld holds is searched, and the most valuable are
counted first. Of sequences it matters which cards they hold: they are tried one by one. Of the sets made of
what is left only numbers matter: they are worked out rank by rank, with what the ranks to come are worth at
most. So the cost does not grow with the number of ways to choose cards.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import accumulate, combinations
from typing import TYPE_CHECKING, NamedTuple

from engine.actions import Lay
from engine.cards import FOUR, RANK, SUIT_CODES, of_rank, split_wilds, without
from engine.forms import wild_choices
from engine.melds import sequence_fault, set_fault, wild_limit
from engine.sequences import LONGEST, faces, runs, suit_masks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from engine.cards import Card, Rank, Suit
    from engine.ruleset import RuleSet

    Ranks: TypeAlias = tuple[tuple[Rank, int], ...]
    """Ranks, each with how many naturals of it there are."""

_NEVER = -1_000_000
"""The points of what cannot be laid."""


class _Set(NamedTuple):
    """A set to be, of any ``naturals`` cards of its rank and any ``wilds``."""

    rank: Rank
    naturals: int
    wilds: int


class _Sequence(NamedTuple):
    """A sequence to be, of the naturals of ``mask`` and any ``wilds``; they are tried in their order."""

    suit: Suit
    wilds: int
    minus_points: int
    mask: int


_FIRST = _Sequence(0, 0, _NEVER, 0)


class _Plan(NamedTuple):
    """Melds to be laid, and the naturals that the sequences leave for the sets."""

    sequences: tuple[_Sequence, ...]
    sets: tuple[_Set, ...]
    left: tuple[Card, ...]


class JointLays:
    """Finds joint lays of new melds out of a hand.

    ``kept``: a rank, and how many naturals of it another lay needs, no matter which; `ways` yields them too.
    """

    def __init__(self, rules: RuleSet, hand: Sequence[Card], kept: tuple[Rank, int] | None = None) -> None:
        self._rules = rules
        self._naturals, self._wilds = split_wilds(hand)
        self._kept = kept
        values = sorted((rules.card_points[card] for card in self._wilds), reverse=True)
        self._wild_points = (0, *accumulate(values))
        self._largest = self._largest_melds()
        self._most: dict[tuple[int, int], int] = {}
        self._best: dict[tuple[Ranks, int, int], int] = {}

    def ways(self, least: int) -> Iterator[tuple[tuple[Card, ...], tuple[Lay, ...]]]:
        """Yield ways to lay melds for at least ``least`` points, the fewest melds first; () for 0 and less.

        With each come the naturals that are kept for another lay. No way holds more melds than the least
        valuable ones would do with.
        """
        for count in range(self.most_melds(least) + 1):
            yield from self.ways_of(count, least)

    def most_melds(self, least: int) -> int:
        """Return how many of the least valuable melds are worth at least ``least`` points."""
        smallest = self._rules.meld.min_size * min(self._rules.card_points[4 * FOUR :])
        return max(0, -(-least // smallest))

    def ways_of(self, count: int, least: int) -> Iterator[tuple[tuple[Card, ...], tuple[Lay, ...]]]:
        """Yield those of the `ways` that lay ``count`` melds."""
        for plan in self._plans(self._naturals, len(self._wilds), least, count, _FIRST):
            yield from self._lays(plan, least)

    def _plans(
        self, naturals: tuple[Card, ...], wilds: int, least: int, count: int, after: _Sequence
    ) -> Iterator[_Plan]:
        """Yield plans of ``count`` melds, of which no sequence comes before ``after``."""
        if self._at_most(count, wilds) < least:
            return
        for sets in self._sets(self._ranks(naturals), wilds, least, count):
            yield _Plan((), sets, naturals)
        if not count or not self._rules.meld.sequences:
            return
        for sequence in self._sequences(naturals, wilds, least, count):
            if sequence >= after:
                points = self._points_of_wilds(wilds, sequence.wilds) - sequence.minus_points
                rest = without(naturals, faces(sequence.mask, sequence.suit))
                for plan in self._plans(rest, wilds - sequence.wilds, least - points, count - 1, sequence):
                    yield plan._replace(sequences=(sequence, *plan.sequences))

    def _sequences(
        self, naturals: tuple[Card, ...], wilds: int, least: int, count: int
    ) -> Iterator[_Sequence]:
        """Yield the sequences that can be one of ``count`` melds worth ``least``."""
        for suit, mask in enumerate(suit_masks(naturals)):
            for helpers in range(min(self._rules.wild.max_per_meld, wilds) + 1):
                others = self._points_of_wilds(wilds, helpers) + self._at_most(count - 1, wilds - helpers)
                for points, run in _runs_by_points(self._rules, mask, helpers):
                    if points + others < least:
                        break
                    yield _Sequence(suit, helpers, -points, run)

    def _sets(self, ranks: Ranks, wilds: int, least: int, count: int) -> Iterator[tuple[_Set, ...]]:
        if count == 0:
            if least <= 0:
                yield ()
            return
        if self._best_sets(ranks, wilds, count) < least:
            return
        for one, points, left in self._first_sets(ranks, wilds):
            for others in self._sets(left, wilds - one.wilds, least - points, count - 1):
                yield (one, *others)
        yield from self._sets(ranks[1:], wilds, least, count)

    def _best_sets(self, ranks: Ranks, wilds: int, count: int) -> int:
        """Return the most points of ``count`` sets, `_NEVER` or less when there are not so many."""
        if count == 0:
            return 0
        if not ranks:
            return _NEVER
        key = ranks, wilds, count
        if key not in self._best:
            laid = [
                points + self._best_sets(left, wilds - one.wilds, count - 1)
                for one, points, left in self._first_sets(ranks, wilds)
            ]
            self._best[key] = max([*laid, self._best_sets(ranks[1:], wilds, count)])
        return self._best[key]

    def _first_sets(self, ranks: Ranks, wilds: int) -> Iterator[tuple[_Set, int, Ranks]]:
        """Yield the sets of the first of ``ranks``, each with its points and the ranks that are left."""
        rules, (rank, held) = self._rules, ranks[0]
        for naturals in range(held, 0, -1):
            for helpers in range(min(wild_limit(rules, rank), wilds) + 1):
                if set_fault(rules, rank, naturals, helpers) is None:
                    points = naturals * rules.card_points[4 * rank] + self._points_of_wilds(wilds, helpers)
                    again = () if rules.meld.one_per_rank else ((rank, held - naturals),)
                    yield _Set(rank, naturals, helpers), points, (*again, *ranks[1:])

    def _ranks(self, naturals: tuple[Card, ...]) -> Ranks:
        """Return the ranks of which a set can be made."""
        counts = Counter([RANK[card] for card in naturals])
        if self._kept is not None:
            rank, kept = self._kept
            counts[rank] = 0 if self._rules.meld.one_per_rank else counts[rank] - kept
        fewest = self._rules.wild.min_naturals
        return tuple((rank, count) for rank, count in counts.items() if count >= fewest)

    def _largest_melds(self) -> tuple[int, ...]:
        """Return the most points of the naturals of one meld, by the wilds that it holds."""
        rules = self._rules
        counts = Counter([RANK[card] for card in self._naturals])
        found = []
        for wilds in range(min(rules.wild.max_per_meld, len(self._wilds)) + 1):
            points = [
                naturals * rules.card_points[4 * rank]
                for rank, count in counts.items()
                for naturals in range(1, count + 1)
                if set_fault(rules, rank, naturals, wilds) is None
            ]
            if rules.meld.sequences:
                lists = (_runs_by_points(rules, mask, wilds) for mask in suit_masks(self._naturals))
                points += [by_points[0][0] for by_points in lists if by_points]
            found.append(max(points, default=_NEVER))
        return tuple(found)

    def _at_most(self, count: int, wilds: int) -> int:
        """Return what ``count`` melds with ``wilds`` left would be worth if they wanted no card twice."""
        if count == 0:
            return 0
        key = count, wilds
        if key not in self._most:
            self._most[key] = max(
                points + self._points_of_wilds(wilds, helpers) + self._at_most(count - 1, wilds - helpers)
                for helpers, points in enumerate(self._largest[: wilds + 1])
            )
        return self._most[key]

    def _points_of_wilds(self, left: int, count: int) -> int:
        """Return the points of the next ``count`` wilds when ``left`` are left."""
        used = len(self._wilds) - left
        return self._wild_points[used + count] - self._wild_points[used]

    def _lays(self, plan: _Plan, least: int) -> Iterator[tuple[tuple[Card, ...], tuple[Lay, ...]]]:
        """Yield a plan as lays, once for each choice of faces, with the fewest jokers that do."""
        kept = () if self._kept is None else (self._kept,)
        runs_laid = [faces(sequence.mask, sequence.suit) for sequence in plan.sequences]
        wilds = [one.wilds for one in plan.sequences] + [one.wilds for one in plan.sets]
        for dealt in self._with_faces((*kept, *((one.rank, one.naturals) for one in plan.sets)), plan.left):
            naturals = [*runs_laid, *dealt[len(kept) :]]
            helpers = self._helpers(sum(wilds), least - self._worth(naturals))
            lays = tuple(
                Lay((*cards, *(next(helpers) for _ in range(count))))
                for cards, count in zip(naturals, wilds, strict=True)
            )
            yield (dealt[0] if kept else ()), lays

    def _helpers(self, count: int, least: int) -> Iterator[Card]:
        """Return the ``count`` wilds with the fewest jokers among those worth ``least``."""
        choices = wild_choices(self._wilds, count)
        return iter(next(wilds for wilds in choices if len(wilds) == count and self._worth([wilds]) >= least))

    def _worth(self, lots: Sequence[Sequence[Card]]) -> int:
        return sum(self._rules.card_points[card] for cards in lots for card in cards)

    def _with_faces(
        self, wanted: tuple[tuple[Rank, int], ...], left: tuple[Card, ...]
    ) -> Iterator[tuple[tuple[Card, ...], ...]]:
        """Yield so many cards of each rank wanted; without sequences the first faces do."""
        if not wanted:
            yield ()
            return
        (rank, count), *others = wanted
        held = of_rank(left, rank)
        choices = sorted(set(combinations(held, count))) if self._rules.meld.sequences else [held[:count]]
        for cards in choices:
            for dealt in self._with_faces(tuple(others), without(left, cards)):
                yield (cards, *dealt)


@lru_cache(1 << 12)
def _runs_by_points(rules: RuleSet, held: int, wilds: int) -> tuple[tuple[int, int], ...]:
    """Return the naturals of each sequence with ``wilds`` wilds out of ``held``, the most points first."""
    values = rules.card_points[4 * FOUR :: len(SUIT_CODES)]
    found = [
        (sum(values[bit] for bit in range(LONGEST) if run >> bit & 1), run)
        for run in runs(0, held, wilds)
        if sequence_fault(rules, run, wilds) is None
    ]
    return tuple(sorted(found, reverse=True))
