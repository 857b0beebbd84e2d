"""What becomes of the colors of a picture."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageStat

from bot.render.picture import draw, paint

if TYPE_CHECKING:
    from bot.render.hand_scene import HandScene
    from bot.render.scene import Scene

VISIBLE, FEW = 40, 1.0
"""How far, of 255, a channel may be off anywhere, and on average."""


def assert_colors_are_kept(scene: Scene | HandScene) -> None:
    """Hold that nobody would see a difference between what was painted and what is sent."""
    sent = Image.open(BytesIO(draw(scene))).convert("RGB")
    difference = ImageStat.Stat(ImageChops.difference(sent, paint(scene)))
    assert max(difference.mean) < FEW
    assert max(high for _, high in difference.extrema) <= VISIBLE
