"""The shape of JSON that comes in: pydantic models, strict and closed to unknown members.

They know shapes and words only; whether a value fits its rule set is asked in `engine.codec.position`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    ValidationError,
)

from engine.actions import Answer, Ask, Discard, Draw, Lay, LayDown, TakePile
from engine.cards import Card, parse_card
from engine.codec.shape import PositionShape, SideShape
from engine.codec.text import place_inside, shorten
from engine.errors import InvalidInput
from engine.rulebook import load_rules
from engine.ruleset import OptionValue  # noqa: TC001  # pydantic reads annotations
from engine.state import Ending, Phase, PileState, Seat, Turn

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

    from engine.actions import Action
    from engine.ruleset import RuleSet


class Input(BaseModel):
    """Base of the models: no member is guessed at, converted or passed over."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def _card(value: object) -> Card:
    if not isinstance(value, str):
        raise ValueError("must be a card, such as '7H'")  # noqa: TRY004  # pydantic gathers ValueErrors only
    return parse_card(value)


def _option_value(value: object) -> OptionValue:
    if not isinstance(value, (bool, int, str)):
        raise ValueError("must be true or false, a whole number or a string")  # noqa: TRY004  # as above
    return value


def _asked(value: object) -> bool | Literal["waiting"] | None:
    if value is None or isinstance(value, bool):
        return value
    if value == "waiting":
        return "waiting"
    raise ValueError("must be null, 'waiting', true or false")


def _not_null(value: object) -> object:
    if value is None:
        raise ValueError("must not be null; leave the member out")
    return value


_Entry = TypeVar("_Entry")
ListOf: TypeAlias = Annotated[list[_Entry], Field(fail_fast=True)]
"""A list of which only the first wrong value is looked for: there may be a million of them."""
CardCode: TypeAlias = Annotated[Card, PlainValidator(_card)]
Word: TypeAlias = Annotated[str, Field(max_length=100)]
Text: TypeAlias = Annotated[str, Field(min_length=0)]
"""Any text. The limit excludes none, but has pydantic look into it: half of a surrogate pair is no text."""
Optional = BeforeValidator(_not_null)
"""Marks a member that may be absent, but not null; pydantic leaves defaults alone."""
OneOf = Field(strict=False)
"""Lets the word of an enum stand for its member."""


class RulesInput(Input):
    """A rule set by name, with a table's options."""

    name: Word
    version: Annotated[int | None, Optional] = None
    options: dict[Word, Annotated[OptionValue, PlainValidator(_option_value)]] = {}

    def load(self, path: str) -> RuleSet:
        """Return the rule set. Raises InvalidInput that begins with ``path``."""
        try:
            return load_rules(self.name, self.version, self.options)
        except InvalidInput as error:
            raise InvalidInput(f"{path}: {error}") from None


class LayInput(Input):
    """One lay; without ``meld`` a new meld."""

    cards: ListOf[CardCode]
    meld: Annotated[int | None, Optional] = None

    def value(self) -> Lay:
        """Return the lay."""
        return Lay(tuple(self.cards), self.meld)


class DrawInput(Input):
    """A draw."""

    type: Literal["draw"]

    def action(self) -> Action:
        """Return the action."""
        return Draw()


class TakePileInput(Input):
    """Taking the pile."""

    type: Literal["take_pile"]
    melds: ListOf[LayInput]

    def action(self) -> Action:
        """Return the action."""
        return TakePile(tuple(lay.value() for lay in self.melds))


class MeldInput(Input):
    """Laying melds."""

    type: Literal["meld"]
    melds: ListOf[LayInput]

    def action(self) -> Action:
        """Return the action."""
        return LayDown(tuple(lay.value() for lay in self.melds))


class DiscardInput(Input):
    """A discard."""

    type: Literal["discard"]
    card: CardCode

    def action(self) -> Action:
        """Return the action."""
        return Discard(self.card)


class AskInput(Input):
    """The question to the partner."""

    type: Literal["ask"]

    def action(self) -> Action:
        """Return the action."""
        return Ask()


class AnswerInput(Input):
    """The answer to the partner."""

    type: Literal["answer"]
    yes: bool

    def action(self) -> Action:
        """Return the action."""
        return Answer(self.yes)


ActionInput: TypeAlias = Annotated[
    DrawInput | TakePileInput | MeldInput | DiscardInput | AskInput | AnswerInput, Field(discriminator="type")
]


class SideInput(Input):
    """One side of a position."""

    melds: ListOf[ListOf[CardCode]]
    red_threes: ListOf[CardCode]
    foot: ListOf[CardCode] | None
    foot_taken: bool
    score: int

    def shape(self) -> SideShape:
        """Return the side."""
        return SideShape(self.melds, self.red_threes, self.foot, self.foot_taken, self.score)


class TurnInput(Input):
    """What the seat to act did in its turn."""

    laid: bool
    melds_before: int
    on_earlier: bool
    took_pile: bool
    asked: Annotated[bool | Literal["waiting"] | None, PlainValidator(_asked)]

    def value(self) -> Turn:
        """Return the turn."""
        return Turn(self.melds_before, self.laid, self.on_earlier, self.took_pile, self.asked)


class PositionInput(Input):
    """A position; the last three members belong to one that is over."""

    format: Literal["canasta-position/1"]
    rules: RulesInput
    dealer: Seat
    seat: Seat
    phase: Annotated[Phase, OneOf]
    hands: ListOf[ListOf[CardCode]]
    sides: ListOf[SideInput]
    stock: ListOf[CardCode]
    pile: ListOf[CardCode]
    pile_state: Annotated[PileState, OneOf]
    laid_before: ListOf[bool]
    turn: Annotated[TurnInput | None, Optional] = None
    ended: Annotated[Annotated[Ending, OneOf] | None, Optional] = None
    closed_by: Seat | None = None
    concealed: Annotated[bool | None, Optional] = None

    def shape(self, path: str) -> PositionShape:
        """Return the position. Raises InvalidInput where it is over and does not say how, or the reverse."""
        over = self.phase is Phase.OVER
        for member in ("ended", "closed_by", "concealed"):
            if over and member not in self.model_fields_set:
                raise InvalidInput(f"{path}.{member}: is missing, though the deal is over")
            if not over and member in self.model_fields_set:
                raise InvalidInput(
                    f"{path}.{member}: is only for a deal that is over, not in phase {self.phase.value!r}"
                )
        return PositionShape(
            self.dealer,
            self.seat,
            self.phase,
            self.hands,
            [side.shape() for side in self.sides],
            self.stock,
            self.pile,
            self.pile_state,
            self.laid_before,
            None if self.turn is None else self.turn.value(),
            self.ended,
            self.closed_by,
            bool(self.concealed),
        )


class ActionRequest(Input):
    """Input of ``apply``."""

    position: Any
    action: Any


class PositionRequest(Input):
    """Input of ``legal``."""

    position: Any


class ViewRequest(Input):
    """Input of ``view``; no seat is a spectator's."""

    position: Any
    seat: Seat | None


class ScoreRequest(Input):
    """Input of ``score``."""

    position: Any
    closed_by: Seat | None
    concealed: bool


_Model = TypeVar("_Model", bound=BaseModel)

_FAULTS = {
    "missing": "is missing",
    "extra_forbidden": "unknown member",
    "union_tag_not_found": "is missing",
    "union_tag_invalid": "'{tag}' is not one of {expected_tags}",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "dict_type": "must be an object",
    "list_type": "must be a list",
    "too_short": "must hold {min_length} values",
    "too_long": "must hold {max_length} values",
    "string_type": "must be a string",
    "string_too_long": "is too long",
    "string_unicode": "is not Unicode",
    "string_pattern_mismatch": "must match {pattern}",
    "int_type": "must be a whole number",
    "bool_type": "must be true or false",
    "value_error": "{error}",
}
"""Our words for pydantic's kinds of errors; the placeholders are the context that it gives."""


def validate(model: type[_Model], data: object, path: str = "") -> _Model:
    """Return ``data`` as ``model``.

    Raises InvalidInput with one line that names the first wrong member; ``path`` is the name of ``data``.
    """
    try:
        return model.model_validate(data)
    except ValidationError as errors:
        raise InvalidInput(_line(errors.errors(include_url=False)[0], data, path)) from None


def _line(error: ErrorDetails, data: object, path: str) -> str:
    kind = error["type"]
    place = _place(error["loc"], data, path)
    if kind.startswith("union_tag"):
        place = f"{place}.type"
    fault = _FAULTS.get(kind, "is wrong").format(**error.get("ctx", {}))
    return shorten(f"{place}: {fault}" if place else fault)


def _place(loc: tuple[int | str, ...], data: object, path: str) -> str:
    """Return a place in the data such as ``position.hands[2][0]``."""
    place = path
    for index, step in enumerate(loc):
        member = isinstance(data, dict) and (step in data or index == len(loc) - 1)
        if not isinstance(step, int) and not member:
            continue  # not a member: the word by which a union chose its model
        place = place_inside(place, step)
        data = _inside(data, step)
    return place


def _inside(data: Any, step: int | str) -> object:
    try:
        return data[step]
    except (KeyError, IndexError, TypeError):
        return None
