"""The card faces as emojis of the application: uploaded once, found again by name and content.

Discord hands an emoji's picture out as it likes, so what was uploaded is remembered: a digest by name, with
the id it went under. An emoji of ours that is not so remembered is replaced.
"""

from __future__ import annotations

import hashlib
import json
import logging
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import discord

from bot.render.cards import Cards, CardStyle
from bot.render.faces import BACK, all_faces, emoji_png, face_name
from engine.cards import FACES

if TYPE_CHECKING:
    from bot.i18n import Texts
    from bot.ports import Ports
    from bot.preferences import Look
    from engine.cards import Card
    from storage.settings import Settings

_PAUSE_SECONDS = 0.5
"""Between two uploads: Discord limits them more strictly than it says."""
_META = "emojis"
log = logging.getLogger(__name__)


class _Uploaded(NamedTuple):
    """What an emoji of ours is on Discord: its id there, and the digest of the picture that was sent."""

    id: int
    digest: str


_Known: TypeAlias = dict[str, _Uploaded]


class Emojis:
    """The faces that are on Discord. Until all of a style are there, its cards are written as text."""

    def __init__(self, client: discord.Client, settings: Settings, ports: Ports) -> None:
        self._client = client
        self._settings = settings
        self._ports = ports
        self._there: dict[CardStyle, dict[Card, discord.PartialEmoji]] = {style: {} for style in CardStyle}
        self._back: discord.PartialEmoji | None = None

    def cards(self, t: Texts, style: CardStyle = CardStyle.FOUR_COLORS) -> Cards:
        """Return how a reader of this style sees cards now."""
        there = self._there[style]
        return Cards(t, there, str(self._back or "")) if len(there) == len(FACES) else Cards(t)

    def seen(self, t: Texts, look: Look) -> Cards:
        """Return how a reader sees cards who wants them to look so."""
        return Cards(t) if look.text_only else self.cards(t, look.style)

    async def upload(self) -> None:
        """Upload what is missing, slowly. Raises what a call to Discord may raise; what is there stays."""
        known = _load(await self._settings.meta(_META))
        there = {emoji.name: emoji for emoji in await self._client.fetch_application_emojis()}
        missing = []
        for name in (*all_faces(), BACK):
            emoji = there.get(name)
            if emoji is not None and known.get(name) == (emoji.id, _digest(name)):
                self._use(name, emoji.id)
            else:
                missing.append(name)
        for name in missing:
            if (old := there.get(name)) is not None:
                await old.delete()
            emoji = await self._client.create_application_emoji(name=name, image=emoji_png(name))
            known[name] = _Uploaded(emoji.id, _digest(name))
            await self._settings.set_meta(_META, json.dumps(known))
            self._use(name, emoji.id)
            await self._ports.sleep(_PAUSE_SECONDS)
        if missing:
            log.info("%s emojis were uploaded", len(missing))

    def _use(self, name: str, emoji_id: int) -> None:
        emoji = discord.PartialEmoji(name=name, id=emoji_id)
        if name == BACK:
            self._back = emoji
        for style, there in self._there.items():
            there.update({card: emoji for card in FACES if face_name(card, style) == name})


def _digest(name: str) -> str:
    return hashlib.sha256(emoji_png(name)).hexdigest()[:16]


def _load(text: str | None) -> _Known:
    return {name: _Uploaded(*row) for name, row in json.loads(text or "{}").items()}
