"""``python -m engine``: each command, and every way to get it wrong: one line, exit 1 or 2, no traceback."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from engine.__main__ import main
from engine.codec import encode_position
from tests.positions import position

if TYPE_CHECKING:
    from collections.abc import Callable

POSITION = encode_position(position("play: 9C 9D 5H 7S; table: 9S 9H 9H, KC KD KS; red threes: 3D"))
SIMULATE = [
    "simulate",
    "--rules",
    "italian",
    "--matches",
    "1",
    "--seed",
    "1",
    "--players",
    "random," * 3 + "random",
]


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[str, object], dict[str, Any]]:
    """Run a command on a JSON value and return what it answers."""

    def run(command: str, request: object) -> dict[str, Any]:
        file = tmp_path / "request.json"
        file.write_text(json.dumps(request))
        assert main([command, str(file)]) == 0
        answer: dict[str, Any] = json.loads(capsys.readouterr().out)
        return answer

    return run


@pytest.fixture
def fail(capsys: pytest.CaptureFixture[str]) -> Callable[[list[str]], tuple[int, str]]:
    """Run a command that goes wrong and return the exit code and the one line on stderr."""

    def run(arguments: list[str]) -> tuple[int, str]:
        code = main(arguments)
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err.endswith("\n")
        assert output.err.count("\n") == 1
        return code, output.err

    return run


def engine(*arguments: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        check=False,
        **{"capture_output": True, "text": True, "timeout": 60} | settings,
    )


def test_rules_lists_the_rule_sets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    listed = json.loads(capsys.readouterr().out)["rules"]
    assert {"name": "italian", "version": 1, "title": "Italian Canasta", "players": [4]} in listed


def test_rules_shows_fields_and_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "italian"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["name"], shown["version"]) == ("italian", 1)
    fields = {field["field"]: field for field in shown["fields"]}
    assert fields["pile.frozen_take"]["allowed"] == ["pair_or_own_meld", "pair", "any_valid_meld"]
    assert fields["pile.frozen_take"]["clause"] == "I-8"
    assert fields["canasta.clean"]["allowed"] == []
    assert (fields["match.target"]["allowed"], fields["match.target"]["range"]) == ([500, 20000], True)
    assert all(field["meaning"] for field in fields.values())
    assert {field["clause"] for field in fields.values()} <= {clause["id"] for clause in shown["clauses"]}


def test_apply_answers_with_the_next_position_and_the_events(ask: Callable[..., dict[str, Any]]) -> None:
    answer = ask("apply", {"position": POSITION, "action": {"type": "discard", "card": "7S"}})
    assert answer["ok"] is True
    assert answer["events"] == [{"type": "discarded", "seat": 0, "card": "7S"}]
    assert answer["position"]["seat"] == 1
    assert answer["position"]["pile"][-1] == "7S"


@pytest.mark.parametrize(
    ("action", "clause", "reason"),
    [
        ({"type": "draw"}, "X-2", "already_drawn"),
        ({"type": "discard", "card": "JK"}, "X-1", "card_not_held"),
        ({"type": "meld", "melds": []}, "X-2", "nothing_laid"),
        ({"type": "meld", "melds": [{"cards": []}]}, "X-2", "nothing_laid"),
        ({"type": "meld", "melds": [{"meld": 2, "cards": ["9C"]}]}, "X-4", "no_such_meld"),
        ({"type": "meld", "melds": [{"meld": -1, "cards": ["9C"]}]}, "X-4", "no_such_meld"),
        ({"type": "meld", "melds": [{"meld": 10**17, "cards": ["9C"]}]}, "X-4", "no_such_meld"),
        ({"type": "ask"}, "X-2", "not_offered"),
        ({"type": "answer", "yes": False}, "X-2", "not_offered"),
    ],
)
def test_a_refusal_is_an_answer(
    ask: Callable[..., dict[str, Any]], action: object, clause: str, reason: str
) -> None:
    answer = ask("apply", {"position": POSITION, "action": action})
    assert answer.pop("message")
    assert answer == {"ok": False, "clause": clause, "reason": reason}


def test_a_deal_that_is_over_refuses_everything_and_lists_nothing(ask: Callable[..., dict[str, Any]]) -> None:
    over = POSITION | {"phase": "over", "ended": "stock", "closed_by": None, "concealed": False}
    assert ask("apply", {"position": over, "action": {"type": "draw"}})["reason"] == "deal_over"
    assert ask("legal", {"position": over}) == {"actions": []}


def test_everything_listed_by_legal_is_accepted_by_apply(ask: Callable[..., dict[str, Any]]) -> None:
    actions = ask("legal", {"position": POSITION})["actions"]
    assert {"type": "meld", "melds": [{"meld": 0, "cards": ["9C", "9D"]}]} in actions
    assert all(ask("apply", {"position": POSITION, "action": action})["ok"] for action in actions)


def test_view_shows_a_seat_its_own_hand_only(ask: Callable[..., dict[str, Any]]) -> None:
    assert ask("view", {"position": POSITION, "seat": 2})["hand"] == ["6D", "6D"]
    assert ask("view", {"position": POSITION, "seat": None})["hand"] is None


def test_score_of_k_28(ask: Callable[..., dict[str, Any]]) -> None:
    table = "table: KC KC KD KD KH KH KS, 7C 7C 7D 7D 7H JK 2C, AC AD AH"
    state = position(f"play: ; {table}; red threes: 3D 3H 3H; partner: QH 9S JK 2D")
    answer = ask("score", {"position": encode_position(state), "closed_by": 0, "concealed": False})
    assert answer["sides"][0]["total"] == 1235
    for side in answer["sides"]:
        assert sum(item["points"] for item in side["items"]) == side["total"]
        assert all(set(item) == {"clause", "label", "count", "points"} for item in side["items"])


def test_score_counts_a_concealed_closing(ask: Callable[..., dict[str, Any]]) -> None:
    plain, concealed = (
        ask("score", {"position": POSITION, "closed_by": 1, "concealed": concealed})["sides"][1]["total"]
        for concealed in (False, True)
    )
    assert concealed - plain == 100


BAD_REQUESTS: list[tuple[str, object, str]] = [
    ("apply", {"position": POSITION}, "action: is missing"),
    ("apply", {"action": {"type": "draw"}}, "position: is missing"),
    ("apply", {"position": POSITION, "action": {"type": "draw"}, "seat": 0}, "seat: unknown member"),
    ("apply", {"position": POSITION, "action": {"type": "fold"}}, "action.type: 'fold' is not one of"),
    ("apply", {"position": POSITION | {"seat": 9}, "action": {"type": "draw"}}, "position.seat: there is no"),
    ("apply", [], "must be an object"),
    ("legal", {}, "position: is missing"),
    ("legal", {"position": None}, "position: must be an object"),
    (
        "legal",
        {"position": POSITION | {"hands": [["7X"], [], [], []]}},
        "position.hands[0][0]: '7X' is not a",
    ),
    ("view", {"position": POSITION}, "seat: is missing"),
    ("view", {"position": POSITION, "seat": 4}, "seat: there is no seat 4"),
    ("view", {"position": POSITION, "seat": "0"}, "seat: must be a whole number"),
    ("score", {"position": POSITION, "closed_by": 0}, "concealed: is missing"),
    ("score", {"position": POSITION, "closed_by": -1, "concealed": False}, "closed_by: there is no seat -1"),
    ("score", {"position": POSITION, "closed_by": None, "concealed": True}, "concealed: must be false"),
    ("score", {"position": POSITION, "closed_by": 0, "concealed": 1}, "concealed: must be true or false"),
    ("verify", {}, "line 1: format: is missing"),
    ("verify", 7, "line 1: must be an object"),
]


@pytest.mark.parametrize(("command", "request_", "line"), BAD_REQUESTS)
def test_wrong_input_exits_1_and_names_the_member(
    tmp_path: Path, fail: Callable[..., tuple[int, str]], command: str, request_: object, line: str
) -> None:
    file = tmp_path / "request.json"
    file.write_text(json.dumps(request_))
    code, error = fail([command, str(file)])
    assert code == 1
    assert error.startswith(line)


@pytest.mark.parametrize("command", ["apply", "legal", "view", "score", "verify"])
@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"not json", b"\xff\xfe", b"[" * 100_000, b'{"a": 1, "a": 2}', b'{"a": NaN}', b"null"],
)
def test_a_file_that_is_not_ours_exits_1(
    tmp_path: Path, fail: Callable[..., tuple[int, str]], command: str, content: bytes
) -> None:
    file = tmp_path / "input"
    file.write_bytes(content)
    assert fail([command, str(file)])[0] == 1


@pytest.mark.parametrize("command", ["apply", "legal", "view", "score", "verify"])
@pytest.mark.parametrize(("name", "why"), [("missing", "No such file"), (".", "Is a directory")])
def test_a_file_that_cannot_be_read_exits_2(
    tmp_path: Path, fail: Callable[..., tuple[int, str]], command: str, name: str, why: str
) -> None:
    code, error = fail([command, str(tmp_path / name)])
    assert code == 2
    assert why in error


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["deal"], "invalid choice: 'deal'"),
        (["legal"], "the following arguments are required: FILE"),
        (["legal", "a", "b"], "unrecognized arguments: b"),
        (["rules", "italien"], "unknown rule set 'italien'; did you mean italian?"),
        (["simulate"], "the following arguments are required: --rules, --matches, --seed, --players"),
        ([*SIMULATE, "--rules", "burraco"], "unknown rule set 'burraco'"),
        ([*SIMULATE, "--matches", "x"], "argument --matches: must be a whole number"),
        ([*SIMULATE, "--matches", "0"], "argument --matches: must be at least 1, not 0"),
        ([*SIMULATE, "--seed", "x"], "argument --seed: invalid int value: 'x'"),
        ([*SIMULATE, "--seed", "9" * 5000], "argument --seed: invalid int value"),
        ([*SIMULATE, "--jobs", "-1"], "argument --jobs: must be at least 1, not -1"),
        ([*SIMULATE, "--players", "random,greedy"], "Italian Canasta is played by 4, not by 2"),
        ([*SIMULATE, "--players", "gredy,x,x,x"], "unknown player 'gredy'; did you mean greedy?"),
        ([*SIMULATE, "--players", ""], "unknown player ''"),
        ([*SIMULATE, "--option", "match.target"], "--option 'match.target': must be FIELD=VALUE"),
        ([*SIMULATE, "--option", "match.targett=600"], "did you mean match.target?"),
        (
            [*SIMULATE, "--option", "match.target=many"],
            "option 'match.target' cannot be 'many': 500 to 20000",
        ),
        ([*SIMULATE, *["--option", "match.target=600"] * 2], "--option 'match.target': given twice"),
        ([*SIMULATE, "--option", "match.target=--5"], "option 'match.target' cannot be '--5': 500 to 20000"),
        ([*SIMULATE, "--option", "canasta.clean=1"], "has no option 'canasta.clean'"),
        (
            [*SIMULATE, "--out", "/no/such/folder/r.jsonl"],
            "/no/such/folder/r.jsonl: No such file or directory",
        ),
    ],
)
def test_a_wrong_command_line_exits_2(
    fail: Callable[..., tuple[int, str]], arguments: list[str], line: str
) -> None:
    code, error = fail(arguments)
    assert code == 2
    assert line in error


def test_input_can_come_from_stdin() -> None:
    done = engine("legal", "-", input=json.dumps({"position": POSITION}))
    assert done.returncode == 0
    assert json.loads(done.stdout)["actions"]


def test_help_is_no_error() -> None:
    done = engine("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "simulate" in done.stdout


@pytest.mark.parametrize("arguments", ["rules italian", "--help"])
def test_a_reader_that_stops_reading_is_no_traceback(arguments: str) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as pipe:
        done = engine(*arguments.split(), capture_output=False, stdout=pipe, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = engine("rules", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (2, "input or output failed: No space left on device\n")


def test_closed_streams_are_one_line() -> None:
    closed_out = engine("rules", preexec_fn=lambda: os.close(1), capture_output=False, stderr=subprocess.PIPE)
    assert (closed_out.returncode, closed_out.stderr) == (2, "standard output is closed\n")
    closed_in = engine("legal", "-", preexec_fn=lambda: os.close(0))
    assert (closed_in.returncode, closed_in.stderr) == (2, "standard input is closed\n")
    closed_err = engine(
        *SIMULATE, preexec_fn=lambda: os.close(2), capture_output=False, stdout=subprocess.PIPE
    )
    assert closed_err.returncode == 0
    assert json.loads(closed_err.stdout)["matches"] == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_cleanly(tmp_path: Path, jobs: str) -> None:
    out = tmp_path / "records"
    os.mkfifo(out)
    arguments = [*SIMULATE, "--matches", "100000", "--jobs", jobs, "--out", str(out)]
    with subprocess.Popen(
        [sys.executable, "-m", "engine", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # what runs the tests in the background may have had the signal ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  # one thread
    ) as process:
        with os.fdopen(os.open(out, os.O_RDONLY | os.O_NONBLOCK), "rb") as records:
            assert select.select([records], [], [], 60)[0], "no record came"
            os.set_blocking(records.fileno(), True)
            records.readline()
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does
            records.read()
        output, error = process.communicate(timeout=30)
    assert (process.returncode, output, error) == (130, b"", b"interrupted\n")
