"""The composition root: every part of the bot is made here, once."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.background import Background
from bot.cogs.can import Can
from bot.cogs.canasta import Canasta
from bot.cogs.play import Play
from bot.cogs.settings import Settings as SettingsCog
from bot.desk import Desk
from bot.emojis import Emojis
from bot.faults import answering
from bot.flow import Flow
from bot.hands import Hands
from bot.model import Status
from bot.ports import Ports
from bot.preferences import Preferences
from bot.redraw import Redraw
from bot.router import Router
from bot.sync import sync_commands
from bot.tables import Tables
from bot.turns import Turns
from storage.database import FILE_NAME, open_database
from storage.matches import Matches
from storage.settings import Settings as StoredSettings

if TYPE_CHECKING:
    from bot.config import Settings

_FINISHING_SECONDS = 2.0
_GUILD_READY_SECONDS = 0.5
"""Pause after the last server announced at login until tables move on; presses work before."""


def create_bot(settings: Settings, ports: Ports | None = None) -> discord.Client:
    """Return the whole bot, not started. Tests pass their own ``ports``."""
    if settings.discord_api_base is not None and settings.discord_gateway is not None:
        _point_at(settings.discord_api_base, settings.discord_gateway)
    return CanastaBot(settings, ports or Ports())


class CanastaBot(discord.Client):
    """Opens storage when it logs in, closes it last; ``desk`` holds its parts from then on."""

    def __init__(self, settings: Settings, ports: Ports) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=_GUILD_READY_SECONDS,
        )
        self._settings = settings
        self._ports = ports
        self._resources = AsyncExitStack()
        self._background = Background(ports)
        self._router: Router | None = None
        self.desk: Desk | None = None
        self.tree = _Tree(self, self._background)

    async def setup_hook(self) -> None:
        """Open the database, put the parts together, and take up the open tables."""
        path = self._settings.canasta_data / FILE_NAME
        database = await self._resources.enter_async_context(open_database(path))
        settings = StoredSettings(database)
        preferences = await Preferences.load(settings)
        self.desk = desk = self._assemble(Matches(database, self._ports.now), settings, preferences)
        self._router = Router(desk)
        for cog in (Canasta(desk), Play(desk), Can(desk), SettingsCog(desk)):
            for command in cog.get_app_commands():
                self.tree.add_command(command)
        await sync_commands(self.tree, settings)
        self._background.start("resume", lambda: self._resume(desk))
        self._background.start("emojis", desk.emojis.upload)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Hand presses to the router; commands went to the tree."""
        if self._router is not None:
            await self._router.on_interaction(interaction)

    async def close(self) -> None:
        """Finish what is being answered, end all tasks, leave Discord, close the database."""
        await self._background.close(_FINISHING_SECONDS)
        await super().close()
        await self._resources.aclose()

    def _assemble(self, matches: Matches, settings: StoredSettings, preferences: Preferences) -> Desk:
        tables = Tables(matches, self._ports)
        flow = Flow(tables, self._background, self._ports)
        emojis = Emojis(self, settings, self._ports)
        redraw = Redraw(self, tables, preferences, emojis, self._background, self._ports)
        hands = Hands(preferences, emojis, self._background, self._ports)
        turns = Turns(self, redraw, self._background, self._ports)
        tables.listeners += [hands, flow, redraw, turns]
        return Desk(self, self._background, tables, flow, redraw, hands, turns, preferences, emojis)

    async def _resume(self, desk: Desk) -> None:
        """Take up every open table where it was; what its message missed is drawn."""
        await self.wait_until_ready()
        async for table in desk.tables.all_open():
            desk.turns.resume(table)
            desk.flow.move_on(table)
            if table.info.status is Status.PLAYING:
                desk.redraw.request(table)


class _Tree(app_commands.CommandTree[CanastaBot]):
    """Commands for servers only."""

    def __init__(self, client: CanastaBot, background: Background) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._background = background

    async def on_error(
        self, interaction: discord.Interaction[CanastaBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer a command that did not even start, such as one that this version does not have."""
        async with answering(interaction, self._background, "a command"):
            raise error


def _point_at(api_base: str, gateway: str) -> None:
    """Have discord.py talk to another server; the settings made sure that it is on this machine."""
    Route.BASE = api_base
    DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)
