"""What a ranked match does to ratings: winning, losing, leaving, staying, farming."""

from __future__ import annotations

import pytest

from storage.rating import COMPUTER, Certainty, RankedMatch, Rating, match_weight, rate

ANA, BRUNO, CARLA, DIEGO, EVA = 1, 2, 3, 4, 5
FOUR = (ANA, BRUNO, CARLA, DIEGO)  # Ana and Carla are side 0


def match(
    starters: tuple[int | None, ...] = FOUR, finishers: tuple[int | None, ...] | None = None, winner: int = 0
) -> RankedMatch:
    return RankedMatch(starters, starters if finishers is None else finishers, winner)


def test_a_newcomer_has_no_points() -> None:
    assert Rating().points == 0


def test_certainty_grows_with_matches() -> None:
    rating, seen = Rating(), []
    for _ in range(400):
        rating = rate(match(), dict.fromkeys(FOUR, rating), 1.0)[ANA]
        if rating.certainty not in seen:
            seen.append(rating.certainty)
    assert seen == list(Certainty)


def test_winners_gain_what_losers_lose_and_all_are_surer() -> None:
    after = rate(match(), {}, 1.0)
    gains = [after[user].mu - 25 for user in FOUR]
    assert gains[0] == gains[2] > 0
    assert gains[1] == gains[3] == pytest.approx(-gains[0])
    assert all(after[user].sigma < Rating().sigma for user in FOUR)
    assert after[ANA].points > 0


def test_the_unexpected_counts_more() -> None:
    strong = {ANA: Rating(35, 4), CARLA: Rating(35, 4), BRUNO: Rating(20, 4), DIEGO: Rating(20, 4)}
    expected = rate(match(winner=0), strong, 1.0)[ANA].mu - 35
    upset = 35 - rate(match(winner=1), strong, 1.0)[ANA].mu
    assert upset > expected > 0


def test_two_play_each_for_themselves() -> None:
    after = rate(match((ANA, BRUNO), winner=1), {}, 1.0)
    assert after[BRUNO].mu > 25 > after[ANA].mu


def test_computers_are_met_but_not_rated() -> None:
    after = rate(match((ANA, BRUNO, None, None)), {}, 1.0)
    assert set(after) == {ANA, BRUNO}
    assert Rating(25.0, 25 / 6) == COMPUTER


def test_who_leaves_has_lost_though_the_side_won() -> None:
    left = rate(match(finishers=(None, BRUNO, CARLA, DIEGO), winner=0), {}, 1.0)
    lost = rate(match(winner=1), {}, 1.0)
    won = rate(match(winner=0), {}, 1.0)
    assert left[ANA] == lost[ANA]
    assert left[CARLA] == won[CARLA]
    assert left[BRUNO] == won[BRUNO]


def test_the_partner_of_who_left_is_spared_a_loss_after_a_computer_took_over() -> None:
    after = rate(match(finishers=(None, BRUNO, CARLA, DIEGO), winner=1), {}, 1.0)
    assert CARLA not in after
    assert after[ANA].mu < 25
    assert after[BRUNO].mu > 25


def test_with_a_person_in_the_place_of_who_left_the_loss_counts() -> None:
    after = rate(match(finishers=(EVA, BRUNO, CARLA, DIEGO), winner=1), {}, 1.0)
    assert after[CARLA].mu < 25
    assert EVA not in after  # she played a part of the match only


def test_two_who_left_are_both_rated_as_having_lost() -> None:
    for winner in (0, 1):
        after = rate(match(finishers=(None, None, CARLA, DIEGO), winner=winner), {}, 1.0)
        assert after[ANA].mu < 25
        assert after[BRUNO].mu < 25


def test_a_side_that_left_whole_is_not_spared() -> None:
    after = rate(match(finishers=(None, BRUNO, None, DIEGO), winner=1), {}, 1.0)
    assert after[ANA] == after[CARLA] == rate(match(winner=1), {}, 1.0)[ANA]


def test_the_same_people_again_count_half_each_time() -> None:
    assert [match_weight(earlier) for earlier in range(4)] == [1.0, 0.5, 0.25, 0.125]
    whole, half = rate(match(), {}, 1.0)[ANA], rate(match(), {}, 0.5)[ANA]
    assert half.mu - 25 == pytest.approx((whole.mu - 25) / 2)
    assert Rating().sigma - half.sigma == pytest.approx((Rating().sigma - whole.sigma) / 2)


def test_the_same_sides_are_the_same_whoever_sits_where() -> None:
    assert match().sides == match((BRUNO, ANA, DIEGO, CARLA)).sides == match((CARLA, DIEGO, ANA, BRUNO)).sides
    assert match().sides != match((ANA, CARLA, BRUNO, DIEGO)).sides
    assert match((ANA, BRUNO, None, DIEGO)).sides != match().sides
