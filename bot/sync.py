"""Telling Discord which commands there are, only when they changed."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from discord import app_commands

    from storage.settings import Settings

log = logging.getLogger(__name__)


async def sync_commands(tree: app_commands.CommandTree[Any], settings: Settings) -> None:
    """Send the commands unless Discord has them and they are those that were sent last.

    The names are asked for as well, since a token may come to belong to another application.
    """
    payload = [command.to_dict(tree) for command in tree.get_commands()]
    digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
    there = {command.name for command in await tree.fetch_commands()}
    if there == {command["name"] for command in payload} and await settings.meta("commands") == digest:
        return
    await tree.sync()
    await settings.set_meta("commands", digest)
    log.info("%s commands were sent to Discord", len(payload))
