"""The controls of a hand panel."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot import play
from bot.faults import explanation
from bot.hands import Shown
from bot.preferences import sort_key
from bot.presses.table import page_of
from bot.refusals import RuledOut, unknown_button
from bot.seating import require_seat
from bot.ui.ids import CONFIRMED, Verb, chosen_cards, merge_selection, pressed_action
from bot.ui.plays import goes_out, several_melds
from engine.errors import EngineError, StaleView

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.desk import Desk, Handlers, Request
    from bot.preferences import Sort
    from engine.actions import Action


class HandPresses:
    """Playing and choosing cards. The answer is the panel as it is then, a refusal standing inside it.

    A selection belongs to the hand: only plays compare versions.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def handlers(self) -> Handlers:
        """What answers each verb."""
        return {
            Verb.SHOW: self._show,
            Verb.PLAY: self._play,
            Verb.CONFIRM: self._confirm,
            Verb.PICK: self._pick,
            Verb.TOGETHER: self._together,
            Verb.CHOOSE: self._choose,
            Verb.CLEAR: self._clear,
            Verb.IDEAS: self._ideas,
            Verb.UNDO: self._undo,
            Verb.SORT: self._sort,
        }

    async def _show(self, request: Request) -> None:
        await self._again(request)

    async def _play(self, request: Request) -> None:
        await self._make(request, _action_of(request))

    async def _make(self, request: Request, action: Action) -> None:
        await self._attempt(
            request,
            partial(play.make, self._desk, request.reply, request.table, action, request.press.version),
        )

    async def _together(self, request: Request) -> None:
        """Lay the chosen cards as several melds; to go out with them, ask first."""
        view = request.table.table.view(play.require_player(request.table, request.user_id))
        chosen = self._desk.hands.chosen(request.reply, request.table)
        action = several_melds(view, chosen_cards(chosen, view.hand or ()) or ())
        if action is None:
            await self._again(request)
        elif goes_out(view, action) and request.press.arg != CONFIRMED:
            await self._ask(request, action)
        else:
            await self._make(request, action)

    async def _confirm(self, request: Request) -> None:
        await self._ask(request, _action_of(request))

    async def _ask(self, request: Request, action: Action) -> None:
        """Ask whether to go out. A press on an old panel gets the new one instead, which says so."""
        version = request.table.table.version
        if request.press.version == version:
            await self._again(request, confirm=action)
        else:
            await self._again(request, notice=explanation(StaleView(version), request.reply.t))

    async def _pick(self, request: Request) -> None:
        seat = require_seat(request.table.info, request.user_id)
        if request.table.to_act == seat and goes_out(request.table.table.view(seat), _action_of(request)):
            await self._confirm(request)
        else:
            await self._play(request)

    async def _choose(self, request: Request) -> None:
        old = self._desk.hands.chosen(request.reply, request.table)
        chosen = merge_selection(old, request.press.arg, request.values)
        await self._desk.hands.turn_to(request.reply, request.table, Shown(tuple(chosen)))

    async def _clear(self, request: Request) -> None:
        await self._desk.hands.turn_to(request.reply, request.table)

    async def _ideas(self, request: Request) -> None:
        page = page_of(request.press.arg)
        await self._desk.hands.turn_to(request.reply, request.table, Shown(ideas=page))

    async def _undo(self, request: Request) -> None:
        await self._attempt(
            request, partial(play.undo, self._desk, request.reply, request.table, request.press.version)
        )

    async def _sort(self, request: Request) -> None:
        """Sort hands so from now on, at all tables where melds are of the same kinds."""
        order: Sort = "suit" if request.press.arg == "suit" else "rank"
        chosen = {sort_key(request.table.info.rules): order}
        await self._desk.preferences.set_for_person(request.user_id, chosen)
        await self._again(request)

    async def _attempt(self, request: Request, work: Callable[[], Awaitable[str | None]]) -> None:
        """Do ``work``; what it says, or why it cannot be done, stands at the top of the panel."""
        try:
            news = await work()
        except (EngineError, RuledOut) as error:
            notice = explanation(error, request.reply.t)
            if notice is None:
                raise
            await self._again(request, notice=notice)
        else:
            await self._desk.hands.turn_to(request.reply, request.table, Shown(notice=news))

    async def _again(
        self, request: Request, *, notice: str | None = None, confirm: Action | None = None
    ) -> None:
        """Show the panel again with what is chosen on it."""
        hands = self._desk.hands
        shown = Shown(hands.chosen(request.reply, request.table), notice, confirm)
        await hands.turn_to(request.reply, request.table, shown)


def _action_of(request: Request) -> Action:
    action = pressed_action(request.press, request.values)
    if action is None:
        raise unknown_button()
    return action
