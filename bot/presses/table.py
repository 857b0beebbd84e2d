"""The buttons of the table message, and of what *More* shows."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot import ending, seating
from bot.cutting import cut, require_cutter
from bot.opening import open_rematch
from bot.places import require_channel
from bot.play import require_player
from bot.public import deal_shown, sheet
from bot.refusals import Refusal, unknown_button
from bot.render.cards import Cards
from bot.ui.answers import log_panel, more_panel, words_panel
from bot.ui.cut import cut_form
from bot.ui.help_panel import help_panel
from bot.ui.ids import Verb
from bot.ui.plain import plain_panel
from bot.ui.rules_panel import rules_asked, rules_panel
from bot.ui.sheets import match_end
from engine.errors import InvalidInput
from engine.rulebook import load_rules

if TYPE_CHECKING:
    from bot.desk import Desk, Handlers, Request
    from bot.i18n import Texts
    from bot.reply import Reply
    from bot.ui.table_panel import DealShown
    from storage.model import TableInfo

_DIGITS = 3


class TablePresses:
    """Looking at the table, going on after a deal or a match, and coming and going while it is played."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def handlers(self) -> Handlers:
        """What answers each verb."""
        return {
            Verb.HAND: self._hand,
            Verb.WORDS: self._words,
            Verb.LOG: self._log,
            Verb.MORE: self._more,
            Verb.CUT: self._ask_for_cut,
            Verb.CUT_AT: self._cut,
            Verb.NEXT: self._next,
            Verb.REMATCH: self._rematch,
            Verb.SHEET: self._sheet,
            Verb.RULES: self._rules,
            Verb.HELP: self._help,
            Verb.AWAY: self._away,
            Verb.BACK: self._back,
            Verb.SEAT: self._seat,
            Verb.SIT_IN: self._sit_in,
            Verb.END: self._end,
            Verb.AGREE: self._agree,
            Verb.DECLINE: self._decline,
        }

    async def _hand(self, request: Request) -> None:
        """Show the hand beside the acknowledged press, whose interaction can so redraw the table message."""
        table, message = request.table, request.reply.interaction.message
        if message is not None and message.id == table.info.message_id:
            seating.require_seat(table.info, request.user_id)
            await request.reply.defer()
        await self._desk.hands.show(request.reply, table)

    async def _words(self, request: Request) -> None:
        reply, table = request.reply, request.table
        shown = _deal_shown(request, reply.t)
        await reply.turn_to(words_panel(table.info, shown, reply.t, page_of(request.press.arg)))

    async def _log(self, request: Request) -> None:
        reply, table = request.reply, request.table
        shown = _deal_shown(request, reply.t)
        await reply.turn_to(log_panel(table.info, shown, reply.t, page_of(request.press.arg)))

    async def _more(self, request: Request) -> None:
        reply = request.reply
        table = request.table
        await reply.turn_to(more_panel(table.info, request.user_id, reply.t, self._desk.turns.absent(table)))

    async def _rules(self, request: Request) -> None:
        await turn_rules(request.reply, request.press.arg, request.table.info)

    async def _help(self, request: Request) -> None:
        await request.reply.show(help_panel(request.reply.t))

    async def _ask_for_cut(self, request: Request) -> None:
        """Show the form for the cut to who is to cut."""
        require_cutter(request.table, request.user_id)
        await request.reply.ask(cut_form(request.table.info, request.reply.t))

    async def _cut(self, request: Request) -> None:
        await cut(self._desk, request.table, request.user_id, "".join(request.values))
        await request.reply.defer()

    async def _next(self, request: Request) -> None:
        """Count a person as ready for the next deal; with the last one it is dealt (`bot.flow`)."""
        table, match = request.table, request.table.match
        ready = partial(seating.make_ready, user_id=request.user_id, deals=len(match.deals))
        ready(table.info)
        if not match.between_deals or request.press.arg != str(len(match.deals)):
            raise Refusal(lambda t: t("The next deal has started already."))
        await self._desk.tables.change(table, ready)
        if request.reply.from_private_panel:
            self._desk.redraw.request(table)
            await self._desk.hands.turn_to(request.reply, table)
        else:
            await request.reply.replace(sheet(table, self._desk.redraw.texts(table.info)))

    async def _sheet(self, request: Request) -> None:
        """Show how the match ended, and the sheet of its last deal, to who asks."""
        reply, table = request.reply, request.table
        if not table.info.status.is_over:
            raise Refusal(lambda t: t("This match is not over yet."))
        await reply.turn_to(match_end(table.info, table.match, reply.t, table.table.revealed))

    async def _rematch(self, request: Request) -> None:
        """Open a lobby with the same seats."""
        table, reply, desk = request.table, request.reply, self._desk
        seating.require_seat(table.info, request.user_id)
        if not table.info.status.is_over:
            raise Refusal(lambda t: t("This match is not over yet."))
        server = desk.preferences.server(table.info.guild_id)
        require_channel(reply.interaction, server.channels)
        await open_rematch(desk, reply, table.info)

    async def _away(self, request: Request) -> None:
        table, reply = request.table, request.reply
        await self._desk.tables.change(table, partial(seating.let_computer_play, user_id=request.user_id))
        await reply.turn_to(more_panel(table.info, request.user_id, reply.t))

    async def _back(self, request: Request) -> None:
        await self._desk.tables.change(request.table, partial(seating.take_back, user_id=request.user_id))
        await self._desk.hands.turn_to(request.reply, request.table)

    async def _seat(self, request: Request) -> None:
        """Take over the seat of somebody who left."""
        table = request.table
        if not _is_small(request.press.arg):
            raise unknown_button()
        seat, name = int(request.press.arg), request.reply.user.display_name
        change = partial(seating.take_over, user_id=request.user_id, name=name, seat=seat)
        await self._desk.tables.change(table, change)
        await self._desk.hands.turn_to(request.reply, table)

    async def _sit_in(self, request: Request) -> None:
        """Have the computer play for a person who keeps the others waiting, who may come back at any time."""
        table, reply, absent = request.table, request.reply, self._desk.turns.absent(request.table)
        require_player(table, request.user_id)
        user_id = None if absent is None else table.info.seats[absent].user_id
        if absent is None or user_id is None or request.press.arg != str(absent):
            raise Refusal(lambda t: t("Nobody keeps you waiting any more."))
        await self._desk.tables.change(table, partial(seating.sit_in, user_id=user_id))
        await reply.turn_to(more_panel(table.info, request.user_id, reply.t))
        await self._desk.absences.announce(table, absent)

    async def leave(self, request: Request) -> None:
        """Give up a seat while the match is on."""
        table, reply = request.table, request.reply
        await self._desk.tables.change(table, partial(seating.leave, user_id=request.user_id))
        await reply.turn_to(plain_panel(reply.t("You have left the table. The computer plays on for you.")))

    async def _end(self, request: Request) -> None:
        await ending.offer(self._desk, request.reply, request.table)

    async def _agree(self, request: Request) -> None:
        await ending.agree(self._desk, request.reply, request.table)

    async def _decline(self, request: Request) -> None:
        await ending.decline(self._desk, request.reply, request.table)


async def turn_rules(reply: Reply, arg: str, info: TableInfo | None) -> None:
    """Show the page of rules that ``arg`` asks for: a table's, or those that it names."""
    asked = rules_asked(arg)
    if asked is None or (asked.name is None and info is None):
        raise unknown_button()
    if asked.name is None and info is not None:
        await reply.turn_to(rules_panel(info.rules, reply.t, asked.page, info.id))
        return
    try:
        rules = load_rules(asked.name or "", asked.version)
    except InvalidInput:
        raise Refusal(lambda t: t("These rules do not exist any more.")) from None
    await reply.turn_to(rules_panel(rules, reply.t, asked.page))


def page_of(arg: str) -> int:
    """Return the page that ``arg`` names, or the first."""
    return int(arg) if _is_small(arg) else 0


def _is_small(arg: str) -> bool:
    """Tell whether ``arg`` is a number of a few digits."""
    return arg.isascii() and arg.isdecimal() and len(arg) <= _DIGITS


def _deal_shown(request: Request, t: Texts) -> DealShown:
    if request.table.match.state is None:
        raise Refusal(lambda t: t("The match has not started yet."))
    return deal_shown(request.table, Cards(t))
