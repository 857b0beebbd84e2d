"""Tranca and Classic through the command line's JSON: positions, actions, events, views and scores."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.codec import encode_action, encode_position
from engine.commands import apply_action, list_legal, score, show_view
from engine.errors import InvalidInput
from tests.positions import action, position

KINGS = "KC KC KD KD KH KH KS"
NO_SIDE: dict[str, object] = {"melds": [], "red_threes": [], "foot": None, "foot_taken": False, "score": 0}


def text(value: object) -> bytes:
    return json.dumps(value).encode()


def given(where: str, rules: str, **members: object) -> dict[str, Any]:
    """A position as JSON, with some members changed."""
    return encode_position(position(where, None, rules)) | members


def applied(where: dict[str, Any], play: str) -> dict[str, Any]:
    return apply_action(text({"position": where, "action": encode_action(action(play))}))


def legal(where: dict[str, Any]) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = list_legal(text({"position": where}))["actions"]
    return listed


def events(where: dict[str, Any], play: str) -> list[dict[str, Any]]:
    result = applied(where, play)
    assert result["ok"] is True
    told: list[dict[str, Any]] = result["events"]
    return told


def canastas(told: list[dict[str, Any]]) -> list[str | None]:
    return [event["canasta"] for event in told if event["type"] == "laid"]


def test_each_lay_tells_what_the_meld_is_after_it() -> None:
    where = given("play: 9C 9D 2C 5S 7S; table: 9S 9S 9H 9H 9D", "italian")
    assert canastas(events(where, "meld 9C on 0, 9D on 0, 2C on 0")) == [None, "clean", "dirty"]
    where = given("draw: 9C 2C 5S 7S; table: 9S 9S 9H 9H 9D; pile: 4S 9C", "italian")
    assert canastas(events(where, "take 9C on 0, 9C on 0")) == [None, "clean"]


@pytest.mark.parametrize(
    ("text_of_position", "rules"),
    [
        ("play: 5C; table: 9S 9H 9D", "italian"),
        ("play: ; table: 9S 9S 9H 9H 9D 9D 9C", "italian"),
        ("play: 5C; table: 9S 9H 9D", "tranca"),
        ("play: 9C 9D 9H KC QC; asked: yes", "classic"),
        ("play: 9C 9D 9H KC QC; asked: waiting", "classic"),
        ("play: KC; table: 9S 9S 9H 9H 9D 9D 9C; asked: no", "classic"),
    ],
)
def test_where_nothing_is_legal_though_the_deal_goes_on_the_hand_is_named(
    text_of_position: str, rules: str
) -> None:
    with pytest.raises(InvalidInput, match=r"^position\.hands\[0\]: "):
        legal(given(text_of_position, rules))


def test_a_large_hand_that_is_bound_to_go_out_and_cannot_is_refused_at_once() -> None:
    hand = "4H 4D 4D 5D 5C 6C 6S 7C 7D 8D 8S 8H 9D 9S TH TC TD JS JC JH QS QS AD AD 2C 2H JK 2D JK 2S JK 2S"
    where = given(f"play: {hand}; asked: yes", "classic")
    with pytest.raises(InvalidInput):
        legal(where)


def test_taking_the_foot() -> None:
    where = given("play: 9C 9D 9H; foot: KC 3D; stock: 8S", "tranca")
    assert events(where, "meld 9C 9D 9H") == [
        {"type": "laid", "seat": 0, "side": 0, "meld": 0, "cards": ["9C", "9D", "9H"], "canasta": None},
        {"type": "took_foot", "seat": 0, "count": 2},
        {"type": "red_three", "seat": 0, "card": "3D"},
        {"type": "drew", "seat": 0, "card": "8S"},
    ]
    after = applied(where, "meld 9C 9D 9H")["position"]
    assert (after["sides"][0]["foot"], after["sides"][0]["foot_taken"]) == (None, True)
    assert after["turn"]["laid"] is True


def test_a_foot_becomes_the_stock() -> None:
    where = given("draw: 9C 9D; foot: KC; their foot: 8S 8H; stock: ", "tranca")
    assert events(where, "draw") == [
        {"type": "foot_to_stock", "side": 1, "count": 2},
        {"type": "drew", "seat": 0, "card": "8S"},
    ]
    after = applied(where, "draw")["position"]
    assert after["stock"] == ["8H"]
    assert [after["sides"][1][member] for member in ("foot", "foot_taken")] == [None, False]


def test_a_dead_end() -> None:
    where = given("draw: KC; stock: 3D", "tranca")
    *_, last = events(where, "draw")
    assert last == {"type": "deal_ended", "ended": "dead", "closed_by": None, "concealed": False}
    after = applied(where, "draw")["position"]
    assert (after["phase"], after["ended"], after["closed_by"]) == ("over", "dead", None)
    assert legal(after) == []


def test_asking_and_answering() -> None:
    where = given(f"play: 5C 5D 5H 7S; table: {KINGS}", "classic")
    assert {"type": "ask"} in legal(where)
    assert events(where, "ask") == [{"type": "asked", "seat": 0}]
    waiting = applied(where, "ask")["position"]
    assert (waiting["seat"], waiting["turn"]["asked"]) == (0, "waiting")
    assert legal(waiting) == [{"type": "answer", "yes": True}, {"type": "answer", "yes": False}]
    refusal = applied(waiting, "discard 7S")
    assert (refusal["ok"], refusal["clause"], refusal["reason"]) == (False, "C-8", "answer_first")
    assert events(waiting, "answer yes") == [{"type": "answered", "seat": 2, "yes": True}]
    assert applied(waiting, "answer yes")["position"]["turn"]["asked"] is True
    assert show_view(text({"position": waiting, "seat": 1}))["to_act"] == 2


@pytest.mark.parametrize(("foot", "told"), [(["KC", "3D"], "untaken"), (None, "stock"), ("taken", "taken")])
def test_what_a_view_tells_of_a_foot(foot: object, told: str) -> None:
    where = given("draw: 9C 9D", "tranca")
    where["sides"][0] |= {"foot": None if foot == "taken" else foot, "foot_taken": foot == "taken"}
    for seat in (0, 1, 2, 3, None):
        view = show_view(text({"position": where, "seat": seat}))
        assert view["sides"][0]["foot"] == told
        assert "KC" not in json.dumps(view)


def test_what_a_view_tells_of_melds_and_a_blocked_pile() -> None:
    where = given(f"draw: 9C 9D; table: 4H 5H 2C, {KINGS}; pile: 4S 3C", "tranca")
    view = show_view(text({"position": where, "seat": None}))
    assert view["sides"][0]["melds"] == [
        {"cards": ["4H", "5H", "2C"], "kind": "sequence", "canasta": None},
        {"cards": KINGS.split(), "kind": "set", "canasta": "clean"},
    ]
    assert view["pile"] == {"top": "3C", "count": 2, "state": "blocked", "cause": "black_three"}
    classic = given("draw: 9C 9D; pile: 4S", "classic")
    pile = show_view(text({"position": classic, "seat": 0}))["pile"]
    assert pile == {"top": "4S", "count": 1, "state": "open", "cause": None}
    assert show_view(text({"position": given("draw: 9C", "italian"), "seat": 0}))["sides"][0]["foot"] is None


def test_two_players() -> None:
    where = given("draw: 9C 9D; seats: 2; stock: 8S 8H JC", "classic")
    assert len(where["hands"]) == 2
    assert [event["card"] for event in events(where, "draw")] == ["8S", "8H"]
    assert show_view(text({"position": where, "seat": 1}))["hand_counts"] == [2, 2]
    with pytest.raises(InvalidInput, match="played by"):
        legal(given("draw: 9C", "classic", hands=[["9C"], ["9D"], ["9H"]]))


@pytest.mark.parametrize(
    ("turn", "concealed"),
    [
        ({"melds_before": 1, "laid": True, "on_earlier": False}, True),
        ({"melds_before": 1, "laid": True, "on_earlier": True}, False),
        ({"melds_before": 2, "laid": True, "on_earlier": False}, False),
    ],
)
def test_the_middle_of_a_turn_is_part_of_a_position(turn: dict[str, object], concealed: bool) -> None:  # noqa: FBT001
    # C-7: the nines are a canasta of this turn where one meld lay before it.
    where = given(f"play: 5C; table: {KINGS}, 9C 9C 9D 9D 9H 9H 9S; laid before: 2", "classic")
    where["turn"] = {"took_pile": False, "asked": None, **turn}
    *_, last = events(where, "discard 5C")
    assert last == {"type": "deal_ended", "ended": "closed", "closed_by": 0, "concealed": concealed}


@pytest.mark.parametrize(("took_pile", "opens"), [(False, True), (True, False)])
def test_whether_the_pile_was_taken_is_part_of_it(took_pile: bool, opens: bool) -> None:  # noqa: FBT001
    # C-2: waived for a concealed closing from the stock only.
    hand = "4C 4C 4D 4D 4H 4H 4S"
    where = given(f"play: {hand} 5C; score: 3000 0", "classic")
    where["turn"] |= {"took_pile": took_pile}
    assert applied(where, f"meld {hand}")["ok"] is opens


@pytest.mark.parametrize(
    ("rules", "members", "named"),
    [
        ("italian", {"sides": [NO_SIDE | {"foot": ["KC"]}, NO_SIDE]}, "foot"),
        ("italian", {"sides": [NO_SIDE | {"foot_taken": True}, NO_SIDE]}, "foot_taken"),
        ("classic", {"sides": [NO_SIDE, NO_SIDE | {"foot": []}]}, "foot"),
        ("tranca", {"sides": [NO_SIDE | {"foot": ["KC"], "foot_taken": True}, NO_SIDE]}, "foot_taken"),
        ("tranca", {"sides": [NO_SIDE | {"foot": ["KC"] * 3}, NO_SIDE]}, "foot"),
        ("tranca", {"stock": ["JK"]}, "stock"),
        ("tranca", {"sides": [NO_SIDE | {"melds": [["4C", "5C", "7C"]]}, NO_SIDE]}, "T-3"),
        ("tranca", {"sides": [NO_SIDE | {"melds": [["4C", "2D", "2C"]]}, NO_SIDE]}, "T-4"),
        ("classic", {"sides": [NO_SIDE | {"melds": [["7C", "8C", "TC"]]}, NO_SIDE]}, "I-4"),
    ],
)
def test_what_a_rule_set_cannot_have_on_its_table_is_refused_by_name(
    rules: str, members: dict[str, object], named: str
) -> None:
    with pytest.raises(InvalidInput, match=named):
        legal(given("draw: 9C 9D; foot: stock; their foot: stock", rules, **members))


def test_asking_where_there_is_none_is_refused_by_name() -> None:
    turn = {"laid": False, "melds_before": 0, "on_earlier": False, "took_pile": False, "asked": "waiting"}
    for where in (
        given("play: 9C 9D", "italian", turn=turn),
        given("play: 9C 9D", "tranca", turn=turn),
        given("play: 9C 9D; seats: 2", "classic", turn=turn),
        given("draw: 9C 9D", "classic", turn=turn),
    ):
        with pytest.raises(InvalidInput, match="asked"):
            legal(where)


def test_the_score_of_a_position_is_asked_for_either_way() -> None:
    where = given(f"play: 5C; partner: ; left: ; right: ; table: {KINGS}", "classic")
    for closed_by, concealed, total in ((0, True, 765), (0, False, 665), (None, False, 565), (1, False, 565)):
        scored = score(text({"position": where, "closed_by": closed_by, "concealed": concealed}))
        assert scored["sides"][0]["total"] == total
