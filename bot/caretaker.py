"""What is played for a person whose time is up: if possible, nothing that commits their side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Answer, Discard, Draw
from engine.players import PLAYERS

if TYPE_CHECKING:
    from random import Random

    from engine.actions import Action
    from engine.view import View

_JUDGE = PLAYERS["greedy"]


def safest(view: View, rng: Random) -> Action:
    """Return the legal play that risks least: draw, discard what helps others least, let nobody go out.

    It follows from what the seat may know alone. Where the rules allow none of these, a computer player's.
    """
    quiet = tuple(action for action in view.legal if _is_quiet(action))
    return _JUDGE(view._replace(legal=quiet or view.legal), rng)


def _is_quiet(action: Action) -> bool:
    return isinstance(action, Draw | Discard) or action == Answer(yes=False)
