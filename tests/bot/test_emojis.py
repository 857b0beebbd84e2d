from __future__ import annotations

import re
from base64 import b64decode
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from bot.render.cards import CardStyle
from bot.render.faces import BACK, all_faces, emoji_png
from engine.cards import parse_card
from tests.bot.ui.panels import T
from tests.bot.world import World
from tests.positions import position

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

NAMES = (*all_faces(), BACK)
ALL = len(NAMES)
ROUTE = "/applications/*/emojis"
SEVEN = parse_card("7H")


@pytest.fixture
async def uploading(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A world whose bot uploads its faces."""
    world = World(tmp_path, seed, monkeypatch, emojis=True)
    await world.start()
    yield world
    await world.stop()


def there(world: World) -> Counter[str]:
    """How often each name is among the application's emojis."""
    return Counter(emoji.name for emoji in world.env.backend.application_emojis.values())


def id_of(world: World, name: str) -> int:
    return next(key for key, emoji in world.env.backend.application_emojis.items() if emoji.name == name)


def uploads(world: World) -> list[tuple[str, bytes]]:
    """What was sent to be an emoji, in order: names and pictures."""
    sent = [r.json for r in world.env.http_requests if r.method == "POST" and r.path.endswith("/emojis")]
    return [(body["name"], b64decode(body["image"].partition(",")[2])) for body in sent]


def written(world: World, card: int = SEVEN, style: CardStyle = CardStyle.FOUR_COLORS) -> str:
    assert world.bot.desk is not None
    return world.bot.desk.emojis.cards(T, style).text(card)


async def test_every_face_is_uploaded_once_and_slowly(uploading: World) -> None:
    assert len(uploads(uploading)) == 1
    await uploading.wait(10)
    assert 10 <= len(uploads(uploading)) <= 22
    await uploading.wait(2 * ALL)
    assert there(uploading) == dict.fromkeys(NAMES, 1)
    assert uploads(uploading) == [(name, emoji_png(name)) for name in NAMES]
    await uploading.wait(3600)
    assert len(uploads(uploading)) == ALL


async def test_a_card_is_text_until_its_emoji_is_there(uploading: World) -> None:
    assert written(uploading) == "7♡"
    while "seven_hearts" not in there(uploading):
        await uploading.wait(1)
    assert written(uploading) == "7♡"  # others are still missing
    await uploading.wait(2 * ALL)
    assert written(uploading) == f"<:seven_hearts:{id_of(uploading, 'seven_hearts')}>"
    ten, two = parse_card("TC"), CardStyle.TWO_COLORS
    assert re.fullmatch(r"<:ten_clubs:\d+>", written(uploading, ten))
    assert re.fullmatch(r"<:ten_black_clubs:\d+>", written(uploading, ten, two))
    assert written(uploading, SEVEN, two) == written(uploading, SEVEN)


async def test_a_bot_that_starts_again_finds_them_by_name_and_content(uploading: World) -> None:
    await uploading.wait(2 * ALL)
    before = written(uploading)
    await uploading.restart()
    await uploading.wait(10)
    assert written(uploading) == before
    assert len(uploads(uploading)) == ALL


async def test_a_bot_that_died_while_uploading_goes_on(uploading: World) -> None:
    await uploading.wait(10)
    first = set(uploading.env.backend.application_emojis)
    await uploading.restart()
    await uploading.wait(2 * ALL)
    assert there(uploading) == dict.fromkeys(NAMES, 1)
    assert first <= set(uploading.env.backend.application_emojis)
    assert len(uploads(uploading)) == ALL


async def test_one_that_nobody_remembers_is_replaced_and_others_are_left_alone(uploading: World) -> None:
    await uploading.wait(2 * ALL)
    backend = uploading.env.backend
    backend.delete_application_emoji(id_of(uploading, "seven_hearts"))
    strange = backend.create_application_emoji("seven_hearts").id
    others = backend.create_application_emoji("somebody_elses").id
    await uploading.restart()
    await uploading.wait(10)
    assert strange not in backend.application_emojis
    assert others in backend.application_emojis
    assert uploads(uploading)[ALL:] == [("seven_hearts", emoji_png("seven_hearts"))]


async def test_a_face_that_is_drawn_anew_is_uploaded_anew(
    uploading: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await uploading.wait(2 * ALL)
    drawn = {"seven_hearts": emoji_png("ace_spades")}
    monkeypatch.setattr("bot.emojis.emoji_png", lambda name: drawn.get(name) or emoji_png(name))
    await uploading.restart()
    await uploading.wait(10)
    assert uploads(uploading)[ALL:] == [*drawn.items()]
    assert there(uploading) == dict.fromkeys(NAMES, 1)


async def test_after_an_outage_it_goes_on_by_itself(uploading: World) -> None:
    uploading.env.inject_error("POST", ROUTE, status=503)
    await uploading.wait(300)
    assert len(there(uploading)) < ALL
    await uploading.wait(600 + 2 * ALL)
    assert there(uploading) == dict.fromkeys(NAMES, 1)


async def test_a_refusal_ends_it_and_the_bot_plays_on_with_text(uploading: World) -> None:
    uploading.env.inject_error("POST", ROUTE, status=400, code=30008)
    await uploading.wait(3600)
    few = len(uploads(uploading))
    assert few < ALL
    await uploading.playing("Ana", "Bruno", "Carla", "Dario", position=position("draw: 5H"))
    assert "Ana is to draw" in uploading.table_message().text
    assert written(uploading) == "7♡"
    assert len(uploads(uploading)) == few


async def test_the_table_is_written_with_them(uploading: World) -> None:
    await uploading.wait(2 * ALL)
    await uploading.playing("Ana", "Bruno", "Carla", "Dario", position=position("play: 7H 5C"))
    await uploading["Ana"].slash(uploading.table_message().channel, "discard", card="7H")
    await uploading.wait(2)
    text = uploading.table_message().text
    assert f"Ana discarded {written(uploading)}." in text
    assert f"<:card_back:{id_of(uploading, 'card_back')}> Stock 2" in text
