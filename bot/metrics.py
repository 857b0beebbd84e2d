"""What the bot counts about itself, in Prometheus' text format: numbers only, no name and no id."""

from __future__ import annotations

import logging
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from engine.ports import CommitKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.tables import OpenTable
    from engine.table import Commit
    from storage.model import TableInfo


class Sample(NamedTuple):
    """One number; ``labels`` as Prometheus writes them, such as ``{level="ERROR"}``."""

    name: str
    kind: str
    help: str
    value: float
    labels: str = ""


class Metrics:
    """Counts commits, as a listener of tables, and drawings, as a watcher of redraws."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def on_commit(self, table: OpenTable, commit: Commit, *, revealed: bool) -> None:  # noqa: ARG002  # see `bot.tables.Listener`
        """Count a commit by its kind."""
        self._counts[commit.kind.value] += 1

    def on_change(self, table: OpenTable, before: TableInfo | None) -> None:  # noqa: ARG002  # see `bot.tables.Listener`
        """Count a table that was opened."""
        self._counts["opened"] += before is None

    def drawn(self, table: OpenTable) -> None:  # noqa: ARG002  # see `bot.redraw.Watcher`
        """Count a drawing that succeeded."""
        self._counts["drawn"] += 1

    def undrawable(self, table: OpenTable, error: Exception) -> None:  # noqa: ARG002  # see `bot.redraw.Watcher`
        """Count a drawing that was refused."""
        self._counts["refused"] += 1

    def samples(self) -> Iterable[Sample]:
        """Yield everything counted so far."""
        words = "Commits of all tables, by kind."
        for kind in CommitKind:
            yield Sample("canasta_commits_total", "counter", words, self._counts[kind], f'{{kind="{kind}"}}')
        yield Sample("canasta_tables_opened_total", "counter", "Tables opened.", self._counts["opened"])
        words = "Drawings of table messages, by outcome."
        for outcome in ("drawn", "refused"):
            labels = f'{{outcome="{outcome}"}}'
            yield Sample("canasta_drawings_total", "counter", words, self._counts[outcome], labels)


class LogCounts(logging.Handler):
    """Counts log records of WARNING and above, which it does not keep."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._counts: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Count a record."""
        self._counts[record.levelname] += 1

    def samples(self) -> Iterable[Sample]:
        """Yield how many records there were of each level."""
        for level in ("WARNING", "ERROR"):
            labels = f'{{level="{level}"}}'
            yield Sample("canasta_log_records_total", "counter", "Log records.", self._counts[level], labels)


def exposition(samples: Iterable[Sample]) -> str:
    """Return samples as text; those of one name have to follow each other."""
    lines: list[str] = []
    last = None
    for sample in samples:
        if sample.name != last:
            lines += [f"# HELP {sample.name} {sample.help}", f"# TYPE {sample.name} {sample.kind}"]
            last = sample.name
        lines.append(f"{sample.name}{sample.labels} {sample.value:g}")
    return "\n".join(lines) + "\n"
