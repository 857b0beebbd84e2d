"""The contract of matches: what is written is found again, versions follow each other, ids are used once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from engine.ports import AppendConflict, CommitKind, LogEntry, MatchId
from engine.snapshot import dump_snapshot, first_snapshot, load_snapshot
from storage.errors import MatchDamaged, MatchExists, NoRoom, NoSuchMatch, WriteFailed
from storage.model import Pace, Room, SeatInfo, SeatKind, Status
from tests.positions import italian
from tests.storage.databases import in_loop
from tests.storage.matches import MATCH, OTHER, SEATS, Clock, described, entry, play

if TYPE_CHECKING:
    from storage.database import Database
    from storage.matches import Matches
    from tests.storage.databases import Tap


# Describing a match


@pytest.mark.parametrize("options", [None, {"match.target": 2000}])
async def test_a_match_is_found_as_it_was_created(
    matches: Matches, options: dict[str, int | str] | None
) -> None:
    match = described(options=options)
    await matches.create(match)
    assert (await matches.resume(MATCH)).info == match
    version, snapshot = await matches.load(MATCH)
    first = load_snapshot(version, snapshot)
    assert (first.version, first.match.rules, first.match.state) == (0, match.rules, None)


async def test_an_id_is_taken_once_in_a_guild(matches: Matches) -> None:
    await matches.create(described())
    with pytest.raises(MatchExists):
        await matches.create(replace(described(), host_id=999))
    assert (await matches.resume(MATCH)).info.host_id == 100
    elsewhere = MatchId(8, MATCH.id)
    await matches.create(replace(described(elsewhere), host_id=5))
    assert (await matches.resume(MATCH)).info.host_id == 100
    assert await matches.all_ids() == [MATCH, elsewhere]


async def test_what_can_change_is_saved_in_one_commit(matches: Matches, tapped: Tap) -> None:
    await matches.create(described())
    seats = (SEATS[3], SEATS[1], SEATS[0], SeatInfo(SeatKind.HUMAN, 102, "Cleo"))
    changed = replace(
        described(), channel_id=2, message_id=3, host_id=101, status=Status.PLAYING, seats=seats
    )
    tapped.listen(lambda _number, _statement: None)
    await matches.save(changed)
    assert tapped.statements.count("COMMIT") == 1
    assert (await matches.resume(MATCH)).info == changed


async def test_marks_and_missed_turns_are_saved_with_the_seats(matches: Matches) -> None:
    marked = replace(
        described(),
        pace=Pace.LIVE,
        seats=(replace(SEATS[0], missed=2), *SEATS[1:]),
        ready={100: 3},
        former={100: 2},
    )
    await matches.create(marked)
    assert (await matches.resume(MATCH)).info == marked
    fewer = replace(marked, ready={}, former={}, votes=frozenset({101}))
    await matches.save(fewer)
    assert (await matches.resume(MATCH)).info == fewer


async def test_a_deadline_is_kept_to_the_second_and_taken_away(matches: Matches, clock: Clock) -> None:
    await matches.create(described())
    await matches.set_deadline(MATCH, clock.time)
    await matches.save(described(status=Status.PLAYING))
    assert (await matches.resume(MATCH)).deadline == clock.time
    await matches.set_deadline(MATCH, None)
    assert (await matches.resume(MATCH)).deadline is None
    with pytest.raises(NoSuchMatch):
        await matches.set_deadline(OTHER, None)


async def test_a_host_and_a_server_have_room_for_so_many_open_matches(matches: Matches) -> None:
    room = Room(of_host=1, in_guild=2)
    await matches.create(described(), room)
    await matches.create(replace(described(MatchId(7, "over")), status=Status.ENDED, host_id=101), room)
    with pytest.raises(MatchExists):
        await matches.create(described(), room)
    with pytest.raises(NoRoom, match=r"^1 open matches of the host, 1 on the server$"):
        await matches.create(described(OTHER), room)
    await matches.create(described(MatchId(8, "elsewhere")), room)
    await matches.create(replace(described(OTHER), host_id=101), room)
    with pytest.raises(NoRoom) as full:
        await matches.create(replace(described(MatchId(7, "third")), host_id=102), room)
    assert (full.value.of_host, full.value.in_guild) == (0, 2)
    await matches.create(described(MatchId(7, "third")))


async def test_who_asks_at_once_shares_the_room_that_is_left(matches: Matches) -> None:
    ids = [MatchId(7, f"t{number}") for number in range(8)]
    asked = [matches.create(described(match_id), Room(5, 3)) for match_id in ids]
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert [isinstance(outcome, NoRoom) for outcome in outcomes] == [False] * 3 + [True] * 5
    assert len(await matches.open_matches_in_guild(7, 10)) == 3


async def test_a_lobby_may_come_to_be_played_by_other_rules(matches: Matches) -> None:
    await matches.create(described())
    house = described(options={"canasta.min_size": 6, "going_out.bonus": 200})
    await matches.change_rules(MATCH, house.rules, house.players)
    assert (await matches.resume(MATCH)).info == house
    assert (await matches.history(MATCH)).first.rules == house.rules
    assert load_snapshot(*await matches.load(MATCH)).match.rules == house.rules


async def test_a_match_that_has_begun_keeps_its_rules(matches: Matches) -> None:
    await matches.create(described())
    await matches.save(described(status=Status.PLAYING))
    with pytest.raises(NoSuchMatch):
        await matches.change_rules(MATCH, described(options={"canasta.min_size": 6}).rules, 4)
    assert (await matches.resume(MATCH)).info == described(status=Status.PLAYING)


async def test_a_person_sits_once_at_a_table(matches: Matches) -> None:
    twice = (SEATS[0], SEATS[1], SEATS[2], replace(SEATS[0], name="Ada again"))
    await matches.create(described())
    with pytest.raises(WriteFailed, match="UNIQUE"):
        await matches.save(described(seats=twice))
    assert (await matches.resume(MATCH)).info == described()


async def test_snowflakes_of_any_size_are_kept(matches: Matches) -> None:
    biggest = 2**63 - 1
    match_id = MatchId(biggest, "abc234")
    match = replace(described(match_id), channel_id=biggest, message_id=biggest, host_id=biggest)
    await matches.create(match)
    assert (await matches.resume(match_id)).info == match


async def test_what_is_not_there_is_named(matches: Matches) -> None:
    for request in (
        matches.resume(MATCH),
        matches.save(described()),
        matches.load(MATCH),
        matches.append(MATCH, entry(1), "{}"),
        matches.history(MATCH),
    ):
        with pytest.raises(NoSuchMatch, match="there is no match abc234"):
            await request
    assert await matches.find(MATCH, "a1") is None


# What is damaged


DAMAGE = {
    "snapshot": "UPDATE matches SET snapshot = '{'",
    "snapshot of another kind": "UPDATE matches SET snapshot = '[]'",
    "text": "UPDATE matches SET snapshot = CAST(x'ff' AS TEXT)",
    "rules": "UPDATE matches SET rules_name = 'whist'",
    "values": """UPDATE matches SET rule_values = '{"match.target": "high"}'""",
    "seats": "DELETE FROM seats WHERE seat = 1",
    "payload": "UPDATE log SET payload = CAST(x'ff' AS TEXT)",
}


@pytest.mark.parametrize("name", DAMAGE)
async def test_damage_is_named_without_a_card_and_stops_no_other_match(
    matches: Matches, opened: tuple[Database, Tap], name: str
) -> None:
    await matches.create(described())
    await play(matches)
    await opened[0].run(lambda connection: connection.execute(DAMAGE[name]))
    await matches.create(described(OTHER))
    with pytest.raises(MatchDamaged, match=r"what is kept of match abc234 cannot be read \(\w+\)$"):
        await matches.resume(MATCH)
    assert (await matches.resume(OTHER)).info == described(OTHER)
    assert {place.id for place in await matches.pending_matches()} == {MATCH, OTHER}


async def test_a_match_is_taken_up_with_the_log_of_its_last_deal(matches: Matches) -> None:
    await matches.create(described())
    assert (await matches.resume(MATCH)).log == []
    table = await play(matches, lambda table: len(table.match.deals) == 1 and table.match.deal_running)
    kept = await matches.resume(MATCH)
    assert (kept.info, kept.snapshot.version, kept.snapshot.match) == (
        described(),
        table.version,
        table.match,
    )
    assert [each.kind for each in kept.log] == [CommitKind.DEAL]


# What is kept no longer

SNAPSHOT = dump_snapshot(first_snapshot(italian(), 4))


async def test_the_logs_of_matches_that_are_long_over_go_and_their_results_stay(
    matches: Matches, clock: Clock
) -> None:
    for status in Status:
        await matches.create(described(MatchId(1, status)))
        await matches.append(MatchId(1, status), entry(1), SNAPSHOT)
        await matches.save(described(MatchId(1, status), status=status))
    clock.time += timedelta(days=10)
    assert await matches.drop_logs(clock.time - timedelta(days=11)) == 0
    assert await matches.drop_logs(clock.time - timedelta(days=9)) == 2
    assert await matches.drop_logs(clock.time - timedelta(days=9)) == 0
    for status in Status:
        history = await matches.history(MatchId(1, status))
        dropped = status in (Status.FINISHED, Status.ENDED)
        assert (history.log_dropped, history.entries) == (dropped, [] if dropped else [entry(1)])
        assert (history.version, history.snapshot, history.seats) == (1, SNAPSHOT, SEATS)


# The log


async def test_appends_are_loaded_and_found(matches: Matches) -> None:
    await matches.create(described())
    for version in (1, 2):
        await matches.append(MATCH, entry(version), f"after {version}")
    assert await matches.load(MATCH) == (2, "after 2")
    assert await matches.find(MATCH, "a1") == entry(1)
    assert await matches.find(MATCH, "a3") is None
    history = await matches.history(MATCH)
    assert history.entries == [entry(1), entry(2)]
    assert (history.version, history.snapshot, history.seats) == (2, "after 2", SEATS)


async def test_entries_of_every_kind_come_back_as_they_were(matches: Matches) -> None:
    entries = [
        LogEntry(1, "d", CommitKind.DEAL, None, '{"deck":[],"dealer":0}'),
        LogEntry(2, "a", CommitKind.ACTION, 0, '{"type":"draw"}'),
        LogEntry(3, "u", CommitKind.UNDO, 0, '{"version":1}'),
    ]
    await matches.create(described())
    for each in entries:
        await matches.append(MATCH, each, "")
    assert (await matches.history(MATCH)).entries == entries
    assert {type(each.kind) for each in (await matches.history(MATCH)).entries} == {CommitKind}


@pytest.mark.parametrize("version", [0, 1, 3, 4])
async def test_a_version_must_follow_the_newest(matches: Matches, version: int) -> None:
    await matches.create(described())
    await matches.append(MATCH, entry(1), "one")
    with pytest.raises(AppendConflict):
        await matches.append(MATCH, entry(version, "new"), "other")
    assert await matches.load(MATCH) == (1, "one")


async def test_an_action_id_is_used_once_in_a_match(matches: Matches) -> None:
    await matches.create(described())
    await matches.create(described(OTHER))
    await matches.append(MATCH, entry(1, "same"), "one")
    with pytest.raises(AppendConflict):
        await matches.append(MATCH, entry(2, "same"), "two")
    assert await matches.load(MATCH) == (1, "one")
    await matches.append(OTHER, entry(1, "same"), "one")


async def test_a_hundred_matches_append_at_once_and_one_failure_is_its_own(
    matches: Matches, tapped: Tap
) -> None:
    ids = [MatchId(1, f"m{number}") for number in range(100)]
    await asyncio.gather(*(matches.create(described(match_id)) for match_id in ids))
    await matches.append(ids[40], entry(1, "early"), "early")
    tapped.listen(lambda _number, _statement: None)
    results = await asyncio.gather(
        *(matches.append(match_id, entry(1), "one") for match_id in ids), return_exceptions=True
    )
    assert [number for number, result in enumerate(results) if result is not None] == [40]
    assert isinstance(results[40], AppendConflict)
    assert tapped.statements.count("COMMIT") <= 2
    assert [await matches.load(match_id) for match_id in ids] == [
        (1, "early" if number == 40 else "one") for number in range(100)
    ]


@pytest.mark.parametrize("moment", range(4))
async def test_a_load_after_an_abandoned_append_sees_it(matches: Matches, tapped: Tap, moment: int) -> None:
    await matches.create(described())
    tapped.listen(lambda number, _statement: in_loop(append.cancel) if number == moment else None)
    append = asyncio.create_task(matches.append(MATCH, entry(1), "one"))
    await asyncio.sleep(0)
    assert await matches.load(MATCH) == (1, "one")
    assert append.cancelled()
