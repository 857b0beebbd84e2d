"""A player that does anything that is legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from engine.actions import Action
    from engine.view import View


def random_player(view: View, rng: Random) -> Action:
    """Return one of the legal actions, each as likely as the others."""
    return rng.choice(view.legal)
