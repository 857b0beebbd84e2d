"""The commands that answer one question about rules or a position: JSON text in, JSON values out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.apply import apply
from engine.codec import (
    decode_action,
    decode_position,
    encode_action,
    encode_event,
    encode_position,
    encode_score,
    encode_view,
    read_json,
)
from engine.codec.models import ActionRequest, PositionRequest, ScoreRequest, ViewRequest, validate
from engine.errors import IllegalAction, InvalidInput
from engine.fair import check_fair
from engine.legal import legal_actions
from engine.match import SIDES
from engine.plans import may_follow_answer
from engine.rulebook import load_book, rule_set_names
from engine.scoring import score_side
from engine.state import Phase
from engine.texts import refusal_text
from engine.verify import verify
from engine.view import view_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.codec import Json
    from engine.rulebook import RuleField
    from engine.state import Seat, State


def list_rules() -> Json:
    """Return the rule sets: ``rules`` without a name."""
    rule_sets = [load_book(name).rules for name in rule_set_names()]
    return {
        "rules": [
            {
                "name": rules.name,
                "version": rules.version,
                "title": rules.title,
                "players": list(rules.deal.players),
            }
            for rules in rule_sets
        ]
    }


def show_rules(name: str) -> Json:
    """Return every field and clause of a rule set: ``rules NAME``.

    Raises InvalidInput for an unknown name.
    """
    book = load_book(name)
    return {
        "name": book.rules.name,
        "version": book.rules.version,
        "fields": [_show_field(field) for field in book.fields.values()],
        "clauses": [{"id": clause, "text": text} for clause, text in book.clauses.items()],
    }


def _show_field(field: RuleField) -> Json:
    shown: Json = {
        "field": field.name,
        "value": field.value,
        "allowed": list(field.allowed),
        "clause": field.clause,
        "meaning": field.meaning,
    }
    return {**shown, "range": True} if field.is_range else shown


def apply_action(text: bytes) -> Json:
    """Return what an action of the seat to act makes of a position, or why it is refused: ``apply``."""
    request = validate(ActionRequest, read_json(text))
    state = decode_position(request.position)
    action = decode_action(request.action)
    try:
        events = apply(state, state.awaited, action)
    except IllegalAction as refusal:
        return {
            "ok": False,
            "clause": refusal.clause,
            "reason": refusal.reason.value,
            "message": refusal_text(refusal),
        }
    return {
        "ok": True,
        "position": encode_position(state),
        "events": [encode_event(event) for event in events],
    }


def list_legal(text: bytes) -> Json:
    """Return the legal actions of the seat to act: ``legal``.

    Raises InvalidInput for a position that is not over and in which none is left.
    """
    state = decode_position(validate(PositionRequest, read_json(text)).position)
    actions = legal_actions(state)
    hand = f"position.hands[{state.seat}]"
    if state.turn.asked == "waiting" and not may_follow_answer(state):
        raise InvalidInput(f"{hand}: cannot go out, so nobody would have asked")
    if not actions and state.phase is not Phase.OVER:
        raise InvalidInput(f"{hand}: no legal action is left, which play never leads to")
    return {"actions": [encode_action(action) for action in actions]}


def show_view(text: bytes) -> Json:
    """Return what a seat may know of a position: ``view``."""
    request = validate(ViewRequest, read_json(text))
    state = decode_position(request.position)
    _check_seat("seat", request.seat, state)
    return encode_view(view_for(state, request.seat))


def score(text: bytes) -> Json:
    """Return what a position is worth to each side if the deal ends with it: ``score``."""
    request = validate(ScoreRequest, read_json(text))
    state = decode_position(request.position)
    _check_seat("closed_by", request.closed_by, state)
    if request.concealed and request.closed_by is None:
        raise InvalidInput("concealed: must be false: nobody went out")
    ended = replace(state, closed_by=request.closed_by, concealed=request.concealed)
    return {"sides": [encode_score(score_side(ended, side)) for side in range(SIDES)]}


def _check_seat(member: str, seat: Seat | None, state: State) -> None:
    if seat is not None and not 0 <= seat < state.players:
        raise InvalidInput(f"{member}: there is no seat {seat}")


QUESTIONS: dict[str, tuple[Callable[[bytes], Json], str]] = {
    "apply": (apply_action, "carry out an action in a position"),
    "legal": (list_legal, "list the legal actions in a position"),
    "view": (show_view, "show what a seat may know of a position"),
    "score": (score, "score a position as the end of a deal"),
}
"""The commands that read one JSON text, each with its purpose."""

CHECKS: dict[str, tuple[Callable[[Iterable[bytes]], Json], str]] = {
    "verify": (verify, "replay records and name the first difference"),
    "fair": (check_fair, "check how the decks of records were sealed and cut"),
}
"""The commands that read records, one a line, each with its purpose."""
