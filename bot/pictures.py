"""Pictures of tables and hands: drawn off the event loop, one at a time, and kept by what they show."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING

from bot.render.picture import draw

if TYPE_CHECKING:
    from bot.ports import Ports
    from bot.render.hand_scene import HandScene
    from bot.render.scene import Scene

_KEPT = 64
"""Pictures kept: some 20 kB each."""


class Pictures:
    """The newest pictures that were drawn."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._kept: OrderedDict[Scene | HandScene, bytes] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    async def png(self, scene: Scene | HandScene) -> bytes:
        """Return the picture of a scene."""
        async with self._one_at_a_time:
            if scene not in self._kept:
                self._kept[scene] = await self._ports.off_loop(partial(draw, scene))
                while len(self._kept) > _KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(scene)
            return self._kept[scene]
