"""Every reason of a refusal: a position that provokes it, the clause it cites, the sentence it becomes."""

from __future__ import annotations

import pytest

from engine.apply import apply
from engine.errors import IllegalAction, Reason
from engine.rulebook import load_book
from engine.texts import REASONS, refusal_text
from tests.positions import action, allowed, position

CANASTA = "AC AC AD AD AH AH AS"
NO_WILDS = {"black_three.wilds": False}

# reason: position, action, clause, and what the sentence must say
PROVOKED: dict[Reason, tuple[str, str, str, str]] = {
    Reason.DEAL_OVER: ("over: 9C", "draw", "X-2", "over"),
    Reason.NOT_YOUR_TURN: ("draw: 9C", "draw", "X-2", "your turn"),
    Reason.DRAW_FIRST: ("draw: 9C 5H", "discard 9C", "X-2", "Draw"),
    Reason.ALREADY_DRAWN: ("play: 9C 5H", "draw", "X-2", "drawn"),
    Reason.NOT_OFFERED: ("play: 9C 5H", "ask", "X-2", "not part"),
    Reason.NOTHING_LAID: ("play: 9C 5H", "meld", "X-2", "no cards"),
    Reason.CARD_NOT_HELD: ("play: 9C 5H", "discard 9D", "X-1", "9D"),
    Reason.NO_SUCH_MELD: ("play: 9C 5H 5S", "meld 9C on 0", "X-4", "no such meld"),
    Reason.MELD_TOO_SMALL: ("play: 9C 9D 5H 5S", "meld 9C 9D", "I-4", "at least 3 cards"),
    Reason.MIXED_RANKS: ("play: 9C 9D 8C 5H 5S", "meld 9C 9D 8C", "I-4", "same rank"),
    Reason.TOO_FEW_NATURALS: ("play: 9C JK 2C 5H 5S", "meld 9C JK 2C", "I-4", "at least 2 naturals"),
    Reason.TOO_MANY_WILDS: (
        "play: JK 5H 5S; table: 9C 9D 2C 2D JK",
        "meld JK on 0",
        "I-4",
        "at most 3 wilds",
    ),
    Reason.RANK_ALREADY_MELDED: ("play: 9C 9D 9H 5H 5S; table: 9C 9D 9S", "meld 9C 9D 9H", "X-9", "nines"),
    Reason.BLACK_THREES_CLOSE: ("play: 3C 3C 3S 5H 5S", "meld 3C 3C 3S", "I-10", "Black threes"),
    Reason.BLACK_THREE_WILDS: (f"play: 3C 3S JK 5H; table: {CANASTA}", "meld 3C 3S JK", "I-10", "No wild"),
    Reason.PILE_EMPTY: ("draw: 9C 9D 5H; pile: ", "take 9C 9D 5H", "I-5", "empty"),
    Reason.TOP_OUT_OF_REACH: ("draw: 9C 9D 5H; pile: JK", "take JK 9C 9D", "I-9", "JK"),
    Reason.TOP_NOT_USED: ("draw: 9C 9D 9H 5H 5S; pile: KS", "take 9C 9D 9H", "I-5", "KS"),
    Reason.PILE_FROZEN: ("draw: 9C JK 5H 5S; frozen pile: 9S", "take 9S 9C JK", "I-8", "frozen"),
    Reason.TAKE_LAYS_OFF_MORE: (
        "draw: 9C 5H 5S; pile: 9S; table: 9C 9D 9H",
        "take 9S 9C on 0",
        "I-5",
        "9S alone",
    ),
    Reason.NEEDS_CANASTA: ("play: 5H", "discard 5H", "I-12", "canasta"),
    Reason.NO_WAY_TO_END: ("play: 9C 9D 9H 5H", "meld 9C 9D 9H", "X-3", "no legal way"),
}


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.value)
def test_every_reason_is_provoked_and_worded(reason: Reason) -> None:
    text, play, clause, says = PROVOKED[reason]
    state = position(text, NO_WILDS if reason is Reason.BLACK_THREE_WILDS else None)
    before = state.copy()
    seat = 1 if reason is Reason.NOT_YOUR_TURN else state.seat
    with pytest.raises(IllegalAction) as refusal:
        apply(state, seat, action(play))
    assert (refusal.value.reason, refusal.value.clause) == (reason, clause)
    assert state == before
    sentence = refusal_text(refusal.value)
    assert says in sentence
    assert "{" not in sentence
    assert clause in load_book("italian").clauses


def test_every_reason_has_a_template() -> None:
    assert REASONS.keys() == set(Reason)


def test_the_legal_neighbor_of_each_refused_action_is_played() -> None:
    # What is refused above is refused for its reason alone: with that put right the same play is legal.
    for text, play in (
        ("play: 9C 9D 9H 5H 5S", "meld 9C 9D 9H"),
        ("play: JK 5H 5S; table: 9C 9D 2C 2D", "meld JK on 0"),
        (f"play: 3C 3C 3S 5H; table: {CANASTA}", "meld 3C 3C 3S"),
        (f"play: 3C 3S JK 5H; table: {CANASTA}", "meld 3C 3S JK"),
        ("draw: 9C 9D 5H 5S; frozen pile: 9S", "take 9S 9C 9D"),
        ("draw: 9C 5H 5S; pile: 9S; table: 9C 9D 9H", "take 9S on 0"),
        (f"play: 5H; table: {CANASTA}", "discard 5H"),
    ):
        allowed(position(text), play)


HIDDEN = "left: 8C 8D; partner: 7C 7D; right: 4C 4D; stock: QC QD; pile: TC TD "


@pytest.mark.parametrize(
    ("hand", "top", "play"),
    [
        ("draw: 9C 9D", "9S", "take 9S 9C 9D"),
        ("draw: 9C 9D", "9S", "take 9S 9C 8C"),
        ("draw: 9C 9D", "9S", "take TD 9C 9D"),
        ("draw: 9C JK", "9S", "take 9S 9C TC"),
        ("play: 9C 9D", "9S", "discard 8C"),
        ("play: 9C 9D", "9S", "meld 7C 7D 7H"),
    ],
)
def test_a_refusal_tells_of_no_card_but_those_the_player_named_or_sees(
    hand: str, top: str, play: str
) -> None:
    state = position(f"{hand}; {HIDDEN}{top}")
    try:
        apply(state, 0, action(play))
    except IllegalAction as refusal:
        told = {value for key, value in refusal.params.items() if key == "card"}
        named = {part for lay in getattr(action(play), "lays", ()) for part in lay.cards}
        named |= {getattr(action(play), "card", None), state.pile[-1], *state.hands[0]}
        assert told <= named
