"""Where everything in the table picture goes; `bot.render.picture` draws it.

Tiles and large letters, since a phone shows the picture at less than half its size.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from PIL import ImageFont

from bot.render.faces import BACK, BLUE, FONT, INK, PAPER, PURPLE, SIZES, color_of, face_name
from bot.render.text import TIMES
from engine.state import Canasta

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.render.scene import Scene, SideScene, Tile
    from engine.cards import Suit

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""

WIDTH, SMALLEST = 640, 28
"""Of the picture, and of its letters, in pixels."""
TILE_WIDTH, TILE_HEIGHT = 147, 104
_ACROSS, _MARGIN, _GAP = 4, 14, 8
_PAD, _HEAD, _LINE = 14, 44, 36
_RANK_SIZE, _RUN_SIZE, _COUNT_SIZE, _SUIT_SIZE = 54, 44, 38, 30
_DOT, _DOT_STEP = 14, 18
_CARD_WIDTH = 80
FELT, RAIL, CHALK, PALE, AMBER = "#1f4a3c", "#173a2f", "#f4f7f5", "#cfe0d8", "#ffd479"
CLEAN, CLEAN_FRAME, DIRTY, DIRTY_FRAME = "#fff3c9", "#b07d00", "#e3e6ea", "#5a6472"
ORANGE = "#f59e0b"
_SIDES = (BLUE, ORANGE)
_NO_LETTER = "\N{REPLACEMENT CHARACTER}"
"""A character that the font does not have: it draws a box in its place."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rounded rectangle; ``frame`` outlines it twice."""

    box: Box
    fill: str
    frame: str | None = None


@dataclass(frozen=True, slots=True)
class Letters:
    """One line of letters; ``at`` is the left end of its baseline, ``box`` what it covers."""

    text: str
    at: tuple[float, float]
    size: int
    color: str
    box: Box


@dataclass(frozen=True, slots=True)
class Dot:
    """A round dot."""

    box: Box
    color: str


@dataclass(frozen=True, slots=True)
class SuitShape:
    """A suit alone."""

    box: Box
    suit: Suit
    color: str


@dataclass(frozen=True, slots=True)
class Face:
    """A card, by the name of its face."""

    box: Box
    name: str


Item: TypeAlias = Area | Letters | Dot | SuitShape | Face


@dataclass(slots=True)
class Layout:
    """Everything in the picture, what lies below first; ``height`` grows with it."""

    items: list[Item] = field(default_factory=list)
    height: float = _MARGIN


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font in a size."""
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)


def lay_out(scene: Scene) -> Layout:
    """Return the picture of a scene, top down: both sides, then the pile."""
    layout = Layout()
    for number, (side, color) in enumerate(zip(scene.sides, _SIDES, strict=True), 1):
        _add_head(layout, side, lettered(side.label) or str(number), color)
        _add_tiles(layout, side, scene)
    _add_pile(layout, scene)
    return layout


def letters(text: str, x: float, y: float, size: int, color: str) -> Letters:
    """Return a line of letters that starts at ``x`` on the baseline ``y``."""
    left, top, right, bottom = font(size).getbbox(text, anchor="ls")
    return Letters(text, (x, y), size, color, (x + left, y + top, x + right, y + bottom))


def fitting(text: str, x: float, y: float, room: float, style: tuple[int, str]) -> Letters:
    """Return letters at most ``room`` wide: smaller if need be, in the end cut short."""
    size, color = style
    while size > SMALLEST and font(size).getlength(text) > room:
        size -= 2
    shown = text
    while len(shown) > 1 and font(size).getlength(shown) > room:
        shown = shown[:-2] + "…"
    return letters(shown, x, y, size, color)


def lettered(text: str) -> str:
    """Return a text without what the font has no letter for, such as most of the world's scripts."""
    return " ".join("".join(filter(_is_lettered, text)).split())


@cache
def _is_lettered(char: str) -> bool:
    return char.isspace() or bytes(font(SMALLEST).getmask(char)) != bytes(font(SMALLEST).getmask(_NO_LETTER))


def _add_head(layout: Layout, side: SideScene, label: str, color: str) -> None:
    """Add a side's ``label``, and beside it or below what else lies there, as much as fits on each line."""
    top = layout.height
    layout.items.append(Area((_MARGIN, top + 6, _MARGIN + 8, top + 38), color))
    head = fitting(label, _MARGIN + 18, top + 33, WIDTH - 2 * _MARGIN - 18, (34, CHALK))
    layout.items.append(head)
    x, y = head.box[2] + 24, top + 33
    for number, note in enumerate(side.notes, 1):
        shows_card = side.face_down and number == len(side.notes)
        indent = 34 if shows_card else 0
        if x + indent + font(SMALLEST).getlength(note) > WIDTH - _MARGIN:
            x, y = _MARGIN + 18, y + _LINE
        if shows_card:
            layout.items.append(Face((x, y - 27, x + 24, y + 7), BACK))
        words = fitting(note, x + indent, y, WIDTH - _MARGIN - x - indent, (SMALLEST, PALE))
        layout.items.append(words)
        x = words.box[2] + 24
    layout.height = y - 33 + _HEAD


def _add_tiles(layout: Layout, side: SideScene, scene: Scene) -> None:
    top = layout.height
    for number, tile in enumerate(side.tiles):
        row, column = divmod(number, _ACROSS)
        x, y = _MARGIN + column * (TILE_WIDTH + _GAP), top + row * (TILE_HEIGHT + _GAP)
        layout.items += _tile(tile, x, y, scene)
        layout.height = y + TILE_HEIGHT + _GAP
    if side.empty:
        layout.height = _add_lines(layout, [side.empty], _MARGIN + 18, top + 26, PALE)
    layout.height += _GAP


def _tile(tile: Tile, x: float, y: float, scene: Scene) -> Iterable[Item]:
    """Return a meld: a set by rank and count, a sequence by its run, and a dot for each wild."""
    yield _ground(tile, (x, y, x + TILE_WIDTH, y + TILE_HEIGHT))
    baseline = y + (57 if tile.canasta else 70)
    room = TILE_WIDTH - 2 * _PAD - (_DOT if tile.wilds else 0)
    if tile.suit is None:
        count = f"{TIMES}{tile.count}"
        rest = font(_COUNT_SIZE).getlength(count) + 6
        rank = fitting(tile.ranks, x + _PAD, baseline, room - rest, (_RANK_SIZE, INK))
        yield rank
        yield letters(count, rank.box[2] + 6, baseline, _COUNT_SIZE, INK)
    else:
        color = color_of(tile.suit, scene.style)
        run = fitting(tile.ranks, x + _PAD, baseline, room - _SUIT_SIZE - 3, (_RUN_SIZE, color))
        yield run
        left = run.box[2] + 3
        yield SuitShape((left, baseline - _SUIT_SIZE, left + _SUIT_SIZE, baseline), tile.suit, color)
    yield from _dots(tile.wilds, x + TILE_WIDTH - _PAD - _DOT + 3, y + 14)
    if tile.word:
        yield fitting(tile.word, x + _PAD, y + 88, TILE_WIDTH - 2 * _PAD, (SMALLEST, INK))


def _ground(tile: Tile, box: Box) -> Area:
    match tile.canasta:
        case None:
            return Area(box, PAPER)
        case Canasta.CLEAN:
            return Area(box, CLEAN, CLEAN_FRAME)
        case Canasta.DIRTY:
            return Area(box, DIRTY, DIRTY_FRAME)


def _dots(wilds: int, x: float, y: float) -> Iterable[Dot]:
    """Return a dot for each wild, one below the other."""
    for number in range(wilds):
        top = y + number * _DOT_STEP
        yield Dot((x, top, x + _DOT, top + _DOT), PURPLE)


def _add_pile(layout: Layout, scene: Scene) -> None:
    width, height = SIZES["large"]
    card_height = _CARD_WIDTH * height / width
    top = layout.height
    rail = len(layout.items)
    x = _MARGIN + _GAP
    if scene.top is not None:
        box = (x, top + _GAP, x + _CARD_WIDTH, top + _GAP + card_height)
        layout.items.append(Face(box, face_name(scene.top, scene.style)))
        x += _CARD_WIDTH + 16
    count, *rest = scene.pile
    layout.items.append(fitting(count, x, top + 42, WIDTH - _MARGIN - x, (36, CHALK)))
    words_end = _add_lines(layout, rest, x, top + 42 + _LINE + 4, AMBER)
    card_end = top + 2 * _GAP + card_height if scene.top is not None else 0.0
    end = max(words_end, card_end, top + 60)
    layout.items.insert(rail, Area((_MARGIN, top, WIDTH - _MARGIN, end), RAIL))
    layout.height = end + _MARGIN


def _add_lines(layout: Layout, texts: Sequence[str], x: float, y: float, color: str) -> float:
    """Add each text in as many lines as it takes, the first on the baseline ``y``; return where they end."""
    room = WIDTH - _MARGIN - _GAP - x
    for text in texts:
        for line in _wrapped(text, room):
            layout.items.append(fitting(line, x, y, room, (SMALLEST, color)))
            y += _LINE
    return y - _LINE + 16


def _wrapped(text: str, room: float) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font(SMALLEST).getlength(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
