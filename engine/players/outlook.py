"""What a player can guess from its view: the worth of melds, the danger of discards, the time that is left.

Everything is in points of the final score. The numbers in capitals are what trial matches against weaker and
stronger settings left standing; the points themselves are those of the rule set.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.cards import IS_WILD, RANK, THREE
from engine.closing import can_close
from engine.melds import canasta_kind, extend_meld, make_meld
from engine.pile import card_kind
from engine.state import Canasta, PileState, side_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.actions import Lay
    from engine.cards import Card
    from engine.state import Meld, Seat
    from engine.view import SideView, View

UNKNOWN_CARD = 11
"""Points of a card that nobody has seen, on average."""
PILE_CARD = 14
"""Worth of each card that taking the pile brings, to whoever takes it."""
DRAWN_CARD = 8
"""Worth of drawing: a single card, but one that nobody else has seen."""
PILE_TOP = 10
"""Worth of the discard itself to an opponent who takes it."""

CHANCE = (1.0, 0.75, 0.5, 0.33, 0.22, 0.15, 0.1)
"""How likely a meld still becomes a canasta, by the number of cards that it lacks."""
FIRST_CANASTA = 150
"""Worth of a side's first canasta beside its bonus: the side may go out."""

KEEP_WILD, KEEP_MELDED = 60, 25
"""Worth of holding a wild; a natural of an own meld's rank."""
KEEP_ALIKE = (0, 0, 12, 20)
"""Worth of holding each natural of a rank, by how many of the rank there are in the hand."""

LATE_STOCK = 16
"""With fewer cards in the stock than this the deal is running out."""
LATE_HAND = 6
"""An opponent who may go out is near it with fewer cards than this."""
CAUGHT = 0.8
"""How likely a card still in the hand is caught there at the very end."""

PAIR_RISK, MIXED_RISK = 0.02, 0.05
"""Chance that a full hand holds a given natural pair; a given natural and a wild to go with it."""


class Outlook:
    """A view with what its seat makes of it. Nothing but the view is used."""

    def __init__(self, view: View, seat: Seat, hand: Sequence[Card]) -> None:
        self.view = view
        self.rules = view.rules
        self.hand = hand
        self.players = len(view.hand_counts)
        self.next_count = view.hand_counts[(seat + 1) % self.players]
        self.own, self.other = view.sides[side_of(seat)], view.sides[side_of(seat + 1)]
        self.partner_count = sum(view.hand_counts[side_of(seat) :: 2]) - len(hand)
        self.other_counts = view.hand_counts[side_of(seat + 1) :: 2]
        self.melds = [make_meld(self.rules, meld.cards) for meld in self.own.melds]
        self.own_ranks = {meld.rank for meld in self.own.melds}
        self.other_ranks = {meld.rank for meld in self.other.melds}
        self.held = Counter(RANK[card] for card in hand)
        self.time = self._time_left()

    def _time_left(self) -> float:
        """Return how much of the deal is to come: 1 for more than enough, 0 when it ends now."""
        time = min(1.0, self.view.stock_count / LATE_STOCK)
        if any(meld.canasta for meld in self.other.melds):
            time = min(time, min(self.other_counts) / LATE_HAND)
        return time

    def lay_worth(self, lay: Lay) -> float:
        """Return what laying gains over keeping the cards: canastas built, points saved, wilds spent."""
        before = 0.0 if lay.meld is None else self._prospect(self.melds[lay.meld])
        points = sum(self.rules.card_points[card] for card in lay.cards)
        wilds = sum(IS_WILD[card] for card in lay.cards)
        saved = points * (1 - self.time / 2)
        return self._prospect(self.meld_after(lay)) - before + saved - wilds * KEEP_WILD * self.time

    def meld_after(self, lay: Lay) -> Meld:
        """Return the meld that a legal lay makes."""
        if lay.meld is None:
            return make_meld(self.rules, lay.cards)
        return extend_meld(self.rules, self.melds[lay.meld], lay.cards)

    def _prospect(self, meld: Meld) -> float:
        """Return the canasta bonus that a meld has or can hope for."""
        rules = self.rules.canasta
        first = 0 if any(own.canasta for own in self.own.melds) else FIRST_CANASTA
        kind = canasta_kind(self.rules, meld.naturals, meld.wilds)
        if kind is not None:
            return self._bonus(kind) + first
        lacking = max(rules.min_size - meld.naturals - meld.wilds, rules.min_naturals - meld.naturals)
        hoped = rules.dirty if meld.wilds else (rules.dirty + rules.clean) / 2
        return CHANCE[min(lacking, len(CHANCE) - 1)] * self.time * (hoped + first)

    def _bonus(self, kind: Canasta) -> int:
        return self.rules.canasta.clean if kind is Canasta.CLEAN else self.rules.canasta.dirty

    def take_worth(self, lay: Lay) -> float:
        """Return what taking the pile by ``lay`` brings: its cards, and the meld on the table."""
        return (self.view.pile.count - 1) * PILE_CARD * self.time + self.lay_worth(lay)

    def discard_worth(self, card: Card) -> float:
        """Return minus what a discard costs: what it may give away, and what it is worth in the hand."""
        pile = (self.view.pile.count + 1) * PILE_CARD * max(self.time, CHANCE[3]) + PILE_TOP
        return -self._take_chance(card) * pile - self._keep_worth(card)

    def _take_chance(self, top: Card) -> float:
        """Return how likely the next player could take the pile with ``top`` on it."""
        kind = card_kind(top)
        if kind is not None and not (kind == "wild" and self.rules.pile.wild_top == "as_wild"):
            return 0.0
        rank = RANK[top]
        if rank in self.other_ranks:
            return 1.0
        melded = sum(meld.naturals for meld in self.own.melds if meld.rank == rank)
        unseen = 4 * self.rules.deck.packs - melded - self.held[rank]
        chance = PAIR_RISK * unseen * (unseen - 1) / 2
        if self.view.pile.state is not PileState.FROZEN:
            chance += MIXED_RISK * unseen
        return min(1.0, chance * self.next_count / self.rules.deal.hand_size)

    def _keep_worth(self, card: Card) -> float:
        rank = RANK[card]
        if IS_WILD[card]:
            worth = KEEP_WILD * self.time
        elif rank in self.own_ranks:
            worth = KEEP_MELDED
        else:
            alike = 0 if rank == THREE else min(self.held[rank], len(KEEP_ALIKE) - 1)
            worth = KEEP_ALIKE[alike] * self.time
        return worth - self.rules.card_points[card] * (1 - CAUGHT * self.time)

    def can_close_after(self, lay: Lay) -> bool:
        """Tell whether the player can still go out in this turn once ``lay`` is on the table."""
        melds = self.melds.copy()
        if lay.meld is None:
            melds.append(self.meld_after(lay))
        else:
            melds[lay.meld] = self.meld_after(lay)
        rest = list(self.hand)
        for card in lay.cards:
            rest.remove(card)
        return can_close(self.rules, self.players, melds, rest)

    def wants_to_close(self) -> bool:
        """Tell whether the player can go out in this turn, and the score favors it.

        The hands of the others are guessed by their size. Going out is right when it wins the match or leaves
        the side ahead in the deal, and wrong when it hands the match to the others.
        """
        hand = sum(self.rules.card_points[card] for card in self.hand)
        partner = self.partner_count * UNKNOWN_CARD
        return can_close(self.rules, self.players, self.melds, self.hand) and self._closing_pays(
            hand - partner
        )

    def lets_partner_close(self) -> bool:
        """Tell whether the score favors that the partner, who asks, goes out. Rule: C-8."""
        hand = sum(self.rules.card_points[card] for card in self.hand)
        return self._closing_pays(self.partner_count * UNKNOWN_CARD - hand)

    def _closing_pays(self, hands: int) -> bool:
        """Tell whether the deal should end now, when the side's own hands add ``hands`` to its points."""
        own = self._table_points(self.own) + hands
        other = self._table_points(self.other) - sum(self.other_counts) * UNKNOWN_CARD
        own_total, other_total = self.own.score + own, self.other.score + other
        if max(own_total, other_total) >= self.rules.match.target:
            return own_total > other_total
        return own >= other

    def _table_points(self, side: SideView) -> int:
        points = self.rules.card_points
        total = len(side.red_threes) * self.rules.red_three.value
        for meld in side.melds:
            total += sum(points[card] for card in meld.cards)
            total += 0 if meld.canasta is None else self._bonus(meld.canasta)
        return total
