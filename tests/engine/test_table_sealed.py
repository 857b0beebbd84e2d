"""Sealed decks at the table: bound before the cut, dealt by it, shown when the deal is over."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from engine.deal import deal
from engine.errors import StaleView
from engine.fair import check_fair
from engine.legal import legal_actions
from engine.ports import CommitKind
from engine.seal import FairDeal, Pledge, cut_deck, seal
from engine.snapshot import by_deal, load_snapshot
from engine.table import Table
from engine.verify import verify
from storage.history import fault_of, record_of
from tests.engine.tables import MATCH, Store, deck, open_store, replayed
from tests.positions import italian

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

SEALED = seal(deck(), bytes(range(32)))


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with open_store() as store:
        yield store


async def put_down(table: Table, dealer: int | None = 2) -> None:
    await table.seal(SEALED, dealer, expected_version=table.version, action_id=f"seal-{table.version}")


async def cut(table: Table, number: int, seat: int | None = 1) -> None:
    await table.cut(number, seat, expected_version=table.version, action_id=f"cut-{table.version}")


async def play_on(table: Table, rng: random.Random) -> None:
    """Play at random until the deal is over."""
    while table.match.deal_running:
        state = table.match.state
        assert state
        await table.submit(
            state.seat,
            rng.choice(legal_actions(state)),
            expected_version=table.version,
            action_id=f"play-{table.version}",
        )


async def test_before_the_cut_there_is_a_commitment_and_no_deal(store: Store) -> None:
    table = await Table.open(MATCH, store)
    assert (table.pledge, table.cutter) == (None, None)
    await put_down(table, dealer=2)
    assert table.pledge == Pledge(SEALED.commitment)
    assert table.cutter == 1
    assert table.match.state is None
    with pytest.raises(ValueError, match="no deal has started"):
        table.view(0)


async def test_the_cut_deals_the_deck_that_it_turned(store: Store) -> None:
    commits = []
    table = await Table.open(MATCH, store, lambda _, commit: commits.append(commit))
    await put_down(table)
    await cut(table, 17)
    assert [(commit.kind, commit.kind.deals, commit.seat) for commit in commits] == [
        (CommitKind.SEAL, False, None),
        (CommitKind.CUT, True, 1),
    ]
    other = await Table.open(MATCH, store)
    assert other.match == table.match
    expected, _ = deal(italian(), 2, cut_deck(SEALED.deck, 17), (0, 0), 4)
    assert table.match.state == expected
    assert table.pledge == Pledge(SEALED.commitment, 17, 1)
    assert table.cutter is None


async def test_deck_and_nonce_are_shown_only_when_the_deal_is_over(store: Store) -> None:
    table = await Table.open(MATCH, store)
    await put_down(table)
    assert table.revealed is None
    await cut(table, 17, None)
    assert table.revealed is None
    await play_on(table, random.Random(1))
    assert table.revealed == FairDeal(SEALED, 17, None)
    assert table.pledge is None
    assert (await Table.open(MATCH, store)).revealed == table.revealed


async def test_a_restart_between_sealing_and_cutting_changes_nothing(store: Store) -> None:
    await put_down(await Table.open(MATCH, store))
    table = await Table.open(MATCH, store)
    assert (table.pledge, table.cutter) == (Pledge(SEALED.commitment), 1)
    await cut(table, 5)
    assert (await replayed(store)).match == table.match


async def test_log_and_record_hold_what_can_be_checked(store: Store) -> None:
    table, rng = await Table.open(MATCH, store), random.Random(2)
    await put_down(table)
    await cut(table, 100)
    await play_on(table, rng)
    await put_down(table, dealer=None)
    await cut(table, 3, table.cutter)
    await play_on(table, rng)
    history = await store.history(MATCH)
    assert fault_of(history) is None
    line = json.dumps(record_of(history)).encode()
    assert check_fair([line]) == {"records": 1, "fair_deals": 2, "other_deals": 0}
    assert verify([line])["deals"] == 2
    fair = json.loads(line)["deals"][1]["fair"]
    assert (fair["cut"], fair["cut_by"], fair["commitment"]) == (3, 2, SEALED.commitment)
    deals = by_deal(history.entries)
    assert [deal[0].kind for deal in deals] == [CommitKind.SEAL, CommitKind.SEAL]
    assert load_snapshot(history.version, history.snapshot).fair == FairDeal(SEALED, 3, 2)


async def test_what_cannot_be_sealed_or_cut(store: Store) -> None:
    table = await Table.open(MATCH, store)
    with pytest.raises(ValueError, match="no deck is sealed"):
        await cut(table, 1)
    with pytest.raises(ValueError, match="does not hold the cards"):
        await table.seal(seal(deck()[1:], bytes(32)), 0, expected_version=0, action_id="short")
    with pytest.raises(ValueError, match="a dealer is named for the first deal"):
        await put_down(table, dealer=None)
    await put_down(table)
    with pytest.raises(ValueError, match="a deck is sealed already"):
        await put_down(table)
    for number in (-1, 108):
        with pytest.raises(ValueError, match="a cut is from 0 to 107"):
            await cut(table, number)
    await cut(table, 0)
    with pytest.raises(ValueError, match="no deck is sealed"):
        await cut(table, 0)


async def test_of_two_cuts_one_deals(store: Store) -> None:
    table = await Table.open(MATCH, store)
    await put_down(table)
    version = table.version
    await table.cut(7, 1, expected_version=version, action_id="one")
    with pytest.raises(StaleView):
        await table.cut(8, None, expected_version=version, action_id="other")
    again = await table.cut(7, 1, expected_version=version, action_id="one")
    assert again.repeated


async def test_what_was_sealed_is_kept_through_actions_and_undo(store: Store) -> None:
    table = await Table.open(MATCH, store)
    await put_down(table)
    await cut(table, 9)
    state = table.match.state
    assert state
    await table.submit(state.seat, legal_actions(state)[0], expected_version=table.version, action_id="draw")
    assert (await Table.open(MATCH, store)).pledge == Pledge(SEALED.commitment, 9, 1)
