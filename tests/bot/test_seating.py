"""Who sits where, without Discord."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot import seating
from bot.i18n import texts_for
from bot.refusals import Refusal
from engine.rulebook import load_rules
from storage.model import SeatInfo, SeatKind, Status, TableId, TableInfo

if TYPE_CHECKING:
    from collections.abc import Callable

ANA, BRUNO, CARLA, DARIO = 1, 2, 3, 4
EMPTY = SeatInfo(SeatKind.EMPTY)
NAMES = {ANA: "Ana", BRUNO: "Bruno", CARLA: "Carla", DARIO: "Dario"}


def human(user_id: int) -> SeatInfo:
    return SeatInfo(SeatKind.HUMAN, user_id, NAMES[user_id])


def away(user_id: int) -> SeatInfo:
    return SeatInfo(SeatKind.COMPUTER, user_id, NAMES[user_id])


def computer(name: str) -> SeatInfo:
    return SeatInfo(SeatKind.COMPUTER, None, name)


def table(*seats: SeatInfo, status: Status = Status.LOBBY) -> TableInfo:
    rules = load_rules("italian")
    return TableInfo(TableId("abcdefgh"), 9, 8, None, ANA, status, rules, 4, seats)


def told(change: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        change()
    return refused.value.say(texts_for("en"))


FULL = (human(ANA), computer("Ada"), human(BRUNO), computer("Blaise"))


def test_sitting_prefers_an_empty_seat_to_a_computers() -> None:
    lobby = table(human(ANA), computer("Ada"), EMPTY, EMPTY)
    assert seating.sit(lobby, BRUNO, "Bruno", 1).seats == (human(ANA), computer("Ada"), EMPTY, human(BRUNO))
    full = table(*FULL)
    assert seating.sit(full, CARLA, "Carla", 1).seats[1] == human(CARLA)


def test_computers_have_names_of_their_own() -> None:
    filled = seating.fill_with_computers(table(human(ANA), EMPTY, computer("Ada"), EMPTY), ANA)
    assert [seat.name for seat in filled.seats] == ["Ana", "Blaise", "Ada", "Carlotta"]
    assert told(partial(seating.fill_with_computers, filled, ANA)) == "All seats are taken already."


def test_a_start_needs_the_host_and_every_seat() -> None:
    assert seating.start(table(*FULL), ANA).status is Status.PLAYING
    assert told(partial(seating.start, table(*FULL), BRUNO)) == "Only the host can start the match."
    assert "still free" in told(partial(seating.start, table(human(ANA), EMPTY, EMPTY, EMPTY), ANA))


def test_the_hosts_powers_pass_on_to_who_plays_before_who_is_away() -> None:
    left = seating.leave(table(human(ANA), away(BRUNO), human(CARLA), EMPTY), ANA)
    assert left.host_id == CARLA
    only_away = seating.leave(table(human(ANA), away(BRUNO), EMPTY, EMPTY), ANA)
    assert only_away.host_id == BRUNO


def test_the_host_takes_others_off_their_seats_in_the_lobby_only() -> None:
    lobby = table(human(ANA), human(BRUNO), human(CARLA), EMPTY)
    assert seating.remove(lobby, ANA, BRUNO).seats == (human(ANA), EMPTY, human(CARLA), EMPTY)
    for user_id in (BRUNO, CARLA, DARIO):
        told_others = told(partial(seating.remove, lobby, user_id, CARLA))
        assert told_others == "Only the host can remove somebody."
    for whom in (DARIO, 0):
        assert told(partial(seating.remove, lobby, ANA, whom)) == "This person does not sit here any more."
    begun = replace(lobby, status=Status.PLAYING)
    assert told(partial(seating.remove, begun, ANA, BRUNO)) == "The match has already started."


def test_a_match_that_everybody_left_ends() -> None:
    alone = table(human(ANA), computer("Ada"), computer("Blaise"), computer("Dante"), status=Status.PLAYING)
    assert seating.leave(alone, ANA).status is Status.ENDED
    waiting = replace(alone, seats=(human(ANA), away(BRUNO), *alone.seats[2:]))
    assert seating.leave(waiting, ANA).status is Status.PLAYING


def test_away_and_back() -> None:
    playing = table(*FULL, status=Status.PLAYING)
    gone = seating.let_computer_play(playing, BRUNO)
    assert gone.seats[2] == away(BRUNO)
    assert told(partial(seating.let_computer_play, gone, BRUNO)) == "The computer already plays for you."
    assert seating.take_back(gone, BRUNO) == playing
    assert told(partial(seating.take_back, playing, BRUNO)) == "You are playing yourself already."


@pytest.mark.parametrize(
    ("user_id", "seat", "words"),
    [
        (BRUNO, 1, "You already have a seat at this table."),
        (CARLA, 0, "This seat is taken."),
        (CARLA, 4, "This seat is taken."),
        (CARLA, 3, "This seat is kept for somebody who will be back."),
    ],
)
def test_only_a_computers_free_seat_can_be_taken_over(user_id: int, seat: int, words: str) -> None:
    playing = table(human(ANA), computer("Ada"), human(BRUNO), away(DARIO), status=Status.PLAYING)
    assert told(partial(seating.take_over, playing, user_id, "x", seat)) == words


def test_the_seat_of_somebody_who_left_is_taken_over() -> None:
    left = seating.leave(table(*FULL, status=Status.PLAYING), BRUNO)
    assert seating.seats_to_take(left, CARLA) == [2]
    assert seating.take_over(left, CARLA, "Carla", 2).seats[2] == human(CARLA)


def test_a_seat_that_was_a_computers_from_the_start_stays_one() -> None:
    playing = table(*FULL, status=Status.PLAYING)
    words = "This seat was a computer's from the start and stays one."
    assert told(partial(seating.take_over, playing, CARLA, "Carla", 1)) == words
    assert seating.seats_to_take(playing, CARLA) == []


def test_who_left_gets_only_their_own_seat_back() -> None:
    left = seating.leave(
        table(human(ANA), human(BRUNO), human(CARLA), human(DARIO), status=Status.PLAYING), ANA
    )
    left = seating.leave(left, BRUNO)
    words = "You have seen other cards of this deal: only your old seat is open to you."
    assert told(partial(seating.take_over, left, ANA, "Ana", 1)) == words
    assert seating.seats_to_take(left, ANA) == [0]
    assert seating.take_over(left, ANA, "Ana", 0).seats[0] == human(ANA)


def test_after_two_missed_turns_in_a_row_the_computer_sits_in_and_the_host_changes() -> None:
    playing = table(*FULL, status=Status.PLAYING)
    once = seating.miss(playing, ANA)
    assert (once.seats[0].kind, once.seats[0].missed, once.host_id) == (SeatKind.HUMAN, 1, ANA)
    assert seating.act(once, ANA) == playing
    twice = seating.miss(once, ANA)
    assert (twice.seats[0], twice.host_id) == (away(ANA), BRUNO)
    assert seating.take_back(twice, ANA).seats == playing.seats


def test_readiness_is_for_one_deal() -> None:
    ready = seating.make_ready(table(*FULL, status=Status.PLAYING), ANA, 1)
    assert seating.ready_after(ready, 1) == {ANA}
    assert seating.ready_after(ready, 2) == set()


def test_the_last_vote_ends_the_match() -> None:
    asked = seating.vote_to_end(table(*FULL, status=Status.PLAYING), ANA)
    assert (asked.status, asked.votes) == (Status.PLAYING, {ANA})
    assert seating.vote_to_end(asked, BRUNO).status is Status.ENDED


@pytest.mark.parametrize("go", [seating.leave, seating.let_computer_play, seating.sit_in])
def test_a_match_ends_when_the_only_one_who_had_not_agreed_goes(
    go: Callable[[TableInfo, int], TableInfo],
) -> None:
    info = seating.vote_to_end(table(*map(human, NAMES), status=Status.PLAYING), ANA)
    info = seating.vote_to_end(seating.vote_to_end(info, BRUNO), CARLA)
    assert go(info, CARLA).status is Status.PLAYING
    assert go(info, DARIO).status is Status.ENDED


def test_a_match_that_nobody_wanted_to_end_goes_on_when_everybody_goes_away() -> None:
    info = table(*map(human, NAMES), status=Status.PLAYING)
    for user_id in NAMES:
        info = seating.let_computer_play(info, user_id)
    assert info.status is Status.PLAYING


def test_a_ranked_match_is_not_ended_behind_the_backs_of_who_is_away() -> None:
    playing = seating.let_computer_play(table(*FULL, status=Status.PLAYING), BRUNO)
    assert seating.vote_to_end(playing, ANA).status is Status.ENDED
    ranked = seating.vote_to_end(replace(playing, ranked=True), ANA)
    assert ranked.status is Status.PLAYING
    assert seating.seats_that_vote(ranked) == [seat for seat in range(4) if FULL[seat].user_id]
    assert seating.vote_to_end(seating.take_back(ranked, BRUNO), BRUNO).status is Status.ENDED
    assert seating.leave(ranked, BRUNO).status is Status.ENDED


@pytest.mark.parametrize("status", [Status.FINISHED, Status.ENDED])
def test_nothing_changes_at_a_table_that_is_over(status: Status) -> None:
    over = table(*FULL, status=status)
    words = "This match is over." if status is Status.FINISHED else "This table is closed."
    for change in (
        partial(seating.sit, over, CARLA, "Carla", 0),
        partial(seating.leave, over, ANA),
        partial(seating.start, over, ANA),
        partial(seating.end, over),
        partial(seating.take_over, over, CARLA, "Carla", 1),
        partial(seating.let_computer_play, over, ANA),
    ):
        assert told(change) == words


def test_a_new_name_is_taken_where_a_person_sits_and_nothing_is_over() -> None:
    info = table(*FULL, status=Status.PLAYING)
    assert seating.rename(info, ANA, "Anita").seats[0] == replace(human(ANA), name="Anita")
    assert seating.rename(info, ANA, "Ana") is info
    assert seating.rename(info, DARIO, "Anita") is info
    over = replace(info, status=Status.FINISHED)
    assert seating.rename(over, ANA, "Anita") is over
