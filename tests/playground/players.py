"""People who play cards: one step at a time, by what is before their eyes."""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.playground.ledger import Ledger
from tests.playground.loopback import CANASTA

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from tests.playground.people import Answer, Button, Component, Person, Seen, Select

_LOOKING = ("My hand", "In words", "Log", "More", "Refresh", "Sort by suit", "Sort by rank")
"""Buttons that are there for long and play no card."""
CUT = "Cut the deck"
_OVER = {"Score sheet", "Rematch", "Log"}
FOOTER = {"Undo", "Refresh", "Sort by suit", "Sort by rank", "Help", "Next deal", CUT, *_OVER}
"""Buttons at the foot of a hand panel, also when the deal or the match is over."""
_PANELS_KEPT = 2
_CUTS = re.compile(r"\*\*(\w+)\*\* cuts it")
_CUT_MOST = 103
_PATIENCE_SECONDS = 2.0
_UNDO, _CHOOSE = 0.04, 0.2
"""How often somebody takes a play back, and how often up to where somebody chooses cards one by one."""


@dataclass
class Scene:
    """What the players of a match have in common: the channel, the account, and whether the bot is there.

    ``outages`` counts how often it went away, ``back`` is set while it is there. ``playing`` is set when
    the start or a play is sent; whoever waits for it clears it.
    """

    channel: str = CANASTA
    ledger: Ledger = field(default_factory=Ledger)
    outages: int = 0
    playing: asyncio.Event = field(default_factory=asyncio.Event)
    back: asyncio.Event = field(default_factory=asyncio.Event)
    is_lenient: bool = False
    """Whether a bot that is there may fail to answer in time, as where many tables share a busy machine."""
    unanswered: int = 0

    def __post_init__(self) -> None:
        self.back.set()

    def lose_bot(self) -> None:
        """Note that the bot goes away."""
        self.outages += 1
        self.back.clear()


@dataclass
class Player:
    """One person at the table. Chance chooses among what the panel offers."""

    person: Person
    scene: Scene
    rng: random.Random
    _known_outages: int = 0
    _is_restless: bool = False
    _looked_up: str = ""

    async def begin(self) -> None:
        """Press *Start* as the host, again and again if need be, until there is a deck or a deal."""
        while True:
            await self.scene.back.wait()
            self.person.stirred.clear()
            thread = await self.person.thread()
            if thread is not None and is_begun(await self.person.look(thread)):
                self.scene.channel = thread
                return
            if start := await self.person.find("Start"):
                self.scene.playing.set()
                await self.press(*start)
            await self._wait()

    async def play(self, is_done: Callable[[list[Seen]], bool]) -> None:
        """Play until what is to be seen, or anything else, is as wished."""
        while True:
            await self.scene.back.wait()
            self.person.stirred.clear()
            seen = await self.look()
            if is_done(seen):
                return
            if not await self._step(seen):
                await self._wait()

    async def take_turn(self) -> None:
        """Play until a turn of one's own is over."""
        ledger, name = self.scene.ledger, self.person.name
        turns = ledger.turns(name)
        await self.play(lambda _: ledger.turns(name) > turns)

    async def look(self) -> list[Seen]:
        """Look at the messages where the match is played."""
        return await self.person.look(self.scene.channel)

    async def _step(self, seen: list[Seen]) -> bool:
        """Do what there is to do; return whether there was something."""
        table, panels, deck = table_of(seen), panels_of(seen), deck_of(seen)
        if deck is not None and cutter_of(deck) == self.person.name:
            await self._cut(deck)
            return True
        if table is None or deck is not None:
            return False
        if len(panels) > _PANELS_KEPT:
            await self.person.dismiss(panels[0])
        elif self._is_restless or self._known_outages != self.scene.outages:
            self._is_restless, self._known_outages = False, self.scene.outages
            await self._press_something_old(seen)
        elif (following := table.button("Next deal")) and self._is_missed(table):
            await self.press(table, following)
        elif turns := [panel for panel in panels if is_turn(panel)]:
            await self._move(self.rng.choice(turns))
        else:
            return await self._look_up(table, panels)
        return True

    async def press(self, message: Seen, component: Component, *values: str) -> Answer:
        """Press, keep account of it, and hold that a bot that is there answers everybody."""
        return await self._account(
            component.custom_id, values, lambda: self.person.press(message, component, *values)
        )

    async def _account(
        self, custom_id: str, values: Sequence[str], send: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        scene, before, was_there = self.scene, self.scene.outages, self.scene.back.is_set()
        move = scene.ledger.sent(self.person.name, custom_id, values)
        if move is not None:
            scene.playing.set()
        answer = await send()
        if move is not None:
            scene.ledger.answered(move, answer)
        if answer.reached and not answer.ok:
            went_away = scene.outages > before or not was_there
            scene.unanswered += not went_away
            assert went_away or scene.is_lenient, f"{self.person.name}: {custom_id} was not answered"
            await scene.back.wait()
        return answer

    async def _cut(self, deck: Seen) -> None:
        """Cut the deck anywhere."""
        button = deck.button(CUT)
        assert button
        answer = await self.press(deck, button)
        if (form := answer.form) is not None:
            number = str(self.rng.randint(0, _CUT_MOST))
            await self._account(form.custom_id, [number], lambda: self.person.send_in(form, number=number))
        elif answer.is_new and answer.seen:
            await self.person.dismiss(answer.seen)  # it says that the deck was cut, which is not drawn yet

    async def _press_something_old(self, seen: list[Seen]) -> None:
        """Press a button that has been there for long: it works, or explains itself."""
        old = [
            (message, button) for message in seen for button in message.buttons if button.label in _LOOKING
        ]
        message, button = self.rng.choice(old)
        answer = await self.press(message, button)
        assert not answer.ok or answer.words, f"{self.person.name}: {button.label} says nothing"
        if answer.is_new and answer.seen and not is_panel(answer.seen):
            await self.person.dismiss(answer.seen)

    async def _move(self, panel: Seen) -> None:
        """Make one of the moves that a panel offers."""
        plays = plays_of(panel)
        if going_out := panel.button("Not yet") and panel.button("Go out"):
            await self.press(panel, going_out)
        elif ideas := panel.select("Choose a play…"):
            await self.press(panel, ideas, self.rng.choice(list(ideas.options)))
        elif clear := panel.button("Clear"):
            await self.press(panel, [*plays, clear][0])
        elif discard := panel.select("iscard…"):
            await self._lay_or_discard(panel, plays, discard)
        else:
            await self.press(panel, self.rng.choice([plays[0], plays[-1]]))

    async def _lay_or_discard(self, panel: Seen, suggestions: Sequence[Button], discard: Select) -> None:
        chance = self.rng.random()
        if chance < _UNDO and (undo := panel.button("Undo")):
            await self.press(panel, undo)
        elif chance < _CHOOSE:
            await self._choose_cards(panel)
        elif suggestions:
            await self.press(panel, self.rng.choice([suggestions[0], suggestions[0], suggestions[-1]]))
        else:
            naturals = [value for value, label in discard.options.items() if not is_wild(label)]
            await self.press(panel, discard, self.rng.choice(naturals or list(discard.options)))

    async def _choose_cards(self, panel: Seen) -> None:
        """Choose cards of one rank, to see what they can do."""
        selects = [select for select in panel.selects if "hoose cards…" in select.placeholder]
        select = self.rng.choice(selects)
        rank = self.rng.choice(list(select.options.values()))[:-1]
        fitting = [value for value, label in select.options.items() if label[:-1] == rank]
        await self.press(panel, select, *fitting[: self.rng.randint(1, len(fitting))])

    async def _look_up(self, table: Seen, panels: list[Seen]) -> bool:
        """Look at the hand when there is none to be seen, or when the table tells of one's turn."""
        is_awaited = f"{self.person.name} is to " in table.text and table.text != self._looked_up
        if panels and not is_awaited:
            return False
        self._looked_up = table.text
        message = self.rng.choice([table, *panels])
        button = message.button("My hand") or message.button("Refresh")
        if button is None:
            return False
        await self.press(message, button)
        return True

    def _is_missed(self, sheet: Seen) -> bool:
        """Tell whether a deal's sheet names this person among those who are not ready."""
        lines = [line for line in sheet.text.splitlines() if line.startswith("Not ready yet:")]
        return any(self.person.name in line for line in lines)

    async def _wait(self) -> None:
        """Wait until something happens; having waited long, become restless."""
        try:
            await asyncio.wait_for(self.person.stirred.wait(), _PATIENCE_SECONDS)
        except TimeoutError:
            self._is_restless = True


def seeded() -> random.Random:
    """Return a source of chance whose seed is printed."""
    seed = random.SystemRandom().getrandbits(32)
    print(f"seed {seed}")  # noqa: T201  # pytest shows it with a test that fails
    return random.Random(seed)


def is_over(seen: list[Seen]) -> bool:
    """Tell whether the match has a winner."""
    table = table_of(seen)
    return table is not None and table.button("Rematch") is not None


def table_of(seen: list[Seen]) -> Seen | None:
    """Return the newest table message."""
    return next(
        (message for message in reversed(seen) if not message.private and message.button("Log")), None
    )


def deck_of(seen: list[Seen]) -> Seen | None:
    """Return the message of the deck that waits for its cut, if one does; hands may offer the cut as well."""
    return next((message for message in reversed(seen) if message.button(CUT) and not message.private), None)


def cutter_of(deck: Seen) -> str:
    """Return the name of whoever a deck waits for."""
    named = _CUTS.search(deck.text)
    assert named, deck.text
    return named[1]


def is_begun(seen: list[Seen]) -> bool:
    """Tell whether the first deck is there, or dealt."""
    return bool(deck_of(seen) or table_of(seen))


def panels_of(seen: list[Seen]) -> list[Seen]:
    """Return the hand panels, the newest last."""
    return [message for message in seen if is_panel(message)]


def is_panel(message: Seen) -> bool:
    """Tell whether a message shows a hand, or stands in its place after the match."""
    labels = set(message.labels())
    return message.private and (
        "Rematch" in labels <= _OVER or any(label.startswith("Sort by") for label in labels)
    )


def is_turn(panel: Seen) -> bool:
    """Tell whether a hand panel lets its person play."""
    return bool(panel.selects or plays_of(panel))


def plays_of(panel: Seen) -> list[Button]:
    """Return the buttons of a panel that only stand there on one's turn."""
    return [button for button in panel.buttons if button.label not in FOOTER and button.label != "Clear"]


def is_wild(label: str) -> bool:
    """Tell whether the label of a card names a wild."""
    return label == "joker" or label.startswith("2")
