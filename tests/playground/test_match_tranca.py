"""Four people play Tranca by what they see: by slash commands alone, and by buttons alone, foot included."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.ui.ids import parse
from tests.playground.loopback import TRANCA
from tests.playground.people import company
from tests.playground.players import table_of
from tests.playground.running import checked_record, real_playground, refusals_of
from tests.playground.steady import Presser, Typist, cut_deck, play_deal, who_is_to_draw

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.playground.people import Person, Seen

PEOPLE = ("Ana", "Bruno", "Carla", "Dario")
SEED_TYPED, SEED_PRESSED = "1", "5"
"""With these a foot is taken and the deal is short."""
LONGEST_SECONDS = 400


async def test_a_match_by_slash_commands_alone(tmp_path: Path) -> None:
    async with (
        asyncio.timeout(LONGEST_SECONDS),
        real_playground(tmp_path, bot="seeded_bot", DEAL_SEED=SEED_TYPED) as playground,
        company(playground, PEOPLE) as people,
    ):
        channel = await sit_down(people, target=500)
        typists = [Typist(person, channel) for person in people]
        begins = who_is_to_draw(await cut_deck(typists))
        hands = await play_deal(typists, begins)
        end = await people[0].until(lambda: shown(people[0], channel, "Deal 1 is over"))
        assert_foot_taken(hands)
        assert "wins by" in end.text
        press = parse(end.buttons[0].custom_id)
        assert press
        record = await checked_record(playground.data, press.table)
        assert record["winner"] is not None
        assert await refusals_of(playground) == []
        assert not playground.complaints()


async def test_a_deal_by_buttons_alone(tmp_path: Path) -> None:
    async with (
        asyncio.timeout(LONGEST_SECONDS),
        real_playground(tmp_path, bot="seeded_bot", DEAL_SEED=SEED_PRESSED) as playground,
        company(playground, PEOPLE) as people,
    ):
        channel = await sit_down(people, target=3000)
        pressers = [Presser(person, channel) for person in people]
        begins = who_is_to_draw(await cut_deck(pressers))
        hands = await play_deal(pressers, begins)
        await people[0].until(lambda: shown(people[0], channel, "Deal 1 is over"))
        assert_foot_taken(hands)
        for person in people:
            assert (await person.press_label("Next deal", channel)).ok
        assert "Deal 2 of a match to 3000" in (await cut_deck(pressers)).text
        assert await refusals_of(playground) == []
        assert not playground.complaints()


async def sit_down(people: Sequence[Person], target: int) -> str:
    """Open a table in #tranca, sit down by turns on both sides, and start. Return the thread."""
    host, *others = people
    await host.command("canasta", TRANCA, rules="tranca", target=target)
    for number, person in enumerate(others):
        assert (await person.press_label(f"Sit: side {2 - number % 2}", TRANCA)).ok
    assert (await host.press_label("Start", TRANCA)).ok
    return await host.until(host.thread)


async def shown(person: Person, channel: str, words: str) -> Seen | None:
    """Return the table message once these words are in it."""
    table = table_of(await person.look(channel))
    return table if table and words in table.text else None


def assert_foot_taken(hands: Sequence[Seen]) -> None:
    """Hold that somebody was told so at the end of a turn."""
    assert any("You took the foot" in hand.notice for hand in hands), "no foot taken: choose another seed"
