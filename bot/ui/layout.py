"""The parts that panels are made of, kept within Discord's limits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord.ui import ActionRow, Button, Container, LayoutView, MediaGallery, Select, TextDisplay

from bot.render.text import shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.i18n import Texts
    from bot.ui.ids import Press

TEXT_LIMIT = 4000
"""Characters of all texts of a message."""
PAGE_LIMIT = 3600
"""Characters of a page of lines: leaves room for a heading."""
OPTION_LIMIT = 25
LABEL_LIMIT = 100
"""Characters of the label or description of an option, and of a name that autocomplete offers."""
_BUTTON_LIMIT = 80
_PLACEHOLDER_LIMIT = 150
_ROW = 5

SIDE_COLORS = (discord.Color(0x3B82F6), discord.Color(0xF59E0B))
"""Accent of a panel while this side is to move; the words say it too."""

Item: TypeAlias = "discord.ui.Item[Any]"
Buttons: TypeAlias = "Sequence[Button[Any]]"


def text(*lines: str) -> TextDisplay[Any]:
    """Return lines of markdown as one text."""
    return TextDisplay("\n".join(lines))


def gallery(file_name: str, words: str) -> MediaGallery[Any]:
    """Return a picture that is sent along, or is there already; ``words`` are for who cannot see it."""
    return MediaGallery(discord.MediaGalleryItem(f"attachment://{file_name}", description=words))


def button(
    press: Press,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: discord.PartialEmoji | None = None,
) -> Button[Any]:
    """Return a button that sends ``press``."""
    return Button(custom_id=press.custom_id, label=shorten(label, _BUTTON_LIMIT), style=style, emoji=emoji)


def rows(buttons: Buttons) -> list[ActionRow[Any]]:
    """Return buttons in rows of five."""
    return [ActionRow(*buttons[start : start + _ROW]) for start in range(0, len(buttons), _ROW)]


def select(
    press: Press, placeholder: str, options: list[discord.SelectOption], *, several: bool = False
) -> ActionRow[Any]:
    """Return a select in its row; with ``several``, any number of options may be chosen, none too."""
    return ActionRow(
        Select(
            custom_id=press.custom_id,
            placeholder=shorten(placeholder, _PLACEHOLDER_LIMIT),
            options=options,
            min_values=0 if several else 1,
            max_values=len(options) if several else 1,
        )
    )


def panel(*items: Item, frame: discord.Color | None = None) -> LayoutView:
    """Return the items as a message, in a container of color ``frame`` if there is one.

    The view is stopped before anyone sends it: discord.py keeps what is not stopped, and when a kept view
    ends, it may take other tables' buttons with it.
    """
    view = LayoutView(timeout=None)
    for item in [Container(*items, accent_color=frame)] if frame else items:
        view.add_item(item)
    view.stop()
    return view


def parts_of(components: Iterable[discord.Component]) -> Iterator[discord.Component]:
    """Yield the components of a message with all that is within them."""
    for component in components:
        yield component
        if isinstance(component, discord.ActionRow | discord.Container):
            yield from parts_of(component.children)


def pages(lines: Sequence[str], limit: int = PAGE_LIMIT) -> list[list[str]]:
    """Return ``lines`` in pages of at most ``limit`` characters; there is always a first page."""
    result: list[list[str]] = [[]]
    room = limit
    for line in lines:
        cut = shorten(line, limit)
        if len(cut) + 1 > room and result[-1]:
            result.append([])
            room = limit
        result[-1].append(cut)
        room -= len(cut) + 1
    return result


def fold(lines: Sequence[str], limit: int, t: Texts) -> list[str]:
    """Return the first of ``lines`` that fit into ``limit`` characters, and how many more there are."""
    shown = pages(lines, limit)[0]
    rest = len(lines) - len(shown)
    return [*shown, t.n("… and {count} more line", "… and {count} more lines", rest)] if rest else shown


def paged(lines: Sequence[str], press: Press, page: int, t: Texts) -> LayoutView:
    """Return one page of lines with buttons that turn it; ``press`` lacks the page's number."""
    parts = pages(lines)
    page = min(page, len(parts) - 1)
    return panel(text(*parts[page]), *rows(turner(press, page, len(parts), t)))


def turner(press: Press, page: int, count: int, t: Texts) -> list[Button[Any]]:
    """Return the buttons that turn to the pages before and after ``page``; ``press`` lacks the page's number.

    The number becomes the end of its ``arg``.
    """
    turns = [(page - 1, t("Previous page")), (page + 1, t("Next page"))]
    return [
        button(replace(press, arg=f"{press.arg}{number}"), label)
        for number, label in turns
        if 0 <= number < count
    ]
