"""The whole bot in a pseudo-language: no bare English is left anywhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
import pytest
from simcord import interactions

from bot.i18n import PSEUDO, texts_for
from bot.seating import COMPUTER_NAMES
from bot.ui.ids import Press, Verb
from tests.bot.world import PEOPLE, Message, words_of
from tests.positions import position

if TYPE_CHECKING:
    from simcord.results import InteractionResult

    from tests.bot.world import World

FOUR = ("Ana", "Bruno", "Carla", "Dario")
DRAW = (
    "draw: 7H 7D 7C 9S 9C KD KC 4S 5H QH JK; table: QS QC QD; pile: 4D KH; stock: 6S 8D 9D 3H; red threes: 3D"
)
PLAY = "play: 4C 4D 4H 5C 5D 5H 6C 6D 6H 7C 7D 7H QS JK 2S; table: 9S 9C 9D; pile: JK 4S"
CLOSING = "play: 9C; table: KH KS KC KD KH KS KD; theirs: 8C 8D 8H 8S 2D 2C 2H; pile: 4S"
NAMES = {*PEOPLE, *COMPUTER_NAMES, "Mod"}


@pytest.fixture(autouse=True)
def everybody_speaks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    original = interactions.base_payload

    def base_payload(*args: Any, **kwargs: Any) -> Any:
        record, payload = original(*args, **kwargs)
        return record, payload | {"locale": PSEUDO, "guild_locale": PSEUDO}

    monkeypatch.setattr(interactions, "base_payload", base_payload)


@pytest.fixture
def speaking(world: World) -> World:
    guild = world.bot.get_guild(world.env.guild.id)
    assert guild is not None
    guild.preferred_locale = discord.enums.try_enum(discord.Locale, PSEUDO)
    return world


def bare_words(texts: list[str]) -> set[str]:
    """Words in plain letters that are no names; single letters are ranks and clauses."""
    kept = [re.sub(r"<[@#]\d+>", "", text) for text in texts]
    return {word for text in kept for word in re.findall(r"[A-Za-z]{2,}", text)} - NAMES


def wide(words: str, **params: object) -> str:
    return texts_for(PSEUDO)(words, **params)


async def press(message: Message, name: str, label: str) -> InteractionResult:
    return await message.press(name, wide(label))


async def test_a_lobby_and_its_refusals(speaking: World) -> None:
    lobby = await speaking.lobby()
    table_id = speaking.table.info.id
    presses = [Press(table_id, verb, 0, "0").custom_id for verb in Verb if verb is not Verb.SIT]
    presses.append("nonsense")
    for start in range(0, len(presses), 8):
        await speaking.at_once(*(("Elena", lobby, press) for press in presses[start : start + 8]))
    await lobby.forge("Ana", Press(table_id, Verb.SIT, 0, "0").custom_id)
    await lobby.forge("Ana", Press(table_id, Verb.START).custom_id)
    await speaking.lobby("Ana")
    await speaking["Ana"].slash(speaking.channel, "hand")
    await press(lobby, "Ana", "Cancel")
    await speaking.wait(31 * 60)
    assert bare_words(speaking.bodies()) == set()


async def test_a_deal_from_the_first_press_to_the_rematch(speaking: World) -> None:
    lobby = await speaking.lobby()
    for name, side in (("Bruno", "2"), ("Carla", "1"), ("Dario", "2")):
        await lobby.press(name, wide("Sit: side {number}", number=side))
    await press(lobby, "Ana", "Start")
    await speaking.rig(position(DRAW))
    await speaking.wait(1)
    table = speaking.table_message()
    for label in ("In words", "Log", "More"):
        await press(table, "Ana", label)
    result = await press(table, "Ana", "My hand")
    hand = Message(speaking, table.channel, result.followups[-1].id)
    for label in ("Help", "Sort by suit", "Draw"):
        await press(hand, "Ana", label)
    await speaking.rig(position(PLAY))
    await press(hand, "Ana", "Sort by rank")
    await hand.choose("Ana", next(iter(hand.options)), "4♧", "4♢", "4♡")
    await hand.forge("Ana", Press(speaking.table.info.id, Verb.PLAY, 0, "D").custom_id)
    await hand.forge("Ana", Press(speaking.table.info.id, Verb.IDEAS, 0, "0").custom_id)
    await speaking.wait(4 * 60)
    await speaking["Ana"].slash(table.channel, "discard", card="6C")
    await speaking.wait(2)
    await speaking.rig(position(CLOSING), totals=(4800, 900))
    await speaking["Ana"].slash(table.channel, "discard", card="9C")
    await speaking.wait(2)
    end = Message(speaking, table.channel, table.id)
    await press(end, "Ana", "Rematch")
    assert bare_words(speaking.bodies()) == set()
    (thread,) = [r.json["name"] for r in speaking.env.http_requests if r.path.endswith("/threads")]
    assert bare_words([thread]) == set()


async def test_the_sheet_between_two_deals(speaking: World) -> None:
    await speaking_match(speaking)
    await speaking.rig(position(CLOSING))
    await speaking["Ana"].slash(speaking.channel, "discard", card="9C")
    await speaking.wait(1)
    await press(speaking.table_message(), "Ana", "Next deal")
    await speaking.wait(31)
    assert bare_words(speaking.bodies()) == set()


async def speaking_match(world: World) -> None:
    lobby = await world.lobby()
    await press(lobby, "Ana", "Fill up with computers")
    await press(lobby, "Ana", "Start")


async def test_every_command_and_refusal(speaking: World) -> None:
    await speaking_match(speaking)
    await speaking.rig(position(PLAY))
    ana = speaking["Ana"]
    for command, options in (
        ("take", {}),
        ("meld", {"cards": "4C"}),
        ("meld", {"cards": "zz"}),
        ("meld", {"cards": "A A A"}),
        ("layoff", {"cards": "4C"}),
        ("layoff", {"cards": "4C", "onto": "zz"}),
        ("discard", {"card": "4C 5C"}),
        ("undo", {}),
        ("table", {}),
        ("rules", {}),
        ("help", {}),
        ("hand", {"table": "zz"}),
    ):
        await ana.slash(speaking.channel, command, **options)
    choices = await ana.autocomplete(speaking.channel, "meld", "cards", "")
    choices += await ana.autocomplete(speaking.channel, "layoff", "onto", "")
    await speaking["Elena"].slash(speaking.channel, "draw")
    bodies = [text for text in speaking.bodies() if "ZZ" not in text]
    assert bare_words(bodies) == set()
    assert bare_words([choice["name"] for choice in choices]) == set()


async def test_the_vote_and_the_end(speaking: World) -> None:
    lobby = await speaking.lobby()
    await lobby.press("Bruno", wide("Sit: side {number}", number=2))
    await press(lobby, "Ana", "Fill up with computers")
    await press(lobby, "Ana", "Start")
    for name, verb in (
        ("Bruno", Verb.END),
        ("Ana", Verb.DECLINE),
        ("Bruno", Verb.AWAY),
        ("Bruno", Verb.BACK),
    ):
        await lobby.forge(name, Press(speaking.table.info.id, verb, 0).custom_id)
    await speaking["Bruno"].slash(speaking.channel, "end")
    await speaking["Ana"].slash(speaking.channel, "end")
    await speaking.wait(2)
    assert bare_words(speaking.bodies()) == set()


async def test_a_fault(speaking: World, logged_errors: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError

    assert speaking.bot.desk is not None
    monkeypatch.setattr(speaking.bot.desk.tables._matches, "create", broken)
    await speaking["Ana"].slash(speaking.channel, "canasta")
    logged_errors.clear()
    texts = speaking.bodies()
    assert texts
    assert {word for word in bare_words(texts) if not re.fullmatch(r"[a-f]+", word)} == set()


def test_a_bare_word_would_be_found() -> None:
    assert bare_words(words_of([{"type": 10, "content": "Ana drew 7♡ (I-8)"}])) == {"drew"}
