"""Finished deals, step by step, with every card open."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from bot.refusals import Refusal
from engine.errors import EngineError, InvalidInput
from engine.match import Match
from engine.ports import CommitKind
from engine.snapshot import Snapshot, by_deal, load_snapshot, repeat_step
from storage.model import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.i18n import Texts
    from engine.events import Event
    from engine.match import DealResult
    from engine.ports import LogEntry
    from engine.seal import FairDeal, Pledge
    from engine.snapshot import Step
    from engine.state import State
    from storage.model import History


@dataclass(frozen=True, slots=True)
class ReplayStep:
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


def replay_step(history: History, deal: int | None, step: int) -> ReplayStep:
    """Return ``step`` of a match's deal number ``deal`` (from 1, None is the last), or the nearest there is.

    Raises Refusal for a deal that is not over.
    """
    match = load_snapshot(history.version, history.snapshot).match
    number = _finished(match, deal)
    entries = _entries_of(history, number)
    dealt = next(at for at, entry in enumerate(entries) if entry.kind.deals)
    step = max(0, min(step, len(entries) - 1 - dealt))
    taken = _replayed(match, number, entries[: dealt + step + 1])
    state = taken.after.match.state
    if state is None:
        raise ValueError("a deal that was dealt has a state")
    return ReplayStep(
        history.id.id,
        history.names,
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


def _replayed(match: Match, number: int, entries: Sequence[LogEntry]) -> Step:
    """Return the last step of ``entries``, which begin with deal ``number``, after the deals before it."""
    taken = repeat_step(_before(match, number, entries), entries[0])
    for entry in entries[1:]:
        taken = repeat_step(taken.after, entry)
    return taken


def _before(match: Match, number: int, entries: Sequence[LogEntry]) -> Snapshot:
    """Return the match after the deals before deal ``number``, from where ``entries`` go on."""
    start = Match(match.rules, match.players, match.deals[: number - 1])
    return Snapshot(entries[0].version - 1, start)


class Fault(Enum):
    """What of a finished deal disagrees with the rest, the first thing that does."""

    COMMITMENT = auto()
    DECK = auto()
    CUT = auto()
    LOG = auto()
    RESULT = auto()


@dataclass(frozen=True, slots=True)
class CheckedDeal:
    """A finished deal, judged by its log: ``fair`` is None where its deck was not sealed or cannot be read.

    ``names`` are those of the seats. ``fault`` is what disagrees: without one, the deck is the one committed
    to, and the deal played from it comes to its result.
    """

    deal: int
    names: Sequence[str]
    fair: FairDeal | None
    fault: Fault | None

    def verdict(self, t: Texts) -> str:
        """Return the judgment in words."""
        if self.fault is not None:
            doubt = t("**This deal does not agree with what was committed to. Do not trust it.**")
            return f"{doubt}\n{_fault_text(self.fault, t)}"
        if self.fair is None:
            return t("The deck of this deal was not sealed, so there is nothing to check.")
        return t("All of it agrees: the deck is the one committed to, and was cut and dealt as said.")


def judge_deal(history: History, deal: int | None) -> CheckedDeal:
    """Judge deal number ``deal`` (from 1, None is the last) of a match. Raises Refusal if it is not over."""
    newest = load_snapshot(history.version, history.snapshot)
    match = newest.match
    number = _finished(match, deal)
    entries = _entries_of(history, number)
    followed, fault = _followed(_before(match, number, entries), entries)
    if fault is None and followed.match.deals[number - 1 :] != match.deals[number - 1 : number]:
        fault = Fault.RESULT
    logged, is_newest = followed.fair, number == len(match.deals) and not match.deal_running
    if logged is not None and is_newest and logged != newest.fair:
        fault = _fault_between(logged, newest.fair)
    return CheckedDeal(number, history.names, logged, fault)


def _followed(snapshot: Snapshot, entries: Sequence[LogEntry]) -> tuple[Snapshot, Fault | None]:
    """Return how far the log of a deal leads from ``snapshot``, and what is wrong where it stops."""
    for entry in entries:
        try:
            snapshot = repeat_step(snapshot, entry).after
        except (EngineError, ValueError, LookupError, TypeError) as error:
            return snapshot, _fault_in(entry.kind, error)
    return snapshot, None


def _fault_in(kind: CommitKind, error: Exception) -> Fault:
    match kind:
        case CommitKind.SEAL:
            return Fault.COMMITMENT if isinstance(error, InvalidInput) else Fault.DECK
        case CommitKind.DEAL:
            return Fault.DECK
        case CommitKind.CUT:
            return Fault.CUT
        case CommitKind.ACTION | CommitKind.UNDO:
            return Fault.LOG


def _fault_between(logged: FairDeal, shown: FairDeal | None) -> Fault:
    """Return what the score sheet, ``shown`` to everybody, says otherwise than the log."""
    return Fault.CUT if shown is not None and shown.sealed == logged.sealed else Fault.COMMITMENT


def _fault_text(fault: Fault, t: Texts) -> str:
    match fault:
        case Fault.COMMITMENT:
            return t("The commitment disagrees: it is not that of this deck and this nonce.")
        case Fault.DECK:
            return t("The deck disagrees: it does not hold the cards of these rules.")
        case Fault.CUT:
            return t("The cut disagrees: the deck was not, or cannot be, cut as it is said.")
        case Fault.LOG:
            return t("The log disagrees: it has a play that is not possible with the cards that were dealt.")
        case Fault.RESULT:
            return t("The result disagrees: what was played does not come to the points on the score sheet.")


@dataclass(frozen=True, slots=True)
class RunningDeal:
    """What may be known of a deal that is not over: ``names`` are those of the seats."""

    deal: int
    names: Sequence[str]
    pledge: Pledge


def running_deal(history: History) -> RunningDeal | None:
    """Return what binds the deal that is being played or waits for the cut, if its deck was sealed."""
    snapshot = load_snapshot(history.version, history.snapshot)
    if snapshot.pledge is None or history.status is not Status.PLAYING:
        return None
    return RunningDeal(len(snapshot.match.deals) + 1, history.names, snapshot.pledge)


def _finished(match: Match, deal: int | None) -> int:
    """Return the number of a deal that is over."""
    number = len(match.deals) if deal is None else deal
    if not 1 <= number <= len(match.deals):
        raise Refusal(lambda t: t("There is no such deal, or it is not over yet."))
    return number
