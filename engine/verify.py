"""Replaying records: whatever a record says must follow from its decks and actions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from engine.cards import pack
from engine.errors import IllegalAction, InvalidInput
from engine.match import new_match, play, start_deal
from engine.records import checked_records
from engine.scoring import total
from engine.texts import refusal_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.codec.encode import Json
    from engine.match import DealResult, Match
    from engine.records import DealInput, RecordInput


def verify(lines: Iterable[bytes]) -> Json:
    """Replay the record in each line, blank lines aside, and return how many records, deals and actions.

    Raises InvalidInput naming the first difference by line, deal and action, each counted from 1.
    """
    records = deals = actions = 0
    for record in checked_records(lines, replay):
        records += 1
        deals += len(record.deals)
        actions += sum(len(deal.actions) for deal in record.deals)
    return {"records": records, "deals": deals, "actions": actions}


def replay(record: RecordInput) -> Match:
    """Play a record again and return the match. Raises InvalidInput naming the first difference."""
    rules = record.rules.load("rules")
    if len(record.seats) not in rules.deal.players:
        raise InvalidInput(f"seats: {rules.title} is not played by {len(record.seats)}")
    match = new_match(rules, len(record.seats))
    for number, deal in enumerate(record.deals, 1):
        try:
            _replay_deal(match, deal)
        except InvalidInput as error:
            raise InvalidInput(f"deal {number}, {error}") from None
    _compare("winner", record.winner, match.winner)
    _compare("margin", record.margin, match.margin)
    return match


def _replay_deal(match: Match, deal: DealInput) -> None:
    deck = match.rules.deck
    if match.over:
        raise InvalidInput("dealer: the match was over before this deal")
    if sorted(deal.deck) != pack(deck.packs, deck.jokers):
        raise InvalidInput(f"deck: not the {deck.packs * 52 + deck.jokers} cards of {match.rules.title}")
    if match.deals:
        _compare("dealer", deal.dealer, (match.deals[-1].dealer + 1) % match.players)
    elif not 0 <= deal.dealer < match.players:
        raise InvalidInput(f"dealer: there is no seat {deal.dealer}")
    start_deal(match, deal.deck, None if match.deals else deal.dealer)
    for number, entry in enumerate(deal.actions, 1):
        try:
            play(match, entry.seat, entry.action.action())
        except IllegalAction as error:
            raise InvalidInput(f"action {number}: {refusal_text(error)} ({error.clause})") from None
    if match.deal_running:
        raise InvalidInput(f"action {len(deal.actions) + 1}: is missing, the deal is not over")
    _compare_result(deal, match.deals[-1])


def _compare_result(deal: DealInput, result: DealResult) -> None:
    _compare("ended", deal.ended.value, result.ended.value)
    _compare("closed_by", deal.closed_by, result.closed_by)
    _compare("concealed", deal.concealed, result.concealed)
    for side, (score, items) in enumerate(zip(deal.scores, result.scores, strict=True)):
        _compare(f"scores[{side}].total", score.total, total(items))
        points = sum(item.points for item in score.items)
        if points != score.total:
            raise InvalidInput(f"scores[{side}].items: they add up to {points}, not {score.total}")
    _compare("totals", deal.totals, list(result.totals))


def _compare(member: str, given: object, replayed: object) -> None:
    if given != replayed:
        raise InvalidInput(f"{member}: is {json.dumps(given)}, but play gives {json.dumps(replayed)}")
