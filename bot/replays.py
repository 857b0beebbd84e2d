"""Finished deals, step by step, with every card open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.refusals import Refusal
from engine.match import Match
from engine.snapshot import Snapshot, by_deal, load_snapshot, repeat_step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import Event
    from engine.match import DealResult
    from engine.ports import LogEntry
    from engine.state import State
    from storage.model import History


@dataclass(frozen=True, slots=True)
class Scene:
    """A finished deal after one of its steps; step 0 is the deal itself.

    ``events`` happened in that step. ``result`` is what the deal came to in the end.
    """

    match_id: str
    names: tuple[str, ...]
    deal: int
    deals: int
    step: int
    steps: int
    state: State
    events: tuple[Event, ...]
    result: DealResult


def scene(history: History, deal: int | None, step: int) -> Scene:
    """Return ``step`` of a match's deal number ``deal`` (from 1, None is the last), or the nearest there is.

    Raises Refusal for a deal that is not over.
    """
    match = load_snapshot(history.version, history.snapshot).match
    number = len(match.deals) if deal is None else deal
    if not 1 <= number <= len(match.deals):
        raise Refusal(lambda t: t("There is no such deal, or it is not over yet."))
    entries = _entries_of(history, number)
    dealt = next(at for at, entry in enumerate(entries) if entry.kind.deals)
    step = max(0, min(step, len(entries) - 1 - dealt))
    start = Match(match.rules, match.players, match.deals[: number - 1])
    taken = repeat_step(Snapshot(entries[0].version - 1, start), entries[0])
    for entry in entries[1 : dealt + step + 1]:
        taken = repeat_step(taken.after, entry)
    state = taken.after.match.state
    if state is None:
        raise ValueError("a deal that was dealt has a state")
    names = tuple(seat.name for seat in history.seats)
    return Scene(
        history.id.id,
        names,
        number,
        len(match.deals),
        step,
        len(entries) - 1 - dealt,
        state,
        taken.events,
        match.deals[number - 1],
    )


def _entries_of(history: History, number: int) -> Sequence[LogEntry]:
    """Return the log of one deal. Raises Refusal where it was not kept."""
    deals = by_deal(history.entries)
    if len(deals) < number:
        raise Refusal(lambda t: t("What was played in this deal is not kept any more."))
    return deals[number - 1]
