"""Ways to lay a whole hand in this turn, but for one card at most to discard: to go out, or to the foot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import without
from engine.choices import actions_of
from engine.closing import can_close, side_may_close
from engine.holding import Holding
from engine.lays import repertoire_of
from engine.melds import lay_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.actions import Lay, LayDown
    from engine.cards import Card
    from engine.players.knowledge import Knowledge
    from engine.ruleset import RuleSet
    from engine.state import Meld

LARGEST_HAND = 14
"""Larger hands are not looked at: hardly any can be laid whole."""
MOST_LOOKS = 16
"""The search gives up when it has looked at so many hands: a way is mostly found among the first ten."""


def step_to_empty(known: Knowledge, actions: Sequence[LayDown]) -> LayDown | None:
    """Return the first of ``actions`` after which the turn can still leave one card or none, if one is found.

    Unless a foot waits the side must then be able to close. Exact where the engine's own search is; where
    there are sequences, or a foot waits, a way may be overlooked.
    """
    useful = {card for action in actions for lay in action.lays for card in lay.cards}
    if len(known.hand) > LARGEST_HAND or sum([card not in useful for card in known.hand]) > 1:
        return None
    search = _Search(known)
    for action in actions:
        if search.can_empty(*_after(known.rules, known.own.melds, known.hand, action.lays)):
            return action
    return None


def _after(
    rules: RuleSet, melds: Sequence[Meld], hand: Sequence[Card], lays: Sequence[Lay]
) -> tuple[list[Meld], tuple[Card, ...]]:
    """Return what legal lays make of a side's melds and of a hand."""
    after = list(melds)
    for lay in lays:
        lay_on(rules, after, lay)
    return after, without(hand, [card for lay in lays for card in lay.cards])


class _Search:
    """Tries the largest lays first, and no hand in which two cards fit nowhere."""

    def __init__(self, known: Knowledge) -> None:
        self._rules = known.rules
        self._players = known.players
        self._foot_waits = known.foot_waits
        self._looks = MOST_LOOKS

    def can_empty(self, melds: Sequence[Meld], hand: Sequence[Card]) -> bool:
        """Tell whether lays were found that empty ``hand``, but for a card to discard."""
        rules = self._rules
        if not rules.meld.sequences and not self._foot_waits:
            return can_close(rules, self._players, melds, hand)
        if len(hand) <= 1 and (self._foot_waits or side_may_close(rules, self._players, melds)):
            return True
        if not self._looks:
            return False
        self._looks -= 1
        groups = repertoire_of(rules).single_lays(melds, Holding(rules, hand))
        lays = [play.lays[0] for play in actions_of(groups)]
        useful = {card for lay in lays for card in lay.cards}
        if sum([card not in useful for card in hand]) > 1:
            return False
        lays.sort(key=lambda lay: -len(lay.cards))
        return any(self.can_empty(*_after(rules, melds, hand, [lay])) for lay in lays)
