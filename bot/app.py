"""The composition root: every part of the bot is made here, once."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.absences import Absences
from bot.archive import Archive
from bot.background import Background
from bot.clock import Clock
from bot.cogs import COGS
from bot.desk import Desk
from bot.discord_patches import give_up_unanswered, mend_answers, mend_webhooks
from bot.emojis import Emojis
from bot.flow import Flow
from bot.hands import Hands
from bot.hearing import leave_out_unreadable, mend_gateway
from bot.leftovers import Leftovers
from bot.metrics import Metrics, Sample
from bot.notices import Notices
from bot.outages import until_done
from bot.pauses import Pauses
from bot.pictures import Pictures
from bot.ports import Ports
from bot.preferences import Preferences
from bot.redraw import Redraw
from bot.router import Router
from bot.sync import sync_commands
from bot.tables import RETRY_SECONDS, Tables
from bot.turns import Turns
from bot.upkeep import Upkeep
from storage.database import FILE_NAME, open_database
from storage.errors import StorageError
from storage.matches import Matches
from storage.settings import Settings as StoredSettings
from storage.standings import Standings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.background import Work
    from bot.config import Settings
    from storage.model import MatchPlace

_FINISHING_SECONDS = 2.0
_GUILD_READY_SECONDS = 0.5
"""Pause after the last server announced at login until tables move on; presses work before."""
_TAKING_UP_SECONDS = 0.08
"""Pause after each table at a start: it is drawn and its leftovers are looked for, which takes two of the 50
calls a second that Discord allows a bot."""
_LONGEST_WAIT_SECONDS = 30.0
"""A call whose rate limit lasts longer fails, so that whatever waits for it can do something else."""
log = logging.getLogger(__name__)


def create_bot(settings: Settings, ports: Ports | None = None) -> CanastaBot:
    """Return the whole bot, not started. Tests pass their own ``ports``."""
    if settings.discord_api_base is not None and settings.discord_gateway is not None:
        _point_at(settings.discord_api_base, settings.discord_gateway)
    mend_webhooks()
    mend_answers()
    mend_gateway()
    return CanastaBot(settings, ports or Ports())


class CanastaBot(discord.Client):
    """Opens storage when it logs in, closes it last; ``desk`` holds its parts from then on.

    What is pressed or typed after ``is_open`` ends goes unanswered, and has no effect either.
    """

    def __init__(self, settings: Settings, ports: Ports) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=_GUILD_READY_SECONDS,
            max_ratelimit_timeout=_LONGEST_WAIT_SECONDS,
        )
        leave_out_unreadable(self)
        self._settings = settings
        self._ports = ports
        self._resources = AsyncExitStack()
        self._background = Background(ports)
        self._metrics = Metrics()
        self._router: Router | None = None
        self.desk: Desk | None = None
        self.is_open = True
        self._in_touch = False
        self.tree = _Tree(self)

    async def setup_hook(self) -> None:
        """Open the database, put the parts together, and take up the open tables."""
        give_up_unanswered(self)
        path = self._settings.canasta_data / FILE_NAME
        database = await self._resources.enter_async_context(open_database(path))
        settings = StoredSettings(database)
        preferences = await Preferences.load(settings)
        matches = Matches(database, self._ports.now)
        archive = Archive(matches, Standings(database), preferences, self._ports)
        self.desk = desk = self._assemble(matches, Emojis(self, settings, self._ports), preferences, archive)
        self._router = Router(desk)
        for cog in COGS:
            for command in cog(desk).get_app_commands():
                self.tree.add_command(command)
        self._background.start("resume", lambda: self._resume(desk))
        keep_days = self._settings.canasta_keep_days
        Upkeep(path, matches, desk.tables, keep_days, self._background, self._ports).start()
        sync = partial(sync_commands, self.tree, settings)
        self._run_errand("commands", sync, "Discord was not told of the commands")
        self._run_errand("emojis", desk.emojis.upload, "emojis are missing, cards are written as text")

    def _run_errand(self, name: str, errand: Work, failing: str) -> None:
        self._background.start(name, partial(until_done, errand, failing, self._ports))

    @property
    def is_in_touch(self) -> bool:
        """Whether what happens on Discord is heard of now; `is_ready` stays true without a connection."""
        return self._in_touch and self.is_ready()

    async def login(self, token: str) -> None:
        """Log in. Raises discord.InvalidData if what answers is not Discord, such as a proxy on the way.

        The library stumbles over the first thing that it misses in an answer.
        """
        try:
            await super().login(token)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            if self.application is not None:
                raise
            raise discord.InvalidData("what answers is not Discord") from error

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected. Raises discord.GatewayNotFound if not even one connection comes about.

        The library tries again by what it knows of the connection before, and stumbles where there was none.
        """
        try:
            await super().connect(reconnect=reconnect)
        except AttributeError as error:
            if self.ws is not None:
                raise
            raise discord.GatewayNotFound from error

    async def on_connect(self) -> None:
        """Note that Discord tells what happens, in a new session."""
        self._in_touch = True

    async def on_resumed(self) -> None:
        """Note that Discord tells what happens again, and what was missed."""
        self._in_touch = True

    async def on_disconnect(self) -> None:
        """Note that nothing is heard of Discord any more, until the library has found its way back."""
        self._in_touch = False

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Hand presses to the router; commands went to the tree."""
        if self._router is not None and self.is_open:
            await self._router.on_interaction(interaction)

    async def on_ready(self) -> None:
        """Pause the tables of servers that went away while nothing was heard of them."""
        self._miss_servers()

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:  # noqa: ARG002  # as discord.py calls it
        """Pause the tables of a server that is out of reach for everybody."""
        self._miss_servers()

    async def on_guild_remove(self, guild: discord.Guild) -> None:  # noqa: ARG002  # as discord.py calls it
        """Pause the tables of a server that the bot was removed from."""
        self._miss_servers()

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Go on with the tables of a server that was out of reach."""
        self._look_again(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on with the tables of a server that the bot was removed from before."""
        self._look_again(guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Pause the tables that were played there."""
        if self.desk is not None:
            self.desk.pauses.lose_channel(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Pause the table whose thread it was."""
        if self.desk is not None:
            self.desk.pauses.lose_channel(payload.thread_id, payload.parent_id)

    async def close(self) -> None:
        """Finish what is being answered, end all tasks, leave Discord, close the database."""
        self.is_open = False
        await self._background.close(_FINISHING_SECONDS)
        await super().close()
        await self._resources.aclose()

    def samples(self) -> Iterable[Sample]:
        """Yield what the status page says of the bot."""
        tables = [] if self.desk is None else self.desk.tables.known()
        paused = sum(table.paused for table in tables)
        yield Sample("canasta_tables", "gauge", "Open tables in memory.", len(tables))
        yield Sample("canasta_tables_paused", "gauge", "Tables that cannot be shown.", paused)
        yield Sample("canasta_guilds", "gauge", "Servers that the bot is in.", len(self.guilds))
        yield Sample("canasta_tasks", "gauge", "Tasks of the event loop.", len(asyncio.all_tasks()))
        yield from self._metrics.samples()

    def _miss_servers(self) -> None:
        if self.desk is not None:
            self.desk.pauses.miss_servers()

    def _look_again(self, guild: discord.Guild) -> None:
        if self.desk is not None:
            self.desk.pauses.look_again(guild.id)

    def _assemble(self, matches: Matches, emojis: Emojis, preferences: Preferences, archive: Archive) -> Desk:
        background, ports = self._background, self._ports
        tables = Tables(matches, ports)
        flow = Flow(tables, background, ports)
        pictures = Pictures(ports)
        redraw = Redraw(self, tables, preferences, emojis, pictures, background, ports)
        hands = Hands(preferences, emojis, pictures, background, ports)
        notices = Notices(self, redraw)
        absences = Absences(self, tables, notices)
        turns = Turns(notices, absences, preferences, background, ports)
        clock = Clock(tables, absences, turns, background, ports)
        pauses = Pauses(self, tables, redraw, notices, preferences, background)
        leftovers = Leftovers(self, tables, redraw, turns, background)
        # The clock comes first: all that is shown says until when. Hands come before turns: a panel that is
        # brought up to date shows the card just drawn.
        tables.listeners += [clock, hands, flow, redraw, turns, self._metrics]
        tables.resumers += [turns.resume, clock.resume, flow.move_on, redraw.resume, leftovers.resume]
        redraw.watchers += [pauses, self._metrics]
        redraw.doubts.append(leftovers.doubt)
        redraw.unfinished.append(leftovers.is_looking)
        pauses.watchers += [clock.look, flow.move_on]
        return Desk(
            client=self,
            background=background,
            tables=tables,
            flow=flow,
            redraw=redraw,
            hands=hands,
            absences=absences,
            turns=turns,
            clock=clock,
            pauses=pauses,
            leftovers=leftovers,
            preferences=preferences,
            emojis=emojis,
            archive=archive,
        )

    async def _resume(self, desk: Desk) -> None:
        """Take up the tables, one by one behind the presses; a press takes up its table at once.

        At first only their places and deadlines are read.
        """
        await self.wait_until_ready()
        left = await self._places(desk)
        desk.clock.expect(left)
        while left := [place for place in left if not await self._take_up(desk, place)]:
            await self._ports.sleep(RETRY_SECONDS)

    async def _places(self, desk: Desk) -> list[MatchPlace]:
        """Return where the tables are, the most urgent first."""
        while True:
            try:
                return sorted(await desk.tables.places(), key=_urgency)
            except StorageError as error:
                log.warning("the tables cannot be taken up yet: %s", error)
                await self._ports.sleep(RETRY_SECONDS)

    async def _take_up(self, desk: Desk, place: MatchPlace) -> bool:
        """Take up a table, and pause for the calls that this takes: one more to remind whose time is over.

        Return whether that is settled: where only the database failed, it is to be tried again.
        """
        is_late = place.deadline is not None and place.deadline <= self._ports.now()
        is_settled = await desk.tables.take_up(place)
        await self._ports.sleep(_TAKING_UP_SECONDS * (2 if is_late else 1))
        return is_settled


def _urgency(place: MatchPlace) -> tuple[bool, int]:
    """Order those with a deadline before the others, which stay as they are."""
    return place.due is None, place.due or 0


class _Tree(app_commands.CommandTree[CanastaBot]):
    """Commands for servers only."""

    def __init__(self, client: CanastaBot) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    async def interaction_check(self, interaction: discord.Interaction[CanastaBot], /) -> bool:
        """Let commands in for as long as the bot is open."""
        return interaction.client.is_open

    async def on_error(
        self, interaction: discord.Interaction[CanastaBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer a command that did not even start, such as one that this version does not have.

        Autocomplete for such a command needs no answer, and could not be answered with a message.
        """
        is_typed = interaction.type is discord.InteractionType.autocomplete
        if (desk := interaction.client.desk) is not None and not is_typed:
            async with desk.answering(interaction):
                raise error


def _point_at(api_base: str, gateway: str) -> None:
    """Have discord.py talk to another server; the settings made sure that it is on this machine."""
    Route.BASE = api_base
    DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)
