"""What holds for every test: a logged error is a failure, and a run finds the same things each time."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

# `make test` must say the same twice; a search with fresh examples is `--hypothesis-profile explore`.
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, print_blob=True, max_examples=2000)
settings.load_profile("repeatable")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests, so that at the end no worker is left alone with one of them."""
    items.sort(key=lambda item: not item.nodeid.startswith("tests/playground/"))


class _ErrorRecords(logging.Handler):
    """Keep every record of level ERROR or above."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture(autouse=True)
def logged_errors() -> Iterator[list[logging.LogRecord]]:
    """Fail the test for each ERROR record that it leaves behind.

    A test that provokes an error asks for this list, checks what is in it and clears it.
    """
    handler = _ErrorRecords()
    root = logging.getLogger()
    root.addHandler(handler)
    yield handler.records
    root.removeHandler(handler)
    if handler.records:
        formatter = logging.Formatter("%(name)s: %(message)s")
        pytest.fail("logged errors:\n" + "\n".join(map(formatter.format, handler.records)), pytrace=False)
