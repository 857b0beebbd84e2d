"""What a discard gives away: how likely the next player takes the pile with it, and what that brings them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import JOKER, RANK, TWO
from engine.melds import natural_fits
from engine.pile import PAIR, card_kind
from engine.players.prospects import at_least
from engine.sequences import BIT
from engine.state import PileState

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.players.knowledge import Knowledge

PILE_CARD = 14
"""Worth of each card that taking the pile brings, to whoever takes it."""
PILE_TOP = 10
"""Worth of the discard itself to an opponent who takes it."""
LEAST_TIME = 0.33
"""Even at the very end the cards of a pile are worth something: points at least."""
KEPT = 1.3
"""Cards that go together are kept, so a hand holds them more often than chance has it."""
HINDERED = 0.5
"""How likely a pile that can be used is taken by a side that must open with it; one with a wild on top by a
side that needs two naturals of a rank for it.
"""


class Danger:
    """The harm that each discard may do."""

    def __init__(self, known: Knowledge) -> None:
        self._known = known
        self._rules = known.rules
        self._chance = round(min(1.0, KEPT * known.next_count / known.unseen_count), 2)
        unopened = not known.other.melds
        self._must_open = unopened and bool(self._rules.opening_minimum(known.other.score))
        frozen = known.view.pile.state is PileState.FROZEN
        self._frozen = frozen or (unopened and self._rules.pile.frozen_before_opening)

    def of(self, card: Card) -> float:
        """Return what discarding ``card`` costs on average, in points."""
        chance = self._take_chance(card)
        if not chance:
            return 0.0
        known = self._known
        pile = (known.view.pile.count + 1) * PILE_CARD * max(known.time, LEAST_TIME)
        return chance * (pile + PILE_TOP + self._gift(card))

    def _take_chance(self, top: Card) -> float:
        """Return how likely the next player can take the pile with ``top`` on it."""
        pile, kind = self._rules.pile, card_kind(top)
        needs_pair = self._frozen and pile.frozen_take != "any_valid_meld"
        if kind == "wild" and pile.wild_top == "as_wild":
            return HINDERED if needs_pair else 1.0
        if kind is not None:
            return 0.0
        if not (needs_pair and pile.frozen_take == "pair") and self._fitting(top):
            return 1.0
        unseen = self._known.unseen_of_rank(RANK[top])
        chance = at_least(PAIR, unseen, self._chance)
        if not needs_pair:
            chance += self._holds(unseen) * self._holds(self._unseen_wilds()) + self._sequence_chance(top)
        return min(1.0, chance) * (HINDERED if self._must_open else 1.0)

    def _fitting(self, top: Card) -> list[int]:
        """Return the sizes of the others' melds that the card can be laid off on."""
        return [len(meld.cards) for meld in self._known.other.melds if natural_fits(self._rules, meld, top)]

    def _unseen_wilds(self) -> int:
        return self._known.unseen_of_rank(TWO) + self._known.unseen[JOKER]

    def _sequence_chance(self, top: Card) -> float:
        """Return how likely the next player holds two cards that make a sequence with ``top``."""
        if not self._rules.meld.sequences:
            return 0.0
        second, first, next_, last = [self._holds_neighbor(top + 4 * step) for step in (-2, -1, 1, 2)]
        return second * first + first * next_ + next_ * last

    def _holds_neighbor(self, card: Card) -> float:
        return self._holds(self._known.unseen[card]) if 0 <= card < JOKER and BIT[card] else 0.0

    def _holds(self, unseen: int) -> float:
        """Return how likely the next player holds one of so many unseen cards."""
        return at_least(1, unseen, self._chance)

    def _gift(self, top: Card) -> float:
        """Return what the card adds to a canasta of the others: the more, the fewer cards that one lacks."""
        canasta = self._rules.canasta
        lacking = [canasta.min_size - size for size in self._fitting(top)]
        return max([canasta.dirty / 2**lack for lack in lacking if lack > 0], default=0.0)
