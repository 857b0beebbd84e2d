"""Every meld and lay-off that a hand allows by the form of melds alone; the turn's end is not looked at.

Sets are listed once for each (rank, naturals, twos, jokers), with the first faces in suit order; sequences by
the faces of their naturals, with each number of twos and jokers. The same few cards of a rank or a suit come
up again and again, so what can be made of them is remembered.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import compress, repeat
from typing import TYPE_CHECKING

from engine.actions import Lay, LayDown
from engine.cards import RANK, THREE, TWO
from engine.holding import FIELDS, FIELDS_IF_ANY, divided
from engine.melds import judged_sets, rank_of, wild_limit
from engine.memory import Memory, kept_with_rules
from engine.sequences import LINE_WIDTH, SUITS, faces, mask_in, near, neighbors, runs, within_reach

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    from engine.cards import Card, Suit
    from engine.holding import Holding
    from engine.ruleset import RuleSet
    from engine.state import Meld

    Cards: TypeAlias = tuple[Card, ...]
    Group: TypeAlias = tuple[list[LayDown], int]
    """What can be laid of the same cards as single lays, and how many cards a lay among them has at most.

    Of black threes that is `ANY_HAND`: whether they may be laid at all is another matter.
    """

ANY_HAND = 1000
"""More cards than any hand."""
_fields = FIELDS_IF_ANY.__getitem__


@lru_cache(1 << 12)
def wild_choices(wilds: Cards, most: int) -> tuple[Cards, ...]:
    """Return one choice of wilds for each (twos, jokers) of up to ``most`` cards, the fewest first."""
    twos = tuple(card for card in wilds if RANK[card] == TWO)
    jokers = wilds[len(twos) :]
    return tuple(
        twos[:two_count] + jokers[: count - two_count]
        for count in range(min(most, len(wilds)) + 1)
        for two_count in range(min(count, len(twos)), max(-1, count - len(jokers) - 1), -1)
    )


class Repertoire:
    """All lays that a rule set knows, each made when it first comes up. Rules: I-4, T-3, T-4, T-5, X-10."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._max_set = rules.meld.max_set
        self._one_per_rank = rules.meld.one_per_rank
        self._sequences_too = rules.meld.sequences
        self._fewest = max(rules.wild.min_naturals, rules.meld.min_size)
        self._fewest_with_wilds = rules.wild.min_naturals
        self._on_set = Memory(_lay_offs_on_set)
        self._on_sequence = Memory(partial(_lay_offs_on_sequence, rules))
        self._sets = Memory(partial(_new_sets, rules))
        self._sequences = Memory(partial(_new_sequences, rules))

    def single_lays(self, melds: Sequence[Meld], holding: Holding) -> list[Group]:
        """Return the lay-offs on each of ``melds``, then the new melds, rank by rank and suit by suit."""
        groups: list[Group] = []
        every = holding.wilds or self._sequences_too
        for number, cards in enumerate(map(holding.number.__and__, map(_fields, map(rank_of, melds)))):
            if cards or every:
                group = self._lay_offs(number, melds[number], cards, holding)
                if group is not None:
                    groups.append(group)
        self._add_sets(groups, melds, holding)
        if self._sequences_too:
            self._add_sequences(groups, holding)
        return groups

    def _lay_offs(self, number: int, meld: Meld, cards: int, holding: Holding) -> Group | None:
        """Return the lay-offs on a meld: of the wilds and, of a set's rank, the ``cards``; None if none."""
        wilds = holding.wilds
        if meld.suit is not None:
            if wilds or near(meld.mask, meld.wilds) & holding.lines >> LINE_WIDTH * meld.suit:
                return self._sequence_lay_offs(number, meld, mask_in(holding.lines, meld.suit), wilds)
            return None
        if not (cards or wilds):
            return None
        free = 0
        if wilds:
            free = min(wild_limit(self._rules, meld.rank) - meld.wilds, len(wilds))
            cards |= holding.wild_number if free else 0
        return self._on_set[
            number, self._max_set - len(meld.cards) if self._max_set else ANY_HAND, free, cards
        ]

    def _sequence_lay_offs(self, number: int, meld: Meld, held: int, wilds: Cards) -> Group:
        free = min(self._rules.wild.max_per_meld - meld.wilds, len(wilds))
        held = within_reach(meld.mask, held, meld.wilds + free)
        return self._on_sequence[number, meld.suit, meld.mask, meld.wilds, held, wilds if free else ()]

    def _add_sets(self, groups: list[Group], melds: Sequence[Meld], holding: Holding) -> None:
        ranks = holding.alike(self._fewest_with_wilds if holding.wilds else self._fewest)
        there = set(map(rank_of, melds)) if ranks and self._one_per_rank else ()
        for rank in ranks:
            if rank not in there:
                group = self._sets[holding.number & FIELDS[rank] | holding.wild_number]
                if group[0]:
                    groups.append(group)

    def _add_sequences(self, groups: list[Group], holding: Holding) -> None:
        lines, wilds = holding.lines, holding.wilds
        starts = lines
        if not wilds:
            for _ in range(self._rules.meld.min_size - 1):
                starts &= starts >> 1
        if starts:
            joined = neighbors(lines, min(len(wilds), self._rules.wild.max_per_meld)) & lines
            groups += [
                self._sequences[suit, held, wilds]
                for suit in SUITS
                if mask_in(starts, suit) and (held := mask_in(joined, suit))
            ]


repertoire_of = kept_with_rules(Repertoire)


def _single(cards: Iterable[Cards], number: int | None = None) -> list[LayDown]:
    """Return a play for each of ``cards``: one lay, as a new meld or on meld ``number``."""
    return list(map(LayDown, zip(map(Lay, cards, repeat(number)))))


def _with_wilds(key: tuple[Cards, Cards, int, int | None]) -> list[LayDown]:
    """Return the plays of all of ``naturals`` with each of the `wild_choices`; hands share these lists."""
    naturals, wilds, most, number = key
    return _single([naturals + choice for choice in wild_choices(wilds, most)], number)


_WITH_WILDS = Memory(_with_wilds, most=1 << 13)


def _lay_offs_on_set(key: tuple[int, int, int, int]) -> Group:
    """Return the lay-offs of up to ``room`` cards, no more than ``free`` of them wild, on meld ``number``."""
    number, room, free, cards = key
    naturals, wilds = divided(cards)
    plays = _WITH_WILDS[(), wilds, free, number][1:]  # the first holds no card
    for count in range(1, len(naturals) + 1):
        plays += _WITH_WILDS[naturals[:count], wilds, free, number]
    most = len(naturals) + free
    if most > room:
        plays = [play for play in plays if len(play.lays[0].cards) <= room]
    return plays, min(room, most)


def _lay_offs_on_sequence(rules: RuleSet, key: tuple[int, Suit, int, int, int, Cards]) -> Group:
    """Return the lay-offs of the cards ``held``, which are within reach, and ``wilds`` on meld ``number``."""
    number, suit, mask, wilds_there, held, wilds = key
    lays = [
        faces(run & ~mask, suit) + choice
        for choice in wild_choices(wilds, rules.wild.max_per_meld - wilds_there)
        for run in runs(mask, held, wilds_there + len(choice))
        if choice or run != mask
    ]
    return _single(lays, number), held.bit_count() + len(wilds)


def _new_sets(rules: RuleSet, cards: int) -> Group:
    naturals, wilds = divided(cards)
    rank, judged = RANK[naturals[0]], judged_sets(rules)
    choices = wild_choices(wilds, wild_limit(rules, rank))
    plays: list[LayDown] = []
    for count in range(rules.wild.min_naturals, len(naturals) + 1):
        are_sets = [judged[rank, count, len(choice)][0] is None for choice in choices]
        plays += compress(_WITH_WILDS[naturals[:count], wilds, wild_limit(rules, rank), None], are_sets)
    return plays, ANY_HAND if rank == THREE else len(naturals) + len(wilds)


def _new_sequences(rules: RuleSet, key: tuple[Suit, int, Cards]) -> Group:
    suit, held, wilds = key
    lays = [
        faces(run, suit) + choice
        for choice in wild_choices(wilds, rules.wild.max_per_meld)
        for run in runs(0, held, len(choice))
        if run.bit_count() >= rules.wild.min_naturals and run.bit_count() + len(choice) >= rules.meld.min_size
    ]
    return _single(lays), held.bit_count() + len(wilds)
