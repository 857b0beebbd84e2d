"""The settings, in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.i18n import language_names
from bot.preferences import Personal, Server
from bot.ui.settings_panel import personal_panel, server_panel
from tests.bot.ui.panels import LANGUAGES, hold_limits, words

if TYPE_CHECKING:
    from bot.i18n import Texts


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.locale)
async def test_settings_keep_discords_limits(t: Texts) -> None:
    for panel in (personal_panel(Personal(), t, manages=True), server_panel(Server(language="it"), t)):
        hold_limits(panel)
        assert set(language_names().values()) <= set(words(panel))
