"""Messages as they come from a body: new ones, and edits."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from playground import components
from playground.files import Upload, attachment_ids, safe_name
from playground.mentions import pinged_users, pings_everyone
from playground.model import Message, MessageFlags
from playground.validate.form import Form
from playground.validate.layout import ATTACHMENT_SCHEME, attachment_missing
from playground.validate.message import Surroundings, check_message, check_no_legacy
from playground.wire import ApiError, Json

if TYPE_CHECKING:
    from playground.model import Channel
    from playground.world import World

_MAX_FILES = 10
_MAX_FLAGS = 2**53
_OWN_FLAGS = MessageFlags.SUPPRESS_EMBEDS | MessageFlags.SILENT | MessageFlags.COMPONENTS
_EDITABLE_FLAGS = MessageFlags.SUPPRESS_EMBEDS


@dataclass(slots=True)
class Incoming:
    """A request's body: its JSON, and the files beside it by their numbers."""

    body: Json
    uploads: dict[int, Upload] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Attachments:
    """Which attachments a message will have: those that stay, and uploads with their alt texts."""

    kept: list[Json]
    added: list[tuple[Upload, str | None]]

    def names(self) -> set[str]:
        """Return the file names that components may refer to."""
        return {kept["filename"] for kept in self.kept} | {safe_name(new.filename) for new, _ in self.added}


def post(world: World, blank: Message, incoming: Incoming) -> Message:
    """Add a message to the world: ``blank``, which says by whom, where and why, filled in from a body.

    Raises ApiError 50035, 50006 or 50083. A message in an archived thread opens it, unless it is locked.
    """
    refuse_locked(world.channels[blank.channel_id], blank)
    flags = (asked_flags(incoming.body) or 0) & _OWN_FLAGS
    message = _written(world, replace(blank, flags=blank.flags | flags), incoming)
    allowed = incoming.body.get("allowed_mentions")
    message = replace(
        message,
        mentions=list(dict.fromkeys((*message.mentions, *pinged_users(world, message, allowed)))),
        mention_everyone=pings_everyone(world, message, allowed),
    )
    add(world, message)
    return message


def add(world: World, message: Message) -> None:
    """Add a message to the world as it is. That opens an archived thread, and its writer takes part in it."""
    if message.ephemeral_for is None:
        _join_conversation(world, message)
    world.put_message(message)


def edit(world: World, message: Message, incoming: Incoming) -> Message:
    """Change a message as a body says. Raises ApiError 50035, 50006, or 50083 in an archived thread.

    Whom it is for and its layout version stay; an awaited message (one that is loading) has now come.
    """
    refuse_archived(world.channels[message.channel_id], message)
    flags = message.flags
    if (asked := asked_flags(incoming.body)) is not None:
        flags = (flags & ~_EDITABLE_FLAGS) | (asked & (_EDITABLE_FLAGS | MessageFlags.COMPONENTS))
    edited = message.edited_timestamp if message.has(MessageFlags.LOADING) else world.now()
    changed = _written(world, replace(message, flags=flags & ~MessageFlags.LOADING), incoming)
    changed = replace(changed, edited_timestamp=edited)
    world.put_message(changed)
    return changed


def asked_flags(body: Json) -> int | None:
    """Return the ``flags`` of a body, or None where there are none. Raises ApiError 50035."""
    form = Form(body)
    flags = form["flags"].number(0, _MAX_FLAGS)
    form.verdict()
    return flags


def refuse_archived(channel: Channel, message: Message) -> None:
    """Refuse to touch a message of an archived thread. Raises ApiError 50083."""
    if message.ephemeral_for is None and channel.thread and channel.thread.archived:
        raise ApiError(400, 50083, "Thread is archived")


def refuse_locked(channel: Channel, message: Message) -> None:
    """Refuse a new message in an archived thread that only a moderator may open. Raises ApiError 50083."""
    if channel.thread and channel.thread.locked:
        refuse_archived(channel, message)


def _written(world: World, message: Message, incoming: Incoming) -> Message:
    """Return ``message`` with what the body says in place of what it had. Raises ApiError 50035 or 50006."""
    body = incoming.body
    form = Form(body)
    attachments = _attachments(message, incoming)
    free = message.has(MessageFlags.COMPONENTS)
    check_message(form, Surroundings(free, world.emojis, attachments.names()))
    form.verdict()
    _check_attachments(form, message, incoming, attachments)
    content = str(body.get("content") or "").strip() if "content" in body else message.content
    embeds = list(body.get("embeds") or ()) if "embeds" in body else message.embeds
    parts = components.completed(body["components"] or ()) if "components" in body else message.components
    if free:
        check_no_legacy(form, {"content": content, "embeds": embeds})
        form.verdict()
    if not (content or embeds or parts or attachments.kept or attachments.added):
        raise ApiError(400, 50006, "Cannot send an empty message")
    saved = _save(world, message, attachments)
    _resolve(parts, embeds, saved)
    return replace(message, content=content, embeds=embeds, components=parts, attachments=saved)


def _attachments(message: Message, incoming: Incoming) -> _Attachments:
    listed = incoming.body.get("attachments")
    each = listed if isinstance(listed, list) else []
    entries = {str(entry.get("id")): entry for entry in each if isinstance(entry, dict)}
    kept = [
        old | _alt_text(entries.get(old["id"]))
        for old in message.attachments
        if listed is None or old["id"] in entries
    ]
    added = [
        (
            Upload(str(_entry_of(entries, number).get("filename") or upload.filename), upload.content),
            _entry_of(entries, number).get("description"),
        )
        for number, upload in sorted(incoming.uploads.items())
    ]
    if len(kept) + len(added) > _MAX_FILES:
        raise ApiError(400, 30015, f"Maximum number of attachments in a message reached ({_MAX_FILES})")
    return _Attachments(kept, added)


def _check_attachments(form: Form, message: Message, incoming: Incoming, attachments: _Attachments) -> None:
    """Check that listed attachments are there, and those shown by components that stay. Raises ApiError."""
    known = attachment_ids(message.attachments) | {str(number) for number in incoming.uploads}
    for listed in form["attachments"].items(0, _MAX_FILES):
        if listed["id"].snowflake() not in known:
            listed.fail("ATTACHMENT_NOT_FOUND", "Attachment data not found")
    shown = [] if "components" in incoming.body else components.media(message.components)
    needed = {media["url"].removeprefix(ATTACHMENT_SCHEME) for media in shown if "attachment_id" in media}
    for name in sorted(needed - attachments.names()):
        form["attachments"].fail(*attachment_missing(name))
    form.verdict()


def _entry_of(entries: dict[str, Json], number: int) -> Json:
    return entries.get(str(number), {})


def _alt_text(entry: Json | None) -> Json:
    return {"description": entry["description"]} if entry and "description" in entry else {}


def _save(world: World, message: Message, attachments: _Attachments) -> list[Json]:
    saved = list(attachments.kept)
    for upload, description in attachments.added:
        entry = world.files.save_attachment(message.channel_id, world.new_id(), upload)
        if description:
            entry["description"] = description
        saved.append(entry)
    return saved


def _resolve(parts: list[Json], embeds: list[Json], attachments: list[Json]) -> None:
    """Put attachments in the place of their names, marked by id: the address depends on who asks."""
    by_name = {ATTACHMENT_SCHEME + attachment["filename"]: attachment for attachment in attachments}
    for shown in (*components.media(parts), *components.embedded_media(embeds)):
        if attachment := by_name.get(shown.get("url", "")):
            shown["attachment_id"] = attachment["id"]


def _join_conversation(world: World, message: Message) -> None:
    """Open the archived thread that is written in, and take in its writer."""
    channel = world.channels[message.channel_id]
    thread = channel.thread
    if thread is None:
        return
    members = list(dict.fromkeys((*thread.members, message.author_id, *message.mentions)))
    if thread.archived or members != thread.members:
        thread.archived, thread.members = False, members
        world.put_channel(channel)
