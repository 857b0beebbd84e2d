"""People play on the page with the real bot: from opening a table to the end of a deal."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import aiohttp

from tests.playground import people, running, steady
from tests.playground.browser import playing
from tests.playground.browser.loopback import dealt_playground
from tests.playground.browser.page import PHONE, Person, open_as

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from playwright.sync_api import Browser, Locator

SEED_ITALIAN, SEED_TRANCA = 6, 3
"""With the one Ana lays in her first turn and is out after few; with the other Bruno begins, and both feet
are taken early."""
BOTH = 2


def test_a_newcomer_plays_against_computers_until_the_match_is_over(browser: Browser, tmp_path: Path) -> None:
    with dealt_playground(tmp_path, SEED_ITALIAN) as address:
        ana = open_as(browser, address, "ana")
        start_with_computers(ana)
        panel = playing.open_hand(ana)
        assert playing.awaits_play(panel)
        play_first_turn(ana, panel)
        assert_private(browser, ana)
        while playing.awaits_play(panel):
            playing.take_turn(ana, panel)
        sheet = ana.message("Deal 1 is over")
        sheet.get_by_text("wins by").wait_for()
        ana.press("Rematch", sheet)
        ana.message("A table for Italian Canasta").wait_for()


def test_two_take_their_feet_by_buttons_and_by_slash_commands(browser: Browser, tmp_path: Path) -> None:
    with dealt_playground(tmp_path, SEED_TRANCA) as address:
        ana, bruno = (open_as(browser, address, name, channel="tranca") for name in ("ana", "bruno"))
        ana.type_command("/canasta rules:Tranca players:2 target:500")
        bruno.press("Sit: seat 2", bruno.message("A table for Tranca"))
        ana.press("Start")
        playing.go_to_table(ana)
        playing.go_to_table(bruno)
        playing.cut_the_deck(bruno, "Bruno")
        channel = parse_qs(urlsplit(ana.page.url).query)["channel"][0]
        panel = playing.open_hand(ana)
        while not panel.get_by_text("You took the foot").count():
            type_turns(address, channel, ["Bruno"])
            assert playing.awaits_play(panel)
            playing.take_turn(ana, panel)
        hands = type_turns(address, channel, ["Bruno", "Ana"])
        assert hands[-1].text.count("foot taken") == BOTH, hands[-1].text
        ana.message("Deal 1 is over").get_by_text("(T-15)").first.wait_for()


def start_with_computers(ana: Person) -> None:
    """Open a table, sit down on its second side and again on the first, and start against computers."""
    ana.type_command("/canasta target:500")
    lobby = ana.message("A table for Italian Canasta")
    lobby.get_by_text("Side 1: Ana (host)").wait_for()
    ana.press("Sit: side 2")
    lobby.get_by_text("Side 2: Ana (host)").wait_for()
    ana.press("Sit: side 1")
    ana.press("Fill up with computers")
    lobby.get_by_text("All seats are taken").wait_for()
    ana.press("Start")
    playing.go_to_table(ana)
    playing.cut_the_deck(ana, "Ana")


def play_first_turn(ana: Person, panel: Locator) -> None:
    """Draw, lay a meld, and discard a card that was chosen among all cards."""
    ana.press("Draw", panel)
    panel.get_by_text("You drew").wait_for()
    ana.press(next(label for label in ana.buttons(panel) if label.startswith("Meld ")), panel)
    ana.button("Undo", panel).wait_for()
    cards = ana.options("Choose cards…", panel)
    card = steady.spare_wilds(dict(zip(cards, cards, strict=True)))
    assert card is not None
    ana.choose("Choose cards…", [card], panel)
    panel.get_by_text("Chosen:").wait_for()
    ana.press("Discard", panel)
    ana.press("Log")
    log = ana.message(f"Ana discarded {card}")
    log.get_by_text("Only you can see this").wait_for()
    ana.dismiss(log)


def assert_private(browser: Browser, ana: Person) -> None:
    """Hold that somebody else sees the table on a phone, and nothing of the hand."""
    watcher = open_as(browser, origin(ana), "bruno", size=PHONE)
    watcher.page.goto(ana.page.url.replace("user=ana", "user=bruno"))
    watcher.message("Deal 1 of a match to 500").wait_for()
    assert watcher.page.get_by_text("Only you can see this").count() == 0
    assert watcher.page.evaluate("document.scrollingElement.scrollWidth") <= PHONE[0]
    watcher.page.context.close()


def origin(person: Person) -> str:
    """Return the playground's address."""
    return "{0.scheme}://{0.netloc}".format(urlsplit(person.page.url))


def type_turns(address: str, channel: str, names: Sequence[str]) -> list[people.Seen]:
    """Have one person play a turn by slash commands, or several play on until the deal is over.

    The browser's driver has the event loop of this thread, so this takes another.
    """

    async def play() -> list[people.Seen]:
        async with aiohttp.ClientSession(address) as http:
            typists = [steady.Typist(people.Person(name, running.Play(http)), channel) for name in names]
            return (
                [await typists[0].take_turn()]
                if len(typists) == 1
                else await steady.play_deal(typists, names[0])
            )

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, play()).result()
