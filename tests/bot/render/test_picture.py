# ruff: noqa: RUF001  # pictures have real times signs and dashes
from __future__ import annotations

from io import BytesIO
from itertools import chain, combinations
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageColor

from bot.i18n import available_locales, texts_for
from bot.render.cards import CardStyle
from bot.render.layout import SMALLEST, WIDTH, Area, Dot, Face, Letters, SuitShape, lay_out
from bot.render.palette import LIES_ON, palette
from bot.render.picture import draw
from bot.render.scene import alt_text, scene_of
from engine.state import Phase
from engine.view import view_for
from tests.bot.render.colors import assert_colors_are_kept
from tests.bot.ui.deals import houses, huge, states
from tests.bot.ui.panels import NAMES, PSEUDO, RULES, T, view

if TYPE_CHECKING:
    from bot.render.layout import Box
    from engine.view import View

LANGUAGES = [texts_for(locale) for locale in available_locales()]
EMPTY = "draw: 5H; pile:; score: 1600 -20"
MIDDLE = (
    "play: 5H 6H; table: 9S 9H 9C, KC KD KS KH KC KD KS JK, TS TH TD TC TS TH TD; theirs: 8C 8D 2D;"
    "red threes: 3H 3D; pile: JK 4S; stock: 8C 3H"
)
RUNS = (
    "draw: 5H; table: 9S 9H 9C, TC JC QC 2D, 4H 5H 6H 7H, 4S 5S 6S 7S 8S 9S TS JS QS KS AS;"
    "theirs: 5D 6D 8D 2C; pile: 7C TH; foot: 4C 4D; their foot: stock"
)


def fullest(rules: str) -> View:
    """More than any real deal: at least sixteen melds a side where the rules have as many."""
    return view_for(huge(Phase.DRAW, houses(rules)[0]), None)


def pictured() -> dict[str, View]:
    return {
        "empty": view(EMPTY, None, rules="classic"),
        "middle": view(MIDDLE, None),
        "runs": view(RUNS, None, rules="tranca"),
        **{rules: fullest(rules) for rules in RULES},
    }


def inside(box: Box, outer: Box) -> bool:
    return box[0] >= outer[0] and box[1] >= outer[1] and box[2] <= outer[2] and box[3] <= outer[3]


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.locale)
@pytest.mark.parametrize("name", pictured())
def test_nothing_in_the_picture_is_cut_off_or_lies_on_something_else(name: str, t: object) -> None:
    layout = lay_out(scene_of(pictured()[name], NAMES, t))  # type: ignore[arg-type]
    whole = (0, 0, WIDTH, layout.height)
    assert all(inside(item.box, whole) for item in layout.items)
    content = [item for item in layout.items if not isinstance(item, Area)]
    for one, other in combinations(content, 2):
        assert not overlap(one.box, other.box), (one, other)
    areas = [item for item in layout.items if isinstance(item, Area)]
    for one_area, other_area in combinations(areas, 2):
        assert not overlap(one_area.box, other_area.box)
    for item in content:
        for area in areas:
            margin = 8 if area.frame else 0
            left, top, right, bottom = area.box
            framed = (left + margin, top + margin, right - margin, bottom - margin)
            assert inside(item.box, framed) or not overlap(item.box, area.box), (item, area)


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.locale)
@pytest.mark.parametrize("name", pictured())
def test_letters_are_large_and_whole(name: str, t: object) -> None:
    layout = lay_out(scene_of(pictured()[name], NAMES, t))  # type: ignore[arg-type]
    lines = [item for item in layout.items if isinstance(item, Letters)]
    assert min(line.size for line in lines) >= SMALLEST == 28
    assert not [line.text for line in lines if "…" in line.text]


def test_a_set_is_its_rank_and_count_and_a_dot_per_wild() -> None:
    layout = lay_out(scene_of(view("play: 5H; table: KC KD KS KH KC 2D JK; pile:", None), NAMES, T))
    (ground,) = [item for item in layout.items if isinstance(item, Area) and item.frame]
    there = [item for item in layout.items if inside(item.box, ground.box) and item is not ground]
    assert [item.text for item in there if isinstance(item, Letters)] == ["K", "×7", "dirty"]
    assert len([item for item in there if isinstance(item, Dot)]) == 2


def test_a_sequence_is_its_run_and_suit() -> None:
    layout = lay_out(scene_of(view("play: 5H; table: TC JC QC 2D; pile:", None, rules="tranca"), NAMES, T))
    assert "10–Q" in [item.text for item in layout.items if isinstance(item, Letters)]
    assert [item.suit for item in layout.items if isinstance(item, SuitShape)] == [0]
    assert len([item for item in layout.items if isinstance(item, Dot)]) == 1


def test_four_tiles_lie_beside_each_other() -> None:
    melds = ", ".join(f"{rank}C {rank}D {rank}S" for rank in "456789")
    layout = lay_out(scene_of(view(f"play: 5H; table: {melds}; pile:", None), NAMES, T))
    areas = [item.box for item in layout.items if isinstance(item, Area)]
    tops = [top for left, top, right, _ in areas if right - left > 100]
    assert [tops.count(top) for top in sorted(set(tops))] == [4, 2, 1]


def test_the_pile_shows_its_top_and_says_why_it_is_hard_to_take() -> None:
    layout = lay_out(scene_of(view(MIDDLE, None), NAMES, T))
    assert [item.name for item in layout.items if isinstance(item, Face)] == ["four_spades"]
    texts = [item.text for item in layout.items if isinstance(item, Letters)]
    assert texts[-2:] == ["Pile: 2 cards", "frozen by a wild"]


def test_red_threes_and_feet_are_told() -> None:
    text = "draw: 5H; red threes: 3H 3D; foot: 4C 4D; their foot: taken"
    layout = lay_out(scene_of(view(text, None, rules="tranca"), NAMES, T))
    texts = [item.text for item in layout.items if isinstance(item, Letters)]
    assert texts[:2] == ["Side 1", "red\N{NO-BREAK SPACE}threes×2"]
    assert "foot not taken yet" in texts
    assert "foot taken" in texts
    assert next(item.name for item in layout.items if isinstance(item, Face)) == "card_back"


_LONG = "Wilhelmina von Hohenfels-Ansbach"


@pytest.mark.parametrize(
    ("names", "lettered"),
    [
        (("Ann", "Žofie Ngô"), ["Ann", "Žofie Ngô"]),
        (("李雷", "Bob 🎉"), ["1", "Bob"]),
        (
            ("Wilhelmina von Hohenfels-Ansbach", "*B*\N{RIGHT-TO-LEFT OVERRIDE}"),
            ["Wilhelmina von Hohenfels-Ansbach", "*B*"],
        ),
    ],
)
def test_who_plays_alone_is_named_as_far_as_there_are_letters(
    names: tuple[str, str], lettered: list[str]
) -> None:
    two = view("play: 5H; table: TC JC QC 2D; seats: 2; pile:", None, rules="tranca")
    heads = [item for item in lay_out(scene_of(two, names, T)).items if isinstance(item, Letters)]
    assert [head.text for head in heads if head.text in lettered] == lettered
    assert max(head.box[2] for head in heads) <= WIDTH


@pytest.mark.parametrize("name", pictured())
def test_the_picture_is_a_png_of_few_bytes(name: str) -> None:
    png = draw(scene_of(pictured()[name], NAMES, T))
    picture = Image.open(BytesIO(png))
    assert picture.format == "PNG"
    assert picture.width == WIDTH == 640
    assert len(png) < 60_000


@pytest.mark.parametrize("style", CardStyle)
@pytest.mark.parametrize("name", pictured())
def test_the_few_colors_of_a_picture_are_those_that_were_painted(name: str, style: CardStyle) -> None:
    scene = scene_of(pictured()[name], NAMES, T, style)
    assert_colors_are_kept(scene)


@pytest.mark.parametrize("color", sorted({*LIES_ON, *chain.from_iterable(LIES_ON.values())}))
def test_every_color_is_in_the_palette_as_it_is(color: str) -> None:
    flat = Image.new("RGB", (1, 1), color).quantize(palette=palette(), dither=Image.Dither.NONE)
    assert flat.convert("RGB").getpixel((0, 0)) == ImageColor.getrgb(color)


@pytest.mark.parametrize("t", [*LANGUAGES, PSEUDO], ids=lambda t: t.locale)
@pytest.mark.parametrize("rules", RULES)
def test_the_words_of_the_fullest_picture_are_short_enough(rules: str, t: object) -> None:
    words = alt_text(fullest(rules), NAMES, t)  # type: ignore[arg-type]
    assert len(words) <= 1024
    assert "…" not in words


def test_the_words_name_who_plays_alone() -> None:
    two = view("play: 5H; table: TC JC QC 2D; seats: 2; pile:", None, rules="tranca")
    lines = alt_text(two, ("Ann", "B*b"), T).split("\n")
    assert [line.partition(":")[0] for line in lines][:2] == ["Ann", "B*b"]


def test_the_words_say_all_that_the_picture_shows() -> None:
    words = alt_text(view(MIDDLE, None), NAMES, T).replace("\N{NO-BREAK SPACE}", " ")
    assert words.split("\n") == [
        "Side 1: 9×3 · 10×7 clean · K×8• dirty · red threes×2",
        "Side 2: 8×3•",
        "Pile: 2 cards · 4♤ · frozen by a wild",
    ]


@pytest.mark.parametrize("rules", RULES)
def test_what_changes_with_every_action_is_not_in_the_scene(rules: str) -> None:
    for state in states(1, houses(rules)[0], share=0.05):
        other = state.copy()
        other.hands = [hand[:1] for hand in other.hands]
        other.stock = other.stock[:1]
        one, two = (scene_of(view_for(each, None), NAMES, T) for each in (state, other))
        assert one == two
        assert one.digest == two.digest


def test_another_meld_gives_another_scene() -> None:
    one, two = (
        scene_of(view(f"play: 5H; table: {cards}", None), NAMES, T) for cards in ("9C 9D 9S", "9C 9D 9S 9H")
    )
    assert one != two
    assert one.digest != two.digest
