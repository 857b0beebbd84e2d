"""A match: deals, one after the other, until a side has reached the target."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.apply import apply
from engine.deal import deal
from engine.scoring import score_side, total
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.actions import Action
    from engine.cards import Card
    from engine.events import Event
    from engine.ruleset import RuleSet
    from engine.scoring import ScoreItem
    from engine.state import Ending, Seat, Side, State

SIDES = 2


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal ended and what it was worth: items per side, and the match totals after it."""

    dealer: Seat
    ended: Ending
    closed_by: Seat | None
    concealed: bool
    scores: tuple[tuple[ScoreItem, ...], ...]
    totals: tuple[int, ...]


@dataclass(slots=True)
class Match:
    """A match in progress or over; ``state`` is the running deal or the last one, None before the first."""

    rules: RuleSet
    players: int
    deals: list[DealResult] = field(default_factory=list)
    state: State | None = None

    def copy(self) -> Match:
        """Return an independent copy."""
        return Match(self.rules, self.players, self.deals.copy(), self.state.copy() if self.state else None)

    @property
    def totals(self) -> tuple[int, ...]:
        """The sides' totals over the finished deals, in points."""
        return self.deals[-1].totals if self.deals else (0,) * SIDES

    @property
    def deal_running(self) -> bool:
        """Whether cards are being played."""
        return self.state is not None and self.state.phase is not Phase.OVER

    @property
    def winner(self) -> Side | None:
        """The side that has won: judged between deals, at the target and ahead of the other. Rule: X-8."""
        totals = self.totals
        if self.deal_running or max(totals) < self.rules.match.target or totals[0] == totals[1]:
            return None
        return totals.index(max(totals))

    @property
    def margin(self) -> int | None:
        """The difference of the totals, once there is a winner. Rules: I-15, X-8."""
        return None if self.winner is None else abs(self.totals[0] - self.totals[1])

    @property
    def over(self) -> bool:
        """Whether a side has won."""
        return self.winner is not None

    @property
    def between_deals(self) -> bool:
        """Whether the next deal may start."""
        return not self.deal_running and not self.over


def new_match(rules: RuleSet, players: int) -> Match:
    """Return a match before its first deal. Raises ValueError for a number of players that the rules lack."""
    if players not in rules.deal.players:
        raise ValueError(f"{rules.title} is not played by {players}")
    return Match(rules, players)


def start_deal(match: Match, deck: Sequence[Card], dealer: Seat | None = None) -> list[Event]:
    """Deal the next deal from ``deck``, a whole deck in the order after the cut.

    Mutates ``match``. ``dealer`` is for the first deal only; later the deal passes to the left (X-12).
    Raises ValueError when no deal can start, or the deck or the dealer are wrong.
    """
    dealer = next_dealer(match, dealer)
    match.state, events = deal(match.rules, dealer, deck, match.totals, match.players)
    return events


def next_dealer(match: Match, first: Seat | None) -> Seat:
    """Return who deals next: ``first``, named for the first deal only; later the deal passes to the left.

    Raises ValueError when no deal can start, or the dealer is wrong. Rule: X-12.
    """
    if not match.between_deals:
        raise ValueError("no deal can start now")
    if (first is None) != bool(match.deals):
        raise ValueError("a dealer is named for the first deal, and only for it")
    dealer = (match.deals[-1].dealer + 1) % match.players if first is None else first
    if not 0 <= dealer < match.players:
        raise ValueError(f"there is no seat {dealer}")
    return dealer


def play(match: Match, seat: Seat, action: Action) -> list[Event]:
    """Carry out ``action`` in the running deal; when that ends the deal, score it.

    Mutates ``match``. Raises IllegalAction, having changed nothing; ValueError before the first deal.
    """
    if match.state is None:
        raise ValueError("no deal has started")
    events = apply(match.state, seat, action)
    if match.state.phase is Phase.OVER:
        match.deals.append(_result(match.state))
    return events


def _result(state: State) -> DealResult:
    if state.ended is None:
        raise ValueError("the deal is not over")
    scores = tuple(score_side(state, side) for side in range(SIDES))
    totals = tuple(side.score + total(items) for side, items in zip(state.sides, scores, strict=True))
    return DealResult(state.dealer, state.ended, state.closed_by, state.concealed, scores, totals)
