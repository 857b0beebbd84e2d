from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import combinations, pairwise
from random import Random

import pytest
from PIL import Image

from bot.i18n import available_locales, texts_for
from bot.render.cards import CardStyle
from bot.render.hand_layout import lay_out_hand
from bot.render.hand_scene import HandScene, hand_alt_text
from bot.render.layout import SMALLEST, WIDTH, Area, Face, Letters
from bot.render.picture import draw
from engine.cards import FACES, parse_cards
from tests.bot.render.colors import assert_colors_are_kept
from tests.bot.ui.deals import HAND
from tests.bot.ui.panels import PSEUDO, T

LANGUAGES = [texts_for(locale) for locale in available_locales()]
SIZES = (1, 11, 26, 45, len(HAND))
SMALLEST_CARD = 60
"""Pixels: its rank is then 31 high, more than the smallest letters."""


def scene(cards: str, drawn: str = "", chosen: str = "", *, by_suit: bool = False) -> HandScene:
    hand, new, picked = (tuple(sorted(parse_cards(text))) for text in (cards, drawn, chosen))
    return HandScene(hand, new, picked, by_suit, CardStyle.FOUR_COLORS, "new")


def large(size: int, *, by_suit: bool) -> HandScene:
    """A hand of so many cards, the last few of them chosen and new."""
    hand = tuple(sorted(Random(size).sample(HAND, size)))
    return HandScene(hand, hand[-5:], hand[-5:], by_suit, CardStyle.FOUR_COLORS, "new")


def faces(shown: HandScene) -> list[Face]:
    return [item for item in lay_out_hand(shown).items if isinstance(item, Face)]


def rows(shown: HandScene) -> list[list[str]]:
    """The names of the faces in each row."""
    tops = sorted({face.box[1] for face in faces(shown)})
    return [[face.name for face in faces(shown) if face.box[1] == top] for top in tops]


@pytest.mark.parametrize("style", CardStyle)
def test_the_few_colors_of_a_picture_are_those_that_were_painted(style: CardStyle) -> None:
    every = tuple(sorted(FACES))
    assert_colors_are_kept(HandScene(every, every[:5], every[:9], by_suit=True, style=style, word="new"))


@pytest.mark.parametrize("by_suit", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_every_card_is_whole_and_large(size: int, *, by_suit: bool) -> None:
    shown = large(size, by_suit=by_suit)
    layout = lay_out_hand(shown)
    cards = [item for item in layout.items if isinstance(item, Face)]
    assert len(cards) == size
    for card in cards:
        left, top, right, bottom = card.box
        assert 0 <= left < right <= WIDTH
        assert 0 <= top < bottom <= layout.height
        assert right - left >= SMALLEST_CARD
    for one, other in combinations(cards, 2):
        assert (
            one.box[2] <= other.box[0]
            or other.box[2] <= one.box[0]
            or (one.box[3] <= other.box[1] or other.box[3] <= one.box[1])
        )


@pytest.mark.parametrize("by_suit", [False, True])
def test_cards_get_smaller_only_where_there_are_many(*, by_suit: bool) -> None:
    widths = [face.box[2] - face.box[0] for size in SIZES for face in faces(large(size, by_suit=by_suit))[:1]]
    assert all(many <= few for few, many in pairwise(widths))
    assert widths[0] > 1.5 * widths[-1]


def test_equal_ranks_lie_together() -> None:
    hand = scene("4C 4D 4H 9S 9H 9D 9C KD 2C JK JK")
    assert rows(hand) == [
        ["four_clubs", "four_diamonds", "four_hearts"],
        ["nine_clubs", "nine_diamonds", "nine_hearts", "nine_spades", "king_diamonds"],
        ["two_clubs", "joker", "joker"],
    ]


def test_each_suit_has_a_row_of_its_own() -> None:
    hand = scene("4C KD 9D 9S 2C JK", by_suit=True)
    assert rows(hand) == [
        ["nine_spades"],
        ["nine_diamonds", "king_diamonds"],
        ["four_clubs"],
        ["two_clubs", "joker"],
    ]


def test_a_chosen_card_stands_out_of_its_row_in_an_edge() -> None:
    one, other = faces(scene("9C 9C", chosen="9C"))
    assert one.box[1] < other.box[1]
    assert one.box[3] - one.box[1] == other.box[3] - other.box[1]
    (edge,) = [item for item in lay_out_hand(scene("9C 9C", chosen="9C")).items if isinstance(item, Area)]
    left, top, right, bottom = edge.box
    assert left < one.box[0]
    assert top < one.box[1]
    assert one.box[2] < right <= other.box[0]
    assert bottom > one.box[3]


def test_the_card_just_drawn_has_the_word_for_it() -> None:
    layout = lay_out_hand(scene("9C 9C KD", drawn="9C"))
    (word,) = [item for item in layout.items if isinstance(item, Letters)]
    _, twin, _ = faces(scene("9C 9C KD", drawn="9C"))
    assert word.text == "new"
    assert word.size >= SMALLEST
    assert twin.box[0] <= word.box[0] < word.box[2] <= twin.box[2]
    assert twin.box[1] < word.box[1]


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.locale)
def test_the_word_is_whole_in_every_language(t: object) -> None:
    crowded = replace(large(len(HAND), by_suit=True), word=t("new"))  # type: ignore[operator]
    words = {item.text for item in lay_out_hand(crowded).items if isinstance(item, Letters)}
    assert words == {crowded.word}


def test_a_card_that_has_left_the_hand_is_not_marked() -> None:
    assert not [
        item
        for item in lay_out_hand(scene("KD", drawn="9C", chosen="9C")).items
        if not isinstance(item, Face)
    ]


def test_both_styles_are_honored() -> None:
    hand = scene("7D 7H")
    assert rows(hand) == [["seven_diamonds", "seven_hearts"]]
    assert rows(replace(hand, style=CardStyle.TWO_COLORS)) == [["seven_red_diamonds", "seven_hearts"]]
    assert draw(hand) != draw(replace(hand, style=CardStyle.TWO_COLORS))


@pytest.mark.parametrize("size", SIZES)
def test_it_is_a_png_of_few_bytes(size: int) -> None:
    png = draw(large(size, by_suit=False))
    picture = Image.open(BytesIO(png))
    assert (picture.format, picture.width) == ("PNG", 640)
    assert len(png) < 90_000


def test_the_words_tell_what_the_picture_shows() -> None:
    shown = scene("4C 4D KD JK", drawn="4D", chosen="4C 4D")
    assert hand_alt_text(shown, T).replace("\N{NO-BREAK SPACE}", " ").split("\n") == [
        "Your hand: 4♧ 4♢ · K♢ · joker",
        "You drew 4♢.",
        "Chosen: 4♧ 4♢",
    ]


@pytest.mark.parametrize("t", [*LANGUAGES, PSEUDO], ids=lambda t: t.locale)
def test_the_words_of_any_hand_are_short_enough(t: object) -> None:
    whole = HandScene(
        tuple(HAND), tuple(HAND), tuple(HAND), by_suit=False, style=CardStyle.FOUR_COLORS, word="new"
    )
    assert len(hand_alt_text(whole, t)) <= 1024  # type: ignore[arg-type]
    real = replace(whole, drawn=whole.hand[:3], chosen=whole.hand[:45])
    assert "…" not in hand_alt_text(real, t)  # type: ignore[arg-type]
