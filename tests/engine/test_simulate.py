"""Simulation: the same matches for the same seed, pairs on the same decks, and an honest summary."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from multiprocessing import active_children
from statistics import fmean
from typing import TYPE_CHECKING, Any

import pytest

from engine import simulate as simulation
from engine.__main__ import main
from engine.cards import parse_card
from engine.codec import decode_action
from engine.match import new_match, play, start_deal
from engine.progress import ProgressBar
from engine.simulate import Plan, Tally, play_match, simulate
from engine.verify import verify
from tests.engine.played import MIXED
from tests.positions import italian, tranca

if TYPE_CHECKING:
    from pathlib import Path

SHORT = Plan(italian({"match.target": 1000}), MIXED, seed=7, matches=6, keep_records=True)
COMMAND = [
    *("simulate", "--rules", "italian", "--option", "match.target=1000", "--option", "pile.frozen_take=pair"),
    *("--seed", "7", "--players", ",".join(MIXED)),
]


def test_the_same_seed_plays_the_same_matches_whatever_the_processes() -> None:
    alone = list(simulate(SHORT))
    assert list(simulate(SHORT, jobs=2)) == alone
    assert list(simulate(replace(SHORT, seed=8))) != alone


def test_a_match_does_not_depend_on_how_many_there_are() -> None:
    assert list(simulate(replace(SHORT, matches=2))) == list(simulate(SHORT))[:2]


def test_a_simulation_left_early_leaves_no_process_behind() -> None:
    outcomes = simulate(replace(SHORT, matches=1000), jobs=2)
    next(outcomes)
    outcomes.close()
    assert not active_children()


def test_records_written_by_the_command_are_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "records.jsonl"
    assert main([*COMMAND, "--matches", "3", "--out", str(out)]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert main(["verify", str(out)]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert counted == {"records": 3, "deals": summary["deals"], "actions": summary["actions"]}
    options = {"match.target": 1000, "pile.frozen_take": "pair"}
    for line in out.read_text().splitlines():
        assert json.loads(line)["rules"] == {"name": "italian", "version": 1, "options": options}


def test_the_summary_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "--matches", "5"]) == 0
    output = capsys.readouterr()
    summary = json.loads(output.out)
    assert output.err == "", "no progress bar where nobody watches"
    assert list(summary) == ["matches", "deals", "actions", "seconds", "ends", "players"]
    assert summary["matches"] == 5
    assert sum(summary["ends"].values()) == summary["deals"]
    assert sum(player["match_wins"] for player in summary["players"].values()) == 5
    for player in summary["players"].values():
        low, high = player["interval_95"]
        assert low <= player["points_per_deal"] <= high
        assert player["points_per_deal"] - low == pytest.approx(high - player["points_per_deal"], abs=0.15)


def test_feet_that_became_stock_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "MOST_DEALS", 4)
    plan = Plan(tranca(), ("random",) * 4, seed=3, matches=2, keep_records=True)
    tally = Tally(plan)
    expected = []
    for outcome in simulate(plan):
        tally.add(outcome)
        expected.append(_feet_turned_into_stock(plan, json.loads(outcome.record)))
        assert outcome.feet_to_stock == expected[-1]
    assert tally.summary(0)["feet_to_stock"] == sum(expected) > 0


def _feet_turned_into_stock(plan: Plan, record: dict[str, Any]) -> int:
    """Play the deals again and count the feet that are gone though nobody took them."""
    match, count = new_match(plan.rules, len(record["seats"])), 0
    for deal in record["deals"]:
        start_deal(match, list(map(parse_card, deal["deck"])), None if match.deals else deal["dealer"])
        for step in deal["actions"]:
            play(match, step["seat"], decode_action(step["action"]))
        assert match.state is not None
        count += sum(side.foot is None and not side.foot_taken for side in match.state.sides)
    return count


def test_points_are_a_mean_over_matches() -> None:
    tally = Tally(SHORT)
    outcomes = list(simulate(SHORT))
    for outcome in outcomes:
        tally.add(outcome)
    expected = fmean(outcome.totals[0] / outcome.deals for outcome in outcomes)
    assert tally.summary(0)["players"]["greedy"]["points_per_deal"] == round(expected, 1)


def test_one_match_gives_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "--matches", "1"]) == 0
    players = json.loads(capsys.readouterr().out)["players"]
    assert players["greedy"]["interval_95"] is None


def test_duplicate_matches_share_decks_and_swap_sides() -> None:
    plan = replace(SHORT, duplicate=True, players=("greedy", "random", "random", "random"), matches=4)
    records = [json.loads(outcome.record) for outcome in simulate(plan)]
    for first, second in (records[:2], records[2:]):
        assert first["seats"] == ["greedy", "random", "random", "random"]
        assert second["seats"] == ["random", "random", "random", "greedy"]
        assert first["deals"][0]["dealer"] == second["deals"][0]["dealer"]
        for deal, again in zip(first["deals"], second["deals"], strict=False):
            assert deal["deck"] == again["deck"]
    assert records[0]["deals"][0]["deck"] != records[2]["deals"][0]["deck"]


def test_duplicate_intervals_are_over_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "--matches", "2", "--duplicate"]) == 0
    assert json.loads(capsys.readouterr().out)["players"]["greedy"]["interval_95"] is None, "one pair"
    assert main([*COMMAND, "--matches", "3", "--duplicate"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["matches"] == 4, "rounded up to whole pairs"
    assert summary["players"]["greedy"]["interval_95"] is not None


def test_a_match_that_does_not_end_is_cut_and_has_no_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "MOST_DEALS", 2)
    outcome = play_match(replace(SHORT, rules=italian({"match.target": 20000})), 0)
    assert (outcome.deals, outcome.winner) == (2, None)
    record = json.loads(outcome.record)
    assert (record["winner"], record["margin"]) == (None, None)
    assert verify([outcome.record.encode()])["deals"] == 2


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_progress_bar_is_wiped_at_the_end() -> None:
    terminal = Terminal()
    with ProgressBar(4, terminal) as bar:
        bar.show(2)
    *_, half, wiped = terminal.getvalue().split("\r")
    assert half == f"[{'#' * 20}{'.' * 20}] 2/4"
    assert wiped == "\x1b[K"


def test_the_progress_bar_of_nothing_is_full() -> None:
    terminal = Terminal()
    with ProgressBar(0, terminal):
        pass
    assert terminal.getvalue() == f"\r[{'#' * 40}] 0/0\r\x1b[K"


def test_the_progress_bar_is_for_terminals_only() -> None:
    stream = io.StringIO()
    with ProgressBar(4, stream) as bar:
        bar.show(2)
    assert stream.getvalue() == ""
