"""What a hand panel remembers from one press to the next: it stands in the message and is read from there.

So a panel goes on working after a restart. A client shows what was chosen last unless it is told otherwise:
therefore every option says explicitly whether it is chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discord import SelectMenu

from bot.ui.ids import Verb, parse
from bot.ui.layout import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from discord import Component

    from bot.preferences import Sort
    from bot.render.hand_scene import HandScene
    from engine.actions import Action
    from engine.cards import Card
    from engine.match import DealResult
    from engine.state import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelState:
    """What a hand panel shows besides the view.

    ``version`` is the table's, which plays are made for. ``chosen`` holds option values; those not held are
    ignored. ``notice`` is a sentence for the top, such as a refusal; ``drawn`` the cards that came last.
    ``confirm`` is a play that ends the deal, to be asked about once. ``ideas`` is the page of further
    suggestions, if they are open. ``until`` is the end of the time of whoever is to act. ``text_only``: the
    hand is a list to be read aloud. ``picture`` is what a picture of the hand shows that is sent along.
    ``over`` is the number of the deal that is over, while its person may press for the next one; ``cutter``
    is who is to cut the next one's deck, once it waits for that. ``result`` is what the last deal came to,
    until the next one is dealt.
    """

    version: int
    chosen: tuple[str, ...] = ()
    can_undo: bool = False
    notice: str | None = None
    sort: Sort = "rank"
    drawn: tuple[Card, ...] = ()
    confirm: Action | None = None
    ideas: int | None = None
    until: datetime | None = None
    text_only: bool = False
    picture: HandScene | None = None
    over: int | None = None
    cutter: Seat | None = None
    result: DealResult | None = None


def read_selection(components: Iterable[Component]) -> list[str]:
    """Return the values of the cards that a message shows as chosen, in its order."""
    return [
        option.value
        for component in parts_of(components)
        if isinstance(component, SelectMenu) and _verb_of(component.custom_id) is Verb.CHOOSE
        for option in component.options
        if option.default
    ]


def _verb_of(custom_id: str) -> Verb | None:
    press = parse(custom_id)
    return press.verb if press else None
