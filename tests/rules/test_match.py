"""A match: X-8, I-15."""

from __future__ import annotations

import pytest

from engine.cards import pack
from engine.errors import IllegalAction, InvalidInput
from engine.match import Match, new_match, play, start_deal
from engine.rulebook import load_rules
from engine.state import Phase
from tests.positions import action, italian, position


def ending(scores: str, hands: str, target: int = 5000) -> Match:
    """A match whose running deal ends when its seat draws; each side loses its hands' points."""
    match = new_match(italian({"match.target": target}), 4)
    match.state = position(
        f"draw: {hands}; partner: ; right: ; stock: ; score: {scores}", {"match.target": target}
    )
    return match


def ended(scores: str, own: str = "KC", theirs: str = "KD", target: int = 5000) -> Match:
    match = ending(scores, f"{own}; left: {theirs}", target)
    play(match, 0, action("draw"))
    return match


@pytest.mark.parametrize(
    ("scores", "totals", "winner", "margin"),
    [
        ("5010 4000", (5000, 3990), 0, 1010),  # exactly the target will do
        ("5005 4000", (4995, 3990), None, None),
        ("4000 5010", (3990, 5000), 1, 1010),
        ("5100 5200", (5090, 5190), 1, 100),  # both there: the higher wins
        ("5200 5100", (5190, 5090), 0, 100),
        ("5110 5110", (5100, 5100), None, None),  # a tie at the target: one more deal
        ("4110 4110", (4100, 4100), None, None),
        ("10 -200", (0, -210), None, None),
        ("5010 -200", (5000, -210), 0, 5210),
    ],
)
def test_x8_the_winner_is_ahead_at_the_target(
    scores: str, totals: tuple[int, int], winner: int | None, margin: int | None
) -> None:
    match = ended(scores)
    assert match.totals == totals
    assert (match.winner, match.margin, match.over) == (winner, margin, winner is not None)
    assert match.between_deals is (winner is None)


def test_x8_a_tie_is_one_more_deal_and_that_one_decides() -> None:
    match = ended("5110 5110")
    start_deal(match, pack(2, 4))
    assert match.state is not None
    assert [side.score for side in match.state.sides] == [5100, 5100]
    assert not match.over
    match.state = position("draw: KC; left: 5D; partner: ; right: ; stock: ; score: 5100 5100")
    play(match, 0, action("draw"))
    assert (match.totals, match.winner, match.margin) == ((5090, 5095), 1, 5)


def test_x8_it_is_judged_only_between_deals() -> None:
    match = ending("5500 100", "KC; left: KD")
    assert (match.winner, match.over, match.between_deals) == (None, False, False)
    match = ended("5110 5110")
    start_deal(match, pack(2, 4))
    assert (match.winner, match.over) == (None, False)


def test_x8_a_match_that_is_over_has_no_further_deal() -> None:
    match = ended("6000 0")
    with pytest.raises(ValueError, match="no deal can start"):
        start_deal(match, pack(2, 4))
    with pytest.raises(IllegalAction, match="deal_over"):
        play(match, 0, action("draw"))


def test_i15_to_5000() -> None:
    assert italian().match.target == 5000


@pytest.mark.parametrize("target", [500, 1000, 4999, 20000])
def test_i15_the_house_may_choose_another_target(target: int) -> None:
    assert ended(f"{target + 10} 0", target=target).winner == 0
    assert ended(f"{target + 5} 0", target=target).winner is None


@pytest.mark.parametrize("target", [499, 20001, 0, -5000, "5000", 5000.0, True])
def test_i15_but_not_just_any(target: object) -> None:
    with pytest.raises(InvalidInput, match=r"match\.target"):
        load_rules("italian", options={"match.target": target})  # type: ignore[dict-item]


def test_i15_totals_add_up_over_the_deals() -> None:
    match = ended("100 200")
    assert match.deals[-1].totals == match.totals == (90, 190)
    start_deal(match, pack(2, 4))
    assert match.state is not None
    assert match.state.phase is Phase.DRAW
    match.state.stock.clear()
    play(match, match.state.seat, action("draw"))
    first, second = match.deals
    for side in (0, 1):
        gained = sum(item.points for item in second.scores[side])
        assert second.totals[side] == first.totals[side] + gained
