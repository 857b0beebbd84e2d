"""Leaderboards, numbers, history, records and replays, as people see them."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.i18n import texts_for
from bot.ui.boards import board_asked
from bot.ui.ids import NO_TABLE, Press, Verb
from bot.ui.replay_panel import replay_asked
from engine.ports import MatchId
from engine.verify import verify
from storage.model import Status
from tests.bot.world import Message, deny, explanation, said
from tests.storage.matches import described, play
from tests.storage.results import End, finish

if TYPE_CHECKING:
    import logging

    from tests.bot.world import World

MATCH = "abc23456"
BY, OF = "Ordered by …", "Matches of …"


async def finished(world: World, *seats: str | None, match: str = MATCH, **end: Any) -> None:
    """Have a match of these people be over; None is a computer."""
    users = tuple(None if name is None else world[name].id for name in seats)
    matches = world.bot.desk.archive._matches  # type: ignore[union-attr]  # it has started
    await finish(matches, MatchId(world.env.guild.id, match), End(users, **end))


async def played(world: World, status: Status = Status.PLAYING) -> None:
    """Have a match whose first deal is over."""
    matches = world.bot.desk.archive._matches  # type: ignore[union-attr]  # it has started
    info = described(MatchId(world.env.guild.id, MATCH), status=Status.LOBBY)
    await matches.create(info)
    await play(matches, match_id=info.match_id)
    await matches.save(replace(info, status=status))


async def shared(world: World, name: str, **options: Any) -> Message:
    """Have a person show everybody a replay."""
    result = await world[name].slash(world.channel, "replay", public=True, match=MATCH, **options)
    assert not result.ephemeral
    assert result.response is not None
    return Message(world, world.channel, result.response.id)


async def asked(world: World, name: str, command: str, **options: Any) -> Message:
    result = await world[name].slash(world.channel, command, **options)
    assert result.ephemeral
    assert result.response is not None
    return Message(world, world.channel, result.response.id)


async def record(world: World, match: str, name: str = "Elena") -> bytes:
    """Return the record that a person is sent, by default Elena, who plays nowhere."""
    result = await world[name].slash(world.channel, "record", match=match)
    assert result.ephemeral
    assert result.response is not None
    backend = world.env.backend
    (attachment,) = backend.get_message(world.channel.id, result.response.id).attachments
    assert attachment["filename"] == f"canasta-{match}.jsonl"
    content = backend.cdn.get(attachment["url"])
    assert content is not None
    return content


def called(world: World, name: str) -> str:
    return f"Person {world[name].id}"


async def test_a_leaderboard_shows_who_won_and_oneself(world: World) -> None:
    await finished(world, "Ana", "Bruno", "Carla", "Dario")
    board = await asked(world, "Dario", "leaderboard")
    lines = board.text.splitlines()
    assert lines[:2] == [
        "### Leaderboard: Italian Canasta for 4",
        "-# Rating · All time · matches won of those played",
    ]
    assert lines[2].startswith(f"1\\. {called(world, 'Ana')}: ")
    assert lines[2].endswith("(hardly known yet) · 1 of 1")
    assert lines[5].startswith(f"**3\\. {called(world, 'Dario')}: ")


async def test_selects_change_order_and_period(world: World) -> None:
    await finished(world, "Ana", "Bruno", "Carla", "Dario")
    board = await asked(world, "Ana", "leaderboard")
    await board.choose("Ana", BY, "Matches won")
    assert board.text.splitlines()[1].startswith("-# Matches won · All time")
    assert f"{called(world, 'Ana')}: 1 of 1**" in board.text
    await board.choose("Ana", OF, "The last 7 days")
    assert board.text.splitlines()[1].startswith("-# Matches won · The last 7 days")
    assert called(world, "Bruno") in board.text
    await board.choose("Ana", BY, "Share of matches won, from 5 matches on")
    assert "Nobody is on this board yet" in board.text


async def test_the_own_line_is_on_every_page(world: World) -> None:
    for number in range(9):  # eighteen strangers who won once, and two who lost often
        stranger = 1000 + 2 * number
        users = (stranger, world["Ana"].id, stranger + 1, world["Bruno"].id)
        matches = world.bot.desk.archive._matches  # type: ignore[union-attr]  # it has started
        await finish(matches, MatchId(world.env.guild.id, f"match2{number}"), End(users, 0))
    board = await asked(world, "Ana", "leaderboard", by="wins")
    lines = board.text.splitlines()
    assert lines[-2] == "…"
    assert lines[-1].startswith(f"**19\\. {called(world, 'Ana')}: 0 of 9**")
    await board.press("Ana", "Next page")
    assert board.text.count(called(world, "Ana")) == 1
    assert "…" not in board.text.splitlines()
    assert board.labels == ["Previous page"]


async def test_numbers_of_a_person(world: World) -> None:
    await finished(world, "Ana", "Bruno", "Carla", "Dario")
    await finished(world, "Ana", "Bruno", "Carla", "Dario", match="other234", winner=1)
    text = (await asked(world, "Bruno", "stats", member=world["Ana"])).text
    for line in (
        f"### Numbers of <@{world['Ana'].id}>",
        "1 of 2 matches won, 50 %",
        f"Points a deal: {round((5500 + 850) / 4)} on average, 3000 in the best",
        "Canastas of the side: 2 clean, 6 dirty",
        f"Won most often with {called(world, 'Carla')} (1)",
    ):
        assert line in text.splitlines()
    assert " in 2 ranked matches" in text
    assert "No finished match yet." in (await asked(world, "Elena", "stats")).text


async def test_who_hides_is_shown_to_nobody_else(world: World) -> None:
    await finished(world, "Ana", "Bruno", "Carla", "Dario")
    preferences = world.bot.desk.preferences  # type: ignore[union-attr]  # it has started
    await preferences.set_for_person(world["Ana"].id, {"hidden": True})
    told = (await asked(world, "Bruno", "stats", member=world["Ana"])).text
    assert told == "This person keeps their numbers to themselves."
    assert "1 of 1 match won" in (await asked(world, "Ana", "stats")).text
    assert called(world, "Ana") not in (await asked(world, "Bruno", "leaderboard")).text


async def test_a_long_way_of_a_rating_is_drawn_in_one_line(world: World) -> None:
    for number in range(23):
        await finished(world, "Ana", "Bruno", "Carla", "Dario", match=f"match2{number}")
    lines = (await asked(world, "Ana", "stats")).text.splitlines()
    bars = lines[-2]
    assert set(bars) <= set("▁▂▃▄▅▆▇█")
    assert len(bars) == 20
    assert (bars[0], bars[-1]) == ("▁", "█")
    assert lines[-1].endswith(" in 23 ranked matches")


async def hide(world: World, *people: int) -> None:
    preferences = world.bot.desk.preferences  # type: ignore[union-attr]  # it has started
    for person in people:
        await preferences.set_for_person(person, {"hidden": True})


async def test_who_hides_is_not_named_with_a_match(world: World) -> None:
    await finished(world, "Ana", "Bruno", "Carla", "Dario", match="match234")
    await hide(world, world["Ana"].id)
    name = f"Person {world['Ana'].id}"
    assert "somebody & Person" in (await asked(world, "Elena", "history")).text
    choices = await world["Elena"].autocomplete(world.channel, "record", "match", "")
    assert choices[0]["name"].startswith("somebody & Person")
    assert name in (await asked(world, "Bruno", "history")).text


async def test_who_hides_is_not_named_in_a_record(world: World) -> None:
    await played(world, Status.ENDED)
    await hide(world, 100, 101)
    assert json.loads(await record(world, MATCH))["seats"] == ["somebody", "Greedy", "empty", "somebody"]
    archive = world.bot.desk.archive  # type: ignore[union-attr]  # it has started
    file = await archive.record(MatchId(world.env.guild.id, MATCH), 101, texts_for("en"))
    assert json.loads(file.fp.read())["seats"] == ["Ada", "Greedy", "empty", "Ben *the* <@1>"]


async def test_a_replay_for_everybody_does_not_name_who_hides(world: World) -> None:
    await played(world, Status.ENDED)
    await hide(world, 100)
    replay = await shared(world, "Elena")
    await replay.press("Elena", "Forward")
    assert "Ada" not in replay.text
    assert "**somebody**" in replay.text


async def test_a_page_that_is_no_more_is_the_first(world: World) -> None:
    await finished(world, "Ana", "Bruno", "Carla", "Dario")
    board = await asked(world, "Elena", "leaderboard")
    await board.forge("Elena", Press(NO_TABLE, Verb.BOARD, arg="italian.4.rating.all.7").custom_id)
    assert f"1\\. {called(world, 'Ana')}: " in board.text


async def test_the_last_matches(world: World) -> None:
    assert "No finished match yet." in (await asked(world, "Ana", "history")).text
    for number in range(11):
        await finished(world, "Ana", "Bruno", "Carla", None, match=f"match23{number}", winner=number % 2)
    history = await asked(world, "Elena", "history")
    first, below = history.text.splitlines()[1:3]
    people = [f"Person {world[name].id}" for name in ("Ana", "Carla", "Bruno")]
    assert first == f"**{people[0]} & {people[1]}** won by 4650 against {people[2]} & Greedy"
    assert below.endswith(" · Italian Canasta · ranked · `match2310`")
    assert len(history.text.splitlines()) == 21
    await history.press("Elena", "Next page")
    assert history.text.splitlines()[2].endswith("`match230`")


async def test_the_record_is_a_file_that_the_engine_verifies(world: World) -> None:
    await played(world)
    content = await record(world, MATCH)
    assert verify([content])["deals"] == 1
    assert json.loads(content)["winner"] is None


@pytest.mark.parametrize("command", ["record", "replay"])
@pytest.mark.parametrize("match", ["nothere2", "../etc", "<@1>"])
async def test_a_match_that_is_not_there(world: World, command: str, match: str) -> None:
    result = await world["Ana"].slash(world.channel, command, match=match)
    assert explanation(result) == "There is no such match on this server."


async def test_without_a_finished_match_there_is_no_last_one(world: World) -> None:
    result = await world["Ana"].slash(world.channel, "replay")
    assert explanation(result) == "No match has been finished on this server yet."


async def test_a_replay_goes_through_a_deal_with_open_hands(world: World) -> None:
    await played(world)
    replay = await asked(world, "Elena", "replay", match=MATCH)
    assert replay.text.startswith("### Replay: deal 1 of 1 · step 0 of ")
    assert replay.text.count("**Ada**") == 1
    assert replay.labels == ["Forward", "10 on", "To the end"]
    hands = [line for line in replay.text.splitlines() if line.startswith(("**", "▸"))][:4]
    assert all(line.count("·") >= 3 for line in hands)
    await replay.press("Elena", "Forward")
    assert "step 1 of " in replay.text
    await replay.press("Elena", "To the end")
    assert "Forward" not in replay.labels
    await replay.press("Elena", "Back")
    assert "Forward" in replay.labels


async def test_who_shows_a_replay_to_everybody_leads_through_it(world: World) -> None:
    await played(world, Status.ENDED)
    replay = await shared(world, "Elena")
    assert "Replay: deal 1 of 1 · step 0 of " in replay.text
    assert "Elena leads here. Press a button to go on alone." in replay.text
    await replay.press("Elena", "Forward")
    assert "step 1 of " in replay.text
    await replay.press("Elena", "10 on")
    assert "step 11 of " in replay.text
    await world.restart()
    await replay.press("Elena", "To the end")
    assert replay.labels == ["Back"]
    for side in (1, 2):
        assert f"Side {side}: " in replay.text.splitlines()[-4 + side]


async def test_others_go_on_alone_and_disturb_nobody(world: World) -> None:
    await played(world, Status.ENDED)
    replay = await shared(world, "Elena")
    own = await replay.press_new("Ana", "Forward")
    assert "step 1 of " in own.text
    assert "leads here" not in own.text
    await own.press("Ana", "Forward")
    assert "step 2 of " in own.text
    assert "step 0 of " in replay.text


@pytest.mark.parametrize("status", [Status.LOBBY, Status.PLAYING])
async def test_while_the_match_is_on_a_replay_is_for_oneself(world: World, status: Status) -> None:
    await played(world, status)
    result = await world["Elena"].slash(world.channel, "replay", match=MATCH, public=True)
    assert explanation(result) == "This match is not over yet: until then a replay is for you alone."
    assert "step 0 of " in (await asked(world, "Elena", "replay", match=MATCH)).text


async def test_a_forged_press_changes_no_public_message(world: World) -> None:
    await played(world, Status.ENDED)
    replay, lobby = await shared(world, "Elena"), await world.lobby("Ana")
    before = replay.text, lobby.text
    step = Press(NO_TABLE, Verb.REPLAY, arg=f"{MATCH}.1.7").custom_id
    for name, message in (("Ana", replay), ("Elena", replay), ("Ana", lobby)):
        told = said(world, await message.forge(name, step))
        assert "step 7 of " in told
        assert (replay.text, lobby.text) == before


async def test_a_public_replay_wants_permissions_and_the_right_channel(world: World) -> None:
    await played(world, Status.ENDED)
    other = world.env.guild.create_text_channel("elsewhere")
    preferences = world.bot.desk.preferences  # type: ignore[union-attr]  # it has started
    await preferences.set_for_server(world.env.guild.id, {"channels": [other.id]})
    result = await world["Elena"].slash(world.channel, "replay", match=MATCH, public=True)
    assert explanation(result) == f"On this server Canasta is played in {other.mention}."
    deny(world, send_messages=False)
    result = await world["Elena"].slash(world.channel, "replay", match=MATCH, public=True)
    assert explanation(result).endswith("I lack these permissions in this channel: Send Messages.")
    assert "step 0 of " in (await asked(world, "Elena", "replay", match=MATCH)).text


async def test_a_public_replay_whose_moves_are_kept_no_longer(world: World) -> None:
    await played(world, Status.ENDED)
    replay = await shared(world, "Elena")
    matches = world.bot.desk.archive._matches  # type: ignore[union-attr]  # it has started
    await matches.drop_logs(world.env.now() + timedelta(days=1))
    told = explanation(await replay.press("Elena", "Forward"))
    assert told == "What was played in this deal is not kept any more."


@pytest.mark.parametrize("command", ["record", "replay", "verify"])
async def test_moves_that_are_kept_no_longer(world: World, command: str) -> None:
    await played(world, Status.ENDED)
    matches = world.bot.desk.archive._matches  # type: ignore[union-attr]  # it has started
    await matches.drop_logs(world.env.now() + timedelta(days=1))
    told = explanation(await world["Ana"].slash(world.channel, command, match=MATCH))
    assert told.endswith("is not kept any more.")


@pytest.mark.parametrize("command", ["record", "replay", "verify"])
@pytest.mark.parametrize("damage", ["matches SET snapshot = '{}'", "log SET payload = '{}'"])
async def test_a_damaged_match_is_told_as_such(
    world: World, logged_errors: list[logging.LogRecord], command: str, damage: str
) -> None:
    await played(world, Status.ENDED)
    matches = world.bot.desk.archive._matches  # type: ignore[union-attr]  # it has started
    await matches._database.run(lambda connection: connection.execute(f"UPDATE {damage}"))
    result = await world["Ana"].slash(world.channel, command, match=MATCH)
    assert explanation(result) == "What was kept of this match is damaged."
    (error,) = logged_errors
    assert error.getMessage().startswith(f"what is kept of match {MATCH} cannot be read")
    assert error.exc_info is None
    logged_errors.clear()


async def test_a_deal_that_is_not_over_stays_closed(world: World) -> None:
    await played(world)
    for deal in (2, 999):
        result = await world["Ana"].slash(world.channel, "replay", match=MATCH, deal=deal)
        assert explanation(result) == "There is no such deal, or it is not over yet."


async def test_the_running_deal_of_a_live_table_stays_closed(world: World) -> None:
    await world.playing("Ana", "Bruno", "Carla", "Dario")
    match = str(world.table.info.id)
    result = await world["Ana"].slash(world.channel, "replay", match=match)
    assert explanation(result) == "There is no such deal, or it is not over yet."
    assert json.loads(await record(world, match))["deals"] == []


@pytest.mark.parametrize(
    ("verb", "arg"),
    [
        (Verb.BOARD, "nonsense.4.rating.all.0"),
        (Verb.BOARD, "italian.3.rating.all.0"),
        (Verb.BOARD, "italian.4.luck.all.0"),
        (Verb.BOARD, "italian.4.rating.ever.0"),
        (Verb.BOARD_BY, "italian.4.rating.all.0"),
        (Verb.REPLAY, "abc23456.0.0"),
        (Verb.SIT, "0"),
    ],
)
async def test_forged_buttons_are_explained(world: World, verb: Verb, arg: str) -> None:
    board = await asked(world, "Ana", "leaderboard")
    record = await board.forge("Ana", Press(NO_TABLE, verb, arg=arg).custom_id)
    assert said(world, record) == "This button is not known here any more."


def test_what_buttons_carry_is_read_exactly() -> None:
    assert board_asked("italian.4.rating.all.0") is not None
    assert board_asked("italian.4.rating.all.00000000") is None
    assert replay_asked("abc23456.2.17") == ("abc23456", 2, 17)
    assert replay_asked("abc23456.2.17x") is None
