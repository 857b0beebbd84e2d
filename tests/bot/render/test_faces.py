from __future__ import annotations

import re
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.render.cards import CardStyle
from bot.render.faces import (
    BACK,
    FORMS,
    PAPER,
    PURPLE,
    SIZES,
    SUIT_COLORS,
    all_faces,
    emoji_png,
    face_name,
    picture_path,
    suit_path,
)
from bot.render.faces.__main__ import render
from bot.render.faces.svg import face_svg, suit_svg
from engine.cards import FACES, parse_card

NAMES = (*all_faces(), BACK)


@pytest.mark.parametrize("form", FORMS)
def test_the_committed_pictures_are_what_the_drawings_give(form: str) -> None:
    for name in NAMES:
        drawn, kept = render(face_svg(name, form)), Image.open(picture_path(name, form))  # type: ignore[arg-type]
        assert drawn.size == kept.size == SIZES[form]  # type: ignore[index]
        assert drawn.tobytes() == kept.convert("RGBA").tobytes(), name


@pytest.mark.parametrize("form", FORMS)
def test_there_is_no_picture_of_anything_else(form: str) -> None:
    kept = {path.stem for path in picture_path(BACK, form).parent.iterdir()}  # type: ignore[arg-type]
    assert kept == set(NAMES)


@pytest.mark.parametrize("suit", range(4))
def test_the_suits_alone_are_what_the_drawings_give(suit: int) -> None:
    assert render(suit_svg(suit)).getchannel("A").tobytes() == Image.open(suit_path(suit)).tobytes()


def test_names_are_what_a_screen_reader_may_speak() -> None:
    four, two = CardStyle.FOUR_COLORS, CardStyle.TWO_COLORS
    cards = [parse_card(card) for card in ("7H", "TC", "QD", "JK")]
    assert [face_name(card, four) for card in cards] == [
        "seven_hearts",
        "ten_clubs",
        "queen_diamonds",
        "joker",
    ]
    assert [face_name(card, two) for card in cards] == [
        "seven_hearts",
        "ten_black_clubs",
        "queen_red_diamonds",
        "joker",
    ]
    assert all(re.fullmatch(r"[a-z_]{2,32}", name) for name in NAMES)


def test_each_style_has_its_53_faces_and_they_share_those_that_look_alike() -> None:
    for style in CardStyle:
        assert len({face_name(card, style) for card in FACES}) == 53
    assert len(all_faces()) == 53 + 26
    assert all(face_name(card, style) == name for name, (card, style) in all_faces().items())


def test_an_emoji_is_one_that_discord_takes() -> None:
    for name in NAMES:
        picture = Image.open(BytesIO(emoji_png(name)))
        assert (picture.format, picture.size) == ("PNG", (128, 128))
        assert len(emoji_png(name)) <= 256 << 10


def silhouette(name: str, size: tuple[int, int]) -> Image.Image:
    """A face as black on white, as small as it is shown."""
    face = Image.open(picture_path(name, "emoji")).convert("RGBA").resize(size, Image.Resampling.LANCZOS)
    ground = Image.new("RGBA", size, PAPER)
    return Image.alpha_composite(ground, face).convert("L").point(lambda light: 255 if light > 160 else 0)


@pytest.mark.parametrize("style", CardStyle)
def test_faces_differ_without_their_colors_in_a_line_of_text(style: CardStyle) -> None:
    shapes = {card: silhouette(face_name(card, style), (22, 22)) for card in FACES}
    for one, other in combinations(FACES, 2):
        apart = ImageChops.difference(shapes[one], shapes[other]).histogram()[255]
        assert apart >= 8, (one, other)


def luminance(color: str) -> float:
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("color", sorted({PURPLE, *SUIT_COLORS[CardStyle.FOUR_COLORS]}))
def test_colors_stand_out_from_the_paper(color: str) -> None:
    assert (luminance(PAPER) + 0.05) / (luminance(color) + 0.05) >= 4.5
