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


@pytest.fixture
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a playground with the real bot; give its address."""
    del browser  # without one there is nothing to run it for
    folder = tmp_path_factory.mktemp("playground")
    with running_playground(folder, "tests.playground.browser.seeded_bot") as address:
        yield address


def test_a_newcomer_sits_down_draws_melds_and_discards(browser: Browser, address: str) -> None:
    ana = open_as(browser, address, "ana")
    start_with_computers(ana)
    ana.press("My hand")
    play_turn(ana, ana.message("Only you can see this"))
    watcher = open_as(browser, address, "bruno", size=PHONE)
    watcher.page.goto(ana.page.url.replace("user=ana", "user=bruno"))
    watcher.message(DEAL).wait_for()
    assert watcher.page.get_by_text("Only you can see this").count() == 0
    assert watcher.page.evaluate("document.scrollingElement.scrollWidth") <= PHONE[0]


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


def play_turn(ana: Person, panel: Locator) -> None:
    """Draw, lay a meld, and discard."""
    panel.get_by_text("Your turn: draw a card").wait_for(timeout=COMPUTERS_MS)
    ana.press("Draw", panel)
    panel.get_by_text("You drew").wait_for()
    ana.press(next(label for label in ana.buttons(panel) if label.startswith("Meld ")), panel)
    ana.button("Undo", panel).wait_for()
    discard_one_of_many(ana, panel)


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
