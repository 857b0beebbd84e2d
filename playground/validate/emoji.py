"""Which characters are emojis.

Discord refuses a button or option whose emoji is any other symbol, such as an outlined heart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container

    from playground.validate.form import Form

_BELOW_PLANE_1 = (
    "a9 ae 203c 2049 2122 2139 2194-2199 21a9-21aa 231a-231b 2328 23cf 23e9-23f3 23f8-23fa 24c2 25aa-25ab "
    "25b6 25c0 25fb-25fe 2600-2604 260e 2611 2614-2615 2618 261d 2620 2622-2623 2626 262a 262e-262f "
    "2638-263a 2640 2642 2648-2653 265f-2660 2663 2665-2666 2668 267b 267e-267f 2692-2697 2699 269b-269c "
    "26a0-26a1 26a7 26aa-26ab 26b0-26b1 26bd-26be 26c4-26c5 26c8 26ce-26cf 26d1 26d3-26d4 26e9-26ea "
    "26f0-26f5 26f7-26fa 26fd 2702 2705 2708-270d 270f 2712 2714 2716 271d 2721 2728 2733-2734 2744 2747 "
    "274c 274e 2753-2755 2757 2763-2764 2795-2797 27a1 27b0 27bf 2934-2935 2b05-2b07 2b1b-2b1c 2b50 2b55 "
    "3030 303d 3297 3299"
)
_PLANE_1 = (
    "1f004 1f0cf 1f170-1f171 1f17e-1f17f 1f18e 1f191-1f19a 1f1e6-1f1ff 1f201-1f202 1f21a 1f22f 1f232-1f23a "
    "1f250-1f251 1f300-1f64f 1f680-1f6ff 1f7e0-1f7eb 1f7f0 1f90c-1f9ff 1fa70-1faff"
)
_KEYCAP = "\N{COMBINING ENCLOSING KEYCAP}"
_LONGEST = 32


def _spans(table: str) -> list[range]:
    pairs = (span.partition("-") for span in table.split())
    return [range(int(first, 16), int(last or first, 16) + 1) for first, _, last in pairs]


_EMOJIS = frozenset(point for span in _spans(f"{_BELOW_PLANE_1} {_PLANE_1}") for point in span)


def is_emoji(text: str) -> bool:
    """Tell whether a text is one Unicode emoji, by its first character."""
    if not 0 < len(text) <= _LONGEST:
        return False
    return ord(text[0]) in _EMOJIS or (text[0] in "0123456789#*" and text.endswith(_KEYCAP))


def check_emoji(form: Form, known: Container[str]) -> None:
    """Check a component's ``emoji``: one of the application's by its id, or a Unicode one by its name."""
    if form.missing or not form.is_object():
        return
    if form["id"].missing:
        if not (isinstance(form["name"].value, str) and is_emoji(form["name"].value)):
            form["name"].fail("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    elif form["id"].snowflake() not in known:
        form["id"].fail("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
