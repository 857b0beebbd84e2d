"""A body under examination: what is wrong is collected, each at the path where it is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.snowflakes import is_snowflake
from playground.wire import INVALID_FORM, ApiError, Json

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator


class Form:
    """One value of a body, and where it stands. The root of a body has an empty path."""

    def __init__(self, value: Any, path: tuple[str, ...] = (), errors: Json | None = None) -> None:
        self.value = value
        self._path = path
        self._errors: Json = {} if errors is None else errors

    def __getitem__(self, key: str | int) -> Form:
        """Return a member of an object or list, whose value is None where it is missing."""
        holder = self.value
        value = holder.get(key) if isinstance(holder, dict) else holder[key] if isinstance(key, int) else None
        return Form(value, (*self._path, str(key)), self._errors)

    @property
    def missing(self) -> bool:
        """Tell whether the member is absent or null."""
        return self.value is None

    @property
    def sound(self) -> bool:
        """Tell whether nothing in the whole body was found wrong so far."""
        return not self._errors

    def fail(self, code: str, message: str) -> None:
        """Note that this value is wrong."""
        place = self._errors
        for step in self._path:
            place = place.setdefault(step, {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def verdict(self) -> None:
        """Refuse the body if anything in it was found wrong. Raises ApiError 50035."""
        if self._errors:
            raise ApiError(400, INVALID_FORM, "Invalid Form Body", errors=self._errors)

    def required(self) -> bool:
        """Note it if the value is missing; say whether it is there."""
        if self.missing:
            self.fail("BASE_TYPE_REQUIRED", "This field is required")
        return not self.missing

    def is_object(self) -> bool:
        """Note it unless the value is a JSON object; say whether it is one."""
        return self._is_a(dict, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")

    def text(self, low: int, high: int) -> str | None:
        """Return a text of so many characters, or None where it is missing or wrong."""
        if self.missing:
            return None
        if not self._is_a(
            str, "STRING_TYPE_CONVERT", f"Could not interpret {kind_of(self.value)} as string."
        ):
            return None
        text = str(self.value)
        self.length(len(text), low, high)
        return text

    def length(self, length: int, low: int, high: int) -> None:
        """Note it unless ``length`` is in the range."""
        if low <= length <= high:
            return
        if low == 0:
            self.fail("BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
        else:
            self.fail("BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def number(self, low: float, high: float) -> int | None:
        """Return a whole number of the range, or None where it is missing or wrong."""
        if self.missing:
            return None
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            self.fail("NUMBER_TYPE_COERCE", f"Value {kind_of(self.value)} is not int.")
            return None
        if self.value < low:
            self.fail("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
        elif self.value > high:
            self.fail("NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
        else:
            return self.value
        return None

    def one_of(self, allowed: Collection[int]) -> int | None:
        """Return one of the allowed numbers, or None where it is missing or wrong."""
        if self.missing:
            return None
        if isinstance(self.value, int) and not isinstance(self.value, bool) and self.value in allowed:
            return self.value
        self.fail("BASE_TYPE_CHOICES", f"Value must be one of {{{', '.join(map(str, sorted(allowed)))}}}.")
        return None

    def flag(self) -> bool | None:
        """Return true or false, or None where it is missing or wrong."""
        if not self.missing and not isinstance(self.value, bool):
            self.fail("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
            return None
        return self.value if self.value is None else bool(self.value)

    def snowflake(self) -> str | None:
        """Return an id, which may come as a number too; None where it is missing or wrong."""
        if self.missing:
            return None
        if isinstance(self.value, str | int) and is_snowflake(str(self.value)):
            return str(self.value)
        self.fail("NUMBER_TYPE_COERCE", f"Value {kind_of(self.value)} is not snowflake.")
        return None

    def items(self, low: int, high: int) -> Iterator[Form]:
        """Yield the members of a list of so many; nothing where it is missing or no list."""
        if self.missing:
            return
        if self._is_a(list, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"):
            self.length(len(self.value), low, high)
            yield from (self[index] for index in range(len(self.value)))

    def objects(self, low: int, high: int) -> Iterator[Form]:
        """Yield those members of a list of so many that are JSON objects; the others are noted."""
        return (item for item in self.items(low, high) if item.is_object())

    def unique(self, seen: set[Any], code: str, message: str) -> None:
        """Note it if the value is among ``seen`` already, and put it there."""
        if self.missing or isinstance(self.value, dict | list):
            return
        if self.value in seen:
            self.fail(code, message)
        seen.add(self.value)

    def matches(self, test: Callable[[str], object], code: str, message: str) -> None:
        """Note it unless the value is missing or a text that passes the test."""
        if isinstance(self.value, str) and not test(self.value):
            self.fail(code, message)

    def _is_a(self, kind: type, code: str, message: str) -> bool:
        if not isinstance(self.value, kind):
            self.fail(code, message)
            return False
        return True


def kind_of(value: object) -> str:
    """Name the type of a wrong value; the value itself may be nobody's to read."""
    return f'"{type(value).__name__}"'
