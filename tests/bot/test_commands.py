# ruff: noqa: RUF001  # what people read has real times signs
"""Playing by slash commands alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest
from simcord import interactions

from storage.model import Status
from tests.bot.world import Message, explanation, said
from tests.positions import position

if TYPE_CHECKING:
    from tests.bot.world import World

FOUR = ("Ana", "Bruno", "Carla", "Dario")
DRAW = "draw: 7H 7D 7C 9S 9C KD KC 4S 5H QH; pile: 4D KH; stock: 6S 8D 9D"
PLAY = "play: 7H 7D 7C 9S 9C KD 2S 4S; table: KH KS KC; pile: 4S; stock: 6S 8D 9D"


async def ana(world: World, command: str, **options: Any) -> str:
    """What Ana's command is answered with, privately."""
    result = await world["Ana"].slash(world.channel, command, **options)
    assert result.ephemeral
    assert result.response is not None
    return Message(world, world.channel, result.response.id).text


async def test_a_whole_turn(world: World) -> None:
    await world.playing(*FOUR, position=position(DRAW))
    assert "4♤ · 5♡ · 7♧ 7♢ 7♡" in await ana(world, "hand")
    assert "You drew **6♤**." in await ana(world, "draw")
    assert "**We** 0: 7×3" in await ana(world, "meld", cards="7h 7♢ 7")
    assert "**We** 0: nothing yet" in await ana(world, "undo")
    assert "It is the turn of **Bruno**." in await ana(world, "discard", card="4s")
    assert world.table.to_act == 1


async def test_take_and_lay_off(world: World) -> None:
    await world.playing(*FOUR, position=position(DRAW))
    assert "K×3" in await ana(world, "take")
    await world.rig(position(PLAY))
    assert "K×4" in await ana(world, "layoff", cards="KD")
    assert "K×5•" in await ana(world, "layoff", cards="2s", onto="K")


SEVERAL = "draw: KD KC 2S JK 4S 5H; pile: 4D KH; stock: 6S 8D"


async def test_several_ways_to_take_ask_for_the_cards(world: World) -> None:
    await world.playing(*FOUR, position=position(SEVERAL))
    told = "There are several ways: say which cards of your hand you take it with."
    assert await ana(world, "take") == told
    refused = await ana(world, "take", cards="4S 5H")
    assert refused.startswith(
        "All naturals of a meld have the same rank. (I-4) You could: Draw · Take the pile"
    )
    assert "K×3•" in await ana(world, "take", cards="K joker")


async def test_taking_without_cards_lays_the_top_card_off(world: World) -> None:
    await world.playing(*FOUR, position=position(SEVERAL + "; table: KH KS KC"))
    assert "K×4" in await ana(world, "take")


async def test_a_way_that_is_none_is_refused_with_its_clause(world: World) -> None:
    await world.playing(*FOUR, position=position("draw: 7H 7D 4S; pile: 4D KH; stock: 6S 8D"))
    told = "K♡ on top fits no meld of your side, and no two cards of your hand meld with it. (I-5)"
    assert (await ana(world, "take")).startswith(told)
    await world.rig(position("draw: 7H 7D 4S; pile: 4D 2H; stock: 6S 8D"))
    assert (await ana(world, "take")).startswith("With 2♡ on top the pile cannot be taken. (I-9)")


async def test_wilds_that_fit_several_melds_ask_for_one(world: World) -> None:
    await world.playing(*FOUR, position=position(PLAY.replace("KC;", "KC, QH QS QC;")))
    told = "That fits more than one meld: say onto which."
    assert await ana(world, "layoff", cards="2S") == told
    assert "Q×4•" in await ana(world, "layoff", cards="2S", onto="q")


async def test_a_command_that_this_version_does_not_have(world: World) -> None:
    record, payload = interactions.base_payload(
        world.env.backend,
        type=2,
        channel_id=world.channel.id,
        guild_id=world.env.guild.id,
        user_id=world["Ana"].id,
        data={"id": "1", "name": "bid", "type": 1},
    )
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    told = "This command has changed. Reload Discord (Ctrl+R) and try again."
    assert said(world, record) == told
    assert len(world.env.errors) == 1


async def test_only_the_newest_panel_stays(world: World) -> None:
    await world.playing(*FOUR, position=position(DRAW))
    await ana(world, "hand")
    await ana(world, "draw")
    mine = [m for m in world.channel.history(viewer=world["Ana"]) if m.flags.ephemeral]
    assert len(mine) == 1


@pytest.mark.parametrize(
    ("command", "options", "told"),
    [
        ("draw", {}, "You have drawn already: lay melds, then discard. (X-2)"),
        ("take", {}, "You have drawn already: lay melds, then discard. (X-2)"),
        ("meld", {"cards": "7H 7D"}, "A meld needs at least 3 cards. (I-4)"),
        ("meld", {"cards": "7H 7D 9S"}, "All naturals of a meld have the same rank. (I-4)"),
        ("meld", {"cards": "QH QD QS"}, "You do not hold Q♡, or not that often. (X-1)"),
        ("meld", {"cards": "KD KD KD"}, "You do not hold K♢, or not that often. (X-1)"),
        ("meld", {"cards": "7H what 7D"}, "WHAT is not a card. Write cards like 7H, 10♤ or joker."),
        ("meld", {"cards": "J J J"}, "You do not hold that many cards of rank J."),
        ("layoff", {"cards": "KD", "onto": "Q"}, "Your side has no such meld."),
        ("layoff", {"cards": "9S"}, "All naturals of a meld have the same rank. (I-4)"),
        ("discard", {"card": "7 9"}, "Name the one card that you discard."),
        ("discard", {"card": "joker"}, "You do not hold joker, or not that often. (X-1)"),
        ("undo", {}, "There is nothing to take back: new cards came, or the turn is over."),
    ],
)
async def test_refusals_name_the_clause(
    world: World, command: str, options: dict[str, str], told: str
) -> None:
    await world.playing(*FOUR, position=position(PLAY))
    version = world.table.table.version
    words = await ana(world, command, **options)
    could = " You could: Meld 7 7 7 (15) · K onto kings · Meld 9 9 2 (40) · Discard a card."
    assert words == told + (could if told.endswith(")") else "")
    assert world.table.table.version == version


async def test_who_is_not_to_act_is_refused(world: World) -> None:
    await world.playing(*FOUR, position=position(DRAW))
    result = await world["Bruno"].slash(world.channel, "draw")
    assert explanation(result) == "It is not your turn. (X-2)"


@pytest.mark.parametrize("command", ["hand", "draw", "undo", "table", "end"])
async def test_who_sits_nowhere_is_told_how_to_begin(world: World, command: str) -> None:
    result = await world["Elena"].slash(world.channel, command)
    assert explanation(result) == "You do not sit at any table here. /canasta opens one.".replace(
        "/canasta", "`/canasta`"
    )


async def test_before_the_start_there_is_no_hand(world: World) -> None:
    await world.lobby()
    assert await ana(world, "hand") == "The match has not started yet."
    assert await ana(world, "draw") == "The match has not started yet."


async def test_at_several_tables_one_says_which(world: World) -> None:
    await world.lobby("Ana")
    await world.lobby("Ana")
    told = await ana(world, "hand")
    assert "say which with the option *table*" in told
    choices = await world["Ana"].autocomplete(world.channel, "hand", "table", "")
    assert [choice["name"] for choice in choices] == ["Ana", "Ana"]
    assert await ana(world, "hand", table=choices[1]["value"]) == "The match has not started yet."
    assert await ana(world, "hand", table="no such") == "This table does not exist any more."
    assert await ana(world, "hand", table="aaaaaaaa") == "This table does not exist any more."


async def test_in_a_thread_its_table_is_meant(world: World) -> None:
    await world.playing("Ana", "Bruno", position=position(DRAW))
    thread = world.table_message().channel
    await world.lobby("Ana")
    result = await world["Ana"].slash(thread, "draw")
    assert result.response is not None
    assert "You drew **6♤**." in Message(world, thread, result.response.id).text


async def names(world: World, command: str, option: str, typed: str = "", who: str = "Ana") -> list[str]:
    choices = await world[who].autocomplete(world.channel, command, option, typed)
    return [choice["name"].replace("\N{NO-BREAK SPACE}", " ") for choice in choices]


async def test_autocomplete_offers_the_legal_plays(world: World) -> None:
    await world.playing(*FOUR, position=position(DRAW))
    assert await names(world, "take", "cards") == ["Take the pile with K♧ K♢"]
    assert await names(world, "discard", "card") == []
    await world.rig(position(PLAY))
    assert await names(world, "meld", "cards") == [
        "Meld 7 7 7 (15)",
        "Meld 9 9 2 (40)",
        "Meld 7 7 7 2 (35)",
        "Meld 7 7 2 (30)",
    ]
    assert await names(world, "layoff", "cards", "kin") == ["K onto kings", "K 2 onto kings", "2 onto kings"]
    assert await names(world, "layoff", "onto") == ["kings"]
    assert await names(world, "discard", "card", "9") == ["Discard 9♧", "Discard 9♤"]


async def test_autocomplete_plays_what_it_offers(world: World) -> None:
    await world.playing(*FOUR, position=position(PLAY))
    choices = await world["Ana"].autocomplete(world.channel, "meld", "cards", "7 7 7 2")
    assert "7×4•" in await ana(world, "meld", cards=choices[0]["value"])
    choices = await world["Ana"].autocomplete(world.channel, "layoff", "cards", "")
    assert "K×4" in await ana(world, "layoff", cards=choices[0]["value"])


async def test_autocomplete_tells_others_nothing(world: World) -> None:
    await world.playing(*FOUR, position=position(PLAY))
    for who in ("Bruno", "Elena"):
        assert await names(world, "meld", "cards", who=who) == []
        assert await names(world, "discard", "card", who=who) == []


async def test_the_table_is_shown_again_here(world: World) -> None:
    old = await world.playing(*FOUR, position=position(DRAW))
    result = await world["Carla"].slash(world.channel, "table")
    assert not result.ephemeral
    await world.wait(2)
    again = world.table_message()
    assert again.channel.id == world.channel.id
    assert not old.exists
    assert again.labels == ["My hand", "In words", "Log", "More"]


async def test_the_rules_of_a_table_and_of_none(world: World) -> None:
    assert "**I-1**" in await ana(world, "rules")
    await world.lobby(target=3000)
    assert "3000" in await ana(world, "rules")
    result = await world["Elena"].slash(world.channel, "rules", rules="italian")
    assert result.ephemeral
    assert "Playing Canasta here" in await ana(world, "help")


async def test_the_host_ends_the_match(world: World) -> None:
    end = await world.playing(*FOUR)
    table = world.table
    result = await world["Ana"].slash(world.channel, "end")
    assert not result.ephemeral
    await world.wait(1)
    assert table.info.status is Status.ENDED
    assert "The match was ended early." in end.text
    assert end.labels == ["Rematch", "Log", "More"]


async def test_the_host_of_a_ranked_match_only_asks_to_end_it(world: World) -> None:
    await world.playing(*FOUR, ranked=True)
    result = await world["Ana"].slash(world.channel, "end")
    assert result.response is not None
    vote = Message(world, world.channel, result.response.id)
    assert "Not yet: Bruno, Carla, Dario" in vote.text
    assert world.table.info.status is Status.PLAYING


async def test_a_moderator_ends_the_table_of_the_channel(world: World) -> None:
    await world.lobby()
    table = world.table
    add_moderator(world)
    await world["Mod"].slash(world.channel, "end")
    assert table.info.status is Status.ENDED


WHICH_TO_END = "Say which table to end with the option *table*: it offers all that are open on this server."


async def test_a_moderator_ends_any_table_of_the_server_by_name(world: World) -> None:
    add_moderator(world)
    told = explanation(await world["Mod"].slash(world.channel, "end"))
    assert told == "You do not sit at any table here. `/canasta` opens one."
    await world.lobby("Ana")
    old = world.table
    await world.wait(60)
    await world.lobby("Bruno")
    assert explanation(await world["Mod"].slash(world.channel, "end")) == WHICH_TO_END
    choices = await world["Mod"].autocomplete(world.channel, "end", "table", "")
    assert [choice["name"] for choice in choices] == ["Ana", "Bruno"]
    assert await names(world, "end", "table", "BRU", who="Mod") == ["Bruno"]
    assert await names(world, "hand", "table", who="Mod") == []
    assert await names(world, "end", "table") == ["Ana"]
    assert await names(world, "end", "table", who="Elena") == []
    await world["Mod"].slash(world.channel, "end", table=choices[0]["value"])
    assert old.info.status is Status.ENDED
    assert world.table.info.host_id == world["Bruno"].id


async def test_a_moderator_ends_a_table_whose_thread_is_gone(world: World) -> None:
    add_moderator(world)
    await world.playing("Ana", "Bruno")
    table = world.table
    world.env.backend.delete_channel(table.info.channel_id)
    await world.wait(5)
    assert explanation(await world["Mod"].slash(world.channel, "end")) == WHICH_TO_END
    told = explanation(await world["Elena"].slash(world.channel, "end"))
    assert told == "You do not sit at any table here. `/canasta` opens one."
    (choice,) = await world["Mod"].autocomplete(world.channel, "end", "table", "")
    assert choice["name"] == "Ana, Bruno, Ada, Blaise"
    ended = await world["Mod"].slash(world.channel, "end", table=choice["value"])
    await world.wait(10)
    assert table.info.status is Status.ENDED
    assert ended.followups == []


def add_moderator(world: World) -> None:
    guild = world.env.guild
    role = guild.create_role("Mods", permissions=discord.Permissions(manage_messages=True))
    world.people["Mod"] = guild.add_member(world.env.create_user("mod"), roles=[role])


async def test_the_others_vote(world: World) -> None:
    await world.playing("Ana", "Bruno", "Carla")
    table = world.table
    thread = world.table_message().channel
    result = await world["Bruno"].slash(thread, "end")
    assert result.response is not None
    vote = Message(world, thread, result.response.id)
    assert "Agreed: Bruno" in vote.text
    assert "Not yet: Ana, Carla" in vote.text
    assert explanation(await vote.press("Elena", "End the match")) == "You do not sit at this table."
    await vote.press("Carla", "End the match")
    assert table.info.status is Status.PLAYING
    await vote.press("Ana", "End the match")
    assert table.info.status is Status.ENDED
    assert vote.text == "Everybody agreed: the match was ended early."


async def test_nobody_waits_for_the_vote_of_who_left_the_server(world: World) -> None:
    await world.playing("Ana", "Bruno", "Carla")
    world.env.guild.remove_member(world["Ana"])
    table = world.table
    more = await world.table_message().press_new("Bruno", "More")
    result = await more.press("Bruno", "Offer to end the match")
    assert result.response is not None
    vote = Message(world, world.table_message().channel, result.response.id)
    assert "Not yet: Carla" in vote.text
    await vote.press("Carla", "End the match")
    assert table.info.status is Status.ENDED


async def test_one_who_plays_on_ends_the_vote(world: World) -> None:
    await world.playing("Ana", "Bruno")
    thread = world.table_message().channel
    more = await world.table_message().press_new("Bruno", "More")
    result = await more.press("Bruno", "Offer to end the match")
    assert result.response is not None
    vote = Message(world, thread, result.response.id)
    await vote.press("Ana", "Play on")
    assert vote.text == "Ana wants to play on: the match is not ended."
    assert world.table.info.votes == set()


async def test_commands_are_for_servers_and_sent_when_they_changed(world: World) -> None:
    def sent() -> list[Any]:
        puts = [r for r in world.env.http_requests if r.method == "PUT" and r.path.endswith("/commands")]
        return [request.json for request in puts]

    (commands,) = sent()
    assert {command["name"] for command in commands} == {
        *("canasta", "hand", "draw", "take", "meld", "layoff", "discard", "undo"),
        *("table", "rules", "end", "help", "ask", "answer", "can", "settings", "cut", "verify"),
        *("leaderboard", "stats", "history", "record", "replay"),
    }
    assert all(command["contexts"] == [0] for command in commands)
    assert all(command["integration_types"] == [0] for command in commands)
    await world.restart()
    assert len(sent()) == 1
    desk = world.bot.desk
    assert desk is not None
    await desk.preferences._settings.set_meta("commands", "those of another version")
    await world.restart()
    assert len(sent()) == 2
