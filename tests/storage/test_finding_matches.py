"""Which matches a start, a person, a channel and a server are asked about, and in which order."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from engine.ports import MatchId
from storage import sql
from storage.errors import NoSuchMatch
from storage.model import MatchPlace, Status, TableId
from tests.storage.matches import MATCH, OTHER, SEATS, Clock, described, entry

if TYPE_CHECKING:
    from storage.database import Database
    from storage.matches import Matches
    from tests.storage.databases import Tap


async def test_pending_matches_are_listed_the_oldest_first(matches: Matches, clock: Clock) -> None:
    for number, status in enumerate((Status.PLAYING, Status.FINISHED, Status.LOBBY, Status.ENDED)):
        clock.time -= timedelta(minutes=1)
        await matches.create(described(MatchId(number % 2, f"m{number}"), status=status, channel_id=number))
    assert await matches.pending_matches() == [
        MatchPlace(0, TableId("m2"), 2, None),
        MatchPlace(0, TableId("m0"), 0, None),
    ]


async def test_an_end_is_pending_until_it_is_noted_as_drawn(
    matches: Matches, opened: tuple[Database, Tap]
) -> None:
    for match_id, status in ((MATCH, Status.ENDED), (OTHER, Status.FINISHED)):
        await matches.create(described(match_id))
        await matches.save(described(match_id, status=status))
    assert [place.id for place in await matches.pending_matches()] == [MATCH, OTHER]
    await matches.note_drawn(MATCH)
    assert [place.id for place in await matches.pending_matches()] == [OTHER]
    await matches.save(described(status=Status.ENDED))  # another message, say
    assert {place.id for place in await matches.pending_matches()} == {MATCH, OTHER}
    plan = await opened[0].read(f"EXPLAIN QUERY PLAN {sql.SELECT_PENDING}")
    assert [detail for *_, detail in plan] == ["SCAN matches USING COVERING INDEX pending_matches"]


async def test_a_persons_open_matches_are_those_of_the_guild_where_they_sit(matches: Matches) -> None:
    without = (SEATS[1], SEATS[2], SEATS[2], SEATS[3])
    await matches.create(described(MatchId(1, "mine")))
    await matches.create(described(MatchId(1, "over"), status=Status.FINISHED))
    await matches.create(described(MatchId(1, "others"), seats=without))
    await matches.create(described(MatchId(2, "elsewhere")))
    assert [place.id.id for place in await matches.open_matches_of(1, 100)] == ["mine"]
    assert [place.id.id for place in await matches.open_matches_of(1, 101)] == ["mine", "others"]
    assert await matches.open_matches_of(1, 999) == []


async def test_open_matches_of_a_channel(matches: Matches) -> None:
    await matches.create(described(MatchId(1, "here"), channel_id=5))
    await matches.create(described(MatchId(1, "there"), channel_id=6))
    await matches.create(described(MatchId(1, "over"), channel_id=5, status=Status.ENDED))
    assert [place.id.id for place in await matches.open_matches_in(1, 5)] == ["here"]


async def test_open_matches_of_a_guild_begin_with_the_one_longest_untouched(
    matches: Matches, clock: Clock
) -> None:
    for name in ("moved", "changed", "played", "new"):
        await matches.create(described(MatchId(1, name)))
        clock.time += timedelta(minutes=1)
    await matches.create(described(MatchId(1, "over"), status=Status.ENDED))
    await matches.create(described(MatchId(2, "elsewhere")))
    await matches.append(MatchId(1, "played"), entry(1), "one")
    clock.time += timedelta(minutes=1)
    await matches.save(described(MatchId(1, "changed"), status=Status.PLAYING))
    await matches.save(replace(described(MatchId(1, "moved")), message_id=9))
    listed = [place.id.id for place in await matches.open_matches_in_guild(1, 100)]
    assert listed == ["moved", "new", "played", "changed"]
    assert [place.id.id for place in await matches.open_matches_in_guild(1, 2)] == ["moved", "new"]


async def test_untouched_matches_are_running_and_nothing_happened_in_them(
    matches: Matches, clock: Clock
) -> None:
    for status in Status:
        await matches.create(described(MatchId(1, status), status=status))
    await matches.create(described(MATCH, status=Status.PLAYING))
    assert await matches.untouched_matches(clock.time) == []
    clock.time += timedelta(days=3)
    await matches.append(MATCH, entry(1), "one")
    before = clock.time - timedelta(days=2)
    assert [place.id for place in await matches.untouched_matches(before)] == [MatchId(1, Status.PLAYING)]
    later = clock.time + timedelta(seconds=1)
    assert [place.id for place in await matches.untouched_matches(later)][1:] == [MATCH]


async def test_a_deadline_is_kept_with_the_place(matches: Matches, clock: Clock) -> None:
    await matches.create(described())
    await matches.append(MATCH, entry(1), "one")
    for deadline in (clock.time, None):
        await matches.set_deadline(MATCH, deadline)
        ((place),) = await matches.pending_matches()
        assert (place.id, place.deadline) == (MATCH, deadline)
    with pytest.raises(NoSuchMatch):
        await matches.set_deadline(OTHER, None)
