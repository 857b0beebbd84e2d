"""Computer players, by the name under which a table or a simulation seats them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.players.greedy import greedy_player
from engine.players.random import random_player

if TYPE_CHECKING:
    from engine.ports import Player

PLAYERS: dict[str, Player] = {"greedy": greedy_player, "random": random_player}
