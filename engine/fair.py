"""Checking what records say of how their decks were sealed and cut: see `engine.seal`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import pack
from engine.errors import InvalidInput
from engine.records import checked_records
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
    records = fair = deals = 0
    for record in checked_records(lines, check_record):
        records += 1
        fair += sum(deal.fair is not None for deal in record.deals)
        deals += len(record.deals)
    return {"records": records, "fair_deals": fair, "other_deals": deals - fair}


def check_record(record: RecordInput) -> None:
    """Check each ``fair`` member of a record. Raises InvalidInput naming the first that fails by its deal."""
    rules = record.rules.load("rules").deck
    whole = pack(rules.packs, rules.jokers)
    for number, deal in enumerate(record.deals, 1):
        fault = deal.fair and _fault(deal.fair, deal.deck, whole, len(record.seats))
        if fault is not None:
            raise InvalidInput(f"deal {number}, fair.{fault}")


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
