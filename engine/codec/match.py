"""A match as JSON, for storage: written after every action, read when a table is opened again."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from engine.codec.encode import Json, encode_position, encode_rules
from engine.codec.models import Input, OneOf, PositionInput, validate
from engine.codec.position import build_state
from engine.errors import InvalidInput
from engine.match import SIDES, DealResult, Match
from engine.rulebook import load_book
from engine.ruleset import OptionValue, RuleSet  # noqa: TC001  # pydantic reads annotations
from engine.scoring import ScoreItem, ScoreKind
from engine.state import Ending, Seat  # noqa: TC001  # pydantic reads annotations


def encode_match(match: Match) -> Json:
    """Return a match between any two actions, with every value of its rules as it is now."""
    return {
        "format": "canasta-match/1",
        "rules": {**encode_rules(match.rules), "values": _values(match.rules)},
        "players": match.players,
        "deals": [_encode_result(result) for result in match.deals],
        "position": None if match.state is None else encode_position(match.state),
    }


def decode_match(data: object) -> Match:
    """Return the match that `encode_match` gave as JSON. Raises InvalidInput when that is damaged.

    The values of the rules are those of the snapshot, even where the rule set's file has others by now.
    """
    given = validate(_MatchInput, data, "match")
    rules = given.rules.rules()
    if given.players not in rules.deal.players:
        raise InvalidInput(f"match.players: {rules.title} is not played by {given.players}")
    position = given.position
    state = None if position is None else build_state(position, rules, "match.position")
    if state is not None and state.players != given.players:
        raise InvalidInput(f"match.position.hands: there are {given.players} players")
    return Match(rules, given.players, [deal.result() for deal in given.deals], state)


def _values(rules: RuleSet) -> Json:
    """Return every value of a rule set by its dotted name."""
    values = {}
    for field in rules.clauses:
        group, _, name = field.partition(".")
        value = getattr(getattr(rules, group), name)
        values[field] = list(value) if isinstance(value, tuple) else value
    return values


def _encode_result(result: DealResult) -> Json:
    return {
        "dealer": result.dealer,
        "ended": result.ended.value,
        "closed_by": result.closed_by,
        "concealed": result.concealed,
        "scores": [[_encode_item(item) for item in items] for items in result.scores],
        "totals": list(result.totals),
    }


def _encode_item(item: ScoreItem) -> Json:
    return {
        "kind": item.kind.value,
        "clause": item.clause,
        "count": item.count,
        "points": item.points,
        "rank": item.rank,
        "bonus": item.bonus,
        "suit": item.suit,
    }


class _RulesInput(Input):
    name: str
    version: int
    options: dict[str, OptionValue]
    values: dict[str, Any]

    def rules(self) -> RuleSet:
        """Return the rule set as it was when the match started."""
        own = load_book(self.name, self.version).rules
        values = _values(own)
        if values == self.values:
            return own
        groups: dict[str, Json] = {}
        for field, value in {**values, **self.values}.items():
            group, _, name = field.partition(".")
            groups.setdefault(group, {})[name] = tuple(value) if isinstance(value, list) else value
        try:
            return own.changed(self.options, groups)
        except ValidationError as error:
            place = ".".join(map(str, error.errors()[0]["loc"]))
            raise InvalidInput(f"match.rules.values: wrong at {place}") from None


class _ItemInput(Input):
    kind: Annotated[ScoreKind, OneOf]
    clause: str
    count: int
    points: int
    rank: int | None
    bonus: int
    suit: int | None = None

    def item(self) -> ScoreItem:
        """Return the item."""
        return ScoreItem(self.kind, self.clause, self.count, self.points, self.rank, self.bonus, self.suit)


class _DealInput(Input):
    dealer: Seat
    ended: Annotated[Ending, OneOf]
    closed_by: Seat | None
    concealed: bool
    scores: Annotated[list[list[_ItemInput]], Field(min_length=SIDES, max_length=SIDES)]
    totals: Annotated[list[int], Field(min_length=SIDES, max_length=SIDES)]

    def result(self) -> DealResult:
        """Return the result."""
        return DealResult(
            self.dealer,
            self.ended,
            self.closed_by,
            self.concealed,
            tuple(tuple(item.item() for item in items) for items in self.scores),
            tuple(self.totals),
        )


class _MatchInput(Input):
    format: Literal["canasta-match/1"]
    rules: _RulesInput
    players: int
    deals: list[_DealInput]
    position: PositionInput | None
