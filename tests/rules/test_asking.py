"""Asking the partner in Classic: C-8, and X-3 with the answer."""

from __future__ import annotations

from functools import partial

import pytest

from engine.errors import Reason
from engine.events import Answered, Asked
from engine.legal import legal_actions
from engine.match import Match
from engine.snapshot import NothingToUndo, Snapshot, action_step, undo_step
from engine.state import Phase
from engine.view import view_for
from tests.positions import action, allowed, can, classic, position, refused

at = partial(position, rules="classic")
KINGS = "KC KC KD KD KH KH KS"
NINES = "9C 9C 9D 9D 9H 9H 9S"
ANSWERS = [action("answer yes"), action("answer no")]
CLOSABLE = f"play: 5C 5D 5H 7S; table: {KINGS}"


def test_c8_asking_and_answering() -> None:
    state = at(CLOSABLE)
    assert action("ask") in legal_actions(state)
    assert allowed(state, "ask") == [Asked(0)]
    assert (state.seat, state.awaited, state.turn.asked) == (0, 2, "waiting")
    assert legal_actions(state) == ANSWERS
    assert allowed(state, "answer yes") == [Answered(2, yes=True)]
    assert (state.seat, state.awaited, state.turn.asked) == (0, 0, True)
    state = at(CLOSABLE)
    allowed(state, "ask", "answer no")
    assert state.turn.asked is False


@pytest.mark.parametrize("seat", range(4))
def test_c8_the_partner_answers_and_nobody_else(seat: int) -> None:
    state = at(f"{CLOSABLE}; seat: {seat}")
    allowed(state, "ask")
    partner = (seat + 2) % 4
    assert state.awaited == partner
    for answer in ("answer yes", "answer no"):
        refused(state, answer, Reason.ANSWER_FIRST, "C-8", seat=seat)
        for other in ((seat + 1) % 4, (seat + 3) % 4):
            refused(state, answer, Reason.NOT_YOUR_TURN, "X-2", seat=other)
        assert can(state, answer)


@pytest.mark.parametrize("play", ["draw", "discard 7S", "meld 5C 5D 5H", "ask", "take 4S 5C 5D"])
def test_c8_until_the_answer_nothing_else_is_done(play: str) -> None:
    state = at(CLOSABLE)
    allowed(state, "ask")
    refused(state, play, Reason.ANSWER_FIRST, "C-8", seat=0)
    refused(state, play, Reason.ANSWER_FIRST, "C-8", seat=2)
    refused(state, play, Reason.NOT_YOUR_TURN, "X-2", seat=1)


def test_c8_who_is_awaited_is_seen_and_only_that_seat_has_actions() -> None:
    state = at(CLOSABLE)
    allowed(state, "ask")
    for seat in (0, 1, 2, 3, None):
        view = view_for(state, seat)
        assert (view.to_act, view.turn.asked) == (2, "waiting")
        assert list(view.legal) == (ANSWERS if seat == 2 else [])


def test_c8_once_a_turn() -> None:
    for answer in ("yes", "no"):
        state = at(CLOSABLE)
        allowed(state, "ask", f"answer {answer}")
        refused(state, "ask", Reason.ALREADY_ASKED, "C-8")
        assert action("ask") not in legal_actions(state)


def test_c8_again_in_a_later_turn() -> None:
    state = at(
        f"play: 5C 5D 5H 5S 7S; left: 4C 4D; partner: 6C 6D; right: TC TD; stock: JC JD JH 5S; table: {KINGS}"
    )
    allowed(state, "ask", "answer no", "discard 5S")
    assert state.turn.asked is None
    for card in ("JC", "JD", "JH"):
        allowed(state, "draw", f"discard {card}")
    allowed(state, "draw", "ask", "answer yes")


def test_c8_not_before_drawing_and_not_after_laying() -> None:
    draw = f"draw: 5C 5D 5H 7S 7D; table: {KINGS}; pile: QC KS"
    refused(at(draw), "ask", Reason.DRAW_FIRST, "X-2")
    assert action("ask") not in legal_actions(at(draw))
    state = at(draw)
    allowed(state, "take KS on 0")
    refused(state, "ask", Reason.ASK_FIRST, "C-8")
    state = at(f"play: 5C 5D 5H 7S 7D KS; table: {KINGS}")
    allowed(state, "meld KS on 0")
    refused(state, "ask", Reason.ASK_FIRST, "C-8")
    assert action("ask") not in legal_actions(state)


def test_c8_it_is_optional() -> None:
    state = at(CLOSABLE)
    allowed(state, "meld 5C 5D 5H", "discard 7S")
    assert state.closed_by == 0


def test_c8_nobody_answers_what_nobody_asked() -> None:
    for text in (CLOSABLE, f"draw: 5C 5D; table: {KINGS}"):
        refused(at(text), "answer yes", Reason.NO_QUESTION, "C-8")
    state = at(CLOSABLE)
    allowed(state, "ask", "answer no")
    refused(state, "answer yes", Reason.NO_QUESTION, "C-8")
    refused(state, "answer yes", Reason.NOT_YOUR_TURN, "X-2", seat=2)


def test_c8_not_where_the_deal_is_over() -> None:
    state = at(f"over: 5C; table: {KINGS}")
    for play in ("ask", "answer yes"):
        refused(state, play, Reason.DEAL_OVER, "X-2")


@pytest.mark.parametrize("rules", ["italian", "tranca"])
def test_c8_italian_and_tranca_have_no_asking(rules: str) -> None:
    state = position(f"play: 5C 5D 5H 7S; table: {KINGS}", None, rules)
    for play in ("ask", "answer yes", "answer no"):
        refused(state, play, Reason.NOT_OFFERED, "X-2")


def test_c8_after_yes_the_turn_must_close() -> None:
    state = at(f"play: 5C 5D 5H 7S 8C 8D 8H; table: {KINGS}")
    allowed(state, "ask", "answer yes")
    for card in ("7S", "5C"):
        refused(state, f"discard {card}", Reason.SAID_YES, "C-8")
    assert set(legal_actions(state)) == {action("meld 5C 5D 5H"), action("meld 8C 8D 8H")}
    allowed(state, "meld 5C 5D 5H")
    refused(state, "discard 7S", Reason.SAID_YES, "C-8")
    allowed(state, "meld 8C 8D 8H", "discard 7S")
    assert state.closed_by == 0


def test_c8_after_yes_an_action_that_bars_the_closing_is_refused() -> None:
    # The joker is needed with the fives; laid on the kings the pair could not go.
    state = at(f"play: 5C 5D JK 7S; table: {KINGS}")
    allowed(state, "ask", "answer yes")
    refused(state, "meld JK on 0", Reason.SAID_YES, "C-8")
    assert legal_actions(state) == [action("meld 5C 5D JK")]


def test_c8_after_yes_black_threes_may_be_laid() -> None:
    state = at(f"play: 3C 3C 3S 7S; table: {KINGS}")
    allowed(state, "ask", "answer yes", "meld 3C 3C 3S", "discard 7S")
    assert state.closed_by == 0


def test_c8_after_no_the_turn_must_not_close() -> None:
    state = at(f"play: 5C 5D 5H 7S; table: {KINGS}")
    allowed(state, "ask", "answer no")
    refused(state, "meld 5C 5D 5H", Reason.SAID_NO, "C-8")
    refused(state, "meld 5C 5D 5H, 7S on 0", Reason.MIXED_RANKS, "I-4")
    assert set(legal_actions(state)) == {action(f"discard {card}") for card in ("5C", "5D", "5H", "7S")}
    state = at(f"play: 5C 5D 5H 7S KS; table: {KINGS}")
    allowed(state, "ask", "answer no")
    allowed(state.copy(), "meld 5C 5D 5H", "discard 7S")
    allowed(state, "meld KS on 0")
    refused(state, "meld 5C 5D 5H", Reason.SAID_NO, "C-8")


def test_c8_after_no_the_last_card_is_not_discarded() -> None:
    # No play leads here, as the check above keeps two cards; a position that is given may be so.
    refused(at(f"play: 5C; table: {KINGS}; asked: no"), "discard 5C", Reason.SAID_NO, "C-8")


def test_c8_after_no_no_black_threes_and_nothing_that_empties_the_hand() -> None:
    state = at(f"play: 3C 3C 3S 7S; table: {KINGS}")
    allowed(state, "ask", "answer no")
    refused(state, "meld 3C 3C 3S", Reason.SAID_NO, "C-8")
    state = at(f"play: 5C 5D 5H; table: {KINGS}")
    allowed(state, "ask", "answer no")
    refused(state, "meld 5C 5D 5H", Reason.SAID_NO, "C-8")
    assert legal_actions(state)


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        (f"play: 5C 5D 5H 7S; table: {KINGS}", True),
        (f"play: 5C 5D 7S; table: {KINGS}", False),  # these three cannot all go
        (f"play: 5C 7S; table: {KINGS}", False),
        ("play: 5C 5D 5H 7S", False),  # no canasta
        (f"play: {NINES} 7S", True),  # it can still be made, at the opening
        (f"play: {NINES} 7S; score: 3000 0", True),  # whose minimum is waived
        ("play: 9S 7S; table: 9C 9C 9D 9D 9H 9H", True),
        (f"play: 5C; table: {KINGS}", False),  # after a no the last card could not be discarded
        (f"play: KS 5C; table: {KINGS}", True),
    ],
)
def test_x3_a_question_whose_answer_could_not_be_followed_is_refused(text: str, offered: bool) -> None:  # noqa: FBT001
    state = at(text)
    assert (action("ask") in legal_actions(state)) is offered
    if not offered:
        refused(state, "ask", Reason.NO_WAY_TO_END, "X-3")
        return
    for answer in ("yes", "no"):
        after = state.copy()
        allowed(after, "ask", f"answer {answer}")
        assert legal_actions(after)


def test_c8_what_was_asked_and_answered_is_not_taken_back() -> None:
    match = Match(classic(), 4, [], at(f"play: 5C 5D 5H 7S 8C 8D 8H KS; table: {KINGS}"))
    asked = action_step(Snapshot(0, match), 0, action("ask")).after
    for seat in range(4):
        with pytest.raises(NothingToUndo):
            undo_step(asked, seat)
    answered = action_step(asked, 2, action("answer yes")).after
    for seat in range(4):
        with pytest.raises(NothingToUndo):
            undo_step(answered, seat)
    laid = action_step(answered, 0, action("meld KS on 0")).after
    back = undo_step(laid, 0).after
    assert back.match.state == answered.match.state
    assert back.match.state is not None
    assert back.match.state.turn.asked is True
    with pytest.raises(NothingToUndo):
        undo_step(back, 0)


def test_c8_the_turn_goes_on_after_the_answer() -> None:
    state = at(f"{CLOSABLE}; seat: 1")
    allowed(state, "ask", "answer no", "discard 7S")
    assert (state.seat, state.phase, state.turn.asked) == (2, Phase.DRAW, None)
