"""``/can``: "may I …?", answered privately, changing nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.bot.world import explanation, plain
from tests.positions import position

if TYPE_CHECKING:
    from tests.bot.world import World

FOUR = ("Ana", "Bruno", "Carla", "Dario")


async def answer(world: World, question: str, name: str = "Ana", **options: str) -> str:
    """What ``/can`` answers, having changed nothing."""
    table = world.table
    before = table.table.version, table.match.state
    result = await world[name].slash(world.channel, f"can {question}", **options)
    assert (table.table.version, table.match.state) == before
    return plain(explanation(result))


async def test_each_question_has_its_command(world: World) -> None:
    text = "play: 9C 9D 9H KD 4S 5S; table: KC KS KH; pile: 9S"
    await world.playing(*FOUR, position=position(text))
    assert await answer(world, "take") == "**No:** You have drawn already: lay melds, then discard. (X-2)"
    assert await answer(world, "take", cards="9 9") == await answer(world, "take")
    assert await answer(world, "meld", cards="9 9 9") == "**Yes:** Meld 9 9 9 (30) (I-4)"
    assert await answer(world, "layoff", cards="KD", onto="K") == "**Yes:** K onto kings (X-4)"
    assert await answer(world, "discard", card="9S") == "**No:** You do not hold 9♤, or not that often. (X-1)"
    assert (await answer(world, "goout")).startswith("**No:** Your side cannot go out yet")
    assert await answer(world, "meld", cards="what") == (
        "WHAT is not a card. Write cards like 7H, 10♤ or joker."
    )


async def test_what_can_be_taken_back_is_not_told_to_others(world: World) -> None:
    """Ana's partner sees no canasta while Ana may still take it back."""
    text = "play: 9C 9D 9S 9H 9C 9D 9S 5S 4S; partner: 5C 5D 6S"
    await world.playing(*FOUR, position=position(text))
    await world["Ana"].slash(world.channel, "meld", cards="9 9 9 9 9 9 9")
    assert "**No:** Your side cannot go out yet" in await answer(world, "goout", "Carla")
    await world["Ana"].slash(world.channel, "discard", card="5S")
    assert "**Yes:** Your side has what it needs" in await answer(world, "goout", "Carla")


async def test_an_outsider_is_told_nothing(world: World) -> None:
    await world.playing(*FOUR, position=position("draw: 9H 9D 4S; pile: 9S"))
    for question in ("take", "goout"):
        result = await world["Elena"].slash(world.channel, f"can {question}", table=world.table.info.id)
        assert explanation(result) == "You do not sit at this table."


async def test_before_the_match_there_is_nothing_to_judge(world: World) -> None:
    await world.lobby()
    result = await world["Ana"].slash(world.channel, "can goout")
    assert explanation(result) == "The match has not started yet."
