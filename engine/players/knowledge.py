"""What a seat knows and can count up from its view: the cards still unseen, and how soon the deal ends."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.cards import FACES, JOKER_RANK, RANK, TWO, pack
from engine.closing import side_may_close
from engine.state import side_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card, Rank
    from engine.ruleset import RuleSet
    from engine.state import Seat
    from engine.view import View

LATE_STOCK = 16
"""With fewer cards in the stock than this the deal is running out."""
LATE_HAND = 6
"""An opponent who may go out is near it with fewer cards than this."""


class Knowledge:
    """A view as its seat sees it; nothing but the view is used.

    ``held`` counts the hand's cards of each rank, ``wilds`` its wilds; ``unseen`` the copies of each face
    that lie in other hands, in the stock, under the pile's top or in a foot. ``time`` tells how much of the
    deal is to come: 1 for more than enough, 0 when it ends now. ``reach`` is the chance, in hundredths, that
    an unseen card comes to the own side in that time.
    """

    def __init__(self, view: View, seat: Seat, hand: Sequence[Card]) -> None:
        self.view = view
        self.rules = view.rules
        self.hand = hand
        self.players = len(view.hand_counts)
        self.next_count = view.hand_counts[(seat + 1) % self.players]
        self.own, self.other = view.sides[side_of(seat)], view.sides[side_of(seat + 1)]
        self.partner_count = sum(view.hand_counts[side_of(seat) :: 2]) - len(hand)
        self.other_counts = view.hand_counts[side_of(seat + 1) :: 2]
        self.foot_waits = self.own.foot == "untaken"
        self.held = [0] * (JOKER_RANK + 1)
        for card in hand:
            self.held[RANK[card]] += 1
        self.wilds = self.held[TWO] + self.held[JOKER_RANK]
        self.unseen = self._unseen()
        self.unseen_count = max(1, sum(self.unseen))
        self.time = self._time()
        self.reach = self._reach()

    def unseen_of_rank(self, rank: Rank) -> int:
        """Return how many naturals of a rank are unseen."""
        return sum(self.unseen[4 * rank : 4 * rank + 4])

    def _unseen(self) -> list[int]:
        unseen = list(_copies(self.rules))
        seen = [self.hand]
        for side in (self.own, self.other):
            seen += [side.red_threes, *[meld.cards for meld in side.melds]]
        for cards in seen:
            for card in cards:
                unseen[card] -= 1
        if self.view.pile.top is not None:
            unseen[self.view.pile.top] -= 1
        return unseen

    def _time(self) -> float:
        time = min(1.0, self.view.stock_count / LATE_STOCK)
        if self.other.foot != "untaken" and side_may_close(self.rules, self.players, self.other.melds):
            time = min(time, min(self.other_counts) / LATE_HAND)
        return time

    def _reach(self) -> float:
        coming = self.partner_count + self.time * self.view.stock_count / 2
        if self.foot_waits:
            coming += self.time * self.rules.foot.size
        return round(min(1.0, coming / self.unseen_count), 2)


@cache
def _copies(rules: RuleSet) -> tuple[int, ...]:
    cards = pack(rules.deck.packs, rules.deck.jokers)
    return tuple(cards.count(face) for face in FACES)
