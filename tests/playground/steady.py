"""People whose every act follows from what they see: with a seed, a deal goes the same way each time.

A `Typist` plays by slash commands alone, a `Presser` by buttons and selects alone. Both make the best play
that is offered until nothing is left but to discard; neither knows the rules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.playground.players import (
    CUT,
    cutter_of,
    deck_of,
    is_panel,
    is_turn,
    is_wild,
    panels_of,
    plays_of,
    table_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.playground.people import Answer, Person, Seen

CUT_AT = 0
"""Where decks are cut."""
_TURN, _TO_DRAW = "**Your turn:**", "draw a card"
_TURN_OF = re.compile(r"It is the turn of \*\*(\w+)\*\*")
_CLAUSE = re.compile(r"\([A-Z]-\d+\)")
"""What every refusal cites."""
_TO_BEGIN = re.compile(r"(\w+) is to draw")


@dataclass(frozen=True)
class Typist:
    """One person who types commands and picks what is suggested for their options."""

    person: Person
    channel: str

    async def cut(self, _deck: Seen) -> None:
        """Cut the deck that is there."""
        answer = await self.person.command("cut", self.channel, number=CUT_AT)
        assert f"You cut the deck at {CUT_AT}." in answer.words, answer.words

    async def take_turn(self) -> Seen:
        """Draw or take, lay as long as something is suggested, discard. Return the hand after that."""
        hand = await self._use("hand")
        assert _TURN in hand.text, hand.text
        take = await self._best("take", "cards")
        hand = await (self._use("draw") if take is None else self._use("take", cards=take))
        while _TURN in hand.text:
            hand = await self._play()
        return hand

    async def _play(self) -> Seen:
        for name in ("meld", "layoff"):
            if (cards := await self._best(name, "cards")) is not None:
                return await self._use(name, cards=cards)
        card = await self._best("discard", "card")
        assert card is not None, "nothing can be discarded"
        return await self._use("discard", card=card)

    async def _best(self, name: str, option: str) -> str | None:
        """Return the first suggestion for an option, the first that spends no wild if there is one."""
        suggested = await self.person.suggestions(name, option, self.channel)
        return spare_wilds({value: label for label, value in suggested.items()})

    async def _use(self, name: str, **options: str) -> Seen:
        return _accepted(await self.person.command(name, self.channel, **options), f"/{name} {options}")


@dataclass(frozen=True)
class Presser:
    """One person who presses what is on the hand panel."""

    person: Person
    channel: str

    async def cut(self, deck: Seen) -> None:
        """Cut the deck that is there."""
        button = deck.button(CUT)
        assert button
        form = (await self.person.press(deck, button)).form
        assert form
        assert (await self.person.send_in(form, number=str(CUT_AT))).ok

    async def take_turn(self) -> Seen:
        """Draw or take, lay as long as something is suggested, discard. Return the hand after that."""
        panel = await self.person.until(self._turn)
        while is_turn(panel):
            panel = await self._play(panel)
        return panel

    async def _turn(self) -> Seen | None:
        """Return the panel once it shows that it is this person's turn; ask for it where it does not."""
        seen = await self.person.look(self.channel)
        panels = panels_of(seen)
        for panel in filter(is_turn, panels):
            return panel
        for message in filter(None, (*panels, table_of(seen))):
            if button := message.button("Refresh") or message.button("My hand"):
                await self.person.press(message, button)
                await self.person.until(self._panel)  # the first one comes after its answer
                break
        return None

    async def _panel(self) -> Seen | None:
        return next(iter(panels_of(await self.person.look(self.channel))), None)

    async def _play(self, panel: Seen) -> Seen:
        plays = plays_of(panel)
        if panel.button("Not yet"):
            best = panel.button("Go out")
        else:
            best = plays[-1 if _TO_DRAW in panel.text else 0] if plays else None
        if best is None:
            return await self._discard(panel)
        return _accepted(await self.person.press(panel, best), best.label)

    async def _discard(self, panel: Seen) -> Seen:
        discard = panel.select("iscard…")
        value = spare_wilds(discard.options) if discard else None
        assert discard, panel.labels()
        assert value, panel.labels()
        return _accepted(await self.person.press(panel, discard, value), discard.options[value])


async def cut_deck(players: Sequence[Typist | Presser]) -> Seen:
    """Have the deck cut by whoever is to. Return the table message after that."""
    by_name = {player.person.name: player for player in players}
    person, channel = players[0].person, players[0].channel

    async def deck() -> Seen | None:
        return deck_of(await person.look(channel))

    async def dealt() -> Seen | None:
        seen = await person.look(channel)
        return None if deck_of(seen) else table_of(seen)

    waiting = await person.until(deck)
    await by_name[cutter_of(waiting)].cut(waiting)
    return await person.until(dealt)


async def play_deal(players: Sequence[Typist | Presser], begins: str) -> list[Seen]:
    """Have people play in turn until the deal is over. Return the hand that each turn ended with."""
    by_name = {player.person.name: player for player in players}
    hands = [await by_name[begins].take_turn()]
    while following := _TURN_OF.search(hands[-1].text):
        hands.append(await by_name[following[1]].take_turn())
    return hands


def who_is_to_draw(table: Seen) -> str:
    """Return the name of whom a table message says that they are to draw."""
    named = _TO_BEGIN.search(table.text)
    assert named, table.text
    return named[1]


def _accepted(answer: Answer, what: str) -> Seen:
    """Hold that a play was made; return the hand as it is then."""
    assert answer.ok, f"{what}: {answer.error}"
    assert answer.seen, what
    assert is_panel(answer.seen), f"{what}: {answer.words}"
    assert not _CLAUSE.search(answer.seen.notice), f"{what}: {answer.seen.notice}"
    return answer.seen


def spare_wilds(labels: dict[str, str]) -> str | None:
    """Return the first of labelled values whose label does not end with a wild card, else the first."""
    natural = (value for value, label in labels.items() if not is_wild(label.split()[-1]))
    return next(natural, next(iter(labels), None))
