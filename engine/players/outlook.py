"""What a player can guess from its view: the worth of lays, takes and discards, and of ending the deal.

Everything is in points of the final score. The numbers in capitals are what trial matches against weaker and
stronger settings left standing; the points themselves are those of the rule set.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from engine.cards import IS_WILD, RANK, THREE
from engine.closing import side_may_close
from engine.melds import lay_on, natural_fits
from engine.players.danger import PILE_CARD, Danger
from engine.players.knowledge import Knowledge
from engine.players.prospects import Prospects
from engine.scoring import canasta_bonus, red_three_points
from engine.sequences import BIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.actions import Lay
    from engine.cards import Card
    from engine.state import Seat
    from engine.view import SideView, View

UNKNOWN_CARD = 11
"""Points of a card that nobody has seen, on average."""
DRAWN_CARD = 8
"""Worth of drawing: a single card, but one that nobody else has seen."""

KEEP_WILD, KEEP_MELDED = 60, 25
"""Worth of holding a wild; a natural that fits an own meld."""
KEEP_COMPANY = (0, 12, 20)
"""Worth of holding a natural, by how many others in the hand could be in a meld with it."""
CAUGHT = 0.8
"""How likely a card still in the hand is caught there at the very end."""

FOOT_CARD = 15
"""Worth of each card of the foot to the side that takes it, beside the penalty saved."""
NEARER = 0.85
"""What emptying the hand brings is worth so much less for each card still in it."""
RUNNING_OUT = 400
"""How far behind a side may be and still go out at the very end, when nothing can be made good any more."""


class Outlook:
    """A view with what its seat makes of it. Nothing but the view is used."""

    def __init__(self, view: View, seat: Seat, hand: Sequence[Card]) -> None:
        self.known = Knowledge(view, seat, hand)
        self._rules = view.rules
        self._points = view.rules.card_points
        self._melds = self.known.own.melds
        self._prospects = Prospects(self.known)

    def draw_worth(self) -> float:
        """Return what drawing brings; a card that fits an own meld will not stay in the hand."""
        count = self._rules.draw_count(self.known.players)
        return count * DRAWN_CARD + self._growth_worth(count * (1 - self._share_that_fits()))

    def take_worth(self, lays: Sequence[Lay]) -> float:
        """Return what taking the pile by ``lays`` brings: its cards, and the melds on the table.

        What lies under the top fitted nobody, or the pile would have been taken: it will stay in the hand.
        """
        count = self.known.view.pile.count
        gain = sum([self._gain(lay) for lay in lays]) + (count - 1) * PILE_CARD * self.known.time
        return gain + self._growth_worth(count - size_of(lays))

    def lay_worth(self, lays: Sequence[Lay]) -> float:
        """Return what laying gains over keeping the cards: canastas built, points saved, wilds spent."""
        return sum([self._gain(lay) for lay in lays]) + self._growth_worth(-size_of(lays))

    def _gain(self, lay: Lay) -> float:
        before = 0.0 if lay.meld is None else self._prospects.of(self._melds[lay.meld])
        melds = list(self._melds)
        after = self._prospects.of(melds[lay_on(self._rules, melds, lay)])
        points = sum([self._points[card] for card in lay.cards])
        wilds = sum([IS_WILD[card] for card in lay.cards])
        time = self.known.time
        return after - before + points * (1 - time / 2) - wilds * KEEP_WILD * time

    def _growth_worth(self, cards: float) -> float:
        """Return what it is worth that the hand becomes larger by ``cards``: nothing good, near the goal."""
        held = len(self.known.hand)
        return self._goal * (NEARER ** (held + cards) - NEARER**held) if self._goal else 0.0

    @cached_property
    def _goal(self) -> float:
        """What emptying the hand brings: the foot, or the end of the deal where that pays."""
        known, rules = self.known, self._rules
        if known.foot_waits:
            return rules.foot.penalty + rules.foot.size * FOOT_CARD
        if side_may_close(rules, known.players, self._melds) and self.closing_pays():
            return rules.going_out.bonus + sum(known.other_counts) * UNKNOWN_CARD
        return 0.0

    def _share_that_fits(self) -> float:
        """Return how likely an unseen card fits an own meld; asked only where there is a goal."""
        if not self._goal:
            return 0.0
        unseen = enumerate(self.known.unseen)
        fitting = [count for card, count in unseen if count and not IS_WILD[card] and self._fits(card)]
        return sum(fitting) / self.known.unseen_count

    def _fits(self, card: Card) -> bool:
        return any(natural_fits(self._rules, meld, card) for meld in self._melds)

    def discard_worth(self, card: Card) -> float:
        """Return minus what a discard costs: what it may give away, and what it is worth in the hand."""
        return -self._danger.of(card) - self._keep_worth(card)

    @cached_property
    def _danger(self) -> Danger:
        return Danger(self.known)

    def _keep_worth(self, card: Card) -> float:
        time = self.known.time
        if IS_WILD[card]:
            worth = KEEP_WILD * time
        elif self._fits(card):
            worth = KEEP_MELDED
        else:
            worth = KEEP_COMPANY[min(self._company(card), len(KEEP_COMPANY) - 1)] * time
        return worth - self._points[card] * (1 - CAUGHT * time)

    def _company(self, card: Card) -> int:
        """Return how many other naturals of the hand could be in a meld with this one."""
        if RANK[card] == THREE:
            return 0
        alike = self.known.held[RANK[card]] - 1
        if not self._rules.meld.sequences:
            return alike
        near = {card - 8, card - 4, card + 4, card + 8}
        return alike + len([other for other in near.intersection(self.known.hand) if BIT[other]])

    def closing_pays(self, partner_card: float = UNKNOWN_CARD) -> bool:
        """Tell whether the score favors that the player goes out; a card of the partner's costs so much."""
        return self._ending_pays(-self.known.partner_count * partner_card)

    def lets_partner_close(self) -> bool:
        """Tell whether the score favors that the partner, who asks, goes out with its hand. Rule: C-8."""
        hand = sum([self._points[card] for card in self.known.hand])
        return self._ending_pays(self.known.partner_count * UNKNOWN_CARD - hand)

    def closing_loses(self, lays: Sequence[Lay]) -> bool:
        """Tell whether going out by ``lays`` would hand the match to the others."""
        known = self.known
        if known.foot_waits:
            return False
        melds = list(self._melds)
        for lay in lays:
            lay_on(self._rules, melds, lay)
        gain = self._table_points(known.own._replace(melds=tuple(melds))) - self._table_points(known.own)
        return self._wins_match(gain - known.partner_count * UNKNOWN_CARD) is False

    def _ending_pays(self, hands: float) -> bool:
        """Tell whether the deal should end now, when the side's own hands add ``hands`` to its points.

        The end is right when it wins the match or leaves the side ahead in the deal, and wrong when it hands
        the match to the others.
        """
        wins = self._wins_match(hands)
        if wins is not None:
            return wins
        own, other = self._deal_points
        return own + hands + RUNNING_OUT * (1 - self.known.time) >= other

    def _wins_match(self, hands: float) -> bool | None:
        """Tell whether the side would win, or lose, the match if the deal ended now; None if it went on."""
        own, other = self._deal_points
        own_total, other_total = self.known.own.score + own + hands, self.known.other.score + other
        return own_total > other_total if max(own_total, other_total) >= self._rules.match.target else None

    @cached_property
    def _deal_points(self) -> tuple[float, float]:
        """The points of both sides if this one went out now: its hands left out, the others' guessed."""
        known = self.known
        own = self._table_points(known.own) + self._rules.going_out.bonus
        return own, self._table_points(known.other) - sum(known.other_counts) * UNKNOWN_CARD

    def _table_points(self, side: SideView) -> float:
        cards = sum([self._points[card] for meld in side.melds for card in meld.cards])
        canastas = sum([canasta_bonus(self._rules, meld.canasta) for meld in side.melds if meld.canasta])
        foot = 0 if side.foot in (None, "taken") else -self._rules.foot.penalty
        red_threes = red_three_points(self._rules, side.melds, len(side.red_threes))
        return cards + canastas + red_threes + foot


def size_of(lays: Sequence[Lay]) -> int:
    """Return how many cards are laid."""
    return sum([len(lay.cards) for lay in lays])
