"""What outlasts a stop of the playground, and how it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from playground import journal as journal_module
from playground.files import Upload
from playground.journal import Journal, JournalInUse
from playground.model import Channel, ChannelType, Command, Emoji, Message, MessageFlags, Thread
from playground.ratelimits import RateLimits
from playground.snowflakes import Snowflakes, born
from playground.world import ForeignWorld, World
from tests.playground.loopback import ANA, BOT, CANASTA

if TYPE_CHECKING:
    from pathlib import Path


def message(world: World, content: str, **more: object) -> Message:
    made = Message(world.new_id(), CANASTA, BOT, world.now(), content=content)
    for name, value in more.items():
        setattr(made, name, value)
    return made


def reopened(world: World, folder: Path) -> World:
    world.close()
    return World(folder)


def test_the_world_outlasts_a_stop(tmp_path: Path) -> None:
    world = World(tmp_path)
    kept = message(world, "kept")
    kept.attachments = [world.files.save_attachment(CANASTA, world.new_id(), Upload("a.txt", b"abc"))]
    world.put_message(kept)
    world.put_message(message(world, "secret", ephemeral_for=ANA))
    world.put_message(message(world, "awaited", flags=int(MessageFlags.LOADING)))
    gone = message(world, "gone")
    world.put_message(gone)
    world.remove_message(gone)
    thread = Thread(BOT, world.now(), [BOT, ANA], archived=True)
    table = Channel(world.new_id(), ChannelType.PUBLIC_THREAD, "table", parent_id=CANASTA, thread=thread)
    world.put_channel(table)
    world.people[ANA].locale = "it"
    world.put_person(world.people[ANA])
    world.set_commands(None, [Command(world.new_id(), None, {"name": "draw"})])
    emoji_id = world.new_id()
    world.put_emoji(
        Emoji(emoji_id, "seven", animated=False, file=world.files.save_emoji(emoji_id, b"GIF89a"))
    )
    token, last_id = world.token, world.new_id()

    again = reopened(world, tmp_path)
    assert again.messages(CANASTA) == [kept]
    assert again.channels == world.channels
    assert (again.people, again.commands, again.emojis) == (world.people, world.commands, world.emojis)
    assert again.token == token
    assert int(again.new_id()) > int(emoji_id)
    assert int(last_id) > int(emoji_id)
    assert again.files.attachment(CANASTA, kept.attachments[0]["id"], "a.txt").read_bytes() == b"abc"
    again.close()


def test_a_file_without_its_message_is_dropped(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.files.save_attachment(CANASTA, "5", Upload("a.txt", b"abc"))
    again = reopened(world, tmp_path)
    assert not again.files.attachment(CANASTA, "5", "a.txt").exists()
    again.close()


def test_a_channel_takes_its_threads_along(tmp_path: Path) -> None:
    world = World(tmp_path)
    thread = Channel("50", ChannelType.PUBLIC_THREAD, "t", parent_id=CANASTA, thread=Thread(BOT, world.now()))
    world.put_channel(thread)
    sent = Message("51", "50", BOT, world.now(), content="x")
    sent.attachments = [world.files.save_attachment("50", "52", Upload("a.txt", b"abc"))]
    world.put_message(sent)
    world.remove_channel(world.channels[CANASTA])
    assert world.find_message("51") is None
    again = reopened(world, tmp_path)
    assert len(again.channels) == 2
    assert list((tmp_path / "attachments").glob("*/*")) == []
    again.close()


def test_a_world_is_open_once(tmp_path: Path) -> None:
    world = World(tmp_path)
    with pytest.raises(JournalInUse):
        World(tmp_path)
    world.close()
    World(tmp_path).close()


def test_a_world_of_another_version_is_refused(tmp_path: Path) -> None:
    World(tmp_path).close()
    line = '{"kind":"person","id":"1","body":{"id":"1","shoe_size":42}}\n'
    with (tmp_path / "world.jsonl").open("a") as file:
        file.write(line)
    with pytest.raises(ForeignWorld):
        World(tmp_path)
    assert line in (tmp_path / "world.jsonl").read_text()


def test_a_line_that_was_not_finished_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "world.jsonl"
    journal = Journal(path)
    journal.put("message", "1", {"text": "one\u2028\r\n"})
    journal.put("message", "2", {"text": "two"})
    journal.close()
    path.write_bytes(path.read_bytes() + b'{"kind":"message","id":"3","bo')
    again = Journal(path)
    assert [thing["text"] for thing in again.things("message")] == ["one\u2028\r\n", "two"]
    again.put("message", "4", {"text": "four"})
    again.close()
    last = Journal(path)
    assert len(last.things("message")) == 3
    last.close()


def test_the_journal_is_written_anew_when_it_has_grown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "_SLACK", 500)
    journal = Journal(tmp_path / "world.jsonl")
    for number in range(1000):
        journal.put("message", "1", {"number": number})
    journal.remove("message", "unknown")
    assert (tmp_path / "world.jsonl").stat().st_size < 2000
    assert journal.things("message") == [{"number": 999}]
    journal.close()


def test_ids_only_grow() -> None:
    now = 1_700_000_000.0
    snowflakes = Snowflakes(lambda: now)
    first = snowflakes.next()
    assert born(first) == now
    now -= 60  # a clock set back
    assert int(snowflakes.next()) == int(first) + 1
    snowflakes.follow(str(int(first) + 100))
    assert int(snowflakes.next()) == int(first) + 101


def test_a_window_ends() -> None:
    now = 0.0
    limits = RateLimits(lambda: now)
    route = "POST /channels/{channel}/messages"
    refusals = [limits.count(route, "1")[1] for _ in range(6)]
    assert [refusal is None for refusal in refusals] == [True] * 5 + [False]
    now = 5.0
    assert limits.count(route, "1")[1] is None
