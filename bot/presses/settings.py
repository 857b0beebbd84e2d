"""The selects of the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n import available_locales
from bot.preferences import (
    CHANNELS,
    HAND_PICTURE,
    LANGUAGE,
    RULES,
    SORT,
    SORT_SEQUENCES,
    SORTS,
    STYLE,
    TEXT_ONLY,
    UNMENTIONED,
)
from bot.refusals import Refusal, unknown_button
from bot.render.cards import CardStyle
from bot.ui.ids import Verb
from bot.ui.settings_panel import (
    AS_DISCORD,
    AS_THE_GAME,
    CALLED,
    HAND_TOO,
    HIDDEN_ONE,
    NOT_CALLED,
    OPENING_CHANNELS,
    PICTURES,
    SHOWN,
    TEXT,
    Page,
    Setting,
    personal_panel,
    server_panel,
    setting_of,
)
from engine.rulebook import rule_set_names
from storage.standings import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    import discord
    from discord.ui import LayoutView

    from bot.desk import Desk
    from bot.reply import Reply
    from bot.ui.ids import Press

_ORDERS = {AS_THE_GAME: None} | {order: order for order in SORTS}
_SHOWS = {PICTURES: False, TEXT: True}
_ON_THE_TABLE = frozenset({Setting.SHOW, Setting.STYLE, Setting.LANGUAGE})
"""What a server chooses for its table messages."""


class SettingsPresses:
    """Showing and changing settings. Who manages the server is asked anew at every press."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def handlers(self) -> Mapping[Verb, Callable[[Reply, Press, tuple[str, ...]], Awaitable[None]]]:
        """What answers each verb."""
        return {Verb.SETTINGS: self._turn, Verb.SET: self._set}

    async def panel(self, reply: Reply, page: Page) -> LayoutView:
        """Return a page of the settings. Raises Refusal where it is none of the person's business."""
        if page is Page.SERVER:
            return server_panel(self._desk.preferences.server(require_manager(reply)), reply.t)
        mine = await self._desk.preferences.person(reply.user.id)
        return personal_panel(mine, reply.t, manages=_manages(reply))

    async def _turn(self, reply: Reply, press: Press, _: tuple[str, ...]) -> None:
        page = Page.SERVER if press.arg == Page.SERVER else Page.MINE
        await reply.turn_to(await self.panel(reply, page))

    async def _set(self, reply: Reply, press: Press, values: tuple[str, ...]) -> None:
        asked = setting_of(press.arg)
        if asked is None:
            raise unknown_button()
        page, setting = asked
        if page is Page.MINE:
            await self.choose(reply, setting, values)
        else:
            await self._choose_for_server(reply, setting, values)
        await reply.turn_to(await self.panel(reply, page))

    async def choose(self, reply: Reply, setting: Setting, values: tuple[str, ...]) -> None:
        """Take a person's choice; their open panels follow. Raises Refusal for what was not offered."""
        await self._desk.preferences.set_for_person(reply.user.id, _of_person(setting, values))
        reply.t = self._desk.preferences.texts(reply.interaction)
        self._desk.hands.refresh(reply.user.id)

    async def _choose_for_server(self, reply: Reply, setting: Setting, values: tuple[str, ...]) -> None:
        guild_id = require_manager(reply)
        chosen = _of_server(setting, values, reply.interaction.guild)
        await self._desk.preferences.set_for_server(guild_id, chosen)
        if setting in _ON_THE_TABLE:
            for table in self._desk.tables.known():
                if table.info.guild_id == guild_id and not table.info.status.is_over:
                    self._desk.redraw.request(table)


def require_manager(reply: Reply) -> int:
    """Return the server that the person manages. Raises Refusal for everybody else."""
    if reply.interaction.guild_id is None or not _manages(reply):
        raise Refusal(lambda t: t("Only who may manage this server can change its settings."))
    return reply.interaction.guild_id


def _manages(reply: Reply) -> bool:
    return reply.interaction.permissions.manage_guild


def _of_person(setting: Setting, values: tuple[str, ...]) -> dict[str, object]:
    """Return what a person chose, by the keys of storage. Raises Refusal for what was not offered."""
    if setting is Setting.SORT:
        order = _offered(_ORDERS, values)
        return {SORT: order, SORT_SEQUENCES: order}
    if setting is Setting.SHOW:
        text_only = _offered(_SHOWS | {HAND_TOO: False}, values)
        return {TEXT_ONLY: text_only, HAND_PICTURE: values == (HAND_TOO,)}
    if setting is Setting.MENTIONS:
        return {UNMENTIONED: _offered({CALLED: False, NOT_CALLED: True}, values)}
    if setting is Setting.BOARDS:
        return {HIDDEN: _offered({SHOWN: False, HIDDEN_ONE: True}, values)}
    return _of_look(setting, values)


def _of_server(setting: Setting, values: tuple[str, ...], guild: discord.Guild | None) -> dict[str, object]:
    """Return what was chosen for a server, by the keys of storage. Raises Refusal as above."""
    match setting:
        case Setting.RULES:
            return {RULES: _offered({name: name for name in rule_set_names()}, values)}
        case Setting.CHANNELS if guild is not None:
            there = {
                str(channel.id): channel.id for channel in guild.channels if channel.type in OPENING_CHANNELS
            }
            return {CHANNELS: [_offered(there, (value,)) for value in values]}
        case _:
            return _of_look(setting, values)


def _of_look(setting: Setting, values: tuple[str, ...]) -> dict[str, object]:
    """Return what a person or a server may choose alike."""
    match setting:
        case Setting.LANGUAGE:
            languages = {AS_DISCORD: None} | {locale: locale for locale in available_locales()}
            return {LANGUAGE: _offered(languages, values)}
        case Setting.SHOW:
            return {TEXT_ONLY: _offered(_SHOWS, values)}
        case Setting.STYLE:
            return {STYLE: _offered({style.value: style.value for style in CardStyle}, values)}
        case _:
            raise unknown_button()


def _offered(choices: Mapping[str, object], values: tuple[str, ...]) -> object:
    if len(values) != 1 or values[0] not in choices:
        raise unknown_button()
    return choices[values[0]]
