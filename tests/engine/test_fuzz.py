"""Damaged requests and records: an answer or one line of complaint, never another exception."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from engine.actions import Draw
from engine.codec import decode_match, encode_match, encode_position
from engine.codec.match import _decode_strictly, _read
from engine.codec.quick import UNLIKE
from engine.commands import QUESTIONS
from engine.errors import InvalidInput
from engine.snapshot import Snapshot, Undoable, dump_snapshot, load_snapshot
from engine.verify import verify
from tests.engine.played import played_match, record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

JUNK: list[Any] = [
    *(None, True, 0, -1, 10**17, 1.5, "", "7H", "JK", "3D", "draw", "over", "\ud800", "x" * 500),
    *([], {}, ["7H"], ["JK"] * 5, [[]], {"cards": ["7H"]}, {"type": "draw"}, [["7H", "7D", "7S"]]),
]
MATCHES = [match.copy() for match in played_match(3)][::40]
POSITIONS = [encode_position(match.state) for match in MATCHES if match.state]
ACTIONS: list[dict[str, Any]] = [
    {"type": "draw"},
    {"type": "meld", "melds": [{"cards": ["7H", "7D", "2S"]}]},
    {"type": "take_pile", "melds": [{"cards": ["7H"], "meld": 0}]},
    {"type": "answer", "yes": True},
]


def _members(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each place inside the data as a container and a key or index."""
    places = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, inner in places:
        yield data, key
        yield from _members(inner)


def _damaged(data: Any, rng: Random) -> Any:
    data = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 2))):
        members = list(_members(data))
        if not members:
            break  # nothing is left to damage
        container, key = rng.choice(members)
        if rng.random() < 0.3:
            del container[key]
        else:
            container[key] = copy.deepcopy(rng.choice(JUNK))
    return data


def _ask(request: dict[str, Any], question: Callable[[bytes], object], rng: Random) -> None:
    complaint = ""
    try:
        json.dumps(question(json.dumps(_damaged(request, rng)).encode()))
    except InvalidInput as error:
        complaint = str(error)
    assert len(complaint.splitlines()) <= 1


@pytest.mark.parametrize("command", QUESTIONS)
def test_damaged_requests(command: str) -> None:
    rng = Random(command)
    question, _ = QUESTIONS[command]
    for _ in range(300):
        position = rng.choice(POSITIONS)
        request = {
            "apply": {"position": position, "action": rng.choice(ACTIONS)},
            "legal": {"position": position},
            "view": {"position": position, "seat": rng.randrange(4)},
            "score": {"position": position, "closed_by": rng.randrange(4), "concealed": False},
        }[command]
        _ask(request, question, rng)


def test_damaged_records() -> None:
    rng = Random(2)
    valid = record(5)
    for _ in range(100):
        _ask(valid, lambda line: verify([line]), rng)


def test_the_quick_way_back_takes_nothing_that_the_models_refuse() -> None:
    rng = Random(4)
    taken = 0
    for match in MATCHES * 100:
        data = _damaged(json.loads(json.dumps(encode_match(match))), rng)
        try:
            quick = _read(data)
        except UNLIKE:
            continue
        taken += 1
        assert quick == _decode_strictly(data)
    assert taken


def test_a_damaged_snapshot_is_an_error_of_one_kind() -> None:
    rng = Random(5)
    for match in MATCHES * 20:
        text = dump_snapshot(
            Snapshot(1, match, Undoable(match.state, 0, ((1, Draw()),)) if match.state else None)
        )
        try:
            load_snapshot(1, json.dumps(_damaged(json.loads(text), rng)))
        except InvalidInput as error:
            assert len(str(error).splitlines()) == 1  # noqa: PT017  # often there is none


def test_damaged_snapshots() -> None:
    rng = Random(3)
    for match in MATCHES * 20:
        _ask(encode_match(match), lambda text: decode_match(json.loads(text)).players, rng)
