"""Short public messages beside the table message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.ui.ids import Press, Verb
from bot.ui.layout import button, panel, rows, text

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.i18n import Texts
    from bot.model import TableInfo


def turn_note(info: TableInfo, user_id: int, t: Texts) -> LayoutView:
    """Return the note that mentions the person whose turn it is."""
    hand = button(Press(info.id, Verb.HAND), t("My hand"), ButtonStyle.primary)
    return panel(text(t("{name}, it is your turn.", name=f"<@{user_id}>")), *rows([hand]))


def moved_note(info: TableInfo, t: Texts) -> LayoutView:
    """Return what stands where the lobby was, once the match is played in a thread of its own."""
    return panel(text(t("The match is played in {thread}.", thread=f"<#{info.channel_id}>")))
