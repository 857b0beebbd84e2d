"""A progress bar for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

_WIDTH = 40


class ProgressBar:
    """One line that is drawn anew at every step and wiped at the end; silent where nobody watches."""

    def __init__(self, total: int, stream: TextIO | None) -> None:
        self._total = total
        self._stream = stream if stream is not None and stream.isatty() else None

    def __enter__(self) -> Self:
        self.show(0)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write("\r\x1b[K")

    def show(self, done: int) -> None:
        """Draw the bar with ``done`` steps of the total behind it; a total of none is all done."""
        filled = _WIDTH * done // self._total if self._total else _WIDTH
        self._write(f"\r[{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{self._total}")

    def _write(self, text: str) -> None:
        if self._stream is not None:
            self._stream.write(text)
            self._stream.flush()
