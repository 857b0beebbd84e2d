"""Attachments and pictures of emojis on disk."""

from __future__ import annotations

import mimetypes
import re
import shutil
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Iterable
    from pathlib import Path

    from playground.wire import Json

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_MAGIC = {
    b"\x89PNG\r\n\x1a\n": "png",
    b"\xff\xd8\xff": "jpg",
    b"GIF8": "gif",
    b"RIFF": "webp",
    b"\x00\x00\x00\x1cftypavif": "avif",
    b"\x00\x00\x00 ftypavif": "avif",
}
_PNG_SIZE = slice(16, 24)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it came in a request."""

    filename: str
    content: bytes


class Files:
    """The folders of attachments and emojis below ``root``."""

    def __init__(self, root: Path) -> None:
        self._attachments = root / "attachments"
        self._emojis = root / "emojis"
        self._attachments.mkdir(exist_ok=True)
        self._emojis.mkdir(exist_ok=True)

    def save_attachment(self, channel_id: str, attachment_id: str, upload: Upload) -> Json:
        """Keep a file. Return what an attachment object says of it, but for its address."""
        name = safe_name(upload.filename)
        folder = self._attachments / channel_id / attachment_id
        folder.mkdir(parents=True)
        (folder / name).write_bytes(upload.content)
        kind = mimetypes.guess_type(name)[0]
        saved: Json = {
            "id": attachment_id,
            "filename": name,
            "size": len(upload.content),
            "content_type": kind,
        }
        return saved | _picture_size(upload.content)

    def attachment(self, channel_id: str, attachment_id: str, name: str) -> Path:
        """Return where a file is kept."""
        return self._attachments / channel_id / attachment_id / name

    def remove_attachment(self, channel_id: str, attachment_id: str) -> None:
        """Delete a file; one that is not there is deleted already."""
        shutil.rmtree(self._attachments / channel_id / attachment_id, ignore_errors=True)

    def remove_attachments(self, channel_id: str) -> None:
        """Delete the files of a channel."""
        shutil.rmtree(self._attachments / channel_id, ignore_errors=True)

    def keep_only(self, attachment_ids: Container[str]) -> None:
        """Delete every file that no message shows any more."""
        for folder in self._attachments.glob("*/*"):
            if folder.name not in attachment_ids:
                shutil.rmtree(folder)

    def save_emoji(self, emoji_id: str, content: bytes) -> str:
        """Keep an emoji's picture. Return its file name. Raises ValueError if it is no picture."""
        name = f"{emoji_id}.{picture_kind(content)}"
        (self._emojis / name).write_bytes(content)
        return name

    def emoji(self, name: str) -> Path:
        """Return where an emoji's picture is kept."""
        return self._emojis / name

    def remove_emoji(self, name: str) -> None:
        """Delete an emoji's picture."""
        (self._emojis / name).unlink(missing_ok=True)


def safe_name(filename: str) -> str:
    """Return a file name of plain letters, digits, dots and dashes, the others replaced, as Discord does."""
    name = _UNSAFE.sub("_", filename).lstrip(".")
    return name or "unknown"


def picture_kind(content: bytes) -> str:
    """Return the suffix for a picture, by how it begins. Raises ValueError for anything else."""
    for magic, suffix in _MAGIC.items():
        if content.startswith(magic):
            return suffix
    raise ValueError("not a picture")


def attachment_ids(attachments: Iterable[Json]) -> set[str]:
    """Return the ids of attachment objects."""
    return {attachment["id"] for attachment in attachments}


def _picture_size(content: bytes) -> Json:
    if not content.startswith(b"\x89PNG") or len(content) < _PNG_SIZE.stop:
        return {}
    width, height = struct.unpack(">II", content[_PNG_SIZE])
    return {"width": width, "height": height}
