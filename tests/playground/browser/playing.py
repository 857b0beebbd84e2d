"""Matches on the page: how a person opens a table there, and plays by what the hand panel offers.

Every press follows from what is shown, as in `tests.playground.steady`: with a seed, a deal goes the same way
each time.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.playground.players import CUT, FOOTER
from tests.playground.steady import CUT_AT, spare_wilds

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.playground.browser.page import Person

OTHERS_MS = 60_000
"""How long the others may take for their turns."""
DEAL_OVER = re.compile(r"Deal \d+ is over")
_TURN = "Your turn:"
_AWAITED = re.compile(rf"{_TURN}|The deal is over|The match is over")


def go_to_table(person: Person) -> None:
    """Go from the lobby to the thread where its match is played."""
    moved = person.message("The match is played in")
    moved.wait_for()
    person.open_thread(moved)
    person.message("Deal 1").wait_for()


def cut_the_deck(person: Person, name: str) -> None:
    """Cut the first deck, if it waits for the person and not for a computer; wait for the deal."""
    if person.message(f"{name} cuts it").count():
        person.press(CUT)
        person.fill_in(CUT, {"How many cards go from the top to the bottom?": str(CUT_AT)})
    person.message("Deal 1 of a match").wait_for()


def open_hand(person: Person) -> Locator:
    """Have the hand shown; return its panel."""
    person.press("My hand")
    panel = person.message("Only you can see this")
    person.button("Help", panel).wait_for()
    return panel


def awaits_play(panel: Locator) -> bool:
    """Wait until it is the person's turn, or the deal is over; tell which."""
    panel.get_by_text(_AWAITED).first.wait_for(timeout=OTHERS_MS)
    return has_turn(panel)


def has_turn(panel: Locator) -> bool:
    """Tell whether the panel says that it is its person's turn."""
    return panel.get_by_text(_TURN).count() > 0


def take_turn(person: Person, panel: Locator) -> None:
    """Draw or take the pile, lay as long as something is suggested, discard."""
    person.press(_plays(person, panel)[-1], panel)  # the ways to take the pile stand behind Draw
    finish_turn(person, panel)


def finish_turn(person: Person, panel: Locator) -> None:
    """Lay as long as something is suggested, and discard."""
    while has_turn(panel):
        if plays := _plays(person, panel):
            person.press("Go out" if "Not yet" in plays else plays[0], panel)
        else:
            discard(person, panel)


def discard(person: Person, panel: Locator) -> None:
    """Discard the first card that is offered and not wild."""
    menu = next(name for name in person.selects(panel) if "iscard…" in name)
    labels = person.options(menu, panel)
    card = spare_wilds(dict(zip(labels, labels, strict=True)))
    assert card is not None
    person.choose(menu, [card], panel)


def _plays(person: Person, panel: Locator) -> list[str]:
    return [label for label in person.buttons(panel) if label not in FOOTER]
