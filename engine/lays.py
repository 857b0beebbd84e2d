"""Every meld and lay-off that a hand allows by the form of melds alone; the turn's end is not looked at.

Sets are listed once for each (rank, naturals, twos, jokers), with the first faces in suit order; sequences by
the faces of their naturals, with each number of twos and jokers. The forms of so many cards of a rank, or of
the same places of a suit, come up again and again, so they are remembered.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.forms import (
    ANY_HAND,
    new_sequences,
    new_sets,
    on_sequence,
    on_set,
    sequence_plays,
    set_plays,
)
from engine.holding import FIELDS, FIELDS_IF_ANY, RANK_COUNTS
from engine.melds import rank_of, wild_limit
from engine.memory import Memory, kept_with_rules
from engine.sequences import LINE_WIDTH, SUITS, mask_in, near, neighbors, within_reach

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.choices import Lays
    from engine.holding import Holding
    from engine.ruleset import RuleSet
    from engine.state import Meld

_fields = FIELDS_IF_ANY.__getitem__


class Repertoire:
    """All lays that a rule set knows, their forms remembered. Rules: I-4, T-3, T-4, T-5, X-10."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._max_set = rules.meld.max_set
        self._one_per_rank = rules.meld.one_per_rank
        self._sequences_too = rules.meld.sequences
        self._fewest = max(rules.wild.min_naturals, rules.meld.min_size)
        self._fewest_with_wilds = rules.wild.min_naturals
        self._on_set = Memory(on_set)
        self._on_sequence = Memory(partial(on_sequence, rules))
        self._sets = Memory(partial(new_sets, rules))
        self._sequences = Memory(partial(new_sequences, rules))

    def single_lays(self, melds: Sequence[Meld], holding: Holding) -> list[Lays]:
        """Return the lay-offs on each of ``melds``, then the new melds, rank by rank and suit by suit."""
        groups: list[Lays] = []
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

    def _lay_offs(self, number: int, meld: Meld, cards: int, holding: Holding) -> Lays | None:
        """Return the lay-offs on a meld: of the wilds and, of a set's rank, the ``cards``; None if none."""
        wilds = holding.wilds
        if meld.suit is not None:
            if wilds or near(meld.mask, meld.wilds) & holding.lines >> LINE_WIDTH * meld.suit:
                return self._sequence_lay_offs(number, meld, mask_in(holding.lines, meld.suit), holding)
            return None
        if not (cards or wilds):
            return None
        free = 0
        if wilds:
            free = min(wild_limit(self._rules, meld.rank) - meld.wilds, len(wilds))
            cards |= holding.wild_number if free else 0
        room = self._max_set - len(meld.cards) if self._max_set else ANY_HAND
        forms, most = self._on_set[room, free, cards & RANK_COUNTS]
        return forms, most, set_plays, (number, cards)

    def _sequence_lay_offs(self, number: int, meld: Meld, held: int, holding: Holding) -> Lays:
        wilds = holding.wilds
        free = min(self._rules.wild.max_per_meld - meld.wilds, len(wilds))
        held = within_reach(meld.mask, held, meld.wilds + free)
        counts = holding.wild_number & RANK_COUNTS if free else 0
        forms, most = self._on_sequence[meld.mask, meld.wilds, held, counts]
        return forms, most, sequence_plays, (number, meld.suit, wilds)

    def _add_sets(self, groups: list[Lays], melds: Sequence[Meld], holding: Holding) -> None:
        ranks = holding.alike(self._fewest_with_wilds if holding.wilds else self._fewest)
        there = set(map(rank_of, melds)) if ranks and self._one_per_rank else ()
        for rank in ranks:
            if rank not in there:
                cards = holding.number & FIELDS[rank] | holding.wild_number
                forms, most = self._sets[cards & RANK_COUNTS]
                if forms:
                    groups.append((forms, most, set_plays, (None, cards)))

    def _add_sequences(self, groups: list[Lays], holding: Holding) -> None:
        lines, wilds = holding.lines, holding.wilds
        starts = lines
        if not wilds:
            for _ in range(self._rules.meld.min_size - 1):
                starts &= starts >> 1
        if starts:
            joined = neighbors(lines, min(len(wilds), self._rules.wild.max_per_meld)) & lines
            wild_counts = holding.wild_number & RANK_COUNTS
            groups += [
                (*self._sequences[held, wild_counts], sequence_plays, (None, suit, wilds))
                for suit in SUITS
                if mask_in(starts, suit) and (held := mask_in(joined, suit))
            ]


repertoire_of = kept_with_rules(Repertoire)
