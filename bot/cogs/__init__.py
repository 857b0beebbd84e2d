"""The slash commands, one module for each place where a player would look for them."""

from __future__ import annotations

from bot.cogs.can import Can
from bot.cogs.canasta import Canasta
from bot.cogs.fair import Fair
from bot.cogs.play import Play
from bot.cogs.results import Results
from bot.cogs.settings import Settings

COGS = (Canasta, Play, Can, Fair, Results, Settings)
