"""Clocks: until when a turn may take, the reminder, what is played for the absent, who sits in for them."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.background import Background
from bot.caretaker import safest
from bot.clock import Sleeper
from bot.ports import Ports
from engine.actions import Answer, Discard, Draw
from engine.view import view_for
from storage.model import Pace, SeatKind
from tests.bot.world import TEXT, explanation, words_of
from tests.positions import position

if TYPE_CHECKING:
    from tests.bot.world import World

FOUR = ("Ana", "Bruno", "Carla", "Dario")
START = "draw: 7H 7D 7C 9S 9C KD KC 4S 5H QH; pile: 4D KH; stock: 6S 8D 9D 8C 8S JC JD QC QD TC"


async def timed(world: World, clock: str = "live") -> None:
    await world.playing(*FOUR, position=position(START), clock=clock)


def posted(world: World) -> list[str]:
    """The texts of the messages that the bot posted by itself."""
    sent = [r for r in world.env.http_requests if r.method == "POST" and r.path.endswith("/messages")]
    return ["\n".join(words_of(r.json, types=(TEXT,))) for r in sent]


def seconds_left(world: World) -> float:
    deadline = world.table.deadline
    assert deadline is not None
    return (deadline - world.env.now()).total_seconds()


async def test_the_table_and_the_panel_say_until_when(world: World) -> None:
    await timed(world, "relaxed")
    deadline = world.table.deadline
    assert deadline is not None
    line = f"The time is up <t:{int(deadline.timestamp())}:R>."
    await world.wait(1)
    assert line in world.table_message().text
    assert line in (await world.hand("Ana")).text
    assert line in (await world.hand("Carla")).text


async def test_without_a_clock_nothing_says_so(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    assert world.table.deadline is None
    assert "<t:" not in world.table_message().text
    await world.wait(48 * 3600)
    assert world.table.to_act == 0


async def test_the_lobby_says_how_fast_it_is_going_to_be(world: World) -> None:
    lobby = await world.lobby(clock="correspondence")
    assert "Clock: correspondence: 24 hours a turn" in lobby.text
    assert world.table.info.pace is Pace.CORRESPONDENCE


async def test_a_turn_has_its_time_whatever_is_done_in_it(world: World) -> None:
    await timed(world)
    deadline = world.table.deadline
    await world.wait(20)
    hand = await world.hand("Ana")
    await hand.press("Ana", "Draw")
    assert world.table.deadline == deadline
    await hand.choose("Ana", "Discard…", "4♤")
    assert seconds_left(world) == pytest.approx(60, abs=1)


async def test_who_is_not_looking_is_reminded_at_half_time(world: World) -> None:
    await timed(world, "relaxed")
    await world.wait(140)
    before = len(posted(world))
    await world.wait(10)
    (reminder,) = posted(world)[before:]
    assert f"<@{world['Ana'].id}>, it is your turn." in reminder
    assert "The time is up <t:" in reminder


async def test_who_pressed_something_lately_is_not_mentioned(world: World) -> None:
    await timed(world)
    await world.wait(15)
    await world.hand("Ana")
    before = len(posted(world))
    await world.wait(30)
    assert posted(world)[before:] == []


async def test_at_the_deadline_the_turn_is_played_safely(world: World) -> None:
    await timed(world)
    await world.wait(59)
    assert world.table.to_act == 0
    await world.wait(4)
    assert world.table.to_act == 1
    assert world.table.info.seats[0].kind is SeatKind.HUMAN
    assert world.table.match.state.sides[0].melds == []
    assert len(world.table.match.state.hands[0]) == 10


async def test_whose_turn_was_played_for_them_is_told_until_they_act(world: World) -> None:
    await timed(world)
    hand = await world.hand("Ana")
    await world.wait(64)
    public = "-# Time ran out for Ana: the computer played that turn."
    private = "Your time ran out: the computer played your last turn."
    assert public in world.table_message().text.splitlines()
    assert private in hand.text.splitlines()
    assert private not in (await world.hand("Bruno")).text
    for name in ("Bruno", "Carla", "Dario"):
        hand = await world.hand(name)
        await hand.press(name, "Draw")
        await hand.choose(name, "Discard…", hand.options["Discard…"][0])
    hand = await world.hand("Ana")
    assert private in hand.text
    await hand.press("Ana", "Draw")
    await world.wait(3)
    assert "ran out" not in (await world.hand("Ana")).text + world.table_message().text


async def test_after_two_turns_in_a_row_the_computer_sits_in(world: World) -> None:
    await timed(world)
    for _ in range(4):
        await world.wait(63)
    assert [seat.kind for seat in world.table.info.seats] == [SeatKind.HUMAN] * 4
    await world.wait(63)
    info = world.table.info
    assert (info.seats[0].kind, info.seats[0].user_id) == (SeatKind.COMPUTER, world["Ana"].id)
    assert info.host_id == world["Bruno"].id
    assert "Ana is away: the computer sits in until they are back." in posted(world)


async def test_the_seat_is_taken_back_from_the_announcement(world: World) -> None:
    await timed(world)
    for _ in range(5):
        await world.wait(63)
    note = next(
        message
        for message in world.table_message().channel.history(viewer=world["Ana"])
        if "is away" in str(message.components)
    )
    result = await world["Carla"].click(note, label="Take my seat back")
    assert explanation(result) == "You are playing yourself already."
    result = await world["Ana"].click(note, label="Take my seat back")
    assert result.ephemeral
    seat = world.table.info.seats[0]
    assert (seat.kind, seat.missed) == (SeatKind.HUMAN, 0)


async def test_a_turn_played_in_time_counts_as_being_there(world: World) -> None:
    await timed(world)
    for _ in range(4):
        await world.wait(63)
    assert [seat.missed for seat in world.table.info.seats] == [1] * 4
    hand = await world.hand("Ana")
    await hand.press("Ana", "Draw")
    assert world.table.info.seats[0].missed == 0
    await world.wait(63)
    assert world.table.info.seats[0].kind is SeatKind.HUMAN


async def test_the_computer_sits_in_for_who_left_the_server(world: World) -> None:
    await timed(world, "correspondence")
    world.env.guild.remove_member(world["Ana"])
    await world.wait(12 * 3600 + 1)
    seat = world.table.info.seats[0]
    assert (seat.kind, seat.user_id) == (SeatKind.COMPUTER, world["Ana"].id)
    assert "Ana is away: the computer sits in until they are back." in posted(world)
    await world.wait(4)
    assert world.table.to_act == 1


async def test_without_a_clock_it_is_found_at_the_mention(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    world.env.guild.remove_member(world["Bruno"])
    await world.wait(4 * 60)
    hand = await world.hand("Ana")
    await hand.press("Ana", "Draw")
    await hand.choose("Ana", "Discard…", "4♤")
    await world.wait(4)
    assert world.table.info.seats[1].kind is SeatKind.COMPUTER
    assert world.table.to_act == 2


async def test_without_a_clock_it_is_found_in_the_turn_of_who_was_just_there(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    await (await world.hand("Ana")).press("Ana", "Draw")
    world.env.guild.remove_member(world["Ana"])
    await world.wait(2 * 60)
    assert world.table.info.seats[0].kind is SeatKind.HUMAN
    await world.wait(2 * 60)
    assert world.table.info.seats[0].kind is SeatKind.COMPUTER
    assert world.table.to_act == 1


async def test_a_member_that_cannot_be_asked_for_has_not_left(world: World) -> None:
    await timed(world, "correspondence")
    world.env.inject_error("GET", "/guilds/*/members/*", status=404, code=10004)
    await world.wait(12 * 3600 + 1)
    assert world.table.info.seats[0].kind is SeatKind.HUMAN


# A restart


async def test_a_deadline_survives_a_restart(world: World) -> None:
    await timed(world, "relaxed")
    await world.wait(100)
    await world.restart()
    assert seconds_left(world) == pytest.approx(199, abs=2)
    await world.wait(204)
    assert world.table.to_act == 1


async def test_a_deadline_that_passed_meanwhile_is_followed_by_grace(world: World) -> None:
    await timed(world)
    await world.bot.close()
    await world.wait(3600)
    world.bot = world.new_bot()
    before = len(posted(world))
    await world.env.restart_bot(world.bot)
    assert seconds_left(world) == pytest.approx(30, abs=1)
    assert "it is your turn" in "\n".join(posted(world)[before:])
    await world.wait(29)
    assert world.table.to_act == 0
    await world.wait(4)
    assert world.table.to_act == 1


# The safest play


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("draw: 4S 4C KD; pile: 4D KH", Draw()),
        ("play: KC; table: KH KS KC KD KH KS KD; pile: 4S", None),
    ],
)
def test_the_safest_play(words: str, expected: object) -> None:
    view = view_for(position(words), 0)
    play = safest(view, random.Random(1))
    assert play == expected if expected else isinstance(play, Discard)


def test_it_depends_on_what_the_seat_may_know_alone() -> None:
    one = position("play: 4S 5H 9C; pile: 4D; stock: 6S 8D")
    two = position("play: 4S 5H 9C; pile: 4D; stock: 8D 6S")
    plays = [safest(view_for(state, 0), random.Random(1)) for state in (one, two)]
    assert plays[0] == plays[1]
    assert Answer(yes=True) not in plays


# The sleeper


class Time:
    """A clock that the test moves; whoever sleeps is woken when it passes their time."""

    def __init__(self) -> None:
        self.now_ = datetime(2024, 1, 1, tzinfo=UTC)
        self.asleep = 0
        self.most = 0

    def now(self) -> datetime:
        return self.now_

    async def sleep(self, seconds: float) -> None:

        until = self.now_ + timedelta(seconds=seconds)
        self.asleep += 1
        self.most = max(self.most, self.asleep)
        try:
            while self.now_ < until:  # noqa: ASYNC110  # the test moves the time
                await asyncio.sleep(0)
        finally:
            self.asleep -= 1

    async def to(self, seconds: float) -> None:

        self.now_ = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
        for _ in range(10):
            await asyncio.sleep(0)


async def test_one_sleeper_wakes_everybody_at_their_time() -> None:
    time = Time()
    background = Background(Ports(sleep=time.sleep, now=time.now, rng=random.Random(1)))
    sleeper = Sleeper(background, Ports(sleep=time.sleep, now=time.now, rng=random.Random(1)))
    done: list[int] = []

    async def work(number: int) -> None:
        done.append(number)

    start = time.now()
    for seconds in (50, 10, 30, 20, 10):
        sleeper.at(start + timedelta(seconds=seconds), f"{seconds}", lambda seconds=seconds: work(seconds))
    sleeper.at(start + timedelta(seconds=40), "30", lambda: work(40))
    sleeper.cancel("20")
    await time.to(9)
    assert done == []
    for seconds in (11, 31, 45):
        await time.to(seconds)
    assert done == [10, 40]
    await time.to(60)
    assert done == [10, 40, 50]
    assert time.most == 1
    await background.close(0)
