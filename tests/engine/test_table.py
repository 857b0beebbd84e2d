"""The table's one road: one lock, one durable commit, one effect for each request."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from engine.actions import Draw
from engine.errors import IllegalAction, StaleView
from engine.match import Match
from engine.ports import CommitKind
from engine.table import _REMEMBERED, Commit, Table
from tests.engine.tables import (
    MATCH,
    Interruption,
    Store,
    carry_on,
    deck,
    interrupt,
    open_store,
    settle,
    table_at,
)
from tests.positions import action
from tests.storage.databases import in_loop, tap

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

DRAWING = "draw: 9C 9D 9H 5H; stock: 8C 8D 8H"


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with open_store() as store:
        yield store


def listener() -> tuple[list[Commit], Callable[[Table, Commit], None]]:
    told: list[Commit] = []
    return told, lambda _table, commit: told.append(commit)


# The road


async def test_a_table_deals_and_plays(store: Store) -> None:
    table = await Table.open(MATCH, store)
    assert (table.version, table.match.state, table.match.between_deals) == (0, None, True)
    commit = await table.deal(deck(), 2, expected_version=0, action_id="deal")
    assert (commit.version, commit.kind, commit.seat, commit.action) == (1, CommitKind.DEAL, None, None)
    commit = await table.submit(3, Draw(), expected_version=1, action_id="a")
    assert (commit.version, commit.kind, commit.seat, commit.action) == (2, CommitKind.ACTION, 3, Draw())
    assert commit.events
    assert table.version == 2
    assert await store.load(MATCH) == (2, (await store.history(MATCH)).snapshot)


async def test_listeners_hear_of_each_commit_once_and_see_it(store: Store) -> None:
    seen: list[tuple[int, int]] = []
    table = await table_at(store, DRAWING, lambda table, commit: seen.append((table.version, commit.version)))
    await table.submit(0, Draw(), expected_version=0, action_id="a")
    await table.submit(0, Draw(), expected_version=0, action_id="a")
    await table.submit(0, action("meld 9C 9D 9H"), expected_version=1, action_id="b")
    await table.undo(0, expected_version=2, action_id="c")
    assert seen == [(1, 1), (2, 2), (3, 3)]


async def test_nobody_hears_of_a_commit_before_it_is_durable(store: Store) -> None:
    told, on_commit = listener()
    table = await table_at(store, DRAWING, on_commit)
    store.after_append = lambda: told.append(Commit(-1, CommitKind.ACTION, 0, None, ()))
    commit = await table.submit(0, Draw(), expected_version=0, action_id="a")
    assert [entry.version for entry in told] == [-1, commit.version]


async def test_a_refused_action_leaves_no_trace(store: Store) -> None:
    told, on_commit = listener()
    table = await table_at(store, DRAWING, on_commit)
    before = table.match
    with pytest.raises(IllegalAction):
        await table.submit(1, Draw(), expected_version=0, action_id="a")
    with pytest.raises(ValueError, match="no deal can start"):
        await table.deal(deck(), 0, expected_version=0, action_id="b")
    assert table.match is before
    assert (table.version, told) == (0, [])
    assert (await store.load(MATCH))[0] == 0
    await table.submit(0, Draw(), expected_version=0, action_id="a")


async def test_a_commit_never_edits_what_others_hold(store: Store) -> None:
    table = await table_at(store, DRAWING)
    held = table.match
    copy = held.copy()
    await table.submit(0, Draw(), expected_version=0, action_id="a")
    await table.submit(0, action("meld 9C 9D 9H"), expected_version=1, action_id="b")
    assert held == copy


async def test_before_the_first_deal_there_is_nothing_to_see_or_play(store: Store) -> None:
    table = await Table.open(MATCH, store)
    with pytest.raises(ValueError, match="no deal"):
        table.view(0)
    with pytest.raises(ValueError, match="no deal"):
        await table.submit(0, Draw(), expected_version=0, action_id="a")


# Versions and repeated requests


async def test_of_two_requests_at_once_exactly_one_wins(store: Store) -> None:
    table = await table_at(store, DRAWING)
    results = await asyncio.gather(
        *(table.submit(0, Draw(), expected_version=0, action_id=name) for name in "ab"),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [Commit, StaleView]
    assert isinstance(results[1], StaleView)
    assert results[1].version == 1


async def test_two_tables_over_one_log_cannot_both_write_a_version(store: Store) -> None:
    first, second = await table_at(store, DRAWING), await Table.open(MATCH, store)
    await first.submit(0, Draw(), expected_version=0, action_id="a")
    with pytest.raises(StaleView):
        await second.submit(0, Draw(), expected_version=0, action_id="b")
    assert second.match == first.match
    assert second.version == 1
    await second.submit(0, action("discard 5H"), expected_version=1, action_id="c")


@pytest.mark.parametrize("version", [-1, 1, 99])
async def test_a_request_for_another_version_is_stale(store: Store, version: int) -> None:
    table = await table_at(store, DRAWING)
    with pytest.raises(StaleView):
        await table.submit(0, Draw(), expected_version=version, action_id="a")
    assert table.version == 0


@pytest.mark.parametrize("version", [0, 1])
async def test_a_repeated_request_gets_its_first_result(store: Store, version: int) -> None:
    table = await table_at(store, DRAWING)
    first = await table.submit(0, Draw(), expected_version=0, action_id="a")
    again = await table.submit(0, Draw(), expected_version=version, action_id="a")
    assert (again.version, again.events, again.repeated) == (1, first.events, True)
    assert not first.repeated
    assert table.version == 1


@pytest.mark.parametrize("version", [0, 1], ids=["same-version", "newest-version"])
async def test_a_request_repeated_after_a_restart_gets_its_first_result(store: Store, version: int) -> None:
    table = await table_at(store, DRAWING)
    await table.submit(0, Draw(), expected_version=0, action_id="a")
    told, on_commit = listener()
    restarted = await Table.open(MATCH, store, on_commit)
    again = await restarted.submit(0, action("discard 5H"), expected_version=version, action_id="a")
    assert again == Commit(1, CommitKind.ACTION, 0, Draw(), (), repeated=True)
    assert (restarted.version, told) == (1, [])
    assert restarted.match == table.match


async def test_the_first_results_in_memory_are_few_and_the_log_has_the_rest(store: Store) -> None:
    table = await table_at(store, "play: 9C 9D 9H 5H 5S")
    for number in range(0, _REMEMBERED + 2, 2):
        await table.submit(0, action("meld 9C 9D 9H"), expected_version=number, action_id=f"{number}")
        await table.undo(0, expected_version=number + 1, action_id=f"{number + 1}")
    assert len(table._results) == _REMEMBERED
    again = await table.submit(0, action("meld 9C 9D 9H"), expected_version=0, action_id="0")
    assert (again.version, again.events, again.repeated) == (1, (), True)
    newest = await table.undo(0, expected_version=table.version, action_id=f"{_REMEMBERED + 1}")
    assert (newest.version, newest.repeated) == (_REMEMBERED + 2, True)


async def test_a_deal_asked_for_twice_is_dealt_once(store: Store) -> None:
    table = await Table.open(MATCH, store)
    deals = await asyncio.gather(
        *(table.deal(deck(seed), 0, expected_version=0, action_id="deal") for seed in (1, 2))
    )
    assert [deal.repeated for deal in deals] == [False, True]
    restarted = await Table.open(MATCH, store)
    again = await restarted.deal(deck(3), 0, expected_version=0, action_id="deal")
    assert (again.kind, again.seat, again.repeated) == (CommitKind.DEAL, None, True)


# A store that fails, and callers that are cancelled


@pytest.mark.parametrize("written", [False, True], ids=["not-written", "written"])
async def test_after_a_failed_append_the_store_decides(store: Store, *, written: bool) -> None:
    told, on_commit = listener()
    table = await table_at(store, DRAWING, on_commit)
    if written:
        store.after_append = interrupt
    else:
        store.before_append = interrupt
    with pytest.raises(Interruption):
        await table.submit(0, Draw(), expected_version=0, action_id="a")
    assert (table.version, told) == (0, [])
    store.before_append = store.after_append = carry_on
    await settle(table)
    assert table.version == int(written)
    assert [commit.version for commit in told] == [1] * written
    again = await table.submit(0, Draw(), expected_version=0, action_id="a")
    assert (again.version, again.repeated) == (1, written)
    assert [commit.version for commit in told] == [1]


async def test_another_request_after_a_failed_append_meets_the_truth(store: Store) -> None:
    table = await table_at(store, DRAWING)
    store.after_append = interrupt
    with pytest.raises(Interruption):
        await table.submit(0, Draw(), expected_version=0, action_id="a")
    store.after_append = carry_on
    with pytest.raises(StaleView) as stale:
        await table.submit(0, Draw(), expected_version=0, action_id="b")
    assert stale.value.version == 1
    await table.submit(0, action("discard 5H"), expected_version=1, action_id="c")


async def test_a_reload_that_fails_is_tried_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await table_at(store, DRAWING)
    store.before_append = interrupt
    with pytest.raises(Interruption):
        await table.submit(0, Draw(), expected_version=0, action_id="a")

    async def no_load(_match_id: object) -> tuple[int, str]:
        raise Interruption

    with monkeypatch.context() as patch:
        patch.setattr(store, "load", no_load)
        with pytest.raises(Interruption):
            await table.submit(0, Draw(), expected_version=0, action_id="a")
    store.before_append = carry_on
    commit = await table.submit(0, Draw(), expected_version=0, action_id="a")
    assert (commit.version, commit.repeated) == (1, False)


@pytest.mark.parametrize("moment", range(4))
async def test_a_request_cancelled_at_any_statement_is_asked_of_the_store(store: Store, moment: int) -> None:
    """The next request comes at once, while the abandoned append is still being written."""
    told, on_commit = listener()
    table = await table_at(store, DRAWING, on_commit)
    tapped = tap(store._database)
    tapped.listen(lambda number, _statement: in_loop(task.cancel) if number == moment else None)
    task = asyncio.create_task(table.submit(0, Draw(), expected_version=0, action_id="a"))
    await asyncio.sleep(0)
    again = await table.submit(0, Draw(), expected_version=0, action_id="a")
    assert task.cancelled()
    assert (again.version, again.repeated) == (1, True)
    assert [commit.version for commit in told] == [1]
    restarted = await Table.open(MATCH, store)
    assert (restarted.version, restarted.match) == (table.version, table.match)


async def test_a_request_cancelled_while_it_asks_the_store_leaves_the_question_open(store: Store) -> None:
    table = await table_at(store, DRAWING)
    store.after_append = interrupt
    with pytest.raises(Interruption):
        await table.submit(0, Draw(), expected_version=0, action_id="a")
    store.after_append = carry_on
    asking = asyncio.create_task(settle(table))
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.wait([asking])
    assert table.version == 0
    await settle(table)
    assert table.version == 1


async def test_waiting_for_the_table_can_be_cancelled_without_harm(store: Store) -> None:
    table = await table_at(store, DRAWING)
    first, second, third = (
        asyncio.create_task(table.submit(0, Draw(), expected_version=0, action_id=name)) for name in "abc"
    )
    await asyncio.sleep(0)
    second.cancel()
    results = await asyncio.gather(first, second, third, return_exceptions=True)
    assert [type(result) for result in results] == [Commit, asyncio.CancelledError, StaleView]
    assert isinstance(table.match, Match)
    assert table.version == 1
