"""Results of finished matches, written once, and the standings that follow from them."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from engine.ports import MatchId
from storage.database import Database, open_database
from storage.matches import Matches
from storage.privacy import FORGOTTEN, forget_person
from storage.rating import Rating
from storage.results import rebuild
from storage.settings import Settings
from storage.standings import Board, Measure, Query, Standings, _page_statement
from tests.storage.results import End, finish

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

ANA, BRUNO, CARLA, DIEGO, EVA = 901, 902, 903, 904, 905
FOUR = (ANA, BRUNO, CARLA, DIEGO)
GUILD = 7
BOARD = Board(GUILD, "italian", 4)


class Server:
    """A server whose matches end as the test says, a day apart unless it says when."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.matches = Matches(database, lambda: self.now)
        self.standings = Standings(database)
        self._count = 0

    async def play(self, seats: tuple[int | None, ...] = FOUR, *, winner: int = 0, **end: object) -> MatchId:
        """Have a match end; return its id."""
        self._count += 1
        self.now += timedelta(days=2)
        match_id = MatchId(GUILD, f"match{self._count}")
        await finish(self.matches, match_id, End(seats, winner, **end))  # type: ignore[arg-type]  # as given
        return match_id

    async def rows(self, statement: str) -> list[tuple[object, ...]]:
        rows = await self.database.read(statement)
        return [tuple(row) for row in rows]


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with open_database(None) as database:
        yield Server(database)


async def test_a_finished_match_leaves_one_result_with_its_numbers(server: Server) -> None:
    match_id = await server.play(winner=1)
    assert await server.rows(
        "SELECT match_id, rules_name, players, winner, margin, sides, weight FROM results"
    ) == [(match_id.id, "italian", 4, 1, 5500 - 850, "901,903|902,904", 1.0)]
    assert await server.rows(
        "SELECT seat, user_id, finisher_id, name, won, points, best_deal, clean, dirty FROM result_seats"
    ) == [
        (0, ANA, ANA, "Person 901", 0, 850, 950, 0, 2),
        (1, BRUNO, BRUNO, "Person 902", 1, 5500, 3000, 2, 4),
        (2, CARLA, CARLA, "Person 903", 0, 850, 950, 0, 2),
        (3, DIEGO, DIEGO, "Person 904", 1, 5500, 3000, 2, 4),
    ]
    ((deals,),) = await server.rows("SELECT json_extract(deals, '$[1].scores') FROM results")
    assert deals == "[-100,2500]"


async def test_saving_a_finished_match_again_counts_nothing_twice(server: Server) -> None:
    match_id = await server.play()
    before = await server.rows("SELECT * FROM standings")
    await server.matches.save((await server.matches.resume(match_id)).info)
    assert await server.rows("SELECT * FROM standings") == before
    assert await server.rows("SELECT count(*) FROM results") == [(1,)]


@pytest.mark.parametrize(
    ("seats", "end"),
    [
        (FOUR, {"ranked": False}),
        (FOUR, {"options": {"match.target": 3000}}),
        ((ANA, None, CARLA, None), {}),
    ],
    ids=["not ranked", "house rules", "computers on one side"],
)
async def test_what_no_rating_counts(
    server: Server, seats: tuple[int | None, ...], end: dict[str, object]
) -> None:
    await server.play(seats, **end)
    assert await server.rows("SELECT sides FROM results") == [(None,)]
    assert await server.rows("SELECT * FROM standings") == []
    assert [summary.rating for summary in await server.standings.person(GUILD, ANA)] == [None]


async def test_a_computer_beside_a_person_is_on_no_board(server: Server) -> None:
    await server.play((ANA, BRUNO, None, DIEGO))
    page = await server.standings.page(Query(BOARD), viewer=EVA)
    assert [line.user_id for line in page.lines] == [ANA, BRUNO, DIEGO]


async def test_who_left_has_lost_and_who_came_later_is_not_rated(server: Server) -> None:
    await server.play(finishers=(EVA, BRUNO, CARLA, DIEGO), winner=0)
    assert await server.rows("SELECT user_id, won FROM result_seats ORDER BY seat") == [
        (ANA, 0),
        (BRUNO, 0),
        (CARLA, 1),
        (DIEGO, 0),
    ]
    standings = await server.rows("SELECT user_id, mu > 25 FROM standings ORDER BY user_id")
    assert standings == [(ANA, 0), (BRUNO, 0), (CARLA, 1), (DIEGO, 0)]


async def test_the_same_people_within_a_day_count_less_and_less(server: Server) -> None:
    await server.play()
    for _ in range(2):
        server.now -= timedelta(days=2) - timedelta(hours=1)
        await server.play((BRUNO, CARLA, DIEGO, ANA))  # the same pairs on other seats
    server.now -= timedelta(days=2) - timedelta(hours=1)
    await server.play((ANA, CARLA, BRUNO, DIEGO))  # other pairs
    await server.play()  # two days later
    assert await server.rows("SELECT weight FROM results ORDER BY number") == [
        (1.0,),
        (0.5,),
        (0.25,),
        (1.0,),
        (1.0,),
    ]


async def test_rebuilding_gives_the_identical_tables(server: Server) -> None:
    for number in range(12):
        people = FOUR if number % 3 else (EVA, BRUNO, None, ANA)
        left = (None, *people[1:]) if number % 4 == 3 else None
        await server.play(people, winner=number % 2, finishers=left)
        server.now -= timedelta(days=2) - timedelta(hours=7)
    tables = ("SELECT * FROM standings", "SELECT * FROM results", "SELECT * FROM result_seats")
    before = [await server.rows(table) for table in tables]
    assert await server.database.run(rebuild) == 12
    assert [await server.rows(table) for table in tables] == before


async def test_a_page_shows_shared_places_and_the_own_line(server: Server) -> None:
    for winner in (0, 0, 1):
        await server.play(winner=winner)
    page = await server.standings.page(Query(BOARD, Measure.WINS), viewer=DIEGO, limit=3)
    assert [(line.place, line.user_id, line.value) for line in page.lines] == [
        (1, ANA, 2),
        (1, CARLA, 2),
        (3, BRUNO, 1),
    ]
    assert page.total == 4
    assert page.own
    assert (page.own.place, page.own.line, page.own.user_id) == (3, 4, DIEGO)
    second = await server.standings.page(Query(BOARD, Measure.WINS, page=1), viewer=EVA, limit=3)
    assert [line.user_id for line in second.lines] == [DIEGO]
    assert second.own is None


async def test_ratings_are_shown_as_points(server: Server) -> None:
    await server.play()
    page = await server.standings.page(Query(BOARD), viewer=ANA)
    assert [line.value for line in page.lines] == [line.rating.points for line in page.lines]
    assert page.lines[0].user_id == ANA


async def test_means_want_some_matches(server: Server) -> None:
    for _ in range(4):
        await server.play()
    rate = Query(BOARD, Measure.WIN_RATE)
    assert (await server.standings.page(rate, viewer=EVA)).lines == ()
    await server.play(winner=1)
    page = await server.standings.page(rate, viewer=EVA)
    assert [(line.user_id, line.value) for line in page.lines] == [
        (ANA, 0.8),
        (CARLA, 0.8),
        (BRUNO, 0.2),
        (DIEGO, 0.2),
    ]
    points = await server.standings.page(Query(BOARD, Measure.POINTS), viewer=EVA)
    assert points.lines[0].value == (4 * 5500 + 850) / 10
    margins = await server.standings.page(Query(BOARD, Measure.MARGIN), viewer=EVA)
    assert margins.lines[0].value == 3 * 4650 / 5


async def test_a_period_counts_what_ended_in_it(server: Server) -> None:
    await server.play(winner=0)
    since = int((server.now + timedelta(hours=1)).timestamp())
    await server.play(winner=1)
    page = await server.standings.page(Query(BOARD, Measure.WINS, since), viewer=EVA)
    assert [(line.user_id, line.value, line.matches) for line in page.lines] == [
        (BRUNO, 1, 1),
        (DIEGO, 1, 1),
        (ANA, 0, 1),
        (CARLA, 0, 1),
    ]


async def test_who_hides_is_seen_by_nobody_else(server: Server) -> None:
    await server.play()
    await Settings(server.database).set_for_person(ANA, "hidden", value=True)
    seen = await server.standings.page(Query(BOARD), viewer=BRUNO)
    assert [line.user_id for line in seen.lines] == [CARLA, BRUNO, DIEGO]
    assert seen.total == 3
    own = await server.standings.page(Query(BOARD), viewer=ANA)
    assert own.own
    assert await server.standings.partners(BOARD, CARLA) == []


@pytest.mark.parametrize("measure", Measure)
@pytest.mark.parametrize("viewer", [1, 17, 30, 99])
async def test_every_page_is_a_part_of_the_whole_order(server: Server, measure: Measure, viewer: int) -> None:
    rng = random.Random(measure)
    rows = [
        (user, rng.randrange(20, 30), rng.choice((4, 5)), rng.choice((5, 6)), rng.randrange(4), 10, 0, 0)
        for user in range(1, 31)
    ]
    insert = "INSERT INTO standings VALUES (7, 'italian', 4, ?, ?, ?, ?, ?, ?, ?, ?)"
    await server.database.run(lambda connection: connection.executemany(insert, rows))
    values = {
        user: {
            Measure.RATING: Rating(mu, sigma).points,
            Measure.WINS: wins,
            Measure.WIN_RATE: wins / matches,
            Measure.POINTS: points / deals,
            Measure.MARGIN: margin / matches,
        }[measure]
        for user, mu, sigma, matches, wins, deals, points, margin in rows
    }
    for hidden in (3, 17):
        await Settings(server.database).set_for_person(hidden, "hidden", value=True)
        if hidden != viewer:
            del values[hidden]
    matches = {user: matches for user, _, _, matches, *_ in rows}
    order = sorted(values, key=lambda user: (-values[user], -matches[user], user))
    whole = [
        (1 + sum(other > values[user] for other in values.values()), line, user, values[user])
        for line, user in enumerate(order, 1)
    ]
    for page in range(6):
        found = await server.standings.page(Query(BOARD, measure, page=page), viewer, limit=7)
        lines = [(line.place, line.line, line.user_id, line.value) for line in found.lines]
        assert lines == whole[7 * page : 7 * page + 7]
        own = found.own and (found.own.place, found.own.line, found.own.user_id, found.own.value)
        assert own == next((line for line in whole if line[2] == viewer), None)
        assert found.total == (len(whole) if lines or own else 0)


async def test_a_period_is_read_from_its_matches_on(server: Server) -> None:
    values = {**BOARD._asdict(), "points": 40, "since": 1, "least": 1, "viewer": 1, "offset": 0, "limit": 10}
    statement = f"EXPLAIN QUERY PLAN {_page_statement(Query(BOARD, since=1))}"
    plan = [detail for *_, detail in await server.database.read(statement, values)]
    reads = [detail.split()[1] for detail in plan if detail.startswith(("SEARCH", "SCAN"))]
    assert reads[:3] == ["r", "s", "now"]


async def test_other_servers_and_boards_are_apart(server: Server) -> None:
    await server.play()
    await server.play((ANA, BRUNO), rules="classic")
    for board in (Board(GUILD + 1, "italian", 4), Board(GUILD, "tranca", 4)):
        assert (await server.standings.page(Query(board), viewer=ANA)).total == 0
    two = await server.standings.page(Query(Board(GUILD, "classic", 2)), viewer=ANA)
    assert [line.user_id for line in two.lines] == [ANA, BRUNO]


async def test_what_a_persons_matches_come_to(server: Server) -> None:
    await server.play(winner=0)
    await server.play((ANA, CARLA, BRUNO, DIEGO), winner=0)
    await server.play(winner=1)
    await server.play((ANA, BRUNO), rules="classic", ranked=False)
    four, two = await server.standings.person(GUILD, ANA)
    assert (four.board, four.matches, four.wins, four.deals) == (BOARD, 3, 2, 6)
    assert (four.points, four.best_deal) == (5500 + 5500 + 850, 3000)
    assert (four.clean, four.dirty) == (4, 10)
    assert (two.board.players, two.rating) == (2, None)
    partners = await server.standings.partners(BOARD, ANA)
    assert [(partner.user_id, partner.wins, partner.matches) for partner in partners] == [
        (BRUNO, 1, 1),
        (CARLA, 1, 2),
    ]
    ratings = await server.standings.ratings(BOARD, ANA)
    assert len(ratings) == 3
    assert [time for time, _ in ratings] == sorted(time for time, _ in ratings)
    assert ratings[-1][1] == four.rating
    assert ratings[0][1].mu > Rating().mu


async def test_the_last_matches_come_first(server: Server) -> None:
    ids = [(await server.play(winner=number % 2)).id for number in range(3)]
    await server.play((ANA, None), rules="classic", ranked=False)
    page = await server.standings.history(GUILD, EVA, limit=2, offset=1)
    assert [finished.match_id for finished in page] == [ids[2], ids[1]]
    assert (page[1].winner, page[1].margin, page[1].ranked) == (1, 4650, True)
    (newest,) = await server.standings.history(GUILD, EVA, limit=1)
    assert (newest.rules_name, newest.names, newest.ranked) == ("classic", ("Person 901", "Greedy"), False)
    assert await server.standings.history(GUILD + 1, EVA, limit=9) == []


async def test_who_hides_is_named_only_to_who_played_too(server: Server) -> None:
    await server.play((ANA, BRUNO, None, DIEGO), finishers=(EVA, BRUNO, None, None))
    for person in (ANA, BRUNO, DIEGO):
        await Settings(server.database).set_for_person(person, "hidden", value=True)
    named = {
        viewer: (await server.standings.history(GUILD, viewer, limit=1))[0].names
        for viewer in (ANA, EVA, CARLA)
    }
    everybody = ("Person 905", "Person 902", "Greedy", "Greedy")
    assert named == {ANA: everybody, EVA: everybody, CARLA: ("Person 905", "", "Greedy", "")}


async def test_a_name_is_the_last_one_at_the_end_of_a_match_on_the_server(server: Server) -> None:
    await server.play()
    await server.play(finishers=(EVA, None, CARLA, DIEGO))
    rename = "UPDATE result_seats SET name = 'Ana M.' WHERE number = 1 AND user_id = 901"
    await server.database.run(lambda connection: connection.execute(rename))
    elsewhere = MatchId(GUILD + 1, "elsewher")
    await finish(server.matches, elsewhere, End((ANA, BRUNO, EVA, DIEGO)))
    page = await server.standings.page(Query(BOARD), viewer=EVA)
    names = {line.user_id: line.name for line in page.lines}
    assert names == {ANA: "Ana M.", BRUNO: "Person 902", CARLA: "Person 903", DIEGO: "Person 904"}
    assert (await server.standings.partners(BOARD, CARLA))[0].name == "Ana M."
    await server.database.run(lambda connection: connection.execute("DELETE FROM results WHERE number = 1"))
    again = await server.standings.page(Query(BOARD), viewer=EVA)
    assert {line.name for line in again.lines if line.user_id in {ANA, BRUNO}} == {""}


async def test_who_had_the_computer_finish_on_a_seat_taken_over_is_forgotten_too(server: Server) -> None:
    await server.play(winner=1, finishers=(None, BRUNO, CARLA, DIEGO))
    for statement in (
        "UPDATE seats SET user_id = 905, name = 'Person 905' WHERE seat = 0",
        "UPDATE result_seats SET name = 'Person 905' WHERE seat = 0",
    ):
        await server.database.run(lambda connection, statement=statement: connection.execute(statement))
    await forget_person(server.database, EVA)
    names = await server.rows("SELECT user_id, name FROM result_seats ORDER BY seat")
    assert names[0] == (ANA, FORGOTTEN)
    assert names[1] == (BRUNO, "Person 902")


async def test_who_is_forgotten_is_named_nowhere_and_ratings_stay(server: Server) -> None:
    for _ in range(2):
        await server.play(winner=1, finishers=(None, BRUNO, CARLA, DIEGO))
        server.now -= timedelta(days=2) - timedelta(hours=1)
    before = await server.rows("SELECT mu, sigma FROM standings ORDER BY mu, sigma")
    assert await forget_person(server.database, ANA) > 0
    for table in ("matches", "seats", "marks", "results", "result_seats", "standings"):
        for row in await server.rows(f"SELECT * FROM {table}"):  # noqa: S608
            assert ANA not in row
            assert "Person 901" not in row
    assert await server.rows("SELECT count(*) FROM results WHERE sides LIKE '%,903|902,904'") == [(2,)]
    assert await server.rows("SELECT count(*) FROM matches, json_each(starters) WHERE value = 901") == [(0,)]
    page = await server.standings.page(Query(BOARD), viewer=EVA)
    assert sorted(line.user_id for line in page.lines) == [BRUNO, CARLA, DIEGO]
    await server.database.run(rebuild)
    assert await server.rows("SELECT mu, sigma FROM standings ORDER BY mu, sigma") == before
