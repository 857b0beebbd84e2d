"""Faults on request, for tests: the next so many requests of a route fail, are late, or get no answer."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAME = re.compile(r"\{\w+\}")


@dataclass(slots=True)
class Fault:
    """What goes wrong with the next ``times`` requests of a route.

    ``delay`` seconds pass; then the request fails with ``status`` or is dropped, or if neither is asked for
    it is carried out as usual. With ``after`` it is carried out first.
    """

    route: str
    times: int = 1
    status: int | None = None
    code: int = 0
    message: str = "500: Internal Server Error"
    retry_after: float | None = None
    delay: float = 0.0
    drop: bool = False
    after: bool = False


class Faults:
    """The faults that have not happened yet."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []

    def arrange(self, fault: Fault) -> None:
        """Let a fault happen, after those already arranged for its route."""
        self._waiting.append(fault)

    def clear(self) -> None:
        """Forget all faults."""
        self._waiting.clear()

    def waiting(self) -> list[str]:
        """Return the routes of faults that have not happened as often as they were asked for."""
        return [fault.route for fault in self._waiting]

    def take(self, route: str) -> Fault | None:
        """Return the fault for a request of a route such as ``GET /channels/{channel}``, and count it."""
        for fault in self._waiting:
            if _shape(fault.route) == _shape(route):
                fault.times -= 1
                if fault.times <= 0:
                    self._waiting.remove(fault)
                return fault
        return None


def _shape(route: str) -> str:
    """Return a route without the names of its parameters."""
    return _NAME.sub("{}", route)
