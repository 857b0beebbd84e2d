"""How a ranked match changes ratings: the team model of Weng and Lin, and what it means to leave.

Pure functions. A rating is a belief about a person's strength: ``mu`` is the best guess and ``sigma`` its
standard deviation, in the model's units; see docs/ratings.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from openskill.models import PlackettLuce

from engine.state import side_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.state import Seat, Side

    UserId: TypeAlias = int

_MU, _SIGMA = 25.0, 25.0 / 3
_MODEL = PlackettLuce(mu=_MU, sigma=_SIGMA, beta=3 * _MU / 6)
"""The model is over-confident for pairs with its own ``beta``: one match of Canasta tells little."""
POINTS = 40.0
"""Points shown per unit of ``mu``."""
DAY = 24 * 60 * 60
"""Seconds within which matches between the same people count less and less: `match_weight`."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of somebody's strength."""

    mu: float = _MU
    sigma: float = _SIGMA

    @property
    def points(self) -> int:
        """The number shown, one that the person is most likely better than; a newcomer has 0."""
        return round(POINTS * (self.mu - 3 * self.sigma))

    @property
    def certainty(self) -> Certainty:
        """How sure the rating is."""
        return next((step for least, step in _STEPS if self.sigma >= least), Certainty.SURE)


class Certainty(Enum):
    """How much is known of somebody's strength, in steps that words can tell apart."""

    GUESS = "guess"
    UNSURE = "unsure"
    FAIR = "fair"
    SURE = "sure"


_STEPS = ((7.75, Certainty.GUESS), (6.5, Certainty.UNSURE), (5.0, Certainty.FAIR))
"""The least ``sigma`` of each step but the surest: some 10, 50 and 160 matches lead below them."""

COMPUTER = Rating(_MU, _SIGMA / 2)
"""The rating of every computer seat, which never changes."""


@dataclass(frozen=True, slots=True)
class RankedMatch:
    """A finished ranked match as ratings see it: who sat on each seat at its start and at its end.

    None is a computer. Side s has the seats s, s + 2, …; both sides had a person at the start.
    """

    starters: tuple[UserId | None, ...]
    finishers: tuple[UserId | None, ...]
    winner: Side

    @property
    def sides(self) -> frozenset[frozenset[UserId]]:
        """The two groups of people that met, in no order."""
        groups = [frozenset(user for user in self.starters[side::2] if user is not None) for side in (0, 1)]
        return frozenset(groups)

    def has_left(self, seat: Seat) -> bool:
        """Tell whether who started on ``seat`` did not play to the end there."""
        return self.starters[seat] is not None and self.starters[seat] != self.finishers[seat]

    def has_won(self, seat: Seat) -> bool:
        """Tell whether who started on ``seat`` has won: who left has not."""
        return side_of(seat) == self.winner and not self.has_left(seat)


def match_weight(earlier: int) -> float:
    """Return what a match counts after ``earlier`` ones of the same people within a day: half each time."""
    return 0.5**earlier


def rate(match: RankedMatch, ratings: Mapping[UserId, Rating], weight: float) -> dict[UserId, Rating]:
    """Return the new ratings of the people whose rating the match changes; ``weight`` is `match_weight`.

    Rated are those who sat down at the start. Who left has lost, also when the side won. Who stayed while a
    computer played for the partner who left does not lose.
    """
    teams = [[_rating_of(user, ratings) for user in match.starters[side::2]] for side in (0, 1)]
    after = [_outcome(teams, winner) for winner in (0, 1)]
    changed = {}
    for seat, user in enumerate(match.starters):
        side, place = side_of(seat), seat // 2
        winner = 1 - side if match.has_left(seat) else match.winner
        if user is None or (winner != side and _is_spared(match, seat)):
            continue
        changed[user] = _step(teams[side][place], after[winner][side][place], weight)
    return changed


def _rating_of(user: UserId | None, ratings: Mapping[UserId, Rating]) -> Rating:
    return COMPUTER if user is None else ratings.get(user, Rating())


def _is_spared(match: RankedMatch, seat: Seat) -> bool:
    """Tell whether the seat's person stayed with a computer in a partner's place."""
    partners = range(side_of(seat), len(match.starters), 2)
    return not match.has_left(seat) and any(
        match.has_left(partner) and match.finishers[partner] is None for partner in partners
    )


def _outcome(teams: Sequence[Sequence[Rating]], winner: Side) -> list[list[Rating]]:
    """Return everybody's rating if ``winner`` wins."""
    given = [[_MODEL.rating(mu=one.mu, sigma=one.sigma) for one in team] for team in teams]
    ranks = [1.0 if side == winner else 2.0 for side in (0, 1)]
    return [[Rating(one.mu, one.sigma) for one in team] for team in _MODEL.rate(given, ranks=ranks)]


def _step(before: Rating, after: Rating, weight: float) -> Rating:
    """Go ``weight`` of the way."""
    return Rating(
        before.mu + weight * (after.mu - before.mu), before.sigma + weight * (after.sigma - before.sigma)
    )
