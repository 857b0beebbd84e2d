"""The open tables of this process, and the one road by which they change."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from bot.chronicle import Chronicle, replay
from bot.model import Pace, SeatInfo, SeatKind, Status, TableId, TableInfo
from bot.refusals import Refusal
from engine.deal import cards_of, choose_lead, shuffled_deck
from engine.errors import EngineError, StaleView
from engine.ports import MatchId
from engine.seal import NONCE_BYTES, seal
from engine.table import Table
from storage.errors import MatchExists, NoSuchMatch
from storage.model import MarkKind, StoredMark, StoredMatch, StoredSeat
from storage.model import Pace as StoredPace
from storage.model import SeatKind as StoredKind
from storage.model import Status as StoredStatus

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Iterator
    from datetime import datetime

    from bot.ports import Ports
    from engine.deal import Lead
    from engine.match import Match
    from engine.state import Seat
    from engine.table import Commit
    from storage.matches import Matches
    from storage.model import MatchPlace

_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_ID_LENGTH = 8
_OPEN = (Status.LOBBY, Status.PLAYING)
MAX_HOSTED = 5
"""Open tables of one host in a server."""
MAX_IN_GUILD = 100
"""Open tables in a server."""
log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class OpenTable:
    """A table in memory: what is stored, and what only matters while the process lives.

    ``lead``: how the first player was found, where this process deals the first deal.
    ``deadline``: until when the turn that is awaited may take. ``overdue``: its time is over, and it is being
    played for its person. ``paused``: the table cannot be shown where it belongs, so time stands still.
    ``lock`` guards ``info`` from the check to the swap; `engine.table.Table` guards the match itself.
    """

    info: TableInfo
    table: Table
    chronicle: Chronicle
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    lead: Lead | None = None
    deadline: datetime | None = None
    overdue: bool = False
    paused: bool = False

    @property
    def match(self) -> Match:
        """The match after the newest commit, to be read only."""
        return self.table.match

    @property
    def to_act(self) -> Seat | None:
        """The seat whose action is awaited, if any: the one in turn, or the partner that it asks."""
        state = self.match.state
        return state.awaited if state is not None and self.match.deal_running else None

    @property
    def awaited(self) -> tuple[Seat, int] | None:
        """The seat whose action is awaited, and the person on it; None while a computer's is, or nobody's."""
        seat = self.to_act
        if seat is None or self.info.status is not Status.PLAYING:
            return None
        holder = self.info.seats[seat]
        return (seat, holder.user_id) if holder.kind is SeatKind.HUMAN and holder.user_id else None

    @property
    def in_turn(self) -> Seat | None:
        """The seat whose turn it is, if any."""
        state = self.match.state
        return state.seat if state is not None and self.match.deal_running else None

    @property
    def asker(self) -> Seat | None:
        """The seat that waits for its partner's answer, if any."""
        return self.in_turn if self.in_turn != self.to_act else None


class Listener(Protocol):
    """Told of everything that happens at any table, synchronously: it makes notes or starts tasks."""

    def on_commit(self, table: OpenTable, commit: Commit, *, revealed: bool) -> None:
        """Take note of a deal, an action or an undo; ``revealed``: it shows others something new."""
        ...

    def on_change(self, table: OpenTable, before: TableInfo | None) -> None:
        """Take note of other seats, another status or place; ``before`` is None for a new table."""
        ...


class Tables:
    """Registry of the tables that are open; those that are over are read anew whenever they are asked for.

    A table is in memory once, so that its locks count: loading is serialized by a lock of its own.
    """

    def __init__(self, matches: Matches, ports: Ports) -> None:
        self._matches = matches
        self._ports = ports
        self._open: dict[MatchId, OpenTable] = {}
        self._loading = asyncio.Lock()
        self._creating = asyncio.Lock()
        self.listeners: list[Listener] = []

    async def find(self, guild_id: int | None, table_id: TableId) -> OpenTable:
        """Return a table of a guild. Raises Refusal when there is no such table."""
        if guild_id is None:
            raise Refusal(lambda t: t("Canasta is played on a server, not in private messages."))
        match_id = MatchId(guild_id, table_id)
        if (known := self._open.get(match_id)) is not None:
            return known
        async with self._loading:
            if (known := self._open.get(match_id)) is not None:
                return known
            try:
                table = await self._load(match_id)
            except NoSuchMatch:
                raise Refusal(lambda t: t("This table does not exist any more.")) from None
            if table.info.status in _OPEN:
                self._open[match_id] = table
            return table

    async def of_person(self, guild_id: int | None, user_id: int) -> list[OpenTable]:
        """Return the open tables of a guild where a person has a seat, the oldest first."""
        return await self._at(await self._matches.open_matches_of(guild_id or 0, user_id))

    async def in_channel(self, guild_id: int | None, channel_id: int | None) -> list[OpenTable]:
        """Return the open tables that are played in a channel or thread, the oldest first."""
        return await self._at(await self._matches.open_matches_in(guild_id or 0, channel_id or 0))

    async def all_open(self) -> AsyncIterator[OpenTable]:
        """Yield every open table, the oldest first; one that cannot be read stops no other."""
        for place in await self._matches.open_matches():
            try:
                yield await self.find(place.id.guild_id, TableId(place.id.id))
            except Exception:
                log.exception("table %s cannot be read", place.id.id)

    def known(self) -> list[OpenTable]:
        """Return the open tables that are in memory."""
        return list(self._open.values())

    async def create(self, info: TableInfo) -> OpenTable:
        """Open a lobby. Raises Refusal when a table of that id exists, or there are too many tables."""
        async with self._creating:
            await self._require_room(info)
            try:
                await self._matches.create(_stored(info))
            except MatchExists:
                raise Refusal(lambda t: t("This has been done already.")) from None
        table = await self.find(info.guild_id, info.id)
        for listener in self.listeners:
            listener.on_change(table, None)
        return table

    async def change(self, table: OpenTable, change: Callable[[TableInfo], TableInfo]) -> None:
        """Apply ``change`` to what a table is apart from its match, durably, then tell the listeners.

        Raises what ``change`` raises; then nothing has changed.
        """
        async with table.lock:
            before, after = table.info, change(table.info)
            if after == before:
                return
            if after.rules != before.rules:
                await self._change_rules(table, after)
            else:
                await self._matches.save(_stored(after))
            table.info = after
        if after.status not in _OPEN:
            self._open.pop(MatchId(after.guild_id, after.id), None)
        for listener in self.listeners:
            listener.on_change(table, before)

    async def seal(self, table: OpenTable) -> None:
        """Shuffle for the next deal and put the deck down for the cut, unless somebody else just did."""
        match = table.match
        if not match.between_deals or table.table.cutter is not None:
            return
        deck = seal(shuffled_deck(match.rules, self._ports.rng), self._ports.rng.randbytes(NONCE_BYTES))
        if table.lead is None and not match.deals:
            table.lead = choose_lead(match.rules, match.players, self._ports.rng)
        dealer = None if match.deals or table.lead is None else table.lead.dealer
        action_id = f"seal {len(match.deals) + 1}"
        with suppress(StaleView):
            await table.table.seal(deck, dealer, expected_version=table.table.version, action_id=action_id)

    async def cut(self, table: OpenTable, seat: Seat | None, number: int | None) -> None:
        """Cut the deck that waits for it, and deal; without a ``number``, anywhere.

        Raises ValueError for more cards than the deck has; nothing happens when it has been cut already.
        """
        if number is None:
            number = self._ports.rng.randrange(cards_of(table.info.rules))
        action_id = f"cut {len(table.match.deals) + 1}"
        with suppress(StaleView):
            await table.table.cut(number, seat, expected_version=table.table.version, action_id=action_id)

    async def keep_deadline(self, table: OpenTable) -> None:
        """Write down until when the awaited turn may take, so that a restart does not forget it."""
        await self._matches.set_deadline(table.table.match_id, table.deadline)

    def new_id(self) -> TableId:
        """Return a name for a new table."""
        return TableId("".join(self._ports.rng.choices(_ID_LETTERS, k=_ID_LENGTH)))

    async def _require_room(self, info: TableInfo) -> None:
        in_guild, of_host = await self._matches.count_open(info.guild_id, info.host_id)
        if of_host >= MAX_HOSTED:
            raise Refusal(
                lambda t: t(
                    "You are the host of {count} open tables already: end one of them first.", count=of_host
                )
            )
        if in_guild >= MAX_IN_GUILD:
            raise Refusal(
                lambda t: t("This server has {count} open tables: wait for one to end.", count=in_guild)
            )

    async def _at(self, places: Iterable[MatchPlace]) -> list[OpenTable]:
        return [await self.find(place.id.guild_id, TableId(place.id.id)) for place in places]

    async def _load(self, match_id: MatchId) -> OpenTable:
        stored = await self._matches.get(match_id)
        table = await Table.open(match_id, self._matches, lambda _, commit: self._tell(loaded, commit))
        loaded = OpenTable(_info(stored), table, await self._chronicle(table), deadline=stored.deadline)
        return loaded

    async def _change_rules(self, table: OpenTable, after: TableInfo) -> None:
        """Have a lobby be played by other rules, which are all that ``after`` changes."""
        match_id = MatchId(after.guild_id, after.id)
        await self._matches.change_rules(match_id, after.rules, after.players)
        table.table = await Table.open(match_id, self._matches, lambda _, commit: self._tell(table, commit))

    async def _chronicle(self, table: Table) -> Chronicle:
        """Return what happened in the running deal; a broken log costs the words, not the table."""
        history = await self._matches.history(table.match_id)
        try:
            return replay(table.match, history.entries)
        except (EngineError, ValueError):
            log.exception("table %s version %s: its log cannot be replayed", table.match_id.id, table.version)
            return Chronicle()

    def _tell(self, table: OpenTable, commit: Commit) -> None:
        revocable = commit.seat is not None and table.table.can_undo(commit.seat)
        revealed = table.chronicle.record(commit.kind, commit.events, revocable=revocable)
        for listener in self.listeners:
            listener.on_commit(table, commit, revealed=revealed)


def _stored(info: TableInfo) -> StoredMatch:
    return StoredMatch(
        MatchId(info.guild_id, info.id),
        info.channel_id,
        info.message_id,
        info.host_id,
        StoredStatus(info.status.value),
        info.rules,
        info.players,
        tuple(
            StoredSeat(StoredKind(seat.kind.value), seat.user_id, seat.name, seat.missed)
            for seat in info.seats
        ),
        StoredPace(info.pace.value),
        frozenset(_marks(info)),
    )


def _marks(info: TableInfo) -> Iterator[StoredMark]:
    yield from (StoredMark(MarkKind.READY, *seen) for seen in info.ready.items())
    yield from (StoredMark(MarkKind.VOTE, user_id, 0) for user_id in info.votes)
    yield from (StoredMark(MarkKind.FORMER, *left) for left in info.former.items())


def _info(match: StoredMatch) -> TableInfo:
    return TableInfo(
        TableId(match.id.id),
        match.id.guild_id,
        match.channel_id,
        match.message_id,
        match.host_id,
        Status(match.status.value),
        match.rules,
        match.players,
        tuple(
            SeatInfo(SeatKind(seat.kind.value), seat.user_id, seat.name, seat.missed) for seat in match.seats
        ),
        Pace(match.pace.value),
        _marked(match, MarkKind.READY),
        frozenset(_marked(match, MarkKind.VOTE)),
        _marked(match, MarkKind.FORMER),
    )


def _marked(match: StoredMatch, kind: MarkKind) -> dict[int, int]:
    return {mark.user_id: mark.value for mark in match.marks if mark.kind is kind}
