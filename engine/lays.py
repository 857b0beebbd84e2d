"""Every meld and lay-off that a hand allows by the form of melds alone; the turn's end is not looked at.

Sets are listed once for each (rank, naturals, twos, jokers), with the first faces in suit order; sequences by
the faces of their naturals, with each number of twos and jokers. The same few cards of a rank or a suit come
up again and again, so what can be made of them is remembered.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from engine.actions import Lay, LayDown
from engine.cards import RANK, THREE, TWO
from engine.holding import FIELDS
from engine.melds import set_fault, wild_limit
from engine.memory import Memory, kept_with_rules
from engine.sequences import faces, mask_in, near, runs, within_reach

if TYPE_CHECKING:
    from collections.abc import Sequence
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
        self._fewest = max(rules.wild.min_naturals, rules.meld.min_size)
        self._fewest_with_wilds = rules.wild.min_naturals
        self._naturals_on_set = Memory(_naturals_on_set)
        self._on_set = Memory(_lay_offs_on_set)
        self._on_sequence = Memory(partial(_lay_offs_on_sequence, rules))
        self._sets = Memory(partial(_new_sets, rules))
        self._sequences = Memory(partial(_new_sequences, rules))

    def single_lays(self, melds: Sequence[Meld], holding: Holding) -> list[Group]:
        """Return the lay-offs on each of ``melds``, then the new melds, rank by rank and suit by suit."""
        groups: list[Group] = []
        counts, wilds = holding.counts, holding.wilds
        for number, meld in enumerate(melds):
            rank = meld.rank
            if rank is not None:
                if wilds or counts & FIELDS[rank]:
                    groups.append(self._set_lay_offs(number, meld, holding.of_rank(rank), wilds))
            elif meld.suit is not None:
                held = mask_in(holding.lines, meld.suit)
                if wilds or near(meld.mask, meld.wilds) & held:
                    groups.append(self._sequence_lay_offs(number, meld, held, holding))
        self._add_sets(groups, melds, holding)
        if self._rules.meld.sequences:
            self._add_sequences(groups, holding)
        return groups

    def _set_lay_offs(self, number: int, meld: Meld, naturals: Cards, wilds: Cards) -> Group:
        room = (self._max_set or ANY_HAND) - len(meld.cards)
        free = min(wild_limit(self._rules, meld.rank) - meld.wilds, len(wilds)) if wilds else 0
        if not free:
            return self._naturals_on_set[number, naturals[:room]]
        return self._on_set[number, min(room, len(naturals) + len(wilds)), free, naturals, wilds]

    def _sequence_lay_offs(self, number: int, meld: Meld, held: int, holding: Holding) -> Group:
        free = self._rules.wild.max_per_meld - meld.wilds
        wilds = holding.wilds if free else ()
        held = within_reach(meld.mask, held, meld.wilds + min(free, len(wilds)))
        return self._on_sequence[number, meld.suit, meld.mask, meld.wilds, held, wilds]

    def _add_sets(self, groups: list[Group], melds: Sequence[Meld], holding: Holding) -> None:
        ranks = holding.alike(self._fewest_with_wilds if holding.wilds else self._fewest)
        if ranks and self._rules.meld.one_per_rank:
            there = {meld.rank for meld in melds}
            ranks = tuple([rank for rank in ranks if rank not in there])
        for rank in ranks:
            group = self._sets[holding.of_rank(rank), holding.wilds]
            if group[0]:
                groups.append(group)

    def _add_sequences(self, groups: list[Group], holding: Holding) -> None:
        starts, wilds = holding.lines, holding.wilds
        if not wilds:
            for _ in range(self._rules.meld.min_size - 1):
                starts &= starts >> 1
        if starts:
            for suit, held in enumerate(holding.masks):
                joined = near(held, len(wilds)) & held
                if joined:
                    groups.append(self._sequences[suit, joined, wilds])


repertoire_of = kept_with_rules(Repertoire)


def _naturals_on_set(key: tuple[int, Cards]) -> Group:
    """Return the lay-offs of ``naturals``, all of which there is room for, on meld ``number``."""
    number, naturals = key
    return [LayDown((Lay(naturals[: count + 1], number),)) for count in range(len(naturals))], len(naturals)


def _lay_offs_on_set(key: tuple[int, int, int, Cards, Cards]) -> Group:
    """Return the lay-offs of up to ``most`` cards, no more than ``free`` of them wild, on meld ``number``."""
    number, most, free, naturals, wilds = key
    choices = wild_choices(wilds, free)
    plays = [
        LayDown((Lay(naturals[:count] + choice, number),))
        for count in range(len(naturals) + 1)
        for choice in choices
        if 0 < count + len(choice) <= most
    ]
    return plays, most


def _lay_offs_on_sequence(rules: RuleSet, key: tuple[int, Suit, int, int, int, Cards]) -> Group:
    """Return the lay-offs of the cards ``held``, which are within reach, and ``wilds`` on meld ``number``."""
    number, suit, mask, wilds_there, held, wilds = key
    plays = [
        LayDown((Lay(faces(run & ~mask, suit) + choice, number),))
        for choice in wild_choices(wilds, rules.wild.max_per_meld - wilds_there)
        for run in runs(mask, held, wilds_there + len(choice))
        if choice or run != mask
    ]
    return plays, held.bit_count() + len(wilds)


def _new_sets(rules: RuleSet, key: tuple[Cards, Cards]) -> Group:
    naturals, wilds = key
    rank = RANK[naturals[0]]
    choices = wild_choices(wilds, wild_limit(rules, rank))
    plays = [
        LayDown((Lay(naturals[:count] + choice),))
        for count in range(rules.wild.min_naturals, len(naturals) + 1)
        for choice in choices
        if count + len(choice) >= rules.meld.min_size and set_fault(rules, rank, count, len(choice)) is None
    ]
    return plays, ANY_HAND if rank == THREE else len(naturals) + len(wilds)


def _new_sequences(rules: RuleSet, key: tuple[Suit, int, Cards]) -> Group:
    suit, held, wilds = key
    plays = [
        LayDown((Lay(faces(run, suit) + choice),))
        for choice in wild_choices(wilds, rules.wild.max_per_meld)
        for run in runs(0, held, len(choice))
        if run.bit_count() >= rules.wild.min_naturals and run.bit_count() + len(choice) >= rules.meld.min_size
    ]
    return plays, held.bit_count() + len(wilds)
