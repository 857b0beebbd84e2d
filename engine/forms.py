"""The forms of lays: which cards a lay takes of those held, whatever their suits.

A form is how many naturals (of a set) or which places (of a sequence, as a mask), how many twos, how many
jokers. Hands that differ in suits alone have the same forms; a form and the cards held make a play.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.actions import Lay, LayDown
from engine.cards import RANK, THREE, TWO
from engine.holding import divided, natural_in, wilds_in
from engine.melds import judged_sets, wild_limit
from engine.sequences import faces, runs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from engine.cards import Card, Suit
    from engine.ruleset import RuleSet

    Cards: TypeAlias = tuple[Card, ...]
    Form: TypeAlias = tuple[int, int, int]
    Forms: TypeAlias = tuple[tuple[Form, ...], int]
    """Forms in their order, and how many cards one of them takes at most."""

ANY_HAND = 1000
"""More cards than any hand: as the size of new melds of black threes it has each of them looked at."""


@lru_cache(1 << 10)
def wild_forms(twos: int, jokers: int, most: int) -> tuple[tuple[int, int], ...]:
    """Return each choice of so many twos and jokers with up to ``most`` cards, the fewest first."""
    return tuple(
        (two_count, count - two_count)
        for count in range(min(most, twos + jokers) + 1)
        for two_count in range(min(count, twos), max(-1, count - jokers - 1), -1)
    )


@lru_cache(1 << 12)
def wild_choices(wilds: Cards, most: int) -> tuple[Cards, ...]:
    """Return the cards of each of the `wild_forms` of sorted ``wilds``."""
    last = len(wilds)
    twos = sum(1 for card in wilds if RANK[card] == TWO)
    return tuple(
        wilds[:two_count] + wilds[last - joker_count :]
        for two_count, joker_count in wild_forms(twos, last - twos, most)
    )


def on_set(key: tuple[int, int, int]) -> Forms:
    """Return the lay-offs of up to ``room`` of the cards counted, no more than ``free`` of them wild."""
    room, free, counts = key
    naturals = natural_in(counts)[1]
    wilds = wild_forms(*wilds_in(counts), free)
    forms = [(count, *choice) for count in range(naturals + 1) for choice in wilds][1:]  # the first is empty
    return _measured([form for form in forms if sum(form) <= room])


def new_sets(rules: RuleSet, counts: int) -> Forms:
    """Return the new sets of the cards counted, which are naturals of one rank and wilds."""
    rank, naturals = natural_in(counts)
    judged, wilds = judged_sets(rules), wild_forms(*wilds_in(counts), wild_limit(rules, rank))
    forms, most = _measured(
        [
            (count, twos, jokers)
            for count in range(rules.wild.min_naturals, naturals + 1)
            for twos, jokers in wilds
            if judged[rank, count, twos + jokers][0] is None
        ]
    )
    return forms, ANY_HAND if rank == THREE else most


def _measured(forms: list[Form]) -> Forms:
    return tuple(forms), max(map(sum, forms), default=0)


def on_sequence(rules: RuleSet, key: tuple[int, int, int, int]) -> Forms:
    """Return the lay-offs of the ``held`` naturals, which are within reach, and the wilds counted."""
    mask, wilds_there, held, counts = key
    return _measured_runs(
        [
            (run & ~mask, *choice)
            for choice in wild_forms(*wilds_in(counts), rules.wild.max_per_meld - wilds_there)
            for run in runs(mask, held, wilds_there + sum(choice))
            if any(choice) or run != mask
        ]
    )


def new_sequences(rules: RuleSet, key: tuple[int, int]) -> Forms:
    """Return the new sequences of the ``held`` naturals of a suit and the wilds counted."""
    held, counts = key
    least = rules.meld.min_size
    return _measured_runs(
        [
            (run, *choice)
            for choice in wild_forms(*wilds_in(counts), rules.wild.max_per_meld)
            for run in runs(0, held, sum(choice))
            if run.bit_count() >= rules.wild.min_naturals and run.bit_count() + sum(choice) >= least
        ]
    )


def _measured_runs(forms: list[Form]) -> Forms:
    return tuple(forms), max([run.bit_count() + twos + jokers for run, twos, jokers in forms], default=0)


def set_plays(forms: Sequence[Form], held: tuple[int | None, int]) -> list[LayDown]:
    """Return plays of forms on meld ``number``, None for new ones, out of the cards of a hand's number."""
    number, cards = held
    naturals, wilds = divided(cards)
    last = len(wilds)
    return [
        LayDown((Lay(naturals[:count] + wilds[:twos] + wilds[last - jokers :], number),))
        for count, twos, jokers in forms
    ]


def sequence_plays(forms: Sequence[Form], held: tuple[int | None, Suit, Cards]) -> list[LayDown]:
    """Return plays of forms on meld ``number``, None for new ones, of a suit and with the wilds held."""
    number, suit, wilds = held
    last = len(wilds)
    return [
        LayDown((Lay(faces(run, suit) + wilds[:twos] + wilds[last - jokers :], number),))
        for run, twos, jokers in forms
    ]
