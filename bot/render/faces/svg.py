"""The faces as SVG. Shapes are our own; letters come from the font beside this module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.faces import BACK, BLUE, GOLD, PAPER, PURPLE, SIZES, all_faces, color_of
from engine.cards import JOKER, RANK, RANK_CODES, SUIT

if TYPE_CHECKING:
    from bot.render.cards import CardStyle
    from bot.render.faces import Form
    from engine.cards import Card, Suit

_CLUB = (
    "M50 3A22 22 0 0 1 68.5 37A22.5 22.5 0 1 1 57 71C57.5 83 61 91 67 97H33C39 91 42.5 83 43 71"
    "A22.5 22.5 0 1 1 31.5 37A22 22 0 0 1 50 3Z"
)
_DIAMOND = "M50 0Q66 26 94 50Q66 74 50 100Q34 74 6 50Q34 26 50 0Z"
_HEART = (
    "M50 96C22 70 3 54 3 31C3 15 14 5 27 5C37 5 46 11 50 22"
    "C54 11 63 5 73 5C86 5 97 15 97 31C97 54 78 70 50 96Z"
)
_SPADE = (
    "M50 3C57 20 96 39 96 63C96 76 86 84 75 84C66 84 59 79 55 72C56 84 60 91 66 97H34"
    "C40 91 44 84 45 72C41 79 34 84 25 84C14 84 4 76 4 63C4 39 43 20 50 3Z"
)
_SUITS = (_CLUB, _DIAMOND, _HEART, _SPADE)
"""Each in a square of 100, as all drawings here that say no other size."""
_CAP = (
    ("M24 72C20 52 18 40 6 40C1 40-1 46 1 51C-1 36 4 22 17 22C33 22 40 42 42 72Z", 1.0),
    ("M76 72C80 52 82 40 94 40C99 40 101 46 99 51C101 36 96 22 83 22C67 22 60 42 58 72Z", 1.0),
    ("M30 72C31 48 38 26 50 10C62 26 69 48 70 72Z", 0.78),
    ("M22 76H78Q82 76 82 80V88Q82 92 78 92H22Q18 92 18 88V80Q18 76 22 76Z", 1.0),
)
"""A jester's cap: its points at the left, at the right and in the middle, and its brim, each how opaque."""
_BELLS = ((6, 57), (94, 57), (50, 9))
_CAP_HEIGHT = 0.7
"""Height of capitals and digits in the font, as a part of its size."""


def face_svg(name: str, form: Form) -> str:
    """Return the drawing of a face, or of the back, in one of the forms."""
    width, height = SIZES[form]
    drawn = _back(width) if name == BACK else _ground(PAPER) + _FACES[form](*all_faces()[name])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{drawn}</svg>'
    )


def suit_svg(suit: Suit) -> str:
    """Return a suit alone, white, to be colored where it is used."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">'
        f'<path fill="#fff" d="{_SUITS[suit]}"/></svg>'
    )


def _emoji(card: Card, style: CardStyle) -> str:
    if card == JOKER:
        return _joker(8, 8, 112)
    color, suit = color_of(SUIT[card], style), SUIT[card]
    if rank_code(card) == "10":
        return _letters("10", color, (37, 61), 94, squeeze=0.7) + _suit(suit, color, 72, 35, 54)
    return _letters(rank_code(card), color, (34, 61), 94) + _suit(suit, color, 65, 31, 60)


def _large(card: Card, style: CardStyle) -> str:
    if card == JOKER:
        return _letters("JOKER", PURPLE, (60, 30), 30) + _joker(8, 52, 104)
    color, suit = color_of(SUIT[card], style), SUIT[card]
    rank = _letters(rank_code(card), color, (37, 42), 62, squeeze=0.9 if rank_code(card) == "10" else 1.0)
    return rank + _suit(suit, color, 32, 82, 78) + _suit(suit, color, 73, 14, 36)


_FACES = {"emoji": _emoji, "large": _large}


def rank_code(card: Card) -> str:
    """Return the rank as it is lettered: ``7``, ``10``, ``K``."""
    code = RANK_CODES[RANK[card]]
    return "10" if code == "T" else code


def _letters(
    text: str, color: str, center: tuple[float, float], height: float, *, squeeze: float = 1.0
) -> str:
    """Return letters that are ``height`` tall."""
    x, y = center
    return (
        f'<g transform="translate({x} {y + height / 2}) scale({squeeze} 1)">'
        f'<text font-family="Barlow Condensed" font-weight="700" font-size="{height / _CAP_HEIGHT:.4g}" '
        f'text-anchor="middle" fill="{color}">{text}</text></g>'
    )


def _suit(suit: Suit, color: str, x: float, y: float, size: float) -> str:
    return f'<path transform="translate({x} {y}) scale({size / 100:.4g})" fill="{color}" d="{_SUITS[suit]}"/>'


def _joker(x: float, y: float, size: float) -> str:
    parts = "".join(f'<path fill="{PURPLE}" fill-opacity="{opacity}" d="{d}"/>' for d, opacity in _CAP)
    bells = "".join(f'<circle cx="{cx}" cy="{cy}" r="8" fill="{GOLD}"/>' for cx, cy in _BELLS)
    return f'<g transform="translate({x} {y}) scale({size / 100:.4g})">{parts}{bells}</g>'


def _ground(fill: str) -> str:
    return f'<rect width="100%" height="100%" rx="14" fill="{fill}"/>'


def _back(width: int) -> str:
    """Return a net of diamonds, five across."""
    cell = width / 5
    return (
        (
            '<defs><pattern id="net" width="32" height="32" patternUnits="userSpaceOnUse" '
            f'patternTransform="scale({cell / 32:.4g})">'
            f'<path d="M16 2L30 16L16 30L2 16Z" fill="none" stroke="{PAPER}" '
            'stroke-opacity=".8" stroke-width="4"/>'
            f'<circle cx="16" cy="16" r="4" fill="{PAPER}" fill-opacity=".8"/></pattern></defs>'
        )
        + _ground(BLUE)
        + _ground("url(#net)")
    )
