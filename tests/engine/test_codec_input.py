"""JSON that is wrong: each is refused in one line that names the member."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from engine.codec import decode_action, decode_position, encode_position, read_json
from engine.errors import InvalidInput
from tests.positions import allowed, position

GOOD = encode_position(
    position("play: 7H 7D 4S 5S; table: 8C 8D 8H, KC KD KS; theirs: TC TD TH; red threes: 3H")
)
OVER = position("play: 5H; table: 9C 9C 9D 9D 9H 9H 9S")
allowed(OVER, "discard 5H")
DEEP = 100_000
ABSENT = object()


def changed(path: str, value: object, data: dict[str, Any] = GOOD) -> dict[str, Any]:
    """Return the data with the member at ``path``, steps divided by spaces, replaced or left out."""
    data = copy.deepcopy(data)
    *way, last = [int(step) if step.isdecimal() else step for step in path.split(" ")]
    inner: Any = data
    for step in way:
        inner = inner[step]
    if value is ABSENT:
        del inner[last]
    else:
        inner[last] = value
    return data


def complaint(data: object) -> str:
    with pytest.raises(InvalidInput) as refusal:
        decode_position(data)
    return str(refusal.value)


SHAPES: list[tuple[str, object, str]] = [
    ("format", "canasta-position/2", "position.format: must be 'canasta-position/1'"),
    ("format", ABSENT, "position.format: is missing"),
    ("colour", "red", "position.colour: unknown member"),
    ("two\nlines", 1, r"position.'two\nlines': unknown member"),
    ("rules", "italian", "position.rules: must be an object"),
    ("rules", {}, "position.rules.name: is missing"),
    ("rules name", "itallian", "position.rules: unknown rule set 'itallian'; did you mean italian?"),
    ("rules name", "x" * 101, "position.rules.name: is too long"),
    ("rules version", 7, "position.rules: rule set 'italian' has no version 7; there is 1"),
    ("rules version", None, "position.rules.version: must not be null; leave the member out"),
    ("rules variant", 1, "position.rules.variant: unknown member"),
    ("rules options", {"pile.frozen": "pair"}, "did you mean pile.frozen_take?"),
    ("rules options", {"pile.frozen_take": "never"}, "one of pair_or_own_meld, pair, any_valid_meld"),
    ("rules options", {"match.target": 20001}, "option 'match.target' cannot be 20001: 500 to 20000"),
    (
        "rules options",
        {"match.target": 5e3},
        "'match.target': must be true or false, a whole number or a string",
    ),
    ("dealer", 4, "position.dealer: there is no seat 4"),
    ("dealer", "0", "position.dealer: must be a whole number"),
    ("dealer", True, "position.dealer: must be a whole number"),
    ("seat", -1, "position.seat: there is no seat -1"),
    ("phase", "meld", "position.phase: must be 'draw', 'play' or 'over'"),
    ("pile_state", "closed", "position.pile_state: must be 'open', 'blocked' or 'frozen'"),
    ("hands", {}, "position.hands: must be a list"),
    ("hands", [[], []], "position.hands: 2 hands, but Italian Canasta is played by 4"),
    ("hands 2 0", "7X", "position.hands[2][0]: '7X' is not a card"),
    ("hands 2 0", 7, "position.hands[2][0]: must be a card, such as '7H'"),
    ("hands 2", "7H", "position.hands[2]: must be a list"),
    ("laid_before", [False], "position.laid_before: 1 values for 4 seats"),
    ("laid_before 0", 0, "position.laid_before[0]: must be true or false"),
    ("sides", [], "position.sides: there are 2 sides, not 0"),
    ("sides 0", [], "position.sides[0]: must be an object"),
    ("sides 0 score", 1.5, "position.sides[0].score: must be a whole number"),
    ("sides 0 foot", ABSENT, "position.sides[0].foot: is missing"),
    ("turn", None, "position.turn: must not be null; leave the member out"),
    ("turn laid", 1, "position.turn.laid: must be true or false"),
    ("turn asked", "maybe", "position.turn.asked: must be null, 'waiting', true or false"),
    ("turn asked", {}, "position.turn.asked: must be null, 'waiting', true or false"),
    ("turn asked", ABSENT, "position.turn.asked: is missing"),
]

FITS: list[tuple[str, object, str]] = [
    ("hands 1", ["8C", "8C"], "position.sides[0].melds[0][0]: there are not that many 8C in the pack"),
    ("stock", ["JK"] * 5, "position.stock[4]: there are not that many JK in the pack"),
    ("hands 1 0", "3D", "position.hands[1][0]: a red three is never in a hand"),
    ("sides 0 melds 1", ["KC", "KD"], "position.sides[0].melds[1]: A meld needs at least 3 cards. (I-4)"),
    ("sides 0 melds 1", [], "position.sides[0].melds[1]: "),
    ("sides 0 melds 1", ["KC", "KD", "QD"], "position.sides[0].melds[1]: All naturals of a meld"),
    ("sides 0 melds 1", ["3C", "3S", "3D"], "position.sides[0].melds[1]: a red three is never in a meld"),
    ("sides 0 melds 1", ["8C", "8D", "8S"], "position.sides[0].melds[1]: a second meld of its rank"),
    ("sides 0 red_threes 0", "3S", "position.sides[0].red_threes[0]: 3S is not a red three"),
    ("sides 1 foot", [], "position.sides[1].foot: must be null: there are no feet in Italian Canasta"),
    ("sides 1 foot_taken", True, "position.sides[1].foot_taken: must be false"),
    ("turn melds_before", 3, "position.turn.melds_before: must be 0 to 2"),
    ("turn melds_before", -1, "position.turn.melds_before: must be 0 to 2"),
    ("turn asked", "waiting", "position.turn.asked: must be null: there is no asking the partner here"),
    ("ended", "closed", "position.ended: is only for a deal that is over, not in phase 'play'"),
    ("closed_by", None, "position.closed_by: is only for a deal that is over"),
]

ENDINGS: list[tuple[str, object, str]] = [
    ("ended", ABSENT, "position.ended: is missing, though the deal is over"),
    ("ended", "resigned", "position.ended: must be 'closed', 'stock' or 'dead'"),
    ("closed_by", ABSENT, "position.closed_by: is missing, though the deal is over"),
    ("closed_by", None, "position.closed_by: must be the seat that went out"),
    ("closed_by", 4, "position.closed_by: there is no seat 4"),
    ("concealed", None, "position.concealed: must not be null"),
    ("ended", "stock", "position.closed_by: must be null: nobody went out"),
]


@pytest.mark.parametrize(("path", "value", "expected"), SHAPES)
def test_a_member_of_the_wrong_shape_is_named(path: str, value: object, expected: str) -> None:
    line = complaint(changed(path, value))
    assert expected in line
    assert "\n" not in line


@pytest.mark.parametrize(("path", "value", "expected"), FITS)
def test_a_member_that_the_rule_set_cannot_have_is_named(path: str, value: object, expected: str) -> None:
    assert complaint(changed(path, value)).startswith(expected)


@pytest.mark.parametrize(("path", "value", "expected"), ENDINGS)
def test_a_wrong_ending_is_named(path: str, value: object, expected: str) -> None:
    assert complaint(changed(path, value, encode_position(OVER))).startswith(expected)


def test_nobody_is_concealed_when_nobody_went_out() -> None:
    data = encode_position(OVER) | {"ended": "stock", "closed_by": None}
    assert complaint(data) == "position.concealed: must be false: nobody went out"


@pytest.mark.parametrize("data", [None, [], "x", 1])
def test_a_position_is_an_object(data: object) -> None:
    assert complaint(data) == "position: must be an object"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (None, "action: must be an object"),
        ({}, "action.type: is missing"),
        ({"type": "pass"}, "action.type: 'pass' is not one of 'draw', 'take_pile', 'meld'"),
        ({"type": []}, "action.type: "),
        ({"type": "draw", "card": "4S"}, "action.card: unknown member"),
        ({"type": "discard"}, "action.card: is missing"),
        ({"type": "discard", "card": "11"}, "action.card: '11' is not a card"),
        ({"type": "discard", "card": ["4S"]}, "action.card: must be a card, such as '7H'"),
        ({"type": "meld"}, "action.melds: is missing"),
        ({"type": "meld", "melds": [{"cards": "7H"}]}, "action.melds[0].cards: must be a list"),
        ({"type": "meld", "melds": [{"meld": 0}]}, "action.melds[0].cards: is missing"),
        (
            {"type": "meld", "melds": [{"cards": [], "meld": "0"}]},
            "action.melds[0].meld: must be a whole number",
        ),
        ({"type": "meld", "melds": [{"cards": [], "meld": None}]}, "action.melds[0].meld: must not be null"),
        (
            {"type": "take_pile", "melds": [{"cards": ["7H", "9"]}]},
            "action.melds[0].cards[1]: '9' is not a card",
        ),
        ({"type": "answer", "yes": "yes"}, "action.yes: must be true or false"),
    ],
)
def test_a_malformed_action_is_named(data: object, expected: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        decode_action(data)
    assert str(refusal.value).startswith(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"", "the input is empty"),
        (b" \n\t", "the input is empty"),
        (b"{", "not JSON: Expecting property name enclosed in double quotes, line 1, column 2"),
        (b"{} {}", "not JSON: Extra data"),
        (b'{"a": 1,\n "b": 2, "a": 3}', "'a': the member occurs twice"),
        (b'{"a": {"b": 1, "b": 1}}', "'b': the member occurs twice"),
        (b'{"a": NaN}', "not JSON: NaN"),
        (b"[-Infinity]", "not JSON: -Infinity"),
        (b"[" * DEEP + b"]" * DEEP, "nested too deeply"),
        (b'{"a":' * DEEP, "nested too deeply"),
        (b'{"score": 1%s}' % (b"0" * 5000), "score: a number of 5001 digits"),
        (b'{"sides": [{"score": 0}, {"score": -%s}]}' % (b"1" * 19), "sides[1].score: a number of 19 digits"),
        (b'{"a": 1, "no word": [%s]}' % (b"1" * 19), "'no word'[0]: a number of 19 digits"),
        (b"1" * 19, "the input: a number of 19 digits"),
        (b'{"a": {"\\ud800": 1}}', "'\\ud800': the member's name is not Unicode"),
        (b'{"a": "\xff"}', "not UTF-8 text: byte 7"),
        ('{"a": "è"}'.encode("utf-16"), "not UTF-8 text: byte 0"),
    ],
)
def test_text_that_is_no_json_of_ours_is_refused(text: bytes, expected: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_json(text)
    assert expected in str(refusal.value)
    assert len(str(refusal.value)) < 300


def test_a_number_of_18_digits_and_any_member_in_unicode_are_read() -> None:
    assert read_json(b'{"a": -%s, "\\ud83c\\udca1": 1}' % (b"9" * 18)) == {"a": 1 - 10**18, "\U0001f0a1": 1}


def test_a_byte_order_mark_is_forgiven() -> None:
    assert read_json(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


@pytest.mark.parametrize("path", ["hands", "sides", "sides 0 melds", "stock", "laid_before"])
def test_a_list_is_read_no_further_than_its_first_wrong_value(path: str) -> None:
    # every fault of a million would be collected otherwise, for half a minute
    line = complaint(changed(path, [None] * 1_000_000))
    assert line.startswith(f"position.{path.replace(' 0 ', '[0].')}[0]: must be ")


def test_a_complaint_stays_short_whatever_it_is_about() -> None:
    assert len(complaint(changed("hands 2 0", "7" * 100_000))) <= 300
    assert len(complaint({**GOOD, "z" * 100_000: 1})) <= 300
