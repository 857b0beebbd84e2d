"""A match as it stood after a commit, the steps from one snapshot to the next, and its text.

Steps are pure: they copy what they change. Playing and the replay of a log take the same steps.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.apply import apply
from engine.cards import codes, parse_card
from engine.codec import (
    decode_action,
    decode_match,
    decode_own_position,
    encode_action,
    encode_match,
    encode_position,
)
from engine.deal import check_deck
from engine.errors import EngineError, InvalidInput
from engine.events import Answered, Asked, Drew, TookFoot, TookPile
from engine.match import new_match, next_dealer, play, start_deal
from engine.ports import CommitKind, LogEntry
from engine.seal import FairDeal, Pledge, SealedDeck
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.actions import Action
    from engine.cards import Card
    from engine.events import Event
    from engine.match import Match
    from engine.ruleset import RuleSet
    from engine.state import Seat, State


_DECKS = ("sealed", "fair")
"""Members of a snapshot that are missing in one from before decks were sealed."""


class NothingToUndo(EngineError):
    """The seat did nothing that could still be taken back."""


@dataclass(frozen=True, slots=True)
class Undoable:
    """The actions of the running turn that can be taken back, oldest first, and what they started from.

    Each action has the version that it made; there is at least one.
    """

    state: State
    version: int
    actions: tuple[tuple[int, Action], ...]


@dataclass(frozen=True, slots=True)
class Sealed:
    """A deck that waits for the cut, and who will deal it."""

    deck: SealedDeck
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match as it stood after commit ``version``; nobody edits what it holds.

    ``sealed`` waits for the cut; ``fair`` is how the running or last deal came about, if it was sealed.
    """

    version: int
    match: Match
    undoable: Undoable | None = None
    sealed: Sealed | None = None
    fair: FairDeal | None = None

    @property
    def pledge(self) -> Pledge | None:
        """What binds the deck that waits for the cut or is being played, if it was sealed."""
        if self.sealed is not None:
            return Pledge(self.sealed.deck.commitment)
        return self.fair.pledge if self.fair is not None and self.match.deal_running else None


@dataclass(frozen=True, slots=True)
class Step:
    """A step to the snapshot ``after``, with what its log entry says and what happened."""

    after: Snapshot
    kind: CommitKind
    seat: Seat | None
    payload: dict[str, Any]
    action: Action | None
    events: tuple[Event, ...]

    def entry(self, action_id: str) -> LogEntry:
        """Return the step as an entry of the log."""
        return LogEntry(self.after.version, action_id, self.kind, self.seat, _dump(self.payload))


def first_snapshot(rules: RuleSet, players: int) -> Snapshot:
    """Return a match before its first deal. Raises ValueError as `engine.match.new_match` does."""
    return Snapshot(0, new_match(rules, players))


def deal_step(before: Snapshot, deck: Sequence[Card], dealer: Seat | None) -> Step:
    """Deal. Raises ValueError as `engine.match.start_deal` does."""
    match = before.match.copy()
    events = start_deal(match, deck, dealer)
    payload = {"deck": codes(deck), "dealer": _deal_of(match).dealer}
    after = Snapshot(before.version + 1, match)
    return Step(after, CommitKind.DEAL, None, payload, None, tuple(events))


def seal_step(before: Snapshot, deck: SealedDeck, dealer: Seat | None) -> Step:
    """Put a sealed deck on the table for the next deal; ``dealer`` is for the first deal only.

    Raises ValueError as `engine.match.start_deal` does, and when a deck is there already.
    """
    if before.sealed is not None:
        raise ValueError("a deck is sealed already")
    dealer = next_dealer(before.match, dealer)
    check_deck(before.match.rules, deck.deck)
    payload = {**_encode_sealed(deck), "dealer": dealer, "commitment": deck.commitment}
    after = replace(before, version=before.version + 1, sealed=Sealed(deck, dealer))
    return Step(after, CommitKind.SEAL, None, payload, None, ())


def cut_step(before: Snapshot, cut: int, seat: Seat | None) -> Step:
    """Cut the sealed deck and deal it; ``seat`` cut, or nobody at the table.

    Raises ValueError where no deck is sealed, and as `engine.seal.cut_deck` does.
    """
    sealed, match = before.sealed, before.match.copy()
    if sealed is None:
        raise ValueError("no deck is sealed")
    fair = FairDeal(sealed.deck, cut, seat)
    events = start_deal(match, fair.dealt, None if match.deals else sealed.dealer)
    after = Snapshot(before.version + 1, match, fair=fair)
    return Step(after, CommitKind.CUT, seat, {"cut": cut}, None, tuple(events))


def action_step(before: Snapshot, seat: Seat, action: Action) -> Step:
    """Play. Raises IllegalAction; ValueError before the first deal."""
    match = before.match.copy()
    events = play(match, seat, action)
    version = before.version + 1
    undoable = _undoable_after(before, _deal_of(match), action, version, events)
    after = replace(before, version=version, match=match, undoable=undoable)
    return Step(after, CommitKind.ACTION, seat, encode_action(action), action, tuple(events))


def undo_step(before: Snapshot, seat: Seat) -> Step:
    """Take back the last action of the running turn. Raises NothingToUndo."""
    undoable = before.undoable
    if undoable is None or undoable.state.seat != seat:
        raise NothingToUndo("there is nothing to take back")
    kept = undoable.actions[:-1]
    state = undoable.state.copy()
    for _, action in kept:
        apply(state, seat, action)
    match = replace(before.match, state=state)
    left = replace(undoable, actions=kept) if kept else None
    after = replace(before, version=before.version + 1, match=match, undoable=left)
    payload = {"version": kept[-1][0] if kept else undoable.version}
    return Step(after, CommitKind.UNDO, seat, payload, None, ())


def repeat_step(before: Snapshot, entry: LogEntry) -> Step:
    """Take the step that ``entry`` logged.

    Raises what the step raises, and InvalidInput for an entry that cannot be read.
    """
    payload = json.loads(entry.payload)
    match entry:
        case LogEntry(kind=CommitKind.DEAL):
            dealer = None if before.match.deals else payload["dealer"]
            return deal_step(before, [parse_card(code) for code in payload["deck"]], dealer)
        case LogEntry(kind=CommitKind.SEAL):
            dealer = None if before.match.deals else payload["dealer"]
            return seal_step(before, load_sealed(payload), dealer)
        case LogEntry(kind=CommitKind.CUT):
            return cut_step(before, payload["cut"], entry.seat)
        case LogEntry(kind=CommitKind.ACTION, seat=int(seat)):
            return action_step(before, seat, decode_action(payload))
        case LogEntry(kind=CommitKind.UNDO, seat=int(seat)):
            return undo_step(before, seat)
        case _:
            raise InvalidInput(f"log entry {entry.version}: seat: missing")


def without_undone(entries: Iterable[LogEntry]) -> list[LogEntry]:
    """Return all that counts: without the undos, and without what they took back."""
    kept: list[LogEntry] = []
    for entry in entries:
        if entry.kind is CommitKind.UNDO:
            back_to = json.loads(entry.payload)["version"]
            while kept and kept[-1].version > back_to:
                kept.pop()
        else:
            kept.append(entry)
    return kept


def by_deal(entries: Iterable[LogEntry]) -> list[list[LogEntry]]:
    """Return what counts of a log (see `without_undone`) deal by deal, each from its deal or sealing on."""
    deals: list[list[LogEntry]] = []
    for entry in without_undone(entries):
        if entry.kind in {CommitKind.DEAL, CommitKind.SEAL}:
            deals.append([])
        deals[-1].append(entry)
    return deals


def dump_snapshot(snapshot: Snapshot) -> str:
    """Return the text of a snapshot; its version is kept beside it."""
    undoable = snapshot.undoable
    undo = undoable and {
        "position": encode_position(undoable.state),
        "version": undoable.version,
        "actions": [
            {"version": version, "action": encode_action(action)} for version, action in undoable.actions
        ],
    }
    sealed, fair = snapshot.sealed, snapshot.fair
    return _dump(
        {
            "match": encode_match(snapshot.match),
            "undo": undo,
            "sealed": sealed and {**_encode_sealed(sealed.deck), "dealer": sealed.dealer},
            "fair": fair and {**_encode_sealed(fair.sealed), "cut": fair.cut, "cut_by": fair.cut_by},
        }
    )


def load_snapshot(version: int, text: str) -> Snapshot:
    """Return the snapshot that ``text`` describes. Raises InvalidInput where it is none of ours."""
    try:
        data = json.loads(text)
        match, undo, sealed, fair = decode_match(data["match"]), data["undo"], *map(data.get, _DECKS)
        return Snapshot(
            version,
            match,
            None if undo is None else _load_undoable(undo, match.rules),
            sealed and Sealed(load_sealed(sealed), sealed["dealer"]),
            fair and FairDeal(load_sealed(fair), fair["cut"], fair["cut_by"]),
        )
    except (LookupError, RecursionError, TypeError, ValueError) as error:
        raise InvalidInput(f"the snapshot cannot be read: {type(error).__name__}") from None


def load_sealed(data: Any) -> SealedDeck:
    """Return the sealed deck that a log entry or a snapshot holds.

    Raises InvalidInput unless it is the one whose commitment was published.
    """
    sealed = SealedDeck(data["nonce"], tuple(parse_card(code) for code in data["deck"]))
    if data.get("commitment", sealed.commitment) != sealed.commitment:
        raise InvalidInput("the sealed deck is not the one that was committed to")
    return sealed


def _encode_sealed(deck: SealedDeck) -> dict[str, Any]:
    return {"nonce": deck.nonce, "deck": codes(deck.deck)}


def _load_undoable(data: Any, rules: RuleSet) -> Undoable:
    actions = tuple((step["version"], decode_action(step["action"])) for step in data["actions"])
    return Undoable(decode_own_position(data["position"], rules, "undo.position"), data["version"], actions)


def _undoable_after(
    before: Snapshot, now: State, action: Action, version: int, events: Iterable[Event]
) -> Undoable | None:
    """Return what can be taken back: nothing once the turn ended or something final happened."""
    start = _deal_of(before.match)
    if now.phase is Phase.OVER or now.seat != start.seat or any(_is_final(event) for event in events):
        return None
    undoable = before.undoable or Undoable(start, before.version, ())
    return replace(undoable, actions=(*undoable.actions, (version, action)))


def _is_final(event: Event) -> bool:
    """Tell whether nothing up to this can be taken back.

    The player came to know cards (one drawn, those under the pile's top, a foot), or spoke to the partner.
    """
    return isinstance(event, (Drew, TookFoot, Asked, Answered)) or (
        isinstance(event, TookPile) and event.count > 1
    )


def _deal_of(match: Match) -> State:
    if match.state is None:
        raise ValueError("no deal has started")
    return match.state


def _dump(data: object) -> str:
    return json.dumps(data, separators=(",", ":"))
