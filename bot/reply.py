"""Answering an interaction: within three seconds, exactly once, in the person's own language.

Whoever handles a press or a command gets a `Reply` and need not know whether the answer comes in time: when
the work takes long, the reply defers by itself, and what is said later finds its way.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import discord

from bot.i18n import texts_for
from bot.ui.plain import file_panel, plain_panel

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from discord.ui import LayoutView

    from bot.background import Background

_PATIENCE_SECONDS = 2.0
_TOO_LATE = frozenset({10062, 40060, 10015, 50027})
"""Unknown interaction, already acknowledged, unknown webhook, token expired: nobody is left to answer."""
log = logging.getLogger(__name__)


class Reply:
    """The one answer to an interaction; ``t`` words it in the language of ``user``, who asked."""

    def __init__(self, interaction: discord.Interaction[Any], background: Background) -> None:
        self.interaction = interaction
        self.t = texts_for(str(interaction.locale.value))
        self.user = interaction.user
        self._lock = asyncio.Lock()
        self._background = background
        self._alarm = f"reply to {interaction.id}"
        if (task := asyncio.current_task()) is not None:
            background.welcome(task)
        background.start(self._alarm, self.defer, after=_PATIENCE_SECONDS)

    @property
    def from_private_panel(self) -> bool:
        """Whether what was pressed is on a message that only this person sees."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    async def defer(self) -> None:
        """Promise an answer: the clicked message stays as it is, or a private placeholder appears."""
        async with self._lock:
            if not self.interaction.response.is_done():
                await self._deliver(self.interaction.response.defer(ephemeral=True))

    async def show(self, panel: LayoutView) -> int | None:
        """Answer with a new message that only this person sees.

        Returns its id when it is the interaction's original response, so that the interaction can edit it.
        """
        return await self._send(panel, ephemeral=True)

    async def post(self, panel: LayoutView) -> int | None:
        """Answer with a new message for everybody; return its id when it could be sent."""
        return await self._send(panel, ephemeral=False)

    async def replace(self, panel: LayoutView) -> None:
        """Answer by changing the message whose component was pressed."""
        async with self._lock:
            response = self.interaction.response
            if response.is_done():
                await self._deliver(self.interaction.edit_original_response(view=panel))
            else:
                await self._deliver(response.edit_message(view=panel))

    async def turn_to(self, panel: LayoutView) -> None:
        """Show a private panel in place of the one that was pressed on, or as a new message."""
        if self.from_private_panel:
            await self.replace(panel)
        else:
            await self.show(panel)

    async def explain(self, words: str) -> None:
        """Answer with words that only this person sees."""
        await self.show(plain_panel(words))

    async def ask(self, form: discord.ui.Modal) -> None:
        """Answer with a form to fill in; what comes of it is another press.

        It has to come in time: a promise of an answer cannot become a form.
        """
        async with self._lock:
            if not self.interaction.response.is_done():
                await self._deliver(self.interaction.response.send_modal(form))

    async def send_file(self, words: str, file: discord.File) -> None:
        """Answer with a file that only this person sees, and words above it."""
        async with self._lock:
            panel = file_panel(words, file)
            response, followup = self.interaction.response, self.interaction.followup
            if response.is_done():
                await self._deliver(followup.send(view=panel, file=file, ephemeral=True))
            else:
                await self._deliver(response.send_message(view=panel, file=file, ephemeral=True))

    async def _send(self, panel: LayoutView, *, ephemeral: bool) -> int | None:
        async with self._lock:
            response, followup = self.interaction.response, self.interaction.followup
            if not response.is_done():
                sent = await self._deliver(response.send_message(view=panel, ephemeral=ephemeral))
                return sent.message_id if sent else None
            if response.type is discord.InteractionResponseType.deferred_channel_message:
                # The placeholder is private and stays so.
                here = panel if ephemeral else plain_panel(self.t("Here it is."))
                placeholder = await self._deliver(self.interaction.edit_original_response(view=here))
                if ephemeral:
                    return placeholder.id if placeholder else None
            message = await self._deliver(followup.send(view=panel, ephemeral=ephemeral, wait=True))
            return message.id if message and not ephemeral else None

    async def _deliver(self, call: Awaitable[Any]) -> Any:
        """Await a call to Discord; when it comes too late, or a second time, nothing is left to be done."""
        self._background.cancel(self._alarm)
        try:
            return await call
        except discord.HTTPException as error:
            if error.code not in _TOO_LATE:
                raise
            log.warning("interaction %s: the answer came too late (%s)", self.interaction.id, error.code)
            return None
