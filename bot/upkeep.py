"""What is done daily without anybody asking: a backup, ending what was given up, dropping what is old."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from bot import seating
from bot.refusals import Refusal
from storage.backup import back_up_daily
from storage.errors import StorageError

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from bot.background import Background
    from bot.ports import Ports
    from bot.tables import Tables
    from storage.matches import Matches

_FIRST_SECONDS = 60.0
"""Lets the tables be taken up first."""
_PAUSE_SECONDS = 6 * 3600.0
"""Short enough for each day to have its backup, whenever the bot began."""
_RETRY_SECONDS = 3600.0
_UNTOUCHED_DAYS = 30
"""A match in which nothing happens for so long was given up. On the slowest clock that takes a day."""
log = logging.getLogger(__name__)


class Upkeep:
    """One task that sleeps most of the time; ``keep_days`` after its end a match's moves go (0: never)."""

    def __init__(  # noqa: PLR0913, PLR0917  # the parts that it works with
        self,
        database: Path,
        matches: Matches,
        tables: Tables,
        keep_days: int,
        background: Background,
        ports: Ports,
    ) -> None:
        self._database = database
        self._matches = matches
        self._tables = tables
        self._keep_days = keep_days
        self._background = background
        self._ports = ports

    def start(self) -> None:
        """Begin soon, and go on day by day."""
        self._again(_FIRST_SECONDS)

    def _again(self, seconds: float) -> None:
        self._background.start("upkeep", self._run, after=seconds)

    async def _run(self) -> None:
        try:
            await self._look_after()
        except (StorageError, OSError) as error:
            log.error("the daily upkeep failed and is tried again in an hour: %s", error)  # noqa: TRY400  # the line says all
            self._again(_RETRY_SECONDS)
        except Exception:
            self._again(_RETRY_SECONDS)
            raise
        else:
            self._again(_PAUSE_SECONDS)

    async def _look_after(self) -> None:
        now = self._ports.now()
        made = await self._ports.off_loop(partial(back_up_daily, self._database, now.date()))
        if made is not None:
            log.info("backup %s is made and checked", made.name)
        await self._end_untouched(now - timedelta(days=_UNTOUCHED_DAYS))
        if self._keep_days:
            dropped = await self._matches.drop_logs(now - timedelta(days=self._keep_days))
            log.info("the moves of %s matches were kept no longer", dropped)

    async def _end_untouched(self, before: datetime) -> None:
        """End the matches in which nothing has happened since ``before``, as a moderator would."""
        for place in await self._matches.untouched_matches(before):
            with suppress(Refusal):  # set aside, or over by now
                table = await self._tables.find(place.guild_id, place.table_id)
                await self._tables.change(table, seating.end)
                log.info("table %s is ended: nothing happened there for a long time", place.table_id)
