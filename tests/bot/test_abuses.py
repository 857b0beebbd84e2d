"""A stranger's attempts: forged and foreign presses, tampered options, odd names; what becomes of each."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from simcord import interactions
from simcord.backend import serializers

from bot.tables import MAX_HOSTED, MAX_IN_GUILD
from bot.ui.ids import Press, Verb
from engine.snapshot import dump_snapshot
from storage.model import SeatKind, Status, TableId
from tests.bot.world import SELECT, TEXT, explanation, said, walk, words_of
from tests.positions import position

if TYPE_CHECKING:
    from tests.bot.world import World

FOUR = ("Ana", "Bruno", "Carla", "Dario")
START = "draw: 7H 7D 7C 9S 9C KD KC 4S 5H QH; pile: 4D KH; stock: 6S 8D 9D 8C 8S JC JD QC QD TC"
UNKNOWN = "This button is not known here any more."
NO_TABLE = "This table does not exist any more."
OUTSIDER = "You do not sit at this table."
STARTED = "The match has already started."
STILL_THERE = "Nobody keeps you waiting any more."
MOVED_ON = "The table has moved on since. This is how it stands now."


class Abuse(NamedTuple):
    """What somebody presses; ``{table}`` and ``{version}`` are those of the running match, Ana is to draw."""

    what: str
    who: str
    custom_id: str
    told: str


PRESSES = (
    Abuse("another program's button", "Elena", "poll:vote:3", UNKNOWN),
    Abuse("no custom_id", "Elena", "", UNKNOWN),
    Abuse("a verb that there is not", "Elena", "c1:{table}:steal:0:", UNKNOWN),
    Abuse("a version that is no number", "Ana", "c1:{table}:play:-1:D", UNKNOWN),
    Abuse("digits that are none of ours", "Ana", "c1:{table}:play:\u0663:D", UNKNOWN),
    Abuse("more than fits", "Ana", "c1:{table}:play:{version}:" + "T" * 200, UNKNOWN),
    Abuse("a line break and a NUL", "Ana", "c1:{table}:play:{version}:D\n\0", UNKNOWN),
    Abuse("a table that never was", "Elena", "c1:aaaaaaaa:hand:0:", NO_TABLE),
    Abuse("a path for a table", "Elena", "c1:../../x:hand:0:", UNKNOWN),
    Abuse("an outsider's look at a hand", "Elena", "c1:{table}:hand:0:", OUTSIDER),
    Abuse("an outsider's play", "Elena", "c1:{table}:play:{version}:D", OUTSIDER),
    Abuse("an outsider's undo", "Elena", "c1:{table}:undo:{version}:", OUTSIDER),
    Abuse("an outsider at somebody's cards", "Elena", "c1:{table}:together:{version}:", OUTSIDER),
    Abuse("an outsider who sends others away", "Elena", "c1:{table}:sitin:0:0", OUTSIDER),
    Abuse("the computer for who was just there", "Bruno", "c1:{table}:sitin:0:0", STILL_THERE),
    Abuse("an outsider who goes away", "Elena", "c1:{table}:away:0:", OUTSIDER),
    Abuse("an outsider who leaves", "Elena", "c1:{table}:leave:0:", OUTSIDER),
    Abuse("an outsider's vote", "Elena", "c1:{table}:agree:0:", OUTSIDER),
    Abuse("an outsider's veto", "Elena", "c1:{table}:decline:0:", OUTSIDER),
    Abuse("an outsider who is ready", "Elena", "c1:{table}:next:0:1", OUTSIDER),
    Abuse("an outsider's rematch", "Elena", "c1:{table}:rematch:0:", OUTSIDER),
    Abuse("a rematch before the end", "Ana", "c1:{table}:rematch:0:", "This match is not over yet."),
    Abuse("somebody's seat", "Elena", "c1:{table}:seat:0:1", "This seat is taken."),
    Abuse("a seat that there is not", "Elena", "c1:{table}:seat:0:999", "This seat is taken."),
    Abuse("a second seat", "Ana", "c1:{table}:seat:0:1", "You already have a seat at this table."),
    Abuse(
        "the next deal during this one", "Ana", "c1:{table}:next:0:1", "The next deal has started already."
    ),
    Abuse("a second start", "Ana", "c1:{table}:start:0:", STARTED),
    Abuse("cancelling a running match", "Elena", "c1:{table}:cancel:0:", STARTED),
    Abuse("other house rules in a match", "Ana", "c1:{table}:option:0:match.target", STARTED),
    Abuse("a chair in a running match", "Elena", "c1:{table}:sit:0:0", STARTED),
    Abuse("a version from the future", "Ana", "c1:{table}:play:999999999:D", MOVED_ON),
    Abuse("a version from the past", "Ana", "c1:{table}:play:0:D", MOVED_ON),
    Abuse("a play out of turn", "Bruno", "c1:{table}:play:{version}:D", "It is not your turn"),
    Abuse("a card that is not held", "Ana", "c1:{table}:play:{version}:XAS", "Draw"),
    Abuse("a meld that there is not", "Ana", "c1:{table}:play:{version}:L99+7H", "Draw"),
    Abuse("a play that is none", "Ana", "c1:{table}:play:{version}:Z", UNKNOWN),
    Abuse("going out by a forged question", "Ana", "c1:{table}:confirm:{version}:XKD", "Your turn"),
    Abuse("a page of the log far away", "Elena", "c1:{table}:log:0:999999999999", "drew a card"),
    Abuse("a page of rules that is a path", "Elena", "c1:{table}:rules:0:../../etc", UNKNOWN),
    Abuse(
        "rules that there are not", "Elena", "c1:-:rules:0:poker.1.0", "These rules do not exist any more."
    ),
    Abuse("no table where one is needed", "Elena", "c1:-:hand:0:", UNKNOWN),
)


def all_of(world: World) -> tuple[object, ...]:
    """Everything of the match that a press could change."""
    table = world.table
    return table.info, dump_snapshot(table.table._snapshot), table.table.version


async def test_forged_presses_change_nothing_and_are_answered(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    message = world.table_message()
    before = all_of(world)
    for abuse in PRESSES:
        names = {"table": world.table.info.id, "version": world.table.table.version}
        record = await message.forge(abuse.who, abuse.custom_id.format_map(names))
        told = said(world, record)
        assert abuse.told in told, abuse.what
        if abuse.who == "Elena":
            assert "♡" not in told.replace("red three 3♡", ""), abuse.what  # which everybody sees
        assert all_of(world) == before, abuse.what


@pytest.mark.parametrize("begun", [False, True])
async def test_every_verb_with_any_argument_has_an_answer_that_was_meant(
    world: World, *, begun: bool
) -> None:
    """An answer that nobody meant is an error in the log, which no test lets pass."""
    message = await (world.playing(*FOUR, position=position(START)) if begun else world.lobby())
    table = world.table.info.id
    for verb in Verb:
        for arg in ("", "0", "9", "D", "italian.4", "L7H7D7C"):
            record = await message.forge("Ana", Press(table, verb, 0, arg).custom_id)
            assert record.responded, (verb, arg)


async def test_somebody_elses_panel_shows_nobody_elses_cards(world: World) -> None:
    await world.playing(*FOUR, position=position(START))
    hand = await world.hand("Ana")
    draw = hand.custom_id("Draw")
    before = all_of(world)
    outsider = await hand.forge("Elena", draw)
    assert said(world, outsider) == OUTSIDER
    assert all_of(world) == before
    bruno = await hand.forge("Bruno", draw)
    assert "7♡" not in said(world, bruno)
    assert all_of(world) == before


@pytest.mark.parametrize(
    "values",
    [["AS.0"], ["7H.0", "7H.0"], ["7H.9"], ["<@1>"], ["x" * 5000], ["7H.0"] * 40, []],
    ids=["not held", "twice", "no such twin", "a mention", "huge", "many", "none"],
)
async def test_forged_selections_choose_nothing_that_is_not_held(world: World, values: list[str]) -> None:
    await world.playing(*FOUR, position=position(START.replace("draw:", "play:")))
    hand = await world.hand("Ana")
    select = next(c for c in walk(hand.components) if "choose" in str(c.get("custom_id")))
    before = all_of(world)
    record = await raw(
        world,
        "Ana",
        3,
        {"custom_id": select["custom_id"], "component_type": SELECT, "values": values},
        hand.id,
    )
    assert record.responded
    assert all_of(world) == before
    chosen = [o["value"] for c in walk(hand.components) for o in c.get("options", ()) if o.get("default")]
    assert chosen in ([], ["7H.0"])


async def raw(world: World, name: str, kind: int, data: dict[str, Any], message_id: int | None = None) -> Any:
    """Send an interaction as a client that was tampered with might."""
    backend = world.env.backend
    channel = world.table_message().channel if message_id else world.channel
    record, payload = interactions.base_payload(
        backend,
        type=kind,
        channel_id=channel.id,
        guild_id=world.env.guild.id,
        user_id=world[name].id,
        data=data,
    )
    if message_id is not None:
        stored = backend.get_message(channel.id, message_id)
        payload["message"] = dict(serializers.message_payload(backend, stored))
        record.source_message_id = message_id
    backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    return record


async def test_a_board_that_there_is_not(world: World) -> None:
    for options in ({"board": "italian"}, {"board": "x 4"}, {"by": "luck"}, {"period": "year"}):
        record = await typed(world, "Ana", "leaderboard", **options)
        assert said(world, record) == "There is no such leaderboard."


async def test_what_is_typed_for_a_command_of_another_version_is_left_alone(world: World) -> None:
    before = len(world.env.http_requests)
    option = {"name": "card", "type": 3, "value": "7", "focused": True}
    await raw(world, "Ana", 4, {"id": "1", "name": "steal", "type": 1, "options": [option]})
    assert len(world.env.http_requests) == before
    assert len(world.env.errors) == 1  # of discord.py's, which is handled


async def typed(world: World, name: str, command: str, **options: object) -> Any:
    """Send a slash command past every check of the client."""
    kinds = {str: 3, int: 4, bool: 5}
    known = next(c for c in world.bot.tree.get_commands() if c.name == command)
    given = [{"name": key, "type": kinds[type(value)], "value": value} for key, value in options.items()]
    return await raw(
        world, name, 2, {"id": "1", "name": known.name, "type": 1, "options": given, "guild_id": None}
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rules": "poker"}, "These rules cannot be played like that."),
        ({"rules": "../rulesets/italian"}, "These rules cannot be played like that."),
        ({"players": 7}, "These rules are not for that many players."),
        ({"players": -1}, "These rules are not for that many players."),
        ({"clock": "bullet"}, "There is no such clock."),
        ({"clock": "\u202e" * 3000}, "There is no such clock."),
    ],
)
async def test_tampered_options_open_no_table(world: World, options: dict[str, object], words: str) -> None:
    record = await typed(world, "Ana", "canasta", **options)
    assert said(world, record) == words
    assert await world.open_tables() == []


@pytest.mark.parametrize("target", [0, -5000, 10**9])
async def test_a_tampered_target_opens_no_table(world: World, target: int) -> None:
    record = await typed(world, "Ana", "canasta", target=target)
    assert record.responded
    assert await world.open_tables() == []


@pytest.mark.parametrize(
    "text",
    ["@everyone", "<@1> **7H**", "\u202e7H", "7H " * 1000, "\0", "🂡" * 40, "L7H7D7C99", "T", "D", "#7"],
)
@pytest.mark.parametrize("command", ["meld", "discard"])
async def test_odd_cards_are_refused_without_an_echo_that_rings(
    world: World, command: str, text: str
) -> None:
    await world.playing(*FOUR, position=position(START.replace("draw:", "play:")))
    before = all_of(world)
    record = await typed(
        world, "Ana", command, **{"meld": {"cards": text}, "discard": {"card": text}}[command]
    )
    told = said(world, record)
    assert told
    assert "@everyone" not in told
    assert "<@1>" not in told
    assert "\u202e" not in told
    assert all_of(world) == before


@pytest.mark.parametrize("named", ["aaaaaaaa", "'; DROP TABLE matches", "", "\u0000" * 7, "a" * 4000])
async def test_a_table_that_is_named_wrongly(world: World, named: str) -> None:
    await world.lobby()
    record = await typed(world, "Ana", "hand", table=named)
    assert said(world, record) == NO_TABLE


async def test_a_table_of_another_server_is_none_here(world: World) -> None:
    await world.lobby()
    table_id = world.table.info.id
    elsewhere = world.env.create_guild()
    channel = elsewhere.create_text_channel("canasta")
    spy = elsewhere.add_member(world.env.create_user("spy", global_name="Spy"))
    await world.env.settle()
    result = await spy.slash(channel, "hand", table=table_id)
    assert explanation(result) == NO_TABLE


async def test_house_rules_are_the_hosts_and_only_those_there_are(world: World) -> None:
    lobby = await world.lobby()
    before = world.table.info
    for who, option, value in (
        ("Bruno", "match.target", "2000"),
        ("Ana", "match.target", "999999999999999999999"),
        ("Ana", "deal.players", "1"),
        ("Ana", "__class__", "x"),
        ("Ana", "match.target", ""),
    ):
        data = {"custom_id": f"c1:{before.id}:option:0:{option}", "component_type": SELECT, "values": [value]}
        record = await raw(world, who, 3, data, lobby.id)
        assert said(world, record) in (
            "Only the host can choose the house rules.",
            "These rules cannot be played like that.",
        ), option
        assert world.table.info == before


async def test_a_lobby_is_its_hosts(world: World) -> None:
    lobby = await world.seated("Ana", "Bruno")
    for label, words in (
        ("Start", "Only the host can start the match."),
        ("Cancel", "Only the host can cancel this table."),
    ):
        assert explanation(await lobby.press("Bruno", label)) == words
    assert world.table.info.status is Status.LOBBY


async def test_one_person_hosts_so_many_tables_and_a_server_has_so_many(world: World) -> None:
    assert world.bot.desk is not None
    for _ in range(MAX_HOSTED):
        await world["Ana"].slash(world.channel, "canasta")
    told = explanation(await world["Ana"].slash(world.channel, "canasta"))
    assert told == "You are the host of 5 open tables already: end one of them first."
    await world["Bruno"].slash(world.channel, "canasta")
    assert len(await world.open_tables()) == MAX_HOSTED + 1
    table, *_ = await world.open_tables()
    for number in range(MAX_IN_GUILD - MAX_HOSTED - 1):
        other = replace(table.info, id=TableId(f"t{number}"), host_id=number)
        await world.bot.desk.tables._matches.create(other)
    told = explanation(await world["Bruno"].slash(world.channel, "canasta"))
    assert told == (
        "This server has 100 open tables. Wait for one to end, or have a moderator end one: `/end` with the "
        "option *table*."
    )


NAMES = {
    "Ana": "**@everyone** `<@1>`",
    "Bruno": "\u202eonurB\u2066 # ||x||",
    "Carla": "🃏" * 32,
    "Dario": "[a](http://x.y) <#5> _-_",
}


async def test_names_are_shown_literally_and_ring_nobody(world: World) -> None:
    for name, odd in NAMES.items():
        world.env.backend.users[world[name].id].global_name = odd
    await world.playing(*FOUR, position=position(START))
    await world.wait(240)
    hand = await world.hand("Ana")
    await hand.press("Ana", "Draw")
    await hand.choose("Ana", "Discard…", "4♤")
    await world.wait(5)
    (thread,) = world.channel.threads
    shown = [text for request in world.env.http_requests for text in words_of(request.json, types=(TEXT,))]
    assert any("everyone" in text for text in shown)
    for text in [*shown, thread.name]:
        assert "\u202e" not in text
        assert "\u2066" not in text
    for text in shown:
        assert "@everyone" not in text.replace("\\@", "")
        assert "<@1>" not in text
        assert "](http" not in text
        assert "||" not in text.replace("\\|", "")
    assert all(unicodedata.category(char) not in {"Cc", "Cf"} for char in thread.name)


async def test_only_the_person_to_act_is_ever_mentioned(world: World) -> None:
    await world.playing(*FOUR, position=position(START), clock="live")
    for _ in range(6):
        await world.wait(63)
    allowed = [
        body["allowed_mentions"]
        for request in world.env.http_requests
        if isinstance(body := request.json, dict) and "allowed_mentions" in body
    ]
    rung = [mentions["users"] for mentions in allowed if mentions.get("users")]
    assert all(mentions.get("parse") == [] for mentions in allowed)
    assert rung
    assert all(len(users) == 1 for users in rung)
    people = {world[name].id for name in FOUR}
    assert {int(user) for users in rung for user in users} <= people
    assert world.table.info.seats[0].kind is SeatKind.COMPUTER
