"""How many presses the commonest turns take, from a panel that is open: as few as promised.

A button is one press. A select that takes one option is two: open it, tap. One for several cards is opened,
each card tapped, and closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.positions import position

if TYPE_CHECKING:
    from tests.bot.world import Message, World

SEVEN = "KC KD KS KH KC KD KS"


@dataclass
class Fingers:
    """Ana's fingers on her panel; they count."""

    hand: Message
    presses: int = 0

    async def press(self, label: str) -> None:
        self.presses += 1
        await self.hand.press("Ana", label)

    async def pick(self, placeholder: str, label: str) -> None:
        self.presses += 2
        await self.hand.choose("Ana", placeholder, label)

    async def choose(self, *labels: str) -> None:
        self.presses += len(labels) + 2
        await self.hand.choose("Ana", "Choose cards…", *labels)


async def fingers(world: World, text: str) -> Fingers:
    await world.playing("Ana", "Bruno", "Carla", "Dario", position=position(text))
    return Fingers(await world.hand("Ana"))


async def test_draw_and_discard(world: World) -> None:
    ana = await fingers(world, "draw: 7H 9S KD 4S; pile: 4H")
    await ana.press("Draw")
    await ana.pick("Discard…", "4♤")
    assert world.table.to_act == 1
    assert ana.presses == 3


MELDING = "draw: 7H 7D 7C 9S KD 4S; pile: 4H"


async def test_draw_meld_and_discard_by_the_suggestion(world: World) -> None:
    ana = await fingers(world, MELDING)
    await ana.press("Draw")
    await ana.press("Meld 7 7 7 (15)")
    await ana.pick("Discard…", "4♤")
    assert world.table.to_act == 1
    assert ana.presses == 4


async def test_draw_meld_three_and_discard_by_hand(world: World) -> None:
    ana = await fingers(world, MELDING)
    await ana.press("Draw")
    await ana.choose("7♧", "7♢", "7♡")
    await ana.press("Meld 3 cards (15)")
    await ana.pick("Discard…", "4♤")
    assert world.table.to_act == 1
    assert ana.presses == 9


async def test_take_the_pile_with_a_pair_meld_more_and_discard(world: World) -> None:
    ana = await fingers(world, "draw: KC KD 9S 9C 9D 4S; pile: 5C KH")
    await ana.press("Take the pile with K♧ K♢")
    await ana.press("Meld 9 9 9 (30)")
    await ana.pick("Discard…", "4♤")
    assert world.table.to_act == 1
    assert ana.presses == 4


async def test_lay_off_by_hand_where_two_melds_fit_and_discard(world: World) -> None:
    ana = await fingers(world, "draw: 2S 9S 4S QD; pile: 4H; table: KC KD KS, 7C 7D 7S; stock: 6S 8D")
    await ana.press("Draw")
    await ana.choose("2♤")
    await ana.press("Onto sevens")
    await ana.pick("Discard…", "4♤")
    assert world.table.to_act == 1
    assert ana.presses == 7


@pytest.mark.parametrize(("hand", "play"), [("9C 5S", "9 onto nines"), ("9C 9D 5S", "9 9 onto nines")])
async def test_draw_and_go_out(world: World, hand: str, play: str) -> None:
    ana = await fingers(world, f"draw: {hand}; pile: 4H; table: {SEVEN}, 9S 9H 9D, 5C 5D 5H; stock: 5D 8D")
    await ana.press("Draw")
    await ana.press(play)
    await ana.press("Go out")
    assert world.table.match.between_deals
    assert ana.presses == 3
