"""The settings: a person's own, and those of the server for who manages it. Each choice counts at once."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from discord import ChannelType, SelectDefaultValue, SelectDefaultValueType, SelectOption
from discord.ui import ActionRow, ChannelSelect

from bot.i18n import language_names
from bot.preferences import SORTS
from bot.render.cards import CardStyle
from bot.ui.ids import NO_TABLE, Press, Verb
from bot.ui.layout import OPTION_LIMIT, button, panel, rows, select, text
from engine.rulebook import load_book, rule_set_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discord.ui import LayoutView

    from bot.i18n import Texts
    from bot.preferences import Look, Personal, Server
    from bot.ui.layout import Item

OPENING_CHANNELS = (
    ChannelType.text,
    ChannelType.news,
    ChannelType.voice,
    ChannelType.stage_voice,
    ChannelType.forum,
)
"""Where tables may be opened, if a server says where: in these, and in their threads and posts."""


class Page(StrEnum):
    """Whose settings a panel shows."""

    MINE = "mine"
    SERVER = "server"


class Setting(StrEnum):
    """A setting that one select changes."""

    LANGUAGE = "language"
    SORT = "sort"
    STYLE = "style"
    SHOW = "show"
    BOARDS = "boards"
    MENTIONS = "mentions"
    RULES = "rules"
    CHANNELS = "channels"


SHOWN, HIDDEN_ONE = "shown", "hidden"
"""Words for whether others see a person's numbers."""
CALLED, NOT_CALLED = "called", "not"
"""Words for whether a person is mentioned whose turn it is and who seems to be away."""
AS_THE_GAME, PICTURES, HAND_TOO, TEXT = "game", "pictures", "hand", "text"
"""Words for what is usual: hands sorted as fits the rules, pictures and emojis; for a picture of the hand as
well; and for no picture or emoji at all."""
AS_DISCORD = "discord"
"""The word for the language that Discord itself says: a person's own, or that of a server."""


def personal_panel(mine: Personal, t: Texts, *, manages: bool) -> LayoutView:
    """Return a person's settings; ``manages``: they may open those of the server."""
    orders = {AS_THE_GAME: t("as fits the rules"), "rank": t("by rank"), "suit": t("by suit")}
    calls = {CALLED: t("mention me if I seem to be away"), NOT_CALLED: t("never mention me")}
    boards = {SHOWN: t("on the leaderboard, for everybody"), HIDDEN_ONE: t("for nobody but me")}
    return panel(
        text(t("### Your settings"), t("What you choose counts at once, at every table of yours.")),
        *_languages(Page.MINE, mine.language, t("as in my Discord"), t),
        *_choice(Page.MINE, Setting.SORT, t("Sort my hand"), orders, _order(mine)),
        *_choice(Page.MINE, Setting.SHOW, t("Show cards as"), _shows(t, hand_too=True), _shown(mine)),
        *_style(Page.MINE, mine.look, t),
        *_choice(Page.MINE, Setting.MENTIONS, t("When it is my turn"), calls, _called(mine)),
        *_choice(Page.MINE, Setting.BOARDS, t("My numbers"), boards, HIDDEN_ONE if mine.hidden else SHOWN),
        *(rows([button(_page(Page.SERVER), t("Settings of this server"))]) if manages else []),
    )


def server_panel(server: Server, t: Texts) -> LayoutView:
    """Return the settings of a server, for who manages it."""
    titles = {name: t(load_book(name).rules.title) for name in rule_set_names()}
    return panel(
        text(t("### Settings of this server"), t("They are about what everybody sees.")),
        *_languages(Page.SERVER, server.language, t("that of the server"), t),
        *_choice(Page.SERVER, Setting.RULES, t("Rules, where nobody says which"), titles, server.rules),
        text(t("**Channels where tables may be opened** (none chosen: all)")),
        _channels(server, t),
        *_choice(Page.SERVER, Setting.SHOW, t("Show cards as"), _shows(t), _look(server.look)),
        *_style(Page.SERVER, server.look, t),
        *rows([button(_page(Page.MINE), t("Your settings"))]),
    )


def setting_of(arg: str) -> tuple[Page, Setting] | None:
    """Return which setting the ``arg`` of a press of SET is about, or None."""
    page, _, setting = arg.partition(".")
    try:
        return Page(page), Setting(setting)
    except ValueError:
        return None


def _order(mine: Personal) -> str:
    """Return how a person wants hands sorted; nothing where it differs from game to game."""
    if mine.sort != mine.sort_sequences:
        return ""
    return next((order for order in SORTS if order == mine.sort), AS_THE_GAME)


def _shows(t: Texts, *, hand_too: bool = False) -> dict[str, str]:
    hand = {HAND_TOO: t("pictures and emojis, also of my hand")} if hand_too else {}
    return {PICTURES: t("pictures and emojis"), **hand, TEXT: t("text only, also for screen readers")}


def _shown(mine: Personal) -> str:
    return HAND_TOO if mine.pictured else _look(mine.look)


def _look(look: Look) -> str:
    return TEXT if look.text_only else PICTURES


def _called(mine: Personal) -> str:
    return NOT_CALLED if mine.unmentioned else CALLED


def _style(page: Page, look: Look, t: Texts) -> list[Item]:
    styles = {
        CardStyle.FOUR_COLORS.value: t("four colors: a color for each suit"),
        CardStyle.TWO_COLORS.value: t("two colors: red and black, as on paper"),
    }
    return _choice(page, Setting.STYLE, t("Colors of the suits"), styles, look.style.value)


def _languages(page: Page, now: str | None, usual: str, t: Texts) -> list[Item]:
    words = {AS_DISCORD: usual} | language_names()
    return _choice(page, Setting.LANGUAGE, t("Language"), words, now or AS_DISCORD)


def _choice(page: Page, setting: Setting, title: str, words: Mapping[str, str], now: str) -> list[Item]:
    options = [SelectOption(label=label, value=word, default=word == now) for word, label in words.items()]
    return [text(f"**{title}**"), select(_set(page, setting), title, options)]


def _channels(server: Server, t: Texts) -> ActionRow[Any]:
    chosen = [
        SelectDefaultValue(id=channel, type=SelectDefaultValueType.channel)
        for channel in server.channels[:OPTION_LIMIT]
    ]
    return ActionRow(
        ChannelSelect(
            custom_id=_set(Page.SERVER, Setting.CHANNELS).custom_id,
            placeholder=t("All channels"),
            channel_types=list(OPENING_CHANNELS),
            min_values=0,
            max_values=OPTION_LIMIT,
            default_values=chosen,
        )
    )


def _page(page: Page) -> Press:
    return Press(NO_TABLE, Verb.SETTINGS, arg=page)


def _set(page: Page, setting: Setting) -> Press:
    return Press(NO_TABLE, Verb.SET, arg=f"{page}.{setting}")
