"""Sealed deals: what was published binds the deck, and tampering with anything revealed is found."""

from __future__ import annotations

import copy
import hashlib
import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from engine.__main__ import main
from engine.cards import codes, pack, parse_card
from engine.codec import decode_action
from engine.errors import InvalidInput
from engine.fair import check_fair
from engine.records import PlayedDeal, decode_record, encode_record
from engine.seal import FairDeal, commitment, cut_deck, seal
from engine.verify import replay, verify
from tests.engine.played import record

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from engine.codec import Json

CUT = 41


def sealed_record() -> Json:
    """Return a record whose first deal was sealed and cut by seat 2."""
    data = record()
    deck = [parse_card(code) for code in data["deals"][0]["deck"]]
    before = cut_deck(deck, len(deck) - CUT)  # so that turning it by CUT gives the deck
    fair = FairDeal(seal(before, bytes(range(32))), CUT, 2)
    data["deals"][0]["fair"] = {
        "nonce": fair.sealed.nonce,
        "deck_before_cut": codes(before),
        "cut": CUT,
        "cut_by": 2,
        "commitment": fair.sealed.commitment,
    }
    return data


SEALED = sealed_record()


def check(data: object) -> Json:
    return check_fair([json.dumps(data).encode()])


def test_the_commitment_is_that_of_any_sha256_tool() -> None:
    assert codes([21, 2, 52]) == ["7D", "2H", "JK"]
    text = "00" * 31 + "ff:7D 2H JK"
    expected = hashlib.sha256(text.encode()).hexdigest()
    assert commitment("00" * 31 + "ff", [21, 2, 52]) == expected
    assert seal([21, 2, 52], bytes(31) + b"\xff").commitment == expected


def test_a_cut_puts_the_first_cards_behind_the_others() -> None:
    assert cut_deck((10, 11, 12, 13), 1) == (11, 12, 13, 10)
    assert cut_deck((10, 11, 12, 13), 0) == (10, 11, 12, 13)
    for wrong in (-1, 4):
        with pytest.raises(ValueError, match="from 0 to 3"):
            cut_deck((10, 11, 12, 13), wrong)


def test_a_nonce_of_another_length_is_no_nonce() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 31"):
        seal([10], bytes(31))


def test_a_sealed_record_passes_both_checks() -> None:
    assert check(SEALED) == {"records": 1, "fair_deals": 1, "other_deals": len(SEALED["deals"]) - 1}
    assert verify([json.dumps(SEALED).encode()])["records"] == 1


def test_a_record_without_sealed_deals_says_so() -> None:
    data = record()
    assert check(data) == {"records": 1, "fair_deals": 0, "other_deals": len(data["deals"])}


def swap(cards: list[str]) -> None:
    """Let two different cards change places."""
    other = next(number for number, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]


def replace_card(deck: list[str]) -> None:
    deck[0] = "2C" if deck[0] != "2C" else "2D"


TAMPERING: dict[str, tuple[Callable[[Any], object], str]] = {
    "a card of the deck dealt": (lambda deal: swap(deal["deck"]), "cut: turning the deck by 41 does not"),
    "two cards of the sealed deck": (
        lambda deal: swap(deal["fair"]["deck_before_cut"]),
        "commitment: is not",
    ),
    "one card of the sealed deck": (
        lambda deal: replace_card(deal["fair"]["deck_before_cut"]),
        "deck_before_cut: not the 108 cards",
    ),
    "the nonce": (lambda deal: deal["fair"].update(nonce="0" * 64), "commitment: is not"),
    "the commitment": (lambda deal: deal["fair"].update(commitment="0" * 64), "commitment: is not"),
    "the cut": (lambda deal: deal["fair"].update(cut=CUT + 1), "cut: turning the deck by 42 does not"),
    "a cut beyond the deck": (lambda deal: deal["fair"].update(cut=108), "cut: must be from 0 to 107"),
    "a cut below": (lambda deal: deal["fair"].update(cut=-1), "cut: must be from 0 to 107"),
    "who cut": (lambda deal: deal["fair"].update(cut_by=4), "cut_by: there is no seat 4"),
}


@pytest.mark.parametrize(("tamper", "message"), TAMPERING.values(), ids=TAMPERING)
def test_tampering_is_found(tamper: Callable[[Any], object], message: str) -> None:
    data = copy.deepcopy(SEALED)
    tamper(data["deals"][0])
    with pytest.raises(InvalidInput) as found:
        check(data)
    assert str(found.value).startswith(f"line 1: deal 1, fair.{message}")


def test_without_a_seal_the_member_is_left_out() -> None:
    data = copy.deepcopy(SEALED)
    data["deals"][0]["fair"] = None
    with pytest.raises(InvalidInput, match=r"deals\[0\]\.fair: must not be null; leave the member out$"):
        check(data)


@pytest.mark.parametrize(("lines", "message"), [([], "there is no record"), ([b"{}"], "line 1: ")])
def test_what_is_no_record_is_refused(lines: list[bytes], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        check_fair(lines)


def test_records_carry_how_their_decks_were_sealed() -> None:
    match = replay(decode_record(SEALED))
    deal = SEALED["deals"][0]
    sealed = seal([parse_card(code) for code in deal["fair"]["deck_before_cut"]], bytes(range(32)))
    played = PlayedDeal(
        tuple(parse_card(code) for code in deal["deck"]),
        [(entry["seat"], decode_action(entry["action"])) for entry in deal["actions"]],
        FairDeal(sealed, CUT, 2),
    )
    assert encode_record(match, SEALED["seats"], [played])["deals"][0] == deal


def test_the_command_answers_with_json_and_with_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.jsonl"
    path.write_text(json.dumps(SEALED) + "\n")
    assert main(["fair", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["fair_deals"] == 1
    tampered = copy.deepcopy(SEALED)
    tampered["deals"][0]["fair"]["nonce"] = "0" * 64
    path.write_text(json.dumps(tampered) + "\n")
    assert main(["fair", str(path)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_deck_sealed_twice_has_two_commitments() -> None:
    deck = pack(2, 4)
    rng = random.Random(1)
    assert len({seal(deck, rng.randbytes(32)).commitment for _ in range(100)}) == 100
