"""Draws every face from its SVG; what it writes is committed, so that nobody else needs the renderer."""

from __future__ import annotations

import sys
from io import BytesIO

import resvg_py
from PIL import Image

from bot.render.faces import BACK, FONT, FORMS, all_faces, picture_path, suit_path
from bot.render.faces.svg import face_svg, suit_svg


def render(svg: str) -> Image.Image:
    """Return a drawing as a picture."""
    png = resvg_py.svg_to_bytes(svg, skip_system_fonts=True, font_files=[str(FONT)])
    return Image.open(BytesIO(png)).convert("RGBA")


def main() -> int:
    """Write all pictures."""
    for form in FORMS:
        for name in (*all_faces(), BACK):
            render(face_svg(name, form)).save(picture_path(name, form), optimize=True)
    for suit in range(4):
        render(suit_svg(suit)).getchannel("A").save(suit_path(suit), optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
