"""Legal plays of a side that must reach its opening minimum: single lays, else joint ones that do.

Rules: C-2, X-5.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from engine.actions import Lay, LayDown, TakePile
from engine.apply import is_legal
from engine.cards import IS_WILD, RANK, SUIT, THREE, of_rank, without
from engine.closing import can_close, closing_lays
from engine.forms import wild_choices
from engine.joint_lays import JointLays
from engine.melds import set_fault
from engine.opening import minimum_to_open, worth
from engine.pile import split_red_threes, wilds_of_take
from engine.sequences import BIT, faces, mask_of, runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.actions import Action
    from engine.cards import Card, Rank
    from engine.state import State


class _First(NamedTuple):
    """The lay that takes the pile: its top card, others that are given, any ``kept`` naturals of a rank."""

    cards: tuple[Card, ...]
    wilds: tuple[Card, ...]
    kept: tuple[Rank, int] | None = None

    def lay(self, naturals: tuple[Card, ...]) -> Lay:
        """Return it with the naturals kept for it."""
        return Lay((*self.cards, *naturals, *self.wilds))

    @property
    def size(self) -> tuple[int, int]:
        """How many cards it holds, and how many of them wild."""
        kept = self.kept[1] if self.kept else 0
        return len(self.cards) + kept + len(self.wilds), len(self.wilds)


def opening_lays(state: State, melds: Iterable[LayDown]) -> list[LayDown]:
    """Return each single lay of ``melds`` that opens, or else one joint lay that does, if there is one."""
    singles = [play for play in melds if _opens_alone(state, play.lays[0])]
    if singles:
        return singles
    joint = (LayDown(lays) for lays in _joint_lays(state))
    return list(islice((play for play in joint if is_legal(state, play)), 1))


def opening_takes(state: State, firsts: Sequence[Lay]) -> list[Action]:
    """Return, for each first lay that takes the pile, one take with the fewest further melds that opens.

    A larger first lay is tried only where the least one cannot open; two may need the same larger one.
    """
    found: dict[Action, None] = {}
    for lay in firsts:
        least, *larger = _grown(state, lay)
        take = _opening_take(state, [least]) or _opening_take(state, larger)
        if take is not None:
            found[take] = None
    return list(found)


def _opens_alone(state: State, lay: Lay) -> bool:
    """Tell whether ``lay``, legal by itself, may be the side's first. Rules: C-2, X-3."""
    discard_is_left = len(state.hands[state.seat]) - len(lay.cards) > 1
    if discard_is_left and worth(state, (lay,)) < minimum_to_open(state):
        return False
    bound = state.turn.asked is True or any(RANK[card] == THREE for card in lay.cards)
    return (discard_is_left and not bound) or is_legal(state, LayDown((lay,)))


def _joint_lays(state: State) -> Iterator[tuple[Lay, ...]]:
    """Yield joint lays that may open: the one that goes out, which needs no minimum, then by their worth."""
    hand = state.hands[state.seat]
    closing = closing_lays(state.rules, state.players, (), hand)
    if closing:
        yield closing
    if state.turn.asked is True:
        return  # the closing is the one that the partner agreed to
    search = JointLays(state.rules, _usable(state, hand, hand))
    yield from (lays for _, lays in search.ways(minimum_to_open(state)))


def _opening_take(state: State, firsts: Sequence[_First]) -> TakePile | None:
    """Return the take with the fewest further melds that opens, with the earliest of ``firsts`` that does."""
    searches = [(first, *_further_melds(state, first)) for first in firsts]
    for count in range(max((search.most_melds(least) for _, search, least in searches), default=-1) + 1):
        for first, search, least in searches:
            for naturals, lays in search.ways_of(count, least):
                take = TakePile((first.lay(naturals), *lays))
                if is_legal(state, take):
                    return take
    return None


def _further_melds(state: State, first: _First) -> tuple[JointLays, int]:
    """Return a search for melds to lay with ``first``, and what they must be worth at least."""
    rules = state.rules
    hand = without(state.hands[state.seat], (*first.cards[1:], *first.wilds))
    kept = first.kept[1] * rules.card_points[4 * first.kept[0]] if first.kept else 0
    least = minimum_to_open(state) - worth(state, (first.lay(()),)) - kept
    _, under = split_red_threes(state.pile[:-1])
    whole = [*state.hands[state.seat], state.pile[-1], *under]
    return JointLays(rules, _usable(state, hand, whole), first.kept), least


def _usable(state: State, hand: Sequence[Card], whole: Sequence[Card]) -> Sequence[Card]:
    """Return ``hand`` without its threes, if with the ``whole`` hand the turn could not close. Rule: I-10."""
    if not of_rank(hand, THREE) or can_close(state.rules, state.players, (), whole):
        return hand
    return [card for card in hand if RANK[card] != THREE]


def _grown(state: State, least: Lay) -> list[_First]:
    """Return the new melds that take the pile and hold ``least`` and more of the hand, the smallest first."""
    rules, hand = state.rules, state.hands[state.seat]
    naturals = [card for card in least.cards if not IS_WILD[card]]
    given = tuple(card for card in least.cards[1:] if IS_WILD[card])
    others = without([card for card in hand if IS_WILD[card]], given)
    there = wilds_of_take(state, least)
    choices = wild_choices(others, min(rules.pile.max_wilds, rules.wild.max_per_meld) - there)
    grow = _grown_sets if RANK[naturals[0]] == RANK[naturals[-1]] else _grown_sequences
    firsts = [
        first
        for choice in choices
        for first in grow(state, least, naturals, tuple(sorted((*given, *choice))), there + len(choice))
    ]
    return sorted(firsts, key=lambda first: first.size)


def _grown_sets(
    state: State, least: Lay, naturals: Sequence[Card], wilds: tuple[Card, ...], count: int
) -> Iterator[_First]:
    rank, top = RANK[naturals[0]], least.cards[0]
    of_top = int(not IS_WILD[top])
    held = len(of_rank(state.hands[state.seat], rank))
    for own in range(len(naturals) - of_top, held + 1):
        if set_fault(state.rules, rank, own + of_top, count) is None:
            yield _First((top,), wilds, (rank, own))


def _grown_sequences(
    state: State, least: Lay, naturals: Sequence[Card], wilds: tuple[Card, ...], count: int
) -> Iterator[_First]:
    suit, base, top = SUIT[naturals[0]], mask_of(naturals), least.cards[0]
    held = mask_of([card for card in state.hands[state.seat] if SUIT[card] == suit])
    others = base & ~BIT[top]
    for run in runs(base, held, count):
        yield _First((top, *faces(run & ~base | others, suit)), wilds)
