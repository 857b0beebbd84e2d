"""The real bot, with one more button that does nothing: it answers with the hand panel that was sent last."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from bot import __main__ as program
from bot import app, faults
from bot.reply import Reply
from bot.router import Router

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord
    from discord.ui import LayoutView

NOTHING = "nothing"
"""The ``custom_id`` of that button."""


class _LastReply(Reply):
    """Keeps what the last press was answered with, so that both answers are of the same kind and size."""

    panel: LayoutView

    async def replace(self, panel: LayoutView, files: Sequence[discord.File] | None = None) -> bool:
        _LastReply.panel = panel
        return await super().replace(panel, files)


class _Answering(Router):
    """Knows the button that does nothing."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if dict(interaction.data or {}).get("custom_id") == NOTHING:
            await interaction.response.edit_message(view=_LastReply.panel)
        else:
            await super().on_interaction(interaction)


if __name__ == "__main__":
    faults.Reply = _LastReply  # type: ignore[attr-defined]  # exchanged for this program only
    app.Router = _Answering  # type: ignore[attr-defined]  # exchanged for this program only
    sys.exit(program.main())
