"""``python -m tests.playground.browser.look FOLDER [STYLE …]``: pictures of every panel, to be looked at.

For each style (``four`` or ``two`` colors, ``text``, ``hand`` as a picture too) a bot deals positions that
fill the panels: many melds, hands of 11, 26 and 45 cards, a choice between two melds, the end of a deal and
of a match. Each message becomes ``STYLE-SCENE-wide.png`` and ``STYLE-SCENE-phone.png``, whole; what is wider
than the phone is named.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from engine.cards import RED_THREES, code, pack
from tests.playground.browser import playing
from tests.playground.browser.loopback import posed_playground
from tests.playground.browser.page import PHONE, WIDE, Person, launch, open_as

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_SETTINGS = {
    "four": "show:pictures and emojis colors:four colors",
    "two": "show:pictures and emojis colors:two colors",
    "text": "show:text only colors:four colors",
    "hand": "show:pictures and emojis, also of my hand colors:four colors",
}
_SERVERS = {"text": ("Show cards as", "text only, also for screen readers")} | {
    "two": ("Colors of the suits", "two colors: red and black, as on paper")
}
"""What managers choose for the server so that the table looks alike, where it is not as usual."""
_UPLOADS_MS, _STILLNESS_MS = 8_000, 2_500
_PHONE_SCALE, _TALL = 2.0, 1600
_RIGHTMOST = (
    "Math.max(...[...document.querySelectorAll('article *')].map(each => each.getBoundingClientRect().right))"
)
_PRIVATE = "Only you can see this"

_SETS = (
    "table: 4C 4D 4H, 5C 5D 5H 5S 2D, 6C 6D 6H 6S 6C 6D 6H, 7C 7D 7H JK, 8C 8D 8H 8S, 9C 9D 9S, TC TD TH TS,"
    "KH KS KC KD KH KS KD 2C; theirs: 4S 4S 4H, 5C 5D 5H, 6S 6S 2H, 8C 8D 8H, JC JD JH JS JC JD 2S,"
    "QC QD QH QS, KC KD KS, AC AD AH AS AC AD AH; red threes: 3H 3D; their red threes: 3H; pile: 8D JK 4S TD"
)
_RUNS = (
    "table: 4H 5H 6H, 7C 7D 7S, 8S 9S TS JS QS KS AS, 9C 9D 9S 2D, 4C 5C 6C 7C, TD JD QD 2C, 8D 8H 8C,"
    "KC KD KS; theirs: 4D 5D 6D 7D 8D 9D TD, JC QC KC, 5S 6S 7S 8S, 6C 6D 6H, QD QH QS 2H, 9H TH JH QH,"
    "AC AD AH, 7H 8H 9H;"
    "red threes: 3H; foot: taken; their foot: 4C 4D; pile: 8D TD"
)
_OUT = (
    "play: 9C; table: KH KS KC KD KH KS KD, 9S 9H 9D, QC QD QH QS QC QD 2S;theirs: 8C 8D 8H; red threes: 3H"
)


def _cards(count: int) -> str:
    """Return a hand of so many cards."""
    deck = [card for card in pack(packs=2, jokers=4) if card not in RED_THREES]
    return " ".join(map(code, Random(count).sample(deck, count)))


def main(folder: Path, styles: list[str]) -> None:
    """Look at everything in these styles."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as driver:
        browser = launch(driver)
        for style in styles:
            with tempfile.TemporaryDirectory() as data:
                pose = Path(data) / "pose"
                with posed_playground(Path(data), pose) as address:
                    Look(browser, address, folder / style, pose).take_all()
        browser.close()


class Look:
    """Ana's page in both sizes. She acts on the wide one."""

    def __init__(self, browser: Browser, address: str, name: Path, pose: Path) -> None:
        self._name = name
        self._pose = pose
        self._wide = open_as(browser, address, "ana", size=(WIDE[0], _TALL))
        self._phone = open_as(browser, address, "ana", size=(PHONE[0], _TALL), scale=_PHONE_SCALE)
        self._phone.page.get_by_role("button", name="Close this hint").click()
        self._home = self._wide.page.url

    def take_all(self) -> None:
        """Take every scene."""
        ana, style = self._wide, self._name.name
        ana.page.wait_for_timeout(_UPLOADS_MS)
        ana.type_command(f"/settings {_SETTINGS[style]}")
        panel = ana.message(_PRIVATE)
        if style in _SERVERS:
            ana.press("Settings of this server", panel)
            ana.choose(_SERVERS[style][0], [_SERVERS[style][1]], panel)
        self._take("settings", _PRIVATE)
        ana.dismiss(panel)
        ana.type_command("/canasta")
        ana.press("Fill up with computers")
        self._take("lobby", "A table for")
        self._sit("Italian Canasta", f"draw: {_cards(11)}; {_SETS}", opened=True)
        self._take("table", "My hand")
        self._hand("11")
        ana.press("Draw", ana.message(_PRIVATE))
        self._take("hand-11-drawn", _PRIVATE)
        self._sit("Tranca", f"play: {_cards(26)}; {_RUNS}")
        self._take("table-runs", "My hand")
        self._hand("26")
        self._sit("Tranca", f"play: 7H KH 4S 9D 2S JC; {_RUNS}")
        panel = self._hand("6")
        ana.choose("Choose cards…", ["7♡"], panel)
        self._take("two-targets", _PRIVATE)
        self._sit("Italian Canasta", f"play: {_cards(45)}; pile: 4S")
        panel = self._hand("45")
        for menu in ana.selects(panel)[:2]:
            ana.choose(menu, ana.options(menu, panel)[:3], panel)
        self._take("hand-45-chosen", _PRIVATE)
        ana.type_command("/end")
        for name, words, score in (("sheet", "Not ready yet", ""), ("end", "Rematch", "; score: 4800 1000")):
            self._sit("Italian Canasta", _OUT + score)
            ana.press("Go out", self._hand("last"))
            self._take(name, words)

    def _sit(self, rules: str, pose: str, *, opened: bool = False) -> None:
        """Begin a match with computers in a position."""
        ana = self._wide
        self._pose.write_text(pose)
        if not opened:
            ana.page.goto(self._home)
            ana.box.wait_for()
            ana.type_command(f"/canasta rules:{rules}")
            ana.press("Fill up with computers", ana.message("A table for"))
        ana.press("Start")
        ana.message("A table for").wait_for(state="detached")
        playing.go_to_table(ana)
        playing.cut_the_deck(ana, "Ana")
        ana.page.wait_for_timeout(_STILLNESS_MS)

    def _hand(self, name: str) -> object:
        panel = playing.open_hand(self._wide)
        self._take(f"hand-{name}", _PRIVATE)
        return panel

    def _take(self, name: str, words: str) -> None:
        """Take the newest message with these words."""
        self._phone.page.goto(self._wide.page.url)
        self._wide.page.wait_for_timeout(_STILLNESS_MS)
        for size, person in (("wide", self._wide), ("phone", self._phone)):
            message = person.message(words)
            message.wait_for()
            person.page.wait_for_load_state("networkidle")
            message.screenshot(path=f"{self._name}-{name}-{size}.png")
        self._measure(self._phone, name)

    def _measure(self, person: Person, name: str) -> None:
        widest = person.page.evaluate(_RIGHTMOST)
        if max(widest, person.page.evaluate("document.scrollingElement.scrollWidth")) > PHONE[0]:
            print(f"{self._name.name} {name}: {widest:.0f} pixels wide")  # noqa: T201  # what it is for


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or list(_SETTINGS))
