"""Actions that are counted before they are made.

Who plays one of many need not pay for the others: an action is made when its number is asked for.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate, chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, overload

Kind = TypeVar("Kind")

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.actions import Action, LayDown

    Maker: TypeAlias = Callable[[Sequence[Any], Any], Sequence[Kind]]
    Part: TypeAlias = tuple[Sequence[Any], int, Maker[Action], Any]
    """Actions of one kind: a form of each, how many cards one takes at most, what makes actions of forms,
    and what they are made of. A plain tuple, since several are made at every step."""
    Lays: TypeAlias = tuple[Sequence[Any], int, Maker[LayDown], Any]
    """A `Part` of single lays of the same cards."""


_forms = itemgetter(0)


def part_of(actions: Sequence[Kind]) -> tuple[Sequence[Any], int, Maker[Kind], Any]:
    """Return actions that are made already as a part."""
    return actions, 0, _as_they_are, None


def _as_they_are(actions: Sequence[Kind], _: None) -> Sequence[Kind]:
    return actions


def actions_of(parts: Iterable[tuple[Sequence[Any], int, Maker[Kind], Any]]) -> Iterator[Kind]:
    """Yield all actions of parts in their order."""
    return chain.from_iterable([make(forms, cards) for forms, _, make, cards in parts])


class Choices(Sequence["Action"]):
    """The actions of some parts in their order; equal to any sequence of the same actions."""

    __slots__ = ("_ends", "_parts")

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._ends = list(accumulate(map(len, map(_forms, parts))))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...

    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return list(self)[index]
        number = index if index >= 0 else index + len(self)
        part = bisect_right(self._ends, number)
        if number < 0 or part == len(self._parts):
            raise IndexError(index)
        forms, _, make, cards = self._parts[part]
        return make((forms[number - self._ends[part]],), cards)[0]  # counted back from the end of its part

    def __iter__(self) -> Iterator[Action]:
        return actions_of(self._parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as of a list

    def __repr__(self) -> str:
        return f"Choices({list(self)!r})"
