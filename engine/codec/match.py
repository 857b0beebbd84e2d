"""A match as JSON, for storage: written after every action, read when a table is opened again."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, ValidationError

from engine.codec.encode import Json, encode_position, encode_rules
from engine.codec.models import Input, OneOf, PositionInput, validate
from engine.codec.position import build_state, decode_position
from engine.codec.quick import UNLIKE, as_list, read_position, read_result
from engine.errors import InvalidInput
from engine.match import SIDES, DealResult, Match
from engine.rulebook import load_book
from engine.ruleset import GROUPS, OptionValue, RuleSet  # pydantic reads annotations
from engine.scoring import ScoreItem, ScoreKind
from engine.state import Ending, Seat  # noqa: TC001  # pydantic reads annotations

if TYPE_CHECKING:
    from engine.state import State


def encode_match(match: Match) -> Json:
    """Return a match between any two actions, with every value of its rules as it is now."""
    return {
        "format": "canasta-match/1",
        "rules": {**encode_rules(match.rules), "values": dict(match.rules.values)},
        "players": match.players,
        "deals": [_encode_result(result) for result in match.deals],
        "position": None if match.state is None else encode_position(match.state),
    }


def decode_match(data: object) -> Match:
    """Return the match that `encode_match` gave as JSON. Raises InvalidInput when that is damaged.

    The values of the rules are those of the snapshot, even where the rule set's file has others by now.
    """
    try:
        return _read(data)
    except UNLIKE:
        return _decode_strictly(data)


def decode_own_position(data: object, rules: RuleSet, path: str) -> State:
    """Return a position of a match by ``rules``, as `encode_position` gave it. Raises InvalidInput."""
    try:
        return build_state(read_position(data, rules), rules, path)
    except UNLIKE:
        return replace(decode_position(data, path), rules=rules)


def _read(data: Any) -> Match:
    """Return the match in ``data`` without the models."""
    if data.keys() != _MatchInput.model_fields.keys() or data["format"] != "canasta-match/1":
        raise TypeError
    if not type(data["players"]) is type(data["rules"]["version"]) is int:
        raise TypeError
    if not type(data["rules"]["options"]) is type(data["rules"]["values"]) is dict:
        raise TypeError
    rules, position = _rules_as_stored(**data["rules"]), data["position"]
    state = None if position is None else build_state(read_position(position, rules), rules, "match.position")
    return _match(rules, data["players"], [read_result(deal) for deal in as_list(data["deals"])], state)


def _decode_strictly(data: object) -> Match:
    given = validate(_MatchInput, data, "match")
    rules = given.rules.load()
    position = given.position
    state = (
        None if position is None else build_state(position.shape("match.position"), rules, "match.position")
    )
    return _match(rules, given.players, [deal.result() for deal in given.deals], state)


def _match(rules: RuleSet, players: int, deals: list[DealResult], state: State | None) -> Match:
    if players not in rules.deal.players:
        raise InvalidInput(f"match.players: {rules.title} is not played by {players}")
    if state is not None and state.players != players:
        raise InvalidInput(f"match.position.hands: there are {players} players")
    return Match(rules, players, deals, state)


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

    def load(self) -> RuleSet:
        """Return the rule set as it was when the match started."""
        return _rules_as_stored(self.name, self.version, self.options, self.values)


def _rules_as_stored(name: str, version: int, options: Json, values: Json) -> RuleSet:
    own = load_book(name, version).rules
    return (
        own if values == own.values else _house_rules(name, version, json.dumps(options), json.dumps(values))
    )


@lru_cache
def _house_rules(name: str, version: int, options: str, values: str) -> RuleSet:
    """Return a rule set with options and values that are given as JSON: one object for all their matches."""
    own = load_book(name, version).rules
    groups: dict[str, Json] = {}
    for field, value in {**own.values, **json.loads(values)}.items():
        group, _, member = field.partition(".")
        groups.setdefault(group, {})[member] = tuple(value) if isinstance(value, list) else value
    return own.changed(json.loads(options), {name: _group(name, values) for name, values in groups.items()})


def _group(name: str, values: Json) -> object:
    if name not in GROUPS:
        raise InvalidInput(f"match.rules.values: wrong at {name}")
    try:
        return GROUPS[name](**values)
    except ValidationError as error:
        place = ".".join(map(str, (name, *error.errors()[0]["loc"])))
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
