"""What the engine asks of the world around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from random import Random

    from engine.actions import Action
    from engine.view import View


class Player(Protocol):
    """A computer player: it sees a view, and nothing else of the table."""

    def __call__(self, view: View, rng: Random) -> Action:
        """Return one of ``view.legal``, which is not empty."""
        ...
