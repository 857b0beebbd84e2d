"""Records: replaying finds the first difference, wherever a record was tampered with."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from engine.__main__ import main
from engine.errors import InvalidInput
from engine.verify import verify
from tests.engine.played import record

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLE = Path(__file__).parents[1] / "data" / "italian-record.jsonl"
RECORD = record()
LAST = len(RECORD["deals"]) - 1
FAIR = {"nonce": "0" * 64, "deck_before_cut": ["7H"], "cut": 3, "cut_by": None, "commitment": "f" * 64}


def lines(*records: object) -> list[bytes]:
    return [json.dumps(record).encode() for record in records]


def difference(tampered: object) -> str:
    with pytest.raises(InvalidInput) as found:
        verify(lines(tampered))
    return str(found.value)


def test_the_example_in_the_repository_is_valid(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(EXAMPLE)]) == 0
    assert json.loads(capsys.readouterr().out)["records"] == 1


def test_blank_lines_are_passed_over_and_records_counted() -> None:
    deals, actions = len(RECORD["deals"]), sum(len(deal["actions"]) for deal in RECORD["deals"])
    assert verify([*lines(RECORD), b"\n", *lines(RECORD)]) == {
        "records": 2,
        "deals": 2 * deals,
        "actions": 2 * actions,
    }


def test_labels_are_free_text_and_fair_is_optional() -> None:
    data = copy.deepcopy(RECORD)
    data["deals"][0]["scores"][0]["items"][0]["label"] = "canasta pulita"
    data["deals"][0]["fair"] = FAIR
    assert verify(lines(data))["records"] == 1


def test_an_unfinished_match_is_valid() -> None:
    data = copy.deepcopy(RECORD) | {"winner": None, "margin": None}
    del data["deals"][LAST:]
    assert verify(lines(data))["deals"] == LAST


def test_the_line_is_counted() -> None:
    with pytest.raises(InvalidInput, match=r"^line 3: winner: "):
        verify([*lines(RECORD), b"\n", *lines(RECORD | {"winner": 1 - RECORD["winner"]})])


def _deal(change: Callable[[dict[str, Any]], object], number: int = 0) -> dict[str, Any]:
    data = copy.deepcopy(RECORD)
    change(data["deals"][number])
    return data


def _swap(cards: list[str]) -> None:
    """Exchange two different cards of the stock, so that somebody draws another one."""
    other = next(index for index, card in enumerate(cards[45:], 45) if card[0] not in f"3{cards[45][0]}")
    cards[45], cards[other] = cards[other], cards[45]


TAMPERED: dict[str, tuple[dict[str, Any], str]] = {
    "an action left out": (_deal(lambda deal: deal["actions"].pop(4)), "line 1: deal 1, action 5: "),
    "an action too many": (
        _deal(lambda deal: deal["actions"].append({"seat": 0, "action": {"type": "draw"}})),
        "line 1: deal 1, action ",
    ),
    "the last action left out": (
        _deal(lambda deal: deal["actions"].pop()),
        "is missing, the deal is not over",
    ),
    "somebody else's action": (
        _deal(lambda deal: deal["actions"][0].update(seat=(deal["actions"][0]["seat"] + 1) % 4)),
        "line 1: deal 1, action 1: It is not your turn. (X-2)",
    ),
    "two cards of the deck exchanged": (_deal(lambda deal: _swap(deal["deck"])), "line 1: deal 1, "),
    "a card twice in the deck": (
        _deal(lambda deal: deal["deck"].__setitem__(0, deal["deck"][1] if deal["deck"][0] != "JK" else "4C")),
        "line 1: deal 1, deck: not the 108 cards of Italian Canasta",
    ),
    "a short deck": (_deal(lambda deal: deal["deck"].pop()), "line 1: deal 1, deck: not the 108 cards"),
    "another first dealer": (
        _deal(lambda deal: deal.update(dealer=(deal["dealer"] + 1) % 4)),
        "line 1: deal 1, action 1: It is not your turn",
    ),
    "a dealer out of turn": (
        _deal(lambda deal: deal.update(dealer=(deal["dealer"] + 1) % 4), LAST),
        f"line 1: deal {LAST + 1}, dealer: is ",
    ),
    "a dealer who is not there": (
        _deal(lambda deal: deal.update(dealer=4)),
        "line 1: deal 1, dealer: there is no seat 4",
    ),
    "another ending": (
        _deal(lambda deal: deal.update(ended="dead")),
        'line 1: deal 1, ended: is "dead", but play gives ',
    ),
    "another closer": (_deal(lambda deal: deal.update(closed_by=9)), "line 1: deal 1, closed_by: is 9, but"),
    "a concealed closing": (
        _deal(lambda deal: deal.update(concealed=not deal["concealed"])),
        "line 1: deal 1, concealed: is ",
    ),
    "an item's points": (
        _deal(lambda deal: deal["scores"][0]["items"][0].update(points=1)),
        "line 1: deal 1, scores[0].items: they add up to ",
    ),
    "an item left out": (
        _deal(lambda deal: deal["scores"][1]["items"].pop()),
        "line 1: deal 1, scores[1].items: they add up to ",
    ),
    "a deal's points": (
        _deal(lambda deal: deal["scores"][1].update(total=deal["scores"][1]["total"] + 5)),
        "line 1: deal 1, scores[1].total: is ",
    ),
    "the totals": (
        _deal(lambda deal: deal["totals"].reverse(), LAST),
        f"line 1: deal {LAST + 1}, totals: is [",
    ),
    "the winner": (RECORD | {"winner": 1 - RECORD["winner"]}, "line 1: winner: is "),
    "the margin": (RECORD | {"margin": RECORD["margin"] + 5}, "line 1: margin: is "),
    "no winner in a finished match": (RECORD | {"winner": None, "margin": None}, "line 1: winner: is null"),
    "a deal after the end": (
        RECORD | {"deals": [*RECORD["deals"], RECORD["deals"][0]]},
        f"line 1: deal {LAST + 2}, dealer: the match was over",
    ),
    "other rules": (
        RECORD | {"rules": {"name": "italian", "options": {"match.target": 2000, "canasta.min_size": 6}}},
        "line 1: ",
    ),
    "unknown rules": (RECORD | {"rules": {"name": "italo"}}, "line 1: rules: unknown rule set 'italo'"),
    "too few seats": (RECORD | {"seats": ["greedy"]}, "line 1: seats: Italian Canasta is not played by 1"),
    "half a letter in a name": (
        RECORD | {"seats": ["Ada", "B\ud800", "Cy", "Di"]},
        "line 1: seats[1]: is not Unicode",
    ),
    "half a letter in a label": (
        _deal(lambda deal: deal["scores"][0]["items"][0].update(label="\udfff")),
        "line 1: deals[0].scores[0].items[0].label: is not Unicode",
    ),
    "an unknown member": (RECORD | {"note": ""}, "line 1: note: unknown member"),
    "a malformed action": (
        _deal(lambda deal: deal["actions"].__setitem__(2, {"seat": 0, "action": {"type": "fold"}})),
        "line 1: deals[0].actions[2].action.type: 'fold' is not one of",
    ),
    "a card that is none": (
        _deal(lambda deal: deal["deck"].__setitem__(5, "1H")),
        "line 1: deals[0].deck[5]: '1H'",
    ),
    "one side's score only": (
        _deal(lambda deal: deal["scores"].pop()),
        "line 1: deals[0].scores: must hold 2 values",
    ),
    "a short nonce": (
        _deal(lambda deal: deal.update(fair=FAIR | {"nonce": "0"})),
        "line 1: deals[0].fair.nonce: ",
    ),
    "an unknown member of fair": (
        _deal(lambda deal: deal.update(fair=FAIR | {"salt": ""})),
        "fair.salt: unknown",
    ),
}


@pytest.mark.parametrize(("tampered", "expected"), TAMPERED.values(), ids=TAMPERED.keys())
def test_tampering_is_found(tampered: object, expected: str) -> None:
    line = difference(tampered)
    assert expected in line
    assert "\n" not in line


def test_the_command_exits_1_and_names_the_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "records.jsonl"
    file.write_bytes(b"\n".join(lines(RECORD, TAMPERED["an action left out"][0])))
    assert main(["verify", str(file)]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("line 2: deal 1, action 5: ")
