"""A person plays on the page with the real bot: from opening a table to the end of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.playground.browser.loopback import running_playground
from tests.playground.browser.page import PHONE, Person, open_as

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator

DEAL = "Deal 1 of a match to 5000"
COMPUTERS_MS = 30_000
"""How long three computers may take for their turns."""
_CHANNELS, _TURNS = ("canasta", "tranca", "lounge"), 4
"""Three hands with nothing to lay for so many turns do not happen in a lifetime of tests."""


@pytest.fixture
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a playground with the real bot; give its address."""
    del browser  # without one there is nothing to run it for
    with running_playground(tmp_path_factory.mktemp("playground")) as address:
        yield address


def test_a_newcomer_sits_down_draws_melds_and_discards(browser: Browser, address: str) -> None:
    ana = next(filter(None, (play_at(open_as(browser, address, "ana", channel)) for channel in _CHANNELS)))
    watcher = open_as(browser, address, "bruno", size=PHONE)
    watcher.page.goto(ana.page.url.replace("user=ana", "user=bruno"))
    watcher.message(DEAL).wait_for()
    assert watcher.page.get_by_text("Only you can see this").count() == 0
    assert watcher.page.evaluate("document.scrollingElement.scrollWidth") <= PHONE[0]


def play_at(ana: Person) -> Person | None:
    """Play in the channel that is open, until cards were laid; return None if that never comes."""
    start_with_computers(ana)
    ana.press("My hand")
    panel = ana.message("Only you can see this")
    return ana if any(play_turn(ana, panel) for _ in range(_TURNS)) else None


def start_with_computers(ana: Person) -> None:
    """Open a table, sit down on its second side, and start against computers; go to the table's thread."""
    ana.type_command("/canasta")
    lobby = ana.message("A table for Italian Canasta")
    lobby.get_by_text("Side 1: Ana (host)").wait_for()
    ana.press("Sit: side 2")
    lobby.get_by_text("Side 2: Ana (host)").wait_for()
    ana.press("Fill up with computers")
    lobby.get_by_text("All seats are taken").wait_for()
    ana.press("Start")
    moved = ana.message("The match is played in")
    moved.wait_for()
    ana.open_thread(moved)
    ana.message(DEAL).wait_for()


def play_turn(ana: Person, panel: Locator) -> bool:
    """Draw, lay a meld or cards onto one if that is offered, and discard; tell whether cards were laid."""
    panel.get_by_text("Your turn: draw a card").wait_for(timeout=COMPUTERS_MS)
    ana.press("Draw", panel)
    panel.get_by_text("You drew").wait_for()
    lays = [label for label in ana.buttons(panel) if label.startswith("Meld ") or " onto " in label]
    if lays:
        ana.press(max(lays, key=lambda label: label.startswith("Meld ")), panel)
        ana.button("Undo", panel).wait_for()
    discard_one_of_many(ana, panel)
    return bool(lays)


def discard_one_of_many(ana: Person, panel: Locator) -> None:
    """Choose a card from the list of all cards, and press what can be done with it."""
    hand = panel.get_by_role("heading").inner_text().replace("·", " ").split()
    card = next(card for card in hand if card != "joker" and not card.startswith("2"))
    ana.choose("Choose cards…", [card], panel)
    panel.get_by_text(f"Chosen: {card}").wait_for()
    ana.press("Discard", panel)
    panel.get_by_text("It is the turn of").wait_for()
    ana.press("Log")
    log = ana.message(f"Ana discarded {card}")
    log.get_by_text("Only you can see this").wait_for()
    ana.dismiss(log)
