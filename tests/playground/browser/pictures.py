"""``python -m tests.playground.browser.pictures [FOLDER]``: take the pictures of the README anew.

A seeded bot deals, and Ana plays against computers on the page, as wide as on a desk and as narrow as on a
phone. Each scene becomes ``NAME-wide.png`` (1280 pixels) and ``NAME-phone.png`` (390 pixels, twice as fine)
in FOLDER, by default ``docs/pictures``.
"""

from __future__ import annotations

import logging
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.playground.browser import playing
from tests.playground.browser.loopback import dealt_playground
from tests.playground.browser.page import Person, launch, open_as

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

_FOLDER = Path("docs/pictures")
_SEED = 2
"""With it Ana lays early, and is out after a few turns."""
_TURNS = 3
"""How many turns Ana plays between her hand and the table."""
_CHOOSE, _CHOSEN = "Choose cards…", 2
_PRIVATE = "Only you can see this"
_WIDE, _PHONE = (1280, 860), (390, 844)
_PHONE_SCALE = 2.0
_SHOW = "node => { document.activeElement.blur(); node.scrollIntoView({block: 'start'}); }"
_UPLOADS_MS = 45_000
"""How long a new bot takes until its cards are emojis."""
_STILLNESS_MS = 2_500
"""How long after a press the bot draws what changed by it."""


@dataclass(frozen=True)
class Camera:
    """Ana's page in both sizes. She plays on the wide one."""

    folder: Path
    wide: Person
    phone: Person

    def take(self, name: str, words: str) -> None:
        """Take the newest message with these words: from its beginning, or to the end if it is the last."""
        self.phone.page.goto(self.wide.page.url)
        self.wide.page.wait_for_timeout(_STILLNESS_MS)
        for size, person in (("wide", self.wide), ("phone", self.phone)):
            message = person.message(words)
            message.wait_for()
            message.evaluate(_SHOW)
            person.page.mouse.move(0, 0)
            person.page.wait_for_load_state("networkidle")
            person.page.screenshot(path=self.folder / f"{name}-{size}.png")


def main(folder: Path) -> None:
    """Play the scenes and take them."""
    logging.basicConfig(level=logging.WARNING)
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as driver:
        browser = launch(driver)
        for scenes in (_deal, _match, _languages):
            with tempfile.TemporaryDirectory() as data, dealt_playground(Path(data), _SEED) as address:
                scenes(_camera(browser, address, folder))
        browser.close()


def _camera(browser: Browser, address: str, folder: Path) -> Camera:
    wide = open_as(browser, address, "ana", size=_WIDE)
    phone = open_as(browser, address, "ana", size=_PHONE, scale=_PHONE_SCALE)
    phone.page.get_by_role("button", name="Close this hint").click()
    wide.page.wait_for_timeout(_UPLOADS_MS)
    return Camera(folder, wide, phone)


def _deal(camera: Camera) -> None:
    """Take the lobby, a full hand, cards chosen in it, the table in mid-deal, and the deal's sheet."""
    ana = camera.wide
    ana.type_command("/canasta")
    ana.press("Fill up with computers")
    camera.take("lobby", "A table for Italian Canasta")
    panel = _start(ana)
    playing.awaits_play(panel)
    ana.press("Draw", panel)
    camera.take("hand", _PRIVATE)
    ana.choose(_CHOOSE, ana.options(_CHOOSE, panel)[:_CHOSEN], panel)
    camera.take("chosen", _PRIVATE)
    ana.press("Clear", panel)
    playing.finish_turn(ana, panel)
    for _ in range(_TURNS):
        playing.awaits_play(panel)
        playing.take_turn(ana, panel)
    playing.awaits_play(panel)
    camera.take("table", "My hand")
    _play_to_the_end(ana, panel)
    camera.take("sheet", "Not ready yet")


def _match(camera: Camera) -> None:
    """Take the end of a match."""
    camera.wide.type_command("/canasta target:500")
    camera.wide.press("Fill up with computers")
    _play_to_the_end(camera.wide, _start(camera.wide))
    camera.take("end", "Rematch")


def _languages(camera: Camera) -> None:
    """Take a table in Italian, and the hand of somebody who reads Portuguese."""
    ana = camera.wide
    ana.type_command("/canasta")
    ana.press("Fill up with computers")
    panel = _start(ana)
    for _ in range(_TURNS):
        playing.awaits_play(panel)
        playing.take_turn(ana, panel)
    playing.awaits_play(panel)
    ana.press("Draw", panel)
    ana.type_command("/settings")
    ana.press("Settings of this server", ana.message("Your settings"))
    settings = ana.message("Settings of this server")
    ana.choose("Language", ["Italiano"], settings)
    ana.dismiss(settings)
    ana.type_command("/settings language:Português (Brasil)")
    ana.dismiss(ana.message("Suas configurações"))
    camera.take("table-italian", "Le mie carte")
    camera.take("hand-portuguese", "Sua vez:")


def _start(ana: Person) -> Locator:
    ana.press("Start")
    playing.go_to_table(ana)
    playing.cut_the_deck(ana, "Ana")
    return playing.open_hand(ana)


def _play_to_the_end(ana: Person, panel: Locator) -> None:
    while playing.awaits_play(panel):
        playing.take_turn(ana, panel)


if __name__ == "__main__":
    main(Path(*sys.argv[1:]) if sys.argv[1:] else _FOLDER)
