"""A headless Chromium of the system, driven over Playwright."""

from __future__ import annotations

import importlib
import os
import shutil
from typing import TYPE_CHECKING, NoReturn

import pytest

from tests.playground.browser.loopback import running_playground

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",  # Chromium as root, as in a container, has no sandbox to offer
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Give a browser. Without one the test is skipped, or fails where REQUIRE_BROWSER is set."""
    program = next(filter(None, map(shutil.which, _NAMES)), None)
    if program is None:
        _do_without("no browser: apt-get install chromium, then make test")
    try:
        playwright = importlib.import_module("playwright.sync_api")
    except ImportError:
        _do_without(
            "no browser driver: make dev installs it where there is a Chromium (apt-get install chromium)"
        )
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=list(_ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a playground whose bot shows the panel of `scripted_bot`; give its address."""
    del browser  # without one there is nothing to run it for
    folder = tmp_path_factory.mktemp("playground")
    with running_playground(folder, "tests.playground.browser.scripted_bot") as address:
        yield address


def _do_without(reason: str) -> NoReturn:
    if os.environ.get("REQUIRE_BROWSER") == "1":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
