"""The colors of all pictures: what is drawn, and the shades between it and the grounds that it lies on.

To look for the best colors of each picture takes longer than to draw it, and nothing else of the program
runs meanwhile; the pictures have few colors, and they are known.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from PIL import Image, ImageColor

from bot.render.faces import BLUE, GOLD, GREEN, INK, PAPER, PURPLE, RED
from bot.render.layout import AMBER, CHALK, CLEAN, CLEAN_FRAME, DIRTY, DIRTY_FRAME, FELT, ORANGE, PALE, RAIL

if TYPE_CHECKING:
    from collections.abc import Iterator

LIES_ON = {
    FELT: (CHALK, PALE, PAPER, BLUE, ORANGE, CLEAN_FRAME, DIRTY_FRAME, AMBER),
    RAIL: (CHALK, AMBER, PAPER),
    PAPER: (INK, RED, BLUE, GREEN, PURPLE, GOLD),
    CLEAN: (INK, RED, BLUE, GREEN, PURPLE, CLEAN_FRAME),
    DIRTY: (INK, RED, BLUE, GREEN, PURPLE, DIRTY_FRAME),
    AMBER: (INK, PAPER),
    GOLD: (PURPLE,),
}
"""What is drawn on which ground; smooth edges are the shades between."""
_SHADES = 6
_ALIKE_BITS = 2
"""Colors that are the same but for these bits of each channel are one to Pillow."""


@cache
def palette() -> Image.Image:
    """Return a picture whose palette has all the colors, for `PIL.Image.Image.quantize`."""
    colors: dict[tuple[int, ...], tuple[int, ...]] = {}
    for color in [*_pure(), *_shades()]:
        colors.setdefault(tuple(channel >> _ALIKE_BITS for channel in color), color)
    holder = Image.new("P", (1, 1))
    holder.putpalette([channel for color in colors.values() for channel in color])
    return holder


def _pure() -> Iterator[tuple[int, ...]]:
    return map(ImageColor.getrgb, chain(LIES_ON, *LIES_ON.values()))


def _shades() -> Iterator[tuple[int, ...]]:
    for ground, drawn in LIES_ON.items():
        for color in drawn:
            for step in range(1, _SHADES + 1):
                yield _between(ImageColor.getrgb(ground), ImageColor.getrgb(color), step / (_SHADES + 1))


def _between(ground: tuple[int, ...], color: tuple[int, ...], share: float) -> tuple[int, ...]:
    return tuple(round(below + (above - below) * share) for below, above in zip(ground, color, strict=True))
