"""How table messages look, and which picture each of them holds."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

import discord

from bot.public import scene_shown, table_message
from bot.render.scene import alt_text
from bot.render.table import seat_names
from bot.ui.table_panel import TablePicture

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.pictures import Pictures
    from bot.preferences import Preferences
    from bot.render.cards import Cards
    from bot.render.scene import Scene
    from bot.tables import OpenTable
    from storage.model import TableId


class Drawing(NamedTuple):
    """A table message to be, and what its picture shows; without one, no file."""

    view: LayoutView
    scene: Scene | None = None
    file_name: str = ""


class Drawings:
    """Makes table messages with their pictures, and knows which picture was sent where."""

    def __init__(self, client: discord.Client, preferences: Preferences, pictures: Pictures) -> None:
        self._client = client
        self._preferences = preferences
        self._pictures = pictures
        # Which picture each table message holds; after a restart that is unknown, and it is sent once more.
        self._pictured: dict[TableId, tuple[int, str]] = {}

    def of(self, table: OpenTable, cards: Cards) -> Drawing:
        """Return the table message as it is to look now."""
        server_look = self._preferences.server(table.info.guild_id).look
        pictured = not server_look.text_only and self._may_attach(table.info.channel_id)
        scene = scene_shown(table, cards.t, server_look.style) if pictured else None
        if scene is None:
            return Drawing(table_message(table, cards))
        words = alt_text(table.table.view(None), seat_names(table.info), cards.t)
        picture = TablePicture(f"table-{scene.digest}.png", words)
        return Drawing(table_message(table, cards, picture), scene, picture.file_name)

    async def files(self, drawing: Drawing) -> list[discord.File]:
        """Return what goes with such a message."""
        if drawing.scene is None:
            return []
        return [discord.File(BytesIO(await self._pictures.png(drawing.scene)), drawing.file_name)]

    def is_pictured(self, table_id: TableId, message_id: int, drawing: Drawing) -> bool:
        """Tell whether a message holds the picture of a drawing already."""
        return self._pictured.get(table_id) == (message_id, drawing.file_name)

    def remember(self, table_id: TableId, message_id: int, drawing: Drawing) -> None:
        """Note that a message holds the picture of a drawing now, or none."""
        self._pictured.pop(table_id, None)
        if drawing.scene is not None:
            self._pictured[table_id] = message_id, drawing.file_name

    def _may_attach(self, channel_id: int) -> bool:
        """Tell whether the bot may show pictures there; what is not known is not tried."""
        channel = self._client.get_channel(channel_id)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return False
        return channel.permissions_for(channel.guild.me).attach_files
