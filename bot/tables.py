"""The open tables of this process, and the one road by which they change."""

from __future__ import annotations

import asyncio
import logging
from base64 import b32encode
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from bot.chronicle import Chronicle, replay
from bot.refusals import Refusal
from engine.deal import cards_of, choose_lead, shuffled_deck
from engine.errors import EngineError, StaleView
from engine.ports import MatchId
from engine.seal import NONCE_BYTES, seal
from engine.table import Table
from storage.errors import MatchDamaged, NoRoom, NoSuchMatch, StorageError
from storage.model import Room, SeatKind, Status, TableId, TableInfo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from bot.i18n import Texts
    from bot.ports import Ports
    from engine.deal import Lead
    from engine.match import Match
    from engine.state import Seat
    from engine.table import Commit
    from storage.matches import Matches
    from storage.model import MatchPlace, Resumed

_ID_LENGTH = 8
MAX_HOSTED = 5
"""Open tables of one host in a server."""
MAX_IN_GUILD = 100
"""Open tables in a server."""
RETRY_SECONDS = 10.0
"""After how long something is tried again at a table at which the database failed."""
log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class OpenTable:
    """A table in memory: what is stored, and what only matters while the process lives.

    ``lead``: how the first player was found, where this process deals the first deal.
    ``deadline``: until when the turn that is awaited may take. ``overdue``: its time is over, and it is being
    played for its person. ``paused``: the table cannot be shown where it belongs, so time stands still.
    ``lock`` guards ``info`` from the check to the swap; `engine.table.Table` guards the match itself.
    ``unsettled``: only the store knows whether the last change of ``info`` took place.
    """

    info: TableInfo
    table: Table
    chronicle: Chronicle
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    lead: Lead | None = None
    deadline: datetime | None = None
    overdue: bool = False
    paused: bool = False
    unsettled: bool = False

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


def table_id_of(what: str) -> TableId:
    """Return the name of the table that something leads to: the same each time, so that it opens one only."""
    return TableId(b32encode(sha256(what.encode()).digest()).decode().lower()[:_ID_LENGTH])


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
        self._damaged: set[MatchId] = set()
        self._loading = asyncio.Lock()
        self.listeners: list[Listener] = []
        self.resumers: list[Callable[[OpenTable], None]] = []
        """Called with each table that goes on after a restart, before anything else happens at it.

        So are those that are over, if their end may not have been drawn.
        """

    async def find(self, guild_id: int | None, table_id: TableId) -> OpenTable:
        """Return a table of a guild. Raises Refusal when there is no such table."""
        if guild_id is None:
            raise Refusal(lambda t: t("Canasta is played on a server, not in private messages."))
        match_id = MatchId(guild_id, table_id)
        if (known := self._open.get(match_id)) is not None:
            if known.unsettled:
                async with known.lock:
                    await self._settle(known)
            return known
        return await self._keep(match_id, self.resumers)

    async def of_person(self, guild_id: int | None, user_id: int) -> list[OpenTable]:
        """Return the open tables of a guild where a person has a seat, the oldest first."""
        return await self._at(await self._matches.open_matches_of(guild_id or 0, user_id))

    async def in_channel(self, guild_id: int | None, channel_id: int | None) -> list[OpenTable]:
        """Return the open tables that are played in a channel or thread, the oldest first."""
        return await self._at(await self._matches.open_matches_in(guild_id or 0, channel_id or 0))

    async def in_guild(self, guild_id: int | None, most: int = MAX_IN_GUILD) -> list[OpenTable]:
        """Return the open tables of a guild, ``most`` at most, the one longest untouched first."""
        return await self._at(await self._matches.open_matches_in_guild(guild_id or 0, MAX_IN_GUILD), most)

    async def places(self) -> list[MatchPlace]:
        """Return where the tables are that a start has to see to, the oldest first; none is read for that."""
        return await self._matches.pending_matches()

    async def take_up(self, place: MatchPlace) -> bool:
        """Go on with a table, or with the drawing of its end; one that cannot be read stops no other.

        Return whether that is settled: where only the database failed, it is to be tried again.
        """
        try:
            table = await self.find(place.guild_id, place.table_id)
        except Refusal:
            return True  # set aside, and noted
        except StorageError as error:
            log.warning("table %s cannot be read yet: %s", place.table_id, error)
            return False
        except Exception:
            log.exception("table %s cannot be read", place.table_id)
            return True
        if table.info.status.is_over:
            for resume in self.resumers:
                resume(table)
        return True

    def known(self) -> list[OpenTable]:
        """Return the open tables that are in memory."""
        return list(self._open.values())

    async def create(self, info: TableInfo) -> OpenTable:
        """Open a lobby. Raises MatchExists when there is a table of that id; Refusal for too many tables."""
        try:
            await self._matches.create(info, Room(MAX_HOSTED, MAX_IN_GUILD))
        except NoRoom as full:
            raise Refusal(partial(_no_room, full)) from None
        table = await self._keep(info.match_id, resumers=())
        for listener in self.listeners:
            listener.on_change(table, None)
        return table

    async def change(self, table: OpenTable, change: Callable[[TableInfo], TableInfo]) -> None:
        """Apply ``change`` to what a table is apart from its match, durably, then tell the listeners.

        Raises what ``change`` raises; then nothing has changed.
        """
        async with table.lock:
            await self._settle(table)
            after = change(table.info)
            if after == table.info:
                return
            table.unsettled = True
            if after.rules != table.info.rules:
                await self._matches.change_rules(after.match_id, after.rules, after.players)
                await self._settle(table)  # its match is another one now
            else:
                await self._matches.save(after)
                self._swap(table, after)

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

    async def note_drawn(self, table: OpenTable) -> None:
        """Write down that nothing is left to be drawn of a table that is over."""
        await self._matches.note_drawn(table.info.match_id)

    async def _at(self, places: Iterable[MatchPlace], most: int = MAX_IN_GUILD) -> list[OpenTable]:
        """Return the tables at these places; one that is set aside is passed over while there are others."""
        found: list[OpenTable] = []
        refusal = None
        for place in places:
            if len(found) == most:
                break
            try:
                found.append(await self.find(place.guild_id, place.table_id))
            except Refusal as refused:
                refusal = refused
        if refusal is not None and not found:
            raise refusal
        return found

    async def _keep(self, match_id: MatchId, resumers: Iterable[Callable[[OpenTable], None]]) -> OpenTable:
        """Return a table that is kept in memory from now on if it is open. Raises Refusal."""
        async with self._loading:
            if (known := self._open.get(match_id)) is not None:
                return known
            table = await self._load(match_id)
            if not table.info.status.is_over:
                self._open[match_id] = table
                for resume in resumers:
                    resume(table)
            return table

    async def _load(self, match_id: MatchId) -> OpenTable:
        """Read a table. Raises Refusal."""
        kept, chronicle = await self._read(match_id)
        table = Table(match_id, self._matches, kept.snapshot, lambda _, commit: self._tell(loaded, commit))
        loaded = OpenTable(kept.info, table, chronicle, deadline=kept.deadline)
        return loaded

    async def _settle(self, table: OpenTable) -> None:
        """Learn what became of a change that failed or was cancelled; its lock is held. Raises Refusal."""
        if not table.unsettled:
            return
        match_id = table.info.match_id
        kept, _ = await self._read(match_id)
        if kept.info.rules != table.info.rules:
            table.table = Table(
                match_id, self._matches, kept.snapshot, lambda _, commit: self._tell(table, commit)
            )
        self._swap(table, kept.info)

    def _swap(self, table: OpenTable, after: TableInfo) -> None:
        """Make what is stored the newest, and tell of it."""
        before, table.info, table.unsettled = table.info, after, False
        if after == before:
            return
        if after.status.is_over:
            self._open.pop(after.match_id, None)
        for listener in self.listeners:
            listener.on_change(table, before)

    async def _read(self, match_id: MatchId) -> tuple[Resumed, Chronicle]:
        """Read what is kept of a table. Raises Refusal where that is nothing, or damaged."""
        try:
            kept = await self._matches.resume(match_id)
            return kept, _chronicle(kept)
        except NoSuchMatch:
            raise Refusal(lambda t: t("This table does not exist any more.")) from None
        except MatchDamaged as error:
            self._set_aside(match_id, error)
            raise Refusal(
                lambda t: t("What was kept of this table is damaged. It is set aside; all others go on.")
            ) from None

    def _set_aside(self, match_id: MatchId, error: MatchDamaged) -> None:
        """Note that a table cannot be read, once; it is read again when asked for, should it be repaired."""
        if match_id not in self._damaged:
            self._damaged.add(match_id)
            log.error("table %s is set aside: %s", match_id.id, error)

    def _tell(self, table: OpenTable, commit: Commit) -> None:
        revocable = commit.seat is not None and table.table.can_undo(commit.seat)
        revealed = table.chronicle.record(commit.kind, commit.events, revocable=revocable)
        for listener in self.listeners:
            listener.on_commit(table, commit, revealed=revealed)


def _no_room(full: NoRoom, t: Texts) -> str:
    if full.of_host >= MAX_HOSTED:
        return t(
            "You are the host of {count} open tables already: end one of them first.", count=full.of_host
        )
    return t(
        "This server has {count} open tables. Wait for one to end, or have a moderator end one: `/end` with "
        "the option *{option}*.",
        count=full.in_guild,
        option=t.name("table"),
    )


def _chronicle(kept: Resumed) -> Chronicle:
    """Return what happened in the running deal. Raises MatchDamaged where its log does not say."""
    try:
        return replay(kept.snapshot.match, kept.log)
    except (EngineError, LookupError, TypeError, ValueError) as error:
        raise MatchDamaged(f"its log cannot be replayed ({type(error).__name__})") from None
