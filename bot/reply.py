"""Answering an interaction: within three seconds, exactly once, in the person's own language.

Whoever handles a press or a command gets a `Reply` and need not know whether the answer comes in time: when
the work takes long, the reply defers by itself, and what is said later finds its way.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord

from bot.outages import UNREACHABLE, reason
from bot.ui.plain import file_panel, plain_panel

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence
    from datetime import datetime

    from discord.ui import LayoutView

    from bot.background import Background
    from bot.i18n import Texts

_PATIENCE_SECONDS = 1.5
_TOO_LATE = frozenset({10062, 40060, 10015, 50027})
"""Unknown interaction, already acknowledged, unknown webhook, token expired: nobody is left to answer."""
_ABOUT_THE_PRESSED = frozenset(
    {discord.InteractionResponseType.deferred_message_update, discord.InteractionResponseType.message_update}
)
"""Answers after which the interaction's original response is the message that was pressed on."""
_TOKEN_LIFE = timedelta(minutes=14, seconds=30)
"""An interaction can edit its messages for 15 minutes."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that an interaction can still change, at no call of the bot's own.

    ``original``: it is the interaction's original response, or the message that was pressed on; else it was
    sent as a follow-up.
    """

    interaction: discord.Interaction[Any]
    id: int
    original: bool = True

    def in_reach(self, now: datetime) -> bool:
        """Tell whether the interaction is young enough."""
        return in_reach(self.interaction, now)

    async def edit(self, **changes: Any) -> None:
        """Change it as `discord.Message.edit` would. Raises discord.HTTPException if out of reach."""
        if self.original:
            await self.interaction.edit_original_response(**changes)
        else:
            await self.interaction.followup.edit_message(self.id, **changes)

    async def delete(self) -> None:
        """Take it away. Raises discord.HTTPException where it is out of reach."""
        if self.original:
            await self.interaction.delete_original_response()
        else:
            await self.interaction.followup.delete_message(self.id)


def in_reach(interaction: discord.Interaction[Any], now: datetime) -> bool:
    """Tell whether an interaction is young enough to send and change messages."""
    return now - interaction.created_at < _TOKEN_LIFE


class Reply:
    """The one answer to an interaction; ``t`` words it in the language of ``user``, who asked."""

    def __init__(self, interaction: discord.Interaction[Any], t: Texts, background: Background) -> None:
        self.interaction = interaction
        self.t = t
        self.user = interaction.user
        self._lock = asyncio.Lock()
        self._background = background
        self._alarm = f"reply to {interaction.id}"
        if (task := asyncio.current_task()) is not None:
            background.welcome(task)
        background.start(self._alarm, self._defer_by_itself, after=_PATIENCE_SECONDS)

    @property
    def from_private_panel(self) -> bool:
        """Whether what was pressed is on a message that only this person sees."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def way_to_pressed(self) -> Sent | None:
        """The message that was pressed on, where the answer lets the interaction change it from now on."""
        response, message = self.interaction.response, self.interaction.message
        is_about_it = response.type in _ABOUT_THE_PRESSED
        return Sent(self.interaction, message.id) if message and is_about_it else None

    async def defer(self) -> None:
        """Promise an answer: the clicked message stays as it is, or a private placeholder appears."""
        async with self._lock:
            if not self.interaction.response.is_done():
                await self._deliver(self.interaction.response.defer(ephemeral=True))

    def leave(self) -> None:
        """Give no answer, since another delivery of the same interaction is being answered."""
        self._background.cancel(self._alarm)

    async def _defer_by_itself(self) -> None:
        try:
            await self.defer()
        except UNREACHABLE as error:
            log.warning(
                "interaction %s: no answer could be promised (%s)", self.interaction.id, reason(error)
            )

    async def show(self, panel: LayoutView, files: Sequence[discord.File] = ()) -> Sent | None:
        """Answer with a new message that only this person sees; return it when it could be sent."""
        return await self._send(panel, files, ephemeral=True)

    async def post(self, panel: LayoutView) -> Sent | None:
        """Answer with a new message for everybody; return it when it could be sent."""
        return await self._send(panel, (), ephemeral=False)

    async def replace(self, panel: LayoutView, files: Sequence[discord.File] | None = None) -> bool:
        """Answer by changing the message whose component was pressed; return whether that could be done.

        Without ``files`` it keeps those that it has.
        """
        changes: dict[str, Any] = {"view": panel} if files is None else {"view": panel, "attachments": files}
        async with self._lock:
            response = self.interaction.response
            if response.is_done():
                done = await self._deliver(self.interaction.edit_original_response(**changes))
            else:
                done = await self._deliver(response.edit_message(**changes))
        return done is not None

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
                return
        await self.explain(self.t("That took too long. Please press again."))

    async def send_file(self, words: str, file: discord.File) -> None:
        """Answer with a file that only this person sees, and words above it."""
        async with self._lock:
            panel = file_panel(words, file)
            response, followup = self.interaction.response, self.interaction.followup
            if response.is_done():
                await self._deliver(followup.send(view=panel, file=file, ephemeral=True))
            else:
                await self._deliver(response.send_message(view=panel, file=file, ephemeral=True))

    async def _send(
        self, panel: LayoutView, files: Sequence[discord.File], *, ephemeral: bool
    ) -> Sent | None:
        async with self._lock:
            response, followup = self.interaction.response, self.interaction.followup
            if not response.is_done():
                sent = await self._deliver(
                    response.send_message(view=panel, files=files, ephemeral=ephemeral)
                )
                return self._sent(sent and sent.message_id)
            if response.type is discord.InteractionResponseType.deferred_channel_message:
                # The placeholder is private and stays so.
                here = panel if ephemeral else plain_panel(self.t("Here it is."))
                edited = self.interaction.edit_original_response(view=here, attachments=files)
                placeholder = await self._deliver(edited)
                if ephemeral:
                    return self._sent(placeholder and placeholder.id)
            message = await self._deliver(
                followup.send(view=panel, files=files, ephemeral=ephemeral, wait=True)
            )
            return self._sent(message and message.id, original=False)

    def _sent(self, message_id: int | None, *, original: bool = True) -> Sent | None:
        return None if message_id is None else Sent(self.interaction, message_id, original)

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
