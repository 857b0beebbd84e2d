"""Whatever happens to a table at once, it stays what its log comes to."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import RED_THREES
from engine.deal import shuffled_deck
from engine.errors import IllegalAction, StaleView
from engine.legal import legal_actions
from engine.snapshot import NothingToUndo
from engine.table import Commit, Table
from tests.engine.tables import MATCH, Interruption, Store, carry_on, interrupt, open_store, replayed, settle
from tests.positions import italian
from tests.storage.databases import tap

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from engine.cards import Card
    from tests.storage.databases import Tap

Request = tuple[str, int]
Trouble = tuple[str, int]

REQUESTS = st.tuples(st.sampled_from(["play", "play", "play", "undo", "again", "stale"]), st.integers(0, 99))
TROUBLES = st.one_of(
    st.tuples(st.just("none"), st.just(0)),
    st.tuples(
        st.sampled_from(["cancel", "interrupt before", "interrupt after", "restart"]), st.integers(0, 20)
    ),
)
SCRIPTS = st.lists(st.tuples(st.lists(REQUESTS, min_size=1, max_size=3), TROUBLES), max_size=25)


def generous_deck(seed: int) -> list[Card]:
    """Return a deck that deals each player few ranks, so that there is much to meld and take back."""
    deck = shuffled_deck(italian(), random.Random(seed))
    dealt = sorted(card for card in deck if card not in RED_THREES)[:44]
    for card in dealt:
        deck.remove(card)
    return [dealt[11 * seat + number] for number in range(11) for seat in range(4)] + deck


@dataclass
class Scene:
    """A table under test, what was asked of it and how it answered, and what its listener heard."""

    store: Store
    tapped: Tap
    table: Table
    asked: list[Callable[[], Coroutine[None, None, Commit]]] = field(default_factory=list)
    answers: dict[int, Commit] = field(default_factory=dict)
    heard: list[int] = field(default_factory=list)

    async def open(self) -> None:
        self.table = await Table.open(
            MATCH, self.store, lambda _table, commit: self.heard.append(commit.version)
        )

    def ask(self, request: Request) -> int:
        """Choose what to ask, from what is to be seen now; return its number."""
        kind, choice = request
        if kind == "again" and self.asked:
            return choice % len(self.asked)
        number = len(self.asked)
        version = self.table.version - (kind == "stale")
        match = self.table.match
        identity = {"expected_version": version, "action_id": f"request {number}"}
        if match.between_deals:
            dealer = None if match.deals else choice % 4
            self.asked.append(lambda: self.table.deal(generous_deck(choice), dealer, **identity))
            return number
        assert match.state
        seat, actions = match.state.seat, legal_actions(match.state)
        if kind == "undo":
            self.asked.append(lambda: self.table.undo(seat, **identity))
        else:
            self.asked.append(lambda: self.table.submit(seat, actions[choice % len(actions)], **identity))
        return number

    async def answer(self, number: int) -> None:
        try:
            commit = await self.asked[number]()
        except (StaleView, IllegalAction, NothingToUndo, Interruption):
            assert number not in self.answers
            return
        first = self.answers.setdefault(number, commit)
        assert (commit.version, commit.kind, commit.action) == (first.version, first.kind, first.action)

    async def meet(self, requests: list[Request], trouble: Trouble) -> None:
        """Make the requests at once, and trouble at some moment of them; then see that all is well."""
        tasks = [asyncio.create_task(self.answer(self.ask(request))) for request in requests]
        kind, moment = trouble
        if kind == "cancel":
            victim = tasks[moment % len(tasks)]
            self.tapped.listen(lambda number, _statement: number == moment and victim.cancel())
        elif kind == "interrupt before":
            self.store.before_append = interrupt
        elif kind == "interrupt after":
            self.store.after_append = interrupt
        await asyncio.wait(tasks)
        for task in tasks:
            assert task.cancelled() or task.exception() is None
        self.tapped.listen(lambda _number, _statement: None)
        self.store.before_append = self.store.after_append = carry_on
        await settle(self.table)
        assert self.heard == list(range(1, self.table.version + 1))
        if kind == "restart":
            await self.open()

    async def check(self) -> None:
        assert self.table._snapshot == await replayed(self.store)
        entries = (await self.store.history(MATCH)).entries
        for number, commit in self.answers.items():
            assert entries[commit.version - 1].action_id == f"request {number}"


async def perform(script: list[tuple[list[Request], Trouble]]) -> None:
    async with open_store() as store:
        scene = Scene(store, tap(store._database), await Table.open(MATCH, store))
        await scene.open()
        for requests, trouble in script:
            await scene.meet(requests, trouble)
        await scene.check()
        await scene.open()
        await scene.check()


@settings(max_examples=60)
@given(SCRIPTS)
def test_a_table_is_what_its_log_comes_to(script: list[tuple[list[Request], Trouble]]) -> None:
    asyncio.run(perform(script))
