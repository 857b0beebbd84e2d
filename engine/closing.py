"""Whether a turn can still end: going out, and the keep-a-card rule (X-3).

Everything here asks about what *could* follow in the play phase, given the side's ``melds`` and the ``hand``
as an action would leave them; the rest is read from the state, which is not changed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import Lay
from engine.cards import IS_WILD, RANK, THREE, TWO
from engine.errors import IllegalAction, Reason
from engine.melds import canasta_kind, extend_meld, is_royal, meld_of_rank, refuse, wild_limit
from engine.state import Canasta

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card, Rank
    from engine.ruleset import RuleSet
    from engine.state import Meld, State


def side_may_close(rules: RuleSet, players: int, melds: Iterable[Meld]) -> bool:
    """Tell whether the melds hold the canastas that going out needs. Rules: I-12, T-12, C-11."""
    return sum(_qualifies(rules, meld) for meld in melds) >= rules.canastas_needed(players)


def must_close(state: State, melds: Iterable[Meld]) -> bool:
    """Tell whether the turn can only end by going out. Rules: I-10 (black threes lie on the table), C-8."""
    if state.turn.asked is True:
        return True
    for meld in melds:  # noqa: SIM110  # asked at every action, and three times as fast as any()
        if meld.rank == THREE:
            return True
    return False


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
    return closing_lays(rules, players, melds, hand) is not None


def closing_lays(
    rules: RuleSet, players: int, melds: Sequence[Meld], hand: Sequence[Card]
) -> tuple[Lay, ...] | None:
    """Return lays of all of a sorted ``hand``, but for at most one card to discard, that close; None if none.

    Exact for rule sets without sequences and with one meld of a rank, the only ones in which a turn may be
    bound to close: every last discard is tried, and for each every way to share out the wilds.
    """
    if not _in_reach(rules, melds, len(hand)):
        return None
    counts = Counter(RANK[card] for card in hand if not IS_WILD[card])
    wilds = len(hand) - counts.total()
    melded = {meld.rank for meld in melds}
    lone = [rank for rank, count in counts.items() if count < rules.wild.min_naturals and rank not in melded]
    if len(lone) > 1:
        return None
    discards: list[Rank | None] = [*lone] if lone else [None, *counts, *([TWO] if wilds else [])]
    for discard in discards:
        wilds_left = wilds - (discard == TWO)
        counts_left = counts if discard in (None, TWO) else counts - Counter((discard,))
        shares = _shares(rules, players, melds, counts_left, wilds_left)
        if shares is not None:
            return _lays(hand, counts_left, shares)
    return None


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


def _in_reach(rules: RuleSet, melds: Sequence[Meld], hand_size: int) -> bool:
    """Tell whether some meld, or the hand alone, would be large enough if all of the hand went to it."""
    lacking = rules.canasta.min_size - hand_size
    return lacking <= 0 or any(len(meld.cards) >= lacking for meld in melds)


@dataclass(frozen=True, slots=True)
class _Place:
    """A meld as it will be, but for the wilds from the hand that it needs at least and can take at most.

    ``number`` is that of a meld on the table, None for a new one.
    """

    number: int | None
    rank: Rank | None
    naturals: int
    wilds: int
    least: int
    most: int


def _shares(
    rules: RuleSet, players: int, melds: Sequence[Meld], naturals: Counter[Rank], wilds: int
) -> list[tuple[_Place, int]] | None:
    """Return where all of the cards can be laid so as to close: each place with its share of the wilds."""
    places = [_grown(rules, number, meld, naturals) for number, meld in enumerate(melds)]
    for rank, count in naturals.items():
        if meld_of_rank(melds, rank) is not None:
            continue
        place = _Place(None, rank, count, 0, max(0, rules.meld.min_size - count), wild_limit(rules, rank))
        if count < rules.wild.min_naturals or place.least > place.most:
            return None
        places.append(place)
    shares = _share_out(rules, places, wilds, rules.canastas_needed(players))
    return None if shares is None else list(zip(places, shares, strict=True))


def _grown(rules: RuleSet, number: int, meld: Meld, naturals: Counter[Rank]) -> _Place:
    more = 0 if meld.rank is None else naturals[meld.rank]
    room = wild_limit(rules, meld.rank) - meld.wilds
    return _Place(number, meld.rank, meld.naturals + more, meld.wilds, 0, room)


def _share_out(rules: RuleSet, places: Sequence[_Place], wilds: int, needed: int) -> tuple[int, ...] | None:
    """Return how many of ``wilds`` go to each of ``places`` so that ``needed`` of them are canastas, or None.

    Keeps, place after place, one way to reach each (wilds used, canastas made).
    """
    reached: dict[tuple[int, int], tuple[int, ...]] = {(0, 0): ()}
    for place in places:
        reached = {
            (used + taken, min(made + _makes_canasta(rules, place, taken), needed)): (*shares, taken)
            for (used, made), shares in reached.items()
            for taken in range(place.least, min(place.most, wilds - used) + 1)
        }
    return reached.get((wilds, needed))


def _lays(
    hand: Sequence[Card], naturals: Counter[Rank], shares: Iterable[tuple[_Place, int]]
) -> tuple[Lay, ...]:
    """Return the lays that put so many naturals of each rank, and the shares of the wilds, on the table."""
    wilds = iter([card for card in hand if IS_WILD[card]])
    lays = []
    for place, share in shares:
        count = 0 if place.rank is None else naturals[place.rank]
        cards = [card for card in hand if RANK[card] == place.rank][:count]
        cards += [next(wilds) for _ in range(share)]
        if cards:
            lays.append(Lay(tuple(cards), place.number))
    return tuple(lays)


def _makes_canasta(rules: RuleSet, place: _Place, taken: int) -> bool:
    return _kind_qualifies(rules, canasta_kind(rules, place.naturals, place.wilds + taken))


def _qualifies(rules: RuleSet, meld: Meld) -> bool:
    if rules.going_out.canasta == "royal":
        return is_royal(meld)
    return _kind_qualifies(rules, meld.canasta)


def _kind_qualifies(rules: RuleSet, kind: Canasta | None) -> bool:
    return kind is Canasta.CLEAN if rules.going_out.canasta == "clean" else kind is not None
