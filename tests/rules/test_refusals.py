"""Every reason of a refusal in every rule set: a position that provokes it, its clause, its sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from engine.actions import Lay, LayDown
from engine.apply import apply
from engine.errors import IllegalAction, Reason
from engine.rulebook import load_book
from engine.texts import REASONS, refusal_text
from tests.positions import action, allowed, position

if TYPE_CHECKING:
    from engine.ruleset import OptionValue

CANASTA = "AC AC AD AD AH AH AS"
SETS = ("italian", "tranca", "classic")


class Provoked(NamedTuple):
    """A position and an action that is refused, what the sentence must say, and the clauses by rule set.

    The clauses are for italian, tranca and classic; None where the rule set does not refuse it.
    """

    text: str
    play: str
    says: str
    clauses: tuple[str | None, str | None, str | None]
    options: dict[str, OptionValue] | None = None
    seat: int | None = None


PROVOKED: dict[Reason, Provoked] = {
    Reason.DEAL_OVER: Provoked("over: 9C", "draw", "over", ("X-2", "X-2", "X-2")),
    Reason.NOT_YOUR_TURN: Provoked("draw: 9C", "draw", "your turn", ("X-2", "X-2", "X-2"), seat=1),
    Reason.DRAW_FIRST: Provoked("draw: 9C 5H", "discard 9C", "Draw", ("X-2", "X-2", "X-2")),
    Reason.ALREADY_DRAWN: Provoked("play: 9C 5H", "draw", "drawn", ("X-2", "X-2", "X-2")),
    Reason.NOTHING_LAID: Provoked("play: 9C 5H", "meld", "no cards", ("X-2", "X-2", "X-2")),
    Reason.CARD_NOT_HELD: Provoked("play: 9C 5H", "discard 9D", "9D", ("X-1", "X-1", "X-1")),
    Reason.NO_SUCH_MELD: Provoked("play: 9C 5H 5S", "meld 9C on 0", "no such meld", ("X-4", "X-4", "X-4")),
    Reason.NO_WAY_TO_END: Provoked(
        "play: 9C 9D 9H 5H; table: KC KD KH", "meld 9C 9D 9H", "no legal way", ("X-3", "X-3", "X-3")
    ),
    Reason.RANK_ALREADY_MELDED: Provoked(
        "play: 9C 9D 9H 5H 5S; table: 9C 9D 9S", "meld 9C 9D 9H", "nines", ("X-9", None, "X-9")
    ),
    Reason.MELD_TOO_SMALL: Provoked(
        "play: 9C 9D 5H 5S", "meld 9C 9D", "at least 3 cards", ("I-4", "T-3", "I-4")
    ),
    Reason.MELD_TOO_LARGE: Provoked(
        "play: 2C 5H 5S; table: 9C 9C 9D 9D 9H 9H 9S 9S", "meld 2C on 0", "at most 8", (None, "T-3", None)
    ),
    Reason.MIXED_RANKS: Provoked("play: 9C 9D 8C 5H 5S", "meld 9C 9D 8C", "same rank", ("I-4", None, "I-4")),
    Reason.MIXED_CARDS: Provoked("play: 9C 8D 7H 5H 5S", "meld 9C 8D 7H", "one suit", (None, "T-3", None)),
    Reason.SEQUENCE_COMPLETE: Provoked(
        "play: 2C 5H 5S; table: 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
        "meld 2C on 0",
        "eleven cards",
        (None, "T-5", None),
    ),
    Reason.NOT_CONSECUTIVE: Provoked(
        "play: 9C 7C TC 5H 5S", "meld 9C 7C TC", "not consecutive", (None, "T-3", None)
    ),
    Reason.THREES_NEVER_MELD: Provoked(
        "play: 3C 3C 3S 5H 5S", "meld 3C 3C 3S", "Threes never meld", (None, "T-7", None)
    ),
    Reason.TOO_FEW_NATURALS: Provoked(
        "play: 9C 2D 2C 5H 5S", "meld 9C 2D 2C", "at least 2 naturals", ("I-4", "T-4", "I-4")
    ),
    Reason.TOO_MANY_WILDS: Provoked(
        "play: 9C 9D 2S 2D 2C 2H 5H 5S", "meld 9C 9D 2S 2D 2C 2H", "at most", ("I-4", "T-4", "I-4")
    ),
    Reason.BLACK_THREES_CLOSE: Provoked(
        f"play: 3C 3C 3S 5H 5S; table: {CANASTA}", "meld 3C 3C 3S", "Black threes", ("I-10", None, "I-10")
    ),
    Reason.BLACK_THREE_WILDS: Provoked(
        f"play: 3C 3S JK 5H; table: {CANASTA}",
        "meld 3C 3S JK",
        "No wild",
        ("I-10", None, "C-5"),
        {"black_three.wilds": False},
    ),
    Reason.NEEDS_CANASTA: Provoked("play: 5H", "discard 5H", "canasta", ("I-12", "T-12", "I-12")),
    Reason.OPENING_TOO_LOW: Provoked(
        "play: KC KD KH 5H 5S", "meld KC KD KH", "50", ("I-17", "T-15", "C-2"), {"opening.minimum": "fifty"}
    ),
    Reason.PILE_EMPTY: Provoked("draw: 9C 9D 5H; pile: ", "take 9C 9D 5H", "empty", ("I-5", "T-9", "I-5")),
    Reason.PILE_BLOCKED: Provoked(
        "draw: 9C 9D 5H; pile: 9S 3S; table: 9H 9H 9D", "take 3S 9C 9D", "blocks", (None, "T-7", "C-3")
    ),
    Reason.TOP_OUT_OF_REACH: Provoked(
        "draw: 9C 9D 5H; pile: 3H", "take 3H 9C 9D", "3H", ("I-9", "T-7", "I-9")
    ),
    Reason.TOP_NOT_USED: Provoked(
        "draw: 9C 9D 9H 5H 5S; pile: KS", "take 9C 9D 9H", "KS", ("I-5", "T-9", "I-5")
    ),
    Reason.PILE_FROZEN: Provoked(
        "draw: 9C 2C 5H 5S; frozen pile: 9S; table: KC KD KH", "take 9S 9C 2C", "frozen", ("I-8", None, "C-4")
    ),
    Reason.PILE_FROZEN_UNOPENED: Provoked(
        "draw: AC 2C 5H 5S; pile: AS", "take AS AC 2C", "frozen", (None, None, "C-3")
    ),
    Reason.TAKE_WILDS: Provoked(
        "draw: 9C 2C 2D 5H; pile: 9S",
        "take 9S 9C 2C 2D",
        "1 at most",
        (None, "T-9", None),
        {"wild.max_per_meld": 2},
    ),
    Reason.TOP_WILD_FITS_NOT: Provoked(
        "draw: 5H 5S KC; pile: 2S; table: 9C 9D 2C",
        "take 2S on 0",
        "wild",
        (None, "T-10", None),
        {"wild.max_per_meld": 2},
    ),
    Reason.TAKE_LAYS_OFF_MORE: Provoked(
        "draw: 9C 5H 5S; pile: 9S; table: 9C 9D 9H", "take 9S 9C on 0", "9S alone", ("I-5", "T-10", "I-5")
    ),
    Reason.SINGLE_FOR_SINGLE: Provoked(
        "draw: 5S; pile: 9S; table: 9C 9D 9H", "take 9S on 0", "single card", (None, None, "C-10")
    ),
    Reason.MUST_TAKE: Provoked(
        "draw: 5S 5H; pile: 9S; table: 9C 9D 9H; stock: ", "draw", "9S fits", (None, None, "C-9")
    ),
    Reason.NOT_OFFERED: Provoked("play: 9C 5H", "ask", "sking the partner", ("X-2", "X-2", None)),
    Reason.ALREADY_ASKED: Provoked(
        f"play: 5H 5S; table: {CANASTA}; asked: no", "ask", "asked already", (None, None, "C-8")
    ),
    Reason.ASK_FIRST: Provoked(
        f"play: 5H 5S; table: {CANASTA}", "ask", "before you lay", (None, None, "C-8")
    ),
    Reason.ANSWER_FIRST: Provoked(
        f"play: 5H 5S; table: {CANASTA}; asked: waiting", "discard 5H", "answer", (None, None, "C-8"), seat=0
    ),
    Reason.NO_QUESTION: Provoked("play: 5H 5S", "answer yes", "asked you", (None, None, "C-8")),
    Reason.SAID_YES: Provoked(
        f"play: 5H 5S 5C 7H; table: {CANASTA}; asked: yes", "discard 7H", "said yes", (None, None, "C-8")
    ),
    Reason.SAID_NO: Provoked(
        f"play: 5H 5S 5C 7H; table: {CANASTA}; asked: no", "meld 5H 5S 5C", "said no", (None, None, "C-8")
    ),
}


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.value)
@pytest.mark.parametrize("place", [0, 1, 2], ids=SETS)
def test_every_reason_is_provoked_and_worded(place: int, reason: Reason) -> None:
    provoked = PROVOKED[reason]
    clause = provoked.clauses[place]
    if clause is None:
        return
    book = load_book(SETS[place])
    offered = {field.name for field in book.options}
    options = {name: value for name, value in (provoked.options or {}).items() if name in offered}
    state = position(provoked.text, options, SETS[place])
    if reason is Reason.ASK_FIRST:
        state.turn = state.turn._replace(laid=True)
    before = state.copy()
    with pytest.raises(IllegalAction) as refusal:
        apply(state, state.awaited if provoked.seat is None else provoked.seat, action(provoked.play))
    assert (refusal.value.reason, refusal.value.clause) == (reason, clause)
    assert state == before
    sentence = refusal_text(refusal.value)
    assert provoked.says in sentence
    assert "{" not in sentence
    assert clause in book.clauses


@pytest.mark.parametrize("place", [0, 1, 2], ids=SETS)
def test_a_rule_set_gives_a_clause_to_each_reason_that_it_can_refuse_for(place: int) -> None:
    given = load_book(SETS[place]).rules.refusals
    expected = {reason for reason, provoked in PROVOKED.items() if provoked.clauses[place] is not None}
    expected |= {Reason.RANK_ALREADY_MELDED, Reason.NOT_OFFERED}  # among those that all share
    assert given.keys() == expected


def test_every_reason_has_a_template_and_some_rule_set_refuses_for_it() -> None:
    assert REASONS.keys() == PROVOKED.keys() == set(Reason)
    assert all(any(provoked.clauses) for provoked in PROVOKED.values())


@pytest.mark.parametrize(
    ("rules", "text", "play", "sentence"),
    [
        (
            "italian",
            "play: JK JK 2C 5S KC",
            "meld JK JK 2C",
            "A meld needs at least 2 naturals; jokers and twos are wild.",
        ),
        ("italian", "play: 9C 9D 5H 5S", "meld 9C 9D", "A meld needs at least 3 cards."),
        (
            "italian",
            "play: 9C 9D 2C 2C 2D 2H 5S KC",
            "meld 9C 9D 2C 2C 2D 2H",
            "Wilds in one meld: 3 at most.",
        ),
        ("italian", "play: 2C 5S KC; table: 9C 9D JK JK JK", "meld 2C on 0", "Wilds in one meld: 3 at most."),
        ("tranca", "play: 9C TC 5H 5S", "meld 9C TC", "A meld needs at least 3 cards."),
        ("tranca", "play: 9C 9D 2C 2D 5S KC", "meld 9C 9D 2C 2D", "Wilds in one meld: 1 at most."),
        ("tranca", "play: 9C TC 2C 2D 5S KC", "meld 9C TC 2C 2D", "Wilds in one meld: 1 at most."),
        ("tranca", "play: 2C 5S KC; table: 9C TC 2D", "meld 2C on 0", "Wilds in one meld: 1 at most."),
        (
            "tranca",
            "play: 9C 2C 5S KC",
            "meld 9C 2C",
            "A meld needs at least 2 naturals; jokers and twos are wild.",
        ),
        (
            "tranca",
            "play: 9S 5S KC; table: 9C 9C 9D 9D 9H 9H 9S 2C",
            "meld 9S on 0",
            "A set holds at most 8 cards.",
        ),
        (
            "italian",
            "draw: 9C JK 5S KC; pile: 3D 9S",
            "take 9S 9C JK",
            "The pile is frozen: 9S needs two naturals of the same rank from your hand.",
        ),
        (
            "classic",
            "draw: 5S KC; pile: 3D 9S; table: 9C 9D 9H",
            "take 9S on 0",
            "The pile is frozen: 9S needs two naturals of the same rank from your hand.",
        ),
        (
            "tranca",
            "draw: 9C 5S KC; pile: 9S; table: 9C 9D 9H",
            "take 9S 9C on 0",
            "Take the pile by laying off 9S alone; lay off more once you have it.",
        ),
        (
            "classic",
            "play: KC KD KH 5S 5H; score: 1500 0",
            "meld KC KD KH",
            "Your side's first melds must be worth 90 points; these are worth 30.",
        ),
        ("italian", "play: 9C 5H 5S KC", "meld 9C 9D 9H", "You do not hold 9D, or not that often."),
        (
            "tranca",
            "draw: 7C 7D KC; pile: 4C 5C 7S",
            "take",
            "Taking the pile starts by laying its top card, 7S.",
        ),
        (
            "classic",
            "draw: 5S 5H; pile: 4C QS; table: QC QD QH; stock: ",
            "draw",
            "The stock is empty and QS fits a meld of your side: you must take the pile.",
        ),
    ],
)
def test_a_refusal_names_the_numbers_of_its_rule_set_and_the_card_that_is_meant(
    rules: str, text: str, play: str, sentence: str
) -> None:
    state = position(text, None, rules)
    with pytest.raises(IllegalAction) as refusal:
        apply(state, 0, action(play))
    assert refusal_text(refusal.value) == sentence


@pytest.mark.parametrize("rules", SETS)
@pytest.mark.parametrize("meld", [None, 0])
def test_a_lay_of_no_cards_is_refused(rules: str, meld: int | None) -> None:
    state = position("play: 9C 5H KC; table: QC QD QH", None, rules)
    with pytest.raises(IllegalAction) as refusal:
        apply(state, 0, LayDown((Lay((), meld),)))
    assert (refusal.value.reason, refusal.value.clause) == (Reason.NOTHING_LAID, "X-2")


def test_the_legal_neighbor_of_each_refused_action_is_played() -> None:
    # What is refused above is refused for its reason alone: with that put right the same play is legal.
    for rules, text, play in (
        ("italian", "play: 9C 9D 9H 5H 5S", "meld 9C 9D 9H"),
        ("italian", "play: JK 5H 5S; table: 9C 9D 2C 2D", "meld JK on 0"),
        ("italian", f"play: 3C 3C 3S 5H; table: {CANASTA}", "meld 3C 3C 3S"),
        ("italian", f"play: 3C 3S JK 5H; table: {CANASTA}", "meld 3C 3S JK"),
        ("italian", "draw: 9C 9D 5H 5S; frozen pile: 9S", "take 9S 9C 9D"),
        ("italian", "draw: 9C 5H 5S; pile: 9S; table: 9C 9D 9H", "take 9S on 0"),
        ("italian", f"play: 5H; table: {CANASTA}", "discard 5H"),
        ("tranca", "play: 9C 7C 8C 5H 5S", "meld 9C 7C 8C"),
        ("tranca", "play: 2C 5H 5S; table: 9C 9C 9D 9D 9H 9H 9S", "meld 2C on 0"),
        ("tranca", "draw: 9C 2C 2D 5H; pile: 9S", "take 9S 9C 2C"),
        ("tranca", "draw: 5H 5S KC; pile: 2S; table: 9C 9D 9H", "take 2S on 0"),
        ("tranca", "draw: 9C 9D 5H KC; pile: 3S 9S; table: 9H 9H 9D", "take 9S 9C 9D"),
        ("classic", "draw: AC AD 5H 5S; pile: AS", "take AS AC AD"),
        ("classic", "draw: 9C 2C 5H 5S; pile: 9S; table: KC KD KH", "take 9S 9C 2C"),
        ("classic", "draw: 5S; pile: 4C 9S; table: 9C 9D 9H", "take 9S on 0"),
        ("classic", "draw: 5S 5H; pile: 8S; table: 9C 9D 9H; stock: ", "draw"),
        ("classic", "play: AC AD AH 5H 5S", "meld AC AD AH"),
    ):
        allowed(position(text, None, rules), play)


HIDDEN = "left: 8C 8D; partner: 7C 7D; right: 4C 4D; stock: QC QD; pile: TC TD "


@pytest.mark.parametrize("rules", SETS)
@pytest.mark.parametrize(
    ("hand", "top", "play"),
    [
        ("draw: 9C 9D", "9S", "take 9S 9C 9D"),
        ("draw: 9C 9D", "9S", "take 9S 9C 8C"),
        ("draw: 9C 9D", "9S", "take TD 9C 9D"),
        ("draw: 9C 2D", "9S", "take 9S 9C TC"),
        ("play: 9C 9D", "9S", "discard 8C"),
        ("play: 9C 9D", "9S", "meld 7C 7D 7H"),
    ],
)
def test_a_refusal_tells_of_no_card_but_those_the_player_named_or_sees(
    hand: str, top: str, play: str, rules: str
) -> None:
    state = position(f"{hand}; {HIDDEN}{top}{'; foot: 8H 8S' if rules == 'tranca' else ''}", None, rules)
    try:
        apply(state, 0, action(play))
    except IllegalAction as refusal:
        told = {value for key, value in refusal.params.items() if key == "card"}
        named = {part for lay in getattr(action(play), "lays", ()) for part in lay.cards}
        named |= {getattr(action(play), "card", None), state.pile[-1], *state.hands[0]}
        assert told <= named
