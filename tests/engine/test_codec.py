"""JSON of positions, actions, views, events and snapshots: round trips, and the forms of the formats."""

from __future__ import annotations

import json

import pytest

from engine.codec import (
    decode_action,
    decode_match,
    decode_position,
    encode_action,
    encode_event,
    encode_match,
    encode_position,
    encode_score,
    encode_view,
    read_json,
)
from engine.errors import InvalidInput
from engine.scoring import score_side
from engine.state import PileState, Turn
from engine.view import view_for
from tests.engine.played import played_match
from tests.positions import action, allowed, position

MID_TURN = (
    "play: 9C 9D 5H; table: 9S 9H 9H, KC KD KS; pile: 3D JK 4S; stock: 8C 3H; red threes: 3D; score: 120 -45"
)


def through_text(value: object) -> object:
    return read_json(json.dumps(value).encode())


def test_every_position_of_a_match_survives_its_json() -> None:
    for match in played_match(3):
        assert match.state is not None
        assert decode_position(through_text(encode_position(match.state))) == match.state


def test_every_snapshot_of_a_match_survives_its_json() -> None:
    for match in played_match(4):
        assert decode_match(json.loads(json.dumps(encode_match(match)))) == match


def test_every_legal_action_survives_its_json() -> None:
    for match in played_match(5):
        assert match.state is not None
        for legal in view_for(match.state, match.state.seat).legal:
            assert decode_action(through_text(encode_action(legal))) == legal


@pytest.mark.parametrize(
    ("text", "json_form"),
    [
        ("draw", {"type": "draw"}),
        ("discard 4S", {"type": "discard", "card": "4S"}),
        ("meld 7H 7D 2S", {"type": "meld", "melds": [{"cards": ["7H", "7D", "2S"]}]}),
        ("meld 7C on 1", {"type": "meld", "melds": [{"meld": 1, "cards": ["7C"]}]}),
        ("take 7H 7D 2S", {"type": "take_pile", "melds": [{"cards": ["7H", "7D", "2S"]}]}),
        ("ask", {"type": "ask"}),
        ("answer yes", {"type": "answer", "yes": True}),
    ],
)
def test_form_of_actions(text: str, json_form: dict[str, object]) -> None:
    assert encode_action(action(text)) == json_form
    assert decode_action(json_form) == action(text)


def test_form_of_a_position() -> None:
    assert encode_position(position(MID_TURN)) == {
        "format": "canasta-position/1",
        "rules": {"name": "italian", "version": 1, "options": {}},
        "dealer": 3,
        "seat": 0,
        "phase": "play",
        "hands": [["5H", "9C", "9D"], ["6C", "6C"], ["6D", "6D"], ["6H", "6H"]],
        "sides": [
            {
                "melds": [["9H", "9H", "9S"], ["KC", "KD", "KS"]],
                "red_threes": ["3D"],
                "foot": None,
                "foot_taken": False,
                "score": 120,
            },
            {"melds": [], "red_threes": [], "foot": None, "foot_taken": False, "score": -45},
        ],
        "stock": ["8C", "3H"],
        "pile": ["3D", "JK", "4S"],
        "pile_state": "frozen",
        "laid_before": [False, False, False, False],
        "turn": {"laid": False, "melds_before": 2, "on_earlier": False, "took_pile": False, "asked": None},
    }


def test_a_position_that_is_over_says_how() -> None:
    state = position("play: 5H; table: 9C 9C 9D 9D 9H 9H 9S")
    assert "ended" not in encode_position(state)
    allowed(state, "discard 5H")
    over = encode_position(state)
    assert (over["phase"], over["ended"], over["closed_by"], over["concealed"]) == ("over", "closed", 0, True)


def test_a_turn_left_out_is_the_start_of_one() -> None:
    data = encode_position(position(MID_TURN))
    del data["turn"]
    assert decode_position(data).turn == Turn(melds_before=2)


def test_a_blocked_pile_is_a_state_like_the_others() -> None:
    data = encode_position(position(MID_TURN)) | {"pile_state": "blocked"}
    assert decode_position(data).pile_state is PileState.BLOCKED


def test_options_are_part_of_a_position() -> None:
    state = position(MID_TURN, {"pile.frozen_take": "pair"})
    data = encode_position(state)
    assert data["rules"]["options"] == {"pile.frozen_take": "pair"}
    assert decode_position(data) == state


def test_form_of_events() -> None:
    state = position("draw: 9C 9D 5S; pile: KH 9S; stock: 3H 8C; left: 4C 4D 4H 7S")
    events = [*allowed(state, "take 9S 9C 9D"), *allowed(state, "discard 5S"), *allowed(state, "draw")]
    assert [encode_event(event) for event in events] == [
        {"type": "took_pile", "seat": 0, "count": 2},
        {"type": "laid", "seat": 0, "side": 0, "meld": 0, "cards": ["9S", "9C", "9D"], "canasta": None},
        {"type": "discarded", "seat": 0, "card": "5S"},
        {"type": "drew", "seat": 1, "card": "3H"},
        {"type": "red_three", "seat": 1, "card": "3H"},
        {"type": "drew", "seat": 1, "card": "8C"},
    ]


def test_form_of_the_events_that_close() -> None:
    state = position("play: 9S 5H; table: 9C 9C 9D 9D 9H 9H")
    events = [*allowed(state, "meld 9S on 0"), *allowed(state, "discard 5H")]
    laid, _, ended = (encode_event(event) for event in events)
    assert laid["canasta"] == "clean"
    assert ended == {"type": "deal_ended", "ended": "closed", "closed_by": 0, "concealed": True}


def test_form_of_a_view() -> None:
    state = position(MID_TURN)
    assert encode_view(view_for(state, 1)) == {
        "format": "canasta-view/1",
        "rules": {"name": "italian", "version": 1, "options": {}},
        "seat": 1,
        "dealer": 3,
        "to_act": 0,
        "phase": "play",
        "hand": ["6C", "6C"],
        "hand_counts": [3, 2, 2, 2],
        "sides": [
            {
                "melds": [
                    {"cards": ["9H", "9H", "9S"], "kind": "set", "canasta": None},
                    {"cards": ["KC", "KD", "KS"], "kind": "set", "canasta": None},
                ],
                "red_threes": ["3D"],
                "foot": None,
                "score": 120,
            },
            {"melds": [], "red_threes": [], "foot": None, "score": -45},
        ],
        "stock_count": 2,
        "pile": {"top": "4S", "count": 3, "state": "frozen", "cause": "red_three"},
        "turn": {"laid": False, "melds_before": 2, "on_earlier": False, "took_pile": False, "asked": None},
    }
    assert encode_view(view_for(state, None))["hand"] is None


def test_form_of_a_score() -> None:
    state = position("over: 4S; table: KC KC KD KD KH KH KS; red threes: 3D")
    score = encode_score(score_side(state, 0))
    assert [(item["clause"], item["count"], item["points"]) for item in score["items"]] == [
        ("I-11", 7, 570),
        ("I-6", 1, 100),
        ("I-14", 3, -15),
    ]
    assert score["total"] == 655
    assert all(item["label"] for item in score["items"])


def test_a_snapshot_keeps_the_values_that_the_match_started_with() -> None:
    match = next(played_match(1))
    data = json.loads(json.dumps(encode_match(match)))
    data["rules"]["values"]["canasta.clean"] = 450
    del data["rules"]["values"]["canasta.dirty"]
    rules = decode_match(data).rules
    assert (rules.canasta.clean, rules.canasta.dirty, rules.match.target) == (450, 300, 5000)


@pytest.mark.parametrize(
    ("member", "value", "complaint"),
    [
        ("format", "canasta-match/2", "match.format: must be 'canasta-match/1'"),
        ("players", 3, "match.players: Italian Canasta is not played by 3"),
        ("deals", None, "match.deals: must be a list"),
        ("position", {}, "match.position.format: is missing"),
        ("rules", {"name": "italian", "version": 1, "options": {}}, "match.rules.values: is missing"),
    ],
)
def test_a_damaged_snapshot_is_refused(member: str, value: object, complaint: str) -> None:
    data = encode_match(next(played_match(1))) | {member: value}
    with pytest.raises(InvalidInput) as refusal:
        decode_match(data)
    assert str(refusal.value) == complaint


def test_a_snapshot_with_a_wrong_value_of_a_rule_is_refused() -> None:
    data = encode_match(next(played_match(1)))
    data["rules"]["values"] |= {"match.target": "high"}
    with pytest.raises(InvalidInput, match=r"match\.rules\.values: wrong at match\.target"):
        decode_match(data)
