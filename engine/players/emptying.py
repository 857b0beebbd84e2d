"""Ways to lay a whole hand in this turn, but for one card at most to discard: to go out, or to the foot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.closing import closing_lays, side_may_close
from engine.lays import Holding, repertoire_of
from engine.melds import extend_meld, make_meld

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.actions import Lay
    from engine.cards import Card
    from engine.players.knowledge import Knowledge
    from engine.ruleset import RuleSet
    from engine.state import Meld

LARGEST_HAND = 14
"""Larger hands are not looked at: hardly any can be laid whole."""
MOST_LOOKS = 24
"""The search gives up when it has looked at so many hands: a way is mostly found among the first ten."""


def meld_after(rules: RuleSet, melds: Sequence[Meld], lay: Lay) -> Meld:
    """Return the meld that a legal lay makes of its own or of one of ``melds``."""
    if lay.meld is None:
        return make_meld(rules, lay.cards)
    return extend_meld(rules, melds[lay.meld], lay.cards)


def way_to_empty(known: Knowledge) -> tuple[Lay, ...] | None:
    """Return lays after which one card is left or none, with what closing needs unless a foot waits.

    Each lay's meld number counts the melds before it. Exact where the engine's own search is; where there are
    sequences, or a foot waits, a way may be overlooked.
    """
    rules, melds, hand = known.rules, known.own.melds, known.hand
    if not rules.meld.sequences and not known.foot_waits:
        return closing_lays(rules, known.players, melds, hand)
    return _Search(known).way(melds, hand) if len(hand) <= LARGEST_HAND else None


class _Search:
    """Tries the largest lays first, and no hand in which two cards fit nowhere."""

    def __init__(self, known: Knowledge) -> None:
        self._known = known
        self._repertoire = repertoire_of(known.rules)
        self._looks = MOST_LOOKS

    def way(self, melds: Sequence[Meld], hand: Sequence[Card]) -> tuple[Lay, ...] | None:
        """Return lays that empty ``hand``, or None."""
        known, rules = self._known, self._known.rules
        if len(hand) <= 1 and (known.foot_waits or side_may_close(rules, known.players, melds)):
            return ()
        self._looks -= 1
        if self._looks < 0:
            return None
        groups = self._repertoire.single_lays(melds, Holding(rules, hand))
        lays = [play.lays[0] for plays, _ in groups for play in plays]
        useful = {card for lay in lays for card in lay.cards}
        if sum([card not in useful for card in hand]) > 1:
            return None
        for lay in sorted(lays, key=lambda lay: -len(lay.cards)):
            others = self.way(*self._after(melds, hand, lay))
            if others is not None:
                return (lay, *others)
        return None

    def _after(self, melds: Sequence[Meld], hand: Sequence[Card], lay: Lay) -> tuple[list[Meld], list[Card]]:
        after, rest = list(melds), list(hand)
        for card in lay.cards:
            rest.remove(card)
        meld = meld_after(self._known.rules, melds, lay)
        if lay.meld is None:
            after.append(meld)
        else:
            after[lay.meld] = meld
        return after, rest
