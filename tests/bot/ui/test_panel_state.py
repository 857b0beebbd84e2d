from __future__ import annotations

from bot.ui.ids import Verb, merge_selection, option_values, parse
from bot.ui.panel_state import PanelState, read_selection
from engine.cards import code
from tests.bot.ui.panels import as_received, custom_ids, hand, view
from tests.positions import position

HAND = "play: 4C 4C 7H 7H 9S TC JC QD KS AH 2C JK; table: 9C 9D 9H"


async def test_what_was_chosen_is_read_from_the_message() -> None:
    chosen = ("4C.1", "7H.0", "KS.0", "JK.0")
    components = as_received(hand(HAND, PanelState(version=1, chosen=chosen)))
    assert read_selection(components) == list(chosen)


async def test_options_of_other_selects_are_no_choice_of_cards() -> None:
    components = as_received(hand(HAND, PanelState(version=1, ideas=0)))
    assert read_selection(components) == []


async def test_a_choice_survives_the_question_whether_to_go_out() -> None:
    state = PanelState(version=1, chosen=("9S.0",), confirm=view(HAND).legal[0])
    assert read_selection(as_received(hand(HAND, state))) == ["9S.0"]


async def test_choosing_goes_on_from_message_to_message() -> None:
    """With a hand of several selects, each press knows its own select only; the message knows the others."""
    state = position(
        "play: " + " ".join(["4C", "5D", "6H", "7S", "8C", "9D", "TH", "JS", "QC", "KD", "AH"] * 4)
    )
    panel = hand(state, PanelState(version=1))
    for low, high in ((["4C.0", "4C.3"], ["AH.1"]), (["4C.0"], ["AH.1", "KD.0"]), ([], [])):
        selects = [press for press in map(parse, custom_ids(panel)) if press and press.verb is Verb.CHOOSE]
        assert len(selects) == 2
        for press, values in zip(selects, (low, high), strict=True):
            chosen = merge_selection(read_selection(as_received(panel)), press.arg, values)
            panel = hand(state, PanelState(version=1, chosen=tuple(chosen)))
        assert read_selection(as_received(panel)) == low + sorted(high, reverse=True)


async def test_the_selects_keep_their_order_whatever_is_chosen() -> None:
    seen = view(HAND)
    values = option_values(seen.hand or ())
    choices = [(), tuple(values[:3]), tuple(values)]
    orders = {
        tuple(
            press.arg
            for press in map(parse, custom_ids(hand(HAND, PanelState(version=1, chosen=chosen))))
            if press and press.verb is Verb.CHOOSE
        )
        for chosen in choices
    }
    assert len(orders) == 1


async def test_twins_are_options_of_their_own() -> None:
    seen = view(HAND)
    assert [value for value in option_values(seen.hand or ()) if value.startswith("7H")] == ["7H.0", "7H.1"]
    assert code(seen.hand[0]) == "2C"  # type: ignore[index]
