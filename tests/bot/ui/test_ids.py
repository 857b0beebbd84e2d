from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.ids import (
    NO_TABLE,
    Press,
    Verb,
    action_code,
    chosen_cards,
    merge_selection,
    option_values,
    parse,
    parse_action,
    pressed_action,
    span_arg,
    still_held,
)
from engine.actions import Answer, Ask, Discard, Draw, Lay, LayDown, TakePile
from engine.cards import CODES, FACES, parse_card, parse_cards
from storage.model import TableId
from tests.bot.ui.panels import TABLE

CARDS = st.sampled_from(FACES)
LAYS = st.lists(
    st.builds(
        Lay,
        st.lists(CARDS, min_size=1, max_size=11).map(tuple),
        st.none() | st.integers(min_value=0, max_value=99),
    ),
    min_size=1,
    max_size=3,
).map(tuple)
ACTIONS = (
    st.builds(Draw)
    | st.builds(TakePile, LAYS)
    | st.builds(LayDown, LAYS)
    | st.builds(Discard, CARDS)
    | st.builds(Ask)
    | st.builds(Answer, st.booleans())
)
PRESSES = st.builds(
    Press,
    st.from_regex(r"[a-z0-9]{6,10}", fullmatch=True).map(TableId) | st.just(NO_TABLE),
    st.sampled_from(Verb),
    st.integers(min_value=0, max_value=999_999_999),
    st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=60),
)
HANDS = st.lists(CARDS, max_size=40)


@given(PRESSES)
def test_a_press_is_read_back_from_its_id(press: Press) -> None:
    assert press.custom_id.isascii()
    assert len(press.custom_id) <= 100
    assert parse(press.custom_id) == press


@given(ACTIONS)
def test_a_play_is_read_back_from_its_code(action: object) -> None:
    assert parse_action(action_code(action)) == action  # type: ignore[arg-type]


def test_codes_are_short_and_plain() -> None:
    assert (
        action_code(LayDown((Lay(tuple(parse_cards("7H 7D 2S"))), Lay((parse_card("JK"),), 1))))
        == "L7H7D2S/1+JK"
    )
    assert Press(TABLE, Verb.PLAY, 12, "X7H").custom_id == "c1:abcd2345:play:12:X7H"


@pytest.mark.parametrize(
    "custom_id",
    [
        "",
        "c1",
        "c1:abcd2345:play:12",
        "c2:abcd2345:play:12:",
        "c1:abcd2345:fly:12:",
        "c1:abcd2345:play:-1:",
        "c1:abcd2345:play:01:",
        "c1:abcd2345:play:1e3:",
        "c1:abcd2345:play:٣:",
        "c1:abcd2345:play:1234567890:",
        "c1:ABCD2345:play:12:",
        "c1:abc:play:12:",
        "c1:abcd2345678:play:12:",
        "c1:abcd2345:play:12:a b",
        "c1:abcd2345:play:12:é",
        "c1:abcd2345:play:12:\n",
        "c1:abcd2345:play:12:" + "x" * 81,
        " c1:abcd2345:play:12:",
        "vote:12",
    ],
)
def test_an_id_that_is_not_ours_reads_as_none(custom_id: str) -> None:
    assert parse(custom_id) is None


@given(st.text(max_size=120))
def test_no_id_raises(custom_id: str) -> None:
    parse(custom_id)
    parse("c1:abcd2345:play:1:" + custom_id)


@given(st.text(max_size=60))
def test_no_code_raises(text: str) -> None:
    parse_action(text)
    parse_action("L" + text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Z",
        "DD",
        "X",
        "X1H",
        "X7H7D",
        "L",
        "L7",
        "L7H/",
        "L+7H",
        "L-1+7H",
        "L100+7H",
        "T0+",
        "A1",
        "Lcafe",
    ],
)
def test_a_code_that_is_not_ours_reads_as_none(text: str) -> None:
    assert parse_action(text) is None


def test_a_press_too_long_for_discord_is_not_made() -> None:
    with pytest.raises(ValueError, match="no custom_id"):
        _ = Press(TABLE, Verb.PLAY, 1, "L" + "7H" * 41).custom_id


def test_a_press_names_its_play_or_none() -> None:
    assert pressed_action(Press(TABLE, Verb.PLAY, 1, "D"), []) == Draw()
    assert pressed_action(Press(TABLE, Verb.PICK, 1, "discard0-3"), ["X7H"]) == Discard(parse_card("7H"))
    assert pressed_action(Press(TABLE, Verb.PICK, 1, "discard0-3"), []) is None
    assert pressed_action(Press(TABLE, Verb.PICK, 1, "discard0-3"), ["X7H", "X7H"]) is None
    assert pressed_action(Press(TABLE, Verb.PICK, 1, "discard0-3"), ["7H.0"]) is None


def test_twins_have_values_of_their_own_and_wilds_come_last() -> None:
    assert option_values(parse_cards("2C 7H AS 7H JK JK 3C")) == [
        "3C.0",
        "7H.0",
        "7H.1",
        "AS.0",
        "2C.0",
        "JK.0",
        "JK.1",
    ]


@given(HANDS)
def test_all_cards_of_a_hand_can_be_chosen(hand: list[int]) -> None:
    cards = chosen_cards(option_values(hand), hand)
    assert cards is not None
    assert sorted(cards) == sorted(hand)


@pytest.mark.parametrize("forged", [["7H.1"], ["7H.0", "7H.0"], ["8H.0"], ["7H"], [""], ["7H.x"], ["JK.0"]])
def test_a_card_that_is_not_held_chooses_nothing(forged: list[str]) -> None:
    hand = parse_cards("7H KS")
    assert chosen_cards(forged, hand) is None
    assert chosen_cards(["KS.0", *forged], hand) is None
    assert still_held(["KS.0", *forged], hand) == (["7H.0", "KS.0"] if "7H.0" in forged else ["KS.0"])


def test_a_select_replaces_its_own_part_of_the_selection() -> None:
    low, high = ["3C.0", "7H.0", "7H.1"], ["KS.0", "2C.0", "JK.0"]
    chosen = merge_selection([], span_arg(low), ["7H.0", "7H.1"])
    chosen = merge_selection(chosen, span_arg(high), ["JK.0"])
    assert chosen == ["7H.0", "7H.1", "JK.0"]
    assert merge_selection(chosen, span_arg(low), []) == ["JK.0"]
    assert merge_selection(chosen, span_arg(low), ["3C.0"]) == ["JK.0", "3C.0"]


@pytest.mark.parametrize("forged", ["KS.0", "nonsense", "", "7H", "JK.0", "7H.0\n"])
def test_a_select_cannot_report_what_it_does_not_offer(forged: str) -> None:
    arg = span_arg(["3C.0", "7H.0"])
    assert merge_selection(["AS.0", "also forged"], arg, [forged, "3C.0"]) == ["AS.0", "3C.0"]


@pytest.mark.parametrize("arg", ["", "x", "3", "-1-4", "0-999", "0_3"])
def test_a_forged_span_changes_nothing(arg: str) -> None:
    assert merge_selection(["AS.0"], arg, ["3C.0"]) == ["AS.0"]


def test_every_face_has_a_value() -> None:
    assert sorted(value.removesuffix(".0") for value in option_values(FACES)) == sorted(CODES)
