"""Files beside messages: kept, replaced, added and dropped as bodies say, and shown where components do."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import aiohttp

from tests.playground.loopback import CANASTA, V2, Loopback, codes, text, with_files

if TYPE_CHECKING:
    import pytest

MESSAGES = f"/channels/{CANASTA}/messages"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x02\x80\x00\x00\x01\x2c"


async def test_files_are_kept_shown_and_dropped(loopback: Loopback) -> None:
    gallery = '{"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "a table"}]}'
    form = with_files(f'{{"flags": {V2}, "components": [{gallery}]}}', a_png=PNG)
    sent = await loopback.good("POST", MESSAGES, data=form)
    [attachment] = sent["attachments"]
    assert (attachment["content_type"], attachment["width"], attachment["height"]) == ("image/png", 640, 300)
    media = sent["components"][0]["items"][0]["media"]
    assert media["url"] == attachment["url"].replace("/play", "")
    async with loopback.http.get(attachment["url"]) as response:
        assert (await response.read(), response.content_type) == (PNG, "image/png")

    path = f"{MESSAGES}/{sent['id']}"
    kept = await loopback.good("PATCH", path, {"flags": 0})
    assert (kept["attachments"], kept["flags"]) == (sent["attachments"], V2)
    form = with_files(
        f'{{"components": [{gallery.replace("a.png", "b.png")}], "attachments": [{{"id": 0}}]}}', b_png=PNG
    )
    replaced = await loopback.good("PATCH", path, data=form)
    assert [each["filename"] for each in replaced["attachments"]] == ["b.png"]
    async with loopback.http.get(attachment["url"]) as response:
        assert response.status == 404
    await loopback.good("DELETE", path)
    assert list((loopback.world.files._attachments / CANASTA).iterdir()) == []


async def test_an_edit_keeps_renames_and_adds_attachments_as_it_lists_them(loopback: Loopback) -> None:
    sent = await loopback.good("POST", MESSAGES, data=with_files("{}", a_png=PNG, b_png=PNG))
    first, second = sent["attachments"]
    listed = (
        f'[{{"id": "{second["id"]}", "description": "new words"}}, {{"id": "7", "description": "third"}}]'
    )
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", f'{{"attachments": {listed}}}')
    form.add_field("files[7]", PNG, filename="c.png")
    path = f"{MESSAGES}/{sent['id']}"
    edited = (await loopback.good("PATCH", path, data=form))["attachments"]
    assert [(each["filename"], each["description"]) for each in edited] == [
        ("b.png", "new words"),
        ("c.png", "third"),
    ]
    status, error = await loopback.rest("PATCH", path, {"attachments": [{"id": first["id"]}]})
    assert (status, codes(error["errors"])) == (400, {"attachments.0": "ATTACHMENT_NOT_FOUND"})
    added = await loopback.good("PATCH", path, data=with_files("{}", d_png=PNG))
    assert [each["filename"] for each in added["attachments"]] == ["b.png", "c.png", "d.png"]
    dropped = await loopback.good("PATCH", path, {"content": "x", "attachments": []})
    assert dropped["attachments"] == []


async def test_a_picture_that_is_shown_is_not_dropped(loopback: Loopback) -> None:
    gallery = '{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}'
    form = with_files(f'{{"flags": {V2}, "components": [{gallery}]}}', a_png=PNG)
    sent = await loopback.good("POST", MESSAGES, data=form)
    path = f"{MESSAGES}/{sent['id']}"
    status, error = await loopback.rest("PATCH", path, {"attachments": []})
    missing = {"attachments": "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"}
    assert (status, codes(error["errors"])) == (400, missing)
    replaced = await loopback.good("PATCH", path, data=with_files('{"attachments": [{"id": 0}]}', a_png=PNG))
    [attachment] = replaced["attachments"]
    assert attachment["id"] != sent["attachments"][0]["id"]
    assert replaced["components"][0]["items"][0]["media"]["url"] == attachment["url"].replace("/play", "")


async def test_a_message_has_ten_attachments_at_most(loopback: Loopback) -> None:
    sent = await loopback.good(
        "POST", MESSAGES, data=with_files("{}", **{f"f{n}_txt": b"x" for n in range(10)})
    )
    path = f"{MESSAGES}/{sent['id']}"
    status, error = await loopback.rest("PATCH", path, data=with_files("{}", one_txt=b"x"))
    assert (status, error["code"]) == (400, 30015)


async def test_a_picture_must_be_attached(loopback: Loopback) -> None:
    thumbnail = {"type": 11, "media": {"url": "attachment://a.png"}}
    section = {"type": 9, "components": [text("x")], "accessory": thumbnail}
    status, error = await loopback.rest("POST", MESSAGES, {"flags": V2, "components": [section]})
    place = "components.0.accessory.media"
    assert codes(error["errors"]) == {place: "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"}
    assert status == 400


async def test_files_have_plain_names_and_a_largest_size(loopback: Loopback) -> None:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("files[0]", b"abc", filename="../../évil name.txt")
    [attachment] = (await loopback.good("POST", MESSAGES, data=form))["attachments"]
    assert attachment["filename"] == "_.._vil_name.txt"
    form = with_files("{}", a_txt=bytes(10 * 2**20 + 1))
    status, error = await loopback.rest("POST", MESSAGES, data=form)
    assert (status, error["code"]) == (413, 40005)


async def test_embeds_show_attached_pictures(loopback: Loopback) -> None:
    form = with_files('{"embeds": [{"title": "t", "image": {"url": "attachment://a.png"}}]}', a_png=PNG)
    sent = await loopback.good("POST", MESSAGES, data=form)
    assert sent["embeds"][0]["image"]["url"] == sent["attachments"][0]["url"]


async def test_a_bot_that_is_killed_while_it_uploads_leaves_nothing(
    loopback: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    _, bot = await asyncio.open_connection("127.0.0.1", loopback.port)
    bot.write(
        f"POST /api/v10{MESSAGES} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Authorization: Bot {loopback.world.token}\r\n"
        "Content-Type: multipart/form-data; boundary=B\r\nContent-Length: 9000\r\n\r\n"
        '--B\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content'.encode()
    )
    await bot.drain()
    assert await loopback.good("GET", MESSAGES) == []  # by now the server reads the other request
    bot.transport.abort()
    async with asyncio.timeout(10):
        while "The bot ended in the middle of a request" not in caplog.text:  # noqa: ASYNC110  # nobody tells
            await asyncio.sleep(0.01)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert await loopback.good("GET", MESSAGES) == []
