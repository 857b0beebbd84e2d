"""JSON values of what the engine holds: plain functions that build dictionaries and lists."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from engine.actions import Answer, Ask, Discard, Draw, LayDown, TakePile
from engine.cards import code, codes
from engine.events import (
    Answered,
    Asked,
    DealEnded,
    Discarded,
    Drew,
    Event,
    FootToStock,
    Laid,
    RedThreeLaid,
    TookFoot,
    TookPile,
)
from engine.scoring import total
from engine.texts import score_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.actions import Action, Lay
    from engine.ruleset import RuleSet
    from engine.scoring import ScoreItem
    from engine.state import Canasta, SideState, State, Turn
    from engine.view import SideView, View

Json: TypeAlias = dict[str, Any]

_EVENT_TYPES: dict[type[Event], str] = {
    Drew: "drew",
    RedThreeLaid: "red_three",
    TookPile: "took_pile",
    Laid: "laid",
    Discarded: "discarded",
    TookFoot: "took_foot",
    FootToStock: "foot_to_stock",
    Asked: "asked",
    Answered: "answered",
    DealEnded: "deal_ended",
}


def encode_rules(rules: RuleSet) -> Json:
    """Return the name of a rule set, with its version and the options that a table changed."""
    return {"name": rules.name, "version": rules.version, "options": dict(rules.options)}


def encode_action(action: Action) -> Json:
    """Return an action; `engine.codec.decode_action` is the inverse."""
    match action:
        case Draw():
            return {"type": "draw"}
        case TakePile(lays):
            return {"type": "take_pile", "melds": [_encode_lay(lay) for lay in lays]}
        case LayDown(lays):
            return {"type": "meld", "melds": [_encode_lay(lay) for lay in lays]}
        case Discard(card):
            return {"type": "discard", "card": code(card)}
        case Ask():
            return {"type": "ask"}
        case Answer(yes):
            return {"type": "answer", "yes": yes}
        case _:
            assert_never(action)


def _encode_lay(lay: Lay) -> Json:
    cards = codes(lay.cards)
    return {"cards": cards} if lay.meld is None else {"meld": lay.meld, "cards": cards}


def encode_event(event: Event) -> Json:
    """Return an event, hidden cards included: who may see it is the caller's business."""
    members = {field.name: _encode_member(getattr(event, field.name)) for field in fields(event)}
    if isinstance(event, (Drew, RedThreeLaid, Discarded)):
        members["card"] = code(event.card)
    elif isinstance(event, Laid):
        members["cards"] = codes(event.cards)
    return {"type": _EVENT_TYPES[type(event)], **members}


def _encode_member(value: object) -> object:
    return value.value if isinstance(value, Enum) else value


def encode_position(state: State) -> Json:
    """Return everything of a deal; `engine.codec.decode_position` is the inverse."""
    position: Json = {
        "format": "canasta-position/1",
        "rules": encode_rules(state.rules),
        "dealer": state.dealer,
        "seat": state.seat,
        "phase": state.phase.value,
        "hands": [codes(hand) for hand in state.hands],
        "sides": [_encode_side(side) for side in state.sides],
        "stock": codes(reversed(state.stock)),
        "pile": codes(state.pile),
        "pile_state": state.pile_state.value,
        "laid_before": list(state.laid_before),
        "turn": _encode_turn(state.turn),
    }
    if state.ended is not None:
        position |= {
            "ended": state.ended.value,
            "closed_by": state.closed_by,
            "concealed": state.concealed,
        }
    return position


def _encode_side(side: SideState) -> Json:
    return {
        "melds": [codes(meld.cards) for meld in side.melds],
        "red_threes": codes(side.red_threes),
        "foot": None if side.foot is None else codes(side.foot),
        "foot_taken": side.foot_taken,
        "score": side.score,
    }


def _encode_turn(turn: Turn) -> Json:
    return {
        "laid": turn.laid,
        "melds_before": turn.melds_before,
        "on_earlier": turn.on_earlier,
        "took_pile": turn.took_pile,
        "asked": turn.asked,
    }


def encode_view(view: View) -> Json:
    """Return a view: what one seat, or a spectator, may know."""
    return {
        "format": "canasta-view/1",
        "rules": encode_rules(view.rules),
        "seat": view.seat,
        "dealer": view.dealer,
        "to_act": view.to_act,
        "phase": view.phase.value,
        "hand": None if view.hand is None else codes(view.hand),
        "hand_counts": list(view.hand_counts),
        "sides": [_encode_side_view(side) for side in view.sides],
        "stock_count": view.stock_count,
        "pile": {
            "top": None if view.pile.top is None else code(view.pile.top),
            "count": view.pile.count,
            "state": view.pile.state.value,
            "cause": view.pile.cause,
        },
        "turn": _encode_turn(view.turn),
    }


def _encode_side_view(side: SideView) -> Json:
    return {
        "melds": [
            {"cards": codes(meld.cards), "kind": meld.kind.value, "canasta": _kind(meld.canasta)}
            for meld in side.melds
        ],
        "red_threes": codes(side.red_threes),
        "foot": side.foot,
        "score": side.score,
    }


def encode_score(items: Iterable[ScoreItem]) -> Json:
    """Return one side's score of a deal: its items, labelled in English, and their sum."""
    items = tuple(items)
    return {
        "items": [
            {"clause": item.clause, "label": score_text(item), "count": item.count, "points": item.points}
            for item in items
        ],
        "total": total(items),
    }


def _kind(canasta: Canasta | None) -> str | None:
    return None if canasta is None else canasta.value
