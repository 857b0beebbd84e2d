"""What the history of a match is good for: its record, and proof that its log and its snapshot agree."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from engine.cards import parse_card
from engine.codec import decode_action
from engine.errors import EngineError, InvalidInput
from engine.ports import CommitKind
from engine.records import PlayedDeal, encode_record
from engine.seal import FairDeal
from engine.snapshot import Snapshot, load_sealed, load_snapshot, repeat_step, without_undone
from storage.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.codec import Json
    from engine.ports import LogEntry
    from engine.seal import SealedDeck
    from storage.model import History


def record_of(history: History) -> Json:
    """Return the record of a match: its finished deals, without what was undone.

    The deal that is running, and so its deck, is left out. Raises StorageError where the log was dropped.
    """
    if history.log_dropped:
        raise StorageError(f"the log of match {history.id.id} was kept no longer; only its result is there")
    match = load_snapshot(history.version, history.snapshot).match
    names = [seat.name or seat.kind.value for seat in history.seats]
    return encode_record(match, names, _played_deals(without_undone(history.entries)))


def fault_of(history: History) -> str | None:
    """Replay the log of a match; return where it and what is kept first disagree, or None."""
    if len(history.seats) != history.first.players:
        return f"it has {len(history.seats)} seats for {history.first.players} players"
    if history.log_dropped:
        return _unreadable(history)
    try:
        last = _replayed(history)
    except _Disagreement as disagreement:
        return str(disagreement)
    fault = _unreadable(history)
    if fault is not None or load_snapshot(history.version, history.snapshot) == last:
        return fault
    return "the snapshot is not what the log comes to"


class _Disagreement(Exception):
    """What a log says is not what comes of it."""


def _replayed(history: History) -> Snapshot:
    """Return what the log comes to. Raises _Disagreement."""
    snapshot = Snapshot(0, history.first)
    for entry in history.entries:
        try:
            step = repeat_step(snapshot, entry)
        except (EngineError, LookupError, RecursionError, TypeError, ValueError) as error:
            raise _Disagreement(
                f"commit {entry.version} cannot be replayed: {type(error).__name__}"
            ) from None
        if step.entry(entry.action_id) != entry:
            raise _Disagreement(f"commit {entry.version} is not what was logged when it is replayed")
        snapshot = step.after
    if history.version != snapshot.version:
        raise _Disagreement(
            f"the log ends with commit {snapshot.version}, the snapshot is of {history.version}"
        )
    return snapshot


def _unreadable(history: History) -> str | None:
    try:
        load_snapshot(history.version, history.snapshot)
    except InvalidInput:
        return "the snapshot cannot be read"
    return None


def _played_deals(entries: Iterable[LogEntry]) -> list[PlayedDeal]:
    played: list[PlayedDeal] = []
    sealed: SealedDeck | None = None
    for entry in entries:
        payload = json.loads(entry.payload)
        match entry.kind:
            case CommitKind.DEAL:
                played.append(PlayedDeal(tuple(parse_card(code) for code in payload["deck"])))
            case CommitKind.SEAL:
                sealed = load_sealed(payload)
            case CommitKind.CUT if sealed is not None:
                fair = FairDeal(sealed, payload["cut"], entry.seat)
                played.append(PlayedDeal(fair.dealt, fair=fair))
            case CommitKind.ACTION if entry.seat is not None:
                played[-1].actions.append((entry.seat, decode_action(payload)))
            case _:
                raise InvalidInput(f"log entry {entry.version}: does not belong here")
    return played
