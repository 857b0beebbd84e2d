"""Names of people at a table: as they are, and told apart where they look alike."""

from __future__ import annotations

import pytest

from bot.i18n import texts_for
from bot.render.table import seat_name, seat_names
from engine.rulebook import load_rules
from storage.model import SeatInfo, SeatKind, Status, TableId, TableInfo

T = texts_for("en")
LONG = "x" * 32


def table(*names: str) -> TableInfo:
    seats = tuple(SeatInfo(SeatKind.HUMAN, number, name) for number, name in enumerate(names))
    return TableInfo(
        TableId("abcdefgh"), 1, 2, None, 0, Status.PLAYING, load_rules("italian"), len(seats), seats
    )


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ana", "Bo", "Cy", "ana"), ["Ana", "Bo", "Cy", "ana"]),
        (("Alex", "Bo", "Alex", "Alex"), ["Alex (1)", "Bo", "Alex (3)", "Alex (4)"]),
        (("Alex", "Al\N{ZERO WIDTH SPACE}ex", "Bo", "Cy"), ["Alex (1)", "Alex (2)", "Bo", "Cy"]),
        (("Alex", "", "", ""), ["Alex", "", "", ""]),
        ((LONG, LONG, "Bo", "Cy"), [f"{LONG[:28]} (1)", f"{LONG[:28]} (2)", "Bo", "Cy"]),
    ],
)
def test_who_looks_alike_has_the_number_of_the_seat(names: tuple[str, ...], shown: list[str]) -> None:
    assert seat_names(table(*names)) == shown


def test_an_empty_seat_is_called_so_and_a_number_outlasts_the_limit_of_a_name() -> None:
    assert seat_name(table("Ana", "", "", ""), 1, T) == "empty seat"
    assert seat_name(table(LONG, LONG, "", ""), 1, T).replace("\\", "").endswith("x (2)")
