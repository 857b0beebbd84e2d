"""Records and checks of whole matches that were played through a table."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.ports import CommitKind
from engine.snapshot import Snapshot, dump_snapshot
from engine.verify import verify
from storage.database import open_database
from storage.history import fault_of, record_of
from storage.matches import Matches
from tests.storage.matches import MATCH, described, may_undo, one_deal, play, two_deals

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from engine.ruleset import OptionValue
    from engine.table import Table
    from storage.model import History


OPTIONS: dict[str, OptionValue] = {"match.target": 2000}


@pytest.fixture
async def matches() -> AsyncIterator[Matches]:
    async with open_database(None) as database:
        matches = Matches(database)
        await matches.create(described(options=OPTIONS))
        yield matches


@pytest.fixture(scope="module")
def history() -> History:
    """Two deals, played once for all tests: a history is a value."""
    return asyncio.run(played())


async def played() -> History:
    async with open_database(None) as database:
        matches = Matches(database)
        await matches.create(described(options=OPTIONS))
        await play(matches, two_deals)
        return await matches.history(MATCH)


# Records


def test_a_record_verifies_and_leaves_out_what_was_undone(history: History) -> None:
    undone = sum(entry.kind is CommitKind.UNDO for entry in history.entries)
    assert undone
    record = record_of(history)
    assert record["seats"] == ["Ada", "Greedy", "empty", "Ben *the* <@1>"]
    assert record["rules"]["options"] == OPTIONS
    counts = verify([json.dumps(record).encode()])
    assert counts == {"records": 1, "deals": 2, "actions": len(history.entries) - 2 - 2 * undone}


async def test_a_running_deal_is_in_no_record(matches: Matches) -> None:
    await play(matches)
    finished = record_of(await matches.history(MATCH))
    await play(matches, may_undo)
    history = await matches.history(MATCH)
    assert sum(entry.kind is CommitKind.DEAL for entry in history.entries) == 2
    assert record_of(history) == finished
    assert (finished["winner"], finished["margin"]) == (None, None)


async def test_a_match_before_its_first_deal_has_a_record(matches: Matches) -> None:
    assert record_of(await matches.history(MATCH))["deals"] == []


# Checks


@pytest.mark.parametrize("until", [lambda _table: True, may_undo, one_deal, two_deals])
async def test_a_match_has_no_fault_at_any_stage(matches: Matches, until: Callable[[Table], bool]) -> None:
    await play(matches, until)
    assert fault_of(await matches.history(MATCH)) is None


def without_last_entry(history: History) -> History:
    return replace(history, entries=history.entries[:-1])


def with_other_payload(history: History, kind: CommitKind, payload: str) -> History:
    number = next(number for number, entry in enumerate(history.entries) if entry.kind is kind)
    other = replace(history.entries[number], payload=payload)
    return replace(history, entries=[*history.entries[:number], other, *history.entries[number + 1 :]])


FAULTS: dict[str, tuple[Callable[[History], History], str]] = {
    "log too short": (without_last_entry, r"the log ends with commit \d+, the snapshot is of \d+"),
    "no such action": (
        lambda history: with_other_payload(history, CommitKind.ACTION, '{"type":"fly"}'),
        "commit 2 cannot be replayed: InvalidInput",
    ),
    "illegal action": (
        lambda history: with_other_payload(history, CommitKind.ACTION, '{"type":"discard","card":"JK"}'),
        "commit 2 cannot be replayed: IllegalAction",
    ),
    "no JSON": (
        lambda history: with_other_payload(history, CommitKind.DEAL, "{"),
        "commit 1 cannot be replayed: JSONDecodeError",
    ),
    "no deck": (
        lambda history: with_other_payload(history, CommitKind.DEAL, '{"dealer":0}'),
        "commit 1 cannot be replayed: KeyError",
    ),
    "undone elsewhere": (
        lambda history: with_other_payload(history, CommitKind.UNDO, '{"version":1}'),
        r"commit \d+ is not what was logged when it is replayed",
    ),
    "no seats": (lambda history: replace(history, seats=()), "it has 0 seats for 4 players"),
    "empty snapshot": (
        lambda history: replace(history, snapshot="{}"),
        "the snapshot cannot be read",
    ),
    "other snapshot": (
        lambda history: replace(history, snapshot=dump_snapshot(Snapshot(history.version, history.first))),
        "the snapshot is not what the log comes to",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_disagreement_is_named(history: History, name: str) -> None:
    damage, fault = FAULTS[name]
    assert re.fullmatch(fault, fault_of(damage(history)) or "")
