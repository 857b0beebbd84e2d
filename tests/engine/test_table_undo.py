"""Taking back: within one's turn, until new cards came; also after a restart. And who sees what meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.actions import Draw
from engine.cards import codes
from engine.ports import CommitKind
from engine.snapshot import NothingToUndo, without_undone
from engine.table import Table
from tests.engine.tables import MATCH, Store, open_store, table_at
from tests.positions import action

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

PLAYING = "play: 9C 9D 9H 9S KC KD KH 5H 5S; stock: 8C 8D"


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with open_store() as store:
        yield store


async def play(table: Table, *texts: str, seat: int = 0) -> None:
    for text in texts:
        await table.submit(
            seat, action(text), expected_version=table.version, action_id=f"play-{table.version}"
        )


async def undo(table: Table, seat: int = 0) -> int:
    """Take back; return the version that the log says was returned to."""
    commit = await table.undo(seat, expected_version=table.version, action_id=f"undo-{table.version}")
    assert (commit.kind, commit.seat, commit.action, commit.events) == (CommitKind.UNDO, seat, None, ())
    return commit.version


async def test_actions_are_taken_back_one_by_one_newest_first(store: Store) -> None:
    table = await table_at(store, PLAYING)
    states = [table.match]
    for text in ("meld 9C 9D 9H", "meld KC KD KH", "meld 9S on 0"):
        await play(table, text)
        states.append(table.match)
    for before in reversed(states[:-1]):
        assert table.can_undo(0)
        await undo(table)
        assert table.match == before
    assert not table.can_undo(0)
    with pytest.raises(NothingToUndo):
        await undo(table)
    assert table.version == 6


async def test_after_taking_back_the_turn_goes_on(store: Store) -> None:
    table = await table_at(store, PLAYING)
    await play(table, "meld 9C 9D 9H")
    await undo(table)
    await play(table, "meld KC KD KH", "meld 9C 9D 9H 9S")
    await undo(table)
    assert [codes(meld.cards) for meld in table.view(0).sides[0].melds] == [["KC", "KD", "KH"]]
    await play(table, "discard 5H")
    assert table.view(1).to_act == 1


async def test_the_log_says_which_actions_count(store: Store) -> None:
    table = await table_at(store, PLAYING)
    await play(table, "meld 9C 9D 9H")
    await undo(table)
    await play(table, "meld KC KD KH", "meld 9C 9D 9H 9S")
    await undo(table)
    await undo(table)
    await play(table, "meld KC KD KH", "discard 5H")
    entries = (await store.history(MATCH)).entries
    assert [entry.kind for entry in entries] == [
        "action",
        "undo",
        "action",
        "action",
        "undo",
        "undo",
        "action",
        "action",
    ]
    assert [entry.version for entry in without_undone(entries[:5])] == [3]
    assert [entry.version for entry in without_undone(entries)] == [7, 8]


async def test_a_drawn_card_cannot_be_taken_back(store: Store) -> None:
    table = await table_at(store, "draw: 9C 9D 9H 5H 5S; stock: 8C 8D")
    await play(table, "draw")
    assert not table.can_undo(0)
    await play(table, "meld 9C 9D 9H")
    await undo(table)
    with pytest.raises(NothingToUndo):
        await undo(table)
    assert "8C" in codes(table.view(0).hand or ())


async def test_a_taken_pile_that_showed_new_cards_cannot_be_taken_back(store: Store) -> None:
    table = await table_at(store, "draw: 9C 9D 5H 5S; pile: KC 9S")
    await play(table, "take 9S 9C 9D")
    assert not table.can_undo(0)


async def test_a_pile_of_one_card_showed_nothing_new_and_goes_back(store: Store) -> None:
    table = await table_at(store, "draw: 9C 9D 5H 5S; pile: 9S")
    before = table.match
    await play(table, "take 9S 9C 9D")
    await undo(table)
    assert table.match == before


async def test_the_discard_ends_what_can_be_taken_back(store: Store) -> None:
    table = await table_at(store, PLAYING)
    await play(table, "meld 9C 9D 9H", "discard 5H")
    for seat in range(4):
        assert not table.can_undo(seat)
        with pytest.raises(NothingToUndo):
            await undo(table, seat)


async def test_going_out_cannot_be_taken_back(store: Store) -> None:
    table = await table_at(store, "play: 9C 9D 9H; table: KC KD KH KS KC KD KH")
    await play(table, "meld 9C 9D 9H")
    assert table.match.deals
    assert not table.can_undo(0)


async def test_only_the_acting_seat_takes_back(store: Store) -> None:
    table = await table_at(store, PLAYING)
    await play(table, "meld 9C 9D 9H")
    assert [table.can_undo(seat) for seat in range(4)] == [True, False, False, False]
    with pytest.raises(NothingToUndo):
        await undo(table, seat=2)


@pytest.mark.parametrize("taken_back", [0, 1, 2])
async def test_taking_back_survives_a_restart(store: Store, taken_back: int) -> None:
    table = await table_at(store, PLAYING)
    states = [table.match]
    for text in ("meld 9C 9D 9H", "meld KC KD KH", "meld 9S on 0"):
        await play(table, text)
        states.append(table.match)
    for _ in range(taken_back):
        await undo(table)
    restarted = await Table.open(MATCH, store)
    for before in reversed(states[: 3 - taken_back]):
        await undo(restarted)
        assert restarted.match == before
    assert not restarted.can_undo(0)


async def test_what_can_be_taken_back_is_shown_to_its_player_alone(store: Store) -> None:
    table = await table_at(store, PLAYING)
    before = [table.view(seat) for seat in (1, 2, 3, None)]
    await play(table, "meld 9C 9D 9H")
    assert [table.view(seat) for seat in (1, 2, 3, None)] == before
    assert len(table.view(0).sides[0].melds) == 1
    await play(table, "discard 5H")
    assert {len(table.view(seat).sides[0].melds) for seat in (0, 1, 2, 3, None)} == {1}


async def test_a_repeated_undo_takes_back_once(store: Store) -> None:
    table = await table_at(store, PLAYING)
    await play(table, "meld 9C 9D 9H", "meld KC KD KH")
    for _ in range(2):
        commit = await table.undo(0, expected_version=2, action_id="undo")
        assert commit.version == 3
    assert len(table.view(0).sides[0].melds) == 1


async def test_drawing_is_no_undo_of_the_next_player(store: Store) -> None:
    table = await table_at(store, PLAYING)
    await play(table, "discard 5H")
    await table.submit(1, Draw(), expected_version=1, action_id="draw")
    assert not table.can_undo(1)
