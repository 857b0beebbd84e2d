"""Whether a turn can still end: going out, and the keep-a-card rule (X-3).

Everything here asks about what *could* follow in the play phase, given the side's ``melds`` and the ``hand``
as an action would leave them; the rest is read from the state, which is not changed.
"""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from engine.actions import Lay
from engine.cards import IS_WILD, RANK, THREE
from engine.errors import IllegalAction, Reason
from engine.holding import Holding, naturals_and_wilds
from engine.melds import canasta_kind, extend_meld, is_royal, rank_of, refuse, wild_limit
from engine.memory import Memory, kept_with_rules
from engine.state import Canasta

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    from engine.cards import Card, Rank
    from engine.ruleset import RuleSet
    from engine.state import Meld, State

    _Shape: TypeAlias = tuple[Rank | None, int, int]
    """What a search sees of a meld: its rank, its naturals and its wilds."""
    _Shares: TypeAlias = list[tuple["_Place", int]]


_shape_of: Callable[[Meld], _Shape] = attrgetter("rank", "naturals", "wilds")


def side_may_close(rules: RuleSet, players: int, melds: Iterable[Meld]) -> bool:
    """Tell whether the melds hold the canastas that going out needs. Rules: I-12, T-12, C-11."""
    made = 0
    for meld in melds:
        if meld.canasta is not None and _qualifies(rules, meld):
            made += 1
    return made >= rules.canastas_needed(players)


def canasta_in_reach(rules: RuleSet, melds: Iterable[Meld], held: int) -> bool:
    """Tell whether some meld, or a new one, would be large enough for a canasta with ``held`` cards more."""
    lacking = rules.canasta.min_size - held
    return lacking <= 0 or any(len(meld.cards) >= lacking for meld in melds)


def must_close(state: State, melds: Iterable[Meld]) -> bool:
    """Tell whether the turn can only end by going out. Rules: I-10 (black threes lie on the table), C-8."""
    return state.turn.asked is True or THREE in map(rank_of, melds)


def turn_can_end(state: State, melds: Sequence[Meld], hand: Sequence[Card]) -> bool:
    """Tell whether the player to act, left with ``hand`` in the play phase, has a legal way to end the turn.

    Where a foot waits, an emptied hand takes it (T-11). With two cards or more a discard always ends the
    turn, unless it must end by going out. Rules: X-3, I-10, I-12, T-12, C-8.
    """
    if must_close(state, melds):
        return state.turn.asked is not False and can_close(state.rules, state.players, melds, hand)
    if len(hand) > 1 or state.own_side.foot is not None:
        return True
    return state.turn.asked is not False and can_close_with_last(state.rules, state.players, melds, hand)


def check_turn_can_end(state: State, melds: Sequence[Meld], hand: Sequence[Card]) -> None:
    """Raise IllegalAction when the turn could not end.

    Reasons: SAID_YES, SAID_NO, BLACK_THREES_CLOSE, NEEDS_CANASTA, NO_WAY_TO_END.
    """
    if turn_can_end(state, melds, hand):
        return
    if state.turn.asked is True:
        refuse(state.rules, Reason.SAID_YES)
    if state.turn.asked is False:
        refuse(state.rules, Reason.SAID_NO)
    if must_close(state, melds):
        refuse(state.rules, Reason.BLACK_THREES_CLOSE)
    refuse(state.rules, Reason.NO_WAY_TO_END if hand else Reason.NEEDS_CANASTA)


def can_close(rules: RuleSet, players: int, melds: Sequence[Meld], hand: Sequence[Card]) -> bool:
    """Tell whether `closing_lays` finds a way to go out. Rules: I-12, C-11, X-3."""
    return canasta_in_reach(rules, melds, len(hand)) and can_close_from(
        rules, players, melds, Holding(rules, hand)
    )


def can_close_from(rules: RuleSet, players: int, melds: Sequence[Meld], holding: Holding) -> bool:
    """Tell the same as `can_close`, of a hand that is a `Holding` already."""
    return _closing_shares(rules, players, melds, holding) is not None


def closing_lays(
    rules: RuleSet, players: int, melds: Sequence[Meld], hand: Sequence[Card]
) -> tuple[Lay, ...] | None:
    """Return lays of all of a sorted ``hand``, but for at most one card to discard, that close; None if none.

    Exact for rule sets without sequences and with one meld of a rank, the only ones in which a turn may be
    bound to close.
    """
    shares = _closing_shares(rules, players, melds, Holding(rules, hand))
    if shares is None:
        return None
    wilds = iter([card for card in hand if IS_WILD[card]])
    lays = []
    for place, share in shares:
        cards = [card for card in hand if RANK[card] == place.rank]
        cards += [next(wilds) for _ in range(share)]
        if cards:
            lays.append(Lay(tuple(cards), place.number))
    return tuple(lays)


def can_close_with_last(rules: RuleSet, players: int, melds: Sequence[Meld], hand: Sequence[Card]) -> bool:
    """Tell whether a hand of one card, or none, can be discarded or laid off so as to close."""
    if side_may_close(rules, players, melds):
        return True
    return any(
        side_may_close(rules, players, [*melds[:number], grown, *melds[number + 1 :]])
        for number, meld in enumerate(melds)
        for card in hand
        if (grown := _laid_off(rules, meld, card)) is not None
    )


def _laid_off(rules: RuleSet, meld: Meld, card: Card) -> Meld | None:
    try:
        return extend_meld(rules, meld, (card,))
    except IllegalAction:
        return None


class _Place(NamedTuple):
    """A set as it will be, but for the wilds from the hand that it needs at least and can take at most.

    ``number`` is that of a meld on the table, None for a new one.
    """

    number: int | None
    rank: Rank | None
    naturals: int
    wilds: int
    least: int
    most: int


def _closing_shares(rules: RuleSet, players: int, melds: Sequence[Meld], holding: Holding) -> _Shares | None:
    """Return where a hand can be laid so as to close: each place with its share of the wilds; None if not."""
    held, enough = holding.alike(1), holding.alike(rules.wild.min_naturals)
    if len(held) - len(enough) > len(melds) + 1:
        return None
    new = set(held).difference(map(rank_of, melds))
    lone = len(new.difference(enough))
    if lone > 1:
        return None
    needed = rules.canastas_needed(players)
    if _canastas_at_most(rules, melds, holding) < needed:
        return None
    short = len(new.difference(holding.alike(rules.meld.min_size))) - lone
    if short and not holding.wilds:
        return None
    return _searched(rules)[needed, tuple(map(_shape_of, melds)), holding.counts]


@kept_with_rules
def _searched(rules: RuleSet) -> Memory[tuple[int, tuple[_Shape, ...], int], _Shares | None]:
    """Return a memory of searches, in which suits do not count: lays that differ in them share one."""
    return Memory(partial(_search, rules), most=1 << 10)


def _search(rules: RuleSet, key: tuple[int, tuple[_Shape, ...], int]) -> _Shares | None:
    """Return the shares of `_closing_shares` for canastas needed, the shapes of melds and a hand's counts.

    Every last discard that can help is tried: a natural that no meld takes, else none, else a wild.
    """
    needed, shapes, hand = key
    counts, wilds = naturals_and_wilds(hand)
    there = {rank for rank, _, _ in shapes}
    lone = [rank for rank, count in counts.items() if count < rules.wild.min_naturals and rank not in there]
    for rank in lone:
        counts[rank] -= 1
    places = _places(rules, shapes, counts)
    if places is None:
        return None
    for laid in (wilds,) if lone or not wilds else (wilds, wilds - 1):
        shares = _share_out(rules, places, laid, needed)
        if shares is not None:
            return list(zip(places, shares, strict=True))
    return None


def _canastas_at_most(rules: RuleSet, melds: Sequence[Meld], holding: Holding) -> int:
    """Return how many canastas there can be if each meld gets all that it can use: a look before a search."""
    least = rules.canasta.min_size - min(len(holding.wilds), rules.wild.max_per_meld)
    found = len(holding.alike(max(1, least)))
    for meld in melds:
        rank = meld.rank
        more = len(holding.hand) if rank is None else holding.count(rank)
        if len(meld.cards) + more >= least:
            found += 1
    return found


def _places(rules: RuleSet, shapes: Sequence[_Shape], naturals: dict[Rank, int]) -> list[_Place] | None:
    """Return where so many naturals of each rank go, laid off and as new sets; None if they cannot."""
    left = naturals.copy()
    places = []
    for number, (of_rank, there, wilds) in enumerate(shapes):
        added = 0 if of_rank is None else left.pop(of_rank, 0)
        room = wild_limit(rules, of_rank) - wilds
        places.append(_Place(number, of_rank, there + added, wilds, 0, room))
    for rank, count in left.items():
        least = max(0, rules.meld.min_size - count)
        place = _Place(None, rank, count, 0, least, wild_limit(rules, rank))
        if count and (count < rules.wild.min_naturals or place.least > place.most):
            return None
        if count:
            places.append(place)
    return places


def _share_out(rules: RuleSet, places: Sequence[_Place], wilds: int, needed: int) -> tuple[int, ...] | None:
    """Return how many of ``wilds`` go to each of ``places`` so that ``needed`` of them are canastas, or None.

    Each place takes wilds between two bounds; as a canasta perhaps more at least, or (if it must be clean)
    fewer at most. Canastas are made where the bounds lose least, so if these cannot be kept none can.
    """
    bounds = [(place.least, place.most) for place in places]
    canastas = sorted(
        (low - place.least + place.most - high, number, low, high)
        for number, place in enumerate(places)
        for low, high in _bounds_as_canasta(rules, place)
    )
    if len(canastas) < needed:
        return None
    for _, number, low, high in canastas[:needed]:
        bounds[number] = low, high
    rest = wilds - sum([low for low, _ in bounds])
    if not 0 <= rest <= sum([high - low for low, high in bounds]):
        return None
    shares = []
    for low, high in bounds:
        more = min(rest, high - low)
        rest -= more
        shares.append(low + more)
    return tuple(shares)


def _bounds_as_canasta(rules: RuleSet, place: _Place) -> list[tuple[int, int]]:
    """Return the fewest and the most wilds with which a place is a canasta that helps, if it can be one."""
    helping = [taken for taken in range(place.least, place.most + 1) if _makes_canasta(rules, place, taken)]
    return [(helping[0], helping[-1])] if helping else []


def _makes_canasta(rules: RuleSet, place: _Place, taken: int) -> bool:
    return _kind_qualifies(rules, canasta_kind(rules, place.naturals, place.wilds + taken))


def _qualifies(rules: RuleSet, meld: Meld) -> bool:
    if rules.going_out.canasta == "royal":
        return is_royal(meld)
    return _kind_qualifies(rules, meld.canasta)


def _kind_qualifies(rules: RuleSet, kind: Canasta | None) -> bool:
    return kind is Canasta.CLEAN if rules.going_out.canasta == "clean" else kind is not None
