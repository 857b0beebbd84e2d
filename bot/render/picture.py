"""Drawing the pictures of tables and hands: layouts, filled with letters and the card faces."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, assert_never

from PIL import Image, ImageDraw

from bot.render.faces import picture_path, suit_path
from bot.render.hand_layout import lay_out_hand
from bot.render.hand_scene import HandScene
from bot.render.layout import FELT, WIDTH, Area, Dot, Face, Letters, SuitShape, font, lay_out
from bot.render.palette import palette

if TYPE_CHECKING:
    from bot.render.layout import Box, Item
    from bot.render.scene import Scene
    from engine.cards import Suit

_RADIUS = 10


def draw(scene: Scene | HandScene) -> bytes:
    """Return the picture of a table or hand as a PNG. Takes a while: not for the event loop."""
    file = BytesIO()
    # A palette more than halves the upload.
    paint(scene).quantize(palette=palette(), dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


def paint(scene: Scene | HandScene) -> Image.Image:
    """Return the picture in full color."""
    layout = lay_out_hand(scene) if isinstance(scene, HandScene) else lay_out(scene)
    canvas = Image.new("RGB", (WIDTH, round(layout.height)), FELT)
    pen = ImageDraw.Draw(canvas)
    for item in layout.items:
        _draw(item, canvas, pen)
    return canvas


def _draw(item: Item, canvas: Image.Image, pen: ImageDraw.ImageDraw) -> None:
    match item:
        case Area():
            _draw_area(item, pen)
        case Letters():
            pen.text(item.at, item.text, fill=item.color, font=font(item.size), anchor="ls")
        case Dot():
            mask = _disc(round(item.box[2] - item.box[0]))
            canvas.paste(item.color, _corner(item.box), mask)
        case SuitShape():
            mask = _suit(item.suit).resize(_size(item.box), Image.Resampling.LANCZOS)
            canvas.paste(item.color, _corner(item.box), mask)
        case Face():
            face = _face(item.name).resize(_size(item.box), Image.Resampling.LANCZOS)
            canvas.paste(face, _corner(item.box), face)
        case _:
            assert_never(item)


def _draw_area(area: Area, pen: ImageDraw.ImageDraw) -> None:
    pen.rounded_rectangle(area.box, min(_RADIUS, (area.box[2] - area.box[0]) / 2), fill=area.fill)
    if area.frame is None:
        return
    left, top, right, bottom = area.box
    pen.rounded_rectangle(area.box, _RADIUS, outline=area.frame, width=3)
    pen.rounded_rectangle(
        (left + 6, top + 6, right - 6, bottom - 6), _RADIUS - 4, outline=area.frame, width=2
    )


def _corner(box: Box) -> tuple[int, int]:
    return round(box[0]), round(box[1])


def _size(box: Box) -> tuple[int, int]:
    return round(box[2] - box[0]), round(box[3] - box[1])


@cache
def _disc(size: int) -> Image.Image:
    """Return a round mask; it is drawn larger first, which smooths its edge."""
    large = Image.new("L", (size * 4, size * 4))
    ImageDraw.Draw(large).ellipse((0, 0, size * 4 - 1, size * 4 - 1), fill=255)
    return large.resize((size, size), Image.Resampling.LANCZOS)


@cache
def _suit(suit: Suit) -> Image.Image:
    with Image.open(suit_path(suit)) as picture:
        return picture.convert("L")


@cache
def _face(name: str) -> Image.Image:
    with Image.open(picture_path(name, "large")) as picture:
        return picture.convert("RGBA")
