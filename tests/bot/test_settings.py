"""What people choose for themselves, and managers for their server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.ui.ids import NO_TABLE, Press, Verb
from storage.standings import HIDDEN
from tests.bot.world import Message, explanation, said, walk
from tests.positions import position

if TYPE_CHECKING:
    from tests.bot.world import World

START = "draw: 7H 7D 9S KD 4S 5H QH; pile: KH; stock: 6S 8D 9D; partner: 5C 5D"
CHANNEL_SELECT, GALLERY = 8, 12
MENTION = "mention me if I seem to be away"
NOT_KNOWN = "This button is not known here any more."


async def settings(world: World, name: str, **options: Any) -> Message:
    result = await world[name].slash(world.channel, "settings", **options)
    assert result.ephemeral
    assert result.response is not None
    return Message(world, world.channel, result.response.id)


def manager(world: World) -> str:
    """Somebody who may manage the server."""
    guild = world.env.guild
    role = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    world.people["Mia"] = guild.add_member(world.env.create_user("mia"), roles=[role])
    return "Mia"


async def server_settings(world: World, name: str) -> Message:
    panel = await settings(world, name)
    await panel.press(name, "Settings of this server")
    return panel


def chosen(message: Message) -> dict[str, str]:
    """What each select shows as chosen."""
    return {
        part["placeholder"]: option["label"]
        for part in walk(message.components)
        for option in part.get("options", ())
        if option["default"]
    }


async def test_everything_is_as_usual_at_first(world: World) -> None:
    panel = await settings(world, "Ana")
    assert chosen(panel) == {
        "Language": "as in my Discord",
        "Sort my hand": "as fits the rules",
        "Show cards as": "pictures and emojis",
        "Colors of the suits": "four colors: a color for each suit",
        "When it is my turn": MENTION,
        "My numbers": "on the leaderboard, for everybody",
    }
    assert panel.labels == []


async def test_a_choice_shows_on_the_open_panel_and_after_a_restart(world: World) -> None:
    await world.playing("Ana", position=position(START))
    hand = await world.hand("Ana")
    assert "4♤ · 5♡ · 7♢ 7♡" in hand.text
    panel = await settings(world, "Ana")
    await panel.choose("Ana", "Sort my hand", "by suit")
    await world.wait(1)
    assert "5♡ 7♡ Q♡" in hand.text
    assert chosen(panel)["Sort my hand"] == "by suit"
    await world.restart()
    assert "5♡ 7♡ Q♡" in (await world.hand("Ana")).text
    await panel.choose("Ana", "Sort my hand", "as fits the rules")
    assert "4♤ · 5♡ · 7♢ 7♡" in (await world.hand("Ana")).text


async def test_a_choice_is_its_persons_alone(world: World) -> None:
    await settings(world, "Ana", sort="suit", show="text", colors="two")
    assert chosen(await settings(world, "Ana")) == {
        "Language": "as in my Discord",
        "Sort my hand": "by suit",
        "Show cards as": "text only, also for screen readers",
        "Colors of the suits": "two colors: red and black, as on paper",
        "When it is my turn": MENTION,
        "My numbers": "on the leaderboard, for everybody",
    }
    assert chosen(await settings(world, "Bruno"))["Sort my hand"] == "as fits the rules"


async def test_who_wants_to_is_on_no_board(world: World) -> None:
    panel = await settings(world, "Ana")
    await panel.choose("Ana", "My numbers", "for nobody but me")
    assert chosen(panel)["My numbers"] == "for nobody but me"
    assert world.bot.desk is not None
    assert (await world.bot.desk.preferences._settings.of_person(world["Ana"].id))[HIDDEN] is True
    await panel.choose("Ana", "My numbers", "on the leaderboard, for everybody")
    assert (await world.bot.desk.preferences._settings.of_person(world["Ana"].id))[HIDDEN] is False


@pytest.mark.parametrize(("choice", "mentions"), [(MENTION, 1), ("never mention me", 0)])
async def test_who_wants_no_mention_gets_none(world: World, choice: str, mentions: int) -> None:
    await world.playing("Ana", position=position(START))
    panel = await settings(world, "Ana")
    await panel.choose("Ana", "When it is my turn", "never mention me")
    await panel.choose("Ana", "When it is my turn", choice)
    assert chosen(panel)["When it is my turn"] == choice
    await world.wait(20 * 60)
    thread = world.table_message().channel
    texts = [Message(world, thread, message.id).text for message in thread.history()]
    assert texts.count(f"{world['Ana'].mention}, it is your turn.") == mentions


async def test_an_order_chosen_at_one_kind_of_game_is_no_choice_for_all(world: World) -> None:
    await world.playing("Ana", position=position(START))
    await (await world.hand("Ana")).press("Ana", "Sort by suit")
    assert "Sort my hand" not in chosen(await settings(world, "Ana"))


async def test_who_may_not_manage_the_server_cannot_change_it(world: World) -> None:
    await world.lobby()
    panel = await settings(world, "Ana")
    for verb, arg in ((Verb.SETTINGS, "server"), (Verb.SET, "server.rules"), (Verb.SET, "server.channels")):
        record = await panel.forge("Ana", Press(NO_TABLE, verb, 0, arg).custom_id)
        assert said(world, record) == "Only who may manage this server can change its settings."


@pytest.mark.parametrize(
    ("arg", "value"),
    [
        ("mine.sort", "upside down"),
        ("mine.style", ""),
        ("mine.show", "films"),
        ("mine.mentions", "twice"),
        ("mine.rules", "tranca"),
        ("mine.channels", "1"),
        ("server.rules", "poker"),
        ("server.channels", "17"),
        ("server.sort", "suit"),
        ("server.mentions", "not"),
        ("server.show", "hand"),
        ("nobodys.sort", "suit"),
        ("sort", "suit"),
    ],
)
async def test_what_was_not_offered_is_not_taken(world: World, arg: str, value: str) -> None:
    mia = manager(world)
    await world.lobby()
    panel = await settings(world, mia)
    before = chosen(panel)
    record = await panel.forge(mia, Press(NO_TABLE, Verb.SET, 0, arg).custom_id, value)
    assert said(world, record) == NOT_KNOWN
    assert chosen(await settings(world, mia)) == before


async def test_the_usual_rules_of_a_server(world: World) -> None:
    mia = manager(world)
    panel = await server_settings(world, mia)
    assert chosen(panel)["Rules, where nobody says which"] == "Italian Canasta"
    await panel.choose(mia, "Rules, where nobody says which", "Tranca")
    lobby = await world.lobby()
    assert "Tranca" in lobby.text
    await lobby.press("Ana", "Cancel")
    assert "Classic" in (await world.lobby(rules="classic")).text


async def test_tables_are_opened_where_the_server_wants_them(world: World) -> None:
    mia, other = manager(world), world.env.guild.create_text_channel("cards")
    panel = await server_settings(world, mia)
    (select,) = [part for part in walk(panel.components) if part.get("type") == CHANNEL_SELECT]
    await world[mia].select(panel._discord, [other], custom_id=select["custom_id"])
    (select,) = [part for part in walk(panel.components) if part.get("type") == CHANNEL_SELECT]
    assert [int(default["id"]) for default in select["default_values"]] == [other.id]
    refused = await world["Ana"].slash(world.channel, "canasta")
    assert explanation(refused) == f"On this server Canasta is played in {other.mention}."
    opened = await world["Ana"].slash(other, "canasta")
    assert not opened.ephemeral
    await world[mia].select(panel._discord, [], custom_id=select["custom_id"])
    assert not (await world["Bruno"].slash(world.channel, "canasta")).ephemeral


@pytest.mark.parametrize("kind", ["news", "voice", "stage", "forum"])
async def test_channels_of_any_kind_that_holds_messages_can_be_chosen(world: World, kind: str) -> None:
    mia, guild = manager(world), world.env.guild
    other = getattr(guild, f"create_{kind}_channel")("cards")
    panel = await server_settings(world, mia)
    (select,) = [part for part in walk(panel.components) if part.get("type") == CHANNEL_SELECT]
    await world[mia].select(panel._discord, [other], custom_id=select["custom_id"])
    assert world.bot.desk is not None
    assert world.bot.desk.preferences.server(guild.id).channels == (other.id,)
    refused = await world["Ana"].slash(world.channel, "canasta")
    assert explanation(refused) == f"On this server Canasta is played in {other.mention}."


async def test_the_table_of_a_server_that_wants_text_only_has_no_picture(world: World) -> None:
    mia = manager(world)
    await world.playing("Ana", position=position(START))
    table = world.table_message()
    assert [part for part in walk(table.components) if part.get("type") == GALLERY]
    panel = await server_settings(world, mia)
    await panel.choose(mia, "Show cards as", "text only, also for screen readers")
    await world.wait(2)
    assert [part for part in walk(table.components) if part.get("type") == GALLERY] == []
    assert "Pile: **K♡** on top" in table.text
    await panel.choose(mia, "Show cards as", "pictures and emojis")
    await world.wait(2)
    assert [part for part in walk(table.components) if part.get("type") == GALLERY]


async def test_a_rematch_is_opened_only_where_tables_may_be(world: World) -> None:
    closing = "play: 9C; table: KC KD KS KH KC KD KS, 9S 9H 9D; stock: 6S 8D"
    await world.playing("Ana", position=position(closing))
    await world.rig(position(closing), totals=(4800, 0))
    await (await world.hand("Ana")).press("Ana", "Go out")
    await world.wait(2)
    end = Message(world, world.channel.threads[0], world.channel.threads[0].history()[-1].id)
    elsewhere = world.env.guild.create_text_channel("cards")
    assert world.bot.desk is not None
    await world.bot.desk.preferences.set_for_server(world.env.guild.id, {"channels": [elsewhere.id]})
    assert explanation(await end.press("Ana", "Rematch")).startswith("On this server Canasta is played in")
    await world.bot.desk.preferences.set_for_server(world.env.guild.id, {"channels": [world.channel.id]})
    assert not (await end.press("Ana", "Rematch")).ephemeral
