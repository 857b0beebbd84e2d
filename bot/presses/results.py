"""The buttons of panels that belong to no table: rules, leaderboards, finished matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from discord import Button

from bot.presses.table import page_of, turn_rules
from bot.refusals import unknown_button
from bot.ui.boards import board_asked, ordered_by, since
from bot.ui.ids import Verb
from bot.ui.layout import parts_of
from bot.ui.replay_panel import replay_asked
from engine.ports import MatchId

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from bot.desk import Desk
    from bot.reply import Reply
    from bot.ui.boards import BoardAsked
    from bot.ui.ids import Press

    Handler: TypeAlias = Callable[[Reply, Press, Sequence[str]], Awaitable[None]]


class ResultPresses:
    """Turning pages; the answer takes the place of the panel that was pressed on."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def handlers(self) -> Mapping[Verb, Handler]:
        """What answers each verb."""
        return {
            Verb.RULES: self._rules,
            Verb.BOARD: self._board,
            Verb.BOARD_BY: self._board,
            Verb.BOARD_SINCE: self._board,
            Verb.HISTORY: self._history,
            Verb.REPLAY: self._replay,
        }

    async def _rules(self, reply: Reply, press: Press, _values: Sequence[str]) -> None:
        await turn_rules(reply, press.arg, None)

    async def _board(self, reply: Reply, press: Press, values: Sequence[str]) -> None:
        asked = _chosen(press, "".join(values))
        if asked is None:
            raise unknown_button()
        guild_id = reply.interaction.guild_id or 0
        await reply.turn_to(await self._desk.archive.leaderboard(asked, guild_id, reply.user.id, reply.t))

    async def _history(self, reply: Reply, press: Press, _values: Sequence[str]) -> None:
        guild_id, page = reply.interaction.guild_id or 0, page_of(press.arg)
        await reply.turn_to(await self._desk.archive.history(guild_id, page, reply.user.id, reply.t))

    async def _replay(self, reply: Reply, press: Press, _values: Sequence[str]) -> None:
        asked = replay_asked(press.arg)
        if asked is None:
            raise unknown_button()
        table_id, deal, step = asked
        match_id, archive = MatchId(reply.interaction.guild_id or 0, table_id), self._desk.archive
        if _leads(reply, press):
            cards, name = self._desk.redraw.cards(match_id), reply.user.display_name
            await reply.replace(await archive.public_replay(match_id, deal, step, name, cards))
        else:
            cards = await self._desk.cards_for(reply)
            await reply.turn_to(await archive.replay(match_id, deal, step, reply.user.id, cards))


def _leads(reply: Reply, press: Press) -> bool:
    """Tell whether a person goes on for everybody: on a public message that their own command brought.

    Discord says whose it was, and which buttons are on it; a forged press finds itself on none.
    """
    message = reply.interaction.message
    if message is None or reply.from_private_panel or message.interaction_metadata is None:
        return False
    return message.interaction_metadata.user.id == reply.user.id and any(
        isinstance(part, Button) and part.custom_id == press.custom_id
        for part in parts_of(message.components)
    )


def _chosen(press: Press, word: str) -> BoardAsked | None:
    """Return the board that a press asks for, whose select, if it is one, reports ``word``."""
    asked = board_asked(press.arg)
    if asked is None or press.verb is Verb.BOARD:
        return asked
    return ordered_by(asked, word) if press.verb is Verb.BOARD_BY else since(asked, word)
