"""The parts of the playground that requests need, put together."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from playground.faults import Faults
from playground.gateway import Gateway
from playground.interactions import Interactions
from playground.ratelimits import RateLimits
from playground.render import Render
from playground.world import World

if TYPE_CHECKING:
    from pathlib import Path

    from playground.wire import Json

API = "/api/v10"
_REFUSALS_KEPT = 200


class Server:
    """One small Discord: its world, and what goes on in it at the moment."""

    def __init__(self, folder: Path, port: int) -> None:
        """Open the world in ``folder``, for a server on ``port``. Raises JournalInUse or OSError."""
        self.address = f"http://127.0.0.1:{port}"
        self.api_address = f"{self.address}{API}"
        self.gateway_address = f"ws://127.0.0.1:{port}/gateway"
        self.world = World(folder)
        self.render = Render(self.world, self.address)
        self.gateway = Gateway(self.world, self.render, self.gateway_address)
        self.interactions = Interactions(self.world, self.render, self.gateway)
        self.limits = RateLimits()
        self.faults = Faults()
        self.refusals: deque[Json] = deque(maxlen=_REFUSALS_KEPT)
        self.direct_channels: set[str] = set()

    def bot_ended(self) -> None:
        """Note that the bot's process has ended: it resumes no session and answers nothing any more."""
        self.gateway.forget()
        self.interactions.abandon()
        self.world.scenery_changed()

    def close(self) -> None:
        """Let go of connections and files."""
        self.gateway.close()
        self.world.close()
