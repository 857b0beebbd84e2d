"""Telling Discord which commands there are, only when they changed."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import TYPE_CHECKING, Any, cast

from discord import app_commands
from discord.app_commands import TranslationContextLocation

from bot.i18n import ENGLISH, texts_for

if TYPE_CHECKING:
    import discord
    from discord.app_commands import TranslationContextTypes

    from storage.settings import Settings

_NAMED = frozenset(
    {
        TranslationContextLocation.command_name,
        TranslationContextLocation.group_name,
        TranslationContextLocation.parameter_name,
    }
)
log = logging.getLogger(__name__)


class CommandTexts(app_commands.Translator):
    """Names, descriptions and choices of commands in the languages that there are catalogues for."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return a text in Discord's ``locale``, or None where it is the English one."""
        t = texts_for(str(locale.value))
        if t.locale == ENGLISH:
            return None
        words = t.name(string.message) if context.location in _NAMED else t(string.message)
        return None if words == string.message else words


async def sync_commands(tree: app_commands.CommandTree[Any], settings: Settings) -> None:
    """Send the commands in all languages unless Discord has them and they are those that were sent last.

    The names are asked for as well, since a token may come to belong to another application.
    """
    texts = CommandTexts()
    await tree.set_translator(texts)
    payload = [await command.get_translated_payload(tree, texts) for command in tree.get_commands()]
    digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
    there = {command.name for command in await tree.fetch_commands()}
    if there == {command["name"] for command in payload} and await settings.meta("commands") == digest:
        return
    # What `tree.sync` does, which would word all of it a second time.
    application_id = cast("int", tree.client.application_id)
    await tree.client.http.bulk_upsert_global_commands(application_id, payload)
    await settings.set_meta("commands", digest)
    log.info("%s commands were sent to Discord", len(payload))
