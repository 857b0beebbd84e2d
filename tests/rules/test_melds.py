"""Melds, lay-offs and canastas: X-4, X-5, X-9, I-4, I-11."""

from __future__ import annotations

import pytest

from engine.cards import codes
from engine.errors import Reason
from engine.events import Laid
from engine.state import Canasta
from tests.positions import allowed, can, italian, meld, position, refused


@pytest.mark.parametrize(
    "cards",
    [
        "9C 9D 9H",
        "9C 9C 9D",
        "9C 9D JK",
        "9C 9D 2C",
        "9C 9D 9H 2C JK JK",
        "AC AD 2H",
        "4C 4D 2C 2C JK",
        "KC KC KD KD",
    ],
)
def test_i4_three_cards_of_a_rank_with_two_naturals_and_up_to_three_wilds(cards: str) -> None:
    assert can(position(f"play: {cards} 5S 7S"), f"meld {cards}")


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("9C 9D", Reason.MELD_TOO_SMALL),
        ("9C", Reason.TOO_FEW_NATURALS),
        ("9C JK 2D", Reason.TOO_FEW_NATURALS),
        ("JK JK JK", Reason.TOO_FEW_NATURALS),
        ("2C 2D 2H", Reason.TOO_FEW_NATURALS),
        ("2C 2D JK JK", Reason.TOO_FEW_NATURALS),
        ("9C 9D 2C 2D JK JK", Reason.TOO_MANY_WILDS),
        ("9C 9D 8C", Reason.MIXED_RANKS),
        ("9C 9D 8C 8D", Reason.MIXED_RANKS),
        ("7C 8C 9C", Reason.MIXED_RANKS),  # no sequences
        ("9C 9D 3C", Reason.MIXED_RANKS),
    ],
)
def test_i4_what_is_no_meld(cards: str, reason: Reason) -> None:
    refused(position(f"play: {cards} 5S 7S"), f"meld {cards}", reason, "I-4")


def test_i4_a_fourth_wild_is_refused_at_any_size() -> None:
    state = position("play: JK 5S 7S; table: 9C 9D 9H 9S 9C 9D 9H 9S 2C 2D JK")
    refused(state, "meld JK on 0", Reason.TOO_MANY_WILDS, "I-4")
    strict = position("play: JK 5S 7S; table: 9C 9D 2C 2D JK", {"black_three.wilds": False})
    refused(strict, "meld JK on 0", Reason.TOO_MANY_WILDS, "I-4")


def test_i4_a_meld_may_grow_past_seven() -> None:
    state = position("play: 9S JK 5S 7S; table: 9C 9D 9H 9S 9C 9D 9H")
    allowed(state, "meld 9S JK on 0")
    assert len(state.sides[0].melds[0].cards) == 9


def test_i4_one_meld_per_rank_and_side() -> None:
    state = position("play: 9C 9D 9H 9S 9C 9D 5S 7S; theirs: 9H 9S 2D")
    refused(state, "meld 9C 9D 9H, 9S 9C 9D", Reason.RANK_ALREADY_MELDED, "X-9")
    assert can(state, "meld 9C 9D 9H"), "the other side's nines are no matter"


def test_x9_a_second_meld_of_a_rank_is_refused_and_the_first_is_named() -> None:
    state = position("play: 9C 9D JK 5S 7S; table: KC KD KH, 9H 9S 9S")
    refused(state, "meld 9C 9D JK", Reason.RANK_ALREADY_MELDED, "X-9")
    with pytest.raises(Exception, match="rank_already_melded") as refusal:
        allowed(state, "meld 9C 9D JK")
    assert refusal.value.params["meld"] == 1  # type: ignore[attr-defined]
    assert can(state, "meld 9C 9D JK on 1")


def test_x9_a_lay_off_never_joins_melds() -> None:
    state = position("play: 9C 5S 7S; table: KC KD KH, 9H 9S 9S")
    refused(state, "meld 9C on 0", Reason.MIXED_RANKS, "I-4")


def test_x4_cards_are_laid_off_on_the_own_sides_melds() -> None:
    state = position("play: 9C 5S 7S; theirs: 9H 9S 9S")
    refused(state, "meld 9C on 0", Reason.NO_SUCH_MELD, "X-4")
    for number in (1, 7):
        state = position("play: 9C 5S 7S; table: 9H 9S 9S")
        refused(state, f"meld 9C on {number}", Reason.NO_SUCH_MELD, "X-4")
    refused(state, "meld 9C on -1", Reason.NO_SUCH_MELD, "X-4")


def test_x4_either_partner_lays_off() -> None:
    for seat in (1, 3):
        state = position(f"play: 9C 5S 7S; table: 9H 9S 9S; seat: {seat}")
        assert allowed(state, "meld 9C on 0")
        assert len(state.sides[1].melds[0].cards) == 4


def test_x4_numbers_count_the_melds_laid_before_the_action() -> None:
    state = position("play: 9C 9D 9H 9S KC KD KH 5S 7S; table: AC AD AH")
    refused(state, "meld 9C 9D 9H, 9S on 1", Reason.NO_SUCH_MELD, "X-4")
    events = allowed(state, "meld 9C 9D 9H, KC KD KH")
    assert [event.meld for event in events if isinstance(event, Laid)] == [1, 2]
    allowed(state, "meld 9S on 1")
    assert codes(state.sides[0].melds[1].cards) == ["9C", "9D", "9H", "9S"]


def test_x5_lays_are_all_or_none() -> None:
    state = position("play: 9C 9D 9H KC KD AH 5S 7S; table: QC QD QH")
    refused(state, "meld 9C 9D 9H, KC KD", Reason.MELD_TOO_SMALL, "I-4")
    refused(state, "meld 9C 9D 9H, AH on 0", Reason.MIXED_RANKS, "I-4")
    assert state.sides[0].melds == [meld(state.rules, "QC QD QH")]


def test_x5_several_lay_offs_on_one_meld_are_judged_together() -> None:
    state = position("play: 2C 2D JK 9C 5S 7S; table: 9H 9S 9S 2H")
    allowed(state.copy(), "meld 2C on 0, 9C 2D on 0")
    refused(state, "meld 2C on 0, 2D on 0, JK on 0", Reason.TOO_MANY_WILDS, "I-4")


def test_x5_the_keep_a_card_rule_looks_at_the_whole_action() -> None:
    # The first lay alone leaves three cards; the whole leaves none, and the side has no canasta.
    state = position("play: 9C 9D 9H 5C 5D 5H; table: KC KD KH")
    refused(state, "meld 9C 9D 9H, 5C 5D 5H", Reason.NEEDS_CANASTA, "I-12")
    assert can(state, "meld 9C 9D 9H")


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("9C 9C 9D 9D 9H 9H 9S", Canasta.CLEAN),
        ("9C 9C 9D 9D 9H 9H 9S 9S", Canasta.CLEAN),
        ("9C 9C 9D 9D 9H 9H JK", Canasta.DIRTY),
        ("9C 9C 9D 9D 2H 2C JK", Canasta.DIRTY),
        ("9C 9C 9D 9D 9H 9H 9S 2C", Canasta.DIRTY),
        ("9C 9C 9D 9D 9H 9H", None),
        ("9C 9C 9D 2D 2H JK", None),
    ],
)
def test_i11_seven_cards_with_four_naturals(cards: str, kind: Canasta | None) -> None:
    assert meld(italian(), cards).canasta is kind


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("9C 9C 9D 9D 9H 9H", Canasta.CLEAN),
        ("9C 9C 9D 9D 9H JK", Canasta.DIRTY),
        ("9C 9C 9D 9D 2H JK", Canasta.DIRTY),
        ("9C 9C 9D 2D 2H JK", None),  # six cards, three naturals
        ("9C 9C 9D 9D 9H", None),
        ("9C 9C 9D 9D JK", None),
    ],
)
def test_i11_canastas_of_six(cards: str, kind: Canasta | None) -> None:
    rules = italian({"canasta.min_size": 6})
    assert meld(rules, cards).canasta is kind


def test_i11_laying_tells_what_the_meld_has_become() -> None:
    state = position("play: 9S 2C 5S 7S; table: 9C 9C 9D 9D 9H 9H")
    (laid,) = allowed(state, "meld 9S on 0")
    assert isinstance(laid, Laid)
    assert laid.canasta is Canasta.CLEAN
    (laid,) = allowed(state, "meld 2C on 0")
    assert isinstance(laid, Laid)
    assert laid.canasta is Canasta.DIRTY, "a wild added to a clean canasta makes it dirty"
