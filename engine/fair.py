"""Checking what records say of how their decks were sealed and cut: see `engine.seal`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import pack
from engine.codec.text import read_json
from engine.errors import InvalidInput
from engine.records import decode_record
from engine.seal import commitment, cut_deck

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards import Card
    from engine.codec.encode import Json
    from engine.records import FairInput, RecordInput


def check_fair(lines: Iterable[bytes]) -> Json:
    """Check each ``fair`` member of the records, one a line, blank lines aside.

    Returns how many records were read, and of how many deals they say how the deck was sealed, or do not.
    Raises InvalidInput naming the first that fails by line and deal, each counted from 1.
    """
    records = fair = not_fair = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = decode_record(read_json(line))
            checked = check_record(record)
        except InvalidInput as error:
            raise InvalidInput(f"line {number}: {error}") from None
        records += 1
        fair += checked
        not_fair += len(record.deals) - checked
    if not records:
        raise InvalidInput("there is no record in the input")
    return {"records": records, "fair_deals": fair, "other_deals": not_fair}


def check_record(record: RecordInput) -> int:
    """Check each ``fair`` member of a record and return their number. Raises InvalidInput."""
    rules = record.rules.load("rules").deck
    whole = pack(rules.packs, rules.jokers)
    checked = 0
    for number, deal in enumerate(record.deals, 1):
        if deal.fair is None:
            continue
        fault = _fault(deal.fair, deal.deck, whole, len(record.seats))
        if fault is not None:
            raise InvalidInput(f"deal {number}, fair.{fault}")
        checked += 1
    return checked


def _fault(fair: FairInput, dealt: list[Card], whole: list[Card], seats: int) -> str | None:
    """Return what is wrong with one ``fair`` member, its member first, or None."""
    if sorted(fair.deck_before_cut) != whole:
        return f"deck_before_cut: not the {len(whole)} cards of its rule set"
    if fair.commitment != commitment(fair.nonce, fair.deck_before_cut):
        return "commitment: is not that of this nonce and this deck"
    if not 0 <= fair.cut < len(whole):
        return f"cut: must be from 0 to {len(whole) - 1}, not {fair.cut}"
    if fair.cut_by is not None and not 0 <= fair.cut_by < seats:
        return f"cut_by: there is no seat {fair.cut_by}"
    if list(cut_deck(fair.deck_before_cut, fair.cut)) != dealt:
        return f"cut: turning the deck by {fair.cut} does not give the deck that was dealt"
    return None
