"""Records: whole matches that can be replayed, one JSON object a line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import Field

from engine.cards import codes
from engine.codec.encode import Json, encode_action, encode_rules, encode_score
from engine.codec.models import (
    ActionInput,
    CardCode,
    Input,
    ListOf,
    OneOf,
    Optional,
    RulesInput,
    Text,
    validate,
)
from engine.codec.text import read_json
from engine.errors import InvalidInput
from engine.match import SIDES
from engine.state import Ending, Seat, Side  # noqa: TC001  # pydantic reads annotations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from engine.actions import Action
    from engine.cards import Card
    from engine.match import DealResult, Match
    from engine.seal import FairDeal


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """What a deal was played from: the deck in the order after the cut, and the actions, none undone.

    ``fair`` tells how the deck was sealed and cut, if it was.
    """

    deck: tuple[Card, ...]
    actions: list[tuple[Seat, Action]] = field(default_factory=list)
    fair: FairDeal | None = None


def encode_record(match: Match, seats: Sequence[str], played: Sequence[PlayedDeal]) -> Json:
    """Return the record of ``match`` with ``seats`` at the table; a deal that is still running is left out.

    ``played`` holds the deals in the order of ``match.deals``.
    """
    return {
        "format": "canasta-record/1",
        "rules": encode_rules(match.rules),
        "seats": list(seats),
        "deals": [_encode_deal(deal, result) for deal, result in zip(played, match.deals, strict=False)],
        "winner": match.winner,
        "margin": match.margin,
    }


def encode_fair(fair: FairDeal) -> Json:
    """Return what is revealed of a deal that was sealed."""
    return {
        "nonce": fair.sealed.nonce,
        "deck_before_cut": codes(fair.sealed.deck),
        "cut": fair.cut,
        "cut_by": fair.cut_by,
        "commitment": fair.sealed.commitment,
    }


def _encode_deal(deal: PlayedDeal, result: DealResult) -> Json:
    encoded: Json = {
        "dealer": result.dealer,
        "deck": codes(deal.deck),
        "actions": [{"seat": seat, "action": encode_action(action)} for seat, action in deal.actions],
        "ended": result.ended.value,
        "closed_by": result.closed_by,
        "concealed": result.concealed,
        "scores": [encode_score(items) for items in result.scores],
        "totals": list(result.totals),
    }
    return encoded if deal.fair is None else {**encoded, "fair": encode_fair(deal.fair)}


Hex64: TypeAlias = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
OfEachSide = Field(min_length=SIDES, max_length=SIDES)


class SeatAction(Input):
    """One action and who did it."""

    seat: Seat
    action: ActionInput


class ItemInput(Input):
    """One line of a score; the label is free text."""

    clause: Text
    label: Text
    count: int
    points: int


class ScoreInput(Input):
    """One side's score of a deal."""

    items: ListOf[ItemInput]
    total: int


class FairInput(Input):
    """What shows that a deal was not chosen by the dealing program."""

    nonce: Hex64
    deck_before_cut: ListOf[CardCode]
    cut: int
    cut_by: Seat | None
    commitment: Hex64


class DealInput(Input):
    """One finished deal."""

    dealer: Seat
    deck: ListOf[CardCode]
    actions: ListOf[SeatAction]
    ended: Annotated[Ending, OneOf]
    closed_by: Seat | None
    concealed: bool
    scores: Annotated[ListOf[ScoreInput], OfEachSide]
    totals: Annotated[ListOf[int], OfEachSide]
    fair: Annotated[FairInput | None, Optional] = None


class RecordInput(Input):
    """A whole match; an unfinished one has neither winner nor margin."""

    format: Literal["canasta-record/1"]
    rules: RulesInput
    seats: ListOf[Text]
    deals: ListOf[DealInput]
    winner: Side | None
    margin: int | None


def decode_record(data: object) -> RecordInput:
    """Return the record in ``data``, of the right shape but not replayed: see `engine.verify`.

    Raises InvalidInput naming the member.
    """
    return validate(RecordInput, data)


def checked_records(lines: Iterable[bytes], check: Callable[[RecordInput], object]) -> Iterator[RecordInput]:
    """Yield the record in each line, blank lines aside, once ``check`` has found nothing wrong with it.

    Raises InvalidInput that names the line, counted from 1; also where there is no record at all.
    """
    found = False
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = decode_record(read_json(line))
            check(record)
        except InvalidInput as error:
            raise InvalidInput(f"line {number}: {error}") from None
        found = True
        yield record
    if not found:
        raise InvalidInput("there is no record in the input")
