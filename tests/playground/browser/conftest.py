"""A headless Chromium of the system, driven over Playwright."""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, NoReturn

import pytest

from tests.playground.browser.loopback import running_playground
from tests.playground.browser.page import find_chromium, launch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Give a browser. Without one the test is skipped, or fails where REQUIRE_BROWSER is set.

    Its driver runs an event loop in this thread, where no other test's loop can run: it ends with the file.
    """
    if find_chromium() is None:
        _do_without("no browser: apt-get install chromium, then make test")
    try:
        playwright = importlib.import_module("playwright.sync_api")
    except ImportError:
        _do_without(
            "no browser driver: make dev installs it where there is a Chromium (apt-get install chromium)"
        )
    with playwright.sync_playwright() as driver:
        browser = launch(driver)
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
