"""Finished matches and what they come to: the way from a person's question to the panel that answers it."""

from __future__ import annotations

import io
import json
import logging
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import discord

from bot.refusals import Refusal
from bot.replays import judge_deal, replay_step, running_deal
from bot.ui.boards import LINES, history_panel, leaderboard_panel, stats_panel
from bot.ui.cut import checked_panel, running_panel
from bot.ui.replay_panel import replay_panel
from storage.errors import MatchDamaged, NoSuchMatch
from storage.history import record_of
from storage.matches import reading
from storage.standings import Query

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discord.ui import LayoutView

    from bot.i18n import Texts
    from bot.ports import Ports
    from bot.preferences import Preferences
    from bot.render.cards import Cards
    from bot.ui.boards import BoardAsked
    from engine.ports import MatchId
    from storage.matches import Matches
    from storage.model import History, SeatInfo
    from storage.standings import Finished, Standings

log = logging.getLogger(__name__)


class Archive:
    """Answers about one database's results and records."""

    def __init__(
        self, matches: Matches, standings: Standings, preferences: Preferences, ports: Ports
    ) -> None:
        self._matches = matches
        self._standings = standings
        self._preferences = preferences
        self._ports = ports

    async def leaderboard(self, asked: BoardAsked, guild_id: int, viewer: int, t: Texts) -> LayoutView:
        """Return a page of a server's leaderboard."""
        days = asked.period.days
        since = 0 if days is None else int((self._ports.now() - timedelta(days=days)).timestamp())
        query = Query(asked.board(guild_id), asked.measure, since, asked.page)
        page = await self._standings.page(query, viewer, LINES)
        if asked.page and not page.lines:  # people were hidden since, or the page never was
            return await self.leaderboard(replace(asked, page=0), guild_id, viewer, t)
        return leaderboard_panel(asked, page, viewer, t)

    async def stats(self, guild_id: int, user_id: int, viewer: int, t: Texts) -> LayoutView:
        """Return a person's numbers. Raises Refusal where they are hidden from ``viewer``."""
        if user_id != viewer and (await self._preferences.person(user_id)).hidden:
            raise Refusal(lambda t: t("This person keeps their numbers to themselves."))
        shown = []
        for summary in await self._standings.person(guild_id, user_id):
            partners = await self._standings.partners(summary.board, user_id)
            ratings = await self._standings.ratings(summary.board, user_id)
            shown.append((summary, partners, [rating for _, rating in ratings]))
        return stats_panel(user_id, shown, t)

    async def history(self, guild_id: int, page: int, viewer: int, t: Texts) -> LayoutView:
        """Return a page of a server's last matches."""
        found = await self._standings.history(guild_id, viewer, limit=LINES + 1, offset=page * LINES)
        return history_panel(found[:LINES], page, t, more=len(found) > LINES)

    async def last_finished(self, guild_id: int, viewer: int, limit: int) -> Sequence[Finished]:
        """Return a server's last finished matches, the last one first."""
        return await self._standings.history(guild_id, viewer, limit=limit)

    async def replay(
        self, match_id: MatchId, deal: int | None, step: int, viewer: int, cards: Cards
    ) -> LayoutView:
        """Return a step of a finished deal. Raises Refusal where there is none."""
        history = await self._match(match_id, viewer, cards.t)
        with _readable(match_id):
            shown = replay_step(history, deal, step)
        return replay_panel(shown, cards)

    async def public_replay(
        self, match_id: MatchId, deal: int | None, step: int, leader: str, cards: Cards
    ) -> LayoutView:
        """Return a step of a finished deal for everybody's eyes; somebody named ``leader`` shows it.

        Raises Refusal where there is none, and while the match is on.
        """
        history = await self._match(match_id, None, cards.t)
        if not history.status.is_over:
            raise Refusal(lambda t: t("This match is not over yet: until then a replay is for you alone."))
        with _readable(match_id):
            shown = replay_step(history, deal, step)
        return replay_panel(shown, cards, leader)

    async def verify(self, match_id: MatchId, deal: int | None, viewer: int, t: Texts) -> LayoutView:
        """Return how a finished deal came about, and whether all of it agrees. Raises Refusal.

        Of the deal that is not over it tells what is no secret: the commitment, and the cut.
        """
        history = await self._match(match_id, viewer, t)
        with _readable(match_id):
            running = running_deal(history)
        if running is not None and (deal == running.deal or (deal is None and running.deal == 1)):
            return running_panel(running, t)
        with _readable(match_id):
            judged = judge_deal(history, deal)
        return checked_panel(judged, None if deal else running, t)

    async def record(self, match_id: MatchId, viewer: int, t: Texts) -> discord.File:
        """Return the record of a match, its finished deals, as a file. Raises Refusal."""
        history = await self._match(match_id, viewer, t)
        if history.log_dropped:
            raise Refusal(lambda t: t("What was played in this match is not kept any more."))
        with _readable(match_id):
            record = record_of(history)
        text = json.dumps(record) + "\n"
        return discord.File(io.BytesIO(text.encode()), f"canasta-{match_id.id}.jsonl")

    async def _match(self, match_id: MatchId, viewer: int | None, t: Texts) -> History:
        """Return everything of a match; who hides is named to those only who play it too. Raises Refusal."""
        try:
            with _readable(match_id):
                history = await self._matches.history(match_id)
        except NoSuchMatch:
            raise no_such_match() from None
        if viewer is not None and viewer in [seat.user_id for seat in history.seats]:
            return history
        return replace(history, seats=tuple([await self._shown(seat, t) for seat in history.seats]))

    async def _shown(self, seat: SeatInfo, t: Texts) -> SeatInfo:
        """Return a seat as others see it: without the name of who hides."""
        hides = seat.user_id is not None and (await self._preferences.person(seat.user_id)).hidden
        return replace(seat, name=t("somebody")) if hides else seat


@contextmanager
def _readable(match_id: MatchId) -> Iterator[None]:
    """Refuse what cannot be read of a match, in words; the log has a line of it."""
    try:
        with reading(match_id):
            yield
    except MatchDamaged as error:
        log.error("%s", error)  # noqa: TRY400  # the line says all, and a traceback might show cards
        raise Refusal(lambda t: t("What was kept of this match is damaged.")) from None


def no_such_match() -> Refusal:
    """Return what is told to who names a match that the server does not have."""
    return Refusal(lambda t: t("There is no such match on this server."))
