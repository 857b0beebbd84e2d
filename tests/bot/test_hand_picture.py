"""The picture of the hand in its panel, for who wants one."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from bot.render.hand_scene import HandScene
from bot.ui.ids import Press, Verb
from engine.cards import parse_cards
from tests.bot.world import GALLERY, World, deny, walk
from tests.positions import position

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.bot.world import Message

FOUR = ("Ana", "Bruno", "Carla", "Dario")
START = "draw: 7H 7D 7C 9S 9C KD; pile: 4S; stock: 6S 8D 9D; left: 5C 5D QH; partner: 5C 5D QH"


@pytest.fixture
async def world(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A world in which each picture is a file that names what it shows."""
    world = World(tmp_path, seed, monkeypatch)
    await world.start()
    yield world
    await world.stop()


async def wanting(world: World, name: str, show: str = "hand") -> None:
    """Have somebody choose how cards are shown to them."""
    await world[name].slash(world.channel, "settings", show=show)
    await world.wait(1)


async def hand_of(world: World, name: str, *, show: str = "hand") -> Message:
    await world.playing(*FOUR, position=position(START))
    await wanting(world, name, show)
    return await world.hand(name)


def stored(message: Message) -> Any:
    return message.world.env.backend.get_message(message.channel.id, message.id)


def gallery(message: Message) -> list[dict[str, Any]]:
    return [
        item for part in walk(message.components) if part.get("type") == GALLERY for item in part["items"]
    ]


def address(message: Message) -> str:
    """Where the picture of a panel lies; it is the only thing attached."""
    (attachment,) = stored(message).attachments
    (item,) = gallery(message)
    assert item["media"]["url"] == attachment["url"]
    assert attachment["filename"] == "hand.png"
    return str(attachment["url"])


def picture(message: Message) -> str:
    """What the picture shows, which is its content here."""
    content = message.world.env.backend.cdn.get(address(message))
    assert content is not None
    return bytes(content).decode()


def cards(part: str, codes: str) -> str:
    """These cards, as a picture tells of them."""
    return f"{part}={tuple(parse_cards(codes))}"


def words(message: Message) -> str:
    (item,) = gallery(message)
    return str(item["description"]).replace("\N{NO-BREAK SPACE}", " ")


async def test_a_hand_is_text_alone_unless_its_person_wants_a_picture(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    for name in FOUR:
        hand = await world.hand(name)
        assert gallery(hand) == stored(hand).attachments == []
    await (await world.hand("Ana")).press("Ana", "Draw")
    drawn = world.bot.desk.hands._pictures._kept  # type: ignore[union-attr]
    assert not [scene for scene in drawn if isinstance(scene, HandScene)]


async def test_the_picture_and_its_words_stand_beside_the_text(world: World) -> None:
    hand = await hand_of(world, "Ana")
    assert "7♧ 7♢ 7♡ · 9♧ 9♤ · K♢" in hand.text.replace(words(hand), "")
    assert words(hand) == "Your hand: 7♧ 7♢ 7♡ · 9♧ 9♤ · K♢"
    assert picture(hand).startswith("HandScene(hand=(")


async def test_it_is_drawn(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(tmp_path / "drawn", seed, monkeypatch, pictures=True)
    await world.start()
    hand = await hand_of(world, "Ana")
    content = world.env.backend.cdn.get(address(hand))
    assert content is not None
    assert Image.open(BytesIO(content)).width == 640
    await world.stop()


async def test_a_press_that_changes_no_card_uploads_nothing(world: World) -> None:
    hand = await hand_of(world, "Ana")
    before = address(hand)
    await hand.forge("Ana", Press(world.table.info.id, Verb.SHOW, world.table.table.version).custom_id)
    assert address(hand) == before
    await hand.press("Ana", "Draw")
    drawn = address(hand)
    assert drawn != before
    await hand.forge("Ana", Press(world.table.info.id, Verb.CLEAR, world.table.table.version).custom_id)
    assert address(hand) == drawn


async def test_cards_chosen_and_the_order_show_in_the_picture(world: World) -> None:
    hand = await hand_of(world, "Ana")
    await hand.press("Ana", "Draw")
    assert cards("drawn", "6S") in picture(hand)
    assert "chosen=()" in picture(hand)
    await hand.choose("Ana", "Choose cards…", "7♧", "7♢", "7♡")
    assert cards("chosen", "7C 7D 7H") in picture(hand)
    assert "Chosen: 7♧ 7♢ 7♡" in words(hand)
    await hand.press("Ana", "Sort by suit")
    assert "by_suit=True" in picture(hand)
    await hand.press("Ana", "Meld 3 cards (15)")
    assert words(hand) == "Your hand: 6♤ 9♤ · K♢ · 9♧\nYou drew 6♤."


async def test_what_others_do_leaves_the_picture_as_it_is(world: World) -> None:
    carla = await hand_of(world, "Carla")
    before, version = address(carla), world.table.table.version
    ana = await world.hand("Ana")
    await ana.press("Ana", "Draw")
    await ana.choose("Ana", "Discard…", "K♢")
    await world.wait(1)
    assert world.table.table.version > version
    assert "Pile: **K♢** on top" in carla.text
    assert address(carla) == before


async def test_a_choice_shows_on_the_open_panel_and_can_be_taken_back(world: World) -> None:
    hand = await hand_of(world, "Ana", show="pictures")
    assert gallery(hand) == []
    await wanting(world, "Ana", "hand")
    assert picture(hand)
    await wanting(world, "Ana", "text")
    assert gallery(hand) == stored(hand).attachments == []
    assert "- sevens: 7♧ 7♢ 7♡" in hand.text.replace("\N{NO-BREAK SPACE}", " ")
    await wanting(world, "Ana", "hand")
    assert picture(hand)
    await wanting(world, "Ana", "pictures")
    assert gallery(hand) == stored(hand).attachments == []


async def test_the_colors_are_those_of_the_person(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    await world["Ana"].slash(world.channel, "settings", show="hand", colors="two")
    hand = await world.hand("Ana")
    assert "TWO_COLORS" in picture(hand)


async def test_after_a_restart_it_is_sent_once_more(world: World) -> None:
    hand = await hand_of(world, "Ana")
    before = address(hand)
    await world.restart()
    hand.world = world
    await hand.press("Ana", "Sort by suit")
    after = address(hand)
    assert after != before
    await hand.press("Ana", "Draw")
    assert len(stored(hand).attachments) == 1


async def test_after_a_restart_a_picture_that_is_not_wanted_any_more_goes(world: World) -> None:
    hand = await hand_of(world, "Ana")
    await world.restart()
    hand.world = world
    await wanting(world, "Ana", "pictures")
    assert gallery(hand)
    await hand.press("Ana", "Draw")
    assert gallery(hand) == stored(hand).attachments == []


async def test_where_the_bot_may_not_attach_files_the_hand_is_in_text(world: World) -> None:
    deny(world, attach_files=False)
    hand = await hand_of(world, "Ana")
    assert gallery(hand) == stored(hand).attachments == []
    assert "9♧ 9♤" in hand.text


async def test_each_person_gets_their_own_and_nobody_else_any(world: World) -> None:
    """Bruno and Carla hold the same cards; Ana's are others. Dario wants no picture."""
    await world.playing(*FOUR, position=position(START))
    for name in FOUR[:3]:
        await wanting(world, name)
    hands = {name: await world.hand(name) for name in FOUR}
    await hands["Ana"].press("Ana", "Draw")
    await hands["Ana"].choose("Ana", "Discard…", "K♢")
    await world.wait(1)
    await hands["Bruno"].press("Bruno", "Draw")
    await world.wait(3)
    assert gallery(hands["Dario"]) == stored(hands["Dario"]).attachments == []
    shown = {name: picture(hands[name]) for name in FOUR[:3]}
    assert cards("hand", "6S 7C 7D 7H 9C 9S") in shown["Ana"]
    assert cards("hand", "5C 5D 8D QH") in shown["Bruno"]
    assert cards("hand", "5C 5D QH") in shown["Carla"]
    for message in messages(world):
        holds = [content(world, attachment) for attachment in message.attachments]
        if any("HandScene" in each for each in holds):
            assert message.flags & 64
            (owner,) = [name for name in FOUR if hands[name].id == message.id]
            assert holds == [shown[owner]]


def messages(world: World) -> list[Any]:
    """Every message there is, in every channel, private ones too."""
    return [message for channel in world.env.backend.messages.values() for message in channel.values()]


def content(world: World, attachment: dict[str, Any]) -> str:
    return bytes(world.env.backend.cdn.get(attachment["url"]) or b"").decode()


async def test_a_forged_press_on_a_public_message_puts_no_picture_there(world: World) -> None:
    await hand_of(world, "Ana")
    table = world.table_message()
    before = stored(table).attachments
    for verb in (Verb.SHOW, Verb.SORT, Verb.CLEAR, Verb.CHOOSE, Verb.PLAY):
        record = await table.forge("Ana", Press(world.table.info.id, verb, 1, "0").custom_id)
        assert record.ephemeral
    assert stored(table).attachments == before
