"""What a deal of Tranca is worth, and its match: T-6, T-13, T-15, T-16, T-17."""

from __future__ import annotations

import json
from functools import partial

import pytest

from engine.cards import RED_THREES, codes, pack
from engine.codec import encode_position
from engine.commands import score
from engine.match import Match, new_match, play
from engine.scoring import ScoreItem, ScoreKind, score_side, total
from engine.state import Ending
from engine.texts import score_text
from tests.positions import Options, action, allowed, position, tranca

at = partial(position, rules="tranca")
CLEAN = "9C 9C 9D 9D 9H 9H 9S"
DIRTY = "8H 9H TH JH QH KH 2C"


def items(text: str, side: int = 0, options: Options = None) -> dict[ScoreKind, int]:
    found: dict[ScoreKind, int] = {}
    for item in score_side(at(f"{text}; left: ; right: ", options), side):
        found[item.kind] = found.get(item.kind, 0) + item.points
    return found


def test_t15_every_card_left_in_hand_costs_ten() -> None:
    rules = tranca({"deck.jokers": 4})
    for card in pack(1, 1):
        (text,) = codes([card])
        assert rules.card_points[card] == (0 if card in RED_THREES else 10), text
        if card not in RED_THREES:
            held = items(f"draw: {text}; partner: ", options={"deck.jokers": 4})
            assert held == {ScoreKind.HAND: -10}, text


def test_t15_both_partners_hands_count() -> None:
    state = at("draw: KC 9D 5H; partner: 2D 2C AD; left: 4C; right: 3S")
    assert score_side(state, 0) == (ScoreItem(ScoreKind.HAND, "T-15", 6, -60),)
    assert score_side(state, 1) == (ScoreItem(ScoreKind.HAND, "T-15", 2, -20),)


@pytest.mark.parametrize(
    ("cards", "kind", "bonus"),
    [
        ("4C 4D 4H", ScoreKind.MELD, 0),
        ("QD 2S AD", ScoreKind.MELD, 0),
        ("9C 9C 9D 9D 9H 9H", ScoreKind.MELD, 0),
        (CLEAN, ScoreKind.CLEAN_CANASTA, 200),
        (f"{CLEAN} 9S", ScoreKind.CLEAN_CANASTA, 200),
        (DIRTY, ScoreKind.DIRTY_CANASTA, 100),
        ("4S 5S 6S 7S 8S 9S TS JS QS KS AS", ScoreKind.CLEAN_CANASTA, 200),
        ("4S 5S 6S 7S 8S 9S TS JS QS KS 2S", ScoreKind.DIRTY_CANASTA, 100),
    ],
)
def test_t15_melded_cards_earn_ten_each_and_canastas_their_bonus(
    cards: str, kind: ScoreKind, bonus: int
) -> None:
    state = at(f"draw: ; partner: ; table: {cards}")
    (item,) = score_side(state, 0)
    count = len(cards.split())
    assert (item.kind, item.clause, item.count) == (kind, "T-15", count)
    assert (item.points, item.bonus) == (bonus + 10 * count, bonus)


def test_t15_canastas_of_six_where_the_house_says_so() -> None:
    for size, worth in ((7, 60), (6, 260)):
        assert (
            sum(
                items(
                    "draw: ; partner: ; table: 9C 9C 9D 9D 9H 9H", options={"canasta.min_size": size}
                ).values()
            )
            == worth
        )


@pytest.mark.parametrize("bonus", [100, 0, 200])
def test_t15_going_out_earns_a_hundred_and_nothing_more_in_one_turn(bonus: int) -> None:
    state = at(f"play: 5C; partner: ; table: {CLEAN}", {"going_out.bonus": bonus})
    allowed(state, "discard 5C")
    assert state.concealed is False
    found = {item.kind: item.points for item in score_side(state, 0)}
    assert found == {ScoreKind.CLEAN_CANASTA: 270} | ({ScoreKind.GOING_OUT: bonus} if bonus else {})
    assert [item.kind for item in score_side(state, 1)] == [ScoreKind.HAND]


def test_t15_nobody_earns_it_when_nobody_went_out() -> None:
    for text in (f"draw: 5C; stock: ; table: {CLEAN}", "draw: 5C; stock: 3D"):
        state = at(text)
        allowed(state, "draw")
        assert state.ended in (Ending.STOCK, Ending.DEAD)
        kinds = {item.kind for side in (0, 1) for item in score_side(state, side)}
        assert ScoreKind.GOING_OUT not in kinds


@pytest.mark.parametrize(("threes", "count"), [("3D", 1), ("3D 3H", 2), ("3D 3D 3H", 3), ("3D 3D 3H 3H", 4)])
@pytest.mark.parametrize(
    ("table", "sign"),
    [("", -1), ("7C 7D 7H", -1), ("9C 9C 9D 9D 9H 9H", -1), (CLEAN, 1), (DIRTY, 1)],
)
def test_t6_red_threes_count_for_a_side_with_a_canasta_and_against_one_without(
    threes: str, count: int, table: str, sign: int
) -> None:
    state = at(f"draw: ; partner: ; red threes: {threes}; table: {table}; theirs: KC KD KH")
    (item,) = [item for item in score_side(state, 0) if item.kind is ScoreKind.RED_THREES]
    assert (item.points, item.count, item.clause) == (sign * 100 * count, count, "T-6")


def test_t6_the_other_sides_canasta_does_not_help() -> None:
    assert items(f"draw: ; partner: ; red threes: 3D; theirs: {CLEAN}")[ScoreKind.RED_THREES] == -100


@pytest.mark.parametrize("canasta", ["any", "clean", "royal"])
def test_t6_any_canasta_will_do_whatever_going_out_needs(canasta: str) -> None:
    options = {"going_out.canasta": canasta}
    assert (
        items(f"draw: ; partner: ; red threes: 3D; table: {DIRTY}", 0, options)[ScoreKind.RED_THREES] == 100
    )


def test_t6_canastas_of_six_count_here_too() -> None:
    for size, points in ((7, -100), (6, 100)):
        text = "draw: ; partner: ; red threes: 3D; table: 9C 9C 9D 9D 9H 9H"
        assert items(text, 0, {"canasta.min_size": size})[ScoreKind.RED_THREES] == points


@pytest.mark.parametrize(("foot", "points"), [("KC 4D", -100), ("stock", -100), ("taken", 0)])
def test_t13_a_side_that_has_not_taken_its_foot_loses_a_hundred(foot: str, points: int) -> None:
    state = at(f"draw: ; partner: ; foot: {foot}")
    expected = (ScoreItem(ScoreKind.FOOT, "T-13", 1, points),) if points else ()
    assert score_side(state, 0) == expected


def test_t13_the_cards_of_an_untaken_foot_cost_nothing_more() -> None:
    assert items("draw: ; partner: ; foot: KC 4D 4H 4S 5C") == {ScoreKind.FOOT: -100}


def test_t13_a_foot_taken_but_not_played_counts_card_by_card() -> None:
    state = at(
        "play: 7C; partner: ; foot: KC 4D 2C; left: 5C; right: ; stock: QS; "
        "table: 7D 7H 7S; theirs: QC QC QD QD QH QH"
    )
    allowed(state, "discard 7C", "draw", "meld QS on 0", "discard 5C")
    assert (state.ended, state.closed_by) == (Ending.CLOSED, 1)
    assert {item.kind: item.points for item in score_side(state, 0)} == {
        ScoreKind.MELD: 30,
        ScoreKind.HAND: -30,
    }


def test_t13_two_players() -> None:
    state = at("draw: KC; left: ; seats: 2; foot: 4C; their foot: stock")
    assert [total(score_side(state, side)) for side in (0, 1)] == [-110, -100]


def closing(options: Options, ends: str = "discard 5C") -> list[int]:
    """The totals when seat 0 ends the deal while black threes are left on both sides."""
    stock = "; stock: " if ends == "draw" else ""
    phase = "draw" if ends == "draw" else "play"
    state = at(f"{phase}: 5C; partner: 3C 3S KC; left: 3C KD; right: 3S; table: {CLEAN}{stock}", options)
    allowed(state, ends)
    return [total(score_side(state, side)) for side in (0, 1)]


def test_t16_a_black_three_left_in_hand_costs_ten() -> None:
    assert closing(None) == [270 + 100 - 30, -30]


def test_t16_or_a_hundred_where_the_house_says_so() -> None:
    assert closing({"black_three.hand_penalty": 100}) == [270 + 100 - 200 - 10, -200 - 10]


def test_t16_only_when_somebody_went_out() -> None:
    assert closing({"black_three.hand_penalty": 100}, "draw") == [270 - 40, -30]
    state = at("draw: 3C; partner: ; stock: 3D", {"black_three.hand_penalty": 100})
    allowed(state, "draw")
    assert state.ended is Ending.DEAD
    assert [total(score_side(state, 0))] == [-10 - 100]


def test_t16_it_is_an_item_of_its_own() -> None:
    state = at(f"play: 5C; partner: 3C 3S KC; table: {CLEAN}", {"black_three.hand_penalty": 100})
    allowed(state, "discard 5C")
    found = {item.kind: item for item in score_side(state, 0)}
    held = found[ScoreKind.BLACK_THREES_HELD]
    assert (held.clause, held.count, held.points) == ("T-16", 2, -200)
    assert (found[ScoreKind.HAND].count, found[ScoreKind.HAND].points) == (1, -10)


@pytest.mark.parametrize(("closed_by", "points"), [(1, -110), (0, -110), (None, -20)])
def test_t16_the_score_command_knows_whether_somebody_went_out(closed_by: int | None, points: int) -> None:
    state = at("play: 3C 9C; partner: ; left: ; right: ", {"black_three.hand_penalty": 100})
    request = {"position": encode_position(state), "closed_by": closed_by, "concealed": False}
    scored = score(json.dumps(request).encode())
    going_out = 100 if closed_by == 0 else 0
    assert scored["sides"][0]["total"] == points + going_out


def test_t15_the_items_add_up() -> None:
    state = at(
        f"play: 5C; partner: KC 3S; red threes: 3D 3H; foot: stock; table: {CLEAN}, {DIRTY}, 4C 5C 2H",
        {"black_three.hand_penalty": 100},
    )
    allowed(state, "discard 5C")
    scored = score_side(state, 0)
    assert [item.points for item in scored] == [270, 170, 30, 200, 100, -100, -10, -100]
    assert total(scored) == 560
    assert [score_text(item) for item in scored] == [
        "nines, clean: 200 + 70",
        "hearts, dirty: 100 + 70",
        "clubs: 3 cards",
        "red threes: 2",
        "going out",
        "black threes in hand: 1",
        "cards in hand: 1",
        "foot not taken",
    ]


def ended(scores: str, options: dict[str, int] | None = None) -> Match:
    """A match whose deal ends with the feet taken and ten points lost by each side."""
    match = new_match(tranca(options), 4)
    match.state = at(f"draw: KC; left: KD; partner: ; right: ; stock: ; score: {scores}", options)
    play(match, 0, action("draw"))
    return match


@pytest.mark.parametrize(
    ("scores", "winner", "margin"),
    [
        ("3010 2000", 0, 1010),
        ("3005 2000", None, None),
        ("2000 3010", 1, 1010),
        ("3100 3200", 1, 100),
        ("3110 3110", None, None),
    ],
)
def test_t17_to_3000_and_the_higher_score_wins(scores: str, winner: int | None, margin: int | None) -> None:
    match = ended(scores)
    assert (match.winner, match.margin) == (winner, margin)


@pytest.mark.parametrize("target", [500, 20000])
def test_t17_the_house_may_choose_another_target(target: int) -> None:
    assert tranca().match.target == 3000
    assert ended(f"{target + 10} 0", {"match.target": target}).winner == 0
    assert ended(f"{target} 0", {"match.target": target}).winner is None
