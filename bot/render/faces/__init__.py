"""The card faces: their names, their colors, and the pictures that were drawn of them once.

A face stands on a light ground, so that its colors read the same on Discord's dark and light themes. The
pictures come from `bot.render.faces.svg`; `python -m bot.render.faces` draws them again.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from bot.render.cards import CardStyle
from engine.cards import FACES, JOKER, RANK, SUIT

if TYPE_CHECKING:
    from engine.cards import Card, Suit

Form: TypeAlias = Literal["emoji", "large"]
"""A square that fills a line of text, or an upright card."""
FORMS: tuple[Form, ...] = ("emoji", "large")
SIZES: dict[Form, tuple[int, int]] = {"emoji": (128, 128), "large": (120, 168)}
"""Width and height of each form, in pixels."""

PAPER, INK, RED, BLUE, GREEN, PURPLE = "#fbfaf5", "#15181e", "#d3202f", "#1259d1", "#0d7a38", "#7a2fb8"
GOLD = "#e0a100"
SUIT_COLORS = {
    CardStyle.FOUR_COLORS: (GREEN, BLUE, RED, INK),
    CardStyle.TWO_COLORS: (INK, RED, RED, INK),
}
"""Of clubs, diamonds, hearts and spades."""

BACK = "card_back"
FONT = Path(__file__).parent / "font" / "BarlowCondensed-Bold.ttf"
_RANKS = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_SUITS = ("clubs", "diamonds", "hearts", "spades")
_COLORS = {RED: "red_", INK: "black_"}


def color_of(suit: Suit, style: CardStyle) -> str:
    """Return the color of a suit."""
    return SUIT_COLORS[style][suit]


def face_name(card: Card, style: CardStyle) -> str:
    """Return what a face is called, and read aloud as: ``seven_hearts``, ``seven_red_diamonds``.

    A color is in the name only where the styles differ.
    """
    if card == JOKER:
        return "joker"
    suit = SUIT[card]
    color = color_of(suit, style)
    usual = color == color_of(suit, CardStyle.FOUR_COLORS)
    return f"{_RANKS[RANK[card]]}_{'' if usual else _COLORS[color]}{_SUITS[suit]}"


def all_faces() -> dict[str, tuple[Card, CardStyle]]:
    """Return each face that looks like no other, by its name, the usual style first; not the back."""
    faces: dict[str, tuple[Card, CardStyle]] = {}
    for style in CardStyle:
        for card in FACES:
            faces.setdefault(face_name(card, style), (card, style))
    return faces


def picture_path(name: str, form: Form) -> Path:
    """Return where the picture of a face, or of the back, lies."""
    return Path(__file__).parent / form / f"{name}.png"


def suit_path(suit: Suit) -> Path:
    """Return where the shape of a suit lies: a square picture that is light where the suit is."""
    return Path(__file__).parent / "suits" / f"{_SUITS[suit]}.png"


@cache
def emoji_png(name: str) -> bytes:
    """Return the emoji of a face, or of the back, as a PNG."""
    return picture_path(name, "emoji").read_bytes()
