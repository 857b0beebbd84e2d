from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from bot.pictures import Pictures
from bot.ports import Ports
from bot.render.scene import scene_of
from tests.bot.ui.panels import NAMES, T, view
from tests.bot.world import GALLERY, World, deny, walk
from tests.positions import position

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from bot.render.scene import Scene
    from tests.bot.world import Message

FOUR = ("Ana", "Bruno", "Carla", "Dario")
SETTLED = "draw: 5H 6H; table: 9S 9H 9C; pile: 8D; stock: 4S 4C 4D 4H JC JD"
LAST = "play: 9C; table: KH KS KC KD KH KS KD; theirs: 8C 8D 8H 8S 2D 2C 2H; pile: 4S"


@pytest.fixture
async def world(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A world in which pictures are drawn."""
    world = World(tmp_path, seed, monkeypatch, pictures=True)
    await world.start()
    yield world
    await world.stop()


def pictures_of(message: Message) -> list[str]:
    """The addresses of the pictures that a message shows, all of them attached to it."""
    stored = message.world.env.backend.get_message(message.channel.id, message.id)
    shown = [c["media"]["url"] for c in walk(stored.components) if "media" in c]
    assert shown == [attachment["url"] for attachment in stored.attachments]
    return shown


def drawn(message: Message) -> Image.Image:
    (address,) = pictures_of(message)
    png = message.world.env.backend.cdn.get(address)
    assert png is not None
    return Image.open(BytesIO(png))


def edits(world: World) -> int:
    return len([r for r in world.env.http_requests if r.method == "PATCH" and "/channels/" in r.path])


async def test_the_table_message_shows_the_picture_and_its_words(world: World) -> None:
    table = await world.playing(*FOUR, position=position(SETTLED))
    assert drawn(table).width == 640
    (gallery,) = [c for c in walk(table.components) if c.get("type") == GALLERY]
    (item,) = gallery["items"]
    assert item["description"].startswith("Side 1: 9")


async def test_a_draw_uploads_nothing_and_a_discard_a_new_picture(world: World) -> None:
    table = await world.playing(*FOUR, position=position(SETTLED))
    before, seen = pictures_of(table), drawn(table).tobytes()
    await world["Ana"].slash(table.channel, "draw")
    await world.wait(3)
    assert pictures_of(table) == before
    await world["Ana"].slash(table.channel, "discard", card="4S")
    await world.wait(3)
    assert pictures_of(table) != before
    assert drawn(table).tobytes() != seen


async def test_an_edit_that_changes_no_picture_keeps_the_one_there_is(world: World) -> None:
    table = await world.playing(*FOUR, position=position(SETTLED))
    before, count = pictures_of(table), edits(world)
    more = await table.press_new("Bruno", "More")
    await more.press("Bruno", "Let the computer play for me")
    await world.wait(3)
    assert edits(world) > count
    assert pictures_of(table) == before


async def test_after_a_restart_the_picture_is_there_once(world: World) -> None:
    table = await world.playing(*FOUR)
    await world.restart()
    await world.wait(3)
    assert drawn(table).width == 640


async def test_the_sheet_of_a_deal_is_text_alone(world: World) -> None:
    table = await world.playing(*FOUR, position=position(LAST))
    assert pictures_of(table)
    await world["Ana"].slash(table.channel, "discard", card="9C")
    await world.wait(2)
    assert "Deal 1 is over." in table.text
    assert pictures_of(table) == []


async def test_a_table_that_is_shown_again_soon_has_its_picture(world: World) -> None:
    await world.playing(*FOUR, position=position(SETTLED))
    await world["Bruno"].slash(world.channel, "table")
    await world.wait(3)
    again = world.table_message()
    assert again.channel.id == world.channel.id
    assert drawn(again).width == 640


async def test_where_the_bot_may_not_attach_files_the_table_is_in_words(world: World) -> None:
    deny(world, attach_files=False)
    table = await world.playing(*FOUR, position=position(SETTLED))
    assert pictures_of(table) == []
    assert "9×3" in table.text  # noqa: RUF001  a times sign
    assert "8♢" in table.text


class Workshop:
    """Draws off the loop as asked, and counts."""

    def __init__(self) -> None:
        self.orders = 0

    async def __call__(self, work: Callable[[], Any], /) -> Any:
        self.orders += 1
        return work()


def scenes(count: int) -> list[Scene]:
    texts = [f"draw: 5H; pile: {' '.join(['4S'] * size)}" for size in range(1, count + 1)]
    return [scene_of(view(text, None), NAMES, T) for text in texts]


async def test_what_shows_the_same_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.pictures.draw", lambda scene: scene.digest.encode())
    workshop = Workshop()
    pictures = Pictures(Ports(off_loop=workshop))
    one, other = scenes(2)
    for scene in (one, one, other, scenes(1)[0]):
        assert await pictures.png(scene) == scene.digest.encode()
    assert workshop.orders == 2


async def test_the_oldest_pictures_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.pictures.draw", lambda scene: scene.digest.encode())
    workshop = Workshop()
    pictures = Pictures(Ports(off_loop=workshop))
    first, *rest = scenes(70)
    for scene in (first, *rest, rest[-1]):
        await pictures.png(scene)
    assert workshop.orders == 70
    await pictures.png(first)
    assert workshop.orders == 71
