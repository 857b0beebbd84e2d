"""Everything that presses and commands work with, made once by `bot.app`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.faults import answering

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from contextlib import AbstractAsyncContextManager

    import discord

    from bot.absences import Absences
    from bot.archive import Archive
    from bot.background import Background
    from bot.clock import Clock
    from bot.emojis import Emojis
    from bot.flow import Flow
    from bot.hands import Hands
    from bot.leftovers import Leftovers
    from bot.pauses import Pauses
    from bot.preferences import Preferences
    from bot.redraw import Redraw
    from bot.render.cards import Cards
    from bot.reply import Reply
    from bot.tables import OpenTable, Tables
    from bot.turns import Turns
    from bot.ui.ids import Press, Verb


@dataclass(frozen=True, slots=True)
class Desk:
    """The bot's parts by name."""

    client: discord.Client
    background: Background
    tables: Tables
    flow: Flow
    redraw: Redraw
    hands: Hands
    absences: Absences
    turns: Turns
    clock: Clock
    pauses: Pauses
    leftovers: Leftovers
    archive: Archive
    preferences: Preferences
    emojis: Emojis

    async def cards_for(self, reply: Reply) -> Cards:
        """Return how the person who asked sees cards."""
        return self.emojis.seen(reply.t, (await self.preferences.person(reply.user.id)).look)

    def answering(
        self, interaction: discord.Interaction[Any], where: str | None = None
    ) -> AbstractAsyncContextManager[Reply]:
        """Give a press or a command its reply in the person's language; the person is here.

        ``where`` says for the log what was asked if that is no command.
        """
        self.turns.saw(interaction.user.id)
        name = interaction.command.qualified_name if interaction.command else "unknown"
        t = self.preferences.texts(interaction)
        return answering(interaction, t, self.background, where or f"command {name}")


@dataclass(frozen=True, slots=True)
class Request:
    """A press at a table; ``values`` are those of a select."""

    reply: Reply
    table: OpenTable
    press: Press
    values: tuple[str, ...]

    @property
    def user_id(self) -> int:
        """Who pressed."""
        return self.reply.user.id


Handlers: TypeAlias = "Mapping[Verb, Callable[[Request], Awaitable[None]]]"
